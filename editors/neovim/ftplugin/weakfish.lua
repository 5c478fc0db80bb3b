vim.bo.commentstring = "// %s"
vim.bo.comments = "://"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
-- A setup's row has `+` in it, a name hyphens.
vim.opt_local.iskeyword:append({ "-", "+", "'" })

-- Without the compiled grammar there are the server's colours.
if pcall(vim.treesitter.start) then
  vim.opt_local.foldmethod = "expr"
  vim.opt_local.foldexpr = "v:lua.vim.treesitter.foldexpr()"
  vim.opt_local.foldlevel = 99
end
