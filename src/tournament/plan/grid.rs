//! One `[[entrants]]` table: a configured bot, a bot defined in the table, or a grid of bots.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::bounds::MAX_ENTRANTS;
use arena_bots::analysis::default_search;
use arena_bots::engine::RawEngine;
use arena_bots::module::module_name;
use arena_bots::toml_file::Located;
use arena_bots::{BotSpec, FileError, RawBot, Roster, Source};
use arena_games::{Diagnostic, FieldError, GameId, beginning, diagnostic};

/// The greatest length of an unknown key in an error.
const LONGEST_GIVEN: usize = 80;

/// A value of a grid: its part of the bot's name, and the one key that it sets.
struct Choice {
    label: String,
    raw: RawBot,
}

/// A grid of entrants. Reports use it to show the effect of each key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantGrid {
    /// The number of the first entrant. The others follow; the last key changes fastest.
    pub first: usize,
    /// The keys, in the order of the file.
    pub axes: Vec<GridAxis>,
}

/// A key of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridAxis {
    /// The name of the key.
    pub key: String,
    /// The values, as they appear in the bots' names.
    pub values: Vec<String>,
}

impl EntrantGrid {
    /// Returns the pairs of entrants that differ only in the key at index `axis`. The first entrant of each pair has
    /// value number `from`, the second has value number `to`.
    #[must_use]
    pub fn differing(&self, axis: usize, from: usize, to: usize) -> Vec<(usize, usize)> {
        let count = |axes: &[GridAxis]| axes.iter().map(|axis| axis.values.len()).product::<usize>();
        let (slower, faster) = (count(&self.axes[..axis]), count(&self.axes[axis + 1..]));
        let values = self.axes[axis].values.len();
        let place = |high: usize, value: usize, low: usize| self.first + (high * values + value) * faster + low;
        (0..slower)
            .flat_map(|high| (0..faster).map(move |low| (place(high, from, low), place(high, to, low))))
            .collect()
    }
}

/// Returns the shape of the grid in a table that [`expand`] accepted, if there is one. Its bots begin at number
/// `first`.
pub(super) fn shape(table: &Located<'_>, first: usize) -> Option<EntrantGrid> {
    let DeValue::Table(grid) = table.get_ref().get("grid")?.get_ref() else { return None };
    let mut keys: Vec<_> = grid.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let axis = |(key, values): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let DeValue::Array(values) = values.get_ref() else { return None };
        let values = values.iter().map(|value| text(value.get_ref())).collect();
        Some(GridAxis { key: key.get_ref().to_string(), values })
    };
    Some(EntrantGrid { first, axes: keys.into_iter().map(axis).collect::<Option<_>>()? })
}

