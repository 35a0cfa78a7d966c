/// Makes a text that shows a fault smaller.
enum Shrinking {
  /// `text` without whatever can be left out of it so that `isFaulty` still holds.
  static func smallest(_ text: [UInt8], isFaulty: ([UInt8]) -> Bool) -> [UInt8] {
    var text = text
    var step = text.count / 2
    while step > 0 {
      var start = 0
      while start < text.count {
        var smaller = text
        smaller.removeSubrange(start..<min(start + step, text.count))
        if isFaulty(smaller) { text = smaller } else { start += step }
      }
      step /= 2
    }
    return text
  }
}
