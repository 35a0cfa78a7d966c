import Foundation
import TestSupport
import Testing

/// Our own documents, checked by our own diagnostics.
@Suite struct DocumentationLinksTests {
  /// Every Markdown file of the checkout, as a path from its top.
  private static let pages: [String] = {
    let root = Corpus.packageFolder
    let folders = ["", "Documentation", "Tests", "editors", "editors/vscode", "editors/neovim", "Sources"]
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
      return names.filter { $0.hasSuffix(".md") }.sorted().map { folder.isEmpty ? $0 : folder + "/" + $0 }
    }
  }()

  @Test func pagesAreFound() {
    #expect(Self.pages.contains("README.md"))
    #expect(Self.pages.contains("Documentation/diagnostics.md"))
  }

  /// Every relative link leads to a file, and every fragment to a heading.
  @Test(arguments: pages) func hasNoFinding(_ page: String) throws {
    let root = "file://" + Corpus.packageFolder.path
    let client = TestClient()
    _ = try client.request(
      "initialize",
      [
        "capabilities": ["textDocument": ["diagnostic": [:]]],
        "workspaceFolders": [["uri": .string(root), "name": "root"]],
      ])
    client.notify("initialized", [:])
    let uri = JSON.string(root + "/" + page)
    let text = try String(contentsOf: Corpus.packageFolder.appending(path: page), encoding: .utf8)
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": .string(text)]])
    let report = try client.request("textDocument/diagnostic", ["textDocument": ["uri": uri]])
    let findings = report["result"]["items"].array.map { "\($0["range"]["start"]["line"]): \($0["message"])" }
    #expect(report.has("result"))
    #expect(findings == [], "\(page)")
  }
}
