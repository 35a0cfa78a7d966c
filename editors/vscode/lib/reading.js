'use strict';

/** The requests that VS Code's own Markdown extension answers as well; VS Code would show what both say. */
const shared = [
  'provideDocumentSymbols', 'provideWorkspaceSymbols', 'provideFoldingRanges', 'provideSelectionRanges',
  'provideDocumentLinks', 'provideDefinition', 'provideReferences', 'provideDocumentHighlights', 'prepareRename',
  'provideRenameEdits',
];

/** Middleware of a language client that leaves those requests to VS Code until `isWanted()`. */
function readingMiddleware(isWanted) {
  return Object.fromEntries(
    shared.map((name) => [
      name,
      // The last argument asks the server, with all others.
      (...parameters) => (isWanted() ? parameters.at(-1)(...parameters.slice(0, -1)) : undefined),
    ])
  );
}

module.exports = { readingMiddleware };
