import GFMFeatures
import LanguageServerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The documentation that the server's messages link to.
enum Documentation {
  /// The URI of the section about a diagnostic, for editors to open; `nil` if the page is not on this machine.
  static func address(of code: DiagnosticCode) -> String? {
    diagnostics.map { "\($0)#\(code.rawValue.lowercased())" }
  }

  /// The URI of the page about diagnostics: in a folder above the executable, where a build or a package has it.
  private static let diagnostics: String? = {
    guard let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    let page = "Documentation/diagnostics.md"
    var folders = executable.split(separator: "/").dropLast()
    for _ in 0..<5 {
      let folder = "/" + folders.joined(separator: "/")
      // A checkout or an unpacked archive, recognized by the editors' plugins beside it.
      let isOwn = FileManager.default.fileExists(atPath: folder + "/editors/neovim/lua/gfm/init.lua")
      for name in ["share/doc/gfm-language-server/" + page] + (isOwn ? [page] : []) {
        let path = folder + "/" + name
        if FileManager.default.fileExists(atPath: path) { return uri(of: path) }
      }
      guard folders.popLast() != nil else { break }
    }
    return nil
  }()

  private static func uri(of path: String) -> String? {
    NormalizedURI(DocumentUri("file://" + encoded(path)))?.uri.text
  }

  /// A percent sign in a path is no encoding.
  private static func encoded(_ path: String) -> String {
    path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
      .split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23")
      .split(separator: "?", omittingEmptySubsequences: false).joined(separator: "%3F")
  }
}
