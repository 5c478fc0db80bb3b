; What an outline lists.
(man_line letter: (man) @name) @definition.class
(region name: (region_name) @name) @definition.constant
(setup_section name: (setup_name) @name) @definition.module
(changed_setup name: (setup_name) @name) @definition.module
(test_section title: (text) @name) @definition.function
