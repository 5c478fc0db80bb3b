//! Tests of tables of endings.

mod figures;
mod files;
mod material;
mod naive;
