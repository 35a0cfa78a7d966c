import GFMFeatures
import GFMSyntax
import MarkdownText
import TestSupport
import Testing

/// Moving items in and out, beside the case file.
@Suite struct ItemMoveTests {
  /// Edits at the marks of `before`, and checks the text and the marks after it; `nil` for no answer.
  private func check(
    _ operation: EditOperation, _ before: String, _ after: String?, options: EditOptions = EditOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = MarkedText(before).editing(operation, options: options)
    #expect(result?.marked == after, sourceLocation: sourceLocation)
  }

  /// Whether moving is offered at the mark of a text.
  private func isOffered(_ operation: EditOperation, _ marked: String) -> Bool {
    let marked = MarkedText(marked)
    return marked.selections.allSatisfy {
      Document(marked.text).isApplicable(operation, at: TextSelection(anchor: $0.lowerBound, head: $0.upperBound))
    }
  }

  // MARK: Code

  /// There, the editor's own Tab indents the code.
  @Test func codeInAnItemStaysWhereItIs() {
    for (inItem, caretLine) in [
      ("  ```py\n  def f():\n‸\n  ```\n", "  "), ("  ```py\n‸  def f():\n  ```\n", ""),
      ("  ```py\n  def f():‸\n  ```\n", ""), ("  ```py\n  def f():\n\n  ```‸\n", ""), ("  ```p‸y\n  x\n  ```\n", ""),
      ("  ```py\n  ⟦def f():\n    x⟧\n  ```\n", ""), ("  ~~~\n  ‸", ""), ("  ~~~\n  x\n‸", "  "),
      ("\n      code‸\n", ""), ("\n      code\n‸\n      code\n", "      "), ("  <div>\n  ‸text\n  </div>\n", ""),
    ] {
      let text = "- a\n- b\n" + inItem.replacing("‸", with: caretLine + "‸")
      check(.indent, text, nil)
      #expect(!isOffered(.indent, text), "\(text)")
      let nested =
        "- a\n"
        + text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
      check(.outdent, nested, nil)
      #expect(!isOffered(.outdent, nested), "\(nested)")
    }
    check(.indent, "> - a\n> - b\n>   ```\n>   x‸\n>   ```", nil)
    check(.indent, "[^1]: - a\n    - b\n      ```\n      x‸\n      ```\n\n[^1]", nil)
  }

  @Test func anItemWithCodeMovesFromItsText() {
    check(.indent, "- a\n- b‸\n  ```\n  x\n  ```", "- a\n  - b‸\n    ```\n    x\n    ```")
    check(.indent, "- a\n- ```‸\n  x\n  ```", "- a\n  - ```‸\n    x\n    ```")
    check(.indent, "- a\n-     x‸", "- a\n  -     x‸")
    check(.outdent, "- a\n  - > ```‸\n    > x\n    > ```", "- a\n- > ```‸\n  > x\n  > ```")
    check(.indent, "- a\n- ⟦b\n  ```\n  x⟧\n  ```", "- a\n  - ⟦b\n    ```\n    x⟧\n    ```")
    // Among several carets, those in text move their items.
    check(.indent, "- a\n- b‸\n- c\n  ```\n  x‸\n  ```", "- a\n  - b‸\n- c\n  ```\n  x‸\n  ```")
  }

  // MARK: Tabs

