'use strict';

// The extension's modules with a stand-in for VS Code and the real server. GFM_SERVER names the server.

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, afterEach, before, beforeEach, describe, test } = require('node:test');
const { activate } = require('../lib/activation');
const { timeouts } = require('../lib/edit');
const { createLanguageClient } = require('./languageclient');
const { createVSCode } = require('./vscode');

const SERVER = process.env.GFM_SERVER ?? path.join(__dirname, '../../../.build/debug/gfm-language-server');
const usualTimeouts = { ...timeouts };

/** A busy machine shall not make the server look slow. */
function bePatient() {
  Object.assign(timeouts, { command: 10000, key: 10000 });
}

/** Waits for what comes from the server unasked. */
async function until(condition) {
  for (const end = Date.now() + 10000; !condition(); ) {
    assert.ok(Date.now() < end, `waited in vain: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const sessions = [];

async function start(settings = {}) {
  const window = createVSCode({ 'gfm.server.path': SERVER, 'gfm.server.arguments': [], ...settings });
  const languageclient = createLanguageClient(window.vscode);
  const context = { subscriptions: [], extensionUri: 'extension:' };
  const extension = await activate(context, { vscode: window.vscode, languageclient });
  let count = 0;
  const session = {
    ...window,
    context,
    languageclient,
    extension,
    run: (command, ...values) => window.vscode.commands.executeCommand(command, ...values),
    get client() {
      return languageclient.started.at(-1);
    },
    open(marked) {
      const editor = window.show(`file:///${(count += 1)}.md`, marked);
      languageclient.started.at(-1)?.open(editor.document);
      window.log.executed.length = 0;
      window.log.messages.length = 0;
      window.log.statusBar.length = 0;
      return editor;
    },
  };
  sessions.push(session);
  return session;
}

