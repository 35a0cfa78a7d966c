"""Runs on a display of its own, with folders of its own: test.py SERVER FOLDER PAGE."""

import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

SERVER, FOLDER, PAGE = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
TIMEOUT = 40  # seconds; reached only where a test fails
LOG = FOLDER / "log"
PROGRAM = FOLDER / "bin" / "gfm-language-server"

KATERC = f"""[General]
Startup Session=manual

[KTextEditor Document]
Swap File Mode=0

[KTextEditor View]
Auto Brackets=false
Auto Completion=false
Keyword Completion=false
Word Completion=false

[lspclient]
AllowedServerCommandLines={PROGRAM}
FormatOnTyping=true
SemanticHighlighting=true
TypeFormatting=true
"""

SESSION = """[Kate Plugins]
lspclientplugin=true
"""


class Failure(Exception):
    pass


def wait(what, condition):
    end = time.monotonic() + TIMEOUT
    while not (value := condition()):
        if time.monotonic() > end:
            raise Failure(f"waited in vain for {what}")
        time.sleep(0.02)
    return value


def prepare():
    """The page's settings; and the server, with a log of what is asked of it, which tells when Kate is where."""
    (settings,) = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    lspclient = FOLDER / "config/kate/lspclient"
    lspclient.mkdir(parents=True)
    (lspclient / "settings.json").write_text(settings)
    (FOLDER / "config/katerc").write_text(KATERC)
    sessions = FOLDER / "data/kate/sessions"
    sessions.mkdir(parents=True)
    (sessions / "test.katesession").write_text(SESSION)
    command = shlex.join([SERVER, "--log-level", "debug", "--log-file", str(LOG)])
    PROGRAM.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    PROGRAM.chmod(0o755)


def count(method):
    return LOG.read_text().count(method) if LOG.exists() else 0


def xdotool(*arguments):
    return subprocess.run(["xdotool", *arguments], capture_output=True, text=True, check=False).stdout.split()


class Kate:
    """Kate with one file."""

    files = 0

    def __init__(self, text):
        Kate.files += 1
        LOG.unlink(missing_ok=True)
        self.path = FOLDER / "work" / f"{Kate.files}.md"
        self.path.write_text(text)
        with (FOLDER / "output").open("ab") as output:
            self.process = subprocess.Popen(
                ["kate", "-n", "-s", "test", self.path], stdout=output, stderr=output, cwd=FOLDER / "work"
            )
        wait("the tokens of the text", lambda: count("textDocument/semanticTokens"))
        windows = wait("a window", lambda: xdotool("search", "--onlyvisible", "--name", f"{Kate.files}.md"))
        xdotool("windowfocus", "--sync", windows[-1])

    def press(self, *keys):
        xdotool("key", "--clearmodifiers", "--delay", "40", *keys)

    def enter(self):
        """Presses Enter and waits until the server has been asked what to do on it."""
        before = count("textDocument/onTypeFormatting")
        self.press("Return")
        wait("a request for Enter", lambda: count("textDocument/onTypeFormatting") > before)

    def code_action(self):
        """Opens the menu of what the server offers for the selection, and takes the first."""
        windows = lambda: len(xdotool("search", "--onlyvisible", "--class", "kate"))
        before = windows()
        self.press("alt+Return")
        wait("the menu", lambda: windows() > before)
        self.press("Down", "Return")

    def expect(self, expected):
        """Saves until the file is as expected."""

        def is_expected():
            self.press("ctrl+s")
            end = time.monotonic() + 1
            while time.monotonic() < end:
                if self.path.read_text() == expected:
                    return True
                time.sleep(0.02)
            return False

        try:
            wait("the text", is_expected)
        except Failure:
            raise Failure(f"expected {expected!r}, the file is {self.path.read_text()!r}") from None

    def quit(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


TESTS = []


def test(text):
    def register(body):
        TESTS.append((body.__name__.replace("_", " "), text, body))
        return body

    return register


@test("1. 日本😀 a\n2. b\n")
def enter_continues_a_numbered_list(kate):
    kate.press("ctrl+Home", "End")
    kate.enter()
    kate.press("x")
    kate.expect("1. 日本😀 a\n2. x\n3. b\n")
    kate.press("y")
    kate.enter()
    kate.press("z")
    kate.expect("1. 日本😀 a\n2. xy\n3. z\n4. b\n")


@test("# x\n\n- [x] a\n")
def enter_continues_tasks_and_an_empty_one_ends_them(kate):
    kate.press("ctrl+End", "Up", "End")
    kate.enter()
    kate.press("b")
    kate.expect("# x\n\n- [x] a\n- [ ] b\n")
    kate.enter()
    kate.enter()
    kate.press("c")
    kate.expect("# x\n\n- [x] a\n- [ ] b\nc\n")


@test("|日本|b|\n|-|-|\n\n1. a\n1. b\n3. c\n")
def formatting_aligns_tables_and_numbers_lists(kate):
    kate.press("ctrl+t", "f")
    kate.expect("| 日本 | b   |\n| ---- | --- |\n\n1. a\n2. b\n3. c\n")


@test("日本 😀 some word here\n")
def a_code_action_toggles_bold_in_one_undo_step(kate):
    kate.press("ctrl+Home", *["Right"] * 10, "ctrl+shift+Right")
    kate.code_action()
    kate.expect("日本 😀 some **word** here\n")
    kate.press("ctrl+z")
    kate.expect("日本 😀 some word here\n")


def run(name, text, body):
    kate = None
    try:
        kate = Kate(text)
        body(kate)
        print(f"ok      {name}", flush=True)
        return True
    except Failure as failure:
        print(f"FAILED  {name}\n    {failure}", flush=True)
        return False
    finally:
        if kate:
            kate.quit()


def main():
    prepare()
    results = [run(*case) for case in TESTS]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
