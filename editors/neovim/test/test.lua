-- Runs under `nvim -l`; each test drives a Neovim of its own over RPC, as a user's keys would.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local TIMEOUT = 5000 -- milliseconds; reached only where a test fails

-- Harness

local tests = {}
local function test(name, body)
  tests[#tests + 1] = { name = name, body = body }
end

local function fail(format, ...)
  error(format:format(...), 0)
end

local function equal(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    fail('%s\n    expected %s\n    actual   %s', what, vim.inspect(expected), vim.inspect(actual))
  end
end

---@class Editor a Neovim under test
local Editor = {}
Editor.__index = Editor

local file_count = 0

--- Starts Neovim. `options`: `encoding` to offer the server alone, `setup` for the plugin's setup (false: none), `before`
--- Lua to run first.
function Editor.start(options)
  options = options or {}
  local channel = vim.fn.jobstart(
    -- Highlights are set where the window shows them: let it show all of a test's text.
    { vim.v.progpath, '--embed', '--headless', '--clean', '--cmd', 'set lines=100', '-u', here .. '/init.lua' },
    { rpc = true }
  )
  local editor = setmetatable({ channel = channel }, Editor)
  if options.encoding then
    editor:lua(
      [[local capabilities = vim.lsp.protocol.make_client_capabilities()
        capabilities.general.positionEncodings = { ... }
        vim.lsp.config('gfm', { capabilities = capabilities })]],
      options.encoding
    )
  end
  if options.before then
    editor:lua(options.before)
  end
  if options.setup ~= false then
    editor:lua(
      [[require('gfm').setup(...)]],
      vim.tbl_extend('keep', options.setup or {}, { cmd = { vim.env.GFM_SERVER }, keys = true })
    )
    -- A busy machine shall not make the server look slow.
    editor:lua([[require('gfm')._timeouts = { edit = ..., key = ... }]], TIMEOUT)
  end
  return editor
end

function Editor:lua(code, ...)
  return vim.rpcrequest(self.channel, 'nvim_exec_lua', code, { ... })
end

--- Types keys, in the notation of mappings.
function Editor:input(keys)
  vim.rpcrequest(self.channel, 'nvim_input', keys)
end

--- Waits until `read()` gives `expected`.
function Editor:expect(what, expected, read)
  local actual
  vim.wait(TIMEOUT, function()
    actual = read()
    return vim.deep_equal(actual, expected)
  end, 5)
  equal(actual, expected, what)
end

--- Opens a file of `text` and waits for the server.
function Editor:open(text, options)
  options = options or {}
  file_count = file_count + 1
  local path = options.path or ('%s/%d.md'):format(vim.fn.getcwd(), file_count)
  if not options.path then
    local file = assert(io.open(path, 'wb'))
    file:write(text)
    file:close()
  end
  self:lua([[vim.cmd.edit(vim.fn.fnameescape(...))]], path)
  if options.attach ~= false then
    self:expect('a server is attached', true, function()
      return self:lua([[return require('gfm').client() ~= nil]])
    end)
  end
  return path
end

--- Opens a text in which `‸` marks the cursor.
function Editor:open_marked(marked, options)
  local offset = marked:find('‸', 1, true)
  self:open((marked:gsub('‸', '')), options)
  if offset then
    local before = marked:sub(1, offset - 1):gsub('\r\n', '\n')
    local lines = vim.split(before, '\n', { plain = true })
    self:lua(
      [[local row, column = ...
        -- In normal mode the cursor can stand after a line's end only so.
        if column == #vim.fn.getline(row) then vim.o.virtualedit = 'onemore' end
        vim.api.nvim_win_set_cursor(0, { row, column })]],
      #lines,
      #lines[#lines]
    )
  end
end

--- The buffer's text with `‸` at the cursor.
function Editor:marked()
  return self:lua([[
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    lines[row] = lines[row]:sub(1, column) .. '‸' .. lines[row]:sub(column + 1)
    return table.concat(lines, '\n')]])
end

function Editor:text()
  return self:lua([[return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')]])
end

function Editor:expect_marked(what, expected)
  self:expect(what, expected, function()
    return self:marked()
  end)
end

function Editor:expect_text(what, expected)
  self:expect(what, expected, function()
    return self:text()
  end)
end

function Editor:expect_mode(expected)
  self:expect('mode', expected, function()
    return vim.rpcrequest(self.channel, 'nvim_get_mode').mode
  end)
end

--- The selected text in visual mode.
function Editor:selected()
  return self:lua([[return table.concat(
    vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'), { type = vim.fn.mode() }), '\n')]])
end

--- The highlights that tokens give the character where `needle` starts, without `@lsp.` and `.markdown`.
function Editor:groups(needle)
  return self:lua(
    [[local needle = ...
      vim.cmd.redraw()
      for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
        local column = line:find(needle, 1, true)
        if column then
          local groups = vim.tbl_map(function(mark)
            return (mark.opts.hl_group:gsub('^@lsp%.', ''):gsub('%.markdown$', ''))
          end, vim.inspect_pos(0, row - 1, column - 1).semantic_tokens)
          table.sort(groups)
          return table.concat(groups, ' ')
        end
      end
      return 'no such text: ' .. needle]],
    needle
  )
end

function Editor:expect_groups(needle, expected)
  self:expect('highlights at ' .. needle, expected, function()
    return self:groups(needle)
  end)
end

--- Runs the code action of an operation at the cursor, as a user would pick it.
function Editor:code_action(operation)
  self:lua(
    [[local kind = 'refactor.rewrite.gfm.' .. ...
      vim.lsp.buf.code_action({ apply = true, context = { only = { kind }, diagnostics = {} } })]],
    operation
  )
end

--- What went wrong in the editor without a test having asked.
function Editor:complaints()
  return self:lua([[return vim.v.errmsg]])
end

function Editor:stop()
  if self.stopped then
    return
  end
  self.stopped = true
  pcall(vim.rpcnotify, self.channel, 'nvim_command', 'qall!')
  if vim.fn.jobwait({ self.channel }, 5000)[1] == -1 then
    vim.fn.jobstop(self.channel)
    fail('Neovim did not quit within 5 seconds')
  end
end

--- A test in a Neovim that ends with it.
local function editor_test(name, options, body)
  test(name, function()
    local editor = Editor.start(options)
    local ok, failure = xpcall(body, function(e)
      return type(e) == 'string' and e or vim.inspect(e)
    end, editor)
    local complaint = ok and editor:complaints() or ''
    local stopped, stop_failure = pcall(editor.stop, editor)
    if not ok then
      fail('%s', failure)
    elseif complaint ~= '' then
      fail('Neovim says: %s', complaint)
    elseif not stopped then
      fail('%s', stop_failure)
    end
  end)
end

-- Highlights

local SAMPLE = [[
---
title: x
---

# Größe 😀 **fett** und *schräg* #

日本語 **太字😀** then *slanted*, ***both of them***, ~~gone~~ and `code **x**`.

> quoted **inside
> going on** here

- [x] done
- [ ] open

[text](https://example.com "title") ![picture](p.png) <https://auto.link> note[^1]

| left | right |
| ---- | :---: |
| cell | **b**old |

```swift
let fenced = **not**
```

[^1]: the note

[label]: /destination
]]

for _, encoding in ipairs({ 'utf-8', 'utf-16', 'utf-32' }) do
  editor_test(encoding .. ': is negotiated', { encoding = encoding }, function(editor)
    editor:open('# a\n')
    equal(editor:lua([[return require('gfm').client().offset_encoding]]), encoding, 'encoding')
  end)

  editor_test(encoding .. ': highlights every construct where it stands', { encoding = encoding }, function(editor)
    editor:open(SAMPLE)
    local heading = 'mod.level1 type.heading typemod.heading.level1'
    editor:expect_groups('Größe', heading)
    for needle, expected in pairs({
      ['title: x'] = 'type.frontMatter',
      ['# Gr'] = 'mod.level1 type.delimiter typemod.delimiter.level1',
      [' und *'] = heading,
      ['fett'] = 'mod.level1 mod.strong type.heading typemod.heading.level1 typemod.heading.strong',
      ['schräg'] = 'mod.emphasis mod.level1 type.heading typemod.heading.emphasis typemod.heading.level1',
      ['日本語'] = '',
      ['太字'] = 'mod.strong type.text typemod.text.strong',
      ['** then'] = 'mod.strong type.delimiter typemod.delimiter.strong',
      [' then'] = '',
      ['slanted'] = 'mod.emphasis type.text typemod.text.emphasis',
      ['both of'] = 'mod.emphasis mod.strong type.text typemod.text.emphasis typemod.text.strong',
      ['gone'] = 'mod.strikethrough type.text typemod.text.strikethrough',
      ['code **x'] = 'type.codeSpan',
      ['> quoted'] = 'type.quoteMarker',
      ['quoted'] = '',
      ['inside'] = 'mod.strong type.text typemod.text.strong',
      ['> going'] = 'type.quoteMarker',
      ['going on'] = 'mod.strong type.text typemod.text.strong',
      ['- [x]'] = 'type.listMarker',
      ['[x]'] = 'mod.checked type.taskMarker typemod.taskMarker.checked',
      ['[ ]'] = 'type.taskMarker',
      ['text]'] = 'type.link',
      ['https://example'] = 'type.linkDestination',
      ['"title"'] = 'type.linkTitle',
      ['picture'] = 'type.image',
      ['https://auto'] = 'type.autolink',
      ['left'] = 'mod.header type.tableCell typemod.tableCell.header',
      ['cell'] = 'type.tableCell',
      ['old |'] = 'type.tableCell',
      ['| ----'] = 'type.tableDelimiter',
      ['```swift'] = 'type.codeFence',
      ['swift'] = 'type.infoString',
      ['let fenced'] = 'type.codeBlock',
      ['label]'] = 'mod.definition type.linkLabel typemod.linkLabel.definition',
      ['/destination'] = 'type.linkDestination',
    }) do
      equal(editor:groups(needle), expected, 'highlights at ' .. needle)
    end
  end)

  editor_test(encoding .. ': highlights follow edits', { encoding = encoding }, function(editor)
    editor:open('日本 **太字**\n')
    editor:expect_groups('太字', 'mod.strong type.text typemod.text.strong')
    editor:input('ggO# 😀 new<Esc>')
    editor:expect_groups('new', 'mod.level1 type.heading typemod.heading.level1')
    editor:expect_groups('太字', 'mod.strong type.text typemod.text.strong')
    editor:input('j0f*x')
    editor:expect_text('a star gone', '# 😀 new\n日本 *太字**')
    editor:expect_groups('太字', 'mod.emphasis type.text typemod.text.emphasis')
  end)

  editor_test(encoding .. ': a code action toggles bold', { encoding = encoding }, function(editor)
    editor:open_marked('日本 😀 some wo‸rd here\n')
    editor:code_action('strong')
    editor:expect_text('on', '日本 😀 some **word** here')
    editor:lua([[vim.api.nvim_win_set_cursor(0, { 1, (vim.api.nvim_get_current_line():find('ord')) })]])
    editor:code_action('strong')
    editor:expect_text('off', '日本 😀 some word here')
  end)

  editor_test(encoding .. ': a visual selection is toggled and stays selected', { encoding = encoding }, function(editor)
    editor:open_marked('日本 😀 ‸太字 and é here\n')
    editor:input('v3e')
    editor:expect('selection', '太字 and é', function()
      return editor:selected()
    end)
    editor:input(',b')
    editor:expect_text('on', '日本 😀 **太字 and é** here')
    editor:expect_mode('v')
    equal(editor:selected(), '太字 and é', 'selection after')
    editor:input(',b')
    editor:expect_text('off', '日本 😀 太字 and é here')
    equal(editor:selected(), '太字 and é', 'selection after the second')
    editor:input(',b<Esc>')
    editor:expect_text('on again', '日本 😀 **太字 and é** here')
    editor:input('u')
    editor:expect_text('one undo step', '日本 😀 太字 and é here')
  end)

  editor_test(encoding .. ': Enter continues a list', { encoding = encoding }, function(editor)
    editor:open_marked('- 日本😀 one‸ two é\n- x\n')
    editor:input('i<CR>')
    editor:expect_marked('split', '- 日本😀 one\n- ‸two é\n- x')
    editor:input('new 😀<Esc>A<CR>y')
    editor:expect_marked('at the end', '- 日本😀 one\n- new 😀two é\n- y‸\n- x')
  end)
end

editor_test('styles compose in the default colours', {}, function(editor)
  local function attributes(group)
    return editor:lua(
      [[local hl = vim.api.nvim_get_hl(0, { name = '@lsp.' .. ... .. '.markdown', link = false })
        return { bold = hl.bold, italic = hl.italic, strikethrough = hl.strikethrough }]],
      group
    )
  end
  equal(attributes('mod.strong'), { bold = true }, 'strong')
  equal(attributes('mod.emphasis'), { italic = true }, 'emphasis')
  equal(attributes('mod.strikethrough'), { strikethrough = true }, 'strikethrough')
  equal(attributes('type.heading').bold, true, 'heading')
  local function target(group)
    return editor:lua([[return vim.api.nvim_get_hl(0, { name = '@lsp.' .. ... .. '.markdown' }).link]], group)
  end
  equal(target('typemod.heading.level2'), '@markup.heading.2.markdown', 'heading level')
  editor:lua([[vim.cmd.colorscheme('habamax')]])
  equal(target('typemod.heading.level2'), '@markup.heading.2.markdown', 'links outlive a colour scheme')
end)

editor_test("a user's own colours win", {
  before = [[vim.api.nvim_set_hl(0, '@lsp.type.codeBlock.markdown', { link = 'String' })
    vim.api.nvim_set_hl(0, '@lsp.mod.strong.markdown', { fg = 0x112233 })
    vim.g.loaded_gfm = nil
    vim.cmd.source(vim.env.GFM_PLUGIN .. '/plugin/gfm.lua')]],
}, function(editor)
  equal(editor:lua([[return vim.api.nvim_get_hl(0, { name = '@lsp.type.codeBlock.markdown' }).link]]), 'String', 'link')
  equal(editor:lua([[return vim.api.nvim_get_hl(0, { name = '@lsp.mod.strong.markdown' })]]), { fg = 0x112233 }, 'own')
end)

-- Toggles

editor_test('every toggle works at the cursor, and . repeats it', {}, function(editor)
  editor:open_marked('o‸ne two\n')
  editor:input(',b')
  editor:expect_text('strong', '**one** two')
  editor:input('0fw.')
  editor:expect_text('repeated', '**one** **two**')
  editor:input('u')
  editor:expect_text('undone alone', '**one** two')
  editor:input('0fw,i')
  editor:expect_text('emphasis', '**one** *two*')
  editor:input(',i,s')
  editor:expect_text('strikethrough', '**one** ~~two~~')
  editor:input(',s,c')
  editor:expect_text('code', '**one** `two`')
end)

editor_test('the cursor stays on its character', {}, function(editor)
  editor:open_marked('some wo‸rd here\n')
  editor:input(',b')
  editor:expect_marked('on', 'some **wo‸rd** here')
  editor:input(',b')
  editor:expect_marked('off', 'some wo‸rd here')
end)

editor_test('a toggle in insert mode', {}, function(editor)
  editor:lua([[vim.keymap.set('i', '<C-b>', '<Plug>(gfm-strong)')]])
  editor:open_marked('a ‸\n')
  editor:input('A<C-b>bold')
  editor:expect_marked('typed between new delimiters', 'a **bold‸**')
  editor:expect_mode('i')
  editor:input('<C-b>')
  editor:expect_marked('off', 'a bold‸')
  editor:expect_mode('i')
end)

editor_test('a backward and a linewise selection', {}, function(editor)
  editor:open_marked('- one tw‸o\n- three\n')
  editor:input('vb,b')
  editor:expect_text('backward', '- one **two**\n- three')
  equal(editor:selected(), 'two', 'selection')
  equal(editor:lua([[return vim.fn.getpos('.')[3] < vim.fn.getpos('v')[3] ]]), true, 'it stays backward')
  editor:input('<Esc>uggVj,s')
  editor:expect_text('linewise', '- ~~one two~~\n- ~~three~~')
  editor:expect_mode('V')
end)

editor_test('a blockwise selection is toggled line by line, in one undo step', {}, function(editor)
  editor:open_marked('- ‸日本 x\n- abcd yz\n-\n- 太字 z\n')
  editor:input('<C-v>3jl,b')
  editor:expect_text('on', '- **日本** x\n- **abcd** yz\n-\n- **太字** z')
  editor:expect_mode('n')
  editor:input('u')
  editor:expect_text('undone', '- 日本 x\n- abcd yz\n-\n- 太字 z')
end)

editor_test('composing characters stay with theirs', {}, function(editor)
  editor:open_marked('a ‸e\204\129te\204\129 b\n')
  editor:input('ve,b')
  editor:expect_text('on', 'a **e\204\129te\204\129** b')
  editor:expect('selection', 'e\204\129te\204\129', function()
    return editor:selected()
  end)
  editor:input(',b')
  editor:expect_text('off', 'a e\204\129te\204\129 b')
end)

editor_test("'selection' exclusive", { before = [[vim.o.selection = 'exclusive']] }, function(editor)
  editor:open_marked('some ‸word here\n')
  editor:input('ve,b')
  editor:expect_text('on', 'some **word** here')
  editor:expect('selection', 'word', function()
    return editor:selected()
  end)
  editor:input(',b')
  editor:expect_text('off', 'some word here')
end)

editor_test('where nothing can be toggled the text stays', {}, function(editor)
  editor:open_marked('```\nco‸de\n```\n')
  editor:input(',bx')
  editor:expect_text('unchanged but for x', '```\ncoe\n```')
end)

editor_test("tree-sitter's colours for the language in a fence stay", {}, function(editor)
  editor:open('```lua\nlocal x = 1\n```\n')
  editor:lua([[vim.treesitter.start()]])
  editor:expect_groups('local x', 'type.codeBlock')
  equal(
    editor:lua([[
      vim.treesitter.get_parser():parse(true)
      local captures = vim.tbl_map(function(t) return t.capture end, vim.inspect_pos(0, 1, 0).treesitter)
      return { vim.tbl_contains(captures, 'keyword'), vim.api.nvim_get_hl(0, { name = '@lsp.type.codeBlock.markdown' }) }]]),
    { true, vim.empty_dict() },
    'a keyword below, nothing laid over it'
  )
end)

-- Enter

local newlines = {
  { 'bullet', '- a‸\n', '- a\n- ‸' },
  { 'ordered, with its siblings', '1. a‸\n2. b\n', '1. a\n2. ‸\n3. b' },
  { 'parenthesis', '9) a‸\n', '9) a\n10) ‸' },
  { 'task', '- [x] a‸\n', '- [x] a\n- [ ] ‸' },
  { 'quote', '> a‸\n', '> a\n> ‸' },
  { 'list in a quote', '> - a‸\n', '> - a\n> - ‸' },
  { 'nested', '- a\n  - b‸\n', '- a\n  - b\n  - ‸' },
  { 'an empty item ends the list', '- a\n- ‸\n', '- a\n‸' },
  { 'fenced code', '```\n- a‸\n```\n', '```\n- a\n‸\n```' },
  { 'a paragraph', 'a‸b\n', 'a\n‸b' },
  { 'the text is no list', '\\- a‸\n', '\\- a\n‸' },
}
for _, case in ipairs(newlines) do
  editor_test('Enter: ' .. case[1], {}, function(editor)
    editor:open_marked(case[2])
    editor:input('i<CR>')
    editor:expect_marked('after Enter', case[3])
    editor:expect_mode('i')
  end)
end

editor_test('Enter: keys typed ahead keep their order', {}, function(editor)
  editor:open_marked('‸\n')
  editor:input('i- one<CR>two<CR>three<CR><CR>after<Esc>')
  editor:expect_text('all of it', '- one\n- two\n- three\nafter')
end)

editor_test('Enter: one undo takes back an insertion, redo brings it again', {}, function(editor)
  editor:open_marked('1. a‸\n2. b\n')
  editor:input('i<CR>new<Esc>')
  editor:expect_text('edited', '1. a\n2. new\n3. b')
  editor:input('u')
  editor:expect_text('undone', '1. a\n2. b')
  editor:input('<C-r>')
  editor:expect_text('redone', '1. a\n2. new\n3. b')
end)

for _, case in ipairs({
  { 'a list goes on', '- ‸a b\n', '- a b\n- x‸' },
  { 'numbers are kept in order', '1. ‸a\n2. b\n', '1. a\n2. x‸\n3. b' },
  { 'a quote goes on', '> ‸日本語\n', '> 日本語\n> x‸' },
  { 'a paragraph is left to the editor', '‸a b\nc\n', 'a b\nx‸\nc' },
  { 'code is left to the editor', '```\n- ‸a\n```\n', '```\n- a\nx‸\n```' },
}) do
  editor_test('o: ' .. case[1], {}, function(editor)
    editor:open_marked(case[2])
    editor:input('ox')
    editor:expect_marked('after it', case[3])
    editor:expect_mode('i')
    editor:input('<Esc>u')
    editor:expect_text('undone in one step', (case[2]:gsub('‸', ''):gsub('\n$', '')))
  end)
end

editor_test('o: a count and a closed fold are left to the editor', {}, function(editor)
  editor:open_marked('- ‸a\n- b\n- c\n')
  editor:input('2ox<Esc>')
  editor:expect_text('with a count', '- a\nx\nx\n- b\n- c')
  editor:input('u')
  editor:lua([[vim.cmd('setlocal foldmethod=manual | 1,2fold')]])
  editor:input('ggox<Esc>')
  editor:expect_text('on a fold', '- a\n- b\nx\n- c')
end)

editor_test('Enter: a recorded macro continues the list again', {}, function(editor)
  editor:open_marked('- a‸\n')
  editor:input('qqA<CR>b<Esc>q')
  editor:expect_text('recorded', '- a\n- b')
  editor:input('2@q')
  editor:expect_text('played', '- a\n- b\n- b\n- b')
end)

editor_test("Enter: Neovim's own input methods", {}, function(editor)
  editor:open_marked('- ‸\n')
  editor:lua([[vim.bo.keymap = 'kana'; vim.bo.iminsert = 1]])
  editor:input('Aka<CR>na')
  editor:expect_marked('characters of a keymap', '- か\n- な‸')
  editor:input('k<CR>')
  editor:expect_marked('and one that waits for its second key', '- か\n- なk\n- ‸')
  editor:input('<C-^><C-k>e:<CR><C-v>u65e5<CR>')
  editor:expect_marked('digraphs and codes', '- か\n- なk\n- ë\n- 日\n- ‸')
end)

editor_test('Enter: CR LF files', {}, function(editor)
  local path = editor:open('- a\r\n- b\r\n')
  equal(editor:lua([[return vim.bo.fileformat]]), 'dos', 'format')
  editor:input('A<CR>new<Esc>')
  editor:expect_text('edited', '- a\n- new\n- b')
  editor:lua([[vim.cmd('silent write')]])
  local file = assert(io.open(path, 'rb'))
  equal(file:read('*a'), '- a\r\n- new\r\n- b\r\n', 'file')
  file:close()
end)

editor_test('Enter: abbreviations still expand', {}, function(editor)
  editor:lua([[vim.cmd('iabbrev teh the')]])
  editor:open_marked('- ‸\n')
  editor:input('Ateh<CR>')
  editor:expect_marked('in a list', '- the\n- ‸')
  editor:input('<Esc>ggdGiteh<CR>x<Esc>')
  editor:expect_text('in plain text', 'the\nx')
end)

for name, keys in pairs({ chosen = '<C-n><C-n><CR>', ['not chosen'] = '<C-n><C-p><CR>' }) do
  test('Enter: a completion menu keeps its own, ' .. name, function()
    local texts = {}
    for _, mapped in ipairs({ true, false }) do
      local editor = Editor.start({ before = [[vim.o.completeopt = 'menuone']], setup = { keys = mapped } })
      editor:open_marked('- wordy words\n- wo‸\n')
      editor:input('A' .. keys:gsub('<CR>', ''))
      editor:expect('a menu', 1, function()
        return editor:lua([[return vim.fn.pumvisible()]])
      end)
      editor:input('<CR>')
      editor:expect('no menu', 0, function()
        return editor:lua([[return vim.fn.pumvisible()]])
      end)
      texts[#texts + 1] = editor:marked()
      editor:stop()
    end
    equal(texts[1], texts[2], 'mapped as unmapped')
  end)
end

editor_test('Enter: plain where no server is attached', { setup = false }, function(editor)
  editor:lua([[vim.keymap.set('i', '<CR>', '<Plug>(gfm-newline)')]])
  editor:open_marked('- a‸\n', { attach = false })
  editor:input('i<CR>x')
  editor:expect_marked('plain', '- a\nx‸')
end)

editor_test('Enter: plain where the server is slow', {
  setup = false,
  before = [[
    vim.lsp.config('gfm', {
      cmd = function(dispatchers)
        local closing = false
        return {
          request = function(method, _, callback)
            -- Never an answer to anything but the handshake.
            if method == 'initialize' then callback(nil, { capabilities = {} }) end
            if method == 'shutdown' then callback(nil, vim.NIL) end
            return true, 1
          end,
          notify = function() return true end,
          is_closing = function() return closing end,
          terminate = function() closing = true; dispatchers.on_exit(0, 0) end,
        }
      end,
    })
    require('gfm').setup({ keys = true })]],
}, function(editor)
  editor:open_marked('- a‸\n')
  local started = vim.uv.hrtime()
  editor:input('i<CR>x')
  editor:expect_marked('plain', '- a\nx‸')
  local elapsed = (vim.uv.hrtime() - started) / 1e6
  if elapsed > 2000 then
    fail('it took %d ms', elapsed)
  end
end)

-- On-type formatting, which Neovim has since 0.12: what stands for it here asks as that does, after the key.

local ON_TYPE = [[
  if vim.lsp.on_type_formatting then return end
  local enabled = {}
  vim.on_key(function(_, typed)
    local client = require('gfm').client()
    if vim.api.nvim_get_mode().mode ~= 'i' or typed ~= '\r' or not client then return end
    if enabled[client.id] == false then return end
    if not (enabled[client.id] or _G.on_type_everywhere) then return end
    vim.schedule(function()
      local params = vim.tbl_extend('keep', vim.lsp.util.make_formatting_params(),
        vim.lsp.util.make_position_params(0, client.offset_encoding), { ch = '\n' })
      client:request('textDocument/onTypeFormatting', params, function(_, result, context)
        _G.on_type_answers = (_G.on_type_answers or 0) + 1
        if result and vim.lsp.util.buf_versions[context.bufnr] == context.version then
          vim.lsp.util.apply_text_edits(result, context.bufnr, client.offset_encoding)
        end
      end, vim.api.nvim_get_current_buf())
    end)
  end)
  vim.lsp.on_type_formatting = {
    enable = function(enable, filter)
      if filter then enabled[filter.client_id] = enable ~= false else _G.on_type_everywhere = enable ~= false end
    end,
  }]]

editor_test('on-type formatting continues lists without a mapping', {
  before = ON_TYPE,
  setup = { keys = false, on_type = true },
}, function(editor)
  editor:open_marked('1. 日本😀 a‸\n2. b\n')
  equal(editor:lua([[return vim.fn.maparg('<CR>', 'i')]]), '', 'no mapping')
  editor:input('A<CR>')
  editor:expect_marked('continued', '1. 日本😀 a\n2. ‸\n3. b')
  editor:input('x')
  editor:expect_marked('typed behind the number', '1. 日本😀 a\n2. x‸\n3. b')
end)

editor_test('on-type formatting is not asked for unasked', { before = ON_TYPE, setup = { keys = false } }, function(editor)
  editor:open_marked('- a‸\n')
  editor:input('A<CR>x')
  editor:expect_marked('plain', '- a\nx‸')
  equal(editor:lua([[return _G.on_type_answers]]), vim.NIL, 'requests')
end)

editor_test('on-type formatting for all servers does not double a mapped Enter', { before = ON_TYPE }, function(editor)
  editor:lua([[vim.lsp.on_type_formatting.enable()]])
  editor:open_marked('- a‸\n')
  editor:input('A<CR>b<CR>c')
  editor:expect_marked('once each', '- a\n- b\n- c‸')
  equal(editor:lua([[return _G.on_type_answers]]), vim.NIL, 'requests')
end)

editor_test("without Neovim's on-type formatting, asking for it changes nothing", {
  before = [[vim.lsp.on_type_formatting = nil]],
  setup = { keys = false, on_type = true },
}, function(editor)
  editor:open_marked('- a‸\n')
  editor:input('A<CR>x')
  editor:expect_marked('plain', '- a\nx‸')
end)

-- Several cursors

editor_test('selections of a plugin, all in one undo step', {}, function(editor)
  editor:open('日本 😀 one\n\n- two three\n- 太字\n')
  local function edit(operation, selections)
    return editor:lua([[return (require('gfm').edit_selections(...))]], operation, selections)
  end
  local function caret(row, column)
    return { anchor = { row, column }, head = { row, column } }
  end
  local carets = { caret(0, 13), caret(2, 3), { anchor = { 3, 8 }, head = { 3, 2 } } }
  local after = { caret(0, 15), caret(2, 5), { anchor = { 3, 10 }, head = { 3, 4 } } }
  equal(edit('strong', carets), after, 'selections')
  editor:expect_text('on', '日本 😀 **one**\n\n- **two** three\n- **太字**')
  editor:input('u')
  editor:expect_text('undone at once', '日本 😀 one\n\n- two three\n- 太字')
  equal(edit('newline', { caret(2, 5), caret(3, 8) }), { caret(3, 2), caret(5, 2) }, 'carets after Enter')
  editor:expect_text('two lists continued', '日本 😀 one\n\n- two\n- three\n- 太字\n- ')
  equal(edit('nextCell', { caret(0, 0) }), vim.NIL, 'where it makes no sense')
end)

editor_test('typed keys at several places, as cursors of a plugin type them', {}, function(editor)
  editor:open_marked('‸one\ntwo\n\n- three\n')
  -- Keys are typed again at each place, in one command.
  editor:lua([[vim.cmd('g/\\k/normal ,b')]])
  editor:expect_text('toggled', '**one**\n**two**\n\n- three')
end)

-- Typing

--- Types `steps` of keys, and checks after each the text and the cursor, line by line.
local function typing_test(name, steps)
  editor_test('typing: ' .. name, {}, function(editor)
    editor:open_marked('‸\n')
    editor:input('i')
    for index, step in ipairs(steps) do
      editor:input(step[1])
      editor:expect_marked(('step %d, %s'):format(index, step[1]), table.concat(step[2], '\n'))
      editor:expect_mode('i')
    end
  end)
end

typing_test('a nested list', {
  { '- one', { '- one‸' } },
  { '<CR>', { '- one', '- ‸' } },
  { 'two', { '- one', '- two‸' } },
  { '<Tab>', { '- one', '  - two‸' } },
  { '<S-Tab>', { '- one', '- two‸' } },
  { '<Tab>', { '- one', '  - two‸' } },
  { '<CR>', { '- one', '  - two', '  - ‸' } },
  { 'three', { '- one', '  - two', '  - three‸' } },
  { '<CR>', { '- one', '  - two', '  - three', '  - ‸' } },
  { '<CR>', { '- one', '  - two', '  - three', '- ‸' } },
  { '日本語', { '- one', '  - two', '  - three', '- 日本語‸' } },
  { '<CR><CR>', { '- one', '  - two', '  - three', '- 日本語', '‸' } },
  { '<CR>1. a<CR>', { '- one', '  - two', '  - three', '- 日本語', '', '1. a', '2. ‸' } },
  { 'b<Up><CR>', { '- one', '  - two', '  - three', '- 日本語', '', '1. a', '2. ‸', '3. b' } },
})

typing_test('tasks', {
  { '- [ ] one', { '- [ ] one‸' } },
  { '<CR>', { '- [ ] one', '- [ ] ‸' } },
  { 'two', { '- [ ] one', '- [ ] two‸' } },
  { '<CR>', { '- [ ] one', '- [ ] two', '- [ ] ‸' } },
  { '<CR>', { '- [ ] one', '- [ ] two', '‸' } },
})

typing_test('a quote', {
  { '> one', { '> one‸' } },
  { '<CR>', { '> one', '> ‸' } },
  { '- item<CR>', { '> one', '> - item', '> - ‸' } },
  { '<CR>', { '> one', '> - item', '> ‸' } },
  { '<CR>', { '> one', '> - item', '>', '> ‸' } },
  { 'two', { '> one', '> - item', '>', '> two‸' } },
  { '<CR><CR><CR>', { '> one', '> - item', '>', '> two', '', '‸' } },
  { 'text', { '> one', '> - item', '>', '> two', '', 'text‸' } },
})

typing_test('a table', {
  { '| 日本 | b |', { '| 日本 | b |‸' } },
  { '<CR>', { '| 日本 | b |', '‸' } },
  { '| - | - |', { '| 日本 | b |', '| - | - |‸' } },
  { '<CR>', { '| 日本 | b |', '| - | - |', '| ‸ |  |' } },
  { '1', { '| 日本 | b |', '| - | - |', '| 1‸ |  |' } },
  { '<Tab>', { '| 日本 | b |', '| - | - |', '| 1 | ‸ |' } },
  { '2', { '| 日本 | b |', '| - | - |', '| 1 | 2‸ |' } },
  { '<Tab>', { '| 日本 | b |', '| - | - |', '| 1 | 2 |', '| ‸ |  |' } },
  { '<S-Tab>', { '| 日本 | b |', '| - | - |', '| 1 | 2‸ |', '|  |  |' } },
  { '<S-Tab>', { '| 日本 | b |', '| - | - |', '| 1‸ | 2 |', '|  |  |' } },
  { '<S-Tab>', { '| 日本 | b‸ |', '| - | - |', '| 1 | 2 |', '|  |  |' } },
  { '<S-Tab>', { '| 日本‸ | b |', '| - | - |', '| 1 | 2 |', '|  |  |' } },
  { '<S-Tab>', { '| 日本‸ | b |', '| - | - |', '| 1 | 2 |', '|  |  |' } },
  { '<Tab><Tab><Tab><Tab>', { '| 日本 | b |', '| - | - |', '| 1 | 2 |', '| ‸ |  |' } },
  { '<CR>', { '| 日本 | b |', '| - | - |', '| 1 | 2 |', '', '‸' } },
  { 'text', { '| 日本 | b |', '| - | - |', '| 1 | 2 |', '', 'text‸' } },
})

-- Tab

editor_test('Tab: the plain key outside of tables and lists', {}, function(editor)
  editor:open_marked('‸\n')
  editor:lua([[vim.bo.expandtab = false]])
  editor:input('ia<Tab>b')
  editor:expect_marked('a tab', 'a\tb‸')
  editor:input('<CR>```<CR>- c<Tab>d')
  editor:expect_text('in code', 'a\tb\n```\n- c\td\n```')
end)

editor_test('Tab and Shift-Tab: the plain keys in code in an item', {}, function(editor)
  editor:open_marked('- a\n- b\n  ```\n  x‸\n  ```\n')
  editor:lua([[vim.bo.expandtab = false]])
  editor:input('A<Tab>y')
  editor:expect_text('Tab', '- a\n- b\n  ```\n  x\ty\n  ```')
  editor:input('<S-Tab>z')
  editor:expect_text('Shift-Tab', '- a\n- b\n  ```\n  x\ty\tz\n  ```')
end)

editor_test('Tab: indents and outdents an item', {}, function(editor)
  editor:open_marked('- a\n- b‸\n')
  editor:input('A<Tab>')
  editor:expect_marked('indented', '- a\n  - b‸')
  editor:input('<S-Tab>')
  editor:expect_marked('outdented', '- a\n- b‸')
end)

editor_test('Tab: a list with tabs goes on with tabs', {}, function(editor)
  editor:open_marked('- a\n\t- b‸\n')
  editor:input('A<CR>')
  editor:expect_marked('the next item', '- a\n\t- b\n\t- ‸')
  editor:input('<Tab>')
  editor:expect_marked('indented', '- a\n\t- b\n\t\t- ‸')
  editor:input('<S-Tab><S-Tab>')
  editor:expect_marked('outdented', '- a\n\t- b\n- ‸')
end)

editor_test('Tab: jumps in a snippet', {}, function(editor)
  editor:open_marked('|a|‸\n|-|\n')
  editor:input('A')
  editor:expect_mode('i')
  editor:lua([[vim.snippet.expand('${1:x} ${2:y}')]])
  editor:input('one<Tab>')
  editor:expect_mode('s')
  editor:input('two<Esc>')
  editor:expect_text('both places', '|a|one two\n|-|')
end)

editor_test('mappings of cells in normal mode', {}, function(editor)
  editor:lua([[vim.keymap.set('n', ']c', '<Plug>(gfm-next-cell)')
    vim.keymap.set('n', '[c', '<Plug>(gfm-previous-cell)')]])
  editor:open_marked('| a‸a | bb |\n| - | - |\n| 1 | 2 |\n')
  editor:input(']c')
  editor:expect_marked('next', '| aa | bb‸ |\n| - | - |\n| 1 | 2 |')
  editor:input(']c')
  editor:expect_marked('next row', '| aa | bb |\n| - | - |\n| 1‸ | 2 |')
  editor:input('[c[c')
  editor:expect_marked('back', '| aa‸ | bb |\n| - | - |\n| 1 | 2 |')
end)

editor_test('formatting aligns tables and numbers lists', {}, function(editor)
  editor:open('|日本|b|\n|-|-|\n\n1. a\n1. b\n3. c\n')
  editor:lua([[vim.lsp.buf.format()]])
  editor:expect_text('formatted', '| 日本 | b   |\n| ---- | --- |\n\n1. a\n2. b\n3. c')
end)

editor_test('a formatted table is straight as Neovim shows it', {}, function(editor)
  -- Without keycaps: Neovim gives them one column, most terminals two.
  editor:open('|a|b|\n|-|-|\n' .. table.concat({
    '日本語', 'ｱｲｳ', '한글', '👩‍👩‍👧', '❤️', '❤', '🇯🇵', 'é', 'é', '👍🏽', '“…”',
  }, '|x|\n') .. '|x|\n')
  editor:lua([[vim.lsp.buf.format()]])
  editor:expect('columns of the second pipe', { 9 }, function()
    return editor:lua([[
      local columns = vim.tbl_map(function(line)
        return vim.fn.strdisplaywidth(line:match('^(|[^|]*)|'))
      end, vim.api.nvim_buf_get_lines(0, 0, -1, false))
      return vim.fn.uniq(vim.fn.sort(columns))]])
  end)
end)

-- Settings

editor_test('settings: given at the start, and changed while the server runs', {
  before = [[vim.lsp.config('gfm', {
    settings = { gfm = { emphasis = { strong = '__' }, syntax = { strikethrough = 'off' } } },
  })]],
}, function(editor)
  editor:open_marked('wo‸rd ~~out~~\n\n*a*\n')
  editor:expect_groups('a*', 'mod.emphasis type.text typemod.text.emphasis')
  editor:expect_groups('out', '')
  editor:input(',b')
  editor:expect_marked('bold by underscores', '__wo‸rd__ ~~out~~\n\n*a*')

  editor:lua([[
    local client = require('gfm').client()
    client.settings = { gfm = { syntax = { strikethrough = 'twoTildes' } } }
    client:notify('workspace/didChangeConfiguration', { settings = client.settings })]])
  editor:expect_groups('out', 'mod.strikethrough type.text typemod.text.strikethrough')
  editor:input(',b,b')
  editor:expect_marked('bold by asterisks', '**wo‸rd** ~~out~~\n\n*a*')
end)

editor_test('settings: the standard legend, and a wrong value is shown', {
  before = [[
    vim.lsp.config('gfm', {
      init_options = { gfm = { semanticTokens = { legend = 'standard' }, list = { bullet = 'x' } } },
    })
    _G.shown = {}
    vim.lsp.handlers['window/showMessage'] = function(_, params) table.insert(_G.shown, params.message) end]],
}, function(editor)
  editor:open('**a**\n')
  editor:expect_groups('a', 'type.keyword')
  editor:expect(
    'what is shown',
    { 'The setting gfm.list.bullet is "x", not "-", "*" or "+". It was ignored.' },
    function()
      return editor:lua([[return _G.shown]])
    end
  )
end)

editor_test('settings: rules that add a type, and the type has a group', {
  before = [[vim.lsp.config('gfm', {
    settings = { gfm = {
      rules = {
        { name = 'prompt', scope = 'line', pattern = [=[^\$ ]=], tokenType = 'prompt' },
        { name = 'wrong', pattern = '(', tokenType = 'prompt' },
      },
    } },
  })
  _G.shown = {}
  vim.lsp.handlers['window/showMessage'] = function(_, params) table.insert(_G.shown, params.message) end]],
}, function(editor)
  editor:open('$ ls\n\n> [!TIP]\n> @me and [a][b] :smile:\n')
  editor:expect_groups('ls', 'type.prompt')
  editor:expect_groups('TIP', 'mod.tip type.alert typemod.alert.tip')
  editor:expect_groups('@me', 'type.mention')
  editor:expect_groups('b] :', 'mod.unresolved type.linkLabel typemod.linkLabel.unresolved')
  editor:expect_groups(':smile', 'type.emoji')
  editor:expect('what is shown', { true }, function()
    return vim.tbl_map(function(message)
      return message:find('The rule "wrong" in gfm.rules was ignored: its pattern is wrong', 1, true) == 1
    end, editor:lua([[return _G.shown]]))
  end)
end)

-- The plugin

editor_test('no key is mapped unasked', { setup = { keys = false } }, function(editor)
  editor:open('- a\n')
  equal(
    editor:lua([[return { vim.fn.maparg('<CR>', 'i'), vim.fn.maparg(',b', 'n'), vim.fn.maparg(',b', 'x') }]]),
    { '', '', '' },
    'mappings'
  )
end)

editor_test('keys are mapped in Markdown alone', {}, function(editor)
  editor:open('- a\n')
  equal(editor:lua([[return vim.fn.maparg('<CR>', 'i') ~= '']]), true, 'in Markdown')
  editor:lua([[vim.cmd.enew()]])
  equal(editor:lua([[return vim.fn.maparg('<CR>', 'i')]]), '', 'elsewhere')
end)

--- The words of the open completion menu, as many as are asked for.
function Editor:menu(count)
  return self:lua(
    [[local words = {}
      for _, item in ipairs(vim.fn.complete_info({ 'items' }).items) do words[#words + 1] = item.abbr or item.word end
      return vim.list_slice(words, 1, ...)]],
    count
  )
end

editor_test('completion opens by itself behind #', {
  before = [[vim.api.nvim_create_autocmd('LspAttach', {
    callback = function(args)
      vim.lsp.completion.enable(true, args.data.client_id, args.buf, { autotrigger = true })
    end,
  })
  vim.o.completeopt = 'menuone,noinsert']],
}, function(editor)
  editor:open_marked('# Some *words*\n\n## Äpfel\n\n[x](‸)\n')
  editor:input('i#')
  editor:expect('the menu', { 'some-words', 'äpfel' }, function()
    return editor:menu(5)
  end)
  editor:input('<C-n><C-y>')
  editor:expect_marked('accepted', '# Some *words*\n\n## Äpfel\n\n[x](#äpfel‸)')
end)

for _, case in ipairs({
  { 'a footnote', 'x[^‸\n\n[^note]: y\n', 'note', 'x[^note]‸\n\n[^note]: y' },
  { 'a language', '```sw‸\n', 'swift', '```swift‸' },
  { 'a shortcode', 'a :tad‸ b\n', 'tada', 'a :tada:‸ b' },
  { 'an alert', '> [!T‸\n', '[!TIP]', '> [!TIP]‸' },
  { 'a label', '[text][‸]\n\n[label]: x.md\n', 'label', '[text][label‸]\n\n[label]: x.md' },
}) do
  editor_test('omnifunc completes ' .. case[1], { before = [[vim.o.completeopt = 'menuone,noinsert']] }, function(editor)
    editor:open_marked(case[2])
    editor:input('i<C-x><C-o>')
    editor:expect('the menu', true, function()
      return vim.list_contains(editor:menu(100), case[3])
    end)
    editor:lua(
      [[local word = ...
        for index, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
          if (item.abbr or item.word) == word then
            vim.api.nvim_select_popupmenu_item(index - 1, true, true, {})
            return
          end
        end]],
      case[3]
    )
    editor:expect_marked('accepted', case[4])
  end)
end

editor_test('a table of contents, created and kept up to date', {}, function(editor)
  editor:open_marked('# T\n\n‸\n\n## A\n\n## B\n')
  editor:lua([[require('gfm').edit('tableOfContents')]])
  local head = '# T\n\n<!-- toc -->\n\n'
  editor:expect_text('created', head .. '- [A](#a)\n- [B](#b)\n\n<!-- /toc -->\n\n## A\n\n## B')
  editor:lua([[vim.fn.setline(vim.fn.line('$'), '### C')]])
  editor:lua([[vim.lsp.buf.code_action({
    context = { only = { 'source.gfm.updateTableOfContents' }, diagnostics = {} },
    apply = true,
  })]])
  editor:expect_text('up to date', head .. '- [A](#a)\n  - [C](#c)\n\n<!-- /toc -->\n\n## A\n\n### C')
end)

editor_test('a link becomes a reference and a link again', {}, function(editor)
  editor:open_marked('[o‸ne](a.md)\n')
  editor:lua([[require('gfm').edit('linkToReference')]])
  editor:expect_marked('a reference', '[o‸ne][]\n\n[one]: a.md')
  editor:lua([[require('gfm').edit('linkToInline')]])
  editor:expect_marked('a link', '[o‸ne](a.md)\n\n[one]: a.md')
  editor:open_marked('[o‸ne](a.md) [two](a.md)\n')
  editor:lua([[require('gfm').edit('extractLinkDefinition')]])
  editor:expect_marked('one definition of two links', '[o‸ne][] [two][one]\n\n[one]: a.md')
end)

editor_test('vim.lsp.enable alone starts the server', {
  setup = false,
  before = [[vim.env.PATH = vim.fs.dirname(vim.env.GFM_SERVER) .. ':' .. vim.env.PATH
    vim.lsp.enable('gfm')]],
}, function(editor)
  editor:open('# a\n')
  editor:expect_groups('a', 'mod.level1 type.heading typemod.heading.level1')
end)

editor_test(':checkhealth gfm', {}, function(editor)
  editor:open('# a\n')
  editor:lua([[vim.cmd('silent checkhealth gfm')]])
  local report = editor:text()
  for _, expected in ipairs({
    'OK Neovim', 'gfm-language-server', 'position encoding utf-8', 'semantic tokens: ', 'edit operations: strong',
    'parser 0.29', '.md: 4 bytes, 2 lines',
  }) do
    if not report:find(expected, 1, true) then
      fail('%s is missing in:\n%s', expected, report)
    end
  end
  if report:find('ERROR', 1, true) or report:find('WARNING', 1, true) then
    fail('%s', report)
  end
end)

editor_test(':checkhealth gfm names a missing server', { setup = { cmd = { '/nowhere/gfm' } } }, function(editor)
  editor:lua([[vim.cmd('silent checkhealth gfm')]])
  local report = editor:text()
  if not report:find('ERROR the server `/nowhere/gfm` is not found', 1, true) then
    fail('%s', report)
  end
end)

editor_test(':help gfm', {}, function(editor)
  editor:lua([[local doc = vim.fn.getcwd() .. '/help/doc'
    vim.fn.mkdir(doc, 'p')
    vim.uv.fs_copyfile(vim.env.GFM_PLUGIN .. '/doc/gfm.txt', doc .. '/gfm.txt')
    vim.cmd.helptags(doc)
    vim.opt.runtimepath:prepend(vim.fs.dirname(doc))]])
  for _, tag in ipairs({ 'gfm', 'gfm-keys', 'gfm-highlights', '<Plug>(gfm-newline)', 'gfm.setup()' }) do
    editor:lua([[vim.cmd.help(...)]], tag)
    equal(editor:lua([[return vim.fs.basename(vim.api.nvim_buf_get_name(0))]]), 'gfm.txt', tag)
  end
end)

--- What of `names` the help file lacks.
local function missing_in_help(names)
  local file = assert(io.open(vim.env.GFM_PLUGIN .. '/doc/gfm.txt'))
  local text = file:read('*a')
  file:close()
  return vim.tbl_filter(function(name)
    return not text:find('%f[%w]' .. vim.pesc(name) .. '%f[^%w]')
  end, names)
end

editor_test(":help gfm has all of the server's types, modifiers, operations and settings", {}, function(editor)
  editor:open('# a\n')
  local capabilities = editor:lua([[return require('gfm').client().server_capabilities]])
  equal(missing_in_help(capabilities.semanticTokensProvider.legend.tokenTypes), {}, 'types')
  local modifiers = vim.tbl_filter(function(name)
    return not name:match('^level[2-5]$') -- They are between `level1` and `level6`.
  end, capabilities.semanticTokensProvider.legend.tokenModifiers)
  equal(missing_in_help(modifiers), {}, 'modifiers')
  equal(missing_in_help(capabilities.experimental.gfmEdit), {}, 'operations')
  local settings = vim.system({ vim.env.GFM_SERVER, 'settings', '--json' }, { text = true }):wait()
  local names = vim.tbl_map(function(name)
    return name:match('[^.]+$')
  end, vim.tbl_keys(vim.json.decode(settings.stdout)))
  equal(#names > 10, true, 'there are settings')
  equal(missing_in_help(names), {}, 'settings')
end)

editor_test(':help gfm has all mappings, and each operation has one', {}, function(editor)
  editor:open('# a\n')
  local mapped = editor:lua([[
    local names = {}
    for _, mode in ipairs({ 'n', 'x', 'i' }) do
      for _, mapping in ipairs(vim.api.nvim_get_keymap(mode)) do
        if vim.startswith(mapping.lhs, '<Plug>(gfm-') then names[mapping.lhs] = true end
      end
    end
    return vim.tbl_keys(names)]])
  equal(#mapped > 20, true, 'there are mappings')
  local file = assert(io.open(vim.env.GFM_PLUGIN .. '/doc/gfm.txt'))
  local text = file:read('*a')
  file:close()
  equal(vim.tbl_filter(function(name)
    return not text:find('*' .. name .. '*', 1, true)
  end, mapped), {}, 'mappings without a tag')
  -- Formatting is Neovim's own command; headings have a mapping for each level.
  local others = { 'formatTable', 'renumberList', 'heading' }
  equal(vim.tbl_filter(function(operation)
    local plug = operation:gsub('%u', function(letter) return '-' .. letter:lower() end)
    return not vim.tbl_contains(others, operation) and not vim.tbl_contains(mapped, '<Plug>(gfm-' .. plug .. ')')
  end, editor:lua([[return require('gfm').client().server_capabilities.experimental.gfmEdit]])), {}, 'operations')
end)

-- In a terminal

local Terminal = dofile(here .. '/terminal.lua')

---@param name string
---@param text string
---@param body fun(terminal: Terminal, expect: fun(what: string, expected: any, ...))
local function terminal_test(name, text, body)
  if not Terminal.is_available() then
    io.stdout:write('skipped in a terminal: ', name, ' (there is no tmux)\n')
    return
  end
  test('in a terminal: ' .. name, function()
    local terminal = Terminal.start(text)
    --- Waits until what the method named `what` gives is `expected`.
    local function expect(what, expected, ...)
      local arguments = { ... }
      Editor.expect(terminal, what, expected, function()
        return terminal[what](terminal, unpack(arguments))
      end)
    end
    local ok, failure = pcall(body, terminal, expect)
    terminal:stop()
    if not ok then
      fail('%s', failure)
    end
  end)
end

local STYLED = '# 題名 😀\n\n日本語 **太字😀** and *slanted* ~~gone~~ ***both***\n\n- 2 * 3 * 4\n'

terminal_test('styles are on the screen', STYLED, function(_, expect)
  expect('styles', 'bold', '題名 😀')
  expect('styles', 'bold', '太字😀')
  expect('styles', '', ' and ')
  expect('styles', '', '日本語')
  expect('styles', 'italic', 'slanted')
  expect('styles', 'strikethrough', 'gone')
  expect('styles', 'bold italic', 'both')
  expect('styles', '', '2 * 3 * 4')
end)

terminal_test('a toggle, its repetition and its undo', 'some 太字 here\n', function(terminal, expect)
  -- Once tokens could be there, the server is.
  terminal:type('O# x')
  expect('message', '-- INSERT --')
  terminal:press('Escape')
  expect('message', '')
  expect('styles', 'bold', 'x')
  terminal:type('j0fh,b')
  expect('lines', '# x\nsome 太字 **here**')
  expect('styles', 'bold', 'here')
  expect('cursor', { 12, 1 })
  terminal:type('0.')
  expect('lines', '# x\n**some** 太字 **here**')
  terminal:type('uu')
  expect('lines', '# x\nsome 太字 here')
  terminal:type('05lve,i')
  expect('lines', '# x\nsome *太字* here')
  expect('styles', 'italic', '太字')
  expect('message', '-- VISUAL --')
  terminal:type('d')
  expect('lines', '# x\nsome ** here')
end)

terminal_test('Enter continues a list as it is typed', '# x\n', function(terminal, expect)
  expect('styles', 'bold', 'x')
  terminal:type('o- 日本😀')
  terminal:press('Enter')
  expect('lines', '# x\n- 日本😀\n-')
  expect('cursor', { 2, 2 })
  terminal:type('é**太字**')
  expect('styles', 'bold', '太字')
  expect('cursor', { 11, 2 })
  terminal:press('Enter', 'Tab')
  expect('lines', '# x\n- 日本😀\n- é**太字**\n  -')
  expect('cursor', { 4, 3 })
  terminal:press('BTab', 'Enter')
  expect('lines', '# x\n- 日本😀\n- é**太字**')
  expect('cursor', { 0, 3 })
end)

terminal_test('what is pasted stays as it is', '# x\n\n', function(terminal, expect)
  expect('styles', 'bold', 'x')
  terminal:type('Go')
  expect('message', '-- INSERT --')
  terminal:paste('- a\n- b\n\n1. c\n2. d\n| e |\n')
  expect('lines', '# x\n\n- a\n- b\n\n1. c\n2. d\n| e |')
end)

terminal_test('where there is nothing to change a message says so', '# x\n\n```\ncode\n```\n', function(terminal, expect)
  expect('styles', 'bold', 'x')
  terminal:type('G,b')
  expect('message', 'gfm: nothing to change here (strong)')
end)

-- Real documents

local corpus = vim.env.GFM_CORPUS .. '/docs'
for _, name in ipairs({
  'roomtime_README.md',
  'roomtime_guide_zh.md',
  'docs-ja/src_guide_components_events.md',
  'free-programming-books/README.md',
  'free-programming-books/docs_CODE_OF_CONDUCT-bn.md',
}) do
  local path = corpus .. '/' .. name
  if vim.uv.fs_stat(path) then
    editor_test('real document: ' .. name, {}, function(editor)
      editor:open(nil, { path = path })
      -- The first shown line without a token is plain text, whatever it looks like.
      local line
      editor:expect('tokens', true, function()
        line = editor:lua([=[
          vim.cmd.redraw()
          local marked, any = {}, false
          for name, id in pairs(vim.api.nvim_get_namespaces()) do
            if name:find('semantic_tokens') then
              for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, id, 0, -1, {})) do
                marked[mark[2]], any = true, true
              end
            end
          end
          for row, line in ipairs(any and vim.api.nvim_buf_get_lines(0, 0, vim.fn.line('w$'), false) or {}) do
            if not marked[row - 1] and vim.fn.match(line, '\\k') >= 0 then return row end
          end
          return 0]=])
        return line > 0
      end)
      local before = editor:text()
      editor:lua([[vim.api.nvim_win_set_cursor(0, { ..., 0 }); vim.fn.search('\\k', 'c')]], line)
      editor:input('viw')
      local selected = editor:selected()
      editor:input(',b')
      editor:expect('bold', '**' .. selected .. '**', function()
        return editor:lua([[return vim.fn.getline('.'):match('%*%*.-%*%*')]])
      end)
      editor:input(',b<Esc>')
      editor:expect_text('and back', before)
    end)
  end
end

-- Reading and moving

local READING = [[
# One

text [to two](#two-2) and [ref][label] and a note[^n]

## Two

- item
  more
- item

<!-- region x -->

> quote
> more

<!-- endregion -->

## Two?

### Two 2

end [ref][label]

[label]: https://example.com "title"
[^n]: what it *says*
]]

editor_test('outline: headings by level', {}, function(editor)
  editor:open(READING)
  editor:lua([[vim.lsp.buf.document_symbol({ on_list = function(list) _G.outline = list.items end })]])
  editor:expect('entries', { '[String] One', '[String] Two', '[String] Two?', '[String] Two 2' }, function()
    return editor:lua([[return vim.tbl_map(function(item) return (item.text:gsub('%s*$', '')) end, _G.outline or {})]])
  end)
end)

editor_test('folding: vim.lsp.foldexpr', {}, function(editor)
  editor:open(READING)
  editor:lua([[
    vim.wo.foldmethod = 'expr'
    vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
    vim.wo.foldlevel = 99]])
  editor:expect('levels', { 1, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 4, 4, 3, 3, 1, 2 }, function()
    return editor:lua([[
      vim.cmd.redraw()
      return vim.tbl_map(vim.fn.foldlevel, vim.fn.range(1, 18))]])
  end)
  editor:input('7Gzc')
  editor:expect('the item is closed', { 7, 8 }, function()
    return editor:lua([[return { vim.fn.foldclosed(7), vim.fn.foldclosedend(7) }]])
  end)
end)

for _, encoding in ipairs({ 'utf-8', 'utf-16' }) do
  editor_test(encoding .. ': go to definition', { encoding = encoding }, function(editor)
    editor:open('日本 😀 [x](#größe-😀-b) [y][l]\n\n# Größe 😀 b\n\n[l]: z\n')
    editor:input('f#l')
    editor:lua([[vim.lsp.buf.definition()]])
    editor:expect('nothing: an emoji is in no slug', 1, function()
      return editor:lua([[return vim.fn.line('.')]])
    end)
    editor:lua([[vim.api.nvim_buf_set_lines(0, 0, 1, false, { '日本 😀 [x](#größe--b) [y][l]' })]])
    editor:input('0f#l')
    editor:lua([[vim.lsp.buf.definition()]])
    editor:expect_marked('the heading', '日本 😀 [x](#größe--b) [y][l]\n\n# ‸Größe 😀 b\n\n[l]: z')
    editor:input('gg0fy')
    editor:lua([[vim.lsp.buf.definition()]])
    editor:expect_marked('the definition', '日本 😀 [x](#größe--b) [y][l]\n\n# Größe 😀 b\n\n[‸l]: z')
  end)

  editor_test(encoding .. ': rename a heading and a label', { encoding = encoding }, function(editor)
    editor:open_marked('日本 😀 [x](#größe) [y][l]\n\n# ‸Größe\n\n[l]: z\n')
    editor:lua([[vim.lsp.buf.rename('Länge 😀')]])
    editor:expect_text('heading', '日本 😀 [x](#länge-) [y][l]\n\n# Länge 😀\n\n[l]: z')
    editor:input('G0l')
    editor:lua([[vim.lsp.buf.rename('日')]])
    editor:expect_text('label', '日本 😀 [x](#länge-) [y][日]\n\n# Länge 😀\n\n[日]: z')
  end)
end

editor_test('references, highlights and hover', {}, function(editor)
  editor:open(READING)
  editor:input('G0kfa')
  editor:lua([[vim.lsp.buf.references(nil, { on_list = function(list) _G.found = list.items end })]])
  editor:expect('lines', { 3, 22, 24 }, function()
    return editor:lua([[return vim.tbl_map(function(item) return item.lnum end, _G.found or {})]])
  end)
  editor:input('3G0/note\\[<CR>f^')
  editor:lua([[vim.lsp.buf.hover()]])
  editor:expect('what the note says', true, function()
    return editor:lua([[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
          return table.concat(lines, ' '):find('what it', 1, true) ~= nil
        end
      end
      return false]])
  end)
end)

-- Diagnostics

for _, encoding in ipairs({ 'utf-8', 'utf-16', 'utf-32' }) do
  editor_test(encoding .. ': diagnostics come and go, and a quick fix is applied', { encoding = encoding }, function(editor)
    editor:open_marked('日本 😀 これは**‸「重要」**です\n\n[a][b]\n')
    local function diagnostics()
      return editor:lua([[return vim.tbl_map(function(found)
        return { found.lnum, found.col, found.end_col, found.code, found.severity, found.source }
      end, vim.diagnostic.get(0))]])
    end
    local undefined = { 2, 0, 6, 'undefinedReference', 2, 'gfm' }
    editor:expect('diagnostics', { { 0, 21, 37, 'emphasisNotRendered', 2, 'gfm' }, undefined }, diagnostics)
    editor:lua([[vim.lsp.buf.code_action({ apply = true, context = { only = { 'quickfix' }, diagnostics = {} } })]])
    editor:expect_text('fixed', '日本 😀 これは「**重要**」です\n\n[a][b]')
    editor:expect('the other one', { undefined }, diagnostics)
    editor:input('Gdd')
    editor:expect('none', {}, diagnostics)
  end)
end

-- Neovim watches files on Linux for those who say so.
local watching = [[vim.lsp.config('*', {
  capabilities = { workspace = { didChangeWatchedFiles = { dynamicRegistration = true } } },
})]]

editor_test('a linked file comes and goes', { before = watching }, function(editor)
  local folder = vim.fn.getcwd() .. '/watched'
  vim.fn.mkdir(folder .. '/.git', 'p')
  vim.fn.writefile({ '[a](b.md#c)' }, folder .. '/a.md')
  editor:open(nil, { path = folder .. '/a.md' })
  local function codes()
    return editor:lua([[return vim.tbl_map(function(found) return found.code end, vim.diagnostic.get(0))]])
  end
  editor:expect('there is none', { 'missingFile' }, codes)
  vim.fn.writefile({ '# B' }, folder .. '/b.md')
  editor:expect('there is one', { 'unknownFragment' }, codes)
  vim.fn.writefile({ '# C' }, folder .. '/b.md')
  editor:expect('it has the heading', {}, codes)
  vim.fn.delete(folder .. '/b.md')
  editor:expect('it is gone', { 'missingFile' }, codes)
end)

-- Run

local only = vim.env.GFM_TEST_FILTER
local passed, failed = 0, 0
for _, case in ipairs(tests) do
  if not only or case.name:find(only, 1, true) then
    local ok, failure = pcall(case.body)
    if ok then
      passed = passed + 1
      io.stdout:write('ok      ', case.name, '\n')
    else
      failed = failed + 1
      io.stdout:write('FAILED  ', case.name, '\n    ', tostring(failure), '\n')
    end
  end
end
io.stdout:write(('%d passed, %d failed\n'):format(passed, failed))
os.exit(failed == 0 and passed > 0 and 0 or 1)
