'use strict';

const { runOperation, setHeadingLevel, showStatus } = require('./commands');
const { Keys } = require('./keys');
const { operationOfCommand } = require('./operations');
const { Server } = require('./server');

/**
 * Registers the commands and starts the server.
 *
 * @param {object} context the extension's context
 * @param {{ vscode: object, languageclient: object }} modules the API and `vscode-languageclient/node`
 */
async function activate(context, { vscode, languageclient }) {
  const output = vscode.window.createOutputChannel('GitHub Flavored Markdown', { log: true });
  const server = new Server(
    vscode, languageclient, output, vscode.Uri.joinPath(context.extensionUri, 'README.md')
  );
  const keys = new Keys(vscode, server);

  const commands = {
    'gfm.enterKey': () => keys.press('enter'),
    'gfm.tabKey': () => keys.press('tab'),
    'gfm.shiftTabKey': () => keys.press('shiftTab'),
    'gfm.setHeadingLevel': (argument) => setHeadingLevel(vscode, server, argument),
    'gfm.restartServer': () => server.restart(),
    'gfm.showLog': () => output.show(),
    'gfm.showStatus': () => showStatus(server, output),
  };
  for (const [command, operation] of Object.entries(operationOfCommand)) {
    commands[command] = () => runOperation(vscode, server, operation);
  }
  for (const [command, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(command, run));
  }
  context.subscriptions.push(
    output,
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('gfm.server')) await server.restart();
      else if (event.affectsConfiguration('gfm')) await server.sendSettings();
    })
  );

  await server.start();
  return { deactivate: () => server.stop() };
}

module.exports = { activate };
