//! `arena stats`: ratings and sequential tests from counts or records.

use std::fmt::Display;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::anyhow;
use serde_json::{Value, json};

use super::embedded_file::tell_charset;
use super::{Failure, records_file, terminal};
use arena_bots::unreadable;
use arena_games::FieldError;
use arena_records::pdn::FirstNumber;
use arena_records::tagged_game::Malformed;
use arena_tournament::RecordTally;
use arena_tournament::rating::{Hypotheses, Model, Pentanomial, Results, Wdl};
use arena_tournament::report::number_format::counted;
use arena_tournament::report::{Body, Document, WIDTH};
use arena_tournament::results::add_games;
use arena_tournament::statistics::{Field, Figures, Selection};

/// Maximum value of a count.
const MOST: u64 = 1 << 50;

/// Maximum size of a file of games, in bytes. It is held in memory as a whole.
const LARGEST_GAMES: u64 = 16 << 30;

/// One line per way to give counts, because a single line would not fit a narrow terminal.
const USAGE: &str = "arena stats [OPTIONS] --wdl <W,D,L>
       arena stats [OPTIONS] --pentanomial <A,B,C,D,E>
       arena stats [OPTIONS] --records <FILE>";

/// Computes Elo, normalised Elo, the likelihood of superiority and a sequential test, from counts or records.
///
/// Errors are half the width of a 95 % interval. With --records, the whole field is rated together. Repeats (identical
/// matches between bots that use no randomness) count for the scores but not for the errors. Players of a server are
/// identified by their ids: two players with the same name are listed separately, with the ends of their ids, and a
/// renamed player is listed once.
///
/// Examples: arena stats --pentanomial 34,54,63,64,75 --sprt 0,2
/// or arena stats --records games.pgn --sprt 0,2 --for new
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["wdl", "pentanomial", "records"])))]
#[command(override_usage = USAGE)]
pub(super) struct Args {
    /// Numbers of matches won, drawn and lost.
    #[arg(long, value_name = "W,D,L")]
    wdl: Option<Counts<3>>,
    /// Numbers of encounters (two matches with the seats exchanged) that scored 0, ½, 1, 1½ and 2 points.
    #[arg(long, value_name = "A,B,C,D,E")]
    pentanomial: Option<Counts<5>>,
    /// A file of records, one JSON object per line, as written by arena tournament --records; or a file of games in PGN
    /// or PDN from any program, in which games without a result count as void. A duplicate record counts once.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Side for which 1-0 is a win in files of English draughts, if no game that was played to its end shows it: black
    /// (who moves first) or white [default: black].
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["wdl", "pentanomial"], value_parser = first_number)]
    first_number: Option<FirstNumber>,
    /// Reject a file of games with an error instead of skipping the game, or a game with two different results.
    #[arg(long, conflicts_with_all = ["wdl", "pentanomial"])]
    strict: bool,
    /// Rate every version of a player's program and every configuration of a bot as a separate entrant.
    #[arg(long, conflicts_with_all = ["wdl", "pentanomial"])]
    versions: bool,
    /// With --records: entrant whose Elo is given and tested, by name or player id [default: of two entrants, the first
    /// by name]
    #[arg(long = "for", value_name = "NAME", conflicts_with_all = ["wdl", "pentanomial"])]
    subject: Option<String>,
    /// Opponent of the entrant given by --for, if there are more than two.
    #[arg(long, value_name = "NAME", requires = "subject", conflicts_with_all = ["wdl", "pentanomial"])]
    against: Option<String>,
    /// Test whether the Elo difference is E0 or E1.
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Elos>,
    /// Scale of the test's Elo values: normalized, logistic or bayesian.
    #[arg(long, value_name = "MODEL", requires = "sprt", default_value = "normalized", value_parser = model)]
    model: Model,
    /// Probability of accepting E1 although E0 is true.
    #[arg(long, value_name = "RATE", requires = "sprt", default_value_t = 0.05, allow_negative_numbers = true)]
    alpha: f64,
    /// Probability of accepting E0 although E1 is true.
    #[arg(long, value_name = "RATE", requires = "sprt", default_value_t = 0.05, allow_negative_numbers = true)]
    beta: f64,
    /// With --records: fix the rating of this entrant or player id; repeatable. Without it, the mean of the field is 0.
    #[arg(long, value_name = "NAME=ELO", conflicts_with_all = ["wdl", "pentanomial"])]
    anchor: Vec<Anchored>,
    /// With --records: list entrants with fewer matches than N separately, below the others.
    #[arg(long, value_name = "N", conflicts_with_all = ["wdl", "pentanomial"], default_value_t = 0, hide_default_value = true)]
    least: u64,
    /// Explain the figures.
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug)]
struct Counts<const N: usize>([u64; N]);

impl<const N: usize> FromStr for Counts<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected {N} whole numbers separated by commas, such as {}", ["12"; N].join(","));
        let counts = text.split(',').map(|part| part.trim().parse().map_err(|_| wrong()));
        let counts = counts.collect::<Result<Vec<u64>, _>>()?;
        if let Some(count) = counts.iter().find(|count| **count > MOST) {
            return Err(format!("counts must be at most {MOST}, got {count}"));
        }
        counts.try_into().map(Self).map_err(|_| wrong())
    }
}

#[derive(Clone, Copy, Debug)]
struct Elos(f64, f64);

