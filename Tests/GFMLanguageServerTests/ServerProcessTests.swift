import Foundation
import Testing

@testable import GFMLanguageServer
@testable import JSONRPC

/// The built executable, spoken to over real pipes.
private final class ServerProcess {
  struct Timeout: Error {}

  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var parser = FrameParser()
  private var received: [JSON] = []

  init(_ arguments: [String] = []) throws {
    process.executableURL = Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "gfm-language-server")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  func write(_ bytes: [UInt8]) throws {
    try FileDescriptor(rawValue: input.fileHandleForWriting.fileDescriptor).write(bytes)
  }

  func send(_ message: JSON) throws {
    try FrameWriter(output: FileDescriptor(rawValue: input.fileHandleForWriting.fileDescriptor)).write(
      body: message.bytes)
  }

  func closeInput() throws { try input.fileHandleForWriting.close() }

  /// The next message.
  func receive() throws -> JSON {
    while received.isEmpty {
      guard let bytes = try read(output) else { throw Timeout() }
      bytes.withUnsafeBytes { buffer in
        parser.consume(buffer) { output in
          if case .body(let body) = output, let message = try? JSON(body) { received.append(message) }
        }
      }
    }
    return received.removeFirst()
  }

  func request(_ id: JSON, _ method: String, _ params: JSON) throws -> JSON {
    try send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    return try receive()
  }

  /// The exit code, and all that is left in the pipes.
  func finish() throws -> (code: Int32, output: String, errors: String) {
    var texts: [String] = []
    for pipe in [output, errors] {
      var all: [UInt8] = []
      while let bytes = try read(pipe) { all += bytes }
      texts.append(String(decoding: all, as: UTF8.self))
    }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  /// What is there, waited for; `nil` at the end.
  private func read(_ pipe: Pipe) throws -> [UInt8]? {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 20_000) > 0 else { throw Timeout() }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}

private let initialize: JSON = ["processId": nil, "capabilities": [:]]

@Suite(.timeLimit(.minutes(2)), .serialized) struct ServerProcessTests {
  @Test(arguments: [
    [], ["--stdio"], ["--log-level", "debug", "--stdio"], ["--log-level=error"], ["--clientProcessId=1"],
  ])
  func session(_ arguments: [String]) throws {
    let server = try ServerProcess(arguments)
    #expect(try server.request(1, "initialize", initialize).has("result"))
    try server.send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    let text = String(repeating: "A *word* and `code`.\n\n", count: 500)
    try server.send([
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": [
        "textDocument": ["uri": "file:///a.md", "languageId": "markdown", "version": 1, "text": .string(text)]
      ],
    ])
    let tokens = try server.request("two", "textDocument/semanticTokens/full", ["textDocument": TestClient.identifier])
    #expect(tokens["id"] == "two")
    #expect(tokens["result"]["data"].array.count >= 500 * 5)
    #expect(try server.request(3, "shutdown", nil).has("result"))
    try server.send(["jsonrpc": "2.0", "method": "exit"])
    let (code, output, errors) = try server.finish()
    #expect(code == 0)
    #expect(output == "")
    #expect(errors.isEmpty == !arguments.contains("debug"))
  }

  @Test func exitWithoutShutdown() throws {
    let server = try ServerProcess()
    _ = try server.request(1, "initialize", initialize)
    try server.send(["jsonrpc": "2.0", "method": "exit"])
    #expect(try server.finish().code == 1)
  }

  @Test(arguments: [true, false]) func closedInput(isShutDown: Bool) throws {
    let server = try ServerProcess()
    _ = try server.request(1, "initialize", initialize)
    if isShutDown { _ = try server.request(2, "shutdown", nil) }
    try server.closeInput()
    #expect(try server.finish().code == (isShutDown ? 0 : 1))
  }

  @Test func byteByByte() throws {
    let server = try ServerProcess()
    let body = (["jsonrpc": "2.0", "id": "é😀", "method": "initialize", "params": initialize] as JSON).bytes
    for byte in Array("CONTENT-LENGTH: \(body.count)\r\nX: y\r\n\r\n".utf8) + body { try server.write([byte]) }
    #expect(try server.receive()["id"] == "é😀")
    try server.closeInput()
    _ = try server.finish()
  }

