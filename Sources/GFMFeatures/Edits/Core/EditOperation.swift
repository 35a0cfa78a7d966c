public import GFMSyntax
public import MarkdownText

/// A change that the server makes to text on the user's behalf.
public enum EditOperation: String, Sendable, Hashable, CaseIterable {
  case strong
  case emphasis
  case strikethrough
  case code
  case newline
  case nextCell
  case previousCell
  case formatTable
  case renumberList
  case link
  case heading
  case promote
  case demote
  case quote
  case bulletList
  case orderedList
  case taskList
  case toggleTask
  case indent
  case outdent
  case linkToReference
  case linkToInline
  case extractLinkDefinition
  case sortDefinitions
  case removeUnusedDefinitions
  case tableOfContents
  case updateTableOfContents
}

/// What an edit operation does.
public struct EditResult: Sendable, Hashable {
  /// In source order, without overlap; offsets of the document before the edit.
  public var edits: [SourceEdit]
  /// Where the selections stand afterwards, one for each that was given; offsets of the document after the edits.
  public var selections: [TextSelection]

  public init(edits: [SourceEdit], selections: [TextSelection]) {
    self.edits = edits
    self.selections = selections
  }
}

/// What some operations need to be told.
public struct EditArguments: Sendable, Hashable {
  /// For ``EditOperation/heading``: 1 to 6; 0 for a paragraph.
  public var level: Int?
  /// For ``EditOperation/link``: where it leads.
  public var url: String?

  public init(level: Int? = nil, url: String? = nil) {
    self.level = level
    self.url = url
  }
}

/// The user's choices for edit operations.
public struct EditOptions: Sendable, Hashable {
  public enum Fallback: String, Sendable, Hashable {
    /// Punctuation at an edge stays outside; where even that leaves nothing, HTML.
    case shrink
    /// HTML tags as soon as no delimiter can work.
    case html
    /// Nothing is offered where no delimiter can work.
    case none
  }

  /// `**` or `__`.
  public var strongDelimiter = "**"
  /// `*` or `_`.
  public var emphasisDelimiter = "*"
  /// What to do where the flanking rules forbid delimiters (GFM 6.4).
  public var fallback = Fallback.shrink

  /// What Enter starts on a wrapped line of an item's first paragraph.
  public enum WrappedLine: String, Sendable, Hashable {
    /// The next item.
    case nextItem
    /// A line of the same paragraph.
    case indent
  }

  public var wrappedLine = WrappedLine.nextItem
  /// Whether Enter after a hard break in an item starts a line of the same paragraph, not the next item.
  public var keepsItemAfterHardBreak = true

  /// What Enter does in an item that is empty.
  public enum EmptyItem: String, Sendable, Hashable {
    /// The item moves out to the next list around it; outside of the outermost, the list ends.
    case outdent
    /// All lists around it end.
    case end
  }

  public var emptyItem = EmptyItem.outdent

  /// Which empty line of a quote Enter ends it on.
  public enum EmptyQuote: String, Sendable, Hashable {
    /// The second in a row: the first one parts paragraphs.
    case twice
    /// The first.
    case once
  }

  public var emptyQuote = EmptyQuote.twice
  /// Whether Enter after an opening fence that has no end puts one in.
  public var closesFences = true
  /// Whether Enter in a table puts in all cells of the new row, not only the start of the first.
  public var completesRows = true

  /// What the indentation of new lines is made of, where it takes the place of a marker.
  public enum Indentation: String, Sendable, Hashable {
    case spaces
    /// Tabs, as far as they reach; a tab goes on to the next multiple of four columns (CommonMark 2.2).
    case tabs
  }

  public var indentation = Indentation.spaces

  public enum BulletMarker: String, Sendable, Hashable {
    case dash = "-"
    case asterisk = "*"
    case plus = "+"
  }

  /// What new bullet lists are written with, where no list beside them says otherwise.
  public var bulletMarker = BulletMarker.dash

  public enum Numbering: String, Sendable, Hashable {
    case increment
    /// All items say `1.`
    case one
  }

