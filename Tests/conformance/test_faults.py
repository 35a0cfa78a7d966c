"""What happens to a client, to the pipes and to the machine must neither hang the server nor crash it, nor leave it
behind."""

import fcntl
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from client import MARKDOWN_URI, SERVER, Client, frame

HEADER = "gfm-language-server: "


def ready(*arguments, **options):
    client = Client(*arguments, **options)
    client.initialize()
    client.open("a *b*\n")
    client.tokens()
    return client


def test_exit_codes():
    with ready() as client:
        assert client.shut_down() == 0
    with ready() as client:
        client.notify("exit")
        assert client.wait() == 1
    with Client() as client:
        client.notify("exit")
        assert client.wait() == 1
    with ready() as client:
        client.process.stdin.close()
        assert client.wait() == 1
    with ready() as client:
        client.request("shutdown")
        client.process.stdin.close()
        assert client.wait() == 0


@pytest.mark.parametrize("part", [b"C", b"Content-Length: 100\r\n", b"Content-Length: 100\r\n\r\n", b"Content-Length: 100\r\n\r\n{\"jsonrpc\""])
def test_client_killed_in_the_middle_of_a_message(part):
    with ready() as client:
        client.write(part)
        client.process.stdin.close()
        assert client.wait() == 1
        assert client.log == [HEADER + "error: the input ended inside a message"]


def test_closed_output():
    server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    server.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}))
    server.stdin.flush()
    assert server.stdout.read(10) == b"Content-Le"
    server.stdout.close()
    server.stdin.write(frame({"jsonrpc": "2.0", "id": 2, "method": "nope"}))
    server.stdin.flush()
    assert server.wait(30) == 1
    assert b"could not be written: Broken pipe" in server.stderr.read()
    server.stdin.close()
    server.stderr.close()


def test_output_that_is_full_for_good():
    """The client's answers cannot be written, and it goes."""
    reader, writer = os.pipe()
    server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    server.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
    for number in range(2000):
        server.stdin.write(frame({"jsonrpc": "2.0", "id": number, "method": "nope" * 50}))
    server.stdin.flush()
    time.sleep(0.5)
    assert server.poll() is None
    server.stdin.close()
    assert server.wait(40) == 1
    assert b"the client has gone" in server.stderr.read()
    server.stderr.close()
    os.close(reader)


def test_output_on_a_full_disk():
    with open("/dev/full", "wb") as full:
        server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=full, stderr=subprocess.PIPE)
        server.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
        server.stdin.flush()
        assert server.wait(30) == 1
        assert b"No space left" in server.stderr.read()
        server.stdin.close()
        server.stderr.close()


def test_log_on_a_full_disk():
    with ready("--log-level", "debug", "--log-file", "/dev/full") as client:
        assert client.tokens()
        assert client.shut_down() == 0
        assert client.log == []
    with open("/dev/full", "wb") as full:
        server = subprocess.Popen([SERVER, "--log-level=debug"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=full)
        output, _ = server.communicate(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}), timeout=30)
        assert b"capabilities" in output
        assert server.returncode == 1


def test_log_that_nobody_reads():
    """Standard error is a pipe that fills; the server must not wait for it."""
    reader, writer = os.pipe()
    server = subprocess.Popen([SERVER, "--log-level=debug"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=writer)
    os.close(writer)
    batch = frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    batch += b"".join(frame({"jsonrpc": "2.0", "id": id, "method": "nope" * 20}) for id in range(2, 1002))
    output, _ = server.communicate(batch, timeout=60)
    assert output.count(b"Content-Length") == 1001
    assert server.returncode == 1
    os.close(reader)


def test_log_file(tmp_path):
    path = tmp_path / "server.log"
    with ready("--log-level=debug", f"--log-file={path}") as first, ready("--log-level", "debug", "--log-file", path) as second:
        second.call("nope\nnope\x1b[2J")
        pids = {first.process.pid, second.process.pid}
        assert first.shut_down() == second.shut_down() == 0
        assert first.log == second.log == []
    lines = path.read_text().splitlines()
    assert {int(line.split("[")[1].split("]")[0]) for line in lines} == pids
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \[\d+\] gfm-language-server: \w+: ", line) for line in lines)
    assert sum("textDocument/semanticTokens/full: " in line and " ms, answered " in line for line in lines) == 2
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals(number):
    with ready() as client:
        client.process.send_signal(number)
        assert client.wait() == -number
        assert client.log == []


def test_the_parent_process_is_watched():
    with subprocess.Popen(["sleep", "1"]) as parent, Client() as client:
        client.request("initialize", {"processId": parent.pid, "capabilities": {}})
        parent.wait()
        assert client.wait(20) == 1


@pytest.mark.parametrize("name", ["sleep", "x) R ("])
def test_a_parent_process_that_nobody_waits_for(name, tmp_path):
    """It has ended, though the system's table still has it."""
    program = tmp_path / name
    program.symlink_to("/bin/sleep")
    with subprocess.Popen([program, "1"]) as parent, Client(f"--clientProcessId={parent.pid}") as client:
        client.initialize()
        assert client.wait(20) == 1
        parent.wait()


def started_without(redirection, *arguments):
    """A server whose shell has closed some of its descriptors."""
    return subprocess.Popen(
        ["sh", "-c", f'exec "$0" "$@" {redirection}', SERVER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)


INITIALIZE = frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}})


