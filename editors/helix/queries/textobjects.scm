(comment) @comment.inside
(comment)+ @comment.around

; A section is what `]f` and `]t` go to: a test as a test, every other one as a function.
[
  (title_section)
  (men_section)
  (regions_section)
  (setup_section)
  (changed_setup)
  (rules_section)
  (endings_section)
] @function.around

(test_section) @test.around

(man_line) @class.around
(property) @parameter.inside
