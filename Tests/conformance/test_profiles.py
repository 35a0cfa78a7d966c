"""Every real client's session: whatever is advertised, asked for everywhere, and each message held to the rules."""

import pytest

from session import EVERYTHING, NOTHING, PROFILES, Session, Tour

DOCUMENT = """---
title: all of it
---

# Heading *one* `code`

Setext **two**
==============

A paragraph with *emphasis*, **strong**, ~~struck~~, `code`, [a link](https://a.b "title"), ![an *image*](b.png),
[a reference][ref], [ref], <https://c.d>, www.e.f, me@g.h, a footnote[^1], &amp;, \\*, <b>html</b>\\
after a hard break. 日本語の**「強調」** 😀 e\u0301 \u202eright to left\u202c.

- one
- two
  1. three
  2. four

     [ ] no task
- [ ] task
- [x] done

> quote
> > deeper
> - item

| a | 日本 | c |
|---|:-:|--:|
| 1 | *x* \\| y | 😀 |

```swift
let code = 1
```

    indented

<div>
html
</div>

***

[ref]: <https://example.com/ref> 'title'
[^1]: The note.

    More of it.

[Heading](#heading-one-code) [other](other.md#there) ![](missing.png)
"""

ALL_PROFILES = PROFILES | {"nothing": NOTHING}


@pytest.fixture(params=ALL_PROFILES)
def session(request):
    with Session(ALL_PROFILES[request.param]) as session:
        yield session


def places(text, count):
    step = max(1, len(text) // count)
    return [*range(0, len(text), step), len(text)]


def test_everything_advertised(session):
    capabilities = session.start()
    session.open(DOCUMENT)
    tour = Tour(session)
    tour.everywhere(places(DOCUMENT, 40))
    session.finish()
    for provider in capabilities:
        if provider.endswith("Provider") and capabilities[provider] is not False:
            assert provider in ASKED_BY, f"the tour asks nothing of {provider}"
            assert tour.counts.get(ASKED_BY[provider]) or provider in ("executeCommandProvider",), provider


# What the tour asks of each provider.
ASKED_BY = {
    "semanticTokensProvider": "textDocument/semanticTokens/range",
    "codeActionProvider": "textDocument/codeAction",
    "documentFormattingProvider": "textDocument/formatting",
    "documentRangeFormattingProvider": "textDocument/rangeFormatting",
    "documentOnTypeFormattingProvider": "textDocument/onTypeFormatting",
    "executeCommandProvider": "workspace/executeCommand",
    "documentSymbolProvider": "textDocument/documentSymbol",
    "foldingRangeProvider": "textDocument/foldingRange",
    "selectionRangeProvider": "textDocument/selectionRange",
    "documentLinkProvider": "textDocument/documentLink",
    "hoverProvider": "textDocument/hover",
    "definitionProvider": "textDocument/definition",
    "declarationProvider": "textDocument/declaration",
    "implementationProvider": "textDocument/implementation",
    "typeDefinitionProvider": "textDocument/typeDefinition",
    "referencesProvider": "textDocument/references",
    "documentHighlightProvider": "textDocument/documentHighlight",
    "renameProvider": "textDocument/rename",
    "linkedEditingRangeProvider": "textDocument/linkedEditingRange",
    "completionProvider": "textDocument/completion",
    "signatureHelpProvider": "textDocument/signatureHelp",
    "diagnosticProvider": "textDocument/diagnostic",
    "codeLensProvider": "textDocument/codeLens",
    "inlayHintProvider": "textDocument/inlayHint",
    "colorProvider": "textDocument/documentColor",
    "workspaceSymbolProvider": "workspace/symbol",
}


def test_typing(session):
    """Text grows, changes and goes; tokens follow by delta."""
    session.start()
    session.open("")
    tour = Tour(session)
    tour.whole()
    previous = tour.ask("textDocument/semanticTokens/full", textDocument={"uri": tour.uri})["resultId"]
    version = 1
    for start in range(0, len(DOCUMENT), 60):
        version += 1
        session.replace(tour.uri, len(tour.model.text), len(tour.model.text), DOCUMENT[start : start + 60], version)
        result = tour.ask("textDocument/semanticTokens/full/delta", textDocument={"uri": tour.uri}, previousResultId=previous)
        previous = result["resultId"]
    for index in range(0, 600, 37):
        version += 1
        session.replace(tour.uri, index, index + 5, "*é😀\n", version)
        result = tour.ask("textDocument/semanticTokens/full/delta", textDocument={"uri": tour.uri}, previousResultId=previous)
        previous = result["resultId"]
    session.change({"text": "# a *whole* text\r\nanother\rthird\n"}, version=version + 1)
    tour.everywhere([0, 5, 12, 17, 20])
    session.close()
    session.finish()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_encodings(encoding):
    capabilities = EVERYTHING["capabilities"] | {"general": {"positionEncodings": [encoding]}}
    with Session(EVERYTHING | {"capabilities": capabilities}) as session:
        assert session.start()["positionEncoding"] == encoding
        text = "é *日本* 😀**a**\u2028 `𝕏`\r\n> 😀 | ~~é~~\r- 日本\n"
        session.open(text)
        Tour(session).everywhere(range(len(text) + 1))
        session.finish()
