"""Small documents, a place in each, and what the specification or GitHub says that it leads to.

`‸` is the caret, `⟦…⟧` is what must be named; in a rename, `⟦old|new⟧` what becomes of it. At the end stands what another
server is known to answer instead.
"""

import dataclasses
import re

from model import Model

CARET, OPEN, CLOSE = "‸", "⟦", "⟧"


@dataclasses.dataclass
class Case:
    """A question about a few files: `text` is that of `a.md`, or each file's by its name."""

    name: str
    text: str | dict
    # For a rename.
    new_name: str = ""
    # For a document's links: where they lead, in order. What has no scheme is one of the files.
    targets: tuple = ()

    def __post_init__(self):
        marked = {"a.md": self.text} if type(self.text) is str else self.text
        self.files, self.caret, self.places = {}, None, []
        for name, text in marked.items():
            self.files[name] = ""
            for part in re.split(f"({OPEN}.*?{CLOSE})", text, flags=re.DOTALL):
                start = len(self.files[name])
                is_place = part.startswith(OPEN)
                shown, _, replacement = part.strip(OPEN + CLOSE).partition("|") if is_place else (part, "", "")
                if CARET in shown:
                    self.caret = name, start + shown.index(CARET)
                self.files[name] += shown.replace(CARET, "")
                if is_place:
                    self.places.append(Place(name, start, len(self.files[name]), replacement or self.new_name))

    def model(self, name):
        return Model(self.files[name], "utf-16")

    def renamed(self):
        """The files with all places' replacements."""
        return {
            name: self.model(name).apply([
                {"range": self.model(name).range(place.start, place.end), "newText": place.replacement}
                for place in self.places if place.file == name])
            for name in self.files
        }


@dataclasses.dataclass
class Place:
    file: str
    start: int
    end: int
    replacement: str


