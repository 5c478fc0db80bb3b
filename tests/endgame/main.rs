//! Tests of tables of endings.

mod figures;
mod files;
mod fits;
mod naive;
mod selections;
