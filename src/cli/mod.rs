//! The commands: they alone read files, print and exit.
