"""Tests the server in Monaco, the editor inside VS Code, through Monaco's own language client, in a real browser.

Usage: test.py SERVER FOLDER
    FOLDER  for the browser's files; a screenshot stays there where a test fails
"""

import math
import os
import sys
import time
import traceback

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service

import bridge

TIMEOUT = 15  # seconds; reached only where a test fails
CARET = "‸"

SAMPLE = """\
# A **bold** title

plain **bold** *italic* ~~struck~~ `code` ***both***

これは「**重要**」です

[text](https://example.com) https://github.com

- item
- [x] done

> quote

| head | two |
| --- | --- |
| cell | x |

`2 * 3 * 4` and 2 * 3 * 4

```swift
let code = 1
```
"""

tests = []


def test(body):
    tests.append(body)
    return body


class Editor:
    def __init__(self, server, folder):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--no-first-run",
            "--window-size=1000,760",
            f"--user-data-dir={folder}/chromium",
        ):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.get(bridge.start(server))
        self.expect("the editor is ready", True, lambda: self.js("return window.isReady ?? window.failures"))

    def js(self, code, *values):
        return self.driver.execute_script(code, *values)

    def expect(self, what, expected, read):
        """Waits until `read()` gives `expected`."""
        end = time.monotonic() + TIMEOUT
        while (actual := read()) != expected:
            if time.monotonic() > end:
                raise AssertionError(f"{what}\n    expected {expected!r}\n    actual   {actual!r}")
            time.sleep(0.05)

    def show(self, marked):
        """Shows a text in which `‸` marks the caret, and goes there."""
        text = marked.replace(CARET, "")
        offset = marked.find(CARET)
        self.js(
            """model.setValue(arguments[0])
               editor.setPosition(model.getPositionAt(Math.max(arguments[1], 0)))
               editor.focus()""",
            text,
            len(marked[: max(offset, 0)].encode("utf-16-le")) // 2,
        )

    def marked(self):
        return self.js(
            """const offset = model.getOffsetAt(editor.getPosition()), text = model.getValue()
               return text.slice(0, offset) + '‸' + text.slice(offset)"""
        )

    def expect_marked(self, expected):
        self.expect("the text and the caret", expected, self.marked)

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def styles(self, line):
        """`[text, colour, font style]` of a line's parts as the browser shows them; equal neighbours are one."""
        return self.js(
            """const top = editor.getTopForLineNumber(arguments[0]) - editor.getScrollTop()
               const line = [...document.querySelectorAll('.view-line')].find(line => parseInt(line.style.top) === top)
               const parts = []
               for (const span of line?.querySelectorAll(':scope > span > span') ?? []) {
                 const style = getComputedStyle(span)
                 const hex = style.color.match(/\\d+/g).map(n => Number(n).toString(16).padStart(2, '0')).join('')
                 const font = [
                   Number(style.fontWeight) >= 600 ? 'bold' : '',
                   style.fontStyle === 'italic' ? 'italic' : '',
                   style.textDecorationLine.includes('line-through') ? 'struck' : '',
                 ].filter(Boolean).join(' ')
                 const text = span.textContent.replace(/\\u00a0/g, ' ')
                 const last = parts.at(-1)
                 if (last && last[1] === hex && last[2] === font) last[0] += text
                 else parts.push([text, hex, font])
               }
               return parts""",
            line,
        )

    def choose_action(self, title):
        """Chooses an action in the Quick Fix menu with the keyboard."""
        rows = "return [...document.querySelectorAll('.action-widget .monaco-list-row')].map(row => row.textContent)"
        asked = -math.inf

        def has_title():
            nonlocal asked
            shown = self.js(rows)
            if title in shown:
                return True
            # Monaco takes the menu back when something else of its own comes in between, on a busy machine.
            if not shown and time.monotonic() > asked + 3:
                asked = time.monotonic()
                self.js("editor.focus(); editor.getAction('editor.action.quickFix').run()")
            return False

        self.expect(f"the menu has {title}", True, has_title)
        focused = "return document.querySelector('.action-widget .monaco-list-row.focused')?.textContent"
        for _ in range(len(self.js(rows)) + 1):
            if self.js(focused) == title:
                self.keys(Keys.ENTER)
                return
            self.keys(Keys.ARROW_DOWN)
            time.sleep(0.05)
        raise AssertionError(f"the menu does not reach {title}: {self.js(rows)}")


