'use strict';

/** The settings under `gfm` that are the extension's own; the server is sent the others. */
const ownSections = ['server', 'keys', 'reading', 'trace'];

/** What the server is sent of a value of the section `gfm`. */
function serverSettings(section) {
  return Object.fromEntries(Object.entries(section ?? {}).filter(([name]) => !ownSections.includes(name)));
}

/** Whether a setting, such as `gfm.server.path`, is the extension's own. */
function isOwnSetting(name) {
  return ownSections.includes(name.split('.')[1]);
}

module.exports = { isOwnSetting, serverSettings };
