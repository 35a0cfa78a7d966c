"""What the server reads and says of files in workspace folders while others own, close and exchange them."""

import contextlib
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import pytest

from client import SERVER, Client

NOBODY = 65534
# Exchanges two names in one step, for as long as it runs.
EXCHANGE = """
import ctypes, os, sys
library, names = ctypes.CDLL(None), [os.fsencode(name) for name in sys.argv[1:]]
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1000):
        library.renameat2(-100, names[0], -100, names[1], 2)
"""


@pytest.fixture
def folder():
    """A folder that every user reaches."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="gfm-workspace.", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@contextlib.contextmanager
def client(workspace, text, **options):
    """A client with one document, and that document's URI."""
    with Client(**options) as client:
        client.initialize(
            {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}},
            workspaceFolders=[{"uri": workspace.as_uri(), "name": "workspace"}])
        uri = (workspace / "open.md").as_uri()
        client.open(text, uri=uri)
        yield client, {"textDocument": {"uri": uri}}


def test_a_closed_folder(folder):
    """Of what may not be looked at, nobody can say that it is missing."""
    closed = folder / "closed"
    closed.mkdir()
    (closed / "there.md").write_text("# There\n")
    closed.chmod(0 if os.geteuid() else 0o700)
    options = {} if os.geteuid() else {"user": NOBODY}
    try:
        subprocess.run([SERVER, "--version"], check=True, capture_output=True, **options)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no other user may run the server where it is")
    try:
        with client(folder, "[x](closed/there.md) [y](gone.md)\n", **options) as (it, document):
            items = it.call("textDocument/diagnostic", document)["result"]["items"]
            assert [(item["code"], item["range"]["start"]["character"]) for item in items] == [("missingFile", 25)]
    finally:
        closed.chmod(0o700)


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "renameat2"), reason="names cannot be exchanged")
@pytest.mark.parametrize("shape", ["file", "folder"])
def test_links_that_come_and_go(folder, shape):
    """Whoever exchanges a file, or a folder on the way, with a link out of the workspace meanwhile gets nothing out."""
    workspace, outside = folder / "workspace", folder / "outside"
    for place, heading in ((workspace / "there", "inside"), (outside, "outside")):
        place.mkdir(parents=True)
        (place / "a.md").write_text(f"# {heading}\n")
        (place / f"{heading}.md").touch()
    exchanged = workspace / ("there/a.md" if shape == "file" else "there")
    (workspace / "link").symlink_to(outside / "a.md" if shape == "file" else outside)
    seen = set()
    other = subprocess.Popen([sys.executable, "-c", EXCHANGE, exchanged, workspace / "link"])
    try:
        texts = ["[x](there/a.md#)\n"] + ["[x](there/)\n"] * (shape == "folder")
        for text in texts:
            with client(workspace, text) as (it, document):
                deadline = time.monotonic() + 4
                while time.monotonic() < deadline:
                    place = document | {"position": {"line": 0, "character": len(text) - 2}}
                    answer = it.call("textDocument/completion", place)["result"]
                    seen |= {item["label"] for item in answer["items"]} if answer else {None}
    finally:
        other.kill()
        other.wait()
    assert "inside" in seen and None in seen, "nothing was exchanged"
    assert not {"outside", "outside.md"} & seen
