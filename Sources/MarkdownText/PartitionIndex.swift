extension RandomAccessCollection where Index == Int {
  /// The index of the first element that is beyond a border, where all that are stand after all that are not. O(log n).
  @inlinable package func partitionIndex(where isBeyond: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element: Comparable {
  /// Whether the array, which is sorted, contains `element`.
  ///
  /// - Complexity: O(log n).
  @inlinable package func sortedContains(_ element: Element) -> Bool {
    let index = partitionIndex { $0 >= element }
    return index < count && self[index] == element
  }
}
