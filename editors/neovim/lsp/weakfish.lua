return {
  cmd = { "weakfish", "lsp" },
  filetypes = { "weakfish" },
  root_markers = { ".git" },
}
