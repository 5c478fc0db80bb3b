; What stands under a heading is indented, except facts and changed setups, which begin at the margin.
[
  (men_section)
  (regions_section)
  (setup_section)
  (rules_section)
  (endings_section)
  (test_section)
] @indent
