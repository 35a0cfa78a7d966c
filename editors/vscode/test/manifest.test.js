'use strict';

// package.json against the code and the server.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, describe, test } = require('node:test');
const { activate } = require('../lib/activation');
const { isOwnSetting } = require('../lib/settings');
const { operationOfCommand } = require('../lib/operations');
const manifest = require('../package.json');
const { describedSettings, differences, withSettings } = require('../scripts/settings');
const { createLanguageClient } = require('./languageclient');
const { createVSCode } = require('./vscode');

const SERVER = process.env.GFM_SERVER ?? path.join(__dirname, '../../../.build/debug/gfm-language-server');
const { contributes } = manifest;
const declared = contributes.commands.map(({ command }) => command);
const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties));

/** What VS Code has without any extension. */
const standardModifiers = [
  'declaration', 'definition', 'readonly', 'static', 'deprecated', 'abstract', 'async', 'modification', 'documentation',
  'defaultLibrary',
];

describe('package.json', () => {
  let window, languageclient, extension, context, capabilities;
  before(async () => {
    window = createVSCode({ 'gfm.server.path': SERVER, 'gfm.server.arguments': [] });
    languageclient = createLanguageClient(window.vscode);
    context = { subscriptions: [], extensionUri: 'extension:' };
    extension = await activate(context, { vscode: window.vscode, languageclient });
    ({ capabilities } = languageclient.started[0].initializeResult);
  });
  after(() => extension.deactivate());

  test('a workspace that is not trusted brings neither a program nor patterns', () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    assert.deepEqual(restricted, ['gfm.server.path', 'gfm.server.arguments', 'gfm.rules']);
    for (const name of restricted) assert.ok(name in properties, name);
  });

  test('every command is declared, implemented and in the palette once', () => {
    const implemented = [...window.commands.keys()].filter((name) => name.startsWith('gfm.'));
    assert.deepEqual([...declared].sort(), implemented.sort());
    assert.equal(new Set(declared).size, declared.length);
    const palette = contributes.menus.commandPalette.map(({ command }) => command);
    assert.deepEqual(palette.filter((command) => !declared.includes(command)), []);
  });

  test("no command has a name of the server's, which the client library registers", () => {
    const { commands } = capabilities.executeCommandProvider;
    assert.deepEqual(declared.filter((command) => commands.includes(command)), []);
  });

  test("every operation of the server's has a command, and no command another", () => {
    const reached = [...Object.values(operationOfCommand), 'heading', 'newline'];
    assert.deepEqual(reached.sort(), [...capabilities.experimental.gfmEdit].sort());
  });

  test('key bindings: declared commands, in Markdown text only, and Enter and Tab at the right moments only', () => {
    for (const { command, when, key } of contributes.keybindings) {
      assert.ok(declared.includes(command), command);
      for (const condition of ['editorTextFocus', '!editorReadonly', 'editorLangId == markdown']) {
        assert.ok(when.includes(condition), `${command}: ${condition}`);
      }
      for (const [, setting] of when.matchAll(/config\.([\w.]+)/g)) assert.ok(setting in properties, setting);
      if (!['enter', 'tab', 'shift+tab'].includes(key)) continue;
      for (const condition of ['gfm.isRunning', '!suggestWidgetVisible', '!inSnippetMode', '!isComposing']) {
        assert.ok(when.includes(condition), `${command}: ${condition}`);
      }
    }
  });

  test("every token type and modifier of the server's is declared, and no other", () => {
    const { legend } = capabilities.semanticTokensProvider;
    assert.deepEqual(contributes.semanticTokenTypes.map(({ id }) => id), legend.tokenTypes);
    assert.deepEqual(
      contributes.semanticTokenModifiers.map(({ id }) => id),
      legend.tokenModifiers.filter((modifier) => !standardModifiers.includes(modifier))
    );
    for (const { description } of [...contributes.semanticTokenTypes, ...contributes.semanticTokenModifiers]) {
      assert.ok(description);
    }
  });

  test('scopes and colour rules name tokens of the legend', () => {
    const { legend } = capabilities.semanticTokensProvider;
    const [{ language, scopes }] = contributes.semanticTokenScopes;
    assert.equal(language, 'markdown');
    const rules = Object.keys(contributes.configurationDefaults['editor.semanticTokenColorCustomizations'].rules);
    for (const selector of [...Object.keys(scopes), ...rules.map((rule) => rule.replace(/:markdown$/, ''))]) {
      const [type, ...modifiers] = selector.split('.');
      assert.ok(type === '*' || legend.tokenTypes.includes(type), selector);
      for (const modifier of modifiers) assert.ok(legend.tokenModifiers.includes(modifier), selector);
    }
    for (const rule of rules) assert.match(rule, /:markdown$/);
    // Code, HTML and front matter keep the colours of their own languages.
    for (const type of ['codeBlock', 'htmlBlock', 'frontMatter']) {
      assert.ok(!(type in scopes));
      assert.equal(contributes.semanticTokenTypes.find(({ id }) => id === type).superType, undefined);
    }
  });

  test('settings: described, with a default; those read in the code are there', () => {
    for (const [name, setting] of Object.entries(properties)) {
      assert.match(name, /^gfm\./);
      assert.ok(setting.description ?? setting.markdownDescription, name);
      assert.notEqual(setting.default, undefined, name);
    }
    const code = fs.readFileSync(path.join(__dirname, '../lib/server.js'), 'utf8');
    for (const [, name] of code.matchAll(/#configuration\.get\('([\w.]+)'\)/g)) assert.ok(`gfm.${name}` in properties, name);
  });

  test("the server's settings are as the server describes them", (test) => {
    const settings = describedSettings(SERVER);
    if (!settings) return test.skip('this server does not describe its settings');
    assert.deepEqual(differences(manifest, withSettings(manifest, settings)), [], 'run scripts/settings.js SERVER');
    assert.deepEqual(Object.keys(settings).filter(isOwnSetting), []);
  });

  test('the files that it names are there', () => {
    assert.ok(fs.existsSync(path.join(__dirname, '..', manifest.main)));
    assert.ok(fs.existsSync(path.join(__dirname, '..', 'README.md')));
  });

  test('what is registered is handed to VS Code for the end', () => {
    assert.equal(context.subscriptions.length, declared.length + 2);
  });
});

describe('settings', () => {
  test("the server's take the place of those that were there; the extension's stay", () => {
    const settings = { 'gfm.one': { type: 'boolean', default: true, description: 'One.' } };
    const once = withSettings(manifest, settings);
    assert.deepEqual(withSettings(once, settings), once);
    assert.deepEqual(differences(once, withSettings(once, {})), ['gfm.one']);
    assert.deepEqual(once.contributes.configuration[0], contributes.configuration[0]);
  });
});
