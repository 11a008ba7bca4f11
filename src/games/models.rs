//! The trained models of evaluations, such as the network of chess.
//!
//! The program contains them. A WebAssembly module does not, because they are larger than its code: its host provides
//! them.

use std::sync::OnceLock;

/// A model.
#[derive(Debug)]
pub struct Model {
    game: &'static str,
    evaluation: &'static str,
    contained: Option<&'static [u8]>,
    provided: OnceLock<Vec<u8>>,
}

/// All models.
pub static ALL: [&Model; 2] = [&super::chess::MODEL, &super::reversi::MODEL];

/// Returns the bytes of a file, or `None` in a WebAssembly module.
macro_rules! contained {
    ($file:literal) => {{
        #[cfg(not(target_family = "wasm"))]
        let bytes: Option<&'static [u8]> = Some(include_bytes!($file));
        #[cfg(target_family = "wasm")]
        let bytes: Option<&'static [u8]> = None;
        bytes
    }};
}

pub(crate) use contained;

impl Model {
    pub(crate) const fn new(game: &'static str, evaluation: &'static str, contained: Option<&'static [u8]>) -> Self {
        Self { game, evaluation, contained, provided: OnceLock::new() }
    }

    /// Provides the model, unless it is there already.
    pub fn provide(&self, bytes: Vec<u8>) {
        self.provided.get_or_init(|| bytes);
    }

    /// Returns the content if it is there.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.contained.or_else(|| self.provided.get().map(Vec::as_slice))
    }
}

/// Returns whether the evaluation has a model that is not there.
pub(crate) fn is_missing(game: &str, evaluation: &str) -> bool {
    ALL.iter().any(|model| model.game == game && model.evaluation == evaluation && model.bytes().is_none())
}
