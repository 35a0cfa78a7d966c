public import Foundation

/// Texts that the project does not hold itself: the GFM specification's examples and real documents.
///
/// They are looked for in the folder that `GFM_CORPUS` names, else in `shared/corpus` beside the checkout. The
/// specification also comes with Debian's package `cmark-gfm`. Tests that need what is not there skip.
public enum Corpus {
  /// The checkout's folder.
  public static let packageFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The corpus's folder, where there is one.
  public static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["GFM_CORPUS"].map { URL(filePath: $0) }
    let candidate = named ?? packageFolder.deletingLastPathComponent().appending(path: "shared/corpus")
    return FileManager.default.fileExists(atPath: candidate.path) ? candidate : nil
  }()

  /// Every real document, in the order of their paths.
  public static let documents: [URL] = {
    guard let docs = folder?.appending(path: "docs"),
      let walk = FileManager.default.enumerator(at: docs, includingPropertiesForKeys: nil)
    else { return [] }
    return walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }()

  /// Every example of the specification and of cmark-gfm's extension and regression files.
  public static let examples: [SpecExample] = {
    if let spec = folder?.appending(path: "spec"),
      let files = try? FileManager.default.contentsOfDirectory(at: spec, includingPropertiesForKeys: nil)
    {
      return files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.flatMap { url in
        (try? String(contentsOf: url, encoding: .utf8)).map {
          SpecExample.parse($0, file: url.deletingPathExtension().lastPathComponent)
        } ?? []
      }
    }
    return debianSpec.map { SpecExample.parse($0, file: "spec") } ?? []
  }()

  /// The specification's text from Debian's package.
  private static var debianSpec: String? {
    let path = "/usr/share/doc/cmark-gfm/spec.txt.gz"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-dc", path]
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let data = try? pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return data.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// An example of the specification: a source and what it renders to.
public struct SpecExample: Sendable, Hashable {
  public var file: String
  /// Counted from 1 in its file.
  public var number: Int
  public var source: String
  public var html: String

  /// The examples in a text of the specification's form: between fences of 32 backticks, the source, a line with a full
  /// stop, the HTML; `→` stands for a tab.
  static func parse(_ text: String, file: String) -> [SpecExample] {
    let fence = String(repeating: "`", count: 32)
    var examples: [SpecExample] = []
    var source: [Substring] = []
    var html: [Substring] = []
    var segment = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch segment {
      case 0:
        if line.hasPrefix(fence + " example") { (segment, source, html) = (1, [], []) }
      case 1:
        if line == "." { segment = 2 } else { source.append(line) }
      default:
        guard line.hasPrefix(fence) else {
          html.append(line)
          continue
        }
        segment = 0
        func join(_ lines: [Substring]) -> String {
          lines.map { $0 + "\n" }.joined().replacing("→", with: "\t")
        }
        examples.append(
          SpecExample(file: file, number: examples.count + 1, source: join(source), html: join(html)))
      }
    }
    return examples
  }
}
