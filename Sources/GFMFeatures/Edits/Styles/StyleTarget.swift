import GFMSyntax

/// What of a leaf block a caret or a selection stands for when a style is toggled.
struct StyleTarget: Sendable, Hashable {
  /// What is to gain or to lose the style.
  var units: Range<Int>
  /// The source that was meant.
  var span: Range<Int>
  /// Whether all of it has the style already.
  var isStyled: Bool
}

extension InlineModel {
  /// What a selection stands for here; `nil` if it holds nothing that can be seen. `range` may reach out of the leaf.
  func target(of range: Range<Int>, for style: InlineStyle) -> StyleTarget? {
    var selected = units(overlapping: range)
    guard let first = selected.first, let last = selected.last else { return nil }
    // A construct that is literal inside is meant as a whole.
    if isAtomic(units[first].container, for: style) {
      selected = containers[units[first].container].units.lowerBound..<selected.upperBound
    }
    if isAtomic(units[last].container, for: style) {
      selected = selected.lowerBound..<containers[units[last].container].units.upperBound
    }
    return target(of: selected, span: range, for: style)
  }

  /// What a caret stands for: a styled range, a construct, a word; `nil` where it is between such things.
  func target(ofCaret offset: Int, for style: InlineStyle) -> StyleTarget? {
    if let styled = styledContainer(at: offset, style) {
      return StyleTarget(units: styled.units, span: styled.content, isStyled: true)
    }
    if let construct = construct(around: offset, for: style) { return construct }
    if let word = word(at: offset, for: style), let first = word.first, let last = word.last {
      return target(of: word, span: units[first].range.lowerBound..<units[last].range.upperBound, for: style)
    }
    return construct(beside: offset, for: style)
  }

  private func target(of selected: Range<Int>, span: Range<Int>, for style: InlineStyle) -> StyleTarget? {
    let visible = selected.filter { units[$0].isVisible && units[$0].canCarry(style) }
    guard !visible.isEmpty else { return nil }
    let isStyled = visible.allSatisfy { containers[units[$0].container].styles.contains(InlineStyles(style)) }
    return StyleTarget(units: selected, span: span, isStyled: isStyled)
  }

  /// The innermost container of `style` whose range holds `offset`, its ends included.
  private func styledContainer(at offset: Int, _ style: InlineStyle) -> Container? {
    containers.last {
      $0.kind == .style(style) && !$0.units.isEmpty && $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
  }

  /// The construct that `offset` is inside of, where a delimiter would be literal or break it: a code span, an autolink, a
  /// link's destination.
  private func construct(around offset: Int, for style: InlineStyle) -> StyleTarget? {
    for (index, container) in containers.enumerated().reversed()
    where container.range.lowerBound < offset && offset < container.range.upperBound {
      if isAtomic(index, for: style) { return target(of: container.units, span: container.range, for: style) }
      if case .link = container.kind, offset > container.content.upperBound {
        return target(of: container.units, span: container.range, for: style)
      }
    }
    let index = unitIndex(endingAfter: offset)
    guard index < units.count, units[index].isConstruct, units[index].range.lowerBound < offset else { return nil }
    return target(of: index..<index + 1, span: units[index].range, for: style)
  }

  /// The construct that ends or starts at `offset`.
  private func construct(beside offset: Int, for style: InlineStyle) -> StyleTarget? {
    if let code = containers.indices.last(where: {
      let range = containers[$0].range
      return (range.lowerBound == offset || range.upperBound == offset) && isAtomic($0, for: style)
    }) {
      return target(of: containers[code].units, span: containers[code].range, for: style)
    }
    let right = unitIndex(endingAfter: offset)
    for index in [right, right - 1] where units.indices.contains(index) && units[index].isConstruct {
      let range = units[index].range
      if range.lowerBound == offset || range.upperBound == offset {
        return target(of: index..<index + 1, span: range, for: style)
      }
    }
    return nil
  }
}

extension InlineModel.Unit {
  var isConstruct: Bool {
    switch source {
    case .autolink, .image, .footnoteReference, .node: true
    case .text, .escape, .entity, .code, .layout, .padding, .hardBreak, .html, .marker: false
    }
  }

  /// Whether it can have `style`: no code span can hold an image.
  func canCarry(_ style: InlineStyle) -> Bool {
    style != .code || (source != .image && source != .footnoteReference)
  }
}