# References and definitions of links (GFM 4.7, 6.6).
LABELS = [
    Case("full reference", "[a][b‸]\n\n[⟦b⟧]: /u\n"),
    Case("full reference, on its text", "[a‸][b]\n\n[⟦b⟧]: /u\n"),
    Case("collapsed reference", "[b‸][]\n\n[⟦b⟧]: /u\n"),
    Case("shortcut reference", "a [b‸] c\n\n[⟦b⟧]: /u\n"),
    Case("image's reference", "![a][b‸]\n\n[⟦b⟧]: /u\n"),
    Case("label in other case", "[a][BaR‸]\n\n[⟦bar⟧]: /u\n"),
    Case("label in other case, not ASCII", "[Αγω‸]\n\n[⟦ΑΓΩ⟧]: /u\n"),
    Case("label with a letter that folds to two", "[ẞ‸]\n\n[⟦SS⟧]: /u\n"),
    Case("label over lines", "[Foo\n  bar‸]\n\n[⟦foo bar⟧]: /u\n"),
    Case("label with several spaces", "[a][foo   bar‸]\n\n[⟦foo bar⟧]: /u\n"),
    Case("label with an escape, which counts", "[a][foo!‸]\n\n[foo\\!]: /u\n"),
    Case("label with escaped brackets", "[a][\\[b\\]‸]\n\n[⟦\\[b\\]⟧]: /u\n"),
    Case("label with markup", "[a][*b*‸]\n\n[⟦*b*⟧]: /u\n"),
    Case("label with code", "[`b`‸]\n\n[⟦`b`⟧]: /u\n"),
    Case("first of several definitions", "[b‸]\n\n[⟦b⟧]: /1\n[b]: /2\n"),
    Case("first of several definitions, in other case", "[b‸]\n\n[⟦B⟧]: /1\n\n[b]: /2\n"),
    Case("first definition is in a quote", "[b‸]\n\n> [⟦b⟧]: /1\n\n[b]: /2\n"),
    Case("definition before its use", "[⟦b⟧]: /u\n\n[a][b‸]\n"),
    Case("definition in a quote", "[b‸]\n\n> [⟦b⟧]: /u\n"),
    Case("definition in an item", "[b‸]\n\n- [⟦b⟧]: /u\n"),
    Case("definition in a nested item", "[b‸]\n\n1. a\n   - [⟦b⟧]: /u\n"),
    Case("definition behind a heading", "# [b‸]\n[⟦b⟧]: /u\n> a\n"),
    Case("definition over lines", "[b‸]\n\n[⟦b⟧]:\n  /u\n  'title'\n"),
    Case("definition with angle brackets", "[b‸]\n\n[⟦b⟧]: <my url>\n"),
    Case("definition with an empty destination", "[b‸]\n\n[⟦b⟧]: <>\n"),
    Case("definition that would interrupt a paragraph", "a\n[b]: /u\n\n[b‸]\n"),
    Case("definition without a destination", "[b‸]\n\n[b]:\n\n[c]: /u\n"),
    Case("definition with more after its title", "[b‸]\n\n[b]: /u \"title\" more\n"),
    Case("definition that is indented code", "[b‸]\n\n    [b]: /u\n"),
    Case("definition in a fence", "[b‸]\n\n```\n[b]: /u\n```\n"),
    Case("definition in a comment", "[b‸]\n\n<!--\n[b]: /u\n-->\n"),
    Case("definition itself", "[a][b]\n\n[⟦b‸⟧]: /u\n"),
    Case("undefined label", "[a][b‸]\n\n[c]: /u\n"),
    Case("brackets in brackets", "[[b‸]]\n\n[⟦b⟧]: /u\n"),
    Case("two labels in a row", "[a‸][b][c]\n\n[c]: /1\n[⟦b⟧]: /2\n"),
    Case("two labels in a row, the first undefined", "[a][b‸][c]\n\n[⟦c⟧]: /1\n[a]: /2\n"),
    Case("shortcut before what is no destination", "[b‸](not a link)\n\n[⟦b⟧]: /u\n"),
    Case("reference in a table", "| a |\n|---|\n| [b‸] |\n\n[⟦b⟧]: /u\n"),
    Case("reference in emphasis", "*a [b‸]*\n\n[⟦b⟧]: /u\n"),
    Case("escaped bracket", "\\[b‸]\n\n[b]: /u\n"),
    Case("code span", "`[b‸]`\n\n[b]: /u\n"),
    Case("fence", "```\n[b‸]\n```\n\n[b]: /u\n"),
    Case("indented code", "    [b‸]\n\n[b]: /u\n"),
    Case("comment", "<!-- [b‸] -->\n\n[b]: /u\n"),
    Case("comment within a line", "a <!-- [b‸] --> c\n\n[b]: /u\n"),
    Case("task box", "- [x‸] a\n\n[x]: /u\n"),
    Case("label behind a task box", "- [x] [x‸]\n\n[⟦x⟧]: /u\n"),
    Case("code that takes a bracket away", "[a`b](c.md‸`)\n"),
]

FOOTNOTES = [
    Case("footnote", "a[^1‸]\n\n[^⟦1⟧]: note\n"),
    Case("footnote with a name in other case", "a[^Note‸]\n\n[^⟦note⟧]: note\n"),
    Case("first of several footnotes", "a[^1‸]\n\n[^⟦1⟧]: one\n\n[^1]: two\n"),
    Case("footnote that is no link's label", "a[^1‸]\n\n[1]: /u\n\n[^⟦1⟧]: one\n"),
    Case("footnote in a fence", "a[^1‸]\n\n```\n[^1]: one\n```\n"),
    Case("undefined footnote", "a[^1‸]\n\n[^2]: one\n"),
]

