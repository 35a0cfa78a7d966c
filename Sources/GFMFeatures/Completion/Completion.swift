public import GFMSyntax
import MarkdownText

/// A proposal for what is being typed.
public struct CompletionItem: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case reference, file, folder, language, emoji, tag, mark
  }

  /// What a description of it can be found by (``Document/completionDocumentation(_:)``).
  public enum Subject: Sendable, Hashable {
    /// By the name that fragments call it by.
    case anchor([UInt8])
    /// By a label as it is written.
    case link([UInt8])
    case footnote([UInt8])
  }

  public var kind: Kind
  /// What the list shows.
  public var label: String
  public var detail = ""
  /// What the typed text is compared with; `nil`: the label.
  public var filter: String?
  /// What is put in; `nil`: the label.
  public var text: String?
  /// The same as a snippet, where that says more.
  public var snippet: String?
  public var subject: Subject?

  public init(kind: Kind, label: String, detail: String = "", filter: String? = nil, text: String? = nil) {
    self.kind = kind
    self.label = label
    self.detail = detail
    self.filter = filter
    self.text = text
  }
}

/// Proposals in the order in which a list shows them.
public struct CompletionItems: Sendable {
  public var items: [CompletionItem] = []
  /// Whether there are more, so that it is worth asking again when more is typed.
  public var isIncomplete = false

  public init() {}

  /// So many of a kind are given at most.
  public static let limit = 500

  /// Adds those that `forEach` gives, all where they are few, else the first of those that `typed` may stand for: whose
  /// names have its characters in the same order. `forEach` passes on what its filter accepts, until `body` is `false`.
  mutating func append<Candidate>(
    typed: [UInt8], _ forEach: (_ filter: CompletionFilter, _ body: (Candidate) -> Bool) -> Void,
    item: (Candidate) -> CompletionItem
  ) {
    var candidates: [Candidate] = []
    func collect(_ filter: CompletionFilter) {
      forEach(filter) { candidate in
        candidates.append(candidate)
        return candidates.count <= Self.limit
      }
    }
    collect(CompletionFilter([]))
    if candidates.count > Self.limit {
      isIncomplete = true
      if !typed.isEmpty {
        candidates = []
        collect(CompletionFilter(typed))
      }
    }
    items += candidates.prefix(Self.limit).map(item)
  }
}

/// Says whether what is typed may stand for a name.
struct CompletionFilter {
  /// In lower case as far as it is ASCII.
  private let characters: [UInt8]

  init(_ typed: some Sequence<UInt8>) { characters = typed.map(\.lowercasedASCII) }

  /// Whether the name has the characters in their order, letter case aside.
  func accepts(_ name: some Sequence<UInt8>) -> Bool {
    if characters.isEmpty { return true }
    var next = 0
    for byte in name where byte.lowercasedASCII == characters[next] {
      next += 1
      if next == characters.count { return true }
    }
    return false
  }

  /// The filter without a number at the end: it takes all or none of the names that differ in their numbers alone.
  var withoutNumber: CompletionFilter {
    let end = characters.lastIndex { !$0.isDigit && $0 != UInt8(ascii: "-") }.map { $0 + 1 } ?? 0
    return CompletionFilter(characters[..<end])
  }
}

extension Document {
  /// What can be put in at a place, but for files (which the layer above knows). Costs what is proposed; with more
  /// headings or definitions than a list takes, all of them are passed over.
  public func completions(at place: CompletionContext, hasShortcodes: Bool = true, hasAlerts: Bool = true)
    -> CompletionItems
  {
    let typed = bytes(in: place.typed)
    var result = CompletionItems()
    switch place.kind {
    case .fragment(let path):
      if path.isEmpty { result.appendFragments(of: self, typed: typed) }
    case .path(let folder, _, _):
      if folder.isEmpty, typed.isEmpty { result.appendFragments(of: self, typed: typed, prefix: "#") }
    case .label(let start):
      if start.contains(.task) { result.items += CompletionMarks.boxes(isClosed: place.isClosed) }
      if start.contains(.alert), hasAlerts {
        result.items += CompletionMarks.alerts(before: "!", after: place.isClosed ? "" : "]")
      }
      result.appendLabels(of: self, typed: typed, end: place.isClosed ? "" : "]")
      if options.footnotes, !start.contains(.fullReference) {
        result.appendFootnotes(of: self, typed: typed, prefix: "^", end: place.isClosed ? "" : "]")
      }
    case .footnote:
      result.appendFootnotes(of: self, typed: typed, prefix: "", end: place.isClosed ? "" : "]")
    case .language:
      result.appendLanguages(typed: typed)
    case .shortcode:
      if hasShortcodes { result.appendShortcodes(typed: typed, end: place.isClosed ? "" : ":") }
    case .tag:
      let open = openElement(before: place.typed.lowerBound - 1)
      if !place.isClosed, let open { result.items.append(CompletionTags.closing(open, before: "/")) }
      result.items += CompletionTags.opening(isInsideTag: place.isClosed)
    case .closingTag:
      guard let open = openElement(before: place.typed.lowerBound - 2) else { break }
      var item = CompletionTags.closing(open, before: "")
      if place.isClosed { item.text = nil }
      result.items.append(item)
    case .emptyItem:
      result.items += CompletionMarks.wholeBoxes
    case .emptyQuote:
      if hasAlerts { result.items += CompletionMarks.alerts(before: "[!", after: "]") }
    }
    return result
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
