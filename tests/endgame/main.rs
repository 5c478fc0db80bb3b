//! Tests of tables of endings.

mod figures;
