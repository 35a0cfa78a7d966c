'use strict';

/** The requests that VS Code's own Markdown extension answers as well; VS Code would show what both say. */
const shared = [
  'provideDocumentSymbols', 'provideWorkspaceSymbols', 'provideFoldingRanges', 'provideSelectionRanges',
  'provideDocumentLinks', 'provideDefinition', 'provideReferences', 'provideDocumentHighlights', 'prepareRename',
  'provideRenameEdits',
];

/** Whether VS Code's own Markdown extension proposes it too: headings, labels of link definitions, files and folders. */
function isProposedTwice({ kind, data }) {
  // The kinds of files and folders in the API, which counts from 0.
  return kind === 16 || kind === 18 || data?.kind === 'anchor' || data?.kind === 'link';
}

/** What the server proposes, without what VS Code does. */
function withoutSharedProposals(found) {
  if (Array.isArray(found)) return found.filter((item) => !isProposedTwice(item));
  if (found?.items) found.items = found.items.filter((item) => !isProposedTwice(item));
  return found;
}

/** Middleware of a language client that leaves those requests to VS Code until `isWanted()`. */
function readingMiddleware(isWanted) {
  // The last argument asks the server, with all others.
  const ask = (parameters) => parameters.at(-1)(...parameters.slice(0, -1));
  return {
    ...Object.fromEntries(shared.map((name) => [name, (...parameters) => (isWanted() ? ask(parameters) : undefined)])),
    provideCompletionItem: async (...parameters) => {
      const found = await ask(parameters);
      return isWanted() ? found : withoutSharedProposals(found);
    },
  };
}

module.exports = { readingMiddleware };
