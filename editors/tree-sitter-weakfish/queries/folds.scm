[
  (title_section)
  (men_section)
  (regions_section)
  (setup_section)
  (rules_section)
  (endings_section)
  (test_section)
] @fold
