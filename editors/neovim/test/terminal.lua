-- Neovim in a terminal, as its user sees it: tmux is the terminal, and its screen is what is looked at.

local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))

---@class Terminal
local Terminal = {}
Terminal.__index = Terminal

function Terminal.is_available()
  return vim.fn.executable('tmux') == 1
end

local count = 0

--- Starts Neovim with a file of `text`.
function Terminal.start(text)
  count = count + 1
  local name = ('%s/terminal%d'):format(vim.fn.getcwd(), count)
  local file = assert(io.open(name .. '.md', 'wb'))
  file:write(text)
  file:close()
  local terminal = setmetatable({ socket = name .. '.socket' }, Terminal)
  terminal:tmux(
    { 'new-session', '-d', '-x', '80', '-y', '16', 'env', 'TERM=tmux-256color', 'COLORTERM=' },
    { vim.v.progpath, '--clean', '-u', here .. '/terminal_init.lua', name .. '.md' }
  )
  return terminal
end

--- Runs tmux with the words of all lists, and returns what it prints.
function Terminal:tmux(...)
  local command = { 'tmux', '-u', '-S', self.socket, '-f', '/dev/null' }
  for _, words in ipairs({ ... }) do
    vim.list_extend(command, words)
  end
  local result = vim.system(command, { text = true, timeout = 10000 }):wait()
  if result.code ~= 0 then
    error(('tmux: %s'):format(result.stderr), 0)
  end
  return result.stdout
end

--- Types text as it is.
function Terminal:type(text)
  self:tmux({ 'send-keys', '-l', '--', text })
end

--- Types keys by their names in tmux.
function Terminal:press(...)
  self:tmux({ 'send-keys', ... })
end

--- Pastes text, between the marks that tell an editor so.
function Terminal:paste(text)
  self:tmux({ 'set-buffer', '--', text })
  self:tmux({ 'paste-buffer', '-p' })
end

--- The screen's lines of text, without the tildes below the text and without the last line of the screen.
function Terminal:lines()
  local lines = vim.split(self:tmux({ 'capture-pane', '-p' }), '\n', { plain = true })
  local text = {}
  for index = 1, 15 do
    local line = vim.trim(lines[index] or '') == '~' and '' or (lines[index] or '')
    text[index] = (line:gsub('%s+$', ''))
  end
  return (table.concat(text, '\n'):gsub('\n+$', ''))
end

--- The last line of the screen.
function Terminal:message()
  local lines = vim.split(self:tmux({ 'capture-pane', '-p' }), '\n', { plain = true })
  return vim.trim(lines[16] or '')
end

--- The cursor's column and row on the screen, in cells, both from 0.
function Terminal:cursor()
  local column, row = self:tmux({ 'display-message', '-p', '#{cursor_x} #{cursor_y}' }):match('(%d+) (%d+)')
  return { tonumber(column), tonumber(row) }
end

local STYLES = { ['1'] = 'bold', ['3'] = 'italic', ['9'] = 'strikethrough' }
local ENDS = { ['22'] = 'bold', ['23'] = 'italic', ['29'] = 'strikethrough' }
-- How many numbers follow those that set a colour in one of the ways.
local COLOR_LENGTHS = { ['5'] = 1, ['2'] = 3 }

--- Changes the set of styles `state` by the numbers of an escape sequence.
local function set_styles(state, numbers)
  local index = 1
  while index <= #numbers do
    local number = numbers[index]
    if number == '' or number == '0' then
      state.bold, state.italic, state.strikethrough = nil, nil, nil
    elseif number == '38' or number == '48' or number == '58' then
      index = index + 1 + (COLOR_LENGTHS[numbers[index + 1]] or 0)
    elseif STYLES[number] then
      state[STYLES[number]] = true
    elseif ENDS[number] then
      state[ENDS[number]] = nil
    end
    index = index + 1
  end
end

--- The styles that the screen shows the first `needle` in, where it has the same ones all along.
function Terminal:styles(needle)
  local plain, styles, state = {}, {}, {}
  local screen = self:tmux({ 'capture-pane', '-p', '-e' })
  local position = 1
  while position <= #screen do
    local numbers, stop = screen:match('^\27%[([%d;:]*)m()', position)
    if numbers then
      set_styles(state, vim.split(numbers, '[;:]'))
      position = stop
    else
      plain[#plain + 1] = screen:sub(position, position)
      local names = vim.tbl_keys(state)
      table.sort(names)
      styles[#styles + 1] = table.concat(names, ' ')
      position = position + 1
    end
  end
  local first, last = table.concat(plain):find(needle, 1, true)
  if not first then
    return 'not on the screen'
  end
  local found = {}
  for index = first, last do
    found[styles[index]] = true
  end
  return table.concat(vim.tbl_keys(found), ', ')
end

function Terminal:stop()
  pcall(self.tmux, self, { 'kill-server' })
end

return Terminal