  @Test func listsWithTabsAreSetInWithTabs() {
    check(.indent, "- a\n→- x\n- b‸", "- a\n→- x\n→- b‸")
    check(.indent, "- a\n→- x\n- b\n- c‸", "- a\n→- x\n- b\n→- c‸")
    check(.indent, "- a\n- b‸\n- c\n→- x", "- a\n→- b‸\n- c\n→- x")
    check(.indent, "- a\n→- b\n→- c‸", "- a\n→- b\n→→- c‸")
    check(.indent, "- a\n→- b\n→- ‸", "- a\n→- b\n→→- ‸")
    check(.indent, "-→a\n-→b‸", "-→a\n→-→b‸")
    check(.indent, "-→a\n-→b‸\n\n→more\n→- c", "-→a\n→-→b‸\n\n→→more\n→→- c")
    check(.indent, "1. a\n→1. x\n2. b‸\n3. c", "1. a\n→1. x\n→2. b‸\n2. c")
    check(.indent, "1. a\n2. b‸\n→- x", "1. a\n→1. b‸\n→→- x")
    check(.indent, "- a\n→- x\n- b‸\n  more\n→- c\n→→- d", "- a\n→- x\n→- b‸\n→  more\n→→- c\n→→→- d")
    check(.indent, "- a\n→- x\n- ⟦b\n- c⟧", "- a\n→- x\n→- ⟦b\n→- c⟧")
    check(.indent, "- a\n→- x\n- b‸\n  ```\n  →code\n  ```", "- a\n→- x\n→- b‸\n→  ```\n→  →code\n→  ```")
    check(.indent, "> - a\n> →- x\n> - b‸", "> - a\n> →- x\n> →- b‸")
    check(.indent, "> -→a\n> -→b‸\n> →more", "> -→a\n> →-→b‸\n> →→more")
    check(.indent, "> - a\n>→- x\n> - b‸", "> - a\n>→- x\n> →- b‸")
    check(.indent, "- a␍\n→- x␍\n- b‸␍\n", "- a␍\n→- x␍\n→- b‸␍\n")
    // A list of three levels, one after the other.
    check(.indent, "- a\n→- b\n→→- c\n→→- d‸", "- a\n→- b\n→→- c\n→→→- d‸")
  }

  @Test func listsWithTabsAreSetOutByTabs() {
    check(.outdent, "- a\n→- b‸", "- a\n- b‸")
    check(.outdent, "- a\n→- b‸\n→→- c", "- a\n- b‸\n→- c")
    check(.outdent, "- a\n→- b‸\n→- c\n→- d", "- a\n- b‸\n→- c\n→- d")
    check(.outdent, "- a\n→- b\n→→- c‸\n→- d", "- a\n→- b\n→- c‸\n→- d")
    check(.outdent, "-→a\n→-→b‸\n→→more\n→-→c", "-→a\n-→b‸\n→more\n→-→c")
    check(.outdent, "- a\n→- b‸\n→  ```\n→  →code\n→  ```", "- a\n- b‸\n  ```\n  →code\n  ```")
    check(.outdent, "1. a\n→1. b‸\n→→- c\n2. d", "1. a\n2. b‸\n→- c\n3. d")
  }

  @Test func listsWithSpacesAreSetInWithSpaces() {
    check(.indent, "- a\n  - x\n- b‸\n→- c", "- a\n  - x\n  - b‸\n  →- c")
    check(.indent, "- a\n  ```\n  →x\n  ```\n- b‸", "- a\n  ```\n  →x\n  ```\n  - b‸")
  }

  // MARK: Numbers

  /// A list of one item goes on as new ones count.
  @Test func numbering() {
    var options = EditOptions()
    options.numbering = .one
    check(.indent, "1. a\n   1. x\n2. b‸", "1. a\n   1. x\n   1. b‸", options: options)
    check(.outdent, "1. a\n   - b‸", "1. a\n1. b‸", options: options)
    check(.indent, "1. a\n   1. x\n   2. y\n2. b‸", "1. a\n   1. x\n   2. y\n   3. b‸", options: options)
    check(.orderedList, "1. a\n\nb‸", "1. a\n\n1. b‸", options: options)
    check(.orderedList, "1. a\n2. b\n\nc‸", "1. a\n2. b\n\n3. c‸", options: options)
  }

  // MARK: Lists of another kind

  /// A list right below one of another kind is as often meant to be in its last item.
  @Test func itemsMoveIntoAListOfAnotherKind() {
    check(.indent, "1. one\n- two‸", "1. one\n   - two‸")
    check(.indent, "1. one\n  - two‸", "1. one\n   - two‸")
    check(.indent, "* a\n- b‸", "* a\n  - b‸")
    check(.indent, "10. a\n   - b‸", "10. a\n    - b‸")
    check(.indent, "1. a\n2. b\n- c‸\n- d", "1. a\n2. b\n   - c‸\n- d")
    check(.indent, "1. a\n\n- b‸\n\n  more", "1. a\n\n   - b‸\n\n     more")
    check(.indent, "1. a\n   - x\n* b‸", "1. a\n   - x\n   - b‸")
    check(.indent, "> 1. a\n> - b‸\n> - c", "> 1. a\n>    - b‸\n> - c")
    check(.indent, "- x\n  1. a\n  - b‸", "- x\n  1. a\n     - b‸")
    check(.indent, "1. a\n- b‸\n- c‸\n- d", "1. a\n   - b‸\n   - c‸\n- d")
    check(.indent, "1. a\n- ⟦b\n- c⟧", "1. a\n   - ⟦b\n   - c⟧")
    check(.indent, "1. a\n→- x\n2. b\n- c‸", "1. a\n→- x\n2. b\n→- c‸")
    for marked in ["1. one\n- two‸", "> 1. a\n> - b‸", "1. a\n- ⟦b\n- c⟧"] {
      #expect(isOffered(.indent, marked), "\(marked)")
    }
    for marked in ["- a‸", "1. a\n\nx\n\n- b‸", "1. a\n\n   x\n   - b‸", "# a\n- b‸"] {
      check(.indent, marked, nil)
      #expect(!isOffered(.indent, marked), "\(marked)")
    }
  }

