'use strict';

// A stand-in for VS Code's API: as much of it as the extension touches, with the API's own rules where they matter
// (versions, one edit at a time, one undo step for each `edit`).

class Position {
  constructor(line, character) {
    this.line = line;
    this.character = character;
  }
  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
  isEqual(other) {
    return this.line === other.line && this.character === other.character;
  }
}

class Range {
  constructor(a, b) {
    [this.start, this.end] = b.isBefore(a) ? [b, a] : [a, b];
  }
  get isEmpty() {
    return this.start.isEqual(this.end);
  }
  get isSingleLine() {
    return this.start.line === this.end.line;
  }
}

class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    this.anchor = anchor;
    this.active = active;
  }
}

class EventEmitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

class CancellationTokenSource {
  #emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.#emitter.event };
  cancel() {
    this.token.isCancellationRequested = true;
    this.#emitter.fire();
  }
  dispose() {}
}

class TextDocument {
  languageId = 'markdown';
  version = 1;
  constructor(uri, text) {
    this.uri = { toString: () => uri };
    this.text = text;
    this.eol = text.includes('\r\n') ? '\r\n' : '\n';
  }
  getText() {
    return this.text;
  }
  offsetAt({ line, character }) {
    let offset = 0;
    for (; line > 0; line--) offset = this.text.indexOf('\n', offset) + 1;
    return offset + character;
  }
  positionAt(offset) {
    const lines = this.text.slice(0, offset).split('\n');
    return new Position(lines.length - 1, lines.at(-1).length);
  }
}

class TextEditor {
  /** The text before each `edit`. */
  undoSteps = [];
  revealed = [];

  constructor(document, selections, changed) {
    this.document = document;
    this.selections = selections;
    this.changed = changed;
  }
  get selection() {
    return this.selections[0];
  }
  revealRange(range) {
    this.revealed.push(range);
  }

  async edit(build) {
    const version = this.document.version;
    const replacements = [];
    build({
      replace: (range, text) => replacements.push({ range, text }),
      insert: (position, text) => replacements.push({ range: new Range(position, position), text }),
    });
    await null; // The window that shows the editor is another process.
    if (this.document.version !== version) return false;
    this.undoSteps.push(this.document.text);
    this.replace(replacements);
    return true;
  }

  /** Replaces ranges, moves the carets along as VS Code does, and tells the listeners. */
  replace(replacements) {
    const { document } = this;
    const ranges = replacements
      .map(({ range, text }) => ({
        range,
        start: document.offsetAt(range.start),
        end: document.offsetAt(range.end),
        text: text.replace(/\r\n|\n/g, document.eol),
      }))
      .sort((a, b) => b.start - a.start);
    ranges.forEach(({ start }, index) => {
      if (index + 1 < ranges.length && ranges[index + 1].end > start) throw new Error('Overlapping ranges are not allowed!');
    });
    let carets = this.selections.map(({ anchor, active }) => [document.offsetAt(anchor), document.offsetAt(active)]);
    for (const { start, end, text } of ranges) {
      document.text = document.text.slice(0, start) + text + document.text.slice(end);
      carets = carets.map((pair) =>
        pair.map((caret) => (caret >= end ? caret + text.length - (end - start) : Math.min(caret, start)))
      );
    }
    document.version += 1;
    this.selections = carets.map(
      ([anchor, active]) => new Selection(document.positionAt(anchor), document.positionAt(active))
    );
    // In this order each range is one of the text before all of them, and of the text after those fired before it.
    this.changed({ document, contentChanges: ranges });
  }

  /** Types at the carets, as the keyboard does: no undo step of the extension's. */
  type(text) {
    this.replace(this.selections.map((range) => ({ range, text })));
    this.selections = this.selections.map(({ end }) => new Selection(end, end));
  }
}

/**
 * A window with one editor. `‸` in the text is a caret; `«` and `»` around text select it, the caret being at `»`.
 */
