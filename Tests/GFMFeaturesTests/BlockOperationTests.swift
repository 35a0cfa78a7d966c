import Foundation
import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Headings, quotes, lists, tasks, moving items, and links.
@Suite struct BlockOperationTests {
  /// Edits at the marks of `before`, and checks the text and the marks after it; `nil` for no answer.
  private func check(
    _ operation: EditOperation, _ before: String, _ after: String?, arguments: EditArguments = EditArguments(),
    options: EditOptions = EditOptions(), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = MarkedText(before).editing(operation, arguments: arguments, options: options)
    #expect(result?.marked == after, sourceLocation: sourceLocation)
  }

  // MARK: Case files

  static let cases: [EditCase] = ["edits-blocks", "edits-links"].flatMap { name in
    let url = Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Fixtures")
    return url.flatMap { try? EditCase.load($0) } ?? []
  }

  @Test(arguments: cases) func caseFile(_ editCase: EditCase) throws {
    let operation = try #require(EditOperation(rawValue: editCase.operation))
    let arguments = EditArguments(
      level: editCase.arguments["level"].flatMap { Int($0) }, url: editCase.arguments["url"])
    let after = editCase.before.editing(operation, arguments: arguments)
    switch editCase.expectation {
    case .after(let expected): #expect(after?.marked == expected.marked)
    case .none: #expect(after?.marked == nil)
    case .html: Issue.record("an outcome in HTML is not looked at here")
    }
  }

  // MARK: Alerts

  @Test func alertsStayAlerts() {
    for operation in [EditOperation.bulletList, .orderedList, .taskList] {
      check(operation, "> [!NOTE]\n> te‸xt", nil)
      check(operation, "⟦> [!NOTE]\n> text⟧", nil)
      check(operation, "‸> [!NOTE]\n> text", nil)
      check(operation, "⟦a\n\n> [!NOTE]\n> text⟧", nil)
    }
    for level in 1...6 {
      check(.heading, "> [!NO‸TE]\n> text", nil, arguments: EditArguments(level: level))
      check(.heading, "> [!NOTE]\n> te‸xt", nil, arguments: EditArguments(level: level))
    }
    check(.quote, "⟦a\n\n> [!NOTE]\n> text⟧", nil)
    check(.quote, "> [!NOTE]\n> te‸xt", "[!NOTE]\nte‸xt")
    check(.bulletList, "> [!NOTE]\n>\n> te‸xt", "> [!NOTE]\n>\n> - te‸xt")
    check(.heading, "> [!NOTE]\n>\n> te‸xt", "> [!NOTE]\n>\n> # te‸xt", arguments: EditArguments(level: 1))
    check(.bulletList, "> [!NOPE]\n> te‸xt", "> - [!NOPE]\n>   te‸xt")
    check(.link, "> [!NO‸TE]\n> text", nil)
    check(.link, "> [!NOTE]‸\n> text", nil)
    check(.link, "> ⟦[!NOTE]\n> text⟧", "> [!NOTE]\n> [text](‸)")
    check(.link, "> - [ ] te‸xt", "> - [ ] [text](‸)")
  }

  @Test func linksSegmentNoCharacterAndNoMention() {
    check(.link, "⚠️‸ 注意", "⚠️[‸]() 注意")
    check(.link, "⟦⚠⟧\u{FE0F} x", "[⚠\u{FE0F}](‸) x")
    check(.link, "hi @us‸er x", "hi [@user](‸) x")
    check(.link, "hi :ta⟦da: x⟧", "hi [:tada: x](‸)")
  }

  // MARK: Settings

  @Test func bulletMarkers() {
    var options = EditOptions()
    options.bulletMarker = .asterisk
    check(.bulletList, "a‸", "* a‸", options: options)
    check(.taskList, "a‸", "* [ ] a‸", options: options)
    check(.bulletList, "- a\n\nb‸", "- a\n\n- b‸", options: options)
    options.bulletMarker = .plus
    check(.bulletList, "1. a‸", "+ a‸", options: options)
  }

  @Test func numbering() {
    var options = EditOptions()
    options.numbering = .one
    check(.orderedList, "⟦a\n\nb⟧", "1. ⟦a\n\n1. b⟧", options: options)
    check(.orderedList, "1. a\n1. b\n\nc‸", "1. a\n1. b\n\n1. c‸")
  }

  /// A list below is one with what comes to stand above it, and so counts on from there.
  @Test func numbersGoOnInTheListBelow() {
    check(.orderedList, "1. a\n2. b\n\ntext‸\n\n3. c\n4. d", "1. a\n2. b\n\n3. text‸\n\n4. c\n5. d")
    check(.orderedList, "text‸\n\n1. a\n2. b", "1. text‸\n\n2. a\n3. b")
    check(.orderedList, "1. a\n- x‸\n2. b", "1. a\n2. x‸\n3. b")
    check(.orderedList, "1. a\n\n⟦p\n\nq⟧\n\n2. b", "1. a\n\n2. ⟦p\n\n3. q⟧\n\n4. b")
    check(.orderedList, "a‸\n\nb‸", "1. a‸\n\n2. b‸")
    check(.orderedList, "a‸\n\nb‸\n\nc‸", "1. a‸\n\n2. b‸\n\n3. c‸")
    check(.orderedList, "> text‸\n>\n> 1. a", "> 1. text‸\n>\n> 2. a")
    check(.orderedList, "- a\n\n  text‸\n\n  1. x\n  2. y", "- a\n\n  1. text‸\n\n  2. x\n  3. y")
    check(.orderedList, "1) a\n\ntext‸\n\n9) b\n   more", "1) a\n\n2) text‸\n\n3) b\n   more")
    check(.orderedList, "8. a\n\ntext‸\n\n9. b\n   more", "8. a\n\n9. text‸\n\n10. b\n    more")
    // Another list stays one.
    check(.orderedList, "1. a\n\ntext‸\n\n1) b", "1. a\n\n2. text‸\n\n1) b")
    check(.orderedList, "- ⟦a⟧\n- b\n\n1. c", "1. ⟦a⟧\n- b\n\n1. c")
  }

