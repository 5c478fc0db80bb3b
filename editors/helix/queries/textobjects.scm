(comment) @comment.inside
(comment)+ @comment.around

; What `]f` goes to is a section, what `]T` a test, what `]t` a man.
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
