-- The configuration of the Neovim under test: this plugin, and nothing else.
vim.opt.runtimepath:prepend(vim.env.GFM_PLUGIN)
vim.opt.swapfile = false
vim.opt.shortmess:append('aoOWIcCFtT')
vim.lsp.set_log_level('warn')
vim.cmd('filetype plugin on')
vim.g.maplocalleader = ','
