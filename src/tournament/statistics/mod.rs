//! The figures of matches that are given as counts or records, as `arena stats` prints them.

mod field;
mod figures;

pub use field::{Field, Selection};
pub use figures::Figures;