def test_without_standard_error():
    """Nothing else takes its number, so that no line of the log gets among the frames."""
    with started_without("2>&-", "--log-level=debug") as server:
        output, _ = server.communicate(INITIALIZE, timeout=30)
        length = re.match(rb"Content-Length: (\d+)\r\n\r\n", output)
        assert len(output) == length.end() + int(length[1])
        assert server.returncode == 1


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_without_standard_output(closed, tmp_path):
    """No file that the server opens takes its number, and gets the frames."""
    path = tmp_path / "server.log"
    with started_without(closed, "--log-level=debug", f"--log-file={path}") as server:
        server.communicate(INITIALIZE, timeout=30)
        assert server.returncode == 1
    log = path.read_text()
    assert "Content-Length" not in log and "capabilities" not in log
    assert "<&-" in closed or "could not be written: Bad file descriptor" in log


def test_subcommands_without_standard_output(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("# a\n")
    with started_without(">&-", "highlight", path) as command:
        assert command.communicate(timeout=30)[1] == b"gfm-language-server highlight: standard output: Bad file descriptor\n"
        assert command.returncode == 74
    assert path.read_text() == "# a\n"


@pytest.mark.parametrize("arguments", [("highlight", "-"), ("syntax", "-"), ("settings",)])
def test_subcommands_with_pipes_that_do_not_block(arguments):
    """They wait for who reads slowly, and for what comes slowly."""
    (source, feed), (reader, writer) = os.pipe(), os.pipe()
    os.set_blocking(source, False)
    os.set_blocking(writer, False)
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    with subprocess.Popen([SERVER, *arguments], stdin=source, stdout=writer, stderr=subprocess.PIPE) as command:
        os.close(source)
        os.close(writer)
        time.sleep(0.2)
        with open(feed, "wb") as file:
            if "-" in arguments:
                file.write(b"# hello world\n" * 1000)
        time.sleep(0.3)
        with open(reader, "rb") as file:
            output = file.read()
        assert command.stderr.read() == b""
        assert command.wait(30) == 0
    assert len(output) > 5_000


def test_an_editor_that_is_killed_leaves_nothing():
    """Its pipes close with it, though it could say nothing."""
    script = f"""
import subprocess, sys, time
server = subprocess.Popen([{SERVER!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(server.pid, flush=True)
time.sleep(100)
"""
    editor = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    server = int(editor.stdout.readline())
    assert os.path.exists(f"/proc/{server}")
    editor.kill()
    editor.wait()
    editor.stdout.close()
    deadline = time.monotonic() + 20
    while is_running(server):
        assert time.monotonic() < deadline, "the server is still there"
        time.sleep(0.1)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_two_servers_at_once():
    with ready() as first, ready() as second:
        first.change({"text": "*x* *y*\n"})
        assert first.tokens() != second.tokens()
        assert first.shut_down() == 0
        assert second.tokens()
        assert second.shut_down() == 0


def test_a_message_over_the_limit_and_after_it():
    with ready() as client:
        client.write(b"Content-Length: 300000000\r\n\r\n")
        for _ in range(300):
            client.write(b" " * 1_000_000)
        assert client.next()["error"]["code"] == -32600
        assert client.tokens()
        assert client.memory() < 200 << 20
        assert client.shut_down() == 0


def test_memory_after_a_thousand_documents():
    text = "# Title\n\nA paragraph with *emphasis* and `code`.\n\n" + "- item\n- [x] task\n" * 200

    def documents(client, first, last):
        for number in range(first, last):
            uri = f"file:///{number}.md"
            client.open(text, uri)
            client.change({"range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 1}}, "text": "*x*"}, uri=uri)
            client.tokens(uri)
        for number in range(first, last):
            client.close(f"file:///{number}.md")
        client.tokens()

    with ready() as client:
        documents(client, 0, 20)
        start = client.memory()
        documents(client, 20, 1020)
        most = client.memory("VmHWM")
        assert most > start + (20 << 20), "they were held"
        assert client.memory() < start + (12 << 20), f"{start >> 20} MiB before, {most >> 20} at most"
        status = client.request("gfm/status", {})
        assert [document["uri"] for document in status["documents"]] == [MARKDOWN_URI]
        assert client.shut_down() == 0
