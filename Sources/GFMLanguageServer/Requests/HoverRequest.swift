import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

extension Session {
  func hover(_ params: TextDocumentPositionParams) throws(RequestError) -> Hover? {
    let document = try openDocument(params.textDocument.uri).document
    let converter = PositionConverter(document: document, encoding: positionEncoding)
    let offset = converter.offset(params.position)
    guard let hover = document.hover(at: offset, hasShortcodes: configuration.github.shortcodes) else { return nil }
    let text = hover.lines.map { client.hoverFormat == .plaintext ? $0.plainText : $0.markdown }
      .joined(separator: "\n\n")
    // A string, too, is Markdown here.
    let contents = client.hoverFormat.map { DocumentationText.markup(kind: $0, value: text) } ?? .plain(text)
    return Hover(contents: contents, range: converter.range(hover.range))
  }
}

extension HoverLine {
  fileprivate var plainText: String {
    switch self {
    case .code(let text), .source(let text), .text(let text): text
    }
  }

  fileprivate var markdown: String {
    switch self {
    case .code(let text): Self.codeSpan(text)
    case .source(let text): text
    case .text(let text): text.flatMap { Self.isSpecial($0) ? ["\\", $0] : [$0] }.reduce(into: "") { $0.append($1) }
    }
  }

  /// Whether a character may be markup.
  private static func isSpecial(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return false }
    return (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }

  /// Between as many backticks as `text` does not hold.
  private static func codeSpan(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let padding = longest > 0 || text.first == " " || text.isEmpty ? " " : ""
    return "\(fence)\(padding)\(text)\(padding)\(fence)"
  }
}
