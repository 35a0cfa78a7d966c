import GFMSyntax

// What is the same in all documents: languages, shortcodes, boxes, alerts.

extension CompletionItems {
  mutating func appendLanguages(typed: [UInt8]) {
    append(typed: typed) { filter, body in
      for language in FenceLanguages.all where filter.accepts(language.name) && !body(language) { return }
    } item: { language in
      CompletionItem(kind: .language, label: String(decoding: language.name, as: UTF8.self), detail: language.title)
    }
  }

  mutating func appendShortcodes(typed: [UInt8], end: String) {
    append(typed: typed) { filter, body in
      // What starts with the typed text comes first.
      let accepted = Shortcodes.all.filter { filter.accepts($0.name) }
      for shortcode in accepted where shortcode.name.starts(with: typed) && !body(shortcode) { return }
      for shortcode in accepted where !shortcode.name.starts(with: typed) && !body(shortcode) { return }
    } item: { shortcode in
      let name = String(decoding: shortcode.name, as: UTF8.self)
      return CompletionItem(
        kind: .emoji, label: name, detail: shortcode.emoji ?? "", text: end.isEmpty ? nil : name + end)
    }
  }
}

/// Marks that a line's content starts with.
enum CompletionMarks {
  /// Behind a `[`.
  static func boxes(isClosed: Bool) -> [CompletionItem] {
    let marks: [(mark: String, detail: String)] = [(" ", "Task"), ("x", "Task that is done")]
    return marks.map { mark, detail in
      CompletionItem(
        kind: .mark, label: "[\(mark)]", detail: detail, filter: "\(mark)]", text: isClosed ? mark : "\(mark)] ")
    }
  }

  static let wholeBoxes: [CompletionItem] = [("[ ]", "Task"), ("[x]", "Task that is done")].map { mark, detail in
    CompletionItem(kind: .mark, label: mark, detail: detail, text: mark + " ")
  }

  static func alerts(before: String, after: String) -> [CompletionItem] {
    Alerts.names.map { name in
      let marker = before + name.uppercased()
      return CompletionItem(
        kind: .mark, label: "[!\(name.uppercased())]", detail: "Alert", filter: marker, text: marker + after)
    }
  }
}
