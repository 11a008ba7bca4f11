//! The store against a real database in a temporary directory.