  /// What the list parted is one list again.
  @Test func numbersGoOnBelowAListThatMovedIn() {
    check(.indent, "1. a\n- b‸\n2. c", "1. a\n   - b‸\n2. c")
    check(.indent, "1. a\n- b‸\n1. c\n2. d", "1. a\n   - b‸\n2. c\n3. d")
    check(.indent, "1. a\n1. x\n- b‸\n1. c", "1. a\n1. x\n   - b‸\n1. c")
    check(.indent, "- a\n1. b‸\n2. c", "- a\n  1. b‸\n1. c")
  }

  // MARK: Steps

  @Test func listsSetInByFourSpacesStaySo() {
    check(.indent, "* x\n    * y\n* a\n* b‸", "* x\n    * y\n* a\n    * b‸")
    check(.indent, "* a\n* b‸\n* c\n    * d", "* a\n    * b‸\n* c\n    * d")
    check(.indent, "* a\n    * b\n    * c‸", "* a\n    * b\n        * c‸")
    check(.indent, "* a\n    1. b\n* c\n  more\n* d‸\n  more", "* a\n    1. b\n* c\n  more\n    * d‸\n      more")
    check(.indent, "1. a\n    - x\n2. b\n- c‸", "1. a\n    - x\n2. b\n    - c‸")
    check(.indent, "> * x\n>     * y\n> * a\n> * b‸", "> * x\n>     * y\n> * a\n>     * b‸")
    // Other lists are set in to their item's content.
    check(.indent, "1. x\n   - y\n   - z‸", "1. x\n   - y\n     - z‸")
    check(.indent, "- x\n  - y\n\n1. a\n2. b‸", "- x\n  - y\n\n1. a\n   1. b‸")
    check(.indent, "* x\n    * y\n* a\n  * z\n* b\n* c‸", "* x\n    * y\n* a\n  * z\n* b\n  * c‸")
    // Where the step is too short, or so long that it would make code.
    check(.indent, "- x\n   - y\n\n10. a\n11. b‸", "- x\n   - y\n\n10. a\n    1. b‸")
    check(.indent, "1234. x\n       - y\n- a\n- b‸", "1234. x\n       - y\n- a\n  - b‸")
  }

  @Test func whatIsBelowAnItemThatMovesOutStaysWhereItIs() {
    check(.outdent, "* a\n    * b‸\n    * c\n* d", "* a\n* b‸\n    * c\n* d")
    check(.outdent, "* a\n    * b‸\n        * x\n    * c", "* a\n* b‸\n    * x\n    * c")
    check(.outdent, "- a\n    1. b‸\n    2. c\n       more", "- a\n- b‸\n    1. c\n       more")
    // Not where it would come into another item.
    check(.outdent, "* a\n    * b‸\n      * x\n    * c", "* a\n* b‸\n  * x\n  * c")
    check(.outdent, "9. a\n   - b‸\n   - c", "9. a\n10. b‸\n    - c")
  }

  // MARK: Selections

