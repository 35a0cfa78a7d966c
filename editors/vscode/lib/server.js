'use strict';

const { findExecutable } = require('./executable');
const { readingMiddleware } = require('./reading');
const { serverSettings } = require('./settings');

/** The server's process and the language client that talks to it. */
class Server {
  #vscode;
  #languageclient;
  #output;
  #readme;
  #client;
  /** Starts and stops wait for each other, so that there is never a second server. */
  #previous = Promise.resolve();

  /** `readme` is the address of the extension's README, which says how to install the server. */
  constructor(vscode, languageclient, output, readme) {
    this.#vscode = vscode;
    this.#languageclient = languageclient;
    this.#output = output;
    this.#readme = readme;
  }

  /** The language client, while the server runs. */
  get client() {
    return this.#client?.isRunning() ? this.#client : undefined;
  }

  start() {
    return this.#inTurn(() => this.#start());
  }

  stop() {
    return this.#inTurn(() => this.#stop());
  }

  restart() {
    return this.#inTurn(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  #inTurn(work) {
    this.#previous = this.#previous.then(work, work);
    return this.#previous;
  }

  async #start() {
    const command = this.#configuration.get('server.path');
    const program = findExecutable(command);
    if (!program) {
      this.#output.appendLine(`There is no program "${command}" (setting gfm.server.path).`);
      // Not awaited: the message stays until someone answers it.
      this.explainAbsence();
      return;
    }
    const client = new this.#languageclient.LanguageClient(
      'gfm', 'GitHub Flavored Markdown', this.#serverOptions(program), this.#clientOptions
    );
    this.#client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.#client === client) this.#announce(newState === this.#languageclient.State.Running);
    });
    try {
      await client.start();
    } catch (error) {
      this.#output.appendLine(`${program}: ${error?.message ?? error}`);
      this.#report(`gfm-language-server did not start: ${error?.message ?? error}`, ['Show Log', 'Open Settings']);
    }
  }

  async #stop() {
    const client = this.#client;
    this.#client = undefined;
    this.#announce(false);
    // A client that never got to run has nothing to stop, and refuses to.
    await client?.stop().catch(() => {});
  }

  /** Tells the server its settings, once they have changed. */
  sendSettings() {
    return this.client?.sendNotification('workspace/didChangeConfiguration', { settings: { gfm: this.#settings } });
  }

  /** Says why no server runs and what to do about it. */
  explainAbsence() {
    const command = this.#configuration.get('server.path');
    if (findExecutable(command)) {
      return this.#report('gfm-language-server is not running.', ['Restart', 'Show Log']);
    }
    return this.#report(
      `gfm-language-server is not found: there is no program "${command}". ` +
        'Install it, or name its path in the setting gfm.server.path.',
      ['Open Settings', 'How to Install']
    );
  }

  get #configuration() {
    return this.#vscode.workspace.getConfiguration('gfm');
  }

  get #settings() {
    return serverSettings(this.#vscode.workspace.getConfiguration().get('gfm'));
  }

  #serverOptions(program) {
    const { TransportKind } = this.#languageclient;
    return { command: program, args: this.#configuration.get('server.arguments'), transport: TransportKind.stdio };
  }

  get #clientOptions() {
    return {
      documentSelector: [
        { language: 'markdown', scheme: 'file' },
        { language: 'markdown', scheme: 'untitled' },
      ],
      initializationOptions: { gfm: this.#settings },
      outputChannel: this.#output,
      middleware: {
        ...readingMiddleware(() => this.#configuration.get('reading.enabled')),
        workspace: {
          configuration: async (params, token, next) => {
            const sections = await next(params, token);
            if (!Array.isArray(sections)) return sections;
            return sections.map((section, index) =>
              params.items[index]?.section === 'gfm' ? serverSettings(section) : section
            );
          },
        },
      },
    };
  }

  /** The context of the key bindings: without the server, the keys are VS Code's. */
  #announce(isRunning) {
    this.#vscode.commands.executeCommand('setContext', 'gfm.isRunning', isRunning);
  }

  async #report(message, choices) {
    const choice = await this.#vscode.window.showErrorMessage(message, ...choices);
    switch (choice) {
      case 'Open Settings':
        return this.#vscode.commands.executeCommand('workbench.action.openSettings', 'gfm.server.path');
      case 'How to Install':
        return this.#vscode.commands.executeCommand('markdown.showPreview', this.#readme);
      case 'Show Log':
        return this.#output.show();
      case 'Restart':
        return this.restart();
    }
  }
}

module.exports = { Server };
