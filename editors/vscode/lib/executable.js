'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/**
 * The file that a command names: a path, `~` being the home folder, or a name to look up in `PATH`.
 *
 * @param {string} command
 * @param {{ env?: object, home?: string, platform?: string }} [system]
 * @returns {string | undefined} `undefined` where there is no such program
 */
function findExecutable(command, { env = process.env, home = os.homedir(), platform = process.platform } = {}) {
  const name = command.trim().replace(/^~(?=[\\/])/, home);
  if (name === '') return undefined;
  const folders = /[\\/]/.test(name) ? [''] : pathOf(env, platform).filter((folder) => folder !== '');
  const endings = platform === 'win32' && path.extname(name) === '' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      if (isExecutable(file, platform)) return file;
    }
  }
  return undefined;
}

function pathOf(env, platform) {
  // Windows writes the name as it likes.
  const name = platform === 'win32' ? Object.keys(env).find((key) => key.toUpperCase() === 'PATH') : 'PATH';
  return (env[name] ?? '').split(platform === 'win32' ? ';' : ':');
}

function isExecutable(file, platform) {
  try {
    if (!fs.statSync(file).isFile()) return false;
    fs.accessSync(file, platform === 'win32' ? fs.constants.F_OK : fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

module.exports = { findExecutable };
