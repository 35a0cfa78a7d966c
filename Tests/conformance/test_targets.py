"""Where links lead, beside another server: on what the specification or GitHub decides, both name the same places, or
the difference is known."""

import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import sys
import time
from urllib.parse import unquote, urlsplit

import pytest

from client import TIMEOUT, Client
from session import EVERYTHING, Session
from targets import DEFINITIONS, LINKS, REFERENCES, RENAMES, RUMDL

# Its requirement is beside ours; what else is on the path answers what it will.
RUMDL_PROGRAM = shutil.which("rumdl", path=os.path.dirname(sys.executable))

TABLES = {"definition": DEFINITIONS, "references": REFERENCES, "rename": RENAMES}


class Workspace:
    """A server in a folder with a case's files, the Markdown ones open."""

    def __init__(self, client, case, folder):
        self.client, self.case, self.folder = client, case, folder
        for name, text in case.files.items():
            if name.endswith(".md"):
                client.open(text, self.uri(name))

    def uri(self, name):
        return (self.folder / name).as_uri()

    def name(self, uri):
        """The path of a URI's file in the folder."""
        return os.path.relpath(unquote(urlsplit(uri).path), self.folder)

    def ask(self, question):
        """Places by their file and range; of a rename all files after it, or None where it is refused."""
        name, index = self.case.caret
        params = {"textDocument": {"uri": self.uri(name)}, "position": self.case.model(name).position(index)} | {
            "references": {"context": {"includeDeclaration": True}}, "rename": {"newName": self.case.new_name},
        }.get(question, {})
        found = self.client.call("textDocument/" + question, params).get("result")
        if question == "rename":
            return found and self.renamed(found)
        return [
            (self.name(place.get("targetUri") or place["uri"]), place.get("targetSelectionRange") or place["range"])
            for place in (found if type(found) is list else [found] if found else [])
        ]

    def renamed(self, edit):
        changes = dict(edit.get("changes") or {})
        for change in edit.get("documentChanges") or []:
            changes[change["textDocument"]["uri"]] = change["edits"]
        edits = {self.name(uri): edits for uri, edits in changes.items()}
        return {name: self.case.model(name).apply(edits.get(name, [])) for name in self.case.files}


def write(case, folder):
    """The case's files, and what a client says at the start of a session in the folder."""
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    uri = folder.as_uri()
    return EVERYTHING | {"rootUri": uri, "rootPath": str(folder), "workspaceFolders": [{"uri": uri, "name": "case"}]}


def in_order(places):
    return sorted(places, key=lambda place: (place[0], place[1]["start"]["line"], place[1]["start"]["character"]))


def lines(places):
    return sorted({f"{name}:{range['start']['line'] + 1}" for name, range in places})


def expected(case, question):
    if question == "rename":
        return case.renamed()
    return in_order((place.file, case.model(place.file).range(place.start, place.end)) for place in case.places)


ALL = [(question, case) for question, cases in TABLES.items() for case in cases]
each = pytest.mark.parametrize("question, case", ALL, ids=[f"{question}: {case.name}" for question, case in ALL])


@contextlib.contextmanager
def our_workspace(case, folder):
    with Session(write(case, folder)) as session:
        session.start()
        yield Workspace(session, case, folder)
        session.finish()


@each
def test_ours(question, case, tmp_path):
    with our_workspace(case, tmp_path) as workspace:
        found = workspace.ask(question)
        assert (found if question == "rename" else in_order(found)) == expected(case, question)


@pytest.mark.parametrize("case", LINKS, ids=[case.name for case in LINKS])
def test_our_document_links(case, tmp_path):
    with our_workspace(case, tmp_path) as workspace:
        links = workspace.client.request("textDocument/documentLink", {"textDocument": {"uri": workspace.uri("a.md")}})
        found = in_order((link["target"], link["range"]) for link in links)
        targets = [target if ":" in target else workspace.uri(target) for target in case.targets]
        ranges = [case.model("a.md").range(place.start, place.end) for place in case.places]
        assert found == in_order(zip(targets, ranges, strict=True))


# The peer


def ask_rumdl(question, case, folder):
    folder.mkdir()
    with Client("server", "--no-config", server=RUMDL_PROGRAM) as client:
        client.initialize(**write(case, folder))
        workspace = Workspace(client, case, folder)
        # It reads the files by and by; the last one that it was told of must be known.
        last = (folder / "last.md").as_uri()
        client.open("# Last\n", last)
        deadline = time.monotonic() + TIMEOUT
        heading = {"textDocument": {"uri": last}, "position": {"line": 0, "character": 3}}
        while client.request("textDocument/prepareRename", heading) is None:
            assert time.monotonic() < deadline, "rumdl has not read the files"
            time.sleep(0.05)
        return workspace.ask(question)


@pytest.fixture(scope="module")
def rumdl(tmp_path_factory):
    """What rumdl answers to every question; it mostly waits, so all are asked side by side."""
    if not RUMDL_PROGRAM:
        pytest.skip("rumdl is not installed beside the tests")
    folder = pathlib.Path(tmp_path_factory.mktemp("rumdl"))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = pool.map(lambda job: ask_rumdl(*job[1], folder / str(job[0])), enumerate(ALL))
        return {(question, case.name): answer for (question, case), answer in zip(ALL, answers, strict=True)}


@each
def test_rumdl(question, case, rumdl):
    """It agrees, or answers just what it is known to: a difference that is none any more is to go from the table."""
    answer, right = rumdl[question, case.name], expected(case, question)
    if question != "rename":
        answer, right = lines(answer), lines(right)
    if case.name in RUMDL[question]:
        known = RUMDL[question][case.name]
        assert known != right, "this is no difference"
        assert answer == known, "it answers something else than it did"
    else:
        assert answer == right


def test_known_differences_have_their_cases():
    for question, known in RUMDL.items():
        assert set(known) <= {case.name for case in TABLES[question]}


def test_names_are_unique():
    for cases in (*TABLES.values(), LINKS):
        names = [case.name for case in cases]
        assert sorted(set(names)) == sorted(names)
