"""What the protocol demands of a server's messages beyond their types: sense, and nothing that the client lacks."""

import re

import lsprotocol.types as lsp

from model import Model
from strict import UNSIGNED_INTEGERS, Violation, check, check_object

NO_DOCUMENT = Model("", "utf-16")

# The protocol's own error codes, and JSON-RPC's.
ERROR_CODES = {code.value for code in lsp.ErrorCodes} | {code.value for code in lsp.LSPErrorCodes}


def demand(condition, complaint):
    if not condition:
        raise Violation(complaint)


def at(tree, path):
    """The member at a dotted path; None where there is none."""
    for name in path.split("."):
        if type(tree) is not dict:
            return None
        tree = tree.get(name)
    return tree


class Rules:
    """Holds one session's messages against the protocol. The client's side tells it what it sends."""

    def __init__(self, initialize_params):
        self.client = initialize_params.get("capabilities") or {}
        self.server = {}
        self.encoding = "utf-16"
        self.documents = {}
        self.pending = {}
        self.registered = {}
        self.tokens = {}
        self.progress = set()

    # The client's side

    def sent_request(self, id, method, params):
        uri = at(params, "textDocument.uri") or at(params, "data.uri")
        document = self.documents.get(uri)
        # The text as it is now: a request sees what was sent before it.
        self.pending[id] = (method, params, document and Model(document.text, self.encoding))
        for name in ("workDoneToken", "partialResultToken"):
            if at(params, name) is not None:
                self.progress.add(params[name])

    def opened(self, uri, text):
        self.documents[uri] = Model(text, self.encoding)

    def changed(self, uri, changes):
        for change in changes:
            self.documents[uri].change(change)

    def closed(self, uri):
        del self.documents[uri]
        self.tokens.pop(uri, None)

    # The server's side

    def received(self, message):
        demand(type(message) is dict, "a message is an object")
        demand(message.get("jsonrpc") == "2.0", 'jsonrpc is not "2.0"')
        if "method" not in message:
            self.received_response(message)
        elif "id" in message:
            self.received_request(message)
        else:
            self.received_notification(message)

    def received_response(self, message):
        demand(set(message) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}), "neither result nor error, or more")
        if "error" in message:
            check_object(message["error"], lsp.ResponseError, "error")
            demand(message["error"]["code"] in ERROR_CODES, f"error code {message['error']['code']} is nobody's")
            demand(message["error"]["message"], "an error without a message")
        if message["id"] is None:
            return demand("error" in message, "a result of no request")
        demand(message["id"] in self.pending, f"a response to no request, or a second one: {message['id']!r}")
        method, params, document = self.pending.pop(message["id"])
        if "result" not in message:
            return
        if method in lsp.METHOD_TO_TYPES:
            check_object(message, lsp.METHOD_TO_TYPES[method][1], method)
        else:
            demand(method.startswith("gfm/"), f"{method} has an answer, though nobody knows it")
        RESULT_RULES.get(method, lambda *_: None)(self, message["result"], params, document or NO_DOCUMENT)

    def received_request(self, message):
        method = message["method"]
        demand(method in lsp.METHOD_TO_TYPES, f"the protocol has no {method}")
        check_object(message, lsp.METHOD_TO_TYPES[method][0], method)
        needs = REQUEST_NEEDS.get(method)
        demand(needs is None or at(self.client, needs), f"{method} needs the client's {needs}")
        params = message.get("params")
        if method == "workspace/applyEdit":
            self.check_workspace_edit(params["edit"])
        if method == "client/registerCapability":
            for registration in params["registrations"]:
                self.check_registration(registration)
        if method == "window/workDoneProgress/create":
            self.progress.add(params["token"])

    def received_notification(self, message):
        method = message["method"]
        demand(method in lsp.METHOD_TO_TYPES, f"the protocol has no {method}")
        check_object(message, lsp.METHOD_TO_TYPES[method][0], method)
        params = message.get("params")
        if method == "$/progress":
            demand(params["token"] in self.progress, "progress of nobody's token")
        if method == "textDocument/publishDiagnostics":
            demand(at(self.client, "textDocument.publishDiagnostics") is not None, "diagnostics nobody declared")
            self.check_diagnostics(params["diagnostics"], self.documents.get(params["uri"], NO_DOCUMENT),
                                   "textDocument.publishDiagnostics")

    def check_registration(self, registration):
        method = registration["method"]
        where = {"textDocument/semanticTokens": "textDocument.semanticTokens"}.get(method)
        if where is None:
            scope, name = method.split("/", 1)
            where = f"{scope}.{DYNAMIC_NAMES.get(name, name)}"
        demand(at(self.client, where + ".dynamicRegistration"), f"{method}: the client takes no registration")
        demand(registration["id"] not in self.registered, f"{registration['id']} registered twice")
        self.registered[registration["id"]] = method
        options = lsp.METHOD_TO_TYPES.get(method, (None,) * 4)[3]
        if "registerOptions" in registration and options is not None:
            check(registration["registerOptions"], options, method)

    # What many answers are made of

    def check_range(self, range, document, single_line=False):
        for position in (range["start"], range["end"]):
            demand(document.offset(position) is not None, f"the text has no {position}")
        order = (range["start"]["line"], range["start"]["character"]), (range["end"]["line"], range["end"]["character"])
        demand(order[0] <= order[1], f"a range that ends before it starts: {range}")
        demand(not single_line or order[0][0] == order[1][0], f"a range over several lines: {range}")

    def check_edits(self, edits, document):
        demand(type(edits) is list, "edits are a list")
        spans = []
        for edit in edits:
            self.check_range(edit["range"], document)
            demand("snippet" not in edit or at(self.client, "workspace.workspaceEdit.snippetEditSupport"),
                   "a snippet for a client that has none")
            demand("annotationId" not in edit or at(self.client, "workspace.workspaceEdit.changeAnnotationSupport"),
                   "an annotation for a client that has none")
            spans.append((document.offset(edit["range"]["start"]), document.offset(edit["range"]["end"])))
        spans.sort()
        for before, after in zip(spans, spans[1:]):
            demand(before[1] <= after[0], f"edits overlap: {before} {after}")

    def check_workspace_edit(self, edit):
        declared = at(self.client, "workspace.workspaceEdit") or {}
        demand(("changes" in edit) != ("documentChanges" in edit), "one of changes and documentChanges")
        demand("documentChanges" not in edit or declared.get("documentChanges"), "documentChanges, not declared")
        demand("changeAnnotations" not in edit or declared.get("changeAnnotationSupport"), "changeAnnotations, not declared")
        for uri, edits in edit.get("changes", {}).items():
            self.check_edits(edits, self.documents[uri])
        for change in edit.get("documentChanges", []):
            if "kind" in change:
                demand(change["kind"] in declared.get("resourceOperations", []), f"{change['kind']}, not declared")
            else:
                self.check_edits(change["edits"], self.documents[change["textDocument"]["uri"]])

    def check_diagnostics(self, diagnostics, document, where):
        for diagnostic in diagnostics:
            self.check_range(diagnostic["range"], document)
            demand(diagnostic["message"], "a diagnostic without a message")
            for member, support in (("tags", "tagSupport"), ("relatedInformation", "relatedInformation"),
                                    ("codeDescription", "codeDescriptionSupport"), ("data", "dataSupport")):
                demand(member not in diagnostic or at(self.client, f"{where}.{support}"), f"{member}, not declared")

    def check_markup(self, content, where):
        if type(content) is dict and "kind" in content:
            known = [kind for kind in at(self.client, where) or [] if kind in ("markdown", "plaintext")] or ["plaintext"]
            demand(content["kind"] == known[0], f"{content['kind']}: not what the client wants most of {where}")

    def check_kind(self, kind, where):
        """Who does not say which kinds it knows, knows those of the first version: 18 of either sort."""
        known = at(self.client, where + ".valueSet")
        demand(kind in known if known is not None else kind <= 18, f"kind {kind}: not among the client's {where}")

    def check_locations(self, result, document, where):
        for location in [] if result is None else result if type(result) is list else [result]:
            if "targetUri" in location:
                demand(at(self.client, where + ".linkSupport"), "links to a client that takes locations")
                target = self.documents.get(location["targetUri"])
                if "originSelectionRange" in location:
                    self.check_range(location["originSelectionRange"], document)
                if target:
                    self.check_range(location["targetRange"], target)
                    self.check_range(location["targetSelectionRange"], target)
            elif location["uri"] in self.documents:
                self.check_range(location["range"], self.documents[location["uri"]])

    def check_symbol(self, symbol, document):
        demand(symbol["name"].strip(), "a symbol without a name")
        self.check_kind(symbol["kind"], "textDocument.documentSymbol.symbolKind")
        if "location" in symbol:
            return self.check_range(symbol["location"]["range"], document)
        demand(at(self.client, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"), "a tree, not declared")
        self.check_range(symbol["range"], document)
        self.check_range(symbol["selectionRange"], document)
        demand(contains(symbol["range"], symbol["selectionRange"]), "selectionRange is not inside range")
        for child in symbol.get("children", []):
            self.check_symbol(child, document)


def contains(outer, inner):
    def key(position):
        return position["line"], position["character"]
    return key(outer["start"]) <= key(inner["start"]) and key(inner["end"]) <= key(outer["end"])


# Results

def initialize(rules, result, params, document):
    rules.server = result["capabilities"]
    encoding = rules.server.get("positionEncoding", "utf-16")
    demand(encoding in (at(rules.client, "general.positionEncodings") or ["utf-16"]), f"{encoding} was not offered")
    rules.encoding = encoding
    tokens = rules.server.get("semanticTokensProvider")
    if tokens:
        demand(type(tokens.get("range", False)) in (bool, dict), "range is true, false or an object")
        for names in tokens["legend"].values():
            demand(len(set(names)) == len(names) and all(names), f"a legend's names are distinct: {names}")
        demand(len(tokens["legend"]["tokenModifiers"]) <= 31, "a bit set of modifiers has 31 bits")
    actions = rules.server.get("codeActionProvider")
    demand(type(actions) is not dict or at(rules.client, "textDocument.codeAction.codeActionLiteralSupport"),
           "CodeActionOptions need codeActionLiteralSupport")
    rename = rules.server.get("renameProvider")
    demand(type(rename) is not dict or at(rules.client, "textDocument.rename.prepareSupport"),
           "RenameOptions need prepareSupport")


def check_token_data(rules, data, document, range=None):
    demand(len(data) % 5 == 0, "token data comes in fives")
    demand(all(type(number) is int and number in UNSIGNED_INTEGERS for number in data), "token data is unsigned integers")
    legend = rules.server["semanticTokensProvider"]["legend"]
    line = start = end = 0
    may_overlap = at(rules.client, "textDocument.semanticTokens.overlappingTokenSupport")
    lines = {}
    for index in builtin_range(0, len(data), 5):
        delta_line, delta_start, length, kind, modifiers = data[index : index + 5]
        if delta_line:
            line, start, end = line + delta_line, 0, 0
        start += delta_start
        demand(length > 0, f"an empty token at {line}:{start}")
        demand(may_overlap or start >= end, f"tokens overlap at {line}:{start}")
        end = start + length
        demand(kind < len(legend["tokenTypes"]), f"token type {kind} is not in the legend")
        demand(modifiers < 1 << len(legend["tokenModifiers"]), f"modifiers {modifiers:b} are not in the legend")
        demand(line < document.line_count, f"the text has no line {line}")
        if line not in lines:
            text = document.line(line)
            places, column = {0}, 0
            for character in text:
                column += document.width(character)
                places.add(column)
            lines[line] = places, column
        places, width = lines[line]
        demand(end <= width, f"a token crosses the end of line {line}")
        demand(start in places and end in places, f"a token splits a character in line {line}")


builtin_range = range


def tokens_full(rules, result, params, document):
    if result is None:
        return
    if "data" in result:
        data = result["data"]
    else:
        # Edits that all mean the data before.
        data = list(rules.tokens[params["textDocument"]["uri"]][params["previousResultId"]])
        edits = sorted(result["edits"], key=lambda edit: edit["start"])
        for before, after in zip(edits, edits[1:]):
            demand(before["start"] + before["deleteCount"] <= after["start"], "token edits overlap")
        for edit in reversed(edits):
            demand(edit["start"] + edit["deleteCount"] <= len(data), "a token edit beyond the data")
            data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit.get("data", [])
    check_token_data(rules, data, document)
    uri = params["textDocument"]["uri"]
    if "resultId" in result:
        rules.tokens[uri] = {result["resultId"]: data}


def tokens_range(rules, result, params, document):
    if result is not None:
        check_token_data(rules, result["data"], document)


def code_actions(rules, result, params, document):
    declared = at(rules.client, "textDocument.codeAction") or {}
    only = at(params, "context.only")
    for action in result or []:
        demand(action["title"].strip(), "an action without a title")
        if type(action.get("command")) is str:
            demand(action["command"] in at(rules.server, "executeCommandProvider.commands"), "a command nobody executes")
            continue
        demand("codeActionLiteralSupport" in declared, "a literal for a client that takes commands alone")
        demand("disabled" not in action or declared.get("disabledSupport"), "a disabled action, not declared")
        demand("isPreferred" not in action or declared.get("isPreferredSupport"), "isPreferred, not declared")
        demand("data" not in action or declared.get("dataSupport"), "data, not declared")
        if only:
            kind = action.get("kind", "")
            demand(any(kind == o or kind.startswith(o + ".") or o == "" for o in only), f"{kind} was not asked for")
        resolves = "edit" in (at(declared, "resolveSupport.properties") or [])
        demand("edit" in action or "command" in action or "disabled" in action or (resolves and "data" in action),
               f"an action that does nothing: {action['title']}")
        if "edit" in action:
            rules.check_workspace_edit(action["edit"])


def resolved_code_action(rules, result, params, document):
    for name, value in params.items():
        demand(result.get(name) == value, f"resolving changed {name}")
    if "edit" in result:
        rules.check_workspace_edit(result["edit"])


def edits(rules, result, params, document):
    if result is not None:
        rules.check_edits(result, document)


def gfm_edit(rules, result, params, document):
    if result is None:
        return
    demand(set(result) == {"edits", "selections"}, f"edits and selections, not {set(result)}")
    for edit in result["edits"]:
        check(edit, lsp.TextEdit, "gfm/edit")
    rules.check_edits(result["edits"], document)
    after = Model(document.apply(result["edits"]), rules.encoding)
    demand(len(result["selections"]) == len(params["selections"]), "as many selections as there were")
    for selection in result["selections"]:
        demand(set(selection) == {"anchor", "head"}, "a selection has anchor and head")
        for position in selection.values():
            check(position, lsp.Position, "selection")
            demand(after.offset(position) is not None, f"the text after has no {position}")


def folding_ranges(rules, result, params, document):
    declared = at(rules.client, "textDocument.foldingRange") or {}
    result = result or []
    demand(len(result) <= declared.get("rangeLimit", len(result)), "more folds than the client takes")
    for fold in result:
        demand(fold["startLine"] <= fold["endLine"] < document.line_count, f"no such lines: {fold}")
        demand(not declared.get("lineFoldingOnly") or fold["startLine"] < fold["endLine"], f"folds nothing: {fold}")
        demand("collapsedText" not in fold or at(declared, "foldingRange.collapsedText"), "collapsedText, not declared")
        for line, character in (("startLine", "startCharacter"), ("endLine", "endCharacter")):
            if character in fold:
                demand(document.offset({"line": fold[line], "character": fold[character]}) is not None, f"no place: {fold}")
        kinds = at(declared, "foldingRangeKind.valueSet")
        demand("kind" not in fold or kinds is None or fold["kind"] in kinds, f"{fold.get('kind')}, not declared")


def symbols(rules, result, params, document):
    for symbol in result or []:
        rules.check_symbol(symbol, document)


def selection_ranges(rules, result, params, document):
    if result is None:
        return
    demand(len(result) == len(params["positions"]), "a selection range for each position")
    for position, range in zip(params["positions"], result):
        position = document.clamped(position)
        demand(contains(range["range"], {"start": position, "end": position}), "it does not hold its position")
        while range:
            rules.check_range(range["range"], document)
            parent = range.get("parent")
            demand(not parent or contains(parent["range"], range["range"]), "a parent does not hold its child")
            range = parent


# RFC 3986, appendix A, without the grammar of hosts: brackets stand around an IP literal alone.
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:"
                 r"(//([\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*(\[[0-9A-Fa-f:.]+\](:\d*)?)?(?=[/?#]|$))?"
                 r"([\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*(#([\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?", re.ASCII)


def document_links(rules, result, params, document):
    for link in result or []:
        rules.check_range(link["range"], document)
        demand("tooltip" not in link or at(rules.client, "textDocument.documentLink.tooltipSupport"), "tooltip, not declared")
        demand("target" in link or "data" in link, "a link to nowhere")
        demand(URI.fullmatch(link.get("target", "x:")), f"{link.get('target')} is no URI")


def hover(rules, result, params, document):
    if result is not None:
        rules.check_markup(result["contents"], "textDocument.hover.contentFormat")
        # What it is about need not hold the place: a heading may be told of from its underline.
        if "range" in result:
            rules.check_range(result["range"], document)


def locations(where):
    return lambda rules, result, params, document: rules.check_locations(result, document, "textDocument." + where)


def highlights(rules, result, params, document):
    for highlight in result or []:
        rules.check_range(highlight["range"], document)


def rename(rules, result, params, document):
    if result is not None:
        rules.check_workspace_edit(result)


def prepare_rename(rules, result, params, document):
    if type(result) is dict and ("range" in result or "start" in result):
        range = result.get("range", result)
        rules.check_range(range, document)
        position = document.clamped(params["position"])
        demand(contains(range, {"start": position, "end": position}), "it does not hold its position")


def linked_ranges(rules, result, params, document):
    if result is not None:
        for range in result["ranges"]:
            rules.check_range(range, document)


def completion(rules, result, params, document):
    declared = at(rules.client, "textDocument.completion.completionItem") or {}
    items = result or []
    for item in items["items"] if type(items) is dict else items:
        demand(item["label"], "an item without a label")
        if "kind" in item:
            rules.check_kind(item["kind"], "textDocument.completion.completionItemKind")
        demand(item.get("insertTextFormat", 1) == 1 or declared.get("snippetSupport"), "a snippet, not declared")
        demand("labelDetails" not in item or declared.get("labelDetailsSupport"), "label details, not declared")
        for key in ("range", "insert", "replace"):
            if key in item.get("textEdit", {}):
                demand(key == "range" or declared.get("insertReplaceSupport"), "insert and replace, not declared")
                rules.check_range(item["textEdit"][key], document, single_line=True)
                demand(contains(item["textEdit"][key], {"start": params["position"], "end": params["position"]}),
                       "an item's edit does not hold the caret")
        if "documentation" in item:
            rules.check_markup(item["documentation"], "textDocument.completion.completionItem.documentationFormat")


def diagnostics(rules, result, params, document):
    rules.check_diagnostics(result.get("items", []), document, "textDocument.diagnostic")


def inlay_hints(rules, result, params, document):
    for hint in result or []:
        demand(document.offset(hint["position"]) is not None, f"the text has no {hint['position']}")


RESULT_RULES = {
    "initialize": initialize,
    "textDocument/semanticTokens/full": tokens_full,
    "textDocument/semanticTokens/full/delta": tokens_full,
    "textDocument/semanticTokens/range": tokens_range,
    "textDocument/codeAction": code_actions,
    "codeAction/resolve": resolved_code_action,
    "textDocument/formatting": edits,
    "textDocument/rangeFormatting": edits,
    "textDocument/onTypeFormatting": edits,
    "gfm/edit": gfm_edit,
    "textDocument/foldingRange": folding_ranges,
    "textDocument/documentSymbol": symbols,
    "textDocument/selectionRange": selection_ranges,
    "textDocument/documentLink": document_links,
    "textDocument/hover": hover,
    "textDocument/definition": locations("definition"),
    "textDocument/declaration": locations("declaration"),
    "textDocument/implementation": locations("implementation"),
    "textDocument/typeDefinition": locations("typeDefinition"),
    "textDocument/references": locations("references"),
    "textDocument/documentHighlight": highlights,
    "textDocument/rename": rename,
    "textDocument/prepareRename": prepare_rename,
    "textDocument/linkedEditingRange": linked_ranges,
    "textDocument/completion": completion,
    "textDocument/diagnostic": diagnostics,
    "textDocument/inlayHint": inlay_hints,
}

# What a client must declare before a server may ask.
REQUEST_NEEDS = {
    "workspace/applyEdit": "workspace.applyEdit",
    "workspace/configuration": "workspace.configuration",
    "workspace/workspaceFolders": "workspace.workspaceFolders",
    "workspace/semanticTokens/refresh": "workspace.semanticTokens.refreshSupport",
    "workspace/diagnostic/refresh": "workspace.diagnostics.refreshSupport",
    "workspace/codeLens/refresh": "workspace.codeLens.refreshSupport",
    "workspace/foldingRange/refresh": "workspace.foldingRange.refreshSupport",
    "workspace/inlayHint/refresh": "workspace.inlayHint.refreshSupport",
    "window/showDocument": "window.showDocument.support",
    "window/showMessageRequest": "window.showMessage",
    "window/workDoneProgress/create": "window.workDoneProgress",
}

# Where a method's capability has another name than the method.
DYNAMIC_NAMES = {
    "willRenameFiles": "fileOperations", "didRenameFiles": "fileOperations", "willCreateFiles": "fileOperations",
    "didCreateFiles": "fileOperations", "willDeleteFiles": "fileOperations", "didDeleteFiles": "fileOperations",
    "didOpen": "synchronization", "didChange": "synchronization", "didClose": "synchronization",
    "didSave": "synchronization",
}
