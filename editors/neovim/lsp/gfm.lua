-- gfm-language-server's entry for `vim.lsp.config()` and `vim.lsp.enable('gfm')`.
---@type vim.lsp.Config
return {
  cmd = { 'gfm-language-server' },
  filetypes = { 'markdown' },
  root_markers = { '.git' },
  -- What counts from the start alone, such as new types of tokens, may stand among the settings, too.
  before_init = function(params, config)
    local settings = config.settings and config.settings.gfm
    if settings then
      local given = params.initializationOptions
      given = type(given) == 'table' and given or {}
      params.initializationOptions = vim.tbl_deep_extend('force', { gfm = settings }, given)
    end
  end,
}