describe('with the server', () => {
  let session;
  before(async () => {
    session = await start();
    sessions.pop();
  });
  beforeEach(bePatient);
  after(() => session.extension.deactivate());

  /** Runs a command on a marked text and compares the marked text afterwards. */
  async function check(command, marked, expected, ...values) {
    const editor = session.open(marked);
    const text = editor.document.text;
    await session.run(command, ...values);
    assert.equal(session.marked(), expected);
    if (editor.document.text !== text) assert.deepEqual(editor.undoSteps, [text], 'one undo step');
  }

  const commands = [
    ['a word', 'gfm.toggleStrong', 'one wo‸rd', 'one **wo‸rd**'],
    ['and off again', 'gfm.toggleStrong', 'one **wo‸rd**', 'one wo‸rd'],
    ['a selection', 'gfm.toggleEmphasis', '«one» two', '*«one»* two'],
    ['strikethrough', 'gfm.toggleStrikethrough', '«one» two', '~~«one»~~ two'],
    ['code', 'gfm.toggleCode', 'wor‸d', '`wor‸d`'],
    ['characters of two units', 'gfm.toggleStrong', '🎉 «é😀» 🎉', '🎉 **«é😀»** 🎉'],
    ['where delimiters work in Japanese', 'gfm.toggleStrong', 'これは«「重要」»です', 'これは「**«重要»**」です'],
    ['many carets', 'gfm.toggleStrong', 'o‸ne two\n\nthree fo‸ur\n\n- fi‸ve\n', '**o‸ne** two\n\nthree **fo‸ur**\n\n- **fi‸ve**\n'],
    ['many selections', 'gfm.toggleCode', '«one» «two» «three»', '`«one»` `«two»` `«three»`'],
    ['CR LF', 'gfm.toggleStrong', 'one\r\n\r\ntw‸o\r\n', 'one\r\n\r\n**tw‸o**\r\n'],
    ['a task', 'gfm.checkTask', '- [ ] on‸e', '- [x] on‸e'],
    ['a quote', 'gfm.toggleQuote', 'on‸e', '> on‸e'],
    ['a numbered list', 'gfm.toggleOrderedList', 'on‸e\n', '1. on‸e\n'],
    ['a bullet list', 'gfm.toggleBulletList', 'on‸e\n', '- on‸e\n'],
    ['a task list', 'gfm.toggleTaskList', '- on‸e\n', '- [ ] on‸e\n'],
    ['a link', 'gfm.toggleLink', '«one» two', '[one](‸) two'],
    ['the next cell', 'gfm.goToNextCell', '| a |\n| --- |\n| ‸b |\n| c |\n', '| a |\n| --- |\n| b |\n| «c» |\n'],
    ['the cell before', 'gfm.goToPreviousCell', '| a |\n| --- |\n| b |\n| ‸c |\n', '| a |\n| --- |\n| «b» |\n| c |\n'],
    ['a heading up', 'gfm.promoteHeading', '## on‸e', '# on‸e'],
    ['a heading down', 'gfm.demoteHeading', '# on‸e', '## on‸e'],
    ['an item in', 'gfm.indentItem', '- one\n- tw‸o', '- one\n  - tw‸o'],
    ['an item out', 'gfm.outdentItem', '- one\n  - tw‸o', '- one\n- tw‸o'],
    ['a table', 'gfm.alignTable', '| a | b |\n|-|-|\n| long | x‸ |\n', '| a    | b   |\n| ---- | --- |\n| long | x‸   |\n'],
    ['a list', 'gfm.renumberItems', '1. on‸e\n2. two\n5. three\n', '1. on‸e\n2. two\n3. three\n'],
    ['a reference', 'gfm.makeReferenceLink', '[on‸e](b.md)\n', '[on‸e][]\n\n[one]: b.md\n'],
    ['a link of a reference', 'gfm.makeInlineLink', '[on‸e]\n\n[one]: b.md\n', '[on‸e](b.md)\n\n[one]: b.md\n'],
    [
      'a definition of two links', 'gfm.extractDefinition', '[on‸e](b.md) [two](b.md)\n',
      '[on‸e][] [two][one]\n\n[one]: b.md\n',
    ],
    ['definitions', 'gfm.sortLinkDefinitions', '‸x\n\n[b]: c\n[a]: d\n', '‸x\n\n[a]: d\n[b]: c\n'],
    ['unused definitions', 'gfm.clearLinkDefinitions', '‸[a]\n\n[b]: c\n[a]: d\n', '‸[a]\n\n[a]: d\n'],
    ['contents', 'gfm.createTableOfContents', 'a‸b\n\n# C\n', '<!-- toc -->\n\n- [C](#c)\n\n<!-- /toc -->\n\na‸b\n\n# C\n'],
    [
      'contents anew', 'gfm.renewTableOfContents', '<!-- toc -->\n<!-- /toc -->\n\n# C‸\n',
      '<!-- toc -->\n\n- [C](#c)\n\n<!-- /toc -->\n\n# C‸\n',
    ],
  ];
  for (const [name, command, marked, expected] of commands) {
    test(`${command}: ${name}`, () => check(command, marked, expected));
  }

  test('a hundred carets at once', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `wo‸rd ${index}\n\n`);
    await check('gfm.toggleStrong', lines.join(''), lines.map((line) => line.replace('wo‸rd', '**wo‸rd**')).join(''));
  });

  test('a heading of a level', async () => {
    await check('gfm.setHeadingLevel', 'on‸e', '### on‸e', { level: 3 });
    session.choices.push('Heading 2');
    await check('gfm.setHeadingLevel', 'on‸e', '## on‸e');
    session.choices.push(undefined);
    await check('gfm.setHeadingLevel', 'on‸e', 'on‸e');
  });

  test('nothing to do: the text stays and the status bar says so', async () => {
    await check('gfm.alignTable', 'no tab‸le', 'no tab‸le');
    assert.equal(session.log.statusBar.length, 1);
    assert.deepEqual(session.log.messages, []);
  });

  test('the caret is shown', async () => {
    const editor = session.open('wor‸d');
    await session.run('gfm.toggleStrong');
    assert.equal(editor.revealed.length, 1);
  });

  const keys = [
    ['an item', 'gfm.enterKey', '- one‸', '- one\n- ‸'],
    ['within an item', 'gfm.enterKey', '- one‸ two', '- one\n- ‸two'],
    ['a number, those behind it too', 'gfm.enterKey', '1. one‸\n2. two\n', '1. one\n2. ‸\n3. two\n'],
    ['a task', 'gfm.enterKey', '- [x] one‸', '- [x] one\n- [ ] ‸'],
    ['a quote', 'gfm.enterKey', '> one‸', '> one\n> ‸'],
    ['an empty item ends the list', 'gfm.enterKey', '- one\n- ‸', '- one\n‸'],
    ['CR LF', 'gfm.enterKey', '- one‸\r\n', '- one\r\n- ‸\r\n'],
    ['in two lists', 'gfm.enterKey', '- one‸\n\ntext\n\n1. two‸\n', '- one\n- ‸\n\ntext\n\n1. two\n2. ‸\n'],
    ['the next cell', 'gfm.tabKey', '| a | b |\n| --- | --- |\n| on‸e | two |\n', '| a | b |\n| --- | --- |\n| one | «two» |\n'],
    ['an item', 'gfm.tabKey', '- one\n- ‸two', '- one\n  - ‸two'],
    ['selected items', 'gfm.tabKey', '- one\n- «two\n- three»', '- one\n  - «two\n  - three»'],
    ['an item', 'gfm.shiftTabKey', '- one\n  - ‸two', '- one\n- ‸two'],
  ];
  for (const [name, command, marked, expected] of keys) {
    test(`${command}: ${name}`, async () => {
      await check(command, marked, expected);
      assert.deepEqual(session.log.executed, [[command]], 'no plain key');
    });
  }

  const plain = [
    ['gfm.enterKey', 'a‸ b', 'a\n‸ b', ['type', { text: '\n' }]],
    ['gfm.enterKey', '```\n- a‸\n```\n', '```\n- a\n‸\n```\n', ['type', { text: '\n' }]],
    ['gfm.tabKey', 'a‸ b', 'a\t‸ b', ['tab']],
    ['gfm.tabKey', '- «one» two', '- \t‸ two', ['tab']],
    ['gfm.tabKey', '- a\n- b\n  ```\n  ‸x\n  ```\n', '- a\n- b\n  ```\n  \t‸x\n  ```\n', ['tab']],
    ['gfm.shiftTabKey', '- a\n  - b\n    ```\n    ‸x\n    ```\n', '- a\n  - b\n    ```\n    ‸x\n    ```\n', ['outdent']],
    ['gfm.shiftTabKey', 'a‸ b', 'a‸ b', ['outdent']],
  ];
  for (const [command, marked, expected, key] of plain) {
    test(`${command}: the plain key in ${JSON.stringify(marked)}`, async () => {
      session.open(marked);
      await session.run(command);
      assert.equal(session.marked(), expected);
      assert.deepEqual(session.log.executed, [[command], key]);
    });
  }

  test('keys wait for each other', async () => {
    session.open('- one‸');
    await Promise.all([session.run('gfm.enterKey'), session.run('gfm.enterKey'), session.run('gfm.enterKey')]);
    // The second ends the list; the third is a plain one.
    assert.equal(session.marked(), '- one\n\n‸');
  });

  test('a text that changes while the server works: a command leaves it alone', async () => {
    const editor = session.open('wor‸d');
    const running = session.run('gfm.toggleStrong');
    editor.type('x');
    assert.equal(await running, false);
    assert.equal(session.marked(), 'worx‸d');
    assert.match(session.log.statusBar[0], /changed/);
  });

  test('what is typed right after Enter stands behind it', async () => {
    const editor = session.open('- one‸');
    const running = session.run('gfm.enterKey');
    await null;
    editor.type('x');
    await running;
    assert.equal(session.marked(), '- one\nx‸');
  });

  test('a text that changes before the caret: the plain key', async () => {
    const editor = session.open('- one‸');
    const running = session.run('gfm.enterKey');
    await null;
    const start = editor.document.positionAt(0);
    editor.replace([{ range: new session.vscode.Range(start, start), text: '> ' }]);
    await running;
    assert.equal(session.marked(), '> - one\n‸');
    assert.deepEqual(session.log.executed.at(-1), ['type', { text: '\n' }]);
  });

  test('a version that the server does not have', async () => {
    const editor = session.open('- one‸');
    editor.document.version += 5;
    await session.run('gfm.enterKey');
    assert.equal(session.marked(), '- one\n‸');
    editor.document.version += 5;
    await session.run('gfm.toggleStrong');
    assert.match(session.log.statusBar[0], /changed/);
  });

  test('a document that the server does not know', async () => {
    session.show('file:///unknown.md', '- one‸');
    session.log.messages.length = 0;
    await session.run('gfm.enterKey');
    assert.equal(session.marked(), '- one\n‸');
    await session.run('gfm.toggleStrong');
    assert.equal(session.log.messages.length, 1);
  });

  test('no editor', async () => {
    session.vscode.window.activeTextEditor = undefined;
    await session.run('gfm.enterKey');
    assert.equal(await session.run('gfm.toggleStrong'), false);
  });

  test('a slow server: the plain key, and the request is taken back', async () => {
    session.open('- one‸');
    Object.assign(timeouts, { command: 20, key: 20 });
    session.client.pause();
    try {
      await session.run('gfm.enterKey');
      await session.run('gfm.toggleStrong');
    } finally {
      session.client.resume();
    }
    assert.equal(session.marked(), '- one\n‸');
    const methods = session.client.notifications.map(({ method }) => method);
    assert.deepEqual(methods.slice(-3), ['$/cancelRequest', 'textDocument/didChange', '$/cancelRequest']);
    assert.match(session.log.messages[0].message, /in time/);
  });

  test('a server without the operation: the plain key, and a command says so', async () => {
    session.open('- one‸');
    const { experimental } = session.client.initializeResult.capabilities;
    const { gfmEdit } = experimental;
    experimental.gfmEdit = ['emphasis'];
    try {
      await session.run('gfm.enterKey');
      await session.run('gfm.toggleStrong');
    } finally {
      experimental.gfmEdit = gfmEdit;
    }
    assert.equal(session.marked(), '- one\n‸');
    assert.match(session.log.messages[0].message, /too old/);
  });

  test('the wait is short', () => {
    assert.equal(usualTimeouts.key, 200);
    assert.ok(usualTimeouts.command <= 1000);
  });
});