PLAIN = "000000"
DELIMITER = "a0a0a0"


@test
def every_construct_has_its_colour(editor):
    editor.show(SAMPLE)
    lines = {
        1: [
            ["#", DELIMITER, ""], [" ", PLAIN, ""], ["A ", "ff0000", ""], ["**", DELIMITER, ""],
            ["bold", "ff0000", "bold"], ["**", DELIMITER, ""], [" title", "ff0000", ""],
        ],
        3: [
            ["plain ", PLAIN, ""], ["**", DELIMITER, ""], ["bold", PLAIN, "bold"], ["**", DELIMITER, ""],
            [" ", PLAIN, ""], ["*", DELIMITER, ""], ["italic", PLAIN, "italic"], ["*", DELIMITER, ""],
            [" ", PLAIN, ""], ["~~", DELIMITER, ""], ["struck", PLAIN, "struck"], ["~~", DELIMITER, ""],
            [" ", PLAIN, ""], ["`", DELIMITER, ""], ["code", "008000", ""], ["`", DELIMITER, ""],
            [" ", PLAIN, ""], ["***", DELIMITER, ""], ["both", PLAIN, "bold italic"], ["***", DELIMITER, ""],
        ],
        5: [
            ["これは「", PLAIN, ""], ["**", DELIMITER, ""], ["重要", PLAIN, "bold"], ["**", DELIMITER, ""],
            ["」です", PLAIN, ""],
        ],
        7: [
            ["[", DELIMITER, ""], ["text", "0000ff", ""], ["](", DELIMITER, ""],
            ["https://example.com", "000080", ""], [")", DELIMITER, ""], [" ", PLAIN, ""],
            ["https://github.com", "0000c0", ""],
        ],
        9: [["-", "c00080", ""], [" item", PLAIN, ""]],
        10: [["-", "c00080", ""], [" ", PLAIN, ""], ["[x]", "800080", ""], [" done", PLAIN, ""]],
        12: [[">", "808000", ""], [" quote", PLAIN, ""]],
        14: [
            ["|", "00a0a0", ""], [" ", PLAIN, ""], ["head", "a05000", "bold"], [" ", PLAIN, ""],
            ["|", "00a0a0", ""], [" ", PLAIN, ""], ["two", "a05000", "bold"], [" ", PLAIN, ""],
            ["|", "00a0a0", ""],
        ],
        18: [["`", DELIMITER, ""], ["2 * 3 * 4", "008000", ""], ["`", DELIMITER, ""], [" and 2 * 3 * 4", PLAIN, ""]],
        21: [["let code = 1", "004000", ""]],
    }
    for line, styles in lines.items():
        editor.expect(f"line {line}", styles, lambda: editor.styles(line))


@test
def colours_follow_what_is_typed(editor):
    editor.show(f"# one\n\nsome {CARET}\n")
    editor.expect("line 3", [["some ", PLAIN, ""]], lambda: editor.styles(3))
    editor.keys("**new")
    editor.expect("not bold yet", [["some **new", PLAIN, ""]], lambda: editor.styles(3))
    editor.keys("**")
    bold = [["some ", PLAIN, ""], ["**", DELIMITER, ""], ["new", PLAIN, "bold"], ["**", DELIMITER, ""]]
    editor.expect("bold", bold, lambda: editor.styles(3))
    editor.keys(Keys.HOME, "é😀 ")
    bold[0][0] = "é😀 some "
    editor.expect("bold behind wide characters", bold, lambda: editor.styles(3))


@test
def a_line_that_changes_all_below_it(editor):
    editor.show(f"{CARET}\n**text**\n")
    editor.expect("bold", [["**", DELIMITER, ""], ["text", PLAIN, "bold"], ["**", DELIMITER, ""]], lambda: editor.styles(2))
    editor.keys("```")
    editor.expect("code", [["**text**", "004000", ""]], lambda: editor.styles(2))


