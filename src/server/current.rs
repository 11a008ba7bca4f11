//! A value that is replaced as a whole while others read it, as the settings are at a reload.

use std::sync::{Arc, PoisonError, RwLock};

/// What holds at this moment. Whoever reads it keeps what they read for as long as they need it, whatever is put in its
/// place meanwhile.
pub struct Current<T>(RwLock<Arc<T>>);

impl<T> Current<T> {
    /// Holds `value` until another one is set.
    pub fn new(value: T) -> Self {
        Self(RwLock::new(Arc::new(value)))
    }

    /// What holds now.
    #[must_use]
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// From now on `value` holds.
    pub fn set(&self, value: T) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(value);
    }
}