  /// How new ordered lists count, and go on from their first item.
  public var numbering = Numbering.increment

  /// Where definitions that an edit makes are put.
  public enum DefinitionPlace: String, Sendable, Hashable {
    case document
    /// The end of the section that the link is in.
    case section
  }

  public var definitionPlace = DefinitionPlace.document

  /// A heading's level, as settings choose one.
  public enum HeadingLevel: Int, Sendable, Hashable, CaseIterable {
    case one = 1
    case two, three, four, five, six
  }

  /// The least deep headings that a table of contents has.
  public var firstContentsLevel = HeadingLevel.one
  /// The deepest.
  public var lastContentsLevel = HeadingLevel.six

  /// The levels of the headings that a table of contents has.
  var contentsLevels: ClosedRange<Int> {
    let levels = [firstContentsLevel.rawValue, lastContentsLevel.rawValue]
    return (levels.min() ?? 1)...(levels.max() ?? 6)
  }

  /// What edits take for one thing, or leave alone, as GitHub does: mentions, shortcodes, alerts' markers.
  public var github = TokenOptions.GitHub()

  public init() {}
}

extension Document {
  /// What `operation` does to this document with these selections; `nil` where it makes no sense, and where the text is
  /// too long (``isWithinEditLimits(_:)``, ``isWithinWholeLimit(_:_:)``).
  public func edit(
    _ operation: EditOperation, selections: [TextSelection], arguments: EditArguments = EditArguments(),
    options: EditOptions = EditOptions()
  ) -> EditResult? {
    guard isWithinEditLimits(selections), isWithinWholeLimit(operation, selections) else { return nil }
    return switch operation {
    case .strong: toggle(.strong, selections: selections, options: options)
    case .emphasis: toggle(.emphasis, selections: selections, options: options)
    case .strikethrough: toggle(.strikethrough, selections: selections, options: options)
    case .code: toggle(.code, selections: selections, options: options)
    case .newline:
      editing(inWindowAround: selections, reach: { $0.openedFences(at: $1) }) {
        $0.newline(selections: $1, options: options)
      }
    case .nextCell: goToCell(.next, selections: selections, options: options)
    case .previousCell: goToCell(.previous, selections: selections, options: options)
    case .formatTable: formatTables(selections: selections)
    case .renumberList: renumberLists(selections: selections)
    case .link:
      editing(inWindowAround: selections) {
        $0.link(to: arguments.url, selections: $1, github: options.github)
      }
    case .heading: preservingAlerts(operation, selections) { heading(level: arguments.level, selections: $0) }
    case .promote: edit({ _ in HeadingEdit(change: .promote) }, selections)
    case .demote: edit({ _ in HeadingEdit(change: .demote) }, selections)
    case .quote: preservingAlerts(operation, selections) { edit({ QuoteEdit(at: $0) }, $0) }
    case .bulletList:
      preservingAlerts(operation, selections) { edit({ ListEdit(.bullet, at: $0, options: options) }, $0) }
    case .orderedList:
      preservingAlerts(operation, selections) { edit({ ListEdit(.ordered, at: $0, options: options) }, $0) }
    case .taskList: preservingAlerts(operation, selections) { edit({ ListEdit(.task, at: $0, options: options) }, $0) }
    case .toggleTask: edit({ TaskToggle(at: $0) }, selections)
    case .indent: edit({ _ in ItemMove(direction: .inward, options: options) }, selections)
    case .outdent: edit({ _ in ItemMove(direction: .outward, options: options) }, selections)
    case .linkToReference: referringLinks(selections: selections, options: options)
    case .linkToInline: inliningLinks(selections: selections)
    case .extractLinkDefinition: extractingLinks(selections: selections, options: options)
    case .sortDefinitions: sortingDefinitions(selections: selections)
    case .removeUnusedDefinitions: removingUnusedDefinitions(selections: selections)
    case .tableOfContents: tableOfContents(selections: selections, options: options)
    case .updateTableOfContents: updatingTableOfContents(selections: selections, options: options)
    }
  }
}
