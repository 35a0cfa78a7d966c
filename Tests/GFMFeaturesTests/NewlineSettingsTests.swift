import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Enter where users divide.
@Suite struct NewlineSettingsTests {
  private func check(
    _ before: String, _ after: String?, _ options: EditOptions, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let marked = MarkedText(before)
    let selections = marked.selections.map { TextSelection(anchor: $0.lowerBound, head: $0.upperBound) }
    let document = Document(marked.text)
    let result = document.edit(.newline, selections: selections, options: options).map {
      MarkedText(text: document.text(after: $0.edits), selections: $0.selections.map(\.range)).marked
    }
    #expect(result == after, sourceLocation: sourceLocation)
  }

  @Test func hardBreaks() {
    var options = EditOptions()
    check("1. a  ‸\n2. b", "1. a  \n   ‸\n2. b", options)
    options.keepsItemAfterHardBreak = false
    check("1. a  ‸\n2. b", "1. a  \n2. ‸\n3. b", options)
    check("- a\\‸", "- a\\\n- ‸", options)
  }

  @Test func emptyItems() {
    var options = EditOptions()
    options.emptyItem = .end
    check("- a\n- ‸", "- a\n‸", options)
    check("- a\n  - b\n  - ‸", "- a\n  - b\n‸", options)
    check("- a\n  - b\n    - c\n    - ‸\n- d", "- a\n  - b\n    - c\n‸\n- d", options)
    check("1. a\n   1. x\n   2. ‸\n   3. y\n2. b", "1. a\n   1. x\n‸\n   2. y\n2. b", options)
    check("> - a\n>   - b\n>   - ‸", "> - a\n>   - b\n> ‸", options)
    check("- > - a\n  >   - b\n  >   - ‸", "- > - a\n  >   - b\n  > ‸", options)
    check("[^1]: - a\n      - b\n      - ‸\n\n[^1]", "[^1]: - a\n      - b\n    ‸\n\n[^1]", options)
    check("- a\n  - ‸", "- a\n‸", options)
    check("> - a\n>   - ‸", "> - a\n> ‸", options)
  }

  @Test func emptyQuotes() {
    var options = EditOptions()
    check("> a\n> ‸", "> a\n>\n> ‸", options)
    options.emptyQuote = .once
    check("> a\n> ‸", "> a\n\n‸", options)
    check("> > a\n> > ‸", "> > a\n>\n> ‸", options)
    check("- > a\n  > ‸", "- > a\n\n  ‸", options)
    check("> ‸", "‸", options)
    check("> a‸", "> a\n> ‸", options)
  }

  /// A list's items tell how it counts, where there are several.
  @Test func numbering() {
    var options = EditOptions()
    options.numbering = .one
    check("1. a‸", "1. a\n1. ‸", options)
    check("1) [x] a‸", "1) [x] a\n1) [ ] ‸", options)
    check("1. a\n   - ‸", "1. a\n1. ‸", options)
    check("> - 1. a‸\n\n1. b\n2. c", "> - 1. a\n>   1. ‸\n\n1. b\n2. c", options)
    check("1. a\n1. b‸", "1. a\n1. b\n1. ‸", options)
    check("1. a\n2. b‸", "1. a\n2. b\n3. ‸", options)
    check("1. a‸\n2. b", "1. a\n2. ‸\n3. b", options)
    check("0. a‸", "0. a\n1. ‸", options)
    check("7. a‸", "7. a\n8. ‸", options)
    check("- a‸", "- a\n- ‸", options)
    check("1. a\n1. b‸", "1. a\n1. b\n1. ‸", EditOptions())
    check("1. a‸", "1. a\n2. ‸", EditOptions())
  }

  @Test func tabs() {
    var options = EditOptions()
    options.indentation = .tabs
    check("1.  a  ‸", "1.  a  \n→‸", options)
    check("- a  ‸", "- a  \n  ‸", options)
    check("1.  - a‸", "1.  - a\n→- ‸", options)
    check("- - - a‸", "- - - a\n→- ‸", options)
    check("1.  a\n\n    - b‸", "1.  a\n\n    - b\n    - ‸", options)
    check("> 1.  a  ‸", "> 1.  a  \n>     ‸", options)
  }

  /// An empty item cannot stand right below a paragraph: its dash would make a heading of it.
  @Test func startOfAnItemBelowAParagraph() {
    let options = EditOptions()
    check("Foo\n- ‸bar", "Foo\n\n- \n- ‸bar", options)
    check("Foo\n* ‸bar\n* baz", "Foo\n\n* \n* ‸bar\n* baz", options)
    check("Foo\n1. ‸bar\n2. baz", "Foo\n\n1. \n2. ‸bar\n3. baz", options)
    check("> Foo\n> - ‸bar", "> Foo\n>\n> - \n> - ‸bar", options)
    check("> Foo\n- ‸bar", "> Foo\n\n- \n- ‸bar", options)
    check("- x\n\n  Foo\n* ‸bar", "- x\n\n  Foo\n\n* \n* ‸bar", options)
    // An empty box is text enough.
    check("Foo\n- [ ] ‸bar", "Foo\n- [ ] \n- [ ] ‸bar", options)
    check("Foo\n- ‸[ ] bar", "Foo\n\n- \n- ‸[ ] bar", options)
    // The list around would become loose.
    check("- Foo\n  - ‸bar", nil, options)
    check("# Foo\n- ‸bar", "# Foo\n- \n- ‸bar", options)
  }
}
