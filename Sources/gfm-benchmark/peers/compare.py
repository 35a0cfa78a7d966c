#!/usr/bin/env python3
"""Measures language servers for Markdown beside each other, over stdio, in one run.

USAGE: compare.py [--server NAME=COMMAND]... [--sizes 10000,100000,1000000] [--keystrokes 40] [--starts 15]

Without --server: this package's release build, and of rumdl and panache (both on PyPI) what is on the PATH. The texts
are gfm-benchmark's. For each feature that at least one server offers, a keystroke is the change of one letter and the
request after it; it ends when the answer is read. The servers take turns at each keystroke, each while all others
are idle, so that the ratios hold on a noisy machine.

Diagnostics are asked for, which all of them offer: what they push comes after a pause of their own. Each server looks for
what it looks for; how much it found is said beside its times.
"""

import argparse
import json
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

URI = "file:///benchmark.md"
PACKAGE = Path(__file__).resolve().parents[3]
DOCUMENT = {"textDocument": {"uri": URI}}

# What a client must say it can do for each server to offer all it has.
CAPABILITIES = {
    "workspace": {"configuration": True, "applyEdit": True},
    "textDocument": {
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "foldingRange": {"lineFoldingOnly": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor"]}}},
        "diagnostic": {},
        "semanticTokens": {
            "requests": {"full": {"delta": True}}, "formats": ["relative"], "tokenTypes": [], "tokenModifiers": [],
        },
    },
}

# The request of a feature, and the server's capability that offers it.
FEATURES = {
    "documentSymbol": "documentSymbolProvider",
    "foldingRange": "foldingRangeProvider",
    "documentLink": "documentLinkProvider",
    "codeAction": "codeActionProvider",
    "diagnostic": "diagnosticProvider",
    "semanticTokens/full/delta": "semanticTokensProvider",
}


# How often a text is opened where that is measured.
OPENINGS = 5


class Server:
    """A server process, driven one message at a time."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.next_id = 0
        self.version = 0
        self.result_id = None
        self.found = None
        self.capabilities = self.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES})["capabilities"]
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = None
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length is None:
            raise ConnectionError(f"{self.name} ended")
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.next_id += 1
        request_id = self.next_id
        self.send({"id": request_id, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == request_id and "method" not in message:
                if "error" in message:
                    raise ValueError(f"{self.name}: {method}: {message['error']['message']}")
                return message["result"]
            if "id" in message:
                # A question of the server's: no settings, nothing applied.
                items = message.get("params", {}).get("items", []) if message.get("params") else []
                self.send({"id": message["id"], "result": [None] * len(items) if items else None})

    def offers(self, feature):
        return bool(self.capabilities.get(FEATURES[feature]))

    @property
    def syncs_whole_text(self):
        sync = self.capabilities.get("textDocumentSync")
        return (sync.get("change") if isinstance(sync, dict) else sync) == 1

    def open(self, text):
        self.version = 1
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": URI, "languageId": "markdown", "version": 1, "text": text}})

    def ask(self, feature, place):
        params = dict(DOCUMENT)
        if feature == "codeAction":
            params |= {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        if feature == "semanticTokens/full/delta":
            if self.result_id is None:
                result = self.request("textDocument/semanticTokens/full", params)
            else:
                result = self.request("textDocument/" + feature, params | {"previousResultId": self.result_id})
            self.result_id = result.get("resultId")
            return
        if feature == "diagnostic":
            if self.result_id is not None:
                params |= {"previousResultId": self.result_id}
            result = self.request("textDocument/diagnostic", params)
            self.result_id = result.get("resultId")
            self.found = len(result["items"]) if result["kind"] == "full" else self.found
            return
        self.request("textDocument/" + feature, params)

    def type(self, letter, place, lines):
        self.version += 1
        change = {"text": "\n".join(lines)} if self.syncs_whole_text else {
            "range": {"start": place, "end": place}, "text": letter}
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": self.version}, "contentChanges": [change]})

    def close(self):
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(10)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()


def seconds(body):
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def rotated(servers, turn):
    return servers[turn % len(servers):] + servers[:turn % len(servers)]


def row(name, values, baseline):
    """A line of the table: medians in milliseconds, each with how many times the first server's it is."""
    cells = []
    for value in values:
        ratio = f" ({value / baseline:.1f}x)" if value is not None and baseline else ""
        cells.append("-" if value is None else f"{value * 1000:.2f}{ratio}")
    print(f"{name:38}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def measure_starts(commands, count):
    times = {name: [] for name, _ in commands}
    for turn in range(count):
        for name, command in rotated(commands, turn):
            start = time.perf_counter()
            server = Server(name, command)
            times[name].append(time.perf_counter() - start)
            server.close()
    medians = [statistics.median(times[name]) for name, _ in commands]
    row("start to initialized", medians, medians[0])


def measure_text(commands, text, keystrokes):
    servers = [Server(name, command) for name, command in commands]
    for feature in FEATURES:
        offering = [server for server in servers if server.offers(feature)]
        if not offering:
            continue
        place = {"line": 0, "character": 0}
        opened = {server.name: [] for server in offering}
        for turn in range(OPENINGS if feature == "diagnostic" else 1):
            for server in rotated(offering, turn):
                if turn > 0:
                    server.notify("textDocument/didClose", DOCUMENT)
                server.result_id = None

                def open_document():
                    server.open(text)
                    server.ask(feature, place)
                opened[server.name].append(seconds(open_document))
        if feature == "diagnostic":
            medians = [statistics.median(opened[s.name]) if s in offering else None for s in servers]
            row(f"{len(text.encode()):>9} bytes, opened, {feature}", medians, medians[0])
        lines = text.split("\n")
        typable = [number for number, line in enumerate(lines) if len(line) > 12 and line[0].isalpha()]
        choice = random.Random(7)
        times = {server.name: [] for server in offering}
        for turn in range(keystrokes):
            line = choice.choice(typable)
            place = {"line": line, "character": 6}
            lines[line] = lines[line][:6] + "x" + lines[line][6:]
            for server in rotated(offering, turn):
                def keystroke():
                    server.type("x", place, lines)
                    server.ask(feature, place)
                times[server.name].append(seconds(keystroke))
        for server in offering:
            server.notify("textDocument/didClose", DOCUMENT)
        medians = [statistics.median(times[s.name]) if s in offering else None for s in servers]
        row(f"{len(text.encode()):>9} bytes, {feature}", medians, medians[0])
        if feature == "diagnostic":
            print(f"{'':16} diagnostics found     " + "".join(f"{'-' if s.found is None else s.found:>22}" for s in servers), flush=True)
    for server in servers:
        server.close()


def default_commands(binaries):
    own = [("gfm-language-server", str(binaries / "gfm-language-server"))]
    peers = [("rumdl", "rumdl server"), ("panache", "panache lsp --flavor gfm")]
    return own + [(name, command) for name, command in peers if shutil.which(command.split()[0])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--keystrokes", type=int, default=40)
    parser.add_argument("--starts", type=int, default=15)
    arguments = parser.parse_args()

    build = ["swift", "build", "--package-path", str(PACKAGE), "--configuration", "release"]
    binaries = Path(subprocess.check_output(build + ["--show-bin-path"], text=True).strip())
    if not (binaries / "gfm-benchmark").exists():
        sys.exit(f"compare.py: build first: {shlex.join(build)}")
    commands = [tuple(server.split("=", 1)) for server in arguments.server] or default_commands(binaries)

    print("median milliseconds")
    print(f"{'':38}" + "".join(f"{name:>22}" for name, _ in commands))
    measure_starts(commands, arguments.starts)
    for size in arguments.sizes.split(","):
        text = subprocess.check_output([binaries / "gfm-benchmark", "--print", "mixed", "--sizes", size], text=True)
        measure_text(commands, text, arguments.keystrokes)


main()
