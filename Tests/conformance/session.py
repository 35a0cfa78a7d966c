"""A client whose every message is held against the protocol's rules, and a tour of all that a server advertises."""

import json
import pathlib

from client import MARKDOWN_URI, Client
from rules import Rules, at

PROFILES = {
    path.name.removesuffix("-initialize.json"): json.loads(path.read_text())
    for path in sorted((pathlib.Path(__file__).parent / "../GFMLanguageServerTests/Fixtures/initialize").glob("*.json"))
}

# What a client that can do everything declares; the rules then demand the most.
EVERYTHING = PROFILES["vscode-languageclient"]

# What a client that declares nothing sends.
NOTHING = {"processId": None, "rootUri": None, "capabilities": {}}


class Session(Client):
    """A session with `params` for `initialize`. `finish` tells what was wrong in it."""

    def __init__(self, params, *arguments, **options):
        params = json.loads(json.dumps(params)) | {"processId": None}
        self.rules = Rules(params)
        super().__init__(*arguments, on_message=self.rules.received, **options)
        self.initialize_params = params

    def start(self):
        result = self.request("initialize", self.initialize_params)
        self.notify("initialized", {})
        return result["capabilities"]

    def start_request(self, method, params=..., id=None):
        self._ids += 1
        id = id if id is not None else self._ids
        self.rules.sent_request(id, method, {} if params is ... or params is None else params)
        return super().start_request(method, params, id)

    def open(self, text, uri=MARKDOWN_URI, version=1):
        self.rules.opened(uri, text)
        super().open(text, uri, version)

    def change(self, *changes, uri=MARKDOWN_URI, version=2):
        super().change(*changes, uri=uri, version=version)
        self.rules.changed(uri, changes)

    def close(self, uri=MARKDOWN_URI):
        self.rules.closed(uri)
        super().close(uri)

    def replace(self, uri, start, end, text, version=2):
        """Replaces text between two indexes."""
        self.change({"range": self.rules.documents[uri].range(start, end), "text": text}, uri=uri, version=version)

    def finish(self):
        """Leaves; everything that was asked must have been answered, and nothing been wrong."""
        assert self.shut_down() == 0
        assert self.errors == [], "\n".join(self.errors[:5])
        assert {method for method, *_ in self.rules.pending.values()} == set()


def advertised(capabilities, name):
    return capabilities.get(name) not in (None, False)


