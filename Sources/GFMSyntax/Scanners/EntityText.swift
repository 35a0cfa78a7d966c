extension Block {
  /// What the entity or numeric character reference in `range` stands for, in UTF-8; `nil` if there is none.
  public func entityText(in range: Range<Int>) -> [UInt8]? {
    guard range.upperBound <= bytes.count,
      let entity = Entity.scan(in: bytes, from: range.lowerBound, end: range.upperBound)
    else { return nil }
    return entity.end == range.upperBound ? entity.text : nil
  }
}
