'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { findExecutable } = require('../lib/executable');

let folder;
before(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gfm-vscode-'));
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.writeFileSync(path.join(folder, 'bin/server'), '', { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'bin/text'), '', { mode: 0o644 });
  fs.writeFileSync(path.join(folder, 'bin/windows.exe'), '', { mode: 0o644 });
});
after(() => fs.rmSync(folder, { recursive: true }));

test('a name is looked up in PATH', () => {
  const env = { PATH: `/nowhere:${folder}/bin` };
  assert.equal(findExecutable('server', { env }), `${folder}/bin/server`);
  assert.equal(findExecutable('another', { env }), undefined);
  assert.equal(findExecutable('server', { env: {} }), undefined);
});

test('a path is taken as it is', () => {
  assert.equal(findExecutable(`${folder}/bin/server`, { env: {} }), `${folder}/bin/server`);
  assert.equal(findExecutable('~/bin/server', { env: {}, home: folder }), `${folder}/bin/server`);
});

test('what cannot be run is not found', () => {
  const env = { PATH: `${folder}/bin` };
  for (const command of ['text', `${folder}/bin/text`, folder, '', ' ']) {
    assert.equal(findExecutable(command, { env }), undefined, command);
  }
});

test('Windows adds .exe, and writes Path', () => {
  const found = findExecutable('windows', { env: { Path: `/nowhere;${folder}/bin` }, platform: 'win32' });
  assert.equal(found, `${folder}/bin/windows.exe`);
});
