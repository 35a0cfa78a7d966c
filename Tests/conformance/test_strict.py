"""The checks themselves: what they must refuse, lsprotocol's own converter taking much of it."""

import lsprotocol.types as lsp
import pytest

from model import Model
from rules import Rules, check_token_data
from session import EVERYTHING, NOTHING
from strict import Violation, check

RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}


@pytest.mark.parametrize("value, hint", [
    ({"line": 0, "character": -1}, lsp.Position),
    ({"line": 0, "character": 2**31}, lsp.Position),
    ({"line": "1", "character": 1}, lsp.Position),
    ({"line": 1.0, "character": 1}, lsp.Position),
    ({"line": True, "character": 1}, lsp.Position),
    ({"line": 0}, lsp.Position),
    ({"line": 0, "character": 0, "offset": 3}, lsp.Position),
    ({"range": RANGE, "newText": None}, lsp.TextEdit),
    ({"title": "a", "kind": None}, lsp.CodeAction),
    ({"title": 1}, lsp.CodeAction),
    ({"type": 9, "message": "a"}, lsp.LogMessageParams),
    ({"type": 1, "message": 1}, lsp.LogMessageParams),
    ({"name": "a", "kind": 99, "range": RANGE, "selectionRange": RANGE}, lsp.DocumentSymbol),
    ({"semanticTokensProvider": {"legend": {"tokenTypes": [], "tokenModifiers": [1]}}}, lsp.ServerCapabilities),
    ({"hoverProvider": "yes"}, lsp.ServerCapabilities),
    ({"jsonrpc": "2.0", "id": 1, "result": [1]}, lsp.HoverResponse),
    ({"id": 1, "result": None}, lsp.HoverResponse),
    ({"changes": {"a": [{"range": RANGE}]}}, lsp.WorkspaceEdit),
])
def test_types(value, hint):
    with pytest.raises(Violation):
        check(value, hint, "value")


@pytest.mark.parametrize("value, hint", [
    ({"line": 0, "character": 2**31 - 1}, lsp.Position),
    ({"uri": "a", "version": None}, lsp.OptionalVersionedTextDocumentIdentifier),
    ({"jsonrpc": "2.0", "id": 1, "result": None}, lsp.HoverResponse),
    ({"title": "a", "kind": "my.own"}, lsp.CodeAction),
])
def test_right_types(value, hint):
    check(value, hint, "value")


def rules(params):
    rules = Rules(params)
    rules.server = {"semanticTokensProvider": {"legend": {"tokenTypes": ["a", "b"], "tokenModifiers": ["m"]}}}
    return rules


@pytest.mark.parametrize("data", [
    [0, 0, 1, 0], [0, 0, 0, 0, 0], [0, 0, 1, 2, 0], [0, 0, 1, 0, 2], [0, 0, 4, 0, 0], [2, 0, 1, 0, 0],
    [0, 0, 2, 0, 0, 0, 1, 1, 0, 0], [0, 0, -1, 0, 0], [0, 2, 1, 0, 0], [0, 0, 1.0, 0, 0],
])
def test_token_data(data):
    with pytest.raises(Violation):
        check_token_data(rules(NOTHING), data, Model("a😀\nb", "utf-16"))


def test_right_token_data():
    check_token_data(rules(NOTHING), [0, 0, 1, 0, 0, 0, 1, 2, 1, 1, 1, 0, 1, 0, 0], Model("a😀\nb", "utf-16"))


@pytest.mark.parametrize("edits", [
    [(0, 0, 0, 3), (0, 2, 0, 3)], [(0, 3, 0, 2)], [(0, 0, 0, 9)], [(5, 0, 5, 0)], [(0, 4, 0, 4)],
])
def test_edits(edits):
    document = Model("abc😀\n", "utf-16")
    with pytest.raises(Violation):
        rules(NOTHING).check_edits([edit(*places) for places in edits], document)


def edit(*places):
    return {"range": {"start": dict(zip(("line", "character"), places[:2])), "end": dict(zip(("line", "character"), places[2:]))},
            "newText": ""}


@pytest.mark.parametrize("message", [
    {"jsonrpc": "2.0", "id": 9, "result": None},
    {"jsonrpc": "2.0", "id": 1, "result": None, "error": {"code": -32600, "message": "a"}},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": 5, "message": "a"}},
    {"id": 1, "result": None},
    {"jsonrpc": "2.0", "method": "textDocument/nope"},
    {"jsonrpc": "2.0", "id": 2, "method": "workspace/applyEdit", "params": {"edit": {}}},
    {"jsonrpc": "2.0", "id": 2, "method": "client/registerCapability",
     "params": {"registrations": [{"id": "a", "method": "workspace/didChangeConfiguration"}]}},
    {"jsonrpc": "2.0", "method": "$/progress", "params": {"token": 1, "value": {}}},
])
def test_messages(message):
    rules = Rules(NOTHING)
    rules.sent_request(1, "textDocument/hover", {})
    with pytest.raises(Violation):
        rules.received(message)


def test_second_response():
    rules = Rules(NOTHING)
    rules.sent_request(1, "textDocument/hover", {})
    response = {"jsonrpc": "2.0", "id": 1, "result": None}
    rules.received(response)
    with pytest.raises(Violation):
        rules.received(response)


@pytest.mark.parametrize("action", [
    {"title": "a", "edit": {"documentChanges": []}},
    {"title": "a", "edit": {"changes": {}}},
    {"title": "a", "data": 1},
    {"title": "a", "disabled": {"reason": "b"}},
])
def test_actions_for_a_client_that_takes_commands_alone(action):
    rules = Rules(NOTHING)
    rules.sent_request(1, "textDocument/codeAction", {})
    with pytest.raises(Violation):
        rules.received({"jsonrpc": "2.0", "id": 1, "result": [action]})


def test_the_same_action_for_one_that_takes_all():
    rules = Rules(EVERYTHING)
    rules.sent_request(1, "textDocument/codeAction", {})
    rules.received({"jsonrpc": "2.0", "id": 1, "result": [{"title": "a", "edit": {"documentChanges": []}}]})
