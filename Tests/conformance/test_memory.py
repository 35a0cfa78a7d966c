"""A session under valgrind: no memory is read that was never written or not allocated, and none is lost."""

import pathlib
import shutil

import pytest

from client import Client
from test_profiles import DOCUMENT

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="there is no valgrind")

# What is none of ours.
SUPPRESSIONS = pathlib.Path(__file__).with_name("valgrind.supp")

# Where the parser's library pads, unescapes, drops and moves what it read.
TEXTS = [
    DOCUMENT,
    "|a|b|\n|-|-|\n\ufffd\n",
    "text\n|a|b|c|\n|-|-|-|\n|d\\|\n||\n",
    "[^a]\n\n[^a]: x\n[^a]: y\n[^b]: z\n\n[c]: u\n[c]: v\n",
    "\0*a*\0\n\n- [ ]\n- [x] b\n\n# \n\n```\n",
]


def test_no_error_and_no_leak(tmp_path):
    log = tmp_path / "valgrind.log"
    command = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
               "--error-exitcode=99", f"--log-file={log}", f"--suppressions={SUPPRESSIONS}"]
    with Client(command=command) as client:
        client.request("initialize", {"capabilities": {}}, timeout=120)
        client.notify("initialized", {})
        for number, text in enumerate(TEXTS * 2):
            uri = f"file:///{number}.md"
            client.open(text, uri)
            client.tokens(uri, timeout=120)
            client.change({"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1}}, "text": "x*y*\n"}, uri=uri)
            client.tokens(uri, timeout=120)
            client.request("textDocument/formatting", {
                "textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}, timeout=120)
            client.close(uri)
        client.request("shutdown", timeout=120)
        client.notify("exit")
        code = client.wait(120)
    assert log.read_text() == "" and code == 0
