--- Edits through gfm-language-server: the text, the cursor and the selection after an operation are the server's answer.
local M = {}

local api = vim.api
local on_type = require('gfm.on_type')

--- How long to wait for the server, in milliseconds; less where a key is waiting.
---@private
M._timeouts = { edit = 1000, key = 200 }

--- The server's client for a buffer (0: the current one), once it is ready.
---@param bufnr? integer
---@return vim.lsp.Client?
function M.client(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr or 0, name = 'gfm' })[1]
end

---@class gfm.Options
---@field cmd? string[] The server's command; default `{ 'gfm-language-server' }`.
---@field keys? boolean Map keys in the server's buffers (|gfm-keys|); default false.
---@field on_type? boolean Continue lists on a plain Enter, where Neovim can (0.12); default false.

---@param client vim.lsp.Client
---@param bufnr integer
---@param options gfm.Options
local function on_attach(client, bufnr, options)
  if options.keys then
    M.map_keys(bufnr)
    -- A mapped Enter must not be continued once more.
    on_type.disable(client)
  elseif options.on_type then
    on_type.enable(client)
  end
end

--- Configures and enables the server.
---@param options? gfm.Options
function M.setup(options)
  options = options or {}
  vim.validate('options', options, 'table')
  vim.validate('cmd', options.cmd, 'table', true)
  vim.validate('keys', options.keys, 'boolean', true)
  vim.validate('on_type', options.on_type, 'boolean', true)

  local group = api.nvim_create_augroup('gfm', {})
  on_type.follow_edits(group)
  api.nvim_create_autocmd('LspAttach', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'gfm' then
        on_attach(client, event.buf, options)
      end
    end,
  })
  for _, client in ipairs(vim.lsp.get_clients({ name = 'gfm' })) do
    for bufnr in pairs(client.attached_buffers) do
      on_attach(client, bufnr, options)
    end
  end

  vim.lsp.config('gfm', { cmd = options.cmd })
  vim.lsp.enable('gfm')
end

--- Maps the default keys in a buffer.
---@param bufnr integer
function M.map_keys(bufnr)
  local keys = { b = 'strong', i = 'emphasis', s = 'strikethrough', c = 'code' }
  for key, operation in pairs(keys) do
    vim.keymap.set({ 'n', 'x' }, '<LocalLeader>' .. key, '<Plug>(gfm-' .. operation .. ')', {
      buffer = bufnr,
      desc = 'Toggle ' .. operation,
    })
  end
  for key, plug in pairs({ ['<CR>'] = 'newline', ['<Tab>'] = 'tab', ['<S-Tab>'] = 'shift-tab' }) do
    local name = '<Plug>(gfm-' .. plug .. ')'
    vim.keymap.set('i', key, name, { buffer = bufnr, desc = vim.fn.maparg(name, 'i', false, true).desc })
  end
  local open = '<Plug>(gfm-open-below)'
  vim.keymap.set('n', 'o', open, { buffer = bufnr, desc = vim.fn.maparg(open, 'n', false, true).desc })
end

-- Positions: `{ row, column }`, both from 0, the column in bytes.

---@param row integer
---@return string
local function line_at(row)
  return api.nvim_buf_get_lines(0, row, row + 1, false)[1] or ''
end

local function to_lsp(position, encoding)
  local line = line_at(position[1])
  return {
    line = position[1],
    character = vim.str_utfindex(line, encoding, math.min(position[2], #line), false),
  }
end

local function from_lsp(position, encoding)
  return { position.line, vim.str_byteindex(line_at(position.line), encoding, position.character, false) }
end

local function is_before(a, b)
  return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2])
end