  @Test func brokenFramesAreAnsweredAndRecoveredFrom() throws {
    let server = try ServerProcess(["--log-level=error"])
    _ = try server.request(1, "initialize", initialize)
    for broken in ["Content-Length: x\r\n\r\n{}", "nonsense\r\n\r\n", "Content-Length: 1\r\n\r\n{"] {
      try server.write(Array(broken.utf8))
      let reply = try server.receive()
      #expect(reply["id"] == .null)
      #expect(reply["error"]["code"] == -32700)
      #expect(try server.request(2, "nope", nil)["error"]["code"] == -32601)
    }
    // Its body never comes.
    try server.write(Array("Content-Length: 999999999999\r\n\r\nxx".utf8))
    #expect(try server.receive()["error"]["code"] == -32600)
    try server.closeInput()
    let (_, _, errors) = try server.finish()
    #expect(errors.contains("over the limit"))
    #expect(errors.contains("inside a message"))
  }

  /// The process's number comes with the first request, or on the command line.
  @Test(arguments: [nil, "--clientProcessId", "--clientProcessId="] as [String?])
  func endOfTheClientsProcess(_ option: String?) throws {
    let client = Process()
    client.executableURL = URL(filePath: "/bin/sleep")
    client.arguments = ["1"]
    try client.run()
    let number = Int(client.processIdentifier)
    let arguments = option.map { $0.hasSuffix("=") ? [$0 + "\(number)"] : [$0, "\(number)"] }
    let server = try ServerProcess(arguments ?? [])
    _ = try server.request(1, "initialize", ["processId": option == nil ? .int(number) : nil, "capabilities": [:]])
    client.waitUntilExit()
    #expect(try server.finish().code == 1)
  }

  /// A process that has ended stays in the system's table until its parent asks.
  @Test func zombiesHaveEnded() throws {
    #expect(!ParentProcessMonitor.isZombie(getpid()))
    var child = pid_t()
    try #require(posix_spawn(&child, "/bin/true", nil, nil, [nil], nil) == 0)
    var information = siginfo_t()
    try #require(waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == 0)
    #expect(ParentProcessMonitor.isZombie(child))
    waitpid(child, nil, 0)
    #expect(!ParentProcessMonitor.isZombie(child))
  }
}

@Suite(.timeLimit(.minutes(1)), .serialized) struct ArgumentTests {
  private func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
    let server = try ServerProcess(arguments)
    try server.closeInput()
    return try server.finish()
  }

  @Test(arguments: ["--help", "-h"]) func help(_ argument: String) throws {
    let (code, output, errors) = try run([argument])
    #expect(code == 0)
    #expect(output.hasPrefix("Usage: gfm-language-server"))
    #expect(errors == "")
  }

  @Test func logFileThatCannotBe() throws {
    let (code, output, errors) = try run(["--log-file", "/nowhere/at/all.log"])
    #expect(code == 73)
    #expect(output == "")
    #expect(errors == "gfm-language-server: /nowhere/at/all.log: No such file or directory\n")
  }

  @Test func version() throws {
    #expect(try run(["--version"]).output == "gfm-language-server \(ServerIdentity.version)\n")
  }

  @Test(arguments: [
    (["--nope"], "unknown argument '--nope'"), (["file.md"], "unknown argument 'file.md'"),
    (["--log-level"], "--log-level needs one of error, warning, info, debug"),
    (["--log-level", "loud"], "--log-level is one of error, warning, info, debug, not 'loud'"),
    (["--log-level="], "--log-level is one of error, warning, info, debug, not ''"),
    (["--stdio", "--log-level=x"], "not 'x'"), (["--log-file"], "--log-file needs a file"),
    (["--log-file="], "--log-file needs a file"),
    (["--clientProcessId"], "--clientProcessId needs the number of a process"),
    (["--clientProcessId=x"], "--clientProcessId is the number of a process, not 'x'"),
    (["--clientProcessId", "-1"], "not '-1'"), (["--clientProcessId=0"], "not '0'"),
    (["--clientProcessId="], "not ''"), (["--clientProcessId=99999999999"], "not '99999999999'"),
    (["--pipe=/x"], "--pipe is not supported, only standard input and output (--stdio)"),
    (["--socket", "80"], "--socket is not supported"), (["--node-ipc"], "--node-ipc is not supported"),
  ])
  func wrongArguments(_ arguments: [String], _ reason: String) throws {
    let (code, output, errors) = try run(arguments)
    #expect(code == 64)
    #expect(output == "")
    #expect(errors.contains(reason))
  }
}
