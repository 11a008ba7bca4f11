//! The switches of a bot's search: what each may be, and which of them ask for others.

use super::spec::{OneOrMore, RawBot, SpecError};
use crate::games::EVALUATION_LIMIT;
use crate::search::{MAX_DEPTH, MAX_TABLE_MB, MAX_THREADS, Ordering, Pruning, SearchOptions};

impl RawBot {
    /// The options of the search, checked; what is not given has its default.
    pub(super) fn search_options(&self) -> Result<SearchOptions, SpecError> {
        let defaults = SearchOptions::default();
        let options = SearchOptions {
            depth: number("depth", self.depth, 1, MAX_DEPTH)?.unwrap_or(defaults.depth),
            pruning: self.pruning.unwrap_or_default(),
            ordering: match &self.ordering {
                None => Vec::new(),
                Some(OneOrMore::One(key)) => vec![*key],
                Some(OneOrMore::More(keys)) => distinct(keys)?,
            },
            // A budget only makes sense where there is always a shallower result to fall back on.
            deepening: self.deepening.unwrap_or(self.nodes.is_some() || self.time_ms.is_some()),
            distance: self.distance.unwrap_or(defaults.distance),
            exact_root: self.exact_root.unwrap_or(defaults.exact_root),
            lines: defaults.lines,
            whole_line: defaults.whole_line,
            ties: self.ties.unwrap_or_default(),
            table_mb: number("table_mb", self.table_mb, 0, MAX_TABLE_MB)?.unwrap_or(defaults.table_mb),
            threads: number("threads", self.threads, 1, MAX_THREADS)?.unwrap_or(defaults.threads),
            symmetry: self.symmetry.unwrap_or(defaults.symmetry),
            aspiration: number("aspiration", self.aspiration, 1, EVALUATION_LIMIT)?,
            hints: self.hints.unwrap_or(defaults.hints),
            solve_empties: number("solve_empties", self.solve_empties, 1, MAX_DEPTH.into())?,
            quiescence: self.quiescence.unwrap_or(defaults.quiescence),
            null_move: self.null_move.unwrap_or(defaults.null_move),
            lmr: self.lmr.unwrap_or(defaults.lmr),
            futility: number("futility", self.futility, 0, EVALUATION_LIMIT)?,
            extensions: self.extensions.unwrap_or(defaults.extensions),
            width: number("width", self.width, 1, u16::MAX)?,
        };
        conflicts(&options)?;
        Ok(options)
    }
}

/// The number that a switch was given, within its bounds and as the search takes it.
fn number<T: TryFrom<i64> + Into<i64>>(
    key: &'static str,
    given: Option<i64>,
    min: T,
    max: T,
) -> Result<Option<T>, SpecError> {
    let (min, max) = (min.into(), max.into());
    let Some(value) = given else { return Ok(None) };
    let number = T::try_from(value).ok().filter(|_| (min..=max).contains(&value));
    number.map(Some).ok_or_else(|| SpecError::new(key, format!("{value} is outside {min} to {max}")))
}

/// Refuses switches that would do nothing beside the others: whoever sets them expects something else.
fn conflicts(options: &SearchOptions) -> Result<(), SpecError> {
    let refuse = |key, problem: &str| Err(SpecError::new(key, problem));
    if options.table_mb == 0 && options.ordering.contains(&Ordering::Table) {
        return refuse("ordering", "table orders by a transposition table, which there is only with table_mb");
    }
    if options.table_mb == 0 && options.symmetry {
        return refuse("symmetry", "it is a transposition table's, which there is only with table_mb");
    }
    if options.threads > 1 && options.table_mb == 0 {
        return refuse(
            "threads",
            "several share what they find in a transposition table, which there is only with table_mb",
        );
    }
    if options.threads > 1 && options.pruning == Pruning::None {
        return refuse("threads", "plain minimax is searched by one: several go with alpha-beta, pvs or mtdf");
    }
    if options.hints && options.pruning == Pruning::None {
        return refuse("hints", "plain minimax searches every move: hints go with the other ways of pruning");
    }
    let changing = [
        ("quiescence", options.quiescence),
        ("null_move", options.null_move),
        ("lmr", options.lmr),
        ("futility", options.futility.is_some()),
        ("extensions", options.extensions),
        ("width", options.width.is_some()),
    ];
    if options.width.is_some() && options.ordering.is_empty() {
        return refuse("width", "it takes the first moves in order, so it needs an ordering, such as static");
    }
    if let (Pruning::None, Some((key, _))) = (options.pruning, changing.iter().find(|(_, set)| *set)) {
        return refuse(
            *key,
            "plain minimax searches every move to the same depth: it goes with the other ways of pruning",
        );
    }
    if options.aspiration.is_some() {
        if !options.deepening {
            return refuse("aspiration", "it expects the value of the iteration before, so it needs deepening = true");
        }
        if options.exact_root {
            return refuse("aspiration", "it narrows the window that exact_root keeps open: set one of them");
        }
        if matches!(options.pruning, Pruning::None | Pruning::Mtdf | Pruning::Bisection) {
            let problem = format!("pruning {} has no window: it goes with alpha-beta and pvs", options.pruning);
            return refuse("aspiration", &problem);
        }
    }
    Ok(())
}

fn distinct(keys: &[Ordering]) -> Result<Vec<Ordering>, SpecError> {
    match keys.iter().enumerate().find(|(index, key)| keys[..*index].contains(key)) {
        Some((_, key)) => Err(SpecError::new("ordering", format!("{key} stands there twice"))),
        None => Ok(keys.to_vec()),
    }
}

/// What a search does, in parts of a line.
pub(super) fn summary(options: &SearchOptions) -> Vec<String> {
    let pruning = match options.pruning {
        Pruning::None => "plain minimax".to_owned(),
        other => other.to_string(),
    };
    let deepening = if options.deepening { ", deepening" } else { "" };
    let mut parts = vec![format!("{pruning} to depth {}{deepening}", options.depth)];
    if let Some(width) = options.aspiration {
        parts.push(format!("windows of ±{width}"));
    }
    if options.table_mb > 0 {
        let folded = if options.symmetry { " folded by symmetry" } else { "" };
        parts.push(format!("table of {} MiB{folded}", options.table_mb));
    }
    if let Some(width) = options.width {
        parts.push(format!("the best {width} moves of each position"));
    }
    if options.threads > 1 {
        parts.push(format!("{} threads", options.threads));
    }
    if let Some(empties) = options.solve_empties {
        parts.push(format!("solves from {empties} empty places on"));
    }
    let named = [
        ("the game's hints", options.hints),
        ("quiescence", options.quiescence),
        ("null moves", options.null_move),
        ("late-move reduction", options.lmr),
        ("futility", options.futility.is_some()),
        ("check extensions", options.extensions),
    ];
    parts.extend(named.into_iter().filter(|(_, set)| *set).map(|(name, _)| name.to_owned()));
    if !options.ordering.is_empty() {
        let keys: Vec<String> = options.ordering.iter().map(ToString::to_string).collect();
        parts.push(format!("{} order", keys.join(" then ")));
    }
    parts
}
