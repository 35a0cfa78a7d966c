'use strict';

const { apply, ask, hasOperation, timeouts } = require('./edit');

/** What each key tries, in this order, and the command that VS Code binds it to. */
const keys = {
  enter: { operations: () => ['newline'], plain: ['type', { text: '\n' }] },
  tab: { operations: (selections) => tabOperations(selections, 'nextCell', 'indent'), plain: ['tab'] },
  shiftTab: { operations: (selections) => tabOperations(selections, 'previousCell', 'outdent'), plain: ['outdent'] },
};

/** Tab replaces a selection within a line and indents selected lines; here lines may be items. */
function tabOperations(selections, cellOperation, itemOperation) {
  if (selections.every((selection) => selection.isEmpty)) return [cellOperation, itemOperation];
  return selections.every((selection) => !selection.isSingleLine) ? [itemOperation] : [];
}

/** Enter, Tab and Shift-Tab: the server's edit, else what VS Code does on the key. */
class Keys {
  #vscode;
  #server;
  /** A key waits for the one before: its own place depends on what that one does. */
  #previous = Promise.resolve();

  /**
   * @param {object} vscode the API
   * @param {{ client?: object }} server its `client` while it runs
   */
  constructor(vscode, server) {
    this.#vscode = vscode;
    this.#server = server;
  }

  /** @param {'enter' | 'tab' | 'shiftTab'} name */
  press(name) {
    const pressed = this.#previous.then(() => this.#press(keys[name]));
    this.#previous = pressed.catch(() => {});
    return pressed;
  }

  async #press(key) {
    const editor = this.#vscode.window.activeTextEditor;
    if (!editor) return;
    const caret = key === keys.enter && editor.selections.length === 1 && editor.selection.isEmpty && editor.selection.active;
    const changes = [];
    const listener = this.#vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === editor.document) changes.push(...event.contentChanges);
    });
    let isStale;
    try {
      const outcome = await this.#run(key, editor);
      if (outcome === 'done') return;
      isStale = outcome === 'stale';
    } finally {
      listener.dispose();
    }
    // What was typed after the key belongs behind it.
    if (isStale && caret && changes.every((change) => !change.range.start.isBefore(caret))) {
      const isDone = await editor.edit((builder) => builder.insert(caret, '\n'));
      if (isDone) return;
    }
    await this.#vscode.commands.executeCommand(...key.plain);
  }

  /** @returns {Promise<'done' | 'stale' | 'plain'>} */
  async #run(key, editor) {
    const client = this.#server.client;
    if (!client) return 'plain';
    const end = Date.now() + timeouts.key;
    for (const operation of key.operations(editor.selections)) {
      if (!hasOperation(client, operation)) continue;
      const outcome = await ask({
        vscode: this.#vscode, client, editor, operation, timeout: Math.max(end - Date.now(), 0),
      });
      switch (outcome.kind) {
        case 'edit':
          return (await apply(this.#vscode, editor, outcome)) ? 'done' : 'stale';
        case 'nothing':
          continue;
        case 'stale':
          return 'stale';
        default:
          return 'plain';
      }
    }
    return 'plain';
  }
}

module.exports = { Keys };