# By the names that GitHub gives headings.
FRAGMENTS = [
    Case("fragment", "# ⟦Foo⟧\n\n[a](#foo‸)\n"),
    Case("fragment of several words", "# ⟦Foo Bar  Baz⟧\n\n[a](#foo-bar--baz‸)\n"),
    Case("second of the same headings", "# Foo\n\n# ⟦Foo⟧\n\n[a](#foo-1‸)\n"),
    Case("third of the same headings", "# Foo\n\n## foo\n\n### ⟦FOO⟧\n\n[a](#foo-2‸)\n"),
    Case("first of the same headings", "# ⟦Foo⟧\n\n# Foo\n\n[a](#foo‸)\n"),
    Case("number that a heading has in its text", "# Foo\n\n# ⟦Foo-1⟧\n\n# Foo\n\n[a](#foo-1‸)\n"),
    Case("number after one that a heading has in its text", "# Foo\n\n# Foo-1\n\n# ⟦Foo⟧\n\n[a](#foo-2‸)\n"),
    Case("heading with punctuation", "# ⟦What's new in v1.2?⟧\n\n[a](#whats-new-in-v12‸)\n"),
    Case("heading with signs between words", "# ⟦C++ & C#⟧\n\n[a](#c--c‸)\n"),
    Case("heading with underscores and dashes", "# ⟦snake_case - kebab-case⟧\n\n[a](#snake_case---kebab-case‸)\n"),
    Case("heading in other letters", "# ⟦Überblick⟧\n\n[a](#überblick‸)\n"),
    Case("heading in other letters, percent-encoded", "# ⟦Überblick⟧\n\n[a](#%C3%BCberblick‸)\n"),
    Case("heading in Japanese", "# ⟦概要：はじめに⟧\n\n[a](#概要はじめに‸)\n"),
    Case("heading with an emoji", "# ⟦🚀 Launch⟧\n\n[a](#-launch‸)\n"),
    Case("heading with a shortcode", "# ⟦:rocket: Launch⟧\n\n[a](#rocket-launch‸)\n"),
    Case("heading with markup", "# ⟦A *b* **c** `d` [e](f.md)⟧\n\n[a](#a-b-c-d-e‸)\n"),
    Case("heading with an entity", "# ⟦A &amp; B⟧\n\n[a](#a--b‸)\n"),
    Case("heading with an escape", "# ⟦A \\* B⟧\n\n[a](#a--b‸)\n"),
    Case("heading with HTML", "# ⟦A <kbd>B</kbd>⟧\n\n[a](#a-b‸)\n"),
    Case("heading with closing marks", "## ⟦Foo⟧ ##\n\n[a](#foo‸)\n"),
    Case("setext heading", "⟦Foo⟧\n===\n\n[a](#foo‸)\n"),
    Case("heading in a quote", "> # ⟦Foo⟧\n\n[a](#foo‸)\n"),
    Case("heading in an item", "- # ⟦Foo⟧\n\n[a](#foo‸)\n"),
    Case("heading in a fence", "```\n# Foo\n```\n\n[a](#foo‸)\n"),
    Case("heading without a space", "#Foo\n\n[a](#foo‸)\n"),
    Case("heading in a comment", "<!--\n# Foo\n-->\n\n[a](#foo‸)\n"),
    Case("heading in front matter", "---\n# Foo\n---\n\n[a](#foo‸)\n"),
    Case("name of an element", "<a name=\"⟦foo⟧\"></a>\n\n[a](#foo‸)\n"),
    Case("id of an element", "a <span id=\"⟦Foo⟧\">b</span>\n\n[a](#Foo‸)\n"),
    Case("id of an HTML heading", "<h2 id=\"⟦foo⟧\">Bar</h2>\n\n[a](#foo‸)\n"),
    Case("heading before an element of its name", "# ⟦Foo⟧\n\n<div id=\"foo\"></div>\n\n[a](#foo‸)\n"),
    Case("fragment of a definition", "# ⟦Foo⟧\n\n[a]\n\n[a]: #foo‸\n"),
    Case("fragment in other case", "# ⟦Foo⟧\n\n[a](#FOO‸)\n"),
    Case("fragment in other case, with an element of its very name", "# foo\n\n<a id=\"⟦FOO⟧\"></a>\n\n[a](#FOO‸)\n"),
    Case("fragment as GitHub's page has it", "# ⟦Foo⟧\n\n[a](#user-content-foo‸)\n"),
    Case("fragment in angle brackets", "# ⟦Foo⟧\n\n[a](<#foo‸>)\n"),
    Case("fragment with spaces", "# Foo Bar\n\n[a](<#foo bar‸>)\n"),
    Case("fragment with a mark before it", "# Foo\n\n[a](#_foo‸)\n"),
    Case("unknown fragment", "# Foo\n\n[a](#bar‸)\n"),
    Case("fragment in code", "# Foo\n\n`[a](#foo‸)`\n"),
    Case("the document's start", "⟦⟧# Foo\n\n[a](#top‸)\n"),
]

