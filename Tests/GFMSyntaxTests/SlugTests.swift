import Testing

@testable import GFMSyntax

@Suite struct SlugTests {
  @Test(arguments: [
    ("Hello, World!", "hello-world"), ("a - b", "a---b"), ("a_b", "a_b"), ("a.b", "ab"), ("日本語 の 見出し", "日本語-の-見出し"),
    ("「重要」な点", "重要な点"), ("Ünïcode ÇA", "ünïcode-ça"), ("Привет", "привет"), ("I ♥ x", "i--x"), ("😄 x", "-x"),
    (":smile: - x", "smile---x"), ("it’s", "its"), ("–", ""), ("Ⅷ ½ ²", "ⅷ--"), ("a\tb\nc", "abc"),
    ("e\u{301}", "e\u{301}"),
    ("１", "１"), ("‿", "‿"),
  ])
  func slugs(_ text: String, _ slug: String) {
    #expect(String(decoding: Slug.base(of: Array(text.utf8)), as: UTF8.self) == slug)
  }

  private func anchors(_ text: String) -> [String] {
    Document(text).segments(0..<Int.max).flatMap { placed in
      placed.block.anchors.map { anchor in
        let source = String(decoding: placed.bytes[anchor.range], as: UTF8.self)
        return "\(String(decoding: anchor.name, as: UTF8.self)) |\(source)|"
      }
    }
  }

  @Test func anchorsOfABlock() {
    #expect(anchors("# A *b* ![c](d) `e`\n\nF\ng\n---\n") == ["a-b--e |# A *b* ![c](d) `e`|", "fg |F\ng\n---|"])
    #expect(anchors("x <a name=\"y&amp;z\"></a> <b id='w'>") == ["y&z |y&amp;z|", "w |w|"])
    #expect(anchors("`<a name=\"y\">` <i name=\"no\">\n\n```\n<a id=x>\n```\n\n<!-- <a id=x> -->\n") == [])
    #expect(anchors("> <p\n>  id=\"a\">\n") == ["a |a|"])
  }

  @Test func headingsInHTML() {
    #expect(
      anchors("<h1 align=\"center\">\n  <br>\n  A &amp; <b>B</b>\n</h1>\n")
        == ["----a--b |<h1 align=\"center\">\n  <br>\n  A &amp; <b>B</b>\n</h1>|"])
    #expect(anchors("<h2 id=\"x\">Y</h2>\n<h3>no end\n") == ["x |x|", "y |<h2 id=\"x\">Y</h2>|"])
    #expect(anchors("<a id=\"x\" name=\"x\"></a>\n") == ["x |x|"])
  }

  /// A heading ends where a tag of any heading is, as in browsers.
  @Test func headingsInHTMLThatAreNotClosed() {
    #expect(anchors("<h1>a\n<h2>b</h2>\n<h3>c") == ["a |<h1>a\n|", "b |<h2>b</h2>|"])
    #expect(anchors("<h1><i>a</i></h2> b</h1>\n") == ["a |<h1><i>a</i></h2>|"])
  }
}