  @Test func listsThatSayTheSameNumberStaySo() {
    check(.orderedList, "text‸\n\n1. a\n1. b", "1. text‸\n\n1. a\n1. b")
    check(.orderedList, "text‸\n\n0. a\n0. b", "0. text‸\n\n0. a\n0. b")
    check(.orderedList, "1. a\n1. b\n\ntext‸\n\n1. c\n1. d", "1. a\n1. b\n\n1. text‸\n\n1. c\n1. d")
    check(.orderedList, "1. [ ] a‸\n1. [ ] b", "1. a‸\n1. b")
    var options = EditOptions()
    options.numbering = .one
    check(.orderedList, "text‸\n\n1. a", "1. text‸\n\n1. a", options: options)
    check(.orderedList, "1. a\n2. b\n\n⟦c\n\nd⟧", "1. a\n2. b\n\n3. ⟦c\n\n4. d⟧", options: options)
  }

  /// What comes out of an item becomes one list with the items below it, as tight as it was.
  @Test func aListThatComesOutGoesOnTight() {
    check(.bulletList, "- a‸\n  - b\n- c", "a‸\n- b\n- c")
    check(.orderedList, "1. a‸\n   1. b\n2. c", "a‸\n1. b\n2. c")
    check(.bulletList, "- ⟦a\n  - b⟧\n* c", "⟦a\n- b⟧\n* c")
    check(.bulletList, "- a‸\n- b", "a‸\n\n- b")
  }

  @Test func nothingIsLeftOfAnEmptyItem() {
    check(.bulletList, "⟦- a\n- ⟧", "⟦a\n\n⟧")
    check(.bulletList, "⟦- a\n- \n- b⟧", "⟦a\n\n\n\nb⟧")
    check(.bulletList, "- ‸ ", "‸")
    check(.taskList, "⟦- [ ] a\n- [ ] \n⟧", "⟦a\n\n\n⟧")
    check(.bulletList, "> ⟦- a\n> - ⟧", "> ⟦a\n>\n> ⟧")
  }

  // MARK: Several selections

  @Test func severalSelections() {
    check(.quote, "a‸\n\nb\n\nc‸", "> a‸\n\nb\n\n> c‸")
    check(.toggleTask, "- [x] a‸\n- [ ] b\n- [ ] c‸", "- [x] a‸\n- [ ] b\n- [x] c‸")
    check(.indent, "- a\n- b‸\n- c\n- d‸", "- a\n  - b‸\n- c\n  - d‸")
    check(.heading, "a‸\n\n# b‸", "# a‸\n\n# b‸", arguments: EditArguments(level: 1))
  }

  /// What has the form already is left as it is, until all of it has it.
  @Test func someHaveTheFormAlready() {
    check(.quote, "> a‸\n\nb‸", "> a‸\n\n> b‸")
    check(.quote, "> a‸\n\n> b‸", "a‸\n\nb‸")
    check(.quote, "⟦> a\n\nb⟧", "⟦> a\n\n> b⟧")
    check(.quote, "⟦a\n\n> b\n\nc⟧", "> ⟦a\n\n> b\n\n> c⟧")
    check(.quote, "⟦> a\n\n> b⟧", "⟦a\n\nb⟧")
    check(.quote, "> - a‸\n\nb‸\n\nc", "> - a‸\n\n> b‸\n\nc")
    check(.bulletList, "- a‸\n- [ ] b\n\nc‸", "- a‸\n- [ ] b\n\n- c‸")
    check(.bulletList, "- a‸\n\n1. b‸", "- a‸\n\n- b‸")
    check(.bulletList, "- a‸\n\nx\n\n- b‸", "a‸\n\nx\n\nb‸")
    check(.orderedList, "1. a‸\n2. b\n\nc‸", "1. a‸\n2. b\n\n3. c‸")
    check(.taskList, "- [x] a‸\n\nb‸", "- [x] a‸\n\n- [ ] b‸")
    check(.taskList, "- [x] a‸\n- b‸", "- [x] a‸\n- [ ] b‸")
    check(.toggleTask, "- [x] a‸\n- b‸", "- [x] a‸\n- [x] b‸")
    check(.heading, "⟦# a\n## b⟧", "⟦a\n\nb⟧", arguments: EditArguments(level: 0))
    check(.heading, "⟦# a\n## b\n# c\nd\n- # e⟧", "⟦a\n\nb\n\nc\n\nd\n- e⟧", arguments: EditArguments(level: 0))
    check(.heading, "## a‸\n\nb‸\n\n# c‸", "## a‸\n\n## b‸\n\n## c‸", arguments: EditArguments(level: 2))
  }
}

extension MarkedText {
  /// The text and the marks after an operation at the marks; `nil` where it makes no sense.
  func editing(
    _ operation: EditOperation, arguments: EditArguments = EditArguments(), options: EditOptions = EditOptions()
  ) -> MarkedText? {
    let selections = selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    guard
      let result = Document(text).edit(operation, selections: selections, arguments: arguments, options: options)
    else { return nil }
    return MarkedText(text: result.applied(to: text), selections: result.selections.map { $0.range })
  }
}
