'use strict';

// The shell around `lib`, which knows neither of these modules, so that it can be tested without them.
const vscode = require('vscode');
const languageclient = require('vscode-languageclient/node');
const { activate } = require('./lib/activation');

let extension;

exports.activate = async (context) => {
  extension = await activate(context, { vscode, languageclient });
};

exports.deactivate = () => extension?.deactivate();
