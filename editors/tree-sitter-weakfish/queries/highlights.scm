; What a definition looks like. No two patterns take one node: editors differ in which of them would count.

((comment) @comment
  (#not-match? @comment "^//[ \t]*allow[ \t]"))
((comment) @comment.note
  (#match? @comment.note "^//[ \t]*allow[ \t]"))

(fact (text) @string)
(title_section title: (text) @markup.heading)
(title_section base: (text) @string)
(test_section title: (text) @markup.heading)

; Headings, and what a line is about.
(heading) @keyword.directive
(key) @property
(rule_name (word) @property)
(condition (word) @property)

; The other words of the language.
(fact (word) @keyword.operator)
(man_line (word) @keyword.operator)
(property (word) @keyword.operator)
(area (word) @keyword.operator)
(facing (word) @keyword.operator)
(faced (word) @keyword.operator)
(changed_setup (word) @keyword.operator)
(change (word) @keyword.operator)
(rule_value (word) @keyword.operator)
(result (word) @keyword.operator)
(moves (word) @keyword.operator)
(outcome (word) @keyword.operator)
(verdict) @constant.builtin
(side) @variable.builtin

; Men, and what else has a name.
(man) @type
(white_man) @type
(black_man) @constructor
(state) @attribute
(man_name) @variable
(part_name) @variable.parameter
(region_name) @label
(setup_name) @label
(game_name) @label
(reason) @label
(label) @label

; Movements: what leaps, where to, and how.
(atom) @constant
(betza_direction) @attribute
(direction) @attribute
(betza_mode) @operator
(betza_manner) @function
(modes) @operator
(range) @number
(betza_joint) @operator
(betza_bracket ["[" "]"] @punctuation.bracket)
(betza_other) @error

; Boards and squares.
(empty) @punctuation.special
(hole) @punctuation.special
(square) @number
(file) @number
(number) @number
(size) @number

; Tests.
(fen) @string.special
(move) @constant
(move_number) @number

[":" "," "+"] @punctuation.delimiter
