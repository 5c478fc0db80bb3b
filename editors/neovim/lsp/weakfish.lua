return {
  cmd = { "weakfish", "lsp" },
  filetypes = { "weakfish" },
  root_markers = { ".git" },
  -- The grammar tells the parts of a movement apart, which are one word for the server.
  on_init = function(client)
    if pcall(vim.treesitter.language.inspect, "weakfish") then
      client.server_capabilities.semanticTokensProvider = nil
    end
  end,
}
