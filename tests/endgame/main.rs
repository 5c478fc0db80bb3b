//! Tests of tables of endings.

mod figures;
mod naive;