@test
def quick_fix_toggles_bold(editor):
    editor.show(f"some wo{CARET}rd here\n")
    editor.choose_action("Toggle bold")
    editor.expect("bold", "some **word** here\n", lambda: editor.js("return model.getValue()"))
    styles = [["some ", PLAIN, ""], ["**", DELIMITER, ""], ["word", PLAIN, "bold"], ["**", DELIMITER, ""]]
    editor.expect("its colours", [*styles, [" here", PLAIN, ""]], lambda: editor.styles(1))
    editor.js("editor.trigger('test', 'undo')")
    editor.expect("undone in one step", "some word here\n", lambda: editor.js("return model.getValue()"))


@test
def quick_fix_on_a_selection(editor):
    editor.show("これは「重要」です\n")
    editor.js("editor.setSelection(new monaco.Selection(1, 4, 1, 8)); editor.focus()")
    editor.choose_action("Toggle bold")
    editor.expect("bold", "これは「**重要**」です\n", lambda: editor.js("return model.getValue()"))


@test
def quick_fix_formats_a_table(editor):
    editor.show(f"| a | b |\n|-|-|\n| lo{CARET}ng | x |\n")
    editor.choose_action("Format table")
    formatted = "| a    | b   |\n| ---- | --- |\n| long | x   |\n"
    editor.expect("aligned", formatted, lambda: editor.js("return model.getValue()"))


@test
def format_document(editor):
    editor.show("1. one\n3. two\n\n| 表 | b |\n|-|-|\n| x | long |\n")
    editor.js("editor.getAction('editor.action.formatDocument').run()")
    formatted = "1. one\n2. two\n\n| 表  | b    |\n| --- | ---- |\n| x   | long |\n"
    editor.expect("formatted", formatted, lambda: editor.js("return model.getValue()"))


def enter(name, before, after):
    """A test of Enter, and of where the next character goes."""

    @test
    def body(editor):
        editor.show(before)
        editor.keys(Keys.ENTER)
        editor.expect_marked(after)
        editor.keys("x")
        editor.expect_marked(after.replace(CARET, "x" + CARET))

    body.__name__ = f"enter_{name}"


enter("in_a_list", f"- one{CARET}\n", f"- one\n- {CARET}\n")
enter("within_an_item", f"- one{CARET}two\n", f"- one\n- {CARET}two\n")
enter("in_a_nested_list", f"- one\n  - two{CARET}\n", f"- one\n  - two\n  - {CARET}\n")
enter("renumbers", f"1. one{CARET}\n2. two\n3. three\n", f"1. one\n2. {CARET}\n3. two\n4. three\n")
enter("in_a_task_list", f"- [x] done{CARET}\n", f"- [x] done\n- [ ] {CARET}\n")
enter("in_a_quote", f"> one{CARET}\n", f"> one\n> {CARET}\n")
enter("in_japanese", f"* 你好{CARET}\n", f"* 你好\n* {CARET}\n")
enter("in_a_paragraph", f"one{CARET} two\n", f"one\n{CARET} two\n")
enter("in_code", f"```\n- one{CARET}\n```\n", f"```\n- one\n{CARET}\n```\n")


@test
def enter_before_a_space(editor):
    editor.show(f"- one{CARET} two\n")
    editor.keys(Keys.ENTER)
    # Only the text: VS Code's core finds the space of `- ` in the text already, and leaves the caret before it.
    editor.expect("the text", "- one\n- two\n", lambda: editor.js("return model.getValue()"))


@test
def enter_on_an_empty_item_ends_the_list(editor):
    editor.show(f"- one{CARET}\n")
    editor.keys(Keys.ENTER)
    editor.expect_marked(f"- one\n- {CARET}\n")
    editor.keys(Keys.ENTER)
    editor.expect("no item is left", "- one", lambda: editor.js("return model.getValue()").rstrip())


@test
def the_page_has_no_failures(editor):
    editor.expect("failures", [], lambda: editor.js("return failures"))


def main(server, folder):
    editor = Editor(server, folder)
    failed = 0
    try:
        for body in tests:
            try:
                body(editor)
                print(f"ok      {body.__name__.replace('_', ' ')}", flush=True)
            except Exception as error:
                failed += 1
                reason = error if isinstance(error, AssertionError) else traceback.format_exc()
                print(f"FAILED  {body.__name__.replace('_', ' ')}: {reason}", flush=True)
                screenshot = os.path.join(folder, f"{body.__name__}.png")
                editor.driver.save_screenshot(screenshot)
                editor.keys(Keys.ESCAPE)  # Out of a menu that is still open.
    finally:
        editor.driver.quit()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
