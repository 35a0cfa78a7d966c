"""A session of pytest-lsp's client, which reads the server's messages into lsprotocol's types by itself."""

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from client import SERVER

CLIENTS = ["visual_studio_code@1.65.2", "neovim@0.11.0", "emacs@29.1"]
DOCUMENT = types.TextDocumentIdentifier("file:///a.md")


def place(line, character):
    return types.Position(line=line, character=character)


@pytest_lsp.fixture(params=CLIENTS, config=ClientServerConfig(server_command=[SERVER]))
async def client(request, lsp_client: LanguageClient):
    params = types.InitializeParams(capabilities=client_capabilities(request.param))
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    await lsp_client.initialize_session(params)
    yield lsp_client
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_session(client: LanguageClient):
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=DOCUMENT.uri, language_id="markdown", version=1, text="# a *b*\n\n- one\n- two\n")))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
    assert len(tokens.data) % 5 == 0 and tokens.result_id
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(uri=DOCUMENT.uri, version=2),
        [types.TextDocumentContentChangePartial(range=types.Range(place(3, 5), place(3, 5)), text="\n")]))
    delta = await client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(DOCUMENT, previous_result_id=tokens.result_id))
    assert isinstance(delta, types.SemanticTokensDelta)
    edits = await client.text_document_on_type_formatting_async(types.DocumentOnTypeFormattingParams(
        DOCUMENT, place(4, 0), "\n", types.FormattingOptions(tab_size=4, insert_spaces=True)))
    assert [edit.new_text for edit in edits] == ["- "]
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        DOCUMENT, types.Range(place(2, 2), place(2, 5)), types.CodeActionContext(diagnostics=[])))
    assert any("old" in action.title for action in actions)
    assert client.log_messages == [] and client.messages == []
