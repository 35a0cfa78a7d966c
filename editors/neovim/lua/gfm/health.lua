--- `:checkhealth gfm`
local M = {}

local health = vim.health

local function check_executable(command)
  local program = command[1]
  if vim.fn.executable(program) == 0 then
    health.error(('the server `%s` is not found'):format(program), {
      'Put gfm-language-server on your PATH, or name it: require("gfm").setup({ cmd = { "/path/to/it" } }).',
    })
    return
  end
  local started, process = pcall(vim.system, { program, '--version' }, { text = true, timeout = 5000 })
  local result = started and process:wait() or { code = -1, stderr = process }
  if result.code == 0 then
    health.ok(('`%s`: %s'):format(vim.fn.exepath(program), vim.trim(result.stdout)))
  else
    health.error(('`%s --version` failed: %s'):format(program, vim.trim(result.stderr or '')))
  end
end

local function check_operations(client)
  local operations = vim.tbl_get(client.server_capabilities, 'experimental', 'gfmEdit')
  if operations then
    health.ok('edit operations: ' .. table.concat(operations, ', '))
  else
    health.error('the server does not edit', { 'The keys need a gfm-language-server of the same version.' })
  end
end

local function check_status(client)
  local response, reason = client:request_sync('gfm/status', vim.empty_dict(), 5000)
  local status = response and response.result
  if not status then
    local failure = response and response.err and response.err.message or reason
    health.warn(('the server does not say how it is: %s'):format(failure or 'not running'))
    return
  end
  health.info(('server %s, parser %s'):format(status.version, status.parserVersion))
  for _, document in ipairs(status.documents) do
    health.info(('%s: %d bytes, %d lines'):format(document.uri, document.byteCount, document.lineCount))
  end
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = 'gfm' })
  if #clients == 0 then
    health.info('No server is running: one starts with the first Markdown buffer.')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_keys(client.attached_buffers)
    health.ok(
      ('client %d: buffers %s, position encoding %s'):format(client.id, table.concat(buffers, ', '), client.offset_encoding)
    )
    if client.server_capabilities.semanticTokensProvider then
      local legend = client.server_capabilities.semanticTokensProvider.legend
      health.ok(('semantic tokens: %d types, %d modifiers'):format(#legend.tokenTypes, #legend.tokenModifiers))
    else
      health.error('the server offers no semantic tokens: is it gfm-language-server?')
    end
    check_operations(client)
    check_status(client)
  end
end

function M.check()
  health.start('gfm')
  if vim.fn.has('nvim-0.11') == 0 then
    return health.error('Neovim 0.11 or later is needed')
  end
  health.ok('Neovim ' .. tostring(vim.version()))

  local config = vim.lsp.config.gfm
  if not config then
    return health.error('lsp/gfm.lua is not found', { "Add the plugin's folder to 'runtimepath'." })
  end
  if type(config.cmd) == 'table' then
    check_executable(config.cmd)
  end
  if not vim.lsp.is_enabled('gfm') then
    health.warn('the server is not enabled', { "Call require('gfm').setup() or vim.lsp.enable('gfm')." })
  end
  check_clients()
end

return M
