import Foundation
import TestSupport
import Testing

@testable import GFMFeatures
@testable import GFMSyntax

@Suite struct AnchorTests {
  private func ids(_ text: String) -> [String] {
    Document(text).anchors().map { String(decoding: $0.id, as: UTF8.self) }
  }

  /// What a fragment leads to: the first line of it.
  private func place(_ fragment: String, _ text: String) -> Int? {
    let document = Document(text)
    return document.anchor(named: Array(fragment.utf8)).map { document.line(at: $0.range.lowerBound) }
  }

  @Test func theSameSlugsAreNumbered() {
    #expect(ids("# A\n# A\n# a!\n") == ["a", "a-1", "a-2"])
    #expect(
      ids("# echo\n# echo\n# echo 1\n# echo-1\n# echo\n") == ["echo", "echo-1", "echo-1-1", "echo-1-2", "echo-2"])
    #expect(ids("# foxtrot-1\n# foxtrot\n# foxtrot\n") == ["foxtrot-1", "foxtrot", "foxtrot-2"])
    #expect(ids("# !\n# ?\n") == ["", "-1"])
  }

  @Test func headingsInHTMLCountAndAttributesDoNot() {
    #expect(ids("<h1>A</h1>\n\n# A\n\n<p id=\"b\">\n\n# B\n") == ["a", "a-1", "b", "b"])
  }

  @Test func headingsInContainersCount() {
    #expect(ids("> # A\n\n- # A\n\n# A\n") == ["a", "a-1", "a-2"])
  }

  @Test func whatFragmentsLeadTo() {
    let text = "# A\n# B c\n# A\n<a name=\"X\"></a>\n\n# 日本\n"
    #expect(place("a", text) == 0)
    #expect(place("a-1", text) == 2)
    #expect(place("a-2", text) == nil)
    #expect(place("b-c", text) == 1)
    #expect(place("B-C", text) == 1)
    #expect(place("X", text) == 3)
    #expect(place("x", text) == 3)
    #expect(place("日本", text) == 5)
    #expect(place("user-content-b-c", text) == 1)
    #expect(place("user-content-user-content-b-c", text) == nil)
    #expect(place("user-content-user-content-b", "# b\n<p id=\"user-content-b\">\n") == 1)
    #expect(place(String(repeating: "user-content-", count: 50_000) + "b-c", text) == nil)
    #expect(place("", text) == nil)
    #expect(place("", "x\n\n# !\n") == nil)
  }

  @Test func theVeryNameComesBeforeAnotherLetterCase() {
    #expect(place("Foo", "# foo\n\n<p id=\"Foo\">\n") == 2)
    #expect(place("foo", "<p id=\"Foo\">\n\n# foo\n") == 2)
    #expect(place("foo", "<p id=\"foo\">\n\n# foo\n") == 0)
  }

  /// Each anchor is found by its own name, as if all of them were looked through.
  @Test func namesLeadBackInRealDocuments() {
    for url in Corpus.documents { check(Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")) }
  }

  /// Headings that take each other's numbers.
  @Test func namesLeadBackInRandomDocuments() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let words = [
        "a", "a-1", "a-1-1", "a-2", "b", "B-1", "b 1", "a 1 1", "a--1", "1", "a-", "straße", "strasse",
        "<a name=a></a>",
      ]
      let lines = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        "# \(words[Int.random(in: 0..<words.count, using: &random)])\n"
      }
      check(Document(lines.joined()))
    }
  }

  private func check(_ document: Document) {
    let anchors = document.anchors()
    var first: [[UInt8]: Range<Int>] = [:]
    for anchor in anchors where first[anchor.id] == nil { first[anchor.id] = anchor.range }
    for anchor in anchors where !anchor.id.isEmpty {
      #expect(document.anchor(named: anchor.id)?.range == first[anchor.id])
      #expect(document.placed(anchor.anchor, in: anchor.block).id == anchor.id)
      var known = NumberedNames()
      for (before, after) in [
        ("", ""), ("", "-1"), ("", "-2"), ("", "-01"), ("", "-0"), ("user-content-", ""), ("", "x"),
      ] {
        let name = Array(before.utf8) + anchor.id + Array(after.utf8)
        for fragment in [name, Array(String(decoding: name, as: UTF8.self).uppercased().utf8)] {
          #expect(document.hasAnchor(named: fragment, &known) == (document.anchor(named: fragment) != nil))
        }
      }
    }
  }

  /// The indexes of an edited document are those of a document that is parsed anew.
  @Test func indexesAfterEdits() {
    var random = SeededGenerator(seed: 11)
    let snippets = [
      "# a\n", "\n", "[x]: #a\n", "[^n]: b\n", "<p id=q>\n\n", "[a](#a)", "[x]", "```\n", "> ", "- ", "# b", " [^n]\n",
    ]
    for _ in 0..<60 {
      var document = Document("# a\n\n[l](#a-1) [x]\n\n[x]: #b\n\n# b\n\ntext[^n]\n\n[^n]: c\n")
      for _ in 0..<12 {
        let start = Int.random(in: 0...document.byteCount, using: &random)
        let end = min(document.byteCount, start + Int.random(in: 0...6, using: &random))
        let snippet = snippets[Int.random(in: 0..<snippets.count, using: &random)]
        document = document.replacing(start..<end, with: Array(snippet.utf8))
        let fresh = Document(document.text)
        #expect(document.anchors().map(\.range) == fresh.anchors().map(\.range))
        for anchor in fresh.anchors() {
          #expect(document.anchorCount(of: anchor.anchor.hash) == fresh.anchorCount(of: anchor.anchor.hash))
          #expect(document.anchor(named: anchor.id)?.range == fresh.anchor(named: anchor.id)?.range)
        }
        for name in ["x", "a", "n"] {
          for namespace in [LabelHash.Namespace.link, .footnote] {
            let label = LabelHash(Array(name.utf8), in: namespace)
            #expect(document.uses(of: label).map(\.label) == fresh.uses(of: label).map(\.label))
            #expect(document.definitionCount(of: label) == fresh.uses(of: label).filter(\.isDefinition).count)
            #expect(document.definition(of: label)?.range == fresh.uses(of: label).first(where: \.isDefinition)?.range)
          }
          #expect(
            document.links(naming: Array(name.utf8)).map(\.range) == fresh.links(naming: Array(name.utf8)).map(\.range))
        }
      }
    }
  }

  /// What an edit says that it changed.
  @Test func changedAnchorsAndLabels() {
    let document = Document("# a\n\nb\n\n[c]: d\n")
    let a = LabelHash(Array("a".utf8), in: .anchor)
    #expect(
      document.replacing(2..<3, with: Array("e".utf8)).change.anchors == [a, LabelHash(Array("e".utf8), in: .anchor)])
    #expect(document.replacing(5..<5, with: Array("# a\n\n".utf8)).change.anchors == [a])
    #expect(document.replacing(5..<6, with: Array("x".utf8)).change.anchors == [])
    #expect(document.replacing(8..<14, with: []).change.labels == [LabelHash(Array("c".utf8), in: .link)])
  }

  /// Fragments of real documents: each that some heading or element has for its name is found.
  @Test func fragmentsInRealDocuments() {
    var found = 0
    for url in Corpus.documents {
      let document = Document((try? String(contentsOf: url, encoding: .utf8)) ?? "")
      let names = Set(document.anchors().map(\.id))
      document.forEachSegment(holding: [.links, .referenceDefinitions]) { placed in
        for link in placed.links() {
          guard case .fragment(let fragment) = link.target, names.contains(fragment) else { continue }
          found += 1
          #expect(document.anchor(named: fragment)?.id == fragment)
          #expect(document.links(naming: fragment).contains { $0.range == link.range })
          #expect(link.fragmentRange != nil)
        }
        return true
      }
    }
    if !Corpus.documents.isEmpty { #expect(found > 300) }
  }
}
