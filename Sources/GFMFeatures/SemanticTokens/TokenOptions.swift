/// What tokens show beside what the parser finds.
public struct TokenOptions: Sendable, Hashable {
  /// What GitHub does beyond the specification. What turns plain text into something else in every document is off,
  /// unless GitHub does it in the files of a repository; see the settings `gfm.github`.
  public struct GitHub: Sendable, Hashable {
    /// `> [!NOTE]` at the start of a quote that stands in nothing else.
    public var alerts = true
    /// `@user` and `@organization/team`.
    public var mentions = true
    /// `:smile:`, for the names that there are.
    public var shortcodes = true
    /// `[ ]` where the library finds no task: in lists in quotes, and in items on another item's line.
    public var nestedTasks = true
    /// `#123`, `owner/repository#123`, `GH-123`.
    public var issues = false
    /// Hashes, with `owner@` or `owner/repository@` before them or not.
    public var commits = false
    /// `$x$`, `` $`x`$ ``, `$$x$$` and fences with the language `math`.
    public var math = false
    /// Fences with the language `mermaid`, `geojson`, `topojson` or `stl`.
    public var diagrams = false

    public init() {}

    /// The GFM specification and nothing more.
    public static let none: GitHub = {
      var github = GitHub()
      (github.alerts, github.mentions, github.shortcodes, github.nestedTasks) = (false, false, false, false)
      return github
    }()

    /// All of it.
    public static let all: GitHub = {
      var github = GitHub()
      (github.issues, github.commits, github.math, github.diagrams) = (true, true, true, true)
      return github
    }()
  }

  public var github: GitHub
  /// Whether `[ ]` is a task's box at all.
  public var taskLists: Bool
  /// Whether `[^label]` is a footnote.
  public var footnotes: Bool
  /// The user's own, in the order in which they count.
  public var rules: [TextRule]

  public init(github: GitHub = GitHub(), taskLists: Bool = true, footnotes: Bool = true, rules: [TextRule] = []) {
    self.github = github
    self.taskLists = taskLists
    self.footnotes = footnotes
    self.rules = rules
  }
}
