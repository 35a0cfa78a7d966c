'use strict';

/** How long to wait for the server, in milliseconds; less where a key is waiting. */
const timeouts = { command: 1000, key: 200 };

/** The server's error for a text that it has another version of. */
const CONTENT_MODIFIED = -32801;

/**
 * What became of a request: the answer is `edit` or `nothing`; else the text has changed meanwhile (`stale`), there was
 * no answer in time (`late`), or it `failed`.
 *
 * @typedef {{ kind: 'edit', edits: object[], selections: object[] }
 *   | { kind: 'nothing' | 'stale' | 'late' } | { kind: 'failed', message: string }} Outcome
 */

/**
 * Asks the server what an operation does to an editor's selections.
 *
 * @param {object} options
 * @param {object} options.vscode the API
 * @param {object} options.client the language client, running
 * @param {object} options.editor a text editor
 * @param {string} options.operation one of those in the server's capability `experimental.gfmEdit`
 * @param {object} [options.operationArguments]
 * @param {number} options.timeout in milliseconds
 * @returns {Promise<Outcome>}
 */
async function ask({ vscode, client, editor, operation, operationArguments, timeout }) {
  const { document } = editor;
  const version = document.version;
  const cancellation = new vscode.CancellationTokenSource();
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, timeout, { kind: 'late' });
  });
  const answer = client
    .sendRequest(
      'gfm/edit',
      {
        textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
        version,
        selections: editor.selections.map(({ anchor, active }) => ({
          anchor: { line: anchor.line, character: anchor.character },
          head: { line: active.line, character: active.character },
        })),
        operation,
        arguments: operationArguments,
      },
      cancellation.token
    )
    .then(
      (result) => (result ? { kind: 'edit', ...result } : { kind: 'nothing' }),
      (error) =>
        error?.code === CONTENT_MODIFIED ? { kind: 'stale' } : { kind: 'failed', message: error?.message ?? `${error}` }
    );
  const outcome = await Promise.race([answer, late]);
  clearTimeout(timer);
  if (outcome.kind === 'late') cancellation.cancel();
  cancellation.dispose();
  return document.version === version ? outcome : { kind: 'stale' };
}

/**
 * Applies an answer as one undo step and puts the carets where it says.
 *
 * @returns {Promise<boolean>} whether the text was still the one that the answer is for
 */
async function apply(vscode, editor, answer) {
  if (answer.edits.length > 0) {
    const isDone = await editor.edit((builder) => {
      for (const { range, newText } of answer.edits) builder.replace(rangeOf(vscode, range), newText);
    });
    if (!isDone) return false;
  }
  if (answer.selections.length > 0) {
    editor.selections = answer.selections.map(
      ({ anchor, head }) => new vscode.Selection(positionOf(vscode, anchor), positionOf(vscode, head))
    );
    const { active } = editor.selections[0];
    editor.revealRange(new vscode.Range(active, active));
  }
  return true;
}

function positionOf(vscode, { line, character }) {
  return new vscode.Position(line, character);
}

function rangeOf(vscode, { start, end }) {
  return new vscode.Range(positionOf(vscode, start), positionOf(vscode, end));
}

/** Whether the server has an operation: an older one may lack some. */
function hasOperation(client, operation) {
  return client.initializeResult?.capabilities?.experimental?.gfmEdit?.includes(operation) ?? false;
}

module.exports = { apply, ask, hasOperation, timeouts };