PATHS = [
    Case("file", {"a.md": "[a](b.md‸)\n", "b.md": "⟦⟧# B\n"}),
    Case("file in the same folder", {"a.md": "[a](./b.md‸)\n", "b.md": "⟦⟧# B\n"}),
    Case("file in a folder", {"a.md": "[a](sub/b.md‸)\n", "sub/b.md": "⟦⟧# B\n"}),
    Case("file in the folder above", {"sub/a.md": "[a](../b.md‸)\n", "b.md": "⟦⟧# B\n"}),
    Case("file from the repository's root", {"sub/a.md": "[a](/b.md‸)\n", "b.md": "⟦⟧# B\n"}),
    Case("file with a space, percent-encoded", {"a.md": "[a](my%20b.md‸)\n", "my b.md": "⟦⟧# B\n"}),
    Case("file with a space, in angle brackets", {"a.md": "[a](<my b.md‸>)\n", "my b.md": "⟦⟧# B\n"}),
    Case("file with a space, as it is", {"a.md": "[a](my b.md‸)\n", "my b.md": "# B\n"}),
    Case("file with a sign, percent-encoded", {"a.md": "[a](b%23c.md‸)\n", "b#c.md": "⟦⟧# B\n"}),
    Case("file with parentheses", {"a.md": "[a](b(c).md‸)\n", "b(c).md": "⟦⟧# B\n"}),
    Case("file with an escape", {"a.md": "[a](b\\_c.md‸)\n", "b_c.md": "⟦⟧# B\n"}),
    Case("file with an entity", {"a.md": "[a](b&amp;c.md‸)\n", "b&c.md": "⟦⟧# B\n"}),
    Case("file in other letters", {"a.md": "[a](日本.md‸)\n", "日本.md": "⟦⟧# B\n"}),
    Case("file in other letters, percent-encoded", {"a.md": "[a](%E6%97%A5%E6%9C%AC.md‸)\n", "日本.md": "⟦⟧# B\n"}),
    Case("file with a title", {"a.md": "[a](b.md‸ \"title\")\n", "b.md": "⟦⟧# B\n"}),
    Case("file over lines", {"a.md": "[\na\n](\nb.md‸\n)\n", "b.md": "⟦⟧# B\n"}),
    Case("file of a definition", {"a.md": "[a]\n\n[a]: b.md‸\n", "b.md": "⟦⟧# B\n"}),
    Case("file with dots in its name", {"a.md": "[a](b.c.d.md‸)\n", "b.c.d.md": "⟦⟧# B\n"}),
    Case("file without its ending", {"a.md": "[a](b‸)\n", "b.md": "# B\n"}),
    Case("missing file", {"a.md": "[a](c.md‸)\n", "b.md": "# B\n"}),
    Case("image", {"a.md": "![a](b.png‸)\n", "b.png": "⟦⟧"}),
    Case("image in a link, on the image", {"a.md": "[![a](b.png‸)](c.md)\n", "b.png": "⟦⟧", "c.md": "# C\n"}),
    Case("image in a link, on the link", {"a.md": "[![a](b.png)](c.md‸)\n", "b.png": "", "c.md": "⟦⟧# C\n"}),
    Case("link's text that is a label too", {"a.md": "[b](c.md‸)\n\n[b]: d.md\n", "c.md": "⟦⟧# C\n", "d.md": "# D\n"}),
    Case("inline link in code", {"a.md": "`[a](b.md‸)`\n", "b.md": "# B\n"}),
    Case("fragment of a file", {"a.md": "[a](b.md#foo‸)\n", "b.md": "# B\n\n## ⟦Foo⟧\n"}),
    Case("second of the same headings of a file", {"a.md": "[a](b.md#foo-1‸)\n", "b.md": "# Foo\n\n## ⟦Foo⟧\n"}),
    Case("element of a file", {"a.md": "[a](b.md#foo‸)\n", "b.md": "# B\n\n<a id=\"⟦foo⟧\"></a>\n"}),
    Case("setext heading of a file", {"a.md": "[a](b.md#foo‸)\n", "b.md": "# B\n\n⟦Foo⟧\n---\n"}),
    Case("percent-encoded fragment of a file", {"a.md": "[a](b.md#%C3%BCber‸)\n", "b.md": "# B\n\n## ⟦Über⟧\n"}),
    Case("fragment of a file in angle brackets", {"a.md": "[a](<my b.md#foo‸>)\n", "my b.md": "# B\n\n## ⟦Foo⟧\n"}),
    Case("fragment of a file with a query", {"a.md": "[a](b.md?plain=1#foo‸)\n", "b.md": "# B\n\n## ⟦Foo⟧\n"}),
    Case("fragment in a file's fence", {"a.md": "[a](b.md#foo‸)\n", "b.md": "⟦⟧# B\n\n```\n# Foo\n```\n"}),
    Case("fragment of its own file by name", {"a.md": "# A\n\n## ⟦Foo⟧\n\n[a](a.md#foo‸)\n"}),
]

