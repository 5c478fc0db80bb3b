//! Tests of tables of endings.

mod figures;
mod files;
mod fits;
mod material;
mod memory;
mod naive;
mod selections;
