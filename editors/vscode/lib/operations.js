'use strict';

/**
 * The commands that run one of the server's operations. The server has commands of its own, `gfm.` and an operation's
 * name, which the client library registers, so these are called otherwise.
 */
const operationOfCommand = {
  'gfm.toggleStrong': 'strong',
  'gfm.toggleEmphasis': 'emphasis',
  'gfm.toggleStrikethrough': 'strikethrough',
  'gfm.toggleCode': 'code',
  'gfm.toggleLink': 'link',
  'gfm.promoteHeading': 'promote',
  'gfm.demoteHeading': 'demote',
  'gfm.toggleQuote': 'quote',
  'gfm.toggleBulletList': 'bulletList',
  'gfm.toggleOrderedList': 'orderedList',
  'gfm.toggleTaskList': 'taskList',
  'gfm.checkTask': 'toggleTask',
  'gfm.indentItem': 'indent',
  'gfm.outdentItem': 'outdent',
  'gfm.goToNextCell': 'nextCell',
  'gfm.goToPreviousCell': 'previousCell',
  'gfm.alignTable': 'formatTable',
  'gfm.renumberItems': 'renumberList',
  'gfm.makeReferenceLink': 'linkToReference',
  'gfm.makeInlineLink': 'linkToInline',
  'gfm.extractDefinition': 'extractLinkDefinition',
  'gfm.sortLinkDefinitions': 'sortDefinitions',
  'gfm.clearLinkDefinitions': 'removeUnusedDefinitions',
  'gfm.createTableOfContents': 'tableOfContents',
  'gfm.renewTableOfContents': 'updateTableOfContents',
};

module.exports = { operationOfCommand };
