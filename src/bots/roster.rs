//! The configured bots and books.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::embedded::Files;
use super::module::ModuleRuntime;
use super::suggest::{did_you_mean, distance};
use super::toml_file::{FileError, Located, Source};
use super::{Book, BotSpec, RawBot};
use arena_games::{Diagnostic, FieldError, GameId, diagnostic};
use arena_play::json::from_json;

/// File with the engines that a server offers as opponents.
const ENGINES: &str = "engines.toml";

/// All configured bots, in the order of their files and, within a file, in the order written: from weak to strong.
#[derive(Clone, Debug)]
pub struct Roster {
    bots: Vec<BotSpec>,
    raw: Vec<RawBot>,
    books: Vec<Arc<Book>>,
    /// External engines of a server. Empty unless [`Roster::with_engines`] was called.
    engines: Vec<BotSpec>,
    /// Finds the modules that a configuration names. `None` where none can be named.
    modules: Option<Arc<dyn ModuleRuntime>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default, rename = "bot")]
    _bots: Vec<RawBot>,
}

impl Roster {
    /// Loads the embedded bots and books. Files in the `bots` and `books` subfolders of `folder` override and extend
    /// them.
    ///
    /// ```
    /// use arena_bots::{FileError, Roster};
    ///
    /// let roster = Roster::load(None)?;
    /// let bot = roster.find("tictactoe-perfect").expect("the bot is embedded");
    /// assert_eq!(bot.game.name(), "tictactoe");
    /// # Ok::<(), FileError>(())
    /// ```
    ///
    /// # Errors
    /// [`FileError`] with the file, line and key of the problem.
    pub fn load(folder: Option<&Path>) -> Result<Self, FileError> {
        Self::load_with(folder, None)
    }

    /// Like [`Roster::load`], but with the modules that the files of bots, and later other configurations, may name.
    ///
    /// # Errors
    /// [`FileError`] with the file, line and key of the problem.
    pub fn load_with(folder: Option<&Path>, modules: Option<Arc<dyn ModuleRuntime>>) -> Result<Self, FileError> {
        let files = Files::over(folder);
        let mut roster = Self { bots: Vec::new(), raw: Vec::new(), books: Vec::new(), engines: Vec::new(), modules };
        for (file, text) in files.all("books")? {
            let source = Source { file: &file, text: &text };
            let book = Book::read(&source)?;
            if roster.books.iter().any(|known| known.game == book.game && known.name == book.name) {
                return Err(source.whole(format!("there is another book {:?} for {}", book.name, book.game)));
            }
            roster.books.push(Arc::new(book));
        }
        for (file, text) in files.all("bots")? {
            roster.add(&Source { file: &file, text: &text })?;
        }
        Ok(roster)
    }

    /// Adds the `[[bot]]` tables of a file.
    fn add(&mut self, source: &Source<'_>) -> Result<(), FileError> {
        // The first pass rejects unknown keys with their location; the second keeps the location of each table.
        source.read::<RawFile>(source.table()?)?;
        for table in tables(source.table()?, "bot") {
            let mut raw: RawBot = source.read(table.clone())?;
            let checked = raw.load_modules(self.modules()).and_then(|()| raw.clone().check(&self.books));
            let spec = checked.map_err(|error| source.wrong(&table, &error.path, error.problem))?;
            if self.find(&spec.name).is_some() {
                return Err(source.wrong(&table, "name", format!("there is another bot {:?}", spec.name)));
            }
            self.raw.push(raw);
            self.bots.push(spec);
        }
        Ok(())
    }

    /// Adds a bot.
    ///
    /// # Errors
    /// [`FieldError`] with the key, if the bot is invalid or another one has its name.
    pub fn offer(&mut self, raw: RawBot) -> Result<(), FieldError> {
        let spec = self.check(raw.clone())?;
        if self.find(&spec.name).is_some() {
            return Err(FieldError::new(
                "name",
                Diagnostic::untranslated(&format!("there is another bot {:?}", spec.name)),
            ));
        }
        self.raw.push(raw);
        self.bots.push(spec);
        Ok(())
    }

    /// Replaces the modules that configurations may name. Bots that were loaded keep theirs.
    #[must_use]
    pub fn with_modules(self, modules: Option<Arc<dyn ModuleRuntime>>) -> Self {
        Self { modules, ..self }
    }

    /// Returns what finds the modules of configurations, if any may be named.
    #[must_use]
    pub fn modules(&self) -> Option<&dyn ModuleRuntime> {
        self.modules.as_deref()
    }

    /// Checks a configuration that may name the books and modules of this roster.
    ///
    /// # Errors
    /// [`FieldError`] with the key.
    pub fn check(&self, mut raw: RawBot) -> Result<BotSpec, FieldError> {
        raw.load_modules(self.modules())?;
        raw.check(&self.books)
    }

    /// Like [`Roster::check`], but for a tournament entrant, which may also be an external engine.
    ///
    /// # Errors
    /// [`FieldError`] with the key.
    pub fn check_entrant(&self, mut raw: RawBot) -> Result<BotSpec, FieldError> {
        raw.load_modules(self.modules())?;
        raw.check_entrant(&self.books)
    }

