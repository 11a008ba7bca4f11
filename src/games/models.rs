//! The trained models of evaluations, such as the tables of reversi.
//!
//! The program contains them. A WebAssembly module does not, because they are larger than its code: its host provides
//! them.
//!
//! The file of a model begins with the line `arena-model 1`, and a line of JSON, the [`ModelHeader`]. Little-endian
//! numbers follow, and then a checksum of all that with eight bytes.

use std::borrow::Cow;
use std::fmt;
#[cfg(not(target_family = "wasm"))]
use std::io::Read;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::Game;
use super::seed::mix;

/// The first line of a model's file, which includes the version of the format.
pub(super) const MAGIC: &[u8] = b"arena-model 1\n";
/// The greatest size of a model's file.
pub const MAX_MODEL_BYTES: usize = 1 << 20;
/// The greatest number of terms of a game.
pub const MAX_TERMS: usize = 12;
/// The factor 1 of a term.
pub const FACTOR_ONE: i32 = 256;
/// The value of odds of e to 1.
pub const LOG_ODDS: i32 = 200;

/// A game with an evaluation that is trained. It adds a few terms with factors to what its model says.
pub trait Trained: Game {
    /// The number of stages, each with its own factors and weights.
    const STAGES: usize;
    /// The number of terms, at most [`MAX_TERMS`].
    const TERMS: usize;
    /// The model.
    type Model: TrainedModel<Self>;

    /// Returns the stage of the position, below [`Trained::STAGES`].
    fn stage(&self) -> usize;

    /// Returns the hand-written evaluation of the position for the first side, from which a training begins.
    fn base(&self) -> i32;

    /// Returns the value for the first side if the position needs no model, because a threat decides it. Training keeps few
    /// such positions.
    fn decided(&self) -> Option<i32> {
        None
    }

    /// Returns the terms for the first side. Those beyond [`Trained::TERMS`] are 0.
    fn terms(&self) -> [i32; MAX_TERMS];
}

/// A model as an evaluation.
pub trait ModelEvaluation<G>: fmt::Debug + Send + Sync {
    /// Returns the value of a position for the first side.
    fn evaluate(&self, position: &G) -> i32;
}

/// The model of a game.
pub trait TrainedModel<G>: ModelEvaluation<G> + Sized + 'static {
    /// Returns a digest of everything that gives the numbers of a file their meaning.
    fn shape() -> String;

    /// Reads the file of a model.
    ///
    /// # Errors
    /// [`ModelError`] if the file is damaged or not a model of this game and shape.
    fn read(file: &[u8]) -> Result<Self, ModelError>;

    /// Returns what the file says about the model.
    fn header(&self) -> &ModelHeader;
}

/// A model.
#[derive(Debug)]
pub struct Model {
    /// Compressed with gzip.
    contained: Option<&'static [u8]>,
    provided: OnceLock<Vec<u8>>,
}

/// Returns the bytes of a file, which gzip has compressed, or `None` in a WebAssembly module.
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
    pub(crate) const fn new(contained: Option<&'static [u8]>) -> Self {
        Self { contained, provided: OnceLock::new() }
    }

    /// Provides the model, unless it is there already.
    pub fn provide(&self, bytes: Vec<u8>) {
        self.provided.get_or_init(|| bytes);
    }

    /// Returns the content if it is there.
    pub(crate) fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(gzip) = self.contained {
            let mut content = Vec::new();
            flate2::read::GzDecoder::new(gzip).read_to_end(&mut content).expect("the program contains a whole file");
            return Some(Cow::Owned(content));
        }
        self.provided.get().map(|bytes| Cow::Borrowed(bytes.as_slice()))
    }

    /// Whether the content is not there.
    pub(crate) fn is_absent(&self) -> bool {
        self.contained.is_none() && self.provided.get().is_none()
    }
}

/// What a model's file says about the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelHeader {
    /// The name of the game.
    pub game: String,
    /// See [`TrainedModel::shape`].
    pub shape: String,
    /// The number of stages.
    pub stages: usize,
    /// The SHA-256 digest of the games from which the model was fitted.
    pub data: String,
    /// The command that created the model.
    pub command: String,
    /// The version of the program that created the model.
    pub version: String,
}

