"""What the server asks of the system, by strace: no socket, no other program, no file written, and none read but inside of
the workspace folders."""

import pathlib
import re
import shutil

import pytest

from session import EVERYTHING, Session, Tour
from test_profiles import DOCUMENT

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="there is no strace")

# Where programs and their libraries are: what is loaded, or asked of the system, before any client has said a word.
SYSTEM = ("/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/null", "/dev/urandom", "/opt/", "/root/.local/share/swift")
WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)$")


class Trace:
    """The system calls of one session."""

    def __init__(self, text):
        self.calls = [match.groups() for match in map(CALL.match, text.splitlines()) if match]

    def named(self, *names):
        return [call for call in self.calls if call[0] in names]

    def opened(self):
        for name, arguments in self.named("open", "openat", "openat2", "creat"):
            path = re.search(r'"((?:[^"\\]|\\.)*)"', arguments)
            if path and "ENOENT" not in arguments:
                yield path.group(1), arguments


@pytest.fixture
def places(tmp_path):
    """A workspace with a file, and with links out of it to a file and to a folder."""
    workspace, outside = tmp_path / "workspace", tmp_path / "outside"
    (workspace / "folder").mkdir(parents=True)
    outside.mkdir()
    (workspace / "other.md").write_text("# There\n")
    (workspace / "folder" / "deep.md").write_text("# Deep\n")
    (outside / "secret.md").write_text("# Secret\n")
    (workspace / "link.md").symlink_to(outside / "secret.md")
    (workspace / "linked").symlink_to(outside)
    (workspace / "up.md").symlink_to("../outside/secret.md")
    return workspace, outside


def session_trace(places, tmp_path, *arguments):
    workspace, _ = places
    path = tmp_path / "trace.txt"
    uri = (workspace / "open.md").as_uri()
    folders = [{"uri": workspace.as_uri(), "name": "workspace"}]
    params = EVERYTHING | {"workspaceFolders": folders, "rootUri": workspace.as_uri(), "rootPath": str(workspace)}
    # Without the calls of each parse: only those that name files, programs and connections.
    command = ["strace", "-f", "-qq", "-s", "300", "-o", str(path), "-e", "trace=%file,%network,%process,openat2,io_uring_setup"]
    with Session(params, *arguments, command=command) as session:
        session.start()
        text = DOCUMENT + """
[a](other.md#there) [b](link.md) [c](linked/secret.md#secret) [d](../outside/secret.md) [e](up.md)
[f](/etc/passwd) [g](file:///etc/passwd) [h](folder/deep.md#deep) ![i](linked/) [j](%2e%2e/outside/secret.md#secret)

[k]: ../outside/secret.md#secret
[l]: http://localhost:9/
"""
        session.open(text, uri)
        Tour(session, uri).everywhere([*range(0, len(DOCUMENT), 97), *range(len(DOCUMENT), len(text), 4)])
        session.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (workspace / "other.md").as_uri(), "type": 2}]})
        session.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        session.close(uri)
        session.finish()
    return Trace(path.read_text(errors="replace"))


def test_a_whole_session(places, tmp_path):
    workspace, outside = places
    trace = session_trace(places, tmp_path)
    assert len(trace.named("execve")) == 1, "a program was started"
    assert trace.named("socket", "connect", "bind", "listen", "accept", "accept4", "socketpair", "io_uring_setup") == []
    assert trace.named("fork", "vfork") == []
    for name, arguments in trace.named("clone", "clone3"):
        assert "CLONE_THREAD" in arguments, "a process was started"
    assert trace.named("unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat",
                       "symlink", "symlinkat", "chmod", "fchmodat", "chown", "fchownat", "truncate", "mknod", "mknodat",
                       "creat", "utimensat", "setxattr") == []
    opened = list(trace.opened())
    assert opened, "the trace saw nothing"
    for path, arguments in opened:
        assert not WRITING.search(arguments), f"opened for writing: {arguments}"
        # Whatever it is called: a link inside leads outside.
        real = pathlib.Path(path).resolve()
        followed = "O_NOFOLLOW" not in arguments and "ELOOP" not in arguments
        assert not (followed and real.is_relative_to(outside)), f"read outside of the workspace: {arguments}"
        assert real.is_relative_to(workspace) or str(real).startswith(SYSTEM), f"read: {path}"
        assert not path.startswith(("/etc/passwd", "/etc/shadow")), "a link to the system's files was followed"


def test_a_log_file_is_the_only_one_written(places, tmp_path):
    log = tmp_path / "server.log"
    trace = session_trace(places, tmp_path, "--log-level=debug", f"--log-file={log}")
    written = {path for path, arguments in trace.opened() if WRITING.search(arguments)}
    assert written == {str(log)}
    # It tells what happened, not what the documents say.
    assert "emphasis" not in log.read_text()