    /// Adds the external engines that a server offers: the `[[bot]]` tables of `engines.toml` in `folder`, if that file
    /// exists. Engines are programs run on this computer, so only the operator may write this file.
    ///
    /// # Errors
    /// [`FileError`] with the file, line and key of the problem. A missing program is an error.
    pub fn with_engines(mut self, folder: Option<&Path>) -> Result<Self, FileError> {
        let Some((file, text)) = Files::over(folder).one(ENGINES)? else { return Ok(self) };
        let source = Source { file: &file, text: &text };
        source.read::<RawFile>(source.table()?)?;
        for table in tables(source.table()?, "bot") {
            let raw: RawBot = source.read(table.clone())?;
            let mut spec = raw.check_entrant(&[]).map_err(|error| source.wrong(&table, &error.path, error.problem))?;
            let Some(engine) = &spec.engine else {
                let problem = "bots in this file must be engines; put bots of the built-in search into bots/";
                return Err(source.wrong(&table, "engine", problem));
            };
            if engine.ponder {
                return Err(source.wrong(
                    &table,
                    "engine",
                    "ponder: engines on a server cannot search in the opponent's time",
                ));
            }
            engine.program().map_err(|problem| source.wrong(&table, "engine", problem))?;
            (spec.search.table_mb, spec.search.threads) = engine.size();
            if self.find(&spec.name).or_else(|| self.engine(&spec.name)).is_some() {
                return Err(source.wrong(&table, "name", format!("there is another bot {:?}", spec.name)));
            }
            self.engines.push(spec);
        }
        Ok(self)
    }

    /// Returns the external engines that a server offers.
    #[must_use]
    pub fn engines(&self) -> &[BotSpec] {
        &self.engines
    }

    /// Returns the external engine with this name.
    #[must_use]
    pub fn engine(&self, name: &str) -> Option<&BotSpec> {
        self.engines.iter().find(|bot| bot.name == name)
    }

    #[must_use]
    pub fn all(&self) -> &[BotSpec] {
        &self.bots
    }

    /// Returns the bots of one game, from weak to strong.
    pub fn of(&self, game: GameId) -> impl Iterator<Item = &BotSpec> {
        self.bots.iter().filter(move |bot| bot.game == game)
    }

    #[must_use]
    pub fn find(&self, name: &str) -> Option<&BotSpec> {
        self.bots.iter().find(|bot| bot.name == name)
    }

    /// Returns the configuration of the bot with this name as written, for partial overrides.
    #[must_use]
    pub fn raw(&self, name: &str) -> Option<&RawBot> {
        self.raw.iter().find(|bot| bot.name.as_deref() == Some(name))
    }

    /// Returns all books. A game's books are in the order of their files, and the first one is its default.
    #[must_use]
    pub fn books(&self) -> &[Arc<Book>] {
        &self.books
    }

    /// Returns an error for an unknown bot name, with the most similar names among the bots of `game`.
    #[must_use]
    pub fn unknown(&self, name: &str, game: Option<GameId>) -> Diagnostic {
        let names = self.bots.iter().chain(&self.engines).filter(|bot| game.is_none_or(|game| bot.game == game));
        let names = names.map(|bot| bot.name.as_str());
        let mut names: Vec<&str> = names.collect();
        names.sort_by_key(|known| distance(known, name));
        let meant = did_you_mean(name, names.iter().copied());
        names.truncate(if game.is_some() { usize::MAX } else { 8 });
        let shown: String = name.chars().take(super::spec::MAX_NAME).collect();
        let known = names.join(", ");
        diagnostic!("unknown_bot", "there is no bot {given:?}; there are {known}.{meant}", given = shown, known, meant)
    }

    /// Checks a bot given as JSON. `game` applies if the bot does not name a game.
    ///
    /// ```
    /// # use arena_bots::Roster;
    /// use arena_games::GameId;
    ///
    /// let roster = Roster::load(None).expect("the embedded bots are valid");
    /// let error = roster.from_json(serde_json::json!({ "depth": 0 }), GameId::TicTacToe).expect_err("the depth is 0");
    /// assert_eq!(error.path, "depth");
    /// ```
    ///
    /// # Errors
    /// [`FieldError`] with the key.
    pub fn from_json(&self, spec: Value, game: GameId) -> Result<BotSpec, FieldError> {
        let raw: RawBot = from_json(&spec).map_err(|error| match error.key() {
            None => FieldError::new("bot", error.problem),
            Some(_) => error,
        })?;
        let base = RawBot { game: Some(game), name: Some("custom".to_owned()), ..RawBot::default() };
        self.check(raw.over(base))
    }
}

impl Roster {
    /// Checks a bot given as JSON for a match of `game`.
    ///
    /// # Errors
    /// [`FieldError`] with the key; also if the bot plays another game.
    pub fn for_match(&self, spec: Value, game: GameId) -> Result<BotSpec, FieldError> {
        let spec = self.from_json(spec, game)?;
        if spec.game == game {
            return Ok(spec);
        }
        let problem = diagnostic!(
            "other_game",
            "the bot plays {given}, but the match is of {game}",
            given = spec.game.to_string(),
            game = game.to_string()
        );
        Err(FieldError::new("game", problem))
    }
}

/// Returns the tables in the array of tables `key`, each with its location.
#[must_use]
pub fn tables<'a>(file: Located<'a>, key: &str) -> Vec<Located<'a>> {
    let mut list = Vec::new();
    for (name, value) in file.into_inner() {
        if name.get_ref() != key {
            continue;
        }
        if let toml::de::DeValue::Array(items) = value.into_inner() {
            for item in items {
                let span = item.span();
                if let toml::de::DeValue::Table(table) = item.into_inner() {
                    list.push(toml::Spanned::new(span, table));
                }
            }
        }
    }
    list
}
