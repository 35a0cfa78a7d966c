import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

@Suite struct NewlineTests {
  /// Presses Enter at the marks of `before`, and checks the text and the marks after it; `nil` for no answer.
  private func check(
    _ before: String, _ after: String?, options: EditOptions = EditOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Self.marked(before, options: options) == after, sourceLocation: sourceLocation)
  }

  private static func marked(_ marked: String, options: EditOptions = EditOptions()) -> String? {
    pressingEnter(in: MarkedText(marked), options: options)?.marked
  }

  private static func pressingEnter(in marked: MarkedText, options: EditOptions = EditOptions()) -> MarkedText? {
    let document = Document(marked.text)
    let selections = marked.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    guard let result = document.edit(.newline, selections: selections, options: options) else { return nil }
    return MarkedText(
      text: result.applied(to: marked.text), selections: result.selections.map { $0.range })
  }

  // MARK: Case files

  static let cases: [EditCase] = {
    let url = Bundle.module.url(forResource: "edits-newline", withExtension: "txt", subdirectory: "Fixtures")
    return url.flatMap { try? EditCase.load($0) } ?? []
  }()

  @Test(arguments: cases) func caseFile(_ editCase: EditCase) {
    let after = Self.pressingEnter(in: editCase.before)
    switch editCase.expectation {
    case .after(let expected): #expect(after?.marked == expected.marked)
    case .none: #expect(after?.marked == nil)
    case .html: Issue.record("an outcome in HTML is not looked at here")
    }
  }

  // MARK: Numbers

  @Test func numbers() {
    check("9.  a‸", "9.  a\n10. ‸")
    check("0. a‸", "0. a\n1. ‸")
    check("0. a\n0. b‸", "0. a\n0. b\n0. ‸")
    check("5. a\n5. b‸", "5. a\n5. b\n6. ‸")
    check("1. a‸\n1. b", "1. a\n1. ‸\n1. b")
    check("3) g‸", "3) g\n4) ‸")
    check("007. a‸", "007. a\n008. ‸")
    check("099. a‸", "099. a\n100. ‸")
    check("99. a‸", "99. a\n100. ‸")
    check("123456789. a‸", "123456789. a\n123456790. ‸")
    check("999999999. a‸", nil)
  }

  @Test func followersCountOn() {
    check("1. a‸\n2. b\n5. c", "1. a\n2. ‸\n3. b\n5. c")
    check("1. a‸\n3. b", "1. a\n2. ‸\n3. b")
    check("1. a‸\n\n   more\n\n2. b\n\n   more\n\n3. c", "1. a\n2. ‸\n\n   more\n\n3. b\n\n   more\n\n4. c")
    check("1. a‸\n2. b\n\n- x\n\n2. y", "1. a\n2. ‸\n3. b\n\n- x\n\n2. y")
    check("1. a\n   1. x‸\n   2. y\n2. b", "1. a\n   1. x\n   2. ‸\n   3. y\n2. b")
    check("1. a‸\n2. b\n   ```\n   3. code\n   ```\n3. c", "1. a\n2. ‸\n3. b\n   ```\n   3. code\n   ```\n4. c")
    check("01. a‸\n02. b", "01. a\n02. ‸\n03. b")
    check("999999998. a‸\n999999999. b", "999999998. a\n999999999. ‸\n999999999. b")
  }

  /// No item's number is lower than those above it, but a gap stays one.
  @Test func followersThatDoNotCountOn() {
    check("1. a‸\n1. b\n2. c", "1. a\n2. ‸\n3. b\n4. c")
    check("1. a‸\n1. b\n1. c\n9. d", "1. a\n2. ‸\n3. b\n4. c\n9. d")
    check("1. a\n1. b‸\n2. c\n4. d", "1. a\n1. b\n2. ‸\n3. c\n4. d")
    check("3. a‸\n3. b\n3. c", "3. a\n4. ‸\n5. b\n6. c")
    check("5. a‸\n2. b", "5. a\n6. ‸\n7. b")
  }

  @Test func widerMarkersKeepWhatIsInTheirItems() {
    // The item's lines move along.
    check(
      "8. a‸\n9. b\n\n   more\n   - c\n10. d\n", "8. a\n9. ‸\n10. b\n\n    more\n    - c\n11. d\n")
    // The padding gives way.
    check("8.  a‸\n9.  b\n\n    more\n10. c", "8.  a\n9.  ‸\n10. b\n\n    more\n11. c")
    // The indentation gives way.
    check(" 8. a‸\n 9. b\n\n    more\n10. c", " 8. a\n 9. ‸\n10. b\n\n    more\n11. c")
    // Code keeps its own indentation.
    check("9. x\n9. a‸\n10. b", "9. x\n9. a\n10. ‸\n11. b")
    check(
      "8. a‸\n9. b\n   ```\n     code\n   ```\n", "8. a\n9. ‸\n10. b\n    ```\n      code\n    ```\n")
    check("8. a‸\n9. b\n\n       code\n", "8. a\n9. ‸\n10. b\n\n        code\n")
    // Lazy lines stay.
    check("8. a‸\n9. b\nlazy\n", "8. a\n9. ‸\n10. b\nlazy\n")
    // A tab is a stop, and its place is taken by spaces where it is not enough.
    check("8. a‸\n9. b\n\n→more\n", "8. a\n9. ‸\n10. b\n\n     more\n")
    check("8.→a‸\n9.→b\n\n→more\n", "8.→a\n9.→‸\n10.→b\n\n→more\n")
    check("> 8. a‸\n> 9. b\n>\n>    more\n", "> 8. a\n> 9. ‸\n> 10. b\n>\n>     more\n")
    check(
      "- 8. a‸\n  9. b\n\n     more\n", "- 8. a\n  9. ‸\n  10. b\n\n      more\n")
  }

  /// What stands below the caret's line is in the new item, whose marker may be wider than that of the item before.
  @Test func whatMovesToAnItemWithAWiderMarkerStaysInIt() {
    check("9. a‸\n   - c", "9. a\n10. ‸\n    - c")
    check("9) a‸\n   - c\n     - d\n", "9) a\n10) ‸\n    - c\n      - d\n")
    check("9. a‸\n   - c\n10. d", "9. a\n10. ‸\n    - c\n11. d")
    check("9. a‸\n\n   more\n10. d", "9. a\n10. ‸\n\n    more\n11. d")
    check("9. a‸\n   ```\n     code\n   ```", "9. a\n10. ‸\n    ```\n      code\n    ```")
    check("99. a‸\n    > c", "99. a\n100. ‸\n     > c")
    check("8. x\n9. a‸\n   1. c\n      d\n", "8. x\n9. a\n10. ‸\n    1. c\n       d\n")
    check("> 9. a‸\n>    - c", "> 9. a\n> 10. ‸\n>     - c")
    check("- 9. a‸\n     - c", "- 9. a\n  10. ‸\n      - c")
    check("9. a ‸b\n   c\nlazy\n   - d", "9. a \n10. ‸b\n    c\nlazy\n    - d")
    check("9. a\n   b‸\n   - c", "9. a\n   b\n10. ‸\n    - c")
    check("9. [x] a‸\n   - c", "9. [x] a\n10. [ ] ‸\n    - c")
    check("9. a‸␍\n   - c␍\n", "9. a␍\n10. ‸␍\n    - c␍\n")
    check("9. a‸\n→- c", "9. a\n10. ‸\n     - c")
    check("99.→a‸\n→- c", "99.→a\n100.→‸\n→→- c")
    // Where there is room, nothing moves.
    check("9.  a‸\n    - c", "9.  a\n10. ‸\n    - c")
    check(" 9. a‸\n    - c", " 9. a\n10. ‸\n    - c")
    check("9.→a‸\n→- c", "9.→a\n10.→‸\n→- c")
    // An empty item that goes out a level takes those after it along.
    check("9. a\n   - ‸\n   - c", "9. a\n10. ‸\n    - c")
    check("9. a\n   1. b\n   2. ‸\n   3. c\n10. d", "9. a\n   1. b\n10. ‸\n    1. c\n11. d")
    check("9. a\n   - ‸\n\n   more", "9. a\n10. ‸\n\n    more")
  }

  // MARK: Tasks

  @Test func tasks() {
    check("* [X] a‸", "* [X] a\n* [ ] ‸")
    check("- [x] a‸b", "- [x] a\n- [ ] ‸b")
    check("- [ ] ‸a", "- [ ] \n- [ ] ‸a")
    check("- [‸x] a", nil)
    check("- [x]‸ a", nil)
    check("-‸ [x] a", nil)
    check("- ‸[x] a", "- \n- ‸[x] a")
    check("- [x]  a‸", "- [x]  a\n- [ ]  ‸")
    check("> - [x] a‸", "> - [x] a\n> - [ ] ‸")
    check("- - [x] a‸", "- - [x] a\n  - [ ] ‸")
    check("- [x](/url) a‸", "- [x](/url) a\n- ‸")
    check("- [ ]a‸", "- [ ]a\n- ‸")
    check("> - [x] a‸\n\n[x]: /url", "> - [x] a\n> - ‸\n\n[x]: /url")
    check("- [ ] a\n  - [ ] ‸", "- [ ] a\n- [ ] ‸")
    check("- [ ] a\n- [ ]‸", "- [ ] a\n‸")
  }

  // MARK: Empty items

  @Test func emptyItems() {
    check("- ‸", "‸")
    check("1. a\n2. ‸", "1. a\n‸")
    check("1. a\n   - ‸", "1. a\n2. ‸")
    check("- a\n  - b\n  - ‸", "- a\n  - b\n- ‸")
    check("- a\n  - b\n    - c\n    - ‸", "- a\n  - b\n    - c\n  - ‸")
    check("- a\n  - b\n  - ‸\n  - c\n- d", "- a\n  - b\n- ‸\n  - c\n- d")
    check("1. a\n   1. x\n   2. ‸\n   3. y\n2. b", "1. a\n   1. x\n2. ‸\n   1. y\n3. b")
    check("1. a\n2. ‸\n3. b", "1. a\n‸\n2. b")
    check("- - ‸", "- ‸")
    check("1. - ‸", "1. ‸")
    check("> - ‸", "> ‸")
    check(">- a\n>- ‸", ">- a\n>‸")
    check(">  - a\n>  - ‸", ">  - a\n> ‸")
    check("- > - a\n  > - ‸", "- > - a\n  > ‸")
    check("- > - a\n  >\n  >   - ‸", "- > - a\n  >\n  > - ‸")
    check(" - a\n - ‸", " - a\n‸")
    check("- a\n-‸", "- a\n‸")
    check("-‸", nil)
    check("a\n\n* ‸\n\nb", "a\n\n‸\n\nb")
    check("[^1]: - a\n    - ‸\n\n[^1]", "[^1]: - a\n    ‸\n\n[^1]")
  }

  @Test func halfTypedItems() {
    check("- a\n  - ‸", "- a\n- ‸")
    check("- a\n  * ‸", "- a\n- ‸")
    check("- a\n  1. ‸", "- a\n- ‸")
    check("1. a\n   - ‸\n2. b", "1. a\n2. ‸\n3. b")
    check("- a\n  - b\n    - ‸", "- a\n  - b\n  - ‸")
    check("> - a\n>   - ‸", "> - a\n> - ‸")
    check("- [x] a\n  - ‸", "- [x] a\n- [ ] ‸")
    check("- a\n  b\n  - ‸", "- a\n  b\n- ‸")
    // Without a space after it, it may be a heading's underline.
    check("- a\n  -‸", "- a\n  -\n- ‸")
    check("a\n- ‸", nil)
  }

  // MARK: Where in the item

  @Test func caretInTheItem() {
    check("- abc‸def", "- abc\n- ‸def")
    check("- abc ‸ def", "- abc \n- ‸def")
    check("|‸- item", nil)
    check("‸- item", nil)
    check("-‸ item", nil)
    check("1‸. item", nil)
    check("1.‸ item", nil)
    check("- ‸item", "- \n- ‸item")
    check("- ‸\n  item", "- \n- ‸\n  item")
    check("-  ‸ item", "-  \n-   ‸item")
    check("- ‸# heading", "- \n- ‸# heading")
    check("- # head‸ing", "- # head\n- ‸ing")
    check("- a **b‸ c**", "- a **b\n- ‸c**")
    check("- a ‸- b", "- a \n- ‸- b")
    check("- a‸\n\n  para", "- a\n- ‸\n\n  para")
    check("- a\n- b‸\n\npara", "- a\n- b\n- ‸\n\npara")
    check("  - a‸", "  - a\n  - ‸")
    check("- Foo\n  ---‸", "- Foo\n  ---\n- ‸")
    check("- ***‸", "- ***\n- ‸")
    check("- [a]: /url‸", "- [a]: /url\n- ‸")
    check("-     code‸", "-     code\n      ‸")
  }

  @Test func wrappedLines() {
    check("1. a\n   more‸\n2. b", "1. a\n   more\n2. ‸\n3. b")
    check("1. a\nlazy‸\n2. b", "1. a\nlazy\n2. ‸\n3. b")
    check("> - a\nlazy‸", "> - a\nlazy\n> - ‸")
    check("- a\n  mo‸re\n  and", "- a\n  mo\n- ‸re\n  and")
    check("- a\n  ‸more", nil)
    check("> - a\n>   ‸more", "> - a\n>\n>   ‸more")
    var options = EditOptions()
    options.wrappedLine = .indent
    check("1. a\n   more‸\n2. b", "1. a\n   more\n   ‸\n2. b", options: options)
    check("1. a‸\n   more", "1. a\n2. ‸\n   more", options: options)
  }

  @Test func hardBreaks() {
    check("1. test\\‸\n2. t2", "1. test\\\n   ‸\n2. t2")
    check("1. test  ‸\n2. t2", "1. test  \n   ‸\n2. t2")
    check("1. test\\\\‸", "1. test\\\\\n2. ‸")
    check("1. test\\‸more", "1. test\\\n   ‸more")
    check("1. test ‸", "1. test \n2. ‸")
    check("1. test  ‸more", "1. test  \n2. ‸more")
    check("- [ ] a\\‸", "- [ ] a\\\n  ‸")
    check("- - a\\‸", "- - a\\\n    ‸")
    check("- > - a\\‸", "- > - a\\\n  >   ‸")
    check("- `a\\‸b`", "- `a\\\n- ‸b`")
    check("- # a\\‸", "- # a\\\n- ‸")
  }

  @Test func laterBlocksOfAnItem() {
    check("- a\n\n  para‸", "- a\n\n  para\n  ‸")
    check("- a\n\n  pa‸ra", "- a\n\n  pa\n  ‸ra")
    check("- a\n\n  # h‸", "- a\n\n  # h\n  ‸")
    check("1. a\n\n   para\n   more‸\n2. b", "1. a\n\n   para\n   more\n   ‸\n2. b")
    check("- a\n\n→para‸", "- a\n\n→para\n→‸")
    check("- a\n  - b\n\n  para‸", "- a\n  - b\n\n  para\n  ‸")
    check("- a\n  > q‸", "- a\n  > q\n  > ‸")
    check("- | a |\n  | - |\n  | b |‸", "- | a |\n  | - |\n  | b |\n  | ‸ |")
    check("> - a\n>\n>   para‸", "> - a\n>\n>   para\n>   ‸")
  }

  // MARK: Quotes

  @Test func quotes() {
    check("> a‸b", "> a\n> ‸b")
    check(">a‸", ">a\n>‸")
    check(">  a‸", ">  a\n>  ‸")
    check(">→a‸", ">→a\n>→‸")
    check("> # h‸", "> # h\n> ‸")
    check("> > a‸", "> > a\n> > ‸")
    check(">> a‸", ">> a\n>> ‸")
    check("> ‸a", ">\n> ‸a")
    check("‸> a", nil)
    check(">‸ a", nil)
    check("> a\nlazy‸", nil)
    check("> | a |\n> | - |‸", "> | a |\n> | - |\n> | ‸ |")
    check("1. > a‸", "1. > a\n   > ‸")
    check("- - > a‸", "- - > a\n    > ‸")
    check("1. a\n   > b‸\n2. c", "1. a\n   > b\n   > ‸\n2. c")
  }

  @Test func emptyQuoteLines() {
    check("> a\n> ‸", "> a\n>\n> ‸")
    check("> a\n>‸", "> a\n>\n> ‸")
    check("> a\n>\n> ‸", "> a\n\n‸")
    check("> a\n> \n> ‸", "> a\n\n‸")
    check("> > a\n> > ‸", "> > a\n> >\n> > ‸")
    check("> > a\n> >\n> > ‸", "> > a\n>\n> ‸")
    check("- > a\n  >\n  > ‸", "- > a\n\n  ‸")
    check("> a\n> ‸\n> b", "> a\n>\n> ‸\n> b")
    check("> a\n>\n> ‸\n> b", "> a\n\n‸\n> b")
    check("> - a\n> ‸", "> - a\n>\n> ‸")
    check("> ‸", "‸")
    check("a\n\n> ‸", "a\n\n‸")
    check("> a\n> > ‸", "> a\n> ‸")
    check("- > ‸", "- ‸")
    check("- - a\n  > ‸", "- - a\n  ‸")
    check("> a\n> ‸\n> 2. b", "> a\n>\n> ‸\n> 2. b")
  }

  // MARK: What only looks like a list

  @Test func nothingToGoOn() {
    for text in [
      "", "‸", "para‸", "# h‸", "---‸", "- - -‸", "* * *‸", "-a‸", "1.a‸", "text\n2. b‸", "foo 1. bar‸", "\\- a‸",
      "１. a‸", "1234567890. a‸", "- a\n‸", "- a\n  ‸", "- a\n\n  ‸", "    - a‸", "para\n\n→- a‸", "```\n- a‸\n```",
      "```\n- a‸", "<!--\n- a‸\n-->", "<div>\n- a‸\n</div>", "+++\nx\n- a‸\n+++", "---\n- a‸\n---", "| - ‸a |\n| - |",
      "[^1]: text‸\n\n[^1]", "- a\n  ```\n  > b‸\n  ```", "- a\n\n      - code‸", "- <div>\n  - a‸\n  </div>",
      "```\n```\n- a\n```\n- b‸\n```",
    ] {
      check(text, nil)
    }
  }

  @Test func literalBlocks() {
    check("> ```\n> - a‸\n> ```", "> ```\n> - a\n> ‸\n> ```")
    check("> ```\n> - a‸", "> ```\n> - a\n> ‸")
    check("> ```\n>   a‸b\n> ```", "> ```\n>   a\n>   ‸b\n> ```")
    check("> ```\n> ‸\n> ```", "> ```\n> \n> ‸\n> ```")
    check("> ```\n>\n> ‸\n> ```", "> ```\n>\n> \n> ‸\n> ```")
    check(">     - a‸", ">     - a\n>     ‸")
    check("> <div>\n> - a‸\n> </div>", "> <div>\n> - a\n> ‸\n> </div>")
    check("- > ```\n  > - a‸\n  > ```", "- > ```\n  > - a\n  > ‸\n  > ```")
    check("- ```‸\n  a\n  ```", "- ```\n  ‸\n  a\n  ```")
    check("```\na\n```\n\n- a‸\n\n```\na\n```", "```\na\n```\n\n- a\n- ‸\n\n```\na\n```")
    check("$$\n\n- a‸\n\n$$", "$$\n\n- a\n- ‸\n\n$$")
  }

  @Test func fencesGetTheirEnd() {
    check("```‸", "```\n‸\n```")
    check("```swift‸\n", "```swift\n‸\n```\n")
    check("~~~~ swift‸\n\npara", "~~~~ swift\n‸\n~~~~\n\npara")
    check("- a\n  ```‸", "- a\n  ```\n  ‸\n  ```")
    check("- ```‸", "- ```\n  ‸\n  ```")
    check("> ```‸\n>\n> a", "> ```\n> ‸\n> ```\n>\n> a")
    check("```‸\n```", nil)
    check("```‸\ncode", nil)
    check("``‸`", nil)
    check("- a\n  ```‸\n- b", "- a\n  ```\n  ‸\n  ```\n- b")
    check("- ```‸\n- b", "- ```\n  ‸\n  ```\n- b")
    check("> - ~~~‸\n> - b", "> - ~~~\n>   ‸\n>   ~~~\n> - b")
    check("> ```js‸\ntext", "> ```js\n> ‸\n> ```\ntext")
    var options = EditOptions()
    options.closesFences = false
    check("```‸", nil, options: options)
    check("> ```‸", "> ```\n> ‸", options: options)
  }

  /// To the parser, a fence that is typed above another block ends where that one does; the line that opens that one
  /// tells.
  @Test func fencesTypedAboveOthersGetTheirEnd() {
    check(
      "# T\n\n```swift‸\n\ntext\n\n```js\ncode\n```\n", "# T\n\n```swift\n‸\n```\n\ntext\n\n```js\ncode\n```\n")
    check("> ```‸\n>\n> ```py\n> x\n> ```", "> ```\n> ‸\n> ```\n>\n> ```py\n> x\n> ```")
    check("- ```‸\n\n  ```py\n  x\n  ```\n- c", "- ```\n  ‸\n  ```\n\n  ```py\n  x\n  ```\n- c")
    check("```‸\n\n````js\nx\n````", "```\n‸\n```\n\n````js\nx\n````")
    // These may be whole.
    check("```‸\n\ncode\n```\n", nil)
    check("```‸\n\ntext\n\n```\ncode\n```\n", nil)
    check("````‸\n\n```js\nx\n```\n````", nil)
    check("~~~‸\n\n```js\nx\n```\n~~~", nil)
    check("```‸\n```js\nx\n```", nil)
    check("```‸\n\n    ```js\n```\n", nil)
    check("```md‸\n\n<div>\n```js\nx\n```\n", nil)
  }

  /// Where the end is does not matter.
  @Test func fencesOfLongCode() throws {
    for count in [60, 600, 3_000] {
      let code = String(repeating: "some code\n\n", count: count)
      check("```swift‸\n\n" + code + "```\n\nend\n", nil)
      let typed = code + "```js\ncode\n```\n"
      check("```swift‸\n\n" + typed, "```swift\n‸\n```\n\n" + typed)
      check("```swift‸\n\n" + code, "```swift\n‸\n```\n\n" + code)
    }
  }

  // MARK: Containers in each other

  @Test func nesting() {
    check("> - a‸", "> - a\n> - ‸")
    check("> > 1. a‸", "> > 1. a\n> > 2. ‸")
    check("- - a‸", "- - a\n  - ‸")
    check("1. - a‸", "1. - a\n   - ‸")
    check("- 1. > - a‸", "- 1. > - a\n     > - ‸")
    check("> 1. > - a\n>    > - b‸", "> 1. > - a\n>    > - b\n>    > - ‸")
    check("[^1]: - a‸\n\n[^1]", "[^1]: - a\n    - ‸\n\n[^1]")
    check("[^long]: a\n\n    - b‸\n\n[^long]", "[^long]: a\n\n    - b\n    - ‸\n\n[^long]")
    check("[^1]: > a‸\n\n[^1]", "[^1]: > a\n    > ‸\n\n[^1]")
    check("[^1]: a\n\n    b‸\n\n[^1]", "[^1]: a\n\n    b\n    ‸\n\n[^1]")
    check("> [^1]: a‸\n\n[^1]", "> [^1]: a\n> ‸\n\n[^1]")
    check("> [^1]: ‸\n\n[^1]", "> [^1]: \n> ‸\n\n[^1]")
    check("  [^1]: - a‸\n\n[^1]", "  [^1]: - a\n    - ‸\n\n[^1]")
    check(">- a\n>- b‸", ">- a\n>- b\n>- ‸")
  }

  @Test func tabs() {
    check("- x\n→- b‸", "- x\n→- b\n→- ‸")
    check("-→a‸", "-→a\n-→‸")
    check("-→- a‸", "-→- a\n→- ‸")
    check("1.→a‸", "1.→a\n2.→‸")
    check("9.→a‸", "9.→a\n10.→‸")
    check("-→a\n\n→b‸", "-→a\n\n→b\n→‸")
    check("-→[ ]→a‸", "-→[ ]→a\n-→[ ]→‸")
    check(">→- a‸", ">→- a\n>→- ‸")
    check(">→- ‸", "> ‸")
  }

  @Test func lineEndings() {
    check("- a‸␍\n- b␍\n", "- a␍\n- ‸␍\n- b␍\n")
    check("a␍\n\n- b‸", "a␍\n\n- b␍\n- ‸")
    check("a\n\n- b‸␍\n", "a\n\n- b␍\n- ‸␍\n")
    check("- a‸␍- b", "- a␍- ‸␍- b")
    check("> a␍\n>␍\n> ‸␍\n", "> a␍\n␍\n‸␍\n")
    check("1. a␍\n   - ‸␍\n2. b␍\n", "1. a␍\n2. ‸␍\n3. b␍\n")
    check("```‸␍\n", "```␍\n‸␍\n```␍\n")
  }

  @Test func aCaretInsideACarriageReturnAndLineFeed() throws {
    let result = try #require(Document("- a\r\n").edit(.newline, selections: [TextSelection(caret: 4)]))
    #expect(result.applied(to: "- a\r\n") == "- a\r\n- \r\n")
  }

  @Test func byteOrderMark() {
    check("\u{FEFF}- a‸", "\u{FEFF}- a\n- ‸")
    check("\u{FEFF}- ‸", "\u{FEFF}‸")
    check("\u{FEFF}> a‸", "\u{FEFF}> a\n> ‸")
  }

  // MARK: Selections

  @Test func selectionsAreReplacedFirst() {
    check("- a⟦bc⟧d", "- a\n- ‸d")
    check("- a⟦b\n- c⟧d", "- a\n- ‸d")
    check("- ⟦abc⟧\n- d", "‸\n- d")
    check("1. a⟦b\n2. c⟧d\n3. e", "1. a\n2. ‸d\n3. e")
    check("a⟦b⟧c", nil)
    check("- a\n- b⟦\n\npara⟧", "- a\n- b\n- ‸")
  }

  @Test func manyCarets() {
    check("- a‸\n- b‸", "- a\n- ‸\n- b\n- ‸")
    check("1. a‸\n2. b‸\n3. c‸", "1. a\n2. ‸\n3. b\n4. ‸\n5. c\n6. ‸")
    check("1. a‸b‸c", "1. a\n2. ‸b\n3. ‸c")
    check("- a‸\n\npara‸", "- a\n- ‸\n\npara\n‸")
    check("  para‸ x\n\n- a‸", "  para\n  ‸ x\n\n- a\n- ‸")
    check("para‸\n\npara‸", nil)
    check("> a‸\n\n- b\n- ‸", "> a\n> ‸\n\n- b\n‸")
    check("- a⟦b⟧\n- c⟦d⟧e", "- a\n- ‸\n- c\n- ‸e")
    check("8. a‸\n9. b‸\n\n   c", "8. a\n9. ‸\n10. b\n11. ‸\n\n    c")
  }

  @Test func selectionsThatComeTwiceOrOutOfOrder() throws {
    let result = try #require(
      Document("- a\n- b").edit(
        .newline, selections: [TextSelection(caret: 7), TextSelection(caret: 3), TextSelection(caret: 7)]))
    #expect(result.applied(to: "- a\n- b") == "- a\n- \n- b\n- ")
    #expect(result.selections == [13, 6, 13].map { TextSelection(caret: $0) })
  }

  @Test func selectionsOutOfBounds() {
    for offset in [-5, 100, Int.max - 1] {
      #expect(
        Document("a").edit(.newline, selections: [TextSelection(anchor: offset, head: -1)]) == nil)
    }
  }
}

extension EditResult {
  /// The text after the edits.
  func applied(to text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.replacement) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
