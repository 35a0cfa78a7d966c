-- Highlight groups and <Plug> mappings. Nothing here starts the server or maps a key of yours.
if vim.g.loaded_gfm then
  return
end
vim.g.loaded_gfm = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('gfm: needs Neovim 0.11 or later', vim.log.levels.WARN)
  return
end

-- Each token type has a group, each modifier one, and some pairs; Neovim lays them over each other in that order, so
-- that strong text in a heading is both. They link to the groups that colour schemes define for Markdown. `default`
-- lets a colour scheme or a configuration have its own.
local links = {
  -- Code blocks and HTML blocks have no colour of their own here: it would cover their language's highlighting.
  ['type.heading'] = '@markup.heading',
  ['type.codeSpan'] = '@markup.raw',
  ['type.codeFence'] = '@punctuation.delimiter',
  ['type.infoString'] = '@label',
  ['type.link'] = '@markup.link.label',
  ['type.image'] = '@markup.link.label',
  ['type.linkDestination'] = '@markup.link.url',
  ['type.linkTitle'] = '@string',
  ['type.linkLabel'] = '@markup.link',
  ['type.autolink'] = '@markup.link.url',
  ['type.footnoteLabel'] = '@markup.link',
  ['type.listMarker'] = '@markup.list',
  ['type.taskMarker'] = '@markup.list.unchecked',
  ['type.quoteMarker'] = '@punctuation.special',
  ['type.tableDelimiter'] = '@punctuation.special',
  ['type.thematicBreak'] = '@punctuation.special',
  ['type.htmlInline'] = '@tag',
  ['type.entity'] = '@character.special',
  ['type.escape'] = '@string.escape',
  ['type.hardBreak'] = '@string.escape',
  ['type.delimiter'] = '@punctuation.delimiter',
  ['type.frontMatter'] = '@property',
  ['type.alert'] = '@markup.heading',
  ['type.mention'] = '@markup.link',
  ['type.issue'] = '@markup.link',
  ['type.commit'] = '@markup.link',
  ['type.emoji'] = '@string.special.symbol',
  ['type.math'] = '@markup.math',

  ['mod.strong'] = '@markup.strong',
  ['mod.emphasis'] = '@markup.italic',
  ['mod.strikethrough'] = '@markup.strikethrough',
  ['mod.unresolved'] = 'WarningMsg',

  ['typemod.tableCell.header'] = '@markup.heading',
  ['typemod.taskMarker.checked'] = '@markup.list.checked',
  -- Not those of diagnostics, which few colour schemes have for light backgrounds.
  ['typemod.alert.note'] = 'Changed',
  ['typemod.alert.tip'] = 'Added',
  ['typemod.alert.important'] = 'Identifier',
  ['typemod.alert.warning'] = 'WarningMsg',
  ['typemod.alert.caution'] = 'Removed',
}
for level = 1, 6 do
  links['typemod.heading.level' .. level] = '@markup.heading.' .. level
end

for name, target in pairs(links) do
  -- `@a.b.markdown` is `@a.b` unless a colour scheme says otherwise.
  local link = vim.startswith(target, '@') and target .. '.markdown' or target
  vim.api.nvim_set_hl(0, '@lsp.' .. name .. '.markdown', { link = link, default = true })
end

for _, operation in ipairs({ 'strong', 'emphasis', 'strikethrough', 'code' }) do
  local plug = '<Plug>(gfm-' .. operation .. ')'
  vim.keymap.set('n', plug, function()
    return require('gfm').repeatable(operation)
  end, { expr = true, desc = 'Toggle ' .. operation })
  vim.keymap.set({ 'x', 'i' }, plug, function()
    require('gfm').edit(operation)
  end, { desc = 'Toggle ' .. operation })
end

local block_operations = {
  link = { 'link', 'Toggle link' },
  promote = { 'promote', 'Promote the heading' },
  demote = { 'demote', 'Demote the heading' },
  quote = { 'quote', 'Toggle quote' },
  ['bullet-list'] = { 'bulletList', 'Toggle bullet list' },
  ['ordered-list'] = { 'orderedList', 'Toggle numbered list' },
  ['task-list'] = { 'taskList', 'Toggle task list' },
  ['toggle-task'] = { 'toggleTask', 'Toggle task' },
  indent = { 'indent', 'Indent the list item' },
  outdent = { 'outdent', 'Outdent the list item' },
  ['link-to-reference'] = { 'linkToReference', 'Make a reference of the link' },
  ['link-to-inline'] = { 'linkToInline', 'Make a link of the reference' },
  ['extract-link-definition'] = { 'extractLinkDefinition', 'Extract to a link definition' },
  ['sort-definitions'] = { 'sortDefinitions', 'Sort link definitions' },
  ['remove-unused-definitions'] = { 'removeUnusedDefinitions', 'Remove unused link definitions' },
  ['table-of-contents'] = { 'tableOfContents', 'Create or update the table of contents' },
  ['update-table-of-contents'] = { 'updateTableOfContents', 'Update the table of contents' },
}
for level = 0, 6 do
  local desc = level == 0 and 'Paragraph' or 'Heading ' .. level
  block_operations['heading-' .. level] = { 'heading', desc, { level = level } }
end

for plug, entry in pairs(block_operations) do
  local operation, desc, arguments = entry[1], entry[2], entry[3]
  local name = '<Plug>(gfm-' .. plug .. ')'
  vim.keymap.set('n', name, function()
    return require('gfm').repeatable(operation, arguments)
  end, { expr = true, desc = desc })
  vim.keymap.set({ 'x', 'i' }, name, function()
    require('gfm').edit(operation, arguments)
  end, { desc = desc })
end

for key, plug in pairs({
  ['<CR>'] = { 'newline', 'Continue the list, the quote or the table' },
  ['<Tab>'] = { 'tab', 'Go to the next cell or indent the item' },
  ['<S-Tab>'] = { 'shift-tab', 'Go to the previous cell or outdent the item' },
}) do
  vim.keymap.set('i', '<Plug>(gfm-' .. plug[1] .. ')', function()
    return require('gfm').insert_keys(key)
  end, { expr = true, desc = plug[2] })
end

vim.keymap.set('n', '<Plug>(gfm-open-below)', function()
  require('gfm').open_below()
end, { desc = 'Open a line below that continues the list, the quote or the table' })

for plug, operation in pairs({ ['next-cell'] = 'nextCell', ['previous-cell'] = 'previousCell' }) do
  vim.keymap.set({ 'n', 'i' }, '<Plug>(gfm-' .. plug .. ')', function()
    require('gfm').edit(operation)
  end, { desc = 'Go to the ' .. plug:gsub('-', ' ') .. ' of the table' })
end
