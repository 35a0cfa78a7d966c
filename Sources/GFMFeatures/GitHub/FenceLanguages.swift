import MarkdownText

/// The languages whose code GitHub colours, by its library linguist; `Scripts/update-word-lists` makes their list.
enum FenceLanguages {
  struct Language: Sendable {
    /// What the info string of a code block's fence calls it.
    var name: [UInt8]
    var title: String
  }

  /// Each language under all of its names: the popular languages first, then those that GitHub draws, then the others.
  static let all: [Language] = {
    var popular: [Language] = []
    var others: [Language] = []
    // A line per language: `* ` if it is popular, its title, a tab, its names with spaces between them.
    for line in PackageResources.languages_txt.split(separator: .lineFeed) {
      let isPopular = line.starts(with: "* ".utf8)
      let fields = line.dropFirst(isPopular ? 2 : 0).split(separator: .tab)
      guard fields.count == 2 else { continue }
      let title = String(decoding: fields[0], as: UTF8.self)
      for (index, name) in fields[1].split(separator: .space).enumerated() {
        let language = Language(name: Array(name), title: title)
        if isPopular, index == 0 { popular.append(language) } else { others.append(language) }
      }
    }
    let known = Set((popular + others).map(\.name))
    return popular + drawn.filter { !known.contains($0.name) } + others
  }()

  private static let drawn: [Language] = [
    ("math", "Formula"), ("mermaid", "Diagram"), ("geojson", "Map"), ("topojson", "Map"), ("stl", "3D model"),
  ].map { name, title in Language(name: Array(name.utf8), title: title) }
}