/// Returns the key that determines an entrant's name, for errors about the name.
pub(super) fn naming_key(table: &Located<'_>) -> &'static str {
    ["grid", "name", "bot"].into_iter().find(|key| table.get_ref().contains_key(*key)).unwrap_or("name")
}

/// Returns the bots of an entrants table, at most `room`.
///
/// # Errors
/// [`FileError`] with line and key.
pub(super) fn expand(
    source: &Source<'_>,
    table: &Located<'_>,
    game: GameId,
    roster: &Roster,
    room: usize,
) -> Result<Vec<BotSpec>, FileError> {
    let mut own = table.get_ref().clone();
    let (bot, grid) = (own.remove("bot"), own.remove("grid"));
    own.remove("limits");
    let labels = labels(&own);
    if let Some(key) = own.keys().find(|key| !RawBot::KEYS.contains(&key.get_ref().as_ref())) {
        let given = beginning(key.get_ref(), LONGEST_GIVEN);
        let known = [RawBot::KEYS, &["bot", "grid", "limits"]].concat().join(", ");
        let problem = diagnostic!("unknown_key", "there is no key {given:?}; the keys are: {known}", given, known);
        return Err(source.at(key.span(), Some(key.get_ref()), problem));
    }
    let raw: RawBot = source.read(Spanned::new(table.span(), own))?;
    if raw.game.is_some_and(|other| other != game) {
        return Err(source.wrong(
            table,
            "game",
            diagnostic!(
                "entrant_game",
                "the game of the tournament is {game}; an entrant must play the same game",
                game = game.name()
            ),
        ));
    }
    let base = match bot {
        None => RawBot::default(),
        Some(bot) => configured(source, table, &bot, game, roster)?,
    };
    let axes = match grid {
        None => Vec::new(),
        Some(grid) => axes(source, table, &grid, room)?,
    };
    if raw == RawBot::default() && base == raw && axes.is_empty() {
        return Err(source.at(
            table.span(),
            Some("bot"),
            diagnostic!("empty_entrant", "an entrant must name a bot or set at least one key"),
        ));
    }
    // The description does not apply to a changed bot.
    let changed = !axes.is_empty() || !labels.is_empty();
    let base = RawBot { about: base.about.clone().filter(|_| !changed), ..base };
    let given = raw.name.clone();
    let program = || raw.engine.as_ref().and_then(RawEngine::file_name);
    let prefix = given.or_else(|| base.name.clone()).or_else(program);
    // In a grid, names consist of the differences between the bots.
    let own_labels = if raw.name.is_some() || !axes.is_empty() { Vec::new() } else { labels };
    let base = raw.over(base).over(RawBot { game: Some(game), ..RawBot::default() });

    let bot = |combination: Vec<&Choice>| {
        let parts = prefix.iter().chain(&own_labels).chain(combination.iter().map(|choice| &choice.label));
        let name = parts.map(String::as_str).collect::<Vec<_>>().join(" ");
        let full = combination.iter().fold(base.clone(), |bot, choice| choice.raw.clone().over(bot));
        RawBot { name: Some(name), ..full }
    };
    let bot = |combination| roster.check_entrant(bot(combination)).map_err(|error| place(source, table, &axes, error));
    combinations(&axes).into_iter().map(bot).collect()
}

/// Locates a bot's error at the key in the table, at its grid, or at the key that gives the name.
fn place(source: &Source<'_>, table: &Located<'_>, axes: &[Axis], error: FieldError) -> FileError {
    let FieldError { path: key, problem } = error;
    if axes.iter().any(|axis| axis.key == key) {
        return source.wrong(table, "grid", Diagnostic::in_field(&key, &problem));
    }
    source.wrong(table, if key == "name" { naming_key(table) } else { &key }, problem)
}

/// Returns the configuration of the bot named by `bot`.
fn configured(
    source: &Source<'_>,
    table: &Located<'_>,
    bot: &Spanned<DeValue<'_>>,
    game: GameId,
    roster: &Roster,
) -> Result<RawBot, FileError> {
    let wrong = |problem: Diagnostic| source.wrong(table, "bot", problem);
    let DeValue::String(name) = bot.get_ref() else {
        return Err(wrong(diagnostic!("bot_not_text", "the name of a bot must be text in quotes")));
    };
    if module_name(name).is_some() {
        let usual = RawBot { game: Some(game), ..default_search(game) };
        return RawBot::of_module(name, usual, roster.modules()).map_err(|error| wrong(error.problem));
    }
    let spec = roster.find(name).ok_or_else(|| wrong(roster.unknown(name, Some(game))))?;
    if spec.game != game {
        let [plays, game] = [spec.game, game].map(GameId::name);
        return Err(wrong(diagnostic!(
            "bot_game",
            "{name:?} plays {plays}, but the game of the tournament is {game}",
            name,
            plays,
            game
        )));
    }
    roster.raw(name).cloned().ok_or_else(|| wrong(roster.unknown(name, Some(game))))
}

/// A key of a grid, with its values.
struct Axis {
    key: String,
    choices: Vec<Choice>,
}

/// Reads the keys of a grid in the order of the file. The combinations are counted before any is built.
fn axes(
    source: &Source<'_>,
    table: &Located<'_>,
    grid: &Spanned<DeValue<'_>>,
    room: usize,
) -> Result<Vec<Axis>, FileError> {
    let DeValue::Table(grid) = grid.get_ref() else {
        return Err(source.wrong(
            table,
            "grid",
            diagnostic!(
                "grid_form",
                "a grid must be a table, as {example}",
                example = "{ depth = [2, 4], book = [true, false] }"
            ),
        ));
    };
    let mut keys: Vec<_> = grid.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let mut counted: u128 = 1;
    for (key, values) in &keys {
        let wrong = |problem: Diagnostic| source.at(key.span(), Some(&format!("grid.{}", key.get_ref())), problem);
        let DeValue::Array(values) = values.get_ref() else {
            return Err(wrong(diagnostic!(
                "grid_list",
                "each key of a grid must have a list of values, as depth = [2, 4, 6]"
            )));
        };
        if values.is_empty() {
            return Err(wrong(diagnostic!("grid_empty", "the list must have at least one value")));
        }
        if ["name", "about", "game", "bot", "grid", "engine", "limits"].contains(&key.get_ref().as_ref()) {
            return Err(wrong(diagnostic!("grid_key", "this key cannot be varied in a grid")));
        }
        if table.get_ref().contains_key(key.get_ref().as_ref()) {
            return Err(wrong(diagnostic!(
                "grid_beside",
                "this key is also set outside the grid; set it in one place"
            )));
        }
        counted = counted.saturating_mul(values.len() as u128);
    }
    if counted > room as u128 {
        let size = diagnostic!(
            "grid_size",
            "the grid has {given} bots, but only {room} more entrants are allowed (at most {most} in total)",
            given = counted.to_string(),
            most = MAX_ENTRANTS,
            room
        );
        return Err(source.wrong(table, "grid", size));
    }
    let axis = |(key, values): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let DeValue::Array(values) = values.get_ref() else { return Ok(None) };
        let choices = values.iter().map(|value| {
            let mut single = DeTable::new();
            single.insert(key.clone(), value.clone());
            let raw = source.read(Spanned::new(value.span(), single))?;
            Ok(Choice { label: label(key.get_ref(), value.get_ref()), raw })
        });
        Ok(Some(Axis { key: key.get_ref().to_string(), choices: choices.collect::<Result<_, FileError>>()? }))
    };
    keys.into_iter().filter_map(|pair| axis(pair).transpose()).collect()
}

