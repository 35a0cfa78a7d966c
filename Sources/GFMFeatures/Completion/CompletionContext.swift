public import GFMSyntax

/// What is being typed at a caret, as far as a list of proposals helps. Ranges are bytes from the document's start.
public struct CompletionContext: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Behind the `#` of a destination. The path before it, escapes undone, is empty for this document.
    case fragment(path: [UInt8])
    /// A segment of a destination's path, behind `folder`, which is empty or ends with `/`, escapes undone.
    case path(folder: [UInt8], isImage: Bool, isInAngles: Bool)
    /// Behind a `[`, which may be meant for more than a reference.
    case label(LabelPlace)
    /// Behind `[^`.
    case footnote
    /// Behind a code block's opening fence.
    case language
    /// Behind a `:`.
    case shortcode
    /// Behind `<`.
    case tag
    /// Behind `</`.
    case closingTag
    /// In an item that holds nothing yet.
    case emptyItem
    /// On the first line of a quote, which holds nothing yet.
    case emptyQuote
  }

  /// What a `[` may be the start of.
  public struct LabelPlace: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A reference's label behind its text, and nothing else.
    public static let fullReference = Self(rawValue: 1)
    /// The box of a task: the first thing in an item.
    public static let task = Self(rawValue: 2)
    /// The marker of an alert: the first thing in a quote that stands in nothing else.
    public static let alert = Self(rawValue: 4)
  }

  public var kind: Kind
  /// What is typed already, up to the caret.
  public var typed: Range<Int>
  /// The same with what goes on behind the caret.
  public var whole: Range<Int>
  /// Whether what ends the construct, such as `]`, stands behind `whole` already.
  public var isClosed = false
}

extension Document {
  /// What is being typed at a caret; `nil` where no list helps: in plain text, in code, comments and front matter.
  ///
  /// The parser says what the caret stands in. What is half written is no construct to it yet, so that is read off the
  /// caret's line. Costs the line, and the nodes beside it.
  public func completionContext(at offset: Int) -> CompletionContext? {
    let offset = min(max(offset, 0), byteCount)
    guard let line = CompletionLine(at: offset, in: segment(at: offset), options: options) else { return nil }
    return line.place()
  }
}
