// The pages of the reference, in the order of the book, with the section that the entries of each belong to.
&[
    (Section::File, pages! { "file" "forms" "inheritance" "absent" }),
    (Section::Facts, pages! { "facts" }),
    (Section::Men, pages! { "men" }),
    (
        Section::Properties,
        pages! { "properties/royal" "properties/turns" "properties/when" "properties/when-captured" "properties/becomes" "properties/one-direction-at-a-time" "properties/flips" "properties/stays-in" "properties/enters" "properties/on" "properties/along-lines" "properties/captured" "properties/captures" "properties/hops-over" "properties/passes-own" "properties/holds" "properties/relays" "properties/also-at-first" "properties/also-once-a-game" "properties/leaves" "properties/instead-of" },
    ),
    (Section::Regions, pages! { "regions" }),
    (Section::Setups, pages! { "setups" }),
    (
        Section::Rules,
        pages! { "rules" "rules/castling" "rules/long-step" "rules/en-passant" "rules/promotion" "rules/drop" "rules/wall" "rules/progress" "rules/turn" "rules/must-move" "rules/repetition" "rules/grid" "rules/opposition" "rules/finishing-move" "rules/capture" "rules/passing" "rules/immobility" "rules/check" "rules/check-evasion" "rules/own-check" "rules/points" "rules/counting-when-bared" "rules/counting" "rules/compulsory" },
    ),
    (
        Section::Endings,
        pages! { "endings" "endings/checkmated" "endings/stalemated" "endings/bared" "endings/moves-without-progress" "endings/position" "endings/only" "endings/on" "endings/no" "endings/in-a-row" "endings/chain" "endings/both-pass" "endings/full-board" "endings/opposition-accepted" "endings/counted-out" "endings/checks-given" "endings/castled" "endings/the-rest" },
    ),
    (Section::Results, pages! { "endings/results" }),
    (Section::Turn, pages! { "endings/to-move" }),
    (Section::Tests, pages! { "tests" }),
    (Section::Atoms, pages! { "betza" "betza/atoms" }),
    (Section::Ranges, pages! { "betza/ranges" }),
    (Section::Modifiers, pages! { "betza/modifiers" }),
    (Section::Paths, pages! { "betza/paths" }),
]