/// Returns all combinations of one value per key. The last key changes fastest.
fn combinations(axes: &[Axis]) -> Vec<Vec<&Choice>> {
    axes.iter().fold(vec![Vec::new()], |made, axis| {
        let longer = |before: &Vec<_>, choice| before.iter().copied().chain([choice]).collect();
        made.iter().flat_map(|before| axis.choices.iter().map(move |choice| longer(before, choice))).collect()
    })
}

/// Returns `key=value`. An expression has no spaces in it, because a space separates the keys in a name.
fn label(key: &str, value: &DeValue<'_>) -> String {
    let text = text(value);
    format!("{key}={}", if key == "evaluation" { text.replace(' ', "") } else { text })
}

/// Returns `key=value` for each key that changes how a bot plays, in the order of the file.
fn labels(table: &DeTable<'_>) -> Vec<String> {
    let mut keys: Vec<_> = table.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    keys.retain(|(key, _)| !["name", "about", "game", "engine"].contains(&key.get_ref().as_ref()));
    keys.iter().map(|(key, value)| label(key.get_ref(), value.get_ref())).collect()
}

/// Returns the name of an entrant with the limits and the parts of its engine that tell it from an entrant of the same
/// name. A name given in the table stays as it is.
pub(super) fn longer_name(table: &Located<'_>, name: &str) -> String {
    let table = table.get_ref();
    if table.contains_key("name") || table.contains_key("grid") {
        return name.to_owned();
    }
    let mut words = Vec::new();
    if let Some(engine) = inner(table, "engine") {
        if let Some(DeValue::Array(command)) = engine.get("command").map(Spanned::get_ref) {
            words.extend(command.iter().skip(1).map(|word| text(word.get_ref())));
        }
        words.extend(inner(engine, "options").into_iter().flat_map(labels));
    }
    words.extend(inner(table, "limits").into_iter().flat_map(labels));
    let longer = [name].into_iter().chain(words.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
    // A longer name would be rejected.
    if longer.chars().count() > arena_bots::spec::MAX_NAME { name.to_owned() } else { longer }
}

/// Returns the table under `key`.
fn inner<'a, 'b>(table: &'a DeTable<'b>, key: &str) -> Option<&'a DeTable<'b>> {
    match table.get(key)?.get_ref() {
        DeValue::Table(inner) => Some(inner),
        _ => None,
    }
}

/// Returns the text of a value in names: list items are joined by `+`, and an evaluation is written as its name and
/// weights.
fn text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(items) => items.iter().map(|item| text(item.get_ref())).collect::<Vec<_>>().join("+"),
        DeValue::Table(table) => {
            if let Some(module) = table.get("wasm").or_else(|| table.get("model")) {
                let path = text(module.get_ref());
                return path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            }
            let name = table.get("name").map(|name| text(name.get_ref())).unwrap_or_default();
            let weights = table.get("weights").map_or(table, |weights| match weights.get_ref() {
                DeValue::Table(weights) => weights,
                _ => table,
            });
            format!("{name}({})", labels(weights).join(","))
        }
    }
}
