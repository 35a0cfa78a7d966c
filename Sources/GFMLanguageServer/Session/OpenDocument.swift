import GFMFeatures
import GFMSyntax
import JSONRPC
import LanguageServerProtocol

/// A document that the client has open; the client's text is the truth, whatever is on disk.
struct OpenDocument {
  /// The client's last version number; `nil` where it counts none.
  var version: Int?
  var document: Document
  /// What the document's semantic tokens were counted by.
  let tokenOptions: TokenOptions
  /// The last token result that was given, for the next delta.
  var tokens: SentTokens?
  var diagnostics = DiagnosticState()
}

extension Session {
  /// The open document at `uri`, as it stands.
  func openDocument(_ uri: DocumentUri) throws(RequestError) -> OpenDocument {
    guard let open = documents[uri] else { throw .invalidParams("no open document: \(uri)") }
    return open
  }

  /// The open document at `uri`, where it is still the one that `version` means (`nil`: any).
  func openDocument(_ uri: DocumentUri, version: Int?) throws(RequestError) -> OpenDocument {
    let open = try openDocument(uri)
    if let version, let current = open.version, version != current {
      throw .contentModified("\(uri) has version \(current), not \(version)")
    }
    return open
  }
}
