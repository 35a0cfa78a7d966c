import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// What is offered does something: where ``Document/mayEdit(_:at:)`` lets an operation pass that is worked out only when it
/// is chosen, there is an edit.
@Suite struct EditApplicabilityTests {
  private static let levels = (0...6).map { EditArguments(level: $0) }

  private func edits(_ operation: EditOperation, _ marked: MarkedText) -> Bool {
    let arguments = operation == .heading ? Self.levels : [EditArguments()]
    return arguments.contains { marked.editing(operation, arguments: $0) != nil }
  }

  @Test(arguments: [
    "- [ ] ta‸sk", "- [x] ⟦ta⟧sk", "1. [ ] ta‸sk", "> - [ ] ta‸sk", "> > 1. [x] ta‸sk", "- - [ ] ta‸sk", "- a‸",
    "⟦- a⟧", "- # a‸", "- # a\n\n  b‸",
    "- ‸", "- - # a‸", "⟦- ```\n  a\n  ```⟧", "> [!NO‸TE]\n> a", "> [!NOTE]\n> a‸",
    "> [!NOTE]\n> ⟦a⟧", "> [!NOTE]‸\n> a", "> [!⟦NOT⟧E]\n> a", "a‸ b",
    "# a‸ b", "a‸\n===", "| a‸ |\n|---|", "⟦a\n\nb⟧", "⟦a\n\n> [!NOTE]\n> b⟧", "⟦> [!NOTE]\n> b⟧", "⟦- a\n- [ ] b⟧",
    "[^a]: b‸\n\n[^a]",
    "- [ ] a\n\n  b‸", "- a\n  - b‸", "- - a‸", "- a\n  - b‸\n\n  c",
    "1. - a‸\n   - b", "1. - a\n   - b‸", "- a\n- > - b‸", "- a\n  - b\n  - ⟦c⟧", "⟦- # a\n- # b⟧", "⟦- # a\n- b⟧",
    "1. x\n2. y\n   - ⟦b⟧", "1. x\n2. y\n   - ⟦b\n\ntext⟧", "- a\n- ⟦b\n\ntext⟧", "a\n\n⟦\n⟧# H", "a\n\n⟦\n\n⟧b",
    "1. a\n- b‸", "- a\n1. b‸\n2. c", "1. a\n- ⟦b\n* c⟧", "- a\n  - ⟦b\n- c⟧", "⟦- a\n- b⟧", "- a\n- ‸",
    "> - a\n> - ⟦ ⟧b", "- a\n⟦ ⟧- b", "- a\n\n⟦\n⟧  b",
  ])
  func whatIsOfferedWorks(_ marked: String) {
    let text = MarkedText(marked)
    let document = Document(text.text)
    let selection = TextSelection(anchor: text.selections[0].lowerBound, head: text.selections[0].upperBound)
    let waiting: [EditOperation] = [
      .link, .heading, .promote, .demote, .quote, .bulletList, .orderedList, .taskList, .toggleTask, .indent,
      .outdent,
    ]
    for operation in waiting where document.isApplicable(operation, at: selection) {
      #expect(edits(operation, text), "\(operation) at \(marked.debugDescription)")
    }
  }

  /// A task's paragraph can be nothing else; its further ones can.
  @Test func headingsOfTasks() {
    func isOffered(_ marked: String) -> Bool {
      let text = MarkedText(marked)
      return Document(text.text).isApplicable(.heading, at: TextSelection(caret: text.selections[0].lowerBound))
    }
    #expect(!isOffered("- [ ] ta‸sk"))
    #expect(!isOffered("> - [ ] ta‸sk"))
    #expect(!isOffered("> [!NOTE]\n> te‸xt"))
    #expect(isOffered("- it‸em"))
    #expect(isOffered("- [ ] task\n\n  te‸xt"))
    #expect(isOffered("> [!NOTE]\n>\n> te‸xt"))
  }
}
