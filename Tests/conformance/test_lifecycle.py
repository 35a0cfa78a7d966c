"""The life of a session: what may come when, and what is answered to what the server does not know."""

import pytest

from client import Client
from session import EVERYTHING, NOTHING, PROFILES, Session

UNKNOWN = ["nope", "$/nope", "textDocument/nope", "initialized", "textDocument/didOpen", "exit", ""]


def code(response):
    assert "result" not in response
    return response["error"]["code"]


def test_before_initialize():
    with Client() as client:
        for method in ["shutdown", "textDocument/hover", "nope", "gfm/edit", "textDocument/semanticTokens/full"]:
            assert code(client.call(method, {})) == -32002
        client.open("lost")
        client.notify("$/cancelRequest", {"id": 1})
        client.notify("nope")
        client.initialize()
        assert code(client.call("textDocument/semanticTokens/full", {"textDocument": {"uri": "file:///a.md"}})) == -32602
        assert client.shut_down() == 0


@pytest.mark.parametrize("name", PROFILES)
def test_lifecycle_of_each_client(name):
    with Session(PROFILES[name]) as session:
        assert code(session.call("nope", {})) == -32002
        session.start()
        assert code(session.call("initialize", session.initialize_params)) == -32600
        session.request("shutdown")
        for method in ["shutdown", "initialize", "textDocument/hover", "nope"]:
            assert code(session.call(method, {})) == -32600
        session.notify("exit")
        assert session.wait() == 0
        assert session.errors == []


def test_unknown_messages():
    with Session(EVERYTHING) as session:
        session.start()
        for method in UNKNOWN:
            assert code(session.call(method, {})) == -32601, method
            assert code(session.call(method)) == -32601, method
        session.open("*a*\n")
        before = len(session.received)
        for method in ["$/nope", "nope", "workspace/didChangeWorkspaceFolders", "workspace/didChangeWatchedFiles", "$/progress",
                       "window/workDoneProgress/cancel", "notebookDocument/didOpen", "textDocument/willSave",
                       "textDocument/hover", "shutdown"]:
            session.notify(method, {})
            session.notify(method)
        session.notify("workspace/didChangeWorkspaceFolders", {
            "event": {"added": [{"uri": "file:///nowhere", "name": "nowhere"}], "removed": []}})
        assert session.tokens()
        # Notifications have no answer, whatever they are; what is broken in one may be logged.
        # The folder that came in may change what links lead to.
        expected = ("window/logMessage", "workspace/diagnostic/refresh", None)
        others = [m for m in session.received[before:] if m.get("method") not in expected]
        assert others == [], "quietly"
        assert session.shut_down() == 0
        assert session.errors == []


@pytest.mark.parametrize("value", ["off", "messages", "verbose"])
def test_trace(value):
    with Session(EVERYTHING | {"trace": "off"}) as session:
        session.start()
        session.open("*a*\n")
        session.tokens()
        assert not [m for m in session.received if m.get("method") == "$/logTrace"]
        session.notify("$/setTrace", {"value": value})
        session.tokens()
        session.tokens()
        traces = [m["params"] for m in session.received if m.get("method") == "$/logTrace"]
        assert bool(traces) == (value != "off")
        assert all(("verbose" in trace) == (value == "verbose") for trace in traces)
        session.notify("$/setTrace", {"value": "off"})
        session.finish()


def test_progress_tokens_are_taken():
    """Tokens come with any request; where the server reports no progress it must just answer."""
    with Session(EVERYTHING) as session:
        capabilities = session.start()
        session.open("*a*\n")
        params = {"textDocument": {"uri": "file:///a.md"}, "workDoneToken": "w", "partialResultToken": 7}
        session.request("textDocument/semanticTokens/full", params)
        session.request("textDocument/formatting", params | {"options": {"tabSize": 4, "insertSpaces": True}})
        progress = [m for m in session.received if m.get("method") == "$/progress"]
        if not any(type(o) is dict and o.get("workDoneProgress") for o in capabilities.values()):
            assert progress == []
        session.finish()


@pytest.mark.parametrize("registers", [True, False])
@pytest.mark.parametrize("name", ["didChangeConfiguration", "didChangeWatchedFiles"])
def test_dynamic_registration(name, registers):
    params = {"capabilities": {"workspace": {name: {"dynamicRegistration": registers}}}}
    with Session(NOTHING | params) as session:
        session.start()
        session.open("*a*\n")
        session.tokens()
        methods = list(session.rules.registered.values())
        assert methods == (["workspace/" + name] if registers else [])
        session.finish()


def test_a_client_that_answers_nothing():
    """Answers that never come, and errors, keep the server from nothing."""
    with Session(EVERYTHING) as session:
        session.answers = {"workspace/configuration": [1, "x", {}]}
        session.start()
        session.open("*a*\n")
        assert session.tokens()
        session.finish()


def test_requests_with_odd_ids():
    with Session(NOTHING) as session:
        session.start()
        for id in [0, -1, 2**31 - 1, "", "a", "é😀", "1", "\u0000"]:
            assert session.response(session.start_request("nope", {}, id=id))["id"] == id
        session.finish()


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"[{}]", b"null", b"\"a\"", b"{}", b"{\"jsonrpc\":\"2.0\"}", b"{\"jsonrpc\":\"1.0\",\"id\":99,\"method\":\"x\"}",
    b"{\"id\":99,\"method\":\"x\"}", b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}", b"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}",
    b"{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":5}", b"\xff\xfe", b"{\"a\":\"\xff\"}", b"[" * 100_000, b"{\"a\":" * 100_000,
    b"{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":" + b"[" * 400 + b"]" * 400 + b"}extra", b"\x00", b"1e999999",
], ids=lambda body: repr(body[:30]))
def test_bodies_that_are_no_message(body):
    with Session(NOTHING) as session:
        session.start()
        # Where its id can be read, the answer has it.
        session.rules.sent_request(99, "nope", {})
        session.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        message = session.next()
        assert message["error"]["code"] in (-32700, -32600)
        assert message["id"] in (None, 99)
        session.rules.pending.pop(99, None)
        session.open("*a*\n")
        assert session.tokens()
        session.finish()
