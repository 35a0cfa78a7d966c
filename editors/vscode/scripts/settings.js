#!/usr/bin/env node
'use strict';

// Takes the server's settings into package.json, from where they are described once for all: the server itself.
//
// Usage: node scripts/settings.js [--check] SERVER
//   --check  changes nothing; says what differs, and fails if anything does

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { isOwnSetting } = require('../lib/settings');

/** The client library knows UTF-16 only, so this is not for users to choose here. */
const unavailable = ['gfm.positionEncoding'];

const TITLE = 'Server';
const manifestPath = path.join(__dirname, '..', 'package.json');

/** The settings that a server describes; `undefined` where it is too old to do so. */
function describedSettings(server) {
  try {
    const output = execFileSync(server, ['settings', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const described = Object.entries(JSON.parse(output)).filter(([name]) => !unavailable.includes(name));
    const clash = described.find(([name]) => isOwnSetting(name));
    if (clash) throw new Error(`${clash[0]} is a setting of the extension's own`);
    return Object.fromEntries(described);
  } catch (error) {
    if (error.status !== undefined) return undefined;
    throw error;
  }
}

/** The manifest with the server's settings in place of those that it has. */
function withSettings(manifest, settings) {
  const groups = manifest.contributes.configuration.filter((group) => group.title !== TITLE);
  if (Object.keys(settings).length > 0) groups.push({ title: TITLE, properties: settings });
  return { ...manifest, contributes: { ...manifest.contributes, configuration: groups } };
}

/** The names of the settings that differ between two manifests. */
function differences(manifest, wanted) {
  const [has, wants] = [manifest, wanted].map(
    ({ contributes }) => contributes.configuration.find((group) => group.title === TITLE)?.properties ?? {}
  );
  return [...new Set([...Object.keys(has), ...Object.keys(wants)])].filter(
    (name) => JSON.stringify(has[name]) !== JSON.stringify(wants[name])
  );
}

function main(argument) {
  const server = argument.filter((word) => word !== '--check')[0];
  if (!server) {
    console.error('Usage: node scripts/settings.js [--check] SERVER');
    return 64;
  }
  const settings = describedSettings(server);
  if (!settings) {
    console.error(`${server} has no settings to describe`);
    return 69;
  }
  const manifest = JSON.parse(fs.readFileSync(manifestPath, 'utf8'));
  const wanted = withSettings(manifest, settings);
  if (!argument.includes('--check')) {
    fs.writeFileSync(manifestPath, `${JSON.stringify(wanted, null, 2)}\n`);
    return 0;
  }
  const names = differences(manifest, wanted);
  for (const name of names) console.error(`package.json differs from the server: ${name}`);
  return names.length === 0 ? 0 : 1;
}

module.exports = { describedSettings, differences, withSettings };
if (require.main === module) process.exitCode = main(process.argv.slice(2));
