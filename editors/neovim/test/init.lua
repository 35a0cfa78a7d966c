-- The configuration of the Neovim under test: this plugin, and nothing else.
vim.opt.runtimepath:prepend(vim.env.GFM_PLUGIN)
vim.opt.swapfile = false
-- Highlights are set where the window shows them: let it show all of a test's text.
vim.o.lines = 100
vim.opt.shortmess:append('aoOWIcCFtT')
vim.lsp.set_log_level('warn')
vim.cmd('filetype plugin on')
vim.g.maplocalleader = ','
