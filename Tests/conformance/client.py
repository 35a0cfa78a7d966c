"""A client over standard input and output that sends and receives raw JSON, and keeps all of it."""

import json
import os
import queue
import subprocess
import sys
import threading
import time

SERVER = os.environ.get("GFM_SERVER") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../.build/debug/gfm-language-server")

TIMEOUT = 30

# The ranges around a place in a thousand lists are a thousand objects deep, in JSON too.
sys.setrecursionlimit(20_000)

MARKDOWN_URI = "file:///a.md"


class ServerEnded(Exception):
    """The server closed its output."""


class Client:
    """One server process and the client that talks to it.

    `on_message` is called with each message of the server's, before anybody else sees it. Requests of the server's are
    answered by `answers`, a method's result or a function of the parameters that gives it.
    """

    def __init__(self, *arguments, server=None, on_message=None, command=(), **options):
        self.process = subprocess.Popen(
            [*command, server or SERVER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **options)
        self.on_message = on_message or (lambda message: None)
        self.answers = {
            "client/registerCapability": None,
            "client/unregisterCapability": None,
            "window/workDoneProgress/create": None,
            "workspace/applyEdit": {"applied": True},
            "workspace/configuration": lambda params: [None for _ in params["items"]],
            "workspace/semanticTokens/refresh": None,
            "workspace/diagnostic/refresh": None,
            "workspace/codeLens/refresh": None,
            "workspace/foldingRange/refresh": None,
            "workspace/inlayHint/refresh": None,
            "window/showMessageRequest": None,
            "window/showDocument": {"success": True},
            "workspace/workspaceFolders": None,
        }
        self.received = []
        self.log = []
        self.errors = []
        self._incoming = queue.Queue()
        self._ids = 0
        self._write_lock = threading.Lock()
        self._threads = [threading.Thread(target=self._read, daemon=True),
                         threading.Thread(target=self._read_log, daemon=True)]
        for thread in self._threads:
            thread.start()

    # Writing

    def write(self, data):
        with self._write_lock:
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def send(self, message):
        self.write(frame(message))

    def notify(self, method, params=...):
        self.send({"jsonrpc": "2.0", "method": method} | ({} if params is ... else {"params": params}))

    def start_request(self, method, params=..., id=None):
        """Sends a request and returns its id."""
        self._ids += 1
        id = id if id is not None else self._ids
        self.send({"jsonrpc": "2.0", "id": id, "method": method} | ({} if params is ... else {"params": params}))
        return id

    # Reading

    def _read(self):
        try:
            while True:
                self._incoming.put(json.loads(read_frame(self.process.stdout), parse_constant=_no_constant))
        except (EOFError, OSError):
            self._incoming.put(None)
        except BaseException as error:  # what it reads is not what the protocol allows
            self._incoming.put(error)

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode("utf-8", "backslashreplace").rstrip("\n"))

    def next(self, timeout=TIMEOUT):
        """The next message. Requests of the server's are answered on the way."""
        try:
            message = self._incoming.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no message for {timeout} s; log: {self.log[-5:]}") from None
        if message is None:
            self._incoming.put(None)
            raise ServerEnded
        if isinstance(message, BaseException):
            raise message
        self.received.append(message)
        try:
            self.on_message(message)
        except AssertionError as error:
            self.errors.append(f"{error} in {json.dumps(message):.300}")
        if "method" in message and "id" in message:
            self._answer(message)
        return message

    def _answer(self, message):
        method = message["method"]
        if method in self.answers:
            answer = self.answers[method]
            result = answer(message.get("params")) if callable(answer) else answer
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        else:
            error = {"code": -32601, "message": f"this client does not know {method}"}
            self.send({"jsonrpc": "2.0", "id": message["id"], "error": error})

    def response(self, id, timeout=TIMEOUT):
        """The response to a request, waited for."""
        deadline = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, deadline - time.monotonic()))
            if "method" not in message and message.get("id") == id:
                return message

    def call(self, method, params=..., timeout=TIMEOUT):
        """A request's response, be it a result or an error."""
        return self.response(self.start_request(method, params), timeout)

    def request(self, method, params=..., timeout=TIMEOUT):
        """A request's result."""
        response = self.call(method, params, timeout)
        assert "result" in response, f"{method}: {response}"
        return response["result"]

    # What most tests do

    def initialize(self, capabilities=None, **params):
        result = self.request("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities or {}} | params)
        self.notify("initialized", {})
        return result

    def open(self, text, uri=MARKDOWN_URI, version=1):
        document = {"uri": uri, "languageId": "markdown", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, *changes, uri=MARKDOWN_URI, version=2):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})

    def close(self, uri=MARKDOWN_URI):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def tokens(self, uri=MARKDOWN_URI, timeout=TIMEOUT):
        return self.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}}, timeout)["data"]

    def wait(self, timeout=TIMEOUT):
        """The exit code, and all of the log is there."""
        code = self.process.wait(timeout)
        for thread in self._threads:
            thread.join(timeout)
        return code

    def shut_down(self):
        """Leaves as a client should, and returns the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.wait()

    def memory(self, name="VmRSS"):
        """The server's memory in bytes: `VmRSS` what it has, `VmHWM` the most that it had."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith(name + ":"):
                    return int(line.split()[1]) * 1024
        raise KeyError(name)

    def processor_time(self):
        """The seconds of the processor's time that the server has used."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        # A stream that is being read can't be closed.
        for thread in self._threads:
            thread.join(TIMEOUT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except (OSError, ValueError):
                pass


def frame(message):
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def read_frame(stream):
    """A frame's body, as the protocol writes frames: exactly so, as this is what the server sends."""
    length = None
    while True:
        line = stream.readline()
        if not line:
            raise EOFError
        if line == b"\r\n":
            break
        name, _, value = line.partition(b": ")
        if not line.endswith(b"\r\n") or name not in (b"Content-Length", b"Content-Type"):
            raise AssertionError(f"not a header: {line!r:.100}")
        if name == b"Content-Length":
            length = int(value)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return body.decode("utf-8")


def _no_constant(name):
    raise AssertionError(f"{name} is no JSON")
