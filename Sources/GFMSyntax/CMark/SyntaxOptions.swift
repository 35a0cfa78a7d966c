/// Which parts of GitHub Flavored Markdown a document is read with.
///
/// Everything in plain CommonMark is always on; these are the extensions of the GFM specification, and what GitHub adds
/// beside it.
public struct SyntaxOptions: Sendable, Hashable {
  /// What counts as strikethrough (GFM 6.5).
  public enum Strikethrough: Sendable, Hashable {
    case off
    /// `~x~` and `~~x~~`, as on GitHub.
    case oneOrTwoTildes
    /// `~~x~~` only.
    case twoTildes
  }

  public var tables = true
  public var strikethrough = Strikethrough.oneOrTwoTildes
  /// Bare URLs, `www.` and e-mail addresses become links (GFM 6.9).
  public var autolinks = true
  public var taskLists = true
  public var footnotes = true
  /// YAML between `---` lines or TOML between `+++` lines, at the very start.
  public var frontMatter = true

  public init() {}

  /// What GitHub does.
  public static let github = SyntaxOptions()
}
