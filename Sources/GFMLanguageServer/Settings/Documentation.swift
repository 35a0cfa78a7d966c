import GFMFeatures
import LanguageServerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the README is that explains what the server says.
enum Documentation {
  /// The section about a diagnostic, for editors to open; `nil` where the README is not on this machine.
  static func address(of code: DiagnosticCode) -> String? {
    readme.map { "\($0)#\(code.rawValue.lowercased())" }
  }

  /// The README's URI: above the executable where that is built, or where a package puts it.
  private static let readme: String? = {
    guard let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    var folders = executable.split(separator: "/").dropLast()
    for _ in 0..<5 {
      let folder = "/" + folders.joined(separator: "/")
      // A checkout or an unpacked archive, which have the editors' plugins beside it.
      let isOwn = FileManager.default.fileExists(atPath: folder + "/editors/neovim/lua/gfm/init.lua")
      for name in ["share/doc/gfm-language-server/README.md"] + (isOwn ? ["README.md"] : []) {
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
