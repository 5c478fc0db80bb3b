-- Opens a definition and looks at what Neovim made of it: `.ci/editors` runs this.

local function fail(message)
  io.stderr:write("error: " .. message .. "\n")
  vim.cmd.cquit()
end

vim.cmd.edit("defs/weakest.variant")
if vim.bo.filetype ~= "weakfish" then fail("the type of file is " .. vim.bo.filetype) end
if vim.bo.commentstring ~= "// %s" then fail("no settings for the type of file") end
if not vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] then fail("the grammar gives no colours") end

vim.treesitter.get_parser(0):parse()
-- The first byte of a text in the first line that has it, and what it is taken for.
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
for text, capture in pairs({
  ["// Weakest"] = "comment",
  ["game"] = "keyword.directive",
  ["P pawn"] = "type",
  ["mfWcfF"] = "operator",
  ["WcfF"] = "constant",
  ["turns 45"] = "keyword.operator",
  ["perft 2"] = "property",
}) do
  for row, line in ipairs(lines) do
    local column = line:find(text, 1, true)
    if column then
      local found = {}
      for _, at in ipairs(vim.treesitter.get_captures_at_pos(0, row - 1, column - 1)) do
        table.insert(found, at.capture)
      end
      if not vim.tbl_contains(found, capture) then
        fail(("`%s` is %s, not %s"):format(text, table.concat(found, ", "), capture))
      end
      break
    end
    if row == #lines then fail(("no line has `%s`"):format(text)) end
  end
end

local folds = vim.treesitter.query.get("weakfish", "folds")
if not folds or #folds.captures == 0 then fail("nothing is folded") end
print("Neovim shows defs/weakest.variant in colours")
vim.cmd.quitall({ bang = true })
