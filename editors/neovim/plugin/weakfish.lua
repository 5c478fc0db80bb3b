-- Weakfish's definitions of chess variants: the type of file, the grammar, the server.

vim.filetype.add({ extension = { variant = "weakfish" } })

-- The queries are the grammar's own. A copy elsewhere on the runtime path is used if they are not beside this folder.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
local queries = vim.fs.normalize(here .. "/../tree-sitter-weakfish/queries")

for _, name in ipairs({ "highlights", "folds", "indents", "locals" }) do
  local file = io.open(queries .. "/" .. name .. ".scm", "r")
  if file then
    local text = file:read("*a")
    file:close()
    -- The grammar may not be compiled, or only later.
    vim.api.nvim_create_autocmd("FileType", {
      pattern = "weakfish",
      once = true,
      callback = function()
        pcall(vim.treesitter.query.set, "weakfish", name, text)
      end,
    })
  end
end

-- From Neovim 0.11 on `lsp/weakfish.lua` is found by itself.
if vim.lsp.enable then
  vim.lsp.enable("weakfish")
else
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "weakfish",
    callback = function(event)
      local config = dofile(here .. "/lsp/weakfish.lua")
      local markers = vim.fs.find(config.root_markers, { upward = true, path = vim.fs.dirname(event.file) })
      vim.lsp.start({
        name = "weakfish",
        cmd = config.cmd,
        root_dir = markers[1] and vim.fs.dirname(markers[1]) or vim.fs.dirname(vim.api.nvim_buf_get_name(event.buf)),
      })
    end,
  })
end
