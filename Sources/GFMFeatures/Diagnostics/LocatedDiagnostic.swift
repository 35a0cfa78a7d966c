import GFMSyntax
import MarkdownText

/// Something in a document that its writer will want to know. Ranges are bytes from the document's start.
public struct LocatedDiagnostic: Sendable, Hashable {
  public var code: DiagnosticCode
  public var range: Range<Int>
  public var message: String
  /// A place that has to do with it.
  public var related: Related?

  public struct Related: Sendable, Hashable {
    public var range: Range<Int>
    public var message: String
  }

  init(_ diagnostic: LocalDiagnostic, in segment: LocatedBlock, _ labels: inout LabelIndex) {
    code = diagnostic.code
    range = diagnostic.range.shifted(by: segment.start)
    message = diagnostic.message
    related = diagnostic.relatedLabel.flatMap { labels.definition(of: $0) }.map {
      Related(range: $0.label, message: "The first definition of the label is here.")
    }
  }

  /// Whether the text in question has no effect.
  public var isUnnecessary: Bool {
    switch code {
    case .unusedDefinition, .unusedFootnote, .duplicateDefinition: true
    default: false
    }
  }
}

/// A diagnostic as it is kept with a part.
struct LocalDiagnostic: Sendable, Hashable {
  var code: DiagnosticCode
  /// Bytes from the part's start.
  var range: Range<Int>
  var message: String
  /// The label whose first definition has to do with it.
  var relatedLabel: LabelHash?

  init(_ code: DiagnosticCode, _ range: Range<Int>, _ message: String, relatedLabel: LabelHash? = nil) {
    self.code = code
    self.range = range
    self.message = message
    self.relatedLabel = relatedLabel
  }
}

/// What decides what is found, beside the text.
public struct DiagnosticOptions: Sendable, Hashable {
  /// Whether `$x$` is a formula.
  public var math: Bool

  public init(math: Bool = false) { self.math = math }
}

/// What is wrong with a link to a file.
public enum FileLinkFault: Sendable, Hashable {
  case missingFile
  /// The file is there, but nothing in it has the fragment's name.
  case unknownFragment
}

/// Says what is wrong with a link by its path and fragment; `nil`: nothing, or it cannot be told.
public typealias FileLinkCheck = (_ path: [UInt8], _ fragment: [UInt8]?) -> FileLinkFault?
