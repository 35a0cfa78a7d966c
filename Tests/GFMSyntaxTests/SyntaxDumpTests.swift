import GFMSyntax
import Testing

@Suite struct SyntaxDumpTests {
  private func dump(_ source: String, includingTokens: Bool = false) -> String {
    String(decoding: SyntaxDump.text(of: Document(source), includingTokens: includingTokens), as: UTF8.self)
  }

  @Test func showsEveryKindWithItsDetails() {
    let source = #"""
      ---
      a: b
      ---
      Title
      ===

      > 3. *a* **b** ~~c~~ \* &amp;\
      >    `d` <i>
      >    <http://e> www.f.g
      >
      >    [h](i "j") ![k][l] [l][] [l] [^m]

      - [x] # n

      | n | o |
      |:-:|---|
      | p |

      ~~~swift
      r
      ~~~

          s

      <div>

      * * *

      [l]: t 'u'

      [^m]:
          ```
          v
      """#
    #expect(
      dump(source) == #"""
        frontMatter yaml  1:1-3:4  0..<12  "---\na: b\n---"
        heading level=1 setext  4:1-5:4  13..<22  "Title\n==="
          text  4:1-4:6  13..<18  "Title"
        blockQuote  7:1-11:39  24..<132  "> 3. *a* **b** ~~c~~ \\* &amp;\\\n>    `d` "…
          list ordered start=3 loose  7:3-11:39  26..<132  "3. *a* **b** ~~c~~ \\* &amp;\\\n>    `d` <i"…
            item 3. content=3  7:3-11:39  26..<132  "3. *a* **b** ~~c~~ \\* &amp;\\\n>    `d` <i"…
              paragraph  7:6-9:24  29..<91  "*a* **b** ~~c~~ \\* &amp;\\\n>    `d` <i>\n>"…
                emphasis  7:6-7:9  29..<32  "*a*"
                  text  7:7-7:8  30..<31  "a"
                text  7:9-7:10  32..<33  " "
                strong  7:10-7:15  33..<38  "**b**"
                  text  7:12-7:13  35..<36  "b"
                text  7:15-7:16  38..<39  " "
                strikethrough  7:16-7:21  39..<44  "~~c~~"
                  text  7:18-7:19  41..<42  "c"
                text  7:21-7:30  44..<53  " \\* &amp;"
                hardBreak  7:30-8:1  53..<55  "\\\n"
                codeSpan  8:6-8:9  60..<63  "`d`"
                text  8:9-8:10  63..<64  " "
                htmlInline  8:10-8:13  64..<67  "<i>"
                softBreak  8:13-9:1  67..<68  "\n"
                link autolink  9:6-9:16  73..<83  "<http://e>"
                  text  9:7-9:15  74..<82  "http://e"
                text  9:16-9:17  83..<84  " "
                link bareAutolink  9:17-9:24  84..<91  "www.f.g"
                  text  9:17-9:24  84..<91  "www.f.g"
              paragraph  11:6-11:39  99..<132  "[h](i \"j\") ![k][l] [l][] [l] [^m]"
                link inline  11:6-11:16  99..<109  "[h](i \"j\")"
                  text  11:7-11:8  100..<101  "h"
                text  11:16-11:17  109..<110  " "
                image fullReference  11:17-11:24  110..<117  "![k][l]"
                  text  11:19-11:20  112..<113  "k"
                text  11:24-11:25  117..<118  " "
                link collapsedReference  11:25-11:30  118..<123  "[l][]"
                  text  11:26-11:27  119..<120  "l"
                text  11:30-11:31  123..<124  " "
                link shortcutReference  11:31-11:34  124..<127  "[l]"
                  text  11:32-11:33  125..<126  "l"
                text  11:34-11:35  127..<128  " "
                footnoteReference  11:35-11:39  128..<132  "[^m]"
        list bullet tight  13:1-13:10  134..<143  "- [x] # n"
          item - content=2 checked  13:1-13:10  134..<143  "- [x] # n"
            paragraph  13:7-13:10  140..<143  "# n"
              text  13:7-13:10  140..<143  "# n"
        table  15:1-17:6  145..<170  "| n | o |\n|:-:|---|\n| p |"
          tableRow header  15:1-15:10  145..<154  "| n | o |"
            tableCell center  15:2-15:5  146..<149  " n "
              text  15:3-15:4  147..<148  "n"
            tableCell  15:6-15:9  150..<153  " o "
              text  15:7-15:8  151..<152  "o"
          tableDelimiterRow  16:1-16:10  155..<164  "|:-:|---|"
          tableRow  17:1-17:6  165..<170  "| p |"
            tableCell center  17:2-17:5  166..<169  " p "
              text  17:3-17:4  167..<168  "p"
        fencedCode  19:1-21:4  172..<186  "~~~swift\nr\n~~~"
        indentedCode  23:5-23:6  192..<193  "s"
        htmlBlock  25:1-25:6  195..<200  "<div>"
        thematicBreak  27:1-27:6  202..<207  "* * *"
        referenceDefinition  29:1-29:11  209..<219  "[l]: t 'u'"
        footnoteDefinition  31:1-33:6  221..<240  "[^m]:\n    ```\n    v"
          fencedCode unclosed  32:5-33:6  231..<240  "```\n    v"

        """#)
  }

  @Test func showsTokensWithTheirOwners() {
    #expect(
      dump("- a\r\n\tb", includingTokens: true) == #"""
        list bullet tight  1:1-2:3  0..<7  "- a\r\n\tb"
          item - content=2  1:1-2:3  0..<7  "- a\r\n\tb"
            paragraph  1:3-2:3  2..<7  "a\r\n\tb"
              text  1:3-1:4  2..<3  "a"
              softBreak  1:4-2:1  3..<5  "\r\n"
              text  2:2-2:3  6..<7  "b"

        tokens
          listMarker  1:1-1:2  0..<1  "-"  of item - content=2
          whitespace  1:2-1:3  1..<2  " "  of text
          text  1:3-1:4  2..<3  "a"  of text
          lineEnding  1:4-2:1  3..<5  "\r\n"  of item - content=2
          whitespace  2:1-2:2  5..<6  "\t"  of text
          text  2:2-2:3  6..<7  "b"  of text

        """#)
  }

  @Test func keepsControlCharactersAndHalvesOfCharactersOut() {
    #expect(
      dump("<\u{1B}[31m\u{202E}\0\"\\\n").hasPrefix(
        #"paragraph  1:1-1:13  0..<12  "<\u{1B}[31m\u{202E}\u{0}\"\\""# + "\n"))
    let excerpt = String(repeating: "é", count: 19)
    #expect(dump("a" + excerpt + "éé\n").hasPrefix("paragraph  1:1-1:44  0..<43  \"a\(excerpt)\"…\n"))
  }

  @Test func countsColumnsInBytesFromOne() {
    #expect(dump("é\n\n> \n").hasSuffix("blockQuote  3:1-3:3  4..<6  \"> \"\n"))
    #expect(dump("") == "")
  }

  @Test func saysDepthsBeyondWhatItIndents() {
    let lines = dump(String(repeating: ">", count: 20_000)).split(separator: "\n")
    #expect(lines.count == 20_000)
    #expect(lines.last?.hasPrefix(String(repeating: " ", count: 64) + "(depth 19999) blockQuote  ") == true)
  }
}