/// Why a file is not a model of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The first line is another one.
    #[error("not a model: the file does not begin with \"arena-model 1\"")]
    Magic,
    /// The second line is not a header.
    #[error("the model's header is invalid: {0}")]
    Header(String),
    /// The model is for another game.
    #[error("the model is for {given}, not for {expected}")]
    Game {
        /// The game of the model.
        given: String,
        /// The game that was asked for.
        expected: &'static str,
    },
    /// There is no such game, or it has no models.
    #[error("there are no trained models of a game {0:?}")]
    NoModels(String),
    /// What the numbers mean has changed since the model was created, such as the game's groups of cells.
    #[error("the model was created for another shape ({given}, expected {expected}); train it again")]
    Shape {
        /// The shape of the model.
        given: String,
        /// The shape of the game.
        expected: String,
    },
    /// The file is too short or too long.
    #[error("the model has {given} bytes after its header instead of {expected}")]
    Length {
        /// The number of bytes after the header.
        given: usize,
        /// The right number.
        expected: usize,
    },
    /// The content does not match the checksum.
    #[error("the model is damaged: its checksum does not match")]
    Damaged,
    /// The file is too large.
    #[error("the model has {0} bytes; the limit is {MAX_MODEL_BYTES}")]
    TooLarge(usize),
}

/// Returns the header of a model, and the place of its numbers.
pub(super) fn header(file: &[u8]) -> Result<(ModelHeader, usize), ModelError> {
    let rest = file.strip_prefix(MAGIC).ok_or(ModelError::Magic)?;
    if file.len() > MAX_MODEL_BYTES {
        return Err(ModelError::TooLarge(file.len()));
    }
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let header = serde_json::from_slice(&rest[..end]).map_err(|error| ModelError::Header(error.to_string()))?;
    Ok((header, MAGIC.len() + end + 1))
}

/// Checks the file of a model, and returns its header and its numbers, which have `length` bytes.
pub(crate) fn read<G: Trained, M: TrainedModel<G>>(
    file: &[u8],
    length: usize,
) -> Result<(ModelHeader, &[u8]), ModelError> {
    let (header, begin) = header(file)?;
    if header.game != G::INFO.name {
        return Err(ModelError::Game { given: header.game, expected: G::INFO.name });
    }
    let expected = M::shape();
    if header.shape != expected || header.stages != G::STAGES {
        return Err(ModelError::Shape { given: header.shape, expected });
    }
    let numbers = file.get(begin..).unwrap_or_default();
    let expected = length + size_of::<u64>();
    if numbers.len() != expected {
        return Err(ModelError::Length { given: numbers.len(), expected });
    }
    let (content, sum) = file.split_at(file.len() - size_of::<u64>());
    if sum != checksum(content).to_le_bytes() {
        return Err(ModelError::Damaged);
    }
    Ok((header, &numbers[..length]))
}

/// Writes the file of a model.
pub(crate) fn write(header: &ModelHeader, numbers: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(serde_json::to_vec(header).expect("a header is serializable"));
    file.push(b'\n');
    file.extend(numbers);
    file.extend(checksum(&file).to_le_bytes());
    file
}

/// Reads numbers of 32 bits.
pub(crate) fn numbers(bytes: &[u8]) -> impl Iterator<Item = i32> {
    bytes.chunks_exact(4).map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// Reads numbers of 16 bits.
pub(crate) fn short_numbers(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
}

/// Returns the sum of the terms for the first side, each times its factor at this stage.
pub(crate) fn terms<G: Trained>(position: &G, factors: &[i32]) -> i32 {
    let factors = &factors[position.stage() * G::TERMS..][..G::TERMS];
    let sum: i32 = position.terms().iter().zip(factors).map(|(term, factor)| term * factor).sum();
    sum / FACTOR_ONE
}

/// Fills the terms of a game up with zeros.
pub(crate) fn padded<const N: usize>(terms: [i32; N]) -> [i32; MAX_TERMS] {
    std::array::from_fn(|term| terms.get(term).copied().unwrap_or(0))
}

pub(crate) fn checksum(content: &[u8]) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    content.chunks(8).fold(content.len() as u64, |sum, bytes| mix(sum ^ word(bytes)))
}