--- The position after the character at `position`, composing characters included; a line's end stays.
local function after_character(position)
  local line = line_at(position[1])
  return { position[1], math.min(position[2] + #vim.fn.strpart(line, position[2], 1, true), #line) }
end

--- The position of the character before `position`; the start of a line gives the end of the one above.
local function before_character(position)
  local row, column = position[1], position[2]
  if column == 0 then
    return row > 0 and { row - 1, #line_at(row - 1) } or position
  end
  return { row, column - 1 + vim.str_utf_start(line_at(row), column) }
end

local function place_cursor(position)
  api.nvim_win_set_cursor(0, { position[1] + 1, position[2] })
end

local BLOCK = '\22'

--- The carets or selections of the mode that the editor is in, as pairs of positions; and that mode's visual kind.
---@return { anchor: integer[], head: integer[] }[], string?
local function current_selections()
  local visual = api.nvim_get_mode().mode:match('^[vV' .. BLOCK .. ']')
  if not visual then
    local cursor = api.nvim_win_get_cursor(0)
    local caret = { cursor[1] - 1, cursor[2] }
    return { { anchor = caret, head = caret } }
  end

  local anchor, head = vim.fn.getpos('v'), vim.fn.getpos('.')
  if visual == BLOCK then
    local selections = {}
    for _, part in ipairs(vim.fn.getregionpos(anchor, head, { type = BLOCK })) do
      local first = { part[1][2] - 1, part[1][3] - 1 }
      if part[1][3] > 0 and first[2] < #line_at(first[1]) then
        -- The end is the last character's last byte.
        selections[#selections + 1] = { anchor = first, head = { part[2][2] - 1, part[2][3] } }
      end
    end
    return selections, visual
  end

  local from, to = { anchor[2] - 1, anchor[3] - 1 }, { head[2] - 1, head[3] - 1 }
  local is_backward = is_before(to, from)
  if is_backward then
    from, to = to, from
  end
  if visual == 'V' then
    from, to = { from[1], 0 }, { to[1], #line_at(to[1]) }
  elseif vim.o.selection ~= 'exclusive' then
    to = after_character(to)
  end
  if is_backward then
    from, to = to, from
  end
  return { { anchor = from, head = to } }, visual
end

--- Shows the selection of the answer in the visual mode that the editor was in.
local function select(anchor, head, visual)
  vim.cmd.normal({ '\27', bang = true })
  if visual == BLOCK or (anchor[1] == head[1] and anchor[2] == head[2]) then
    return place_cursor(head)
  end
  if visual == 'v' and vim.o.selection ~= 'exclusive' then
    if is_before(anchor, head) then
      head = before_character(head)
    else
      anchor = before_character(anchor)
    end
  end
  place_cursor(anchor)
  vim.cmd.normal({ visual, bang = true })
  place_cursor(head)
end

--- Asks the server; `nil` where the operation makes no sense, or without a timely answer, with the reason then.
---@return table? answer
---@return string? reason
local function ask(client, operation, arguments, selections, timeout)
  local encoding = client.offset_encoding
  -- Its number, not 0: only then does Neovim 0.11 send pending changes before the request.
  local bufnr = api.nvim_get_current_buf()
  local tick = api.nvim_buf_get_changedtick(bufnr)
  local response, failure = client:request_sync('gfm/edit', {
    textDocument = vim.lsp.util.make_text_document_params(bufnr),
    version = vim.lsp.util.buf_versions[bufnr],
    selections = vim.tbl_map(function(selection)
      return { anchor = to_lsp(selection.anchor, encoding), head = to_lsp(selection.head, encoding) }
    end, selections),
    operation = operation,
    arguments = arguments,
  }, timeout, bufnr)
  if not response then
    return nil, ('the server gave no answer (%s)'):format(failure or 'not running')
  elseif response.err then
    return nil, response.err.message
  elseif api.nvim_buf_get_changedtick(bufnr) ~= tick then
    return nil, 'the text has changed meanwhile'
  elseif response.result == vim.NIL then
    return nil
  end
  return response.result
end

--- Applies an answer as one undo step.
local function apply(answer, client, visual)
  local encoding = client.offset_encoding
  vim.lsp.util.apply_text_edits(answer.edits, api.nvim_get_current_buf(), encoding)
  local selection = answer.selections[1]
  if not selection then
    return
  end
  local anchor, head = from_lsp(selection.anchor, encoding), from_lsp(selection.head, encoding)
  if visual then
    select(anchor, head, visual)
  else
    place_cursor(head)
  end
end

--- Runs an operation on selections of a plugin's own, such as those of several cursors, as one undo step.
---@param operation string one of those in the server's capability `experimental.gfmEdit`
---@param selections { anchor: integer[], head: integer[] }[] pairs `{ row, column }`, from 0, the column in bytes
---@param arguments? table the operation's arguments
---@return { anchor: integer[], head: integer[] }[]? selections where they are afterwards; `nil`: it made no sense there
---@return string? reason why there was no answer
function M.edit_selections(operation, selections, arguments)
  local client = M.client()
  if not client then
    return nil, 'no server is attached to this buffer'
  end
  local answer, reason = ask(client, operation, arguments, selections, M._timeouts.edit)
  if not answer then
    return nil, reason
  end
  local encoding = client.offset_encoding
  vim.lsp.util.apply_text_edits(answer.edits, api.nvim_get_current_buf(), encoding)
  return vim.tbl_map(function(selection)
    return { anchor = from_lsp(selection.anchor, encoding), head = from_lsp(selection.head, encoding) }
  end, answer.selections)
end

--- Runs one of the server's edit operations at the cursor or on the visual selection, in the current buffer.
---@param operation string one of those in the server's capability `experimental.gfmEdit`
---@param arguments? table the operation's arguments
---@return boolean done whether the operation made sense there
function M.edit(operation, arguments)
  local client = M.client()
  if not client then
    vim.notify('gfm: no server is attached to this buffer (:checkhealth gfm)', vim.log.levels.WARN)
    return false
  end
  local selections, visual = current_selections()
  local answer, reason = ask(client, operation, arguments, selections, M._timeouts.edit)
  if answer then
    apply(answer, client, visual)
  elseif reason then
    vim.notify('gfm: ' .. reason, vim.log.levels.WARN)
  else
    vim.notify(('gfm: nothing to change here (%s)'):format(operation))
  end
  return answer ~= nil
end

local repeated_operation, repeated_arguments

--- The keys that run `operation` at the cursor so that `.` repeats it, for an `<expr>` mapping in normal mode.
---@param operation string
---@param arguments? table the operation's arguments
---@return string
function M.repeatable(operation, arguments)
  repeated_operation, repeated_arguments = operation, arguments
  vim.go.operatorfunc = "v:lua.require'gfm'._operatorfunc"
  return 'g@l'
end

---@private
function M._operatorfunc()
  M.edit(repeated_operation, repeated_arguments)
end

--- Whether the server knows an operation.
local function knows(client, operation)
  local operations = vim.tbl_get(client.server_capabilities, 'experimental', 'gfmEdit')
  return type(operations) == 'table' and vim.tbl_contains(operations, operation)
end

--- Runs the first of the operations that makes sense at the cursor, else types the key.
---@param operations string[]
---@param key string in the notation of mappings
local function run_or_type(operations, key)
  local client = M.client()
  for _, operation in ipairs(operations) do
    if client and knows(client, operation) then
      local answer, failure = ask(client, operation, nil, current_selections(), M._timeouts.key)
      if answer then
        return apply(answer, client)
      elseif failure then
        break -- The key has waited long enough.
      end
    end
  end
  -- In front of what has been typed meanwhile, and never mapped again.
  api.nvim_feedkeys(vim.keycode(key), 'in', false)
end

--- What the keys do, in the order in which it is tried.
local key_operations = {
  ['<CR>'] = { 'newline' },
  ['<Tab>'] = { 'nextCell', 'indent' },
  ['<S-Tab>'] = { 'previousCell', 'outdent' },
}

--- The keys of `<Plug>(gfm-newline)`, `<Plug>(gfm-tab)` and `<Plug>(gfm-shift-tab)`: the plain key where a completion
--- menu is open or no server is attached.
---@param key '<CR>'|'<Tab>'|'<S-Tab>'
---@return string
function M.insert_keys(key)
  local step = ({ ['<Tab>'] = 1, ['<S-Tab>'] = -1 })[key]
  if step and vim.snippet.active({ direction = step }) then
    return ('<Cmd>lua vim.snippet.jump(%d)<CR>'):format(step)
  elseif vim.fn.pumvisible() == 1 or not M.client() then
    return key
  end
  -- <C-]> expands an abbreviation before the cursor, as the typed key would have.
  return ("<C-]><Cmd>lua require('gfm')._insert_key('%s')<CR>"):format(key:gsub('<', '<lt>'))
end

---@private
function M._insert_key(key)
  run_or_type(key_operations[key], key)
end

-- The answer that is to be applied once insert mode has begun, and who gave it.
local opened

--- Opens a line below the cursor's, as Enter at its end would, where that continues something; else as |o| does: so too
--- with a count and on a closed fold.
function M.open_below()
  local client = M.client()
  opened = nil
  if client and knows(client, 'newline') and vim.v.count == 0 and vim.fn.foldclosed('.') == -1 then
    local row = api.nvim_win_get_cursor(0)[1] - 1
    local caret = { row, #line_at(row) }
    local answer = ask(client, 'newline', nil, { { anchor = caret, head = caret } }, M._timeouts.key)
    opened = answer and { answer = answer, client = client }
  end
  -- In insert mode, so that the line and what is typed into it are one undo step.
  local keys = opened and "A<Cmd>lua require('gfm')._apply_opened()<CR>" or vim.v.count1 .. 'o'
  api.nvim_feedkeys(vim.keycode(keys), 'in', false)
end

---@private
function M._apply_opened()
  if opened then
    apply(opened.answer, opened.client)
    opened = nil
  end
end

return M
