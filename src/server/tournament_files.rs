//! What a tournament's file becomes: a plan, with the files of openings that it names.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::bots::shipped::Files;
use crate::bots::{FileError, Roster, Source};
use crate::tournament::Plan;
use crate::tournament::spec::{Engines, NO_FILES, Overrides, ReadFile, read_with};

/// The files of openings that a tournament names: by the path written there, what they are called and what stands in
/// them.
pub(super) type Named = BTreeMap<String, (String, String)>;

/// A tournament's file as it was read.
pub(super) struct Planned {
    pub(super) plan: Plan,
    /// How many matches at a time it asks for.
    pub(super) concurrency: Option<usize>,
    /// The files that it names.
    pub(super) named: Named,
}

/// Reads a tournament's file. Those that the operator wrote may name files of openings; what came over the wire, where
/// engines are refused, may not.
pub(super) fn planned(
    source: &Source<'_>,
    roster: &Roster,
    files: &Files,
    engines: Engines,
) -> Result<Planned, FileError> {
    let named = RefCell::new(Named::new());
    let open = |path: &str| {
        if engines == Engines::Refused {
            return Err(NO_FILES.to_owned());
        }
        let found = files.beside("tournaments", path).map_err(|error| error.to_string())?;
        named.borrow_mut().insert(path.to_owned(), found.clone());
        Ok(found)
    };
    let (plan, concurrency) = read(source, roster, engines, &open)?;
    Ok(Planned { plan, concurrency, named: named.into_inner() })
}

/// Reads the file of a tournament that was begun: with the openings as they were then, whatever has become of their
/// files. Where they were not kept, they are read again.
pub(super) fn planned_before(
    source: &Source<'_>,
    roster: &Roster,
    files: &Files,
    named: Option<&Named>,
    engines: Engines,
) -> Result<(Plan, Option<usize>), FileError> {
    let Some(named) = named else {
        return planned(source, roster, files, engines).map(|it| (it.plan, it.concurrency));
    };
    let open = |path: &str| named.get(path).cloned().ok_or_else(|| format!("{path} was not kept"));
    read(source, roster, engines, &open)
}

fn read(
    source: &Source<'_>,
    roster: &Roster,
    engines: Engines,
    open: &ReadFile<'_>,
) -> Result<(Plan, Option<usize>), FileError> {
    let overrides = Overrides { engines, ..Overrides::default() };
    read_with(source, roster, overrides, open).map(|file| (file.plan, file.concurrency))
}