# What leads somewhere in HTML.
HTML = [
    Case("HTML block", "<div>\n[b‸]\n</div>\n\n[b]: /u\n"),
    Case("HTML block that a blank line has ended", "<div>\n\n[b‸]\n\n</div>\n\n[⟦b⟧]: /u\n"),
    Case("HTML link to a file", {"a.md": "<p><a href=\"b.md‸\">b</a></p>\n", "b.md": "⟦⟧# B\n"}),
    Case("HTML image", {"a.md": "a <img src='b.png‸'> c\n", "b.png": "⟦⟧"}),
    Case("HTML link to a fragment", "# ⟦Foo⟧\n\na <a href=\"#foo‸\">b</a>\n"),
    Case("HTML link to a fragment of a file", {"a.md": "<a href=b.md#foo‸>b</a>\n", "b.md": "# B\n\n## ⟦Foo⟧\n"}),
    Case("HTML link in a comment", {"a.md": "<!-- <a href=\"b.md‸\">b</a> -->\n", "b.md": "# B\n"}),
    Case("HTML link in code", {"a.md": "`<a href=\"b.md‸\">`\n", "b.md": "# B\n"}),
]

DEFINITIONS = LABELS + FOOTNOTES + FRAGMENTS + PATHS + HTML

REFERENCES = [
    Case("label, from its definition", "[a][⟦b⟧] [⟦b⟧][] [⟦b⟧] ![a][⟦b⟧]\n\n[⟦b‸⟧]: /u\n"),
    Case("label, from a use", "[a][⟦b‸⟧] and [⟦b⟧]\n\n[⟦b⟧]: /u\n"),
    Case("label in other case", "[a][⟦B⟧] and\n[⟦b⟧]\n\n[⟦b‸⟧]: /u\n"),
    Case("label over lines", "[a][⟦foo\nbar⟧]\n\n[⟦foo bar‸⟧]: /u\n"),
    Case("label that code holds too", "[⟦b⟧] `[b]`\n\n```\n[b]\n```\n\n<!-- [b] -->\n\n[⟦b‸⟧]: /u\n"),
    Case("label that a box has too", "- [x] a\n- [x] [⟦x⟧]\n\n[⟦x‸⟧]: /u\n"),
    Case("label of several definitions", "[⟦b⟧]\n\n[⟦b‸⟧]: /1\n\n[⟦b⟧]: /2\n"),
    Case("label in a quote and an item", "> [⟦b⟧]\n\n- [⟦b⟧]\n\n[⟦b‸⟧]: /u\n"),
    Case("text that is no reference", "[b](c.md) \\[b]\n\n[⟦b‸⟧]: /u\n"),
    Case("footnote", "a[^⟦1⟧] b[^⟦1‸⟧]\n\n[^⟦1⟧]: note\n"),
    Case("footnote and label of one name", "a[^⟦1⟧] [1]\n\n[^⟦1‸⟧]: note\n\n[1]: /u\n"),
    Case("heading", "# ⟦Foo‸⟧\n\n[a](⟦#foo⟧)\n\n[b](#bar)\n\n[c](⟦#foo⟧)\n"),
    Case("heading, from a link", "# ⟦Foo⟧\n\n[a](⟦#foo‸⟧)\n\n[b](#bar)\n"),
    Case("heading, from a definition", "# ⟦Foo⟧\n\n[a]\n\n[a]: ⟦#foo‸⟧\n"),
    Case("second of the same headings", "# Foo\n\n# ⟦Foo‸⟧\n\n[a](#foo)\n\n[b](⟦#foo-1⟧)\n"),
    Case("heading with other files", {
        "a.md": "# ⟦Foo‸⟧\n\n[a](⟦#foo⟧)\n", "b.md": "# Foo\n\n[a](#foo)\n\n[b](⟦a.md#foo⟧)\n\n[c](a.md#bar)\n",
        "sub/c.md": "[a](⟦/a.md#foo⟧)\n\n[b](⟦../a.md#foo⟧)\n\n[c](../b.md#foo)\n"}),
    Case("heading of another file, from a link", {
        "a.md": "[a](⟦b.md#foo‸⟧)\n\n[b](b.md)\n", "b.md": "# ⟦Foo⟧\n\n[a](⟦#foo⟧)\n"}),
    Case("heading with a fragment in other case", "# ⟦Foo‸⟧\n\n[a](⟦#Foo⟧)\n"),
    Case("heading with an HTML link", "# ⟦Foo‸⟧\n\n<a href=\"⟦#foo⟧\">a</a>\n"),
    Case("element", "<a id=\"⟦foo⟧\"></a>\n\n[a](⟦#foo‸⟧)\n"),
    Case("text", "# Foo\n\nte‸xt\n"),
]