class Tour:
    """Asks for all that a server advertises, at places of a document. Counts what it asked, by method."""

    def __init__(self, session, uri=MARKDOWN_URI):
        self.session = session
        self.uri = uri
        self.counts = {}

    @property
    def model(self):
        return self.session.rules.documents[self.uri]

    @property
    def capabilities(self):
        return self.session.rules.server

    def ask(self, method, may_fail=False, **params):
        """A request's result; None for an error, where one may come."""
        self.counts[method] = self.counts.get(method, 0) + 1
        response = self.session.call(method, params)
        if may_fail and "error" in response:
            return None
        assert "result" in response, f"{method} {json.dumps(params):.300}: {response['error']}"
        return response["result"]

    def whole(self):
        """What is asked about a document as a whole."""
        document = {"textDocument": {"uri": self.uri}}
        everywhere = {"start": {"line": 0, "character": 0}, "end": self.model.end()}
        tokens = self.capabilities.get("semanticTokensProvider") or {}
        if tokens.get("full"):
            result = self.ask("textDocument/semanticTokens/full", **document)
            if at(tokens, "full.delta"):
                for previous in (result["resultId"], "never"):
                    self.ask("textDocument/semanticTokens/full/delta", **document, previousResultId=previous)
        if tokens.get("range"):
            self.ask("textDocument/semanticTokens/range", **document, range=everywhere)
        for options in ({"tabSize": 4, "insertSpaces": True}, {"tabSize": 8, "insertSpaces": False}):
            if advertised(self.capabilities, "documentFormattingProvider"):
                self.ask("textDocument/formatting", **document, options=options)
            if advertised(self.capabilities, "documentRangeFormattingProvider"):
                self.ask("textDocument/rangeFormatting", **document, range=everywhere, options=options)
        for name, method in (
            ("documentSymbolProvider", "documentSymbol"), ("foldingRangeProvider", "foldingRange"),
            ("colorProvider", "documentColor"),
        ):
            if advertised(self.capabilities, name):
                self.ask("textDocument/" + method, **document)
        for name, method, resolve in (
            ("documentLinkProvider", "documentLink", "documentLink/resolve"), ("codeLensProvider", "codeLens", "codeLens/resolve"),
        ):
            if advertised(self.capabilities, name):
                for item in self.ask("textDocument/" + method, **document) or []:
                    if at(self.capabilities, name + ".resolveProvider"):
                        self.ask(resolve, **item)
        if advertised(self.capabilities, "inlayHintProvider"):
            self.ask("textDocument/inlayHint", **document, range=everywhere)
        if advertised(self.capabilities, "diagnosticProvider"):
            self.ask("textDocument/diagnostic", **document)
            if at(self.capabilities, "diagnosticProvider.workspaceDiagnostics"):
                self.ask("workspace/diagnostic", previousResultIds=[])
        if advertised(self.capabilities, "workspaceSymbolProvider"):
            for query in ("", "a"):
                for symbol in self.ask("workspace/symbol", query=query) or []:
                    if at(self.capabilities, "workspaceSymbolProvider.resolveProvider"):
                        self.ask("workspaceSymbol/resolve", **symbol)

    def place(self, index, extent=0):
        """What is asked about a place, or about the text from there on."""
        document = {"textDocument": {"uri": self.uri}}
        position = self.model.position(index)
        range = self.model.range(index, min(index + extent, len(self.model.text)))
        here = document | {"position": position}
        for name, method in (
            ("hoverProvider", "hover"), ("definitionProvider", "definition"), ("declarationProvider", "declaration"),
            ("implementationProvider", "implementation"), ("typeDefinitionProvider", "typeDefinition"),
            ("documentHighlightProvider", "documentHighlight"), ("linkedEditingRangeProvider", "linkedEditingRange"),
            ("signatureHelpProvider", "signatureHelp"),
        ):
            if advertised(self.capabilities, name):
                self.ask("textDocument/" + method, **here)
        if advertised(self.capabilities, "referencesProvider"):
            for declared in (True, False):
                self.ask("textDocument/references", **here, context={"includeDeclaration": declared})
        if advertised(self.capabilities, "selectionRangeProvider"):
            self.ask("textDocument/selectionRange", **document, positions=[position, range["end"]])
        if advertised(self.capabilities, "completionProvider"):
            items = self.ask("textDocument/completion", **here, context={"triggerKind": 1}) or []
            for item in (items["items"] if type(items) is dict else items)[:3]:
                if at(self.capabilities, "completionProvider.resolveProvider"):
                    self.ask("completionItem/resolve", **item)
        if advertised(self.capabilities, "renameProvider"):
            if at(self.capabilities, "renameProvider.prepareProvider"):
                self.ask("textDocument/prepareRename", may_fail=True, **here)
            self.ask("textDocument/rename", may_fail=True, **here, newName="new name")
        if advertised(self.capabilities, "codeActionProvider"):
            self.code_actions(document, range)
        for character in self.typed_characters():
            for indent in ({"tabSize": 4, "insertSpaces": True}, {"tabSize": 4, "insertSpaces": False}):
                self.ask("textDocument/onTypeFormatting", **here, ch=character, options=indent)
        if at(self.capabilities, "semanticTokensProvider.range"):
            self.ask("textDocument/semanticTokens/range", **document, range=range)
        if advertised(self.capabilities, "documentRangeFormattingProvider"):
            self.ask("textDocument/rangeFormatting", **document, range=range, options={"tabSize": 4, "insertSpaces": True})

    def typed_characters(self):
        options = self.capabilities.get("documentOnTypeFormattingProvider")
        return [options["firstTriggerCharacter"], *options.get("moreTriggerCharacter", [])] if options else []

    def code_actions(self, document, range):
        for context in ({"diagnostics": []}, {"diagnostics": [], "only": ["refactor"]}, {"diagnostics": [], "only": ["source"]}):
            for action in self.ask("textDocument/codeAction", **document, range=range, context=context) or []:
                if type(action.get("command")) is str:
                    self.execute(action)
                elif at(self.capabilities, "codeActionProvider.resolveProvider"):
                    self.ask("codeAction/resolve", **action)
                elif "command" in action:
                    self.execute(action["command"])

    def execute(self, command):
        # Where the client applies no edits, it can't be done.
        self.ask("workspace/executeCommand", may_fail=not at(self.session.rules.client, "workspace.applyEdit"),
                 command=command["command"], arguments=command.get("arguments", []))

    def own_edits(self, index, extent=0):
        """Every operation of `gfm/edit`, at one place and at two."""
        selection = {"anchor": self.model.position(index), "head": self.model.position(min(index + extent, len(self.model.text)))}
        start = {"anchor": {"line": 0, "character": 0}, "head": {"line": 0, "character": 0}}
        for operation in at(self.capabilities, "experimental.gfmEdit") or []:
            arguments = {"heading": {"level": 2}}.get(operation, {})
            for selections in ([selection], [start, selection]):
                self.ask("gfm/edit", textDocument={"uri": self.uri}, selections=selections, operation=operation,
                         arguments=arguments)

    def everywhere(self, places):
        self.whole()
        for number, index in enumerate(places):
            extent = (0, 3, 40)[number % 3]
            self.place(index, extent)
            self.own_edits(index, extent)
