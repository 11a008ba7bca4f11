//! The bots and books that are configured.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::embedded::Files;
use super::toml_file::{FileError, Located, Source};
use super::{Book, BotSpec, RawBot, SpecError};
use crate::games::nearest::{did_you_mean, distance};
use crate::games::{GameId, Known, Problem, parser_words};

/// The file of the engines that a server seats.
const ENGINES: &str = "engines.toml";

/// All configured bots, in the order of their files and in each as they stand there: from weak to strong.
#[derive(Clone, Debug)]
pub struct Roster {
    bots: Vec<BotSpec>,
    raw: Vec<RawBot>,
    books: Vec<Arc<Book>>,
    /// The external engines of a server: none unless they were asked for.
    engines: Vec<BotSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default, rename = "bot")]
    _bots: Vec<RawBot>,
}

impl Roster {
    /// The embedded bots and books, overridden and extended by the files in the `bots` and `books` of `folder`.
    ///
    /// # Errors
    /// [`FileError`] naming file, line and key of what is wrong.
    pub fn load(folder: Option<&Path>) -> Result<Self, FileError> {
        let files = Files::over(folder);
        let mut roster = Self { bots: Vec::new(), raw: Vec::new(), books: Vec::new(), engines: Vec::new() };
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

    /// Adds the bots of a file: its `[[bot]]` tables.
    fn add(&mut self, source: &Source<'_>) -> Result<(), FileError> {
        // The first reading refuses unknown keys with their place; the second keeps the place of each table.
        source.read::<RawFile>(source.table()?)?;
        for table in tables(source.table()?, "bot") {
            let raw: RawBot = source.read(table.clone())?;
            let spec =
                raw.clone().check(&self.books).map_err(|error| source.wrong(&table, error.key, error.problem))?;
            if self.find(&spec.name).is_some() {
                return Err(source.wrong(&table, "name", format!("there is another bot {:?}", spec.name)));
            }
            self.raw.push(raw);
            self.bots.push(spec);
        }
        Ok(())
    }

    /// With the external engines that a server seats: the `[[bot]]` tables of `engines.toml` in `folder`, where there is
    /// one. They are programs that this computer runs, so that file is the operator's alone.
    ///
    /// # Errors
    /// [`FileError`] naming file, line and key of what is wrong; a program that is missing is wrong.
    pub fn with_engines(mut self, folder: Option<&Path>) -> Result<Self, FileError> {
        let Some((file, text)) = Files::over(folder).one(ENGINES)? else { return Ok(self) };
        let source = Source { file: &file, text: &text };
        source.read::<RawFile>(source.table()?)?;
        for table in tables(source.table()?, "bot") {
            let raw: RawBot = source.read(table.clone())?;
            let mut spec = raw.check_entrant(&[]).map_err(|error| source.wrong(&table, error.key, error.problem))?;
            let Some(engine) = &spec.engine else {
                let problem = "a bot of this file is an engine; those of the arena's own search stand in bots/";
                return Err(source.wrong(&table, "engine", problem));
            };
            if engine.ponder {
                return Err(source.wrong(&table, "engine", "ponder: on a server nobody searches in others' time"));
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

    /// The external engines that a server seats.
    #[must_use]
    pub fn engines(&self) -> &[BotSpec] {
        &self.engines
    }

    /// The external engine with this name.
    #[must_use]
    pub fn engine(&self, name: &str) -> Option<&BotSpec> {
        self.engines.iter().find(|bot| bot.name == name)
    }

    /// All bots.
    #[must_use]
    pub fn all(&self) -> &[BotSpec] {
        &self.bots
    }

    /// The bots of one game, from weak to strong.
    pub fn of(&self, game: GameId) -> impl Iterator<Item = &BotSpec> {
        self.bots.iter().filter(move |bot| bot.game == game)
    }

    /// The bot with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&BotSpec> {
        self.bots.iter().find(|bot| bot.name == name)
    }

    /// The configuration of the bot with this name as it is written, to be overridden in part.
    #[must_use]
    pub fn raw(&self, name: &str) -> Option<&RawBot> {
        self.raw.iter().find(|bot| bot.name.as_deref() == Some(name))
    }

    /// All books, those of a game in the order of their files; the first of a game is its own.
    #[must_use]
    pub fn books(&self) -> &[Arc<Book>] {
        &self.books
    }

    /// An error for a name that no bot has, with the names that come nearest among the bots of `game`.
    #[must_use]
    pub fn unknown(&self, name: &str, game: Option<GameId>) -> Problem {
        let names = self.bots.iter().chain(&self.engines).filter(|bot| game.is_none_or(|game| bot.game == game));
        let names = names.map(|bot| bot.name.as_str());
        let mut names: Vec<&str> = names.collect();
        names.sort_by_key(|known| distance(known, name));
        let meant = did_you_mean(name, names.iter().copied());
        names.truncate(if game.is_some() { usize::MAX } else { 8 });
        let shown: String = name.chars().take(super::spec::MAX_NAME).collect();
        let sentence = format!("there is no bot {shown:?}; there are {}.{meant}", names.join(", "));
        Known::Bot.lacks(name, names, sentence)
    }

    /// Checks a bot that came as JSON. `game` is the game that it plays unless it names one itself.
    ///
    /// # Errors
    /// [`SpecError`] with the key.
    pub fn from_json(&self, spec: Value, game: GameId) -> Result<BotSpec, SpecError> {
        let raw: RawBot =
            parser_words::json(&spec).map_err(|problem| SpecError { key: "bot", problem: problem.into() })?;
        let base = RawBot { game: Some(game), name: Some("custom".to_owned()), ..RawBot::default() };
        raw.over(base).check(&self.books)
    }
}

/// The tables of the array of tables `key`, each with its place.
#[must_use]
pub fn tables<'a>(file: Located<'a>, key: &str) -> Vec<Located<'a>> {
    let mut found = Vec::new();
    for (name, value) in file.into_inner() {
        if name.get_ref() != key {
            continue;
        }
        if let toml::de::DeValue::Array(items) = value.into_inner() {
            for item in items {
                let span = item.span();
                if let toml::de::DeValue::Table(table) = item.into_inner() {
                    found.push(toml::Spanned::new(span, table));
                }
            }
        }
    }
    found
}
