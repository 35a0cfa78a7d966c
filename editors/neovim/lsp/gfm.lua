-- gfm-language-server's entry for `vim.lsp.config()` and `vim.lsp.enable('gfm')`.
---@type vim.lsp.Config
return {
  cmd = { 'gfm-language-server' },
  filetypes = { 'markdown' },
  root_markers = { '.git' },
}
