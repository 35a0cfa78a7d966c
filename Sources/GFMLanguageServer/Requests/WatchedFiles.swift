import JSONRPC
import LanguageServerProtocol

extension Session {
  /// Has the client tell of files that come and go, for links may lead to any, and of what Markdown files then hold.
  func watchFiles() {
    guard client.watchedFilesRegistration else { return }
    let names = "{\(NormalizedURI.markdownExtensions.joined(separator: ","))}"
    register(
      "workspace/didChangeWatchedFiles",
      .watchers([
        FileSystemWatcher(globPattern: "**/*", kinds: [.created, .deleted]),
        FileSystemWatcher(globPattern: "**/*.\(names)", kinds: [.changed]),
      ]))
  }

  /// Files were made, changed or removed, as far as the client watches them: of most, no link says anything.
  func didChangeWatchedFiles(_ params: DidChangeWatchedFilesParams) throws(RequestError) {
    let changes = params.changes ?? []
    guard changes.count > Self.maximumCheckedCount || changes.contains(where: matters) else { return }
    filesHaveChanged()
    askForRefresh()
  }

  /// Of more than this, such as another branch brings, some most likely matter.
  private static let maximumCheckedCount = 50

  private func matters(_ event: DidChangeWatchedFilesParams.FileEvent) -> Bool {
    guard let resource = NormalizedURI(event.uri) else { return false }
    // Of an open document the client's text counts.
    if openDocument(at: resource) != nil { return false }
    return linksMayHang(on: resource, event.type)
  }
}
