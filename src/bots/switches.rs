//! The switches of a bot's search: what each may be, and which of them ask for others.

use super::spec::{OneOrMore, RawBot, SpecError, integer};
use crate::games::EVALUATION_LIMIT;
use crate::search::{MAX_DEPTH, MAX_TABLE_MB, MAX_THREADS, Ordering, Pruning, SearchOptions};

impl RawBot {
    /// The options of the search, checked; what is not given has its default.
    pub(super) fn search_options(&self) -> Result<SearchOptions, SpecError> {
        let defaults = SearchOptions::default();
        let depth = integer("depth", self.depth, 1, i64::from(MAX_DEPTH))?;
        let table_mb = integer("table_mb", self.table_mb, 0, i64::from(MAX_TABLE_MB))?;
        let threads = integer("threads", self.threads, 1, i64::from(MAX_THREADS))?;
        let aspiration = integer("aspiration", self.aspiration, 1, i64::from(EVALUATION_LIMIT))?;
        let futility = integer("futility", self.futility, 0, i64::from(EVALUATION_LIMIT))?;
        let width = integer("width", self.width, 1, i64::from(u16::MAX))?;
        let solve_empties = integer("solve_empties", self.solve_empties, 1, i64::from(MAX_DEPTH))?;
        let options = SearchOptions {
            depth: depth.map_or(defaults.depth, |depth| u16::try_from(depth).expect("at most MAX_DEPTH")),
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
            whole_line: defaults.whole_line,
            ties: self.ties.unwrap_or_default(),
            table_mb: table_mb.map_or(0, |size| u32::try_from(size).expect("at most MAX_TABLE_MB")),
            threads: threads.map_or(1, |threads| u16::try_from(threads).expect("at most MAX_THREADS")),
            symmetry: self.symmetry.unwrap_or(defaults.symmetry),
            aspiration: aspiration.map(|width| i32::try_from(width).expect("at most EVALUATION_LIMIT")),
            hints: self.hints.unwrap_or(defaults.hints),
            solve_empties: solve_empties.map(|most| u32::try_from(most).expect("at most MAX_DEPTH")),
            quiescence: self.quiescence.unwrap_or(defaults.quiescence),
            null_move: self.null_move.unwrap_or(defaults.null_move),
            lmr: self.lmr.unwrap_or(defaults.lmr),
            futility: futility.map(|margin| i32::try_from(margin).expect("at most EVALUATION_LIMIT")),
            extensions: self.extensions.unwrap_or(defaults.extensions),
            width: width.map(|most| u16::try_from(most).expect("at most u16::MAX")),
        };
        conflicts(&options)?;
        Ok(options)
    }
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
