//! `arena analyse --compare`: compares several searches of one position.

use std::io::Write;

use anyhow::anyhow;
use clap::{CommandFactory, Parser};
use serde_json::{Value, json};

use super::{Args, SearchFlags, board_text};
use crate::{CommandResult, Failure, terminal};
use arena_bots::analysis::{Analysis, Question, QuestionError, analyse, refinements, settings};
use arena_bots::tree::grouped;
use arena_bots::{RawBot, Roster, TurnLimits};
use arena_search::Pruning;
use arena_tournament::report::{Table, WIDTH};

/// Default node limit of each search in a comparison.
const MOST_NODES: i64 = 2_000_000;
/// If no depth is given, all searches use the depth that the most refined one reaches with this many nodes.
const COMFORTABLE_NODES: i64 = 20_000;

/// Switches of `--with`: those of the command line, without the dashes.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_version_flag = true)]
struct Alternative {
    /// A bot whose search to use.
    #[arg(long)]
    bot: Option<String>,
    #[command(flatten)]
    search: SearchFlags,
}

/// A search to compare.
struct Rival {
    label: String,
    bot: Option<String>,
    search: RawBot,
    /// Skipped if its switches are incompatible. Incompatible switches given by the user are an error instead.
    optional: bool,
}

impl Rival {
    /// Parses `pruning=pvs,ordering=table,killers,table_mb=16`. A part without `=` continues the preceding list.
    fn read(text: &str) -> Result<Self, String> {
        let command = Alternative::command();
        let known = |key: &str| command.get_arguments().any(|argument| argument.get_long() == Some(key));
        let mut flags: Vec<String> = Vec::new();
        for part in text.split(',') {
            let key = part.split_once('=').map(|(key, _)| key.trim().replace('_', "-"));
            match (key, flags.last_mut()) {
                (Some(key), last) if known(&key) || last.is_none() => {
                    let value = part.split_once('=').map_or("", |(_, value)| value.trim());
                    flags.push(format!("--{key}={value}"));
                }
                (_, Some(last)) if last.starts_with("--ordering=") || last.contains(':') => {
                    last.push(',');
                    last.push_str(part.trim());
                }
                _ => {
                    return Err(format!(
                        "{part:?} is not a switch; expected KEY=VALUE, such as pruning=pvs,table_mb=16"
                    ));
                }
            }
        }
        let read = Alternative::try_parse_from(&flags).map_err(|error| {
            let text = error.to_string();
            text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        })?;
        Ok(Self { label: text.to_owned(), bot: read.bot, search: read.search.raw(), optional: false })
    }

    /// Returns the default comparison: the pruning methods, then one refinement after another.
    fn usual(with: RawBot) -> Vec<Self> {
        let named = |label: String, search: RawBot| Self { label, bot: None, search, optional: true };
        let pruned = Pruning::WORDS.iter().map(|&word| {
            let pruning = word.parse().expect("every word of the switch names a pruning");
            let plain = pruning == Pruning::None;
            let hints = if plain { Some(false) } else { with.hints };
            let none = matches!(pruning, Pruning::None | Pruning::Mtdf);
            let aspiration = with.aspiration.filter(|_| !none);
            let label = if plain { "plain minimax".to_owned() } else { word.to_owned() };
            named(label, RawBot { pruning: Some(pruning), hints, aspiration, ..with.clone() })
        });
        let refined = refinements().into_iter().skip(1).filter(|one| one.keeps_value);
        let refined = refined.map(|one| named(format!("+ {}", one.name), one.search.over(with.clone())));
        pruned.collect::<Vec<_>>().into_iter().chain(refined).collect()
    }
}

/// The result of a search, with its label.
struct LabelledResult {
    label: String,
    analysis: Analysis,
}

/// Runs the comparison requested by `args`; `question` is the position with the search given by the flags.
pub(super) fn compare(out: &mut impl Write, args: &Args, roster: &Roster, question: &Question) -> CommandResult {
    let own = args.own();
    let mut rivals = match &args.with[..] {
        [] => Rival::usual(own.clone()),
        others => {
            let read = |text: &String| Rival::read(text).map_err(|problem| anyhow!("--with {text}: {problem}"));
            let others = others.iter().map(read).collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
            let label = args.bot.clone().unwrap_or_else(|| "as given".to_owned());
            let first = Rival { label, bot: args.bot.clone(), search: own.clone(), optional: false };
            std::iter::once(first).chain(others).collect()
        }
    };
    let depth = comparable_depth(args, roster, question)?;
    let mut results = Vec::new();
    for rival in rivals.drain(..) {
        let named = rival.bot.as_deref().or(args.bot.as_deref());
        let base = RawBot { depth, ..own.clone() };
        let limited = |raw: RawBot| match named {
            None if raw.nodes.is_none() && raw.time_ms.is_none() => {
                RawBot { nodes: Some(MOST_NODES), deepening: raw.deepening.or(Some(false)), ..raw }
            }
            _ => raw,
        };
        let bot = match settings(args.game, named, limited(rival.search.over(base)), roster) {
            Err(QuestionError::Settings(_)) if rival.optional => continue,
            other => other.map_err(|error| Failure::Usage(anyhow!("{}: {error}", rival.label)))?,
        };
        if rival.optional && !bot.search.keeps_value() && bot.search.pruning == Pruning::None {
            continue;
        }
        let question = Question { bot, tree: None, steps: None, ..question.clone() };
        results
            .push(LabelledResult { label: rival.label, analysis: analyse(&question, TurnLimits::default())?.analysis });
    }
    if args.json { write_json(out, &results) } else { write_table(out, question, &results) }
}

