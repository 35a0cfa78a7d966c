'use strict';

const { apply, ask, hasOperation, timeouts } = require('./edit');

/**
 * Runs an operation on all selections of the active editor. Says why where nothing happens.
 *
 * @returns {Promise<boolean>} whether the operation made sense there
 */
async function runOperation(vscode, server, operation, operationArguments) {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return false;
  const client = server.client;
  if (!client) {
    await server.explainAbsence();
    return false;
  }
  if (!hasOperation(client, operation)) {
    vscode.window.showWarningMessage(`This gfm-language-server does not know the operation "${operation}": it is too old.`);
    return false;
  }
  const outcome = await ask({ vscode, client, editor, operation, operationArguments, timeout: timeouts.command });
  const kind = outcome.kind === 'edit' && !(await apply(vscode, editor, outcome)) ? 'stale' : outcome.kind;
  switch (kind) {
    case 'edit':
      return true;
    case 'nothing':
      vscode.window.setStatusBarMessage('GFM: nothing to change here', 3000);
      break;
    case 'stale':
      vscode.window.setStatusBarMessage('GFM: the text has changed meanwhile', 3000);
      break;
    case 'late':
      vscode.window.showWarningMessage('gfm-language-server did not answer in time.');
      break;
    default:
      vscode.window.showWarningMessage(`gfm-language-server: ${outcome.message}`);
  }
  return false;
}

/** Asks for a heading's level, unless a key binding's arguments give it, and makes headings of that level. */
async function setHeadingLevel(vscode, server, argument) {
  let level = argument?.level;
  if (level === undefined) {
    const items = [1, 2, 3, 4, 5, 6, 0].map((level) => ({ label: level === 0 ? 'Paragraph' : `Heading ${level}`, level }));
    level = (await vscode.window.showQuickPick(items, { placeHolder: 'Level' }))?.level;
  }
  return level === undefined ? false : runOperation(vscode, server, 'heading', { level });
}

/** Writes what the server tells of itself and of the open documents into the log, and shows it. */
async function showStatus(server, output) {
  const client = server.client;
  if (!client) return server.explainAbsence();
  const status = await client.sendRequest('gfm/status', {});
  output.appendLine(JSON.stringify(status, null, 2));
  output.show();
}

module.exports = { runOperation, setHeadingLevel, showStatus };