  @Test func ofASelectionThoseMoveOutThatCan() {
    check(.outdent, "- a\n  - ⟦b\n- c⟧", "- a\n- ⟦b\n- c⟧")
    check(.outdent, "- a\n  - ⟦b\n  - c\n- d⟧", "- a\n- ⟦b\n- c\n- d⟧")
    check(.outdent, "⟦- a\n  - b\n- c⟧", "⟦- a\n- b\n- c⟧")
    check(.outdent, "- a\n  - ⟦b\n    - x\n- c\n  - d⟧", "- a\n- ⟦b\n  - x\n- c\n- d⟧")
    check(.outdent, "- a\n  - ⟦b\n\ntext⟧", "- a\n- ⟦b\n\ntext⟧")
    check(.outdent, "1. a\n   1. ⟦b\n2. c⟧\n3. d", "1. a\n2. ⟦b\n3. c⟧\n4. d")
    // An item that is not selected stays, whatever of it is.
    check(.outdent, "- p\n  - a\n    - ⟦b\n  - c⟧", "- p\n  - a\n  - ⟦b\n- c⟧")
    for marked in ["⟦- a\n- b⟧", "text\n\n⟦- a\n\ntext⟧"] {
      check(.outdent, marked, nil)
      #expect(!isOffered(.outdent, marked), "\(marked)")
    }
  }

  @Test func ofASelectionThoseMoveInThatCan() {
    check(.indent, "⟦- a\n- b\n- c⟧", "⟦- a\n  - b\n  - c⟧")
    check(.indent, "- a\n- ⟦b\n\ntext⟧", "- a\n  - ⟦b\n\ntext⟧")
    check(.indent, "- a\n- ⟦b\n\n# c\n\n- d\n- e⟧", "- a\n  - ⟦b\n\n# c\n\n- d\n  - e⟧")
    check(.indent, "- p\n- a\n  - ⟦b\n- c⟧", "- p\n- a\n  - ⟦b\n  - c⟧")
    check(.indent, "1. a\n- ⟦b\n* c⟧", "1. a\n   - ⟦b\n   * c⟧")
    check(.indent, "1. a\n- b‸\n* c‸\n* d", "1. a\n   - b‸\n   * c‸\n* d")
    check(.indent, "1) a\n2) ⟦b\n1. c⟧\n2. d\n3. e", "1) a\n   1) ⟦b\n   1. c⟧\n1. d\n2. e")
    check(.indent, "1) a\n   * x\n2) ⟦b\n1. c⟧\n2. d", "1) a\n   * x\n   * ⟦b\n   * c⟧\n1. d")
    check(.indent, "> * a\n> 5. ⟦b\n> - c⟧", "> * a\n>   1. ⟦b\n>   - c⟧")
    // What is in an item that stays, stays in it.
    for marked in ["1. x\n2. y\n   - ⟦b⟧", "⟦- a\n  - b\n  - c⟧", "- a\n- b\n  - ⟦c\n\ntext⟧", "⟦- a\n\ntext⟧"] {
      check(.indent, marked, nil)
      #expect(!isOffered(.indent, marked), "\(marked)")
    }
  }

  // MARK: Several carets

  @Test func itemsBesideEachOtherStaySo() {
    check(.indent, "- a\n- b‸\n- c‸", "- a\n  - b‸\n  - c‸")
    check(.indent, "- a\n- b‸\n- c‸\n- d‸\n- e", "- a\n  - b‸\n  - c‸\n  - d‸\n- e")
    check(.indent, "1. a\n2. b‸\n\n3. c‸\n4. d", "1. a\n   1. b‸\n\n   2. c‸\n2. d")
    check(.indent, "- a\n- b‸\n  - x\n- ⟦c\n- d⟧", "- a\n  - b‸\n    - x\n  - ⟦c\n  - d⟧")
    check(.indent, "> - a\n> - b‸\n> - c‸", "> - a\n>   - b‸\n>   - c‸")
    check(.indent, "- a\n→- x\n- b‸\n- c‸", "- a\n→- x\n→- b‸\n→- c‸")
    check(.outdent, "- a\n  - b‸\n  - c‸\n  - d", "- a\n- b‸\n- c‸\n  - d")
    check(.outdent, "1. a\n   1. b‸\n   2. c‸\n2. d", "1. a\n2. b‸\n3. c‸\n4. d")
    // An item takes along what it holds, whether a caret is in that or not.
    check(.indent, "- a\n- b‸\n  - c‸", "- a\n  - b‸\n    - c‸")
    // The first item cannot move; those after it go into it.
    check(.indent, "- a‸\n- b‸\n- c‸", "- a‸\n  - b‸\n  - c‸")
    check(.indent, "- a\n- b‸\n- c\n- d‸", "- a\n  - b‸\n- c\n  - d‸")
    check(.indent, "- a\n- b‸\n\nx\n\n- c\n- d‸", "- a\n  - b‸\n\nx\n\n- c\n  - d‸")
  }
}
