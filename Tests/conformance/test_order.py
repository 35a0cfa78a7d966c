"""The order of answers, and requests that nobody waits for any more."""

from client import MARKDOWN_URI, Client, frame
from session import EVERYTHING, NOTHING, Session

DOCUMENT = {"textDocument": {"uri": MARKDOWN_URI}}
HERE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def message(method, params, id=None):
    return {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})


def test_a_request_sees_every_change_before_it_and_none_after():
    with Session(NOTHING) as session:
        session.start()
        session.open("")
        batch = b""
        for number in range(1, 101):
            change = {"textDocument": {"uri": MARKDOWN_URI, "version": number + 1},
                      "contentChanges": [{"range": HERE, "text": "*a* "}]}
            batch += frame(message("textDocument/didChange", change))
            session.rules.sent_request(number + 1000, "textDocument/semanticTokens/full", DOCUMENT)
            batch += frame(message("textDocument/semanticTokens/full", DOCUMENT, number + 1000))
        session.rules.changed(MARKDOWN_URI, [{"text": "*a* " * 100}])
        session.rules.pending = {id: (m, p, session.rules.documents[MARKDOWN_URI]) for id, (m, p, _) in session.rules.pending.items()}
        session.write(batch)
        for number in range(1, 101):
            response = session.next()
            assert response["id"] == number + 1000
            # `*`, `a`, `*`, each time.
            assert len(response["result"]["data"]) == 5 * 3 * number
        session.finish()


def test_a_thousand_requests_behind_a_change_are_answered_in_order():
    with Client() as client:
        client.initialize()
        client.open("- item *x*\n" * 2_000)
        batch = frame(message("textDocument/didChange", {
            "textDocument": {"uri": MARKDOWN_URI, "version": 2}, "contentChanges": [{"text": "# a\n" * 2_000}]}))
        params = DOCUMENT | {"range": {"start": {"line": 5, "character": 0}, "end": {"line": 6, "character": 0}}}
        for id in range(1001, 2001):
            batch += frame(message("textDocument/semanticTokens/range", params, id))
        client.write(batch)
        answers = [client.next() for _ in range(1000)]
        assert [answer["id"] for answer in answers] == list(range(1001, 2001))
        # Of the text after the change, all of them.
        assert {str(answer["result"]["data"][5:10]) for answer in answers} == {"[0, 2, 1, 0, 8]"}


def test_each_cancelled_request_has_one_reply():
    with Client() as client:
        client.initialize()
        client.open("a *b*\n" * 10_000)
        batch, ids = b"", list(range(1001, 1041))
        for id in ids:
            batch += frame(message("textDocument/semanticTokens/full", DOCUMENT, id))
            if id % 2 == 0:
                batch += frame(message("$/cancelRequest", {"id": id}))
        client.write(batch)
        replies = [client.next() for _ in ids]
        assert [reply["id"] for reply in replies] == ids
        codes = [reply.get("error", {}).get("code") for reply in replies]
        assert set(codes[::2]) == {None}
        assert set(codes[1::2]) <= {None, -32800}
        assert codes.count(-32800) > 10
        # Once more, when they are done, and of one that never was.
        for id in ids + [123456, "never"]:
            client.notify("$/cancelRequest", {"id": id})
        assert client.shut_down() == 0
        assert len(client.received) == len(ids) + 2


def test_superseded_tokens_are_dropped_for_a_client_that_can_take_it():
    for can, profile in ((True, EVERYTHING), (False, NOTHING)):
        with Client() as client:
            client.initialize(profile["capabilities"])
            client.open("a *b*\n" * 10_000)
            client.tokens()
            batch, ids = b"", list(range(1001, 1021))
            for number, id in enumerate(ids):
                batch += frame(message("textDocument/didChange", {
                    "textDocument": {"uri": MARKDOWN_URI, "version": number + 2},
                    "contentChanges": [{"range": HERE, "text": "x"}]}))
                batch += frame(message("textDocument/semanticTokens/full", DOCUMENT, id))
            client.write(batch)
            replies = [client.next() for _ in ids]
            assert [reply["id"] for reply in replies] == ids
            dropped = [reply for reply in replies if "error" in reply]
            assert all(reply["error"]["code"] == -32802 for reply in dropped)
            assert (len(dropped) > 5) == can
            assert "result" in replies[-1]


def test_cancellation_overtakes_a_long_parse():
    """The reader reads on while the session works."""
    with Client() as client:
        client.initialize()
        client.open("- item *x*\n" * 50_000)
        id = client.start_request("textDocument/semanticTokens/full", DOCUMENT)
        client.notify("$/cancelRequest", {"id": id})
        assert client.response(id)["error"]["code"] == -32800
