import GFMSyntax
import MarkdownText

/// The ways to write what a link target is to become.
extension LinkIntent {
  /// Changes that may do it.
  struct Candidate {
    var changes: [SourceEdit]
    /// What stands after the link's text.
    var closing: [UInt8] = []
  }

  /// What may do it, the plainest first; `destination` is as it is written.
  func candidates(_ destination: [UInt8]) -> [Candidate] {
    switch action {
    case .remove(let opening, let closing):
      return [Candidate(changes: [SourceEdit(removing: opening), SourceEdit(removing: closing)])]
    case .keepDestination(let opening, let closing, let destination):
      return addressCandidates(destination, removing: opening.lowerBound..<closing.upperBound)
    case .redirect(_, let closing):
      return [redirection(to: destination, closing: closing)]
    case .makeDestination:
      return destinationCandidates()
    case .wrap:
      let closing = Array("](".utf8) + destination + [UInt8(ascii: ")")]
      let units = inlines.units(overlapping: range).map { inlines.units[$0] }
      let changes =
        pair([UInt8(ascii: "[")], closing)
        + units.filter { $0.source == .autolink }.flatMap {
          angleBrackets(of: $0.range).map(SourceEdit.init(removing:))
        }
      let brackets = units.filter { $0.source == .text && ($0.scalar == "[" || $0.scalar == "]") }
        .map { SourceEdit(escapingAt: $0.range.lowerBound) }
      return [Candidate(changes: changes, closing: closing), Candidate(changes: changes + brackets, closing: closing)]
    }
  }

  /// A destination alone: as an address that stands in the text; where that reads differently, in angle brackets.
  private func addressCandidates(_ destination: Range<Int>, removing link: Range<Int>) -> [Candidate] {
    let start =
      inlines.bytes(destination).starts(with: LinkDestination.mailto)
      ? destination.lowerBound + LinkDestination.mailto.count : destination.lowerBound
    return [("", ""), ("<", ">")].map { opening, closing in
      Candidate(changes: [
        SourceEdit(range: link.lowerBound..<start, replacement: Array(opening.utf8), role: .removal),
        SourceEdit(
          range: destination.upperBound..<link.upperBound, replacement: Array(closing.utf8), role: .removal),
      ])
    }
  }

  private func redirection(to destination: [UInt8], closing: Range<Int>) -> Candidate {
    guard let link = inlines.containers.dropFirst().first(where: { $0.range == range }), link.kind == .link(.inline)
    else {
      let replacement = Array("](".utf8) + destination + [UInt8(ascii: ")")]
      return Candidate(
        changes: [SourceEdit(range: closing, replacement: replacement, role: .content)], closing: replacement)
    }
    let segments = inlines.segments(of: link)
    // Before a title, an empty one has to be said.
    var replacement = destination.isEmpty && segments.title != nil ? Array("<>".utf8) : destination
    var old = closing.lowerBound + 2..<(segments.title?.lowerBound ?? closing.upperBound - 1)
    if let known = segments.destination {
      let isInAngles = inlines.bytes(known.lowerBound - 1..<known.lowerBound).first == UInt8(ascii: "<")
      old = isInAngles ? known.lowerBound - 1..<known.upperBound + 1 : known
    } else if segments.title != nil {
      replacement.append(0x20)
    }
    return Candidate(
      changes: [SourceEdit(range: old, replacement: replacement, role: .content)],
      closing: inlines.bytes(closing.lowerBound..<old.lowerBound) + replacement
        + inlines.bytes(old.upperBound..<closing.upperBound))
  }

  /// The address as a link's destination: as it stands; where that reads differently, in angle brackets.
  private func destinationCandidates() -> [Candidate] {
    let brackets = angleBrackets(of: range)
    let address = brackets.isEmpty ? range : range.lowerBound + 1..<range.upperBound - 1
    let scheme = LinkDestination.missingScheme(of: inlines.bytes(address))
    // In an autolink in angle brackets, a backslash escapes nothing.
    let escapes = brackets.isEmpty ? [] : inlines.backslashes(in: address).map(SourceEdit.init(escapingAt:))
    var text: [UInt8] = []
    for offset in address {
      if escapes.contains(where: { $0.range.lowerBound == offset }) { text.append(UInt8(ascii: "\\")) }
      text += inlines.bytes(offset..<offset + 1)
    }
    return [("(", ")"), ("(<", ">)")].map { opening, closing in
      let opening = Array(opening.utf8) + scheme
      let closing = Array(closing.utf8)
      let changes = [
        SourceEdit(
          range: range.lowerBound..<address.lowerBound, replacement: Array("[]".utf8) + opening, role: .opening),
        SourceEdit(range: address.upperBound..<range.upperBound, replacement: closing, role: .closing),
      ]
      return Candidate(changes: changes + escapes, closing: [UInt8(ascii: "]")] + opening + text + closing)
    }
  }

  /// Those that an autolink is written with.
  private func angleBrackets(of autolink: Range<Int>) -> [Range<Int>] {
    guard inlines.bytes(autolink).first == UInt8(ascii: "<") else { return [] }
    return [
      autolink.lowerBound..<autolink.lowerBound + 1, autolink.upperBound - 1..<autolink.upperBound,
    ]
  }

  private func pair(_ opening: [UInt8], _ closing: [UInt8]) -> [SourceEdit] {
    [
      SourceEdit(inserting: opening, at: range.lowerBound, role: .opening),
      SourceEdit(inserting: closing, at: range.upperBound, role: .closing),
    ]
  }
}

extension InlineModel {
  /// The backslashes in a range that would escape something if they stood in a destination.
  fileprivate func backslashes(in range: Range<Int>) -> [Int] {
    let bytes = bytes(range)
    return bytes.indices.filter { index in
      bytes[index] == UInt8(ascii: "\\")
        && (index + 1 == bytes.endIndex || bytes[index + 1].isPunctuation)
    }.map { $0 + block.start }
  }
}