RENAMES = [
    Case("label", "[a][⟦b⟧] [⟦b⟧] `[b]`\n\n[⟦b‸⟧]: /u\n", new_name="new"),
    Case("label, from a use", "[a][⟦b‸⟧]\n\n[⟦b⟧]: /u\n", new_name="new label"),
    Case("label in other case", "[a][⟦B⟧]\n\n[⟦b‸⟧]: /u\n", new_name="new"),
    Case("footnote", "a[^⟦1‸⟧]\n\n[^⟦1⟧]: note\n", new_name="note"),
    Case("heading", "# ⟦Foo‸⟧\n\n[a](#⟦foo|bar-baz⟧) [b](#food)\n", new_name="Bar Baz"),
    Case("heading with a fragment in other case", "# ⟦Foo‸⟧\n\n[a](#⟦Foo|bar⟧)\n", new_name="Bar"),
    Case("heading with HTML links", {
        "a.md": "# ⟦Foo‸⟧\n\n<a href=\"#⟦foo|bar⟧\">a</a>\n", "b.md": "a <a href='a.md#⟦foo|bar⟧'>b</a>\n"}, new_name="Bar"),
    Case("heading with a fragment as GitHub's page has it", "# ⟦Foo‸⟧\n\n[a](#⟦user-content-foo|user-content-bar⟧)\n",
         new_name="Bar"),
    Case("headings of one name and of GitHub's for it",
         "# ⟦Foo‸⟧\n\n# User-content-foo\n\n[a](#user-content-foo) [b](#⟦foo|bar⟧)\n", new_name="Bar"),
    Case("heading of several lines", "⟦Foo\nbar‸⟧\n---\n\n[a](#⟦foobar|baz⟧)\n", new_name="Baz"),
    Case("heading with closing marks", "## ⟦Foo‸⟧ ##\n\n[a](#⟦foo|bar⟧)\n", new_name="Bar"),
    Case("setext heading", "⟦Foo‸⟧\n===\n\n[a](#⟦foo|bar⟧)\n", new_name="Bar"),
    Case("heading, from a link", "# ⟦Foo⟧\n\n[a](#⟦foo‸|bar⟧)\n", new_name="Bar"),
    Case("heading with a definition", "# ⟦Foo‸⟧\n\n[a]\n\n[a]: #⟦foo|bar⟧\n", new_name="Bar"),
    Case("heading whose number hangs on another", "# ⟦Foo‸⟧\n\n# Foo\n\n[a](#⟦foo|bar⟧)\n\n[b](#⟦foo-1|foo⟧)\n", new_name="Bar"),
    Case("heading with other files", {
        "a.md": "# ⟦Foo‸⟧\n", "b.md": "[a](a.md#⟦foo|bar⟧) [b](#foo)\n\n# Foo\n"}, new_name="Bar"),
    Case("heading with other files that name it in other case", {
        "a.md": "# ⟦Foo‸⟧\n", "b.md": "[a](a.md#⟦Foo|bar⟧)\n"}, new_name="Bar"),
    Case("heading behind an element of its name", {
        "a.md": "<a id=\"foo\"></a>\n\n# ⟦Foo‸⟧\n\n[a](#foo)\n", "b.md": "[a](a.md#foo)\n"}, new_name="Bar"),
]

