"""A document as the client has it: what its positions mean, and which of them there are."""


class Model:
    def __init__(self, text, encoding):
        self.encoding = encoding
        self.set(text)

    def set(self, text):
        # Half a surrogate pair is no text; the server puts the replacement character, of the same length.
        self.text = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
        self.starts = [0]
        index = 0
        while index < len(self.text):
            character = self.text[index]
            index += 1
            if character == "\r" and self.text[index : index + 1] == "\n":
                index += 1
            if character in "\r\n":
                self.starts.append(index)

    @property
    def line_count(self):
        return len(self.starts)

    def line(self, number):
        """A line's text without its ending."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end].rstrip("\r\n")

    def width(self, text):
        if self.encoding == "utf-8":
            return len(text.encode("utf-8"))
        if self.encoding == "utf-16":
            return len(text.encode("utf-16-le")) // 2
        return len(text)

    def offset(self, position):
        """The index in the text; None where there is no such position."""
        number, character = position["line"], position["character"]
        if number >= self.line_count:
            return None
        line = self.line(number)
        if len(line) == self.width(line):
            return self.starts[number] + character if character <= len(line) else None
        for index in range(len(line) + 1):
            if self.width(line[:index]) == character:
                return self.starts[number] + index
        return None

    def position(self, index):
        low, high = 0, self.line_count
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= index else (low, middle)
        return {"line": low, "character": self.width(self.text[self.starts[low] : index])}

    def clamped(self, position):
        """Where a position counts: after a line's end, and between a carriage return and its line feed, at the line's end."""
        width = self.width(self.line(position["line"]))
        return {"line": position["line"], "character": min(position["character"], width)}

    def range(self, start, end):
        return {"start": self.position(start), "end": self.position(end)}

    def end(self):
        return self.position(len(self.text))

    def apply(self, edits):
        """The text after edits that all mean this text."""
        text = self.text
        placed = [(self.offset(e["range"]["start"]), self.offset(e["range"]["end"]), e["newText"]) for e in edits]
        for start, end, replacement in sorted(placed, key=lambda edit: edit[:2], reverse=True):
            text = text[:start] + replacement + text[end:]
        return text

    def change(self, change):
        """Applies one content change."""
        if "range" not in change:
            return self.set(change["text"])
        start, end = self.offset(change["range"]["start"]), self.offset(change["range"]["end"])
        self.set(self.text[:start] + change["text"] + self.text[end:])