/// Returns the common depth if the user gives no depth, limit or bot.
fn comparable_depth(args: &Args, roster: &Roster, question: &Question) -> Result<Option<i64>, Failure> {
    let own = args.own();
    if args.bot.is_some() || own.depth.is_some() || own.nodes.is_some() || own.time_ms.is_some() {
        return Ok(own.depth);
    }
    let refined = refinements().into_iter().rfind(|one| one.keeps_value).expect("plain alpha-beta keeps the value");
    let raw = RawBot { depth: Some(60), nodes: Some(COMFORTABLE_NODES), ..refined.search };
    let bot = settings(args.game, None, raw, roster)?;
    let answer = analyse(&Question { bot, tree: None, ..question.clone() }, TurnLimits::default())?;
    Ok(Some(answer.analysis.depth.clamp(1, 60).into()))
}

fn write_json(out: &mut impl Write, results: &[LabelledResult]) -> CommandResult {
    let list = results.iter().map(|one| {
        let mut json = serde_json::to_value(&one.analysis)?;
        json["label"] = json!(one.label);
        Ok(json)
    });
    let list: Value = list.collect::<serde_json::Result<Vec<Value>>>().map_err(anyhow::Error::from)?.into();
    writeln!(out, "{list}")?;
    Ok(())
}

fn write_table(out: &mut impl Write, question: &Question, results: &[LabelledResult]) -> CommandResult {
    let Some(first) = results.first() else {
        return Err(Failure::Usage(anyhow!("no search to compare: these switches cannot be combined")));
    };
    let cells = |LabelledResult { label, analysis }: &LabelledResult| {
        let ended = if analysis.stopped { ">" } else { "" };
        vec![
            label.clone(),
            analysis.depth.to_string(),
            analysis.value_text.clone(),
            analysis.best.clone().unwrap_or_default(),
            format!("{ended}{}", grouped(analysis.nodes)),
            grouped(analysis.cutoffs),
            grouped(analysis.table_hits),
            analysis.branching.map_or_else(String::new, |branching| format!("{branching:.2}")),
            format!("{:.1}", analysis.elapsed.as_secs_f64() * 1e3),
        ]
    };
    let header = ["Search", "Depth", "Value", "Best", "Nodes", "Cutoffs", "Hits", "Branching", "ms"];
    let table = Table::numbered(header, results.iter().map(cells)).to_text(terminal::columns().unwrap_or(WIDTH));
    let mover = question.bot.game.info().sides[first.analysis.side];
    write!(out, "{}{mover} to move\n\n{table}", board_text(question.bot.game, &first.analysis.diagram))?;
    if results.iter().any(|one| one.analysis.stopped) {
        writeln!(out, "\n> a limit ended the search; the value is that of the previous depth")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_bots::spec::OneOrMore;
    use arena_search::Ordering;

    #[test]
    fn a_list_continues_until_the_next_switch() {
        let read =
            Rival::read("ordering=table,killers,pruning=pvs,table_mb=16,hints=true").expect("the switches are valid");
        let keys = OneOrMore::More(vec![Ordering::Table, Ordering::Killers]);
        let expected = (Some(keys), Some(Pruning::Pvs), Some(16), Some(true));
        assert_eq!((read.search.ordering, read.search.pruning, read.search.table_mb, read.search.hints), expected);
        let read = Rival::read("bot=x,evaluation=lines:one=3,two=9,depth=4").expect("the switches are valid");
        assert_eq!((read.bot.as_deref(), read.search.depth), (Some("x"), Some(4)));
        assert!(matches!(read.search.evaluation, Some(arena_bots::spec::RawEvaluation::Weighted(spec))
            if spec.weights.len() == 2));
    }

    #[test]
    fn unknown_switches_are_reported() {
        for (text, words) in [
            ("fast", "\"fast\" is not a switch"),
            ("speed=9", "--speed"),
            ("depth=4,killers", "\"killers\" is not a switch"),
            ("pruning=some", "not a value of pruning; expected one of none"),
        ] {
            let problem = Rival::read(text).err().expect("the switches are invalid");
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }
}
