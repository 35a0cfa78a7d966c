/// The HTML elements that are open, as their tags come by in source order: a closing tag closes the last one of its name
/// and all that were opened since.
struct OpenElements<Tag> {
  private var stack: [(name: String, tag: Tag)] = []
  /// How many of the stack have a name.
  private var counts: [String: Int] = [:]

  mutating func open(_ tag: Tag, named name: String) {
    stack.append((name, tag))
    counts[name, default: 0] += 1
  }

  /// The tag that a closing one of this name is the partner of; `nil` where none is open. O(1) for each tag opened.
  mutating func close(_ name: String) -> Tag? {
    guard counts[name, default: 0] > 0 else { return nil }
    while let last = stack.popLast() {
      counts[last.name, default: 0] -= 1
      if last.name == name { return last.tag }
    }
    return nil
  }
}