# Every link with its place; `targets` says where each leads.
LINKS = [
    Case("inline", "a [b](⟦https://c.d⟧) e\n", targets=("https://c.d",)),
    Case("title", "[b](⟦https://c.d⟧ \"title\")\n", targets=("https://c.d",)),
    Case("parentheses", "[b](⟦https://c.d/e(f)⟧)\n", targets=("https://c.d/e(f)",)),
    Case("escaped bracket in the text", "[b\\]](⟦https://c.d⟧)\n", targets=("https://c.d",)),
    Case("brackets in the text", "[b [c] d](⟦https://e.f⟧)\n", targets=("https://e.f",)),
    Case("percent encodings stay", "[b](⟦https://c.d/%A5%C8⟧)\n", targets=("https://c.d/%A5%C8",)),
    Case("none in code", "`[b](https://c.d)`\n\n```\n[b](https://c.d)\n```\n\n    [b](https://c.d)\n"),
    Case("none in comments", "<!-- [b](https://c.d) <https://e.f> -->\n\na <!-- [b](c.md) --> d\n"),
    Case("none where a bracket is escaped", "\\[b](c.md) \\<d>\n"),
    Case("none where code takes the bracket", "[b`c](d.md`)\n"),
    Case("none where the destination has a space", "[b](c d)\n\n[b](<c )\n\n[b](<> c)\n"),
    Case("code over lines takes some", "[b](⟦https://1.com⟧) `[b](https://2.com)\n[b](https://3.com)` [b](⟦https://4.com⟧)\n",
         targets=("https://1.com", "https://4.com")),
    Case("two without a space", "([a](⟦https://b.c⟧)[d](⟦https://e.f⟧))\n", targets=("https://b.c", "https://e.f")),
    Case("autolink", "a <⟦https://b.c⟧>\n", targets=("https://b.c",)),
    Case("bare address", "a ⟦www.b.c⟧.\n", targets=("http://www.b.c",)),
    Case("bare mail address", "a ⟦me@b.c⟧\n", targets=("mailto:me@b.c",)),
    Case("definition", "[b]: ⟦https://c.d⟧\n", targets=("https://c.d",)),
    Case("reference", "[a][⟦b⟧]\n\n[b]: ⟦https://c.d⟧\n", targets=("https://c.d", "https://c.d")),
    Case("definition that does not count", "[⟦b⟧]\n\n[b]: ⟦https://1.com⟧\n[b]: ⟦https://2.com⟧\n",
         targets=("https://1.com", "https://1.com", "https://2.com")),
    Case("image in a link", "[![a](⟦https://b.c⟧)](⟦https://d.e⟧)\n", targets=("https://b.c", "https://d.e")),
    Case("file with spaces", {"a.md": "[a](<⟦my b.md⟧>)\n", "my b.md": ""}, targets=("my b.md",)),
    Case("HTML links, images and videos",
         "<p><img src=\"⟦https://a.b/c.png⟧\"> <a class=x href='⟦https://d.e⟧'>f</a></p>\n\n"
         "g <video src=⟦https://h.i⟧></video> <p src=j> <a href> <a href=\"\">\n",
         targets=("https://a.b/c.png", "https://d.e", "https://h.i")),
    Case("boxes are none", "- [x] a\n- [ ] b\n\n[x]: ⟦https://c.d⟧\n", targets=("https://c.d",)),
]

