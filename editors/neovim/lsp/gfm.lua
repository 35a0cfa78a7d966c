-- gfm-language-server's entry for `vim.lsp.config()` and `vim.lsp.enable('gfm')`.
---@type vim.lsp.Config
return {
  cmd = { 'gfm-language-server' },
  filetypes = { 'markdown' },
  root_markers = { '.git' },
  -- What counts from the start alone, the legend and new types of tokens, may stand among the settings, too.
  before_init = function(params, config)
    local settings = vim.tbl_get(config, 'settings', 'gfm') or {}
    local at_start = { gfm = { semanticTokens = settings.semanticTokens, rules = settings.rules } }
    if next(at_start.gfm) then
      local given = params.initializationOptions
      params.initializationOptions = vim.tbl_deep_extend('force', at_start, type(given) == 'table' and given or {})
    end
  end,
}
