//! The configured tournaments, and the conversion of a tournament file and its opening files to a plan.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::bot_service::{BotService, Listed};
use super::error::ApiError;
use arena_bots::charset::Decoded;
use arena_bots::embedded::Files;
use arena_bots::{FileError, Source};
use arena_games::diagnostic;
use arena_protocol::listing::TournamentFileView;
use arena_tournament::Plan;
use arena_tournament::plan::file::{ReadFile, no_files, read_with};
use arena_tournament::plan::{Engines, Overrides};

/// The opening files that a tournament names. Maps the path in the tournament file to the file's name and content.
pub(super) type Named = BTreeMap<String, (String, String)>;

/// A parsed tournament file.
pub(super) struct Planned {
    pub(super) plan: Plan,
    /// The number of concurrent matches that the file asks for.
    pub(super) concurrency: Option<usize>,
    /// The opening files that it names.
    pub(super) named: Named,
}

/// The configured tournaments and the reader of tournament files.
pub(super) struct Configured {
    files: Files,
    bots: Arc<BotService>,
    /// The files of the last listing, by path.
    known: Mutex<HashMap<String, CachedFile>>,
}

/// A configured tournament and its sources.
struct CachedFile {
    text: String,
    named: Named,
    listed: Arc<Listed>,
    view: TournamentFileView,
}

impl Configured {
    pub(super) fn new(files: Files, bots: Arc<BotService>) -> Self {
        Self { files, bots, known: Mutex::default() }
    }

    /// Lists all configured tournaments. A file with errors is logged and skipped.
    pub(super) fn all(&self) -> Vec<TournamentFileView> {
        let files = self.files.all("tournaments").unwrap_or_else(|error| {
            tracing::error!(%error, "the tournaments' files cannot be read");
            Vec::new()
        });
        let view = |(path, text): (String, String)| {
            let view = self.view(&path, text);
            view.inspect_err(|error| tracing::error!(%error, "a tournament's file is left out")).ok()
        };
        files.into_iter().filter_map(view).collect()
    }

    /// Describes a configured tournament. The plan is built again only if its file, one of its opening files or the
    /// roster has changed, because building it costs far more than reading the files.
    fn view(&self, path: &str, text: String) -> Result<TournamentFileView, FileError> {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let listed = self.bots.listed.get();
        let same = |known: &&CachedFile| {
            let stays = |(path, found): (&String, &(String, String))| {
                self.files.beside("tournaments", path).is_ok_and(|(name, read)| name == found.0 && read.text == found.1)
            };
            known.text == text && Arc::ptr_eq(&known.listed, &listed) && known.named.iter().all(stays)
        };
        if let Some(known) = all.get(path).filter(same) {
            return Ok(known.view.clone());
        }
        let Planned { plan, named, .. } = self.planned(&Source { file: path, text: &text }, Engines::Unseen)?;
        let view = TournamentFileView {
            file: stem(path),
            name: plan.config.name.clone(),
            game: plan.config.game.name().to_owned(),
            entrants: u32::try_from(plan.entrants.len()).unwrap_or(u32::MAX),
            matches: plan.schedule.len(),
        };
        all.insert(path.to_owned(), CachedFile { text, named, listed, view: view.clone() });
        Ok(view)
    }

    /// Returns the path and the text of the tournament file with this name.
    ///
    /// # Errors
    /// If it does not exist or cannot be read.
    pub(super) fn named(&self, name: &str) -> Result<(String, String), ApiError> {
        let files = self.files.all("tournaments").map_err(ApiError::internal)?;
        let known: Vec<String> = files.iter().map(|(path, _)| stem(path)).collect();
        files.into_iter().find(|(path, _)| stem(path) == name).ok_or_else(|| {
            let name: String = name.chars().take(64).collect();
            let known = known.join(", ");
            ApiError::not_found(diagnostic!(
                "no_tournament_file",
                "there is no tournament {name:?}; there are {known}",
                name,
                known
            ))
        })
    }

    /// Parses a tournament file. Files written by the operator may name opening files. Descriptions from clients, for
    /// which engines are refused, may not.
    pub(super) fn planned(&self, source: &Source<'_>, engines: Engines) -> Result<Planned, FileError> {
        let named = RefCell::new(Named::new());
        let open = |path: &str| {
            if engines == Engines::Refused {
                return Err(no_files());
            }
            let found = self.files.beside("tournaments", path).map_err(|error| error.to_string())?;
            named.borrow_mut().insert(path.to_owned(), (found.0.clone(), found.1.text.clone()));
            Ok(found)
        };
        let (plan, concurrency) = self.read(source, engines, &open)?;
        Ok(Planned { plan, concurrency, named: named.into_inner() })
    }

    /// Parses the file of a tournament that has begun, with the openings as they were then.
    pub(super) fn planned_before(
        &self,
        source: &Source<'_>,
        named: &Named,
        engines: Engines,
    ) -> Result<(Plan, Option<usize>), FileError> {
        let open = |path: &str| {
            let found = named.get(path).map(|(name, text)| (name.clone(), Decoded::utf8(text.clone())));
            found.ok_or_else(|| format!("{path} was not kept").into())
        };
        self.read(source, engines, &open)
    }

    fn read(
        &self,
        source: &Source<'_>,
        engines: Engines,
        open: &ReadFile<'_>,
    ) -> Result<(Plan, Option<usize>), FileError> {
        let overrides = Overrides { engines, ..Overrides::default() };
        let file = read_with(source, &self.bots.listed.get().roster, overrides, open)?;
        if file.plan.config.adjudication.tablebase.is_some() && self.bots.tablebases.is_none() {
            let problem = diagnostic!(
                "without_tablebases",
                "this server has no Syzygy tables; its operator names their folder as syzygy in [bots]"
            );
            return Err(FileError::new(source.file, None, Some("tablebase"), problem));
        }
        Ok((file.plan, file.concurrency))
    }
}

/// Returns the name of a file without folder and extension.
fn stem(path: &str) -> String {
    std::path::Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
