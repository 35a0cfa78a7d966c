--- On-type formatting, which Neovim has since 0.12: Enter continues lists without being mapped.
local M = {}

local api = vim.api

--- Whether this Neovim has it.
---@return boolean
function M.is_available()
  return vim.tbl_get(vim.lsp, 'on_type_formatting', 'enable') ~= nil
end

---@param client vim.lsp.Client
function M.enable(client)
  if M.is_available() then
    vim.lsp.on_type_formatting.enable(true, { client_id = client.id })
  end
end

--- Switches it off for a client, whatever else has switched it on for all.
---@param client vim.lsp.Client
function M.disable(client)
  if M.is_available() then
    vim.lsp.on_type_formatting.enable(false, { client_id = client.id })
  end
end

local carets = api.nvim_create_namespace('gfm.carets')

--- Takes the cursor along, once the answer to a request has been applied.
local function follow(bufnr, id)
  local tick = api.nvim_buf_get_changedtick(bufnr)
  local cursor = api.nvim_win_get_cursor(0)
  -- The answer is applied right after what tells of it.
  vim.schedule(function()
    if not api.nvim_buf_is_valid(bufnr) then
      return
    end
    local mark = api.nvim_buf_get_extmark_by_id(bufnr, carets, id, {})
    api.nvim_buf_del_extmark(bufnr, carets, id)
    local is_edited = api.nvim_buf_get_changedtick(bufnr) ~= tick and api.nvim_get_current_buf() == bufnr
    if is_edited and mark[1] and vim.deep_equal(cursor, api.nvim_win_get_cursor(0)) then
      api.nvim_win_set_cursor(0, { mark[1] + 1, mark[2] })
    end
  end)
end

--- Neovim leaves the cursor before what is inserted at it; from now on it comes to stand behind the new marker.
---@param group integer of autocommands
function M.follow_edits(group)
  if not M.is_available() then
    return
  end
  api.nvim_create_autocmd('LspRequest', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      local request, id = event.data.request, event.data.request_id
      if not client or client.name ~= 'gfm' or request.method ~= 'textDocument/onTypeFormatting' then
        return
      elseif request.type == 'pending' then
        -- Text inserted at a mark goes before it.
        local row, column = unpack(api.nvim_win_get_cursor(0))
        api.nvim_buf_set_extmark(request.bufnr, carets, row - 1, column, { id = id })
      else
        follow(request.bufnr, id)
      end
    end,
  })
end

return M