function createVSCode(settings = {}) {
  const changeText = new EventEmitter();
  const changeConfiguration = new EventEmitter();
  const commands = new Map();
  const log = { messages: [], statusBar: [], executed: [], output: [] };
  /** What the user chooses where a message asks. */
  const choices = [];

  const vscode = {
    CancellationTokenSource, Position, Range, Selection,
    Uri: { joinPath: (uri, ...parts) => ({ toString: () => [uri, ...parts].join('/') }) },
    commands: {
      registerCommand(name, run) {
        if (commands.has(name)) throw new Error(`command '${name}' already exists`);
        commands.set(name, run);
        return { dispose: () => commands.delete(name) };
      },
      async executeCommand(name, ...values) {
        log.executed.push([name, ...values]);
        return commands.get(name)?.(...values);
      },
    },
    window: {
      activeTextEditor: undefined,
      createOutputChannel: () => ({
        appendLine: (line) => log.output.push(line),
        show: () => log.executed.push(['show output']),
        dispose() {},
      }),
      async showErrorMessage(message, ...buttons) {
        log.messages.push({ message, buttons });
        return choices.shift();
      },
      async showWarningMessage(message) {
        log.messages.push({ message, buttons: [] });
      },
      async showQuickPick(items) {
        const label = choices.shift();
        return items.find((item) => item.label === label);
      },
      setStatusBarMessage: (message) => log.statusBar.push(message),
    },
    workspace: {
      onDidChangeTextDocument: changeText.event,
      onDidChangeConfiguration: changeConfiguration.event,
      getConfiguration: (section) => ({ get: (name) => valueOf(settings, section ? `${section}.${name}` : name) }),
    },
  };
  // VS Code's own commands on the keys.
  vscode.commands.registerCommand('type', ({ text }) => vscode.window.activeTextEditor.type(text));
  vscode.commands.registerCommand('tab', () => vscode.window.activeTextEditor.type('\t'));
  vscode.commands.registerCommand('outdent', () => {});
  vscode.commands.registerCommand('setContext', () => {});

  return {
    vscode, log, choices, commands,
    show(uri, marked) {
      const { text, selections } = parseMarked(marked);
      const document = new TextDocument(uri, text);
      vscode.window.activeTextEditor = new TextEditor(
        document,
        selections.map(([anchor, active]) => new Selection(document.positionAt(anchor), document.positionAt(active))),
        (event) => changeText.fire(event)
      );
      return vscode.window.activeTextEditor;
    },
    /** The editor's text with its carets and selections marked. */
    marked() {
      const { document, selections } = vscode.window.activeTextEditor;
      const marks = selections.flatMap(({ anchor, active, isEmpty }) => {
        const [from, to] = [document.offsetAt(anchor), document.offsetAt(active)];
        if (isEmpty) return [[to, '‸']];
        return [[Math.min(from, to), '«'], [Math.max(from, to), '»']];
      });
      return marks
        .sort(([a], [b]) => b - a)
        .reduce((text, [offset, mark]) => text.slice(0, offset) + mark + text.slice(offset), document.text);
    },
    configure(changes) {
      Object.assign(settings, changes);
      changeConfiguration.fire({
        affectsConfiguration: (section) =>
          Object.keys(changes).some((name) => name === section || name.startsWith(`${section}.`)),
      });
    },
  };
}

/** The value of a setting, or all those of a section as VS Code nests them. */
function valueOf(settings, section) {
  if (section in settings) return settings[section];
  const inside = Object.entries(settings).filter(([name]) => name.startsWith(`${section}.`));
  if (inside.length === 0) return undefined;
  const nested = {};
  for (const [name, value] of inside) {
    const parts = name.slice(section.length + 1).split('.');
    const last = parts.pop();
    parts.reduce((object, part) => (object[part] ??= {}), nested)[last] = value;
  }
  return nested;
}

function parseMarked(marked) {
  let text = '';
  let anchor;
  const selections = [];
  for (const character of marked) {
    if (character === '‸') selections.push([text.length, text.length]);
    else if (character === '«') anchor = text.length;
    else if (character === '»') selections.push([anchor, text.length]);
    else text += character;
  }
  return { text, selections };
}

module.exports = { EventEmitter, createVSCode };
