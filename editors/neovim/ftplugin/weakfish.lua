vim.bo.commentstring = "// %s"
vim.bo.comments = "://"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
-- A name has hyphens, the letter of a man perhaps a sign.
vim.opt_local.iskeyword:append({ "-", "+", "'" })

-- The queries are the grammar's own. Those on the runtime path are used if they are not beside this plugin.
if not vim.g.weakfish_queries then
  vim.g.weakfish_queries = true
  local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
  for _, name in ipairs({ "highlights", "folds", "indents", "locals" }) do
    local file = io.open(here .. "/../tree-sitter-weakfish/queries/" .. name .. ".scm", "r")
    if file then
      -- Without the compiled grammar a query can't be read.
      pcall(vim.treesitter.query.set, "weakfish", name, file:read("*a"))
      file:close()
    end
  end
end

-- Without the compiled grammar there are the server's colours.
if pcall(vim.treesitter.start) then
  vim.opt_local.foldmethod = "expr"
  vim.opt_local.foldexpr = "v:lua.vim.treesitter.foldexpr()"
  vim.opt_local.foldlevel = 99
end
