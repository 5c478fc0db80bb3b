//! Betza notation: a string to a tree of terms.
