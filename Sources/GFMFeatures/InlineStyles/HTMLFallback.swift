extension EditResult {
  /// Whether it puts in HTML tags for a style, because no Markdown delimiter could stand there.
  public var insertsHTML: Bool {
    let tags = InlineStyle.allCases.flatMap { $0.elementNames.prefix(1) }.map { InlineSpelling.element($0).opening }
    return edits.contains { edit in
      edit.replacement.indices.contains { index in
        tags.contains { edit.replacement[index...].starts(with: $0) }
      }
    }
  }
}
