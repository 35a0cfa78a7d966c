"""Hostile texts, of a size that a debug build can take: each is answered for, and other documents do not feel it. The
script `hostile` gives bigger ones to a release build."""

import pytest

from client import MARKDOWN_URI, Client
from session import NOTHING, Session, Tour
from shapes import SHAPES


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name):
    """Tokens, and those after an edit, held against the rules."""
    text = SHAPES[name](300)
    with Session(NOTHING) as session:
        session.start()
        session.open("*other*\n", "file:///other.md")
        session.open(text)
        tour = Tour(session)
        tour.whole()
        length = len(tour.model.text)
        for version, (place, typed) in enumerate([(length // 2, "*"), (0, "\n"), (length // 3, "- ")], 2):
            session.replace(MARKDOWN_URI, place, place, typed, version)
            tour.whole()
        tour.place(length // 2, 3)
        tour.own_edits(length // 2, 3)
        assert len(session.tokens("file:///other.md")) == 15
        session.finish()
        assert not [line for line in session.log if "error:" in line]


@pytest.mark.parametrize("name", ["images in images", "delimiter rows of another width", "short rows under a wide header",
                                  "a long destination, used often", "autolinks without an end", "declarations without an end"])
def test_what_would_take_minutes_is_read_as_text(name):
    with Client() as client:
        client.initialize()
        client.open(SHAPES[name](40_000))
        client.tokens()
        assert client.memory("VmHWM") < 600 << 20
        client.open("*other*\n", "file:///other.md")
        assert len(client.tokens("file:///other.md")) == 15
        assert client.shut_down() == 0
        warnings = [line for line in client.log if "would take too long to parse" in line]
        assert warnings and MARKDOWN_URI in warnings[0]


def test_half_surrogate_pairs():
    with Session(NOTHING) as session:
        session.start()
        session.open("*a\ud83d* **\ude00b** \ude00\ud83d\n")
        assert session.tokens()
        session.replace(MARKDOWN_URI, 2, 3, "\udc00\udc00")
        assert session.tokens()
        session.finish()


def test_half_a_pair_is_cut_off_by_an_edit():
    """Positions inside of a pair are taken for its start; the text stays text."""
    with Client() as client:
        client.initialize()
        client.open("*😀😀*\n")
        client.change({"range": {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 4}}, "text": "é"})
        data = client.tokens()
        assert len(data) % 5 == 0 and data
        assert client.shut_down() == 0


def test_invalid_utf8_in_a_message():
    with Client() as client:
        client.initialize()
        body = b'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","text":"\xff"}}}'
        client.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert client.next()["error"]["code"] == -32700
        client.open("*a*\n")
        assert client.tokens()
        assert client.shut_down() == 0
