; A definition is one scope: its names are known in all of it.
(definition) @local.scope

(man_line letter: (man) @local.definition)
(region name: (region_name) @local.definition)
(setup_section name: (setup_name) @local.definition)
(changed_setup name: (setup_name) @local.definition)
(part name: (part_name) @local.definition)

[
  (man)
  (region_name)
  (setup_name)
  (part_name)
] @local.reference
