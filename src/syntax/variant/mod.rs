//! Definitions: a rule sheet to a tree of sections and lines.
