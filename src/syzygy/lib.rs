//! Reads Syzygy endgame tables of chess: the results of all positions with at most seven pieces.
//!
//! The tables and their format are by Ronald de Man (<https://github.com/syzygy1/tb>). The format was learnt from
//! Fathom (<https://github.com/jdart1/Fathom>), the reader by Ronald de Man, basil00 and Jon Dart.
//!
//! A folder holds files such as `KRPvKR.rtbw` with wins, draws and losses (WDL), and `KRPvKR.rtbz` with the distances
//! to the next capture or pawn move (DTZ), which lead to the win within the fifty-move rule.
//!
//! Headers are checked when a folder is opened, and every position in a file when it is read. A damaged table leads to
//! an error and is not used again. A changed byte in the values of a table cannot be noticed if the result is a valid
//! code; compare the files with the checksums of their source.

mod cursor;
mod encoding;
mod material;
mod pages;
mod probe;
mod search;
mod table;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use cozy_chess::{Board, Color};

pub use cursor::Problem;
pub use material::MAX_PIECES;
use material::Material;
use pages::PageCache;
pub use probe::{RankedMove, Wdl};
pub use search::for_game;
use table::{Kind, ReadError, Table};

/// The error of opening folders of tables.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be read.
    #[error("cannot read the folder of Syzygy tables {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The folder has no usable table of results.
    #[error("no usable Syzygy table (such as KQvK.rtbw) in {}", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// The error of looking a position up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// A side may still castle.
    #[error("Syzygy tables have no positions in which a side may castle")]
    Castling,
    /// No folder has the table.
    #[error("there is no Syzygy table {0}")]
    Missing(String),
    /// The table is damaged or cannot be read.
    #[error("the Syzygy table {0} is damaged or cannot be read")]
    Unusable(String),
}

/// Tells the user, once for each table, that it is damaged.
pub type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// A table and whether it is sound as far as known.
struct Checked {
    table: Table,
    usable: AtomicBool,
}

/// The tables of some folders.
pub struct Tablebases {
    tables: HashMap<(Kind, Material), Checked>,
    /// The most pieces of a table of results.
    largest: usize,
    cache: PageCache,
    warn: Warn,
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Tablebases({self})")
    }
}

/// Writes how many tables there are, such as `35 WDL and 35 DTZ tables of up to 4 pieces`.
impl fmt::Display for Tablebases {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wdl, dtz] = [Kind::Wdl, Kind::Dtz].map(|kind| self.tables.keys().filter(|(of, _)| *of == kind).count());
        write!(formatter, "{wdl} WDL and {dtz} DTZ tables of up to {} pieces", self.largest)
    }
}

impl Tablebases {
    /// Opens all tables in these folders. If two have the same name, the first is used. `warn` is called for each
    /// damaged table, now or when the damage is found.
    ///
    /// # Errors
    /// [`OpenError`] for the first folder that cannot be read or has no usable table.
    pub fn open(folders: &[PathBuf], warn: Warn) -> Result<Self, OpenError> {
        let mut opened = Self { tables: HashMap::new(), largest: 0, cache: PageCache::new(), warn };
        for folder in folders {
            opened.open_folder(folder)?;
        }
        Ok(opened)
    }

    fn open_folder(&mut self, folder: &Path) -> Result<(), OpenError> {
        let failed = |error| OpenError::Folder { path: folder.to_owned(), error };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            paths.push(entry.map_err(failed)?.path());
        }
        paths.sort();
        let mut found = false;
        for path in paths {
            let Some((kind, material)) = kind_and_material(&path) else { continue };
            let known = self.tables.len();
            let number = u32::try_from(known).expect("there are a few thousand names of tables");
            if let Entry::Vacant(place) = self.tables.entry((kind, material)) {
                match Table::open(path.clone(), number, material, kind) {
                    Ok(table) => {
                        place.insert(Checked { table, usable: true.into() });
                    }
                    Err(error) => {
                        (self.warn)(&format!("{} is not used: {error}", path.display()));
                        continue;
                    }
                }
            }
            if kind == Kind::Wdl {
                found = true;
                self.largest = self.largest.max(material.len());
            }
        }
        if found { Ok(()) } else { Err(OpenError::Empty { path: folder.to_owned() }) }
    }

    /// Returns the most pieces, kings included, of a position that the tables may have.
    #[must_use]
    pub const fn largest(&self) -> usize {
        self.largest
    }

    /// Reads from the table of a position's pieces. The second argument of `read` tells that Black has the table's White
    /// pieces.
    fn read<T>(
        &self,
        kind: Kind,
        board: &Board,
        read: impl FnOnce(&Table, bool) -> Result<T, ReadError>,
    ) -> Result<T, ProbeError> {
        let material = Material::of(board);
        let found = [(material, false), (material.swapped(), true)].into_iter();
        let found = found.filter_map(|(material, flipped)| Some((self.tables.get(&(kind, material))?, flipped))).next();
        let Some((checked, flipped)) = found else {
            return Err(ProbeError::Missing(format!("{}.{}", material.stronger_first().name(), kind.extension())));
        };
        let unusable = || ProbeError::Unusable(checked.table.name());
        if !checked.usable.load(Ordering::Relaxed) {
            return Err(unusable());
        }
        read(&checked.table, flipped).map_err(|error| {
            if checked.usable.swap(false, Ordering::Relaxed) {
                (self.warn)(&format!("{} is no longer used: {error}", checked.table.name()));
            }
            unusable()
        })
    }
}

/// Returns whether a side may castle.
fn may_castle(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}

/// Returns what a file is by its name. `None` if it is not a table.
fn kind_and_material(path: &Path) -> Option<(Kind, Material)> {
    let extension = path.extension()?;
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| extension == kind.extension())?;
    Some((kind, Material::parse(path.file_stem()?.to_str()?)?))
}
