import Testing

@testable import GFMFeatures

@Suite struct OpenElementsTests {
  /// Tags in order, `/` before the names of closing ones; the numbers of the tags that these close.
  private func partners(_ tags: String) -> [Int?] {
    var elements = OpenElements<Int>()
    return tags.split(separator: " ").enumerated().compactMap { index, tag -> Int?? in
      if tag.first == "/" { return .some(elements.close(String(tag.dropFirst()))) }
      elements.open(index, named: String(tag))
      return nil
    }
  }

  @Test func closingTagsCloseTheLastOfTheirName() {
    #expect(partners("b b /b /b /b") == [1, 0, nil])
    #expect(partners("b i /i /b") == [1, 0])
  }

  @Test func whatWasOpenedSinceIsClosedToo() {
    #expect(partners("b i u /b /i /u") == [0, nil, nil])
    #expect(partners("i b i /b /i") == [1, 0])
  }

  @Test func whatWasNotOpenedClosesNothing() { #expect(partners("b /i /b /i") == [nil, 0, nil]) }
}
