'use strict';

// A stand-in for `vscode-languageclient/node`: the part of its interface that the extension uses, in front of the real
// server.

const { spawn } = require('node:child_process');
const { EventEmitter } = require('./vscode');

const State = { Stopped: 1, Starting: 3, Running: 2 };
const TransportKind = { stdio: 0 };

/** What VS Code's client declares, as far as this server looks at it. */
const capabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    applyEdit: true,
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    codeAction: {
      dataSupport: true,
      resolveSupport: { properties: ['edit', 'command'] },
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'refactor', 'refactor.rewrite'] } },
    },
  },
};

/** The client's module for a `vscode`. `started` holds every client that was made. */
function createLanguageClient(vscode) {
  const started = [];

  class LanguageClient {
    #child;
    #input = Buffer.alloc(0);
    #pending = new Map();
    #nextId = 1;
    #changeState = new EventEmitter();
    #changeText;
    #state = State.Stopped;
    notifications = [];
    /** What the server was told when it asked for its settings. */
    configurations = [];
    code2ProtocolConverter = { asUri: (uri) => uri.toString() };
    onDidChangeState = this.#changeState.event;

    constructor(id, name, serverOptions, clientOptions) {
      Object.assign(this, { id, name, serverOptions, clientOptions });
      started.push(this);
    }

    isRunning() {
      return this.#state === State.Running;
    }

    async start() {
      this.#enter(State.Starting);
      const { command, args } = this.serverOptions;
      this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      this.#child.stdout.on('data', (chunk) => this.#receive(chunk));
      const failed = new Promise((_, reject) => {
        this.#child.on('error', reject);
        this.#child.on('exit', (code) => {
          this.#enter(State.Stopped);
          reject(new Error(`the server ended (${code})`));
        });
      });
      failed.catch(() => {});
      this.#child.stdin.on('error', () => {});
      const { initializationOptions } = this.clientOptions;
      this.initializeResult = await Promise.race([
        this.#request('initialize', { processId: process.pid, rootUri: null, capabilities, initializationOptions }),
        failed,
      ]);
      this.#notify('initialized', {});
      this.#enter(State.Running);
      this.#changeText = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        this.#notify('textDocument/didChange', {
          textDocument: { uri: document.uri.toString(), version: document.version },
          contentChanges: contentChanges.map(({ range, text }) => ({ range, text })),
        })
      );
    }

    async stop() {
      if (this.#state !== State.Running) throw new Error("Client is not running and can't be stopped.");
      this.#changeText.dispose();
      await this.#request('shutdown');
      this.#notify('exit');
      await new Promise((resolve) => this.#child.once('exit', resolve));
    }

    /** Ends the server as a crash would. */
    kill() {
      this.#child.kill();
    }

    /** Has the server do nothing until `resume()`. */
    pause() {
      this.#child.kill('SIGSTOP');
    }

    resume() {
      this.#child.kill('SIGCONT');
    }

    open(document) {
      this.#notify('textDocument/didOpen', {
        textDocument: {
          uri: document.uri.toString(), languageId: 'markdown', version: document.version, text: document.getText(),
        },
      });
    }

    sendRequest(method, params, token) {
      const id = this.#nextId;
      token?.onCancellationRequested(() => this.#notify('$/cancelRequest', { id }));
      return this.#request(method, params);
    }

    async sendNotification(method, params) {
      this.#notify(method, params);
    }

    #enter(newState) {
      const oldState = this.#state;
      this.#state = newState;
      if (oldState !== newState) this.#changeState.fire({ oldState, newState });
    }

    #request(method, params) {
      const id = this.#nextId++;
      this.#send({ id, method, params });
      return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    }

    #notify(method, params) {
      this.notifications.push({ method, params });
      this.#send({ method, params });
    }

    /** Answers a request of the server's. */
    async #answer({ id, method, params }) {
      let result = null;
      if (method === 'workspace/configuration') {
        const values = async ({ items }) => items.map(({ section }) => vscode.workspace.getConfiguration().get(section));
        result = await this.clientOptions.middleware.workspace.configuration(params, undefined, values);
        this.configurations.push(result);
      }
      this.#send({ id, result });
    }

    #send(message) {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }

    #receive(chunk) {
      this.#input = Buffer.concat([this.#input, chunk]);
      for (;;) {
        const headerEnd = this.#input.indexOf('\r\n\r\n');
        if (headerEnd < 0) return;
        const length = Number(/content-length: *(\d+)/i.exec(this.#input.toString('latin1', 0, headerEnd))[1]);
        const bodyStart = headerEnd + 4;
        if (this.#input.length < bodyStart + length) return;
        const message = JSON.parse(this.#input.toString('utf8', bodyStart, bodyStart + length));
        this.#input = this.#input.subarray(bodyStart + length);
        if (message.method) {
          if (message.id !== undefined) this.#answer(message);
          continue;
        }
        const pending = this.#pending.get(message.id);
        if (!pending) continue;
        this.#pending.delete(message.id);
        if (message.error) pending.reject(Object.assign(new Error(message.error.message), message.error));
        else pending.resolve(message.result);
      }
    }
  }

  return { LanguageClient, State, TransportKind, started };
}

module.exports = { createLanguageClient };