describe('starting', () => {
  beforeEach(bePatient);
  // A failed test shall not leave its server behind, for which node would wait.
  afterEach(() => Promise.all(sessions.splice(0).map((session) => session.extension.deactivate())));

  test('a server that is not there is named, with what to do', async () => {
    const session = await start({ 'gfm.server.path': '/nowhere/gfm-language-server' });
    assert.equal(session.languageclient.started.length, 0);
    const [{ message, buttons }] = session.log.messages;
    assert.match(message, /not found.*\/nowhere\/gfm-language-server.*gfm\.server\.path/);
    assert.deepEqual(buttons, ['Open Settings', 'How to Install']);

    session.open('- one‸');
    await session.run('gfm.enterKey');
    assert.equal(session.marked(), '- one\n‸', 'Enter is a plain one');
    session.choices.push('Open Settings');
    await session.run('gfm.toggleStrong');
    assert.deepEqual(session.log.executed.at(-1), ['workbench.action.openSettings', 'gfm.server.path']);
    await session.extension.deactivate();
  });

  test('a program that is no server', async () => {
    const session = await start({ 'gfm.server.path': 'false' });
    assert.match(session.log.messages[0].message, /did not start/);
    await session.extension.deactivate();
  });

  test('the path may change', async () => {
    const session = await start({ 'gfm.server.path': '/nowhere/at-all' });
    session.configure({ 'gfm.server.path': SERVER });
    session.configure({ 'gfm.server.path': SERVER });
    await session.run('gfm.restartServer');
    assert.equal(session.languageclient.started.filter((client) => client.isRunning()).length, 1);
    session.open('wor‸d');
    await session.run('gfm.toggleStrong');
    assert.equal(session.marked(), '**wor‸d**');
    await session.extension.deactivate();
    assert.equal(session.client.isRunning(), false);
  });

  test('the keys are bound while the server runs', async () => {
    const session = await start();
    const contexts = () => session.log.executed.filter(([name]) => name === 'setContext').at(-1);
    assert.deepEqual(contexts(), ['setContext', 'gfm.isRunning', true]);
    session.client.kill();
    await until(() => !session.client.isRunning());
    assert.deepEqual(contexts(), ['setContext', 'gfm.isRunning', false]);
    session.show('file:///a.md', '- one‸');
    await session.run('gfm.enterKey');
    assert.equal(session.marked(), '- one\n‸');
    session.log.messages.length = 0;
    session.choices.push('Restart');
    await session.run('gfm.toggleStrong');
    assert.match(session.log.messages[0].message, /not running/);
    assert.ok(session.client.isRunning(), 'restarted');
    await session.extension.deactivate();
  });

  test('the server gets its settings, and not those of the extension', async () => {
    const session = await start({ 'gfm.keys.enter': true, 'gfm.newline.emptyQuote': 'once' });
    assert.deepEqual(session.client.clientOptions.initializationOptions, { gfm: { newline: { emptyQuote: 'once' } } });
    session.configure({ 'gfm.newline.emptyQuote': 'twice' });
    await session.extension.deactivate();
    assert.deepEqual(
      session.client.notifications.filter(({ method }) => method === 'workspace/didChangeConfiguration'),
      [{ method: 'workspace/didChangeConfiguration', params: { settings: { gfm: { newline: { emptyQuote: 'twice' } } } } }]
    );
    const { configuration } = session.client.clientOptions.middleware.workspace;
    const items = [{ section: 'gfm' }, { section: 'editor' }];
    const answer = await configuration({ items }, undefined, async () => [{ keys: {}, newline: {} }, { keys: 1 }]);
    assert.deepEqual(answer, [{ newline: {} }, { keys: 1 }]);
  });

  test('what VS Code has itself comes from the server when it is wanted', async () => {
    const session = await start({});
    const { provideDefinition, provideHover } = session.client.clientOptions.middleware;
    const next = (...parameters) => parameters;
    assert.equal(provideHover, undefined);
    assert.equal(provideDefinition('document', 'position', 'token', next), undefined);
    session.configure({ 'gfm.reading.enabled': true });
    assert.deepEqual(provideDefinition('document', 'position', 'token', next), ['document', 'position', 'token']);
    assert.ok(!('reading' in session.client.clientOptions.initializationOptions.gfm));
    await session.extension.deactivate();
  });

  test("proposals that VS Code has itself come from the server when they are wanted", async () => {
    const session = await start({});
    const { provideCompletionItem } = session.client.clientOptions.middleware;
    const emoji = { label: 'smile', kind: 11 };
    const footnote = { label: '^n', kind: 17, data: { kind: 'footnote' } };
    const all = [emoji, footnote, { label: 'a', kind: 17, data: { kind: 'anchor' } }, { label: 'b/', kind: 18 }];
    const propose = (found) => provideCompletionItem('document', 'position', 'context', 'token', async () => found);
    assert.deepEqual(await propose(all), [emoji, footnote]);
    assert.deepEqual(await propose({ isIncomplete: true, items: all }), { isIncomplete: true, items: [emoji, footnote] });
    assert.equal(await propose(null), null);
    session.configure({ 'gfm.reading.enabled': true });
    assert.deepEqual(await propose(all), all);
    await session.extension.deactivate();
  });

  test("the server's status is in the log", async () => {
    const session = await start();
    session.open('one\ntwo‸');
    await session.run('gfm.showStatus');
    const status = JSON.parse(session.log.output.at(-1));
    assert.deepEqual(status.documents.map(({ byteCount, lineCount }) => [byteCount, lineCount]), [[7, 2]]);
    await session.extension.deactivate();
    session.log.messages.length = 0;
    await session.run('gfm.showStatus');
    assert.match(session.log.messages[0].message, /not running/);
  });

  test('settings count at the start and when they change', async () => {
    const session = await start({ 'gfm.emphasis.strong': '__' });
    // The server asks for them as well.
    await until(() => session.client.configurations.length > 0);
    assert.deepEqual(session.client.configurations[0], [{ emphasis: { strong: '__' } }]);
    session.open('wor‸d');
    await session.run('gfm.toggleStrong');
    assert.equal(session.marked(), '__wor‸d__');
    session.configure({ 'gfm.emphasis.strong': '**' });
    session.open('wor‸d');
    await session.run('gfm.toggleStrong');
    assert.equal(session.marked(), '**wor‸d**');
    await session.extension.deactivate();
  });
});
