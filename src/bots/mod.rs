//! Bots.

pub mod tree;
