extension Array where Element: Comparable {
  /// Whether an element is among those of the array, which is sorted. O(log n).
  func sortedContains(_ element: Element) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == element
  }
}