# What other servers answer otherwise, by the lines that they name. VS Code's service and marksman can't be driven here;
# by their own tests, VS Code's goes nowhere from an inline link's text, reads `[a](<>)` as no link, makes a slug of any
# fragment (`#_foo` and `#foo bar` lead to "Foo" and "Foo Bar"), and both read `b` as `b.md`: none of which GitHub does.


def without_answer(cases):
    return {case.name: [] for case in cases if case.places}


RUMDL = {
    # It goes along Markdown's inline links alone, without a look at what is code or a definition; to the file's start where it
    # finds no fragment, and to files that there are not. It reads neither escapes, entities nor links over lines.
    "definition": without_answer(LABELS + FOOTNOTES + HTML) | {
        "definition with angle brackets": ["my url:1"],
        "definition with an empty destination": ["a.md:1"],
        "number that a heading has in its text": ["a.md:5"],
        "number after one that a heading has in its text": ["a.md:1"],
        "heading in a fence": ["a.md:1"],
        "heading without a space": ["a.md:1"],
        "heading in a comment": ["a.md:1"],
        "heading in front matter": ["a.md:1"],
        "fragment in other case, with an element of its very name": ["a.md:1"],
        "fragment with spaces": ["a.md:1"],
        "fragment with a mark before it": ["a.md:1"],
        "unknown fragment": ["a.md:1"],
        "file with a space, as it is": ["my b.md:1"],
        "file with an escape": ["b\\_c.md:1"],
        "file with an entity": ["b&amp;c.md:1"],
        "file over lines": [],
        "file without its ending": ["b:1"],
        "missing file": ["c.md:1"],
        "element of a file": ["b.md:1"],
        "percent-encoded fragment of a file": ["b.md:1"],
    },
    # It counts Markdown's links alone, and those of a heading's own document only where the heading is asked about.
    "references": without_answer(REFERENCES) | {
        "heading": ["a.md:3", "a.md:7"],
        "second of the same headings": ["a.md:7"],
        "heading with a fragment in other case": ["a.md:3"],
        "heading with other files": ["a.md:3", "b.md:5", "sub/c.md:1", "sub/c.md:3"],
        "heading of another file, from a link": ["a.md:1"],
    },
    # It renames headings alone; without a look at what their numbers become, or whose heading a fragment names. Where a
    # heading goes on in another line it has a dash, which GitHub has not.
    "rename": dict.fromkeys(
        ["label", "label, from a use", "label in other case", "footnote", "heading, from a link"]) | {
        "heading whose number hangs on another": {"a.md": "# Bar\n\n# Foo\n\n[a](#bar)\n\n[b](#foo-1)\n"},
        "heading with HTML links": {"a.md": "# Bar\n\n<a href=\"#foo\">a</a>\n", "b.md": "a <a href='a.md#foo'>b</a>\n"},
        "heading with a fragment as GitHub's page has it": {"a.md": "# Bar\n\n[a](#user-content-foo)\n"},
        "heading of several lines": {"a.md": "Baz\n---\n\n[a](#foobar)\n"},
        "heading with other files": {"a.md": "# Bar\n", "b.md": "[a](a.md#bar) [b](#bar)\n\n# Foo\n"},
        "heading behind an element of its name": {
            "a.md": "<a id=\"foo\"></a>\n\n# Bar\n\n[a](#bar)\n", "b.md": "[a](a.md#bar)\n"},
    },
}
