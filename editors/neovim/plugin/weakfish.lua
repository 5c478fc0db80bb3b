-- Weakfish's definitions of chess variants: the type of file, and the server.

vim.filetype.add({ extension = { variant = "weakfish" } })

-- From Neovim 0.11 on `lsp/weakfish.lua` is found by itself.
if vim.lsp.enable then
  vim.lsp.enable("weakfish")
  return
end

local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")

vim.api.nvim_create_autocmd("FileType", {
  pattern = "weakfish",
  callback = function(event)
    local config = dofile(here .. "/lsp/weakfish.lua")
    if vim.fn.executable(config.cmd[1]) == 0 then
      vim.notify_once("`weakfish` is not on the PATH: there will be no diagnostics", vim.log.levels.WARN)
      return
    end
    local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(event.buf))
    local marker = vim.fs.find(config.root_markers, { upward = true, path = folder })[1]
    vim.lsp.start({
      name = "weakfish",
      cmd = config.cmd,
      on_init = config.on_init,
      root_dir = marker and vim.fs.dirname(marker) or folder,
    })
  end,
})
