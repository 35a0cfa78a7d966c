-- The configuration of the Neovim in a terminal: that of the other tests, and what its user would have.
dofile(vim.env.GFM_PLUGIN .. '/test/init.lua')
vim.o.ruler = false
vim.o.laststatus = 0
vim.o.showcmd = false
-- Neovim's own syntax file has styles too.
vim.cmd.syntax('off')
local gfm = require('gfm')
gfm.setup({ cmd = { vim.env.GFM_SERVER }, keys = true })
-- A busy machine shall not make the server look slow.
gfm._timeouts = { edit = 10000, key = 10000 }
