//! Tests of tables of endings.

mod figures;
mod files;
mod fits;
mod material;
mod naive;
mod selections;
