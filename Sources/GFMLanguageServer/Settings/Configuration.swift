import GFMFeatures
import GFMSyntax

/// What the user's settings come to.
struct Configuration: Sendable, Hashable {
  /// `nil`: the client's choice.
  var positionEncoding: PositionEncoding?
  var syntax = SyntaxOptions.github
  var edit = EditOptions()
  var legendNames = TokenLegend.Names.gfm
  /// Edits leave whole what tokens show as one.
  var github: TokenOptions.GitHub {
    get { edit.github }
    set { edit.github = newValue }
  }
  var rules: [UserRule] = []
  var outline: OutlineContents = []
  var diagnostics = DiagnosticSeverities()
}
