; What a definition looks like. Of several patterns that take a node the last one counts.

(comment) @comment
((comment) @comment.note
  (#match? @comment.note "^//[ \t]*allow[ \t]"))

(text) @string
(title_section title: (text) @markup.heading)
(test_section title: (text) @markup.heading)

; Headings, what a line is about, and the other words of the language.
(heading) @keyword.directive
(key) @property
(word) @keyword
(rule_name (word) @property)
(condition (word) @property)
(verdict) @constant.builtin
(outcome (verdict) @constant.builtin)
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

; Movements: where to, how, and what leaps.
(atom) @type
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
(empty) @comment
(hole) @comment
(square) @constant
(file) @constant
(number) @number
(size) @number

; Tests.
(fen) @string.special
(move) @constant
(move_number) @number

[":" "," "+"] @punctuation.delimiter
["(" ")"] @punctuation.bracket