impl FromStr for Elos {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
        let elos = text.split_once(',').and_then(|(low, high)| Some(Self(number(low)?, number(high)?)));
        elos.ok_or_else(|| "expected two Elo values separated by a comma, such as 0,2 or -1.75,0.25".to_owned())
    }
}

#[derive(Clone, Debug)]
struct Anchored(String, f64);

impl FromStr for Anchored {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.trim().parse::<f64>().ok()?)));
        let fits = |&(_, elo): &(&str, f64)| elo.abs() <= 1e6;
        let found = parts.filter(fits).map(|(name, elo)| Self(name.to_owned(), elo));
        found.ok_or_else(|| "expected NAME=ELO, such as tictactoe-perfect=2000".to_owned())
    }
}

fn model(text: &str) -> Result<Model, String> {
    serde_json::from_value(json!(text)).map_err(|_| "expected normalized, logistic or bayesian".to_owned())
}

fn first_number(text: &str) -> Result<FirstNumber, String> {
    serde_json::from_value(json!(text)).map_err(|_| "expected black or white".to_owned())
}

pub(super) fn run(args: &Args) -> super::CommandResult {
    let test = args.sprt.map(|Elos(elo0, elo1)| Hypotheses::new(elo0, elo1, args.alpha, args.beta, args.model));
    let wrong = |FieldError { path, problem }| match &*path {
        "alpha" | "beta" => Failure::Usage(anyhow!("--{path}: {problem}")),
        _ => Failure::Usage(anyhow!("--sprt: {problem}")),
    };
    let test = test.transpose().map_err(wrong)?;
    let given = args.wdl.map(|Counts([wins, draws, losses])| Results::Trinomial(Wdl { wins, draws, losses }));
    let given = given.or(args.pentanomial.map(|Counts(counts)| Results::Pentanomial(Pentanomial(counts))));
    if let Some(results) = given {
        if matches!((results, args.model), (Results::Pentanomial(_), Model::Bayesian)) && test.is_some() {
            return Err(Failure::Usage(anyhow!(
                "--model bayesian needs the number of draws, which --pentanomial does not tell; give --wdl, or use \
                 normalized or logistic"
            )));
        }
        let figures = Figures::new(results, results, test.as_ref());
        let mut document = Document::default();
        document.add("", Body::Terms(figures.terms()), None);
        return write(args, &figures.json(), &document);
    }
    let path =
        args.records.as_deref().ok_or_else(|| Failure::Usage(anyhow!("give --wdl, --pentanomial or --records")))?;
    let mut tally = if args.versions { RecordTally::by_version() } else { RecordTally::default() };
    let wrong = |line: usize, why: &dyn Display| Failure::Usage(anyhow!("{}, line {line}: {why}", path.display()));
    let mut games = None;
    if is_of_games(path) {
        let file = unreadable::text_within(path, LARGEST_GAMES)?;
        tell_charset(&path.display().to_string(), &file);
        let read = add_games(&mut tally, &file.text, args.first_number);
        if let Some(first) = read.skipped.first().or(read.contradictions.first()).filter(|_| args.strict) {
            return Err(wrong(first.line, &first.problem));
        }
        tell_games(path, &read.skipped, "; game skipped", "were skipped");
        tell_games(path, &read.contradictions, "", "have two results");
        tell_again(path, read.again, ["duplicate game", "duplicate games"]);
        if tally.is_empty() {
            return Err(Failure::Usage(anyhow!("{}: no game found", path.display())));
        }
        games = Some(read);
    } else {
        records_file::each(path, |line, record| tally.add(&record).map_err(|error| wrong(line, &error)))?;
        tell_again(path, tally.again(), ["duplicate record", "duplicate records"]);
    }
    let named = Selection {
        anchors: args.anchor.iter().map(|Anchored(name, elo)| (name.as_str(), *elo)).collect(),
        subject: args.subject.as_deref(),
        opponent: args.against.as_deref(),
        least: args.least,
    };
    let field = Field::new(tally, games.as_ref(), &named, test.as_ref());
    let field = field.map_err(|problem| Failure::Usage(anyhow!(problem)))?;
    write(args, &field.json(), &field.document())
}

fn write(args: &Args, json: &Value, document: &Document) -> super::CommandResult {
    let text = match args.json {
        true => format!("{json:#}\n"),
        false => document.to_text(terminal::columns().unwrap_or(WIDTH), args.explain),
    };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// Reports games that were skipped or are doubtful: the first ones with `end`, and `all` for the number of the others.
fn tell_games(path: &Path, games: &[Malformed], end: &str, all: &str) {
    const NAMED: usize = 10;
    for Malformed { line, problem } in games.iter().take(NAMED) {
        say!("{}, line {line}: {problem}{end}", path.display());
    }
    let more = games.len().saturating_sub(NAMED);
    if more > 0 {
        say!("{}: {more} more games {all}", path.display());
    }
}

/// Reports the records or games that stand in the file more than once.
fn tell_again(path: &Path, count: u64, [one, many]: [&str; 2]) {
    if count > 0 {
        say!("{}: {} skipped", path.display(), counted(count, one, many));
    }
}

/// True if a file is PGN or PDN: by its name, or because it begins with a tag.
fn is_of_games(path: &Path) -> bool {
    match path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("pgn" | "pdn") => return true,
        // A pipe can be read only once.
        _ if !path.is_file() => return false,
        _ => {}
    }
    let mut start = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| std::io::Read::take(file, 4_096).read_to_end(&mut start));
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start);
    read.is_ok() && start.trim_ascii_start().starts_with(b"[")
}
