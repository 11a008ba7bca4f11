//! `arena book`: builds and prints opening books.

mod part;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde_json::json;

use self::part::Part;
use super::progress::Progress;
use super::{CommandResult, ConfigDir, Failure, records_file, terminal};
use arena_bots::book::{BuildError, Draft, Harvest, PolyglotBook, Searched};
use arena_bots::suggest::did_you_mean;
use arena_bots::toml_file::Source;
use arena_bots::tree::signed;
use arena_bots::{Book, Roster, unreadable};
use arena_games::{GameId, Options};
use arena_tournament::report::number_format;

/// Builds and prints opening books.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Build(Build),
    Print(Print),
}

/// Builds a book, by search, from the records of matches, or from a Polyglot book.
///
/// By search, the bot's search values the moves of each position within --nodes. The best --width moves enter the book
/// and are followed in turn, --plies deep. From records, the value of a move is the share of points that it scored, in
/// per mille. From a Polyglot book of chess, it is the weight of the move. A bot with a book plays the move of the
/// highest value.
///
/// Results are saved next to the output file as they are found. If the build is interrupted, for example by Ctrl-C, the
/// same command continues it.
///
/// To use a book, put the file into config/books and `book = "NAME"` into the bot. Books apply to a game's default
/// options.
///
/// Example: arena book build tictactoe --plies 4 --width 3 -o config/books/tictactoe.toml
#[derive(Debug, clap::Args)]
struct Build {
    /// The game.
    game: GameId,
    /// Count the moves in these record files (one JSON object per line) instead of searching.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["bot", "nodes", "width"])]
    from_records: Vec<PathBuf>,
    /// Take the moves of this Polyglot book (.bin) instead of searching. Only for chess.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bot", "nodes", "from_records"])]
    from_polyglot: Option<PathBuf>,
    /// Depth of the book, in plies.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=60))]
    plies: u16,
    /// Bot whose search to use [default: the last bot of the game, which is the strongest].
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// Moves per position to include and follow.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=64))]
    width: u16,
    /// Maximum number of nodes per position, applied twice.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    nodes: u64,
    /// With --from-records: only include moves that were played at least this often.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from_records", conflicts_with = "from_polyglot", value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// Name of the book [default: the name of the file].
    #[arg(long)]
    name: Option<String>,
    /// Print no progress.
    #[arg(long, short)]
    quiet: bool,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Prints the positions of a book with their moves, the best first. Each move has a value and, if known, the number of
/// times it was played.
///
/// Example: arena book print classic
#[derive(Debug, clap::Args)]
struct Print {
    /// Name of a book, or a file.
    book: String,
    /// Only the book of this game.
    #[arg(long)]
    game: Option<GameId>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Self::Usage(error.into())
    }
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let roster = super::modules::roster(config)?;
    match &args.command {
        Command::Build(build) => self::build(build, config, &roster),
        Command::Print(print) => self::print(print, &roster),
    }
}

fn build(args: &Build, config: &ConfigDir, roster: &Roster) -> CommandResult {
    let stem = args.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = args.name.clone().unwrap_or(stem);
    let BuiltBook { draft, about, command, part } = match &args.from_polyglot {
        Some(file) => converted(args, file)?,
        None if args.from_records.is_empty() => searched(args, roster)?,
        None => counted(args)?,
    };
    let command = shell_line(config, &command, &name, &args.output);
    let text = draft.to_toml(&name, &about, &command);
    let file = args.output.display().to_string();
    // Reading the text back detects a name that is not valid TOML.
    let book = Book::read(&Source { file: &file, text: &text })?;
    std::fs::write(&args.output, &text).with_context(|| format!("{file} cannot be written"))?;
    if let Some(part) = part {
        part.done();
    }
    if !args.quiet {
        say!("wrote {file}: {}, digest {}", positions(&book), book.digest);
    }
    Ok(())
}

/// A book that has been built but not written yet.
struct BuiltBook {
    draft: Draft,
    about: String,
    /// The arguments that build it again, without its name and file.
    command: Vec<String>,
    /// Where intermediate results of a build by search were saved.
    part: Option<Part>,
}

/// Returns the command line that builds the same file again, for a POSIX shell.
fn shell_line(config: &ConfigDir, command: &[String], name: &str, output: &Path) -> String {
    let folder = config.config_dir.iter().flat_map(|folder| ["--config-dir".to_owned(), folder.display().to_string()]);
    let file = ["--name".to_owned(), name.to_owned(), "--output".to_owned(), output.display().to_string()];
    let words = ["arena".to_owned()].into_iter().chain(folder).chain(command.iter().cloned()).chain(file);
    let word = |word: String| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,+".contains(&byte);
        if !word.is_empty() && word.bytes().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    words.map(word).collect::<Vec<_>>().join(" ")
}

fn searched(args: &Build, roster: &Roster) -> Result<BuiltBook, Failure> {
    let bot = match &args.bot {
        None => roster.of(args.game).last(),
        Some(name) => roster.find(name).filter(|bot| bot.game == args.game),
    };
    let unknown = || match &args.bot {
        Some(name) => anyhow!("--bot: {}", roster.unknown(name, Some(args.game))),
        None => anyhow!("there is no bot for {} to search with", args.game),
    };
    let bot = bot.ok_or_else(|| Failure::Usage(unknown()))?.clone();
    let about = format!("{} plies by the search of {} with {} nodes a position", args.plies, bot.name, args.nodes);
    let command = ["book", "build", bot.game.info().name, "--bot", &bot.name].map(str::to_owned).into_iter();
    let numbers = [("--plies", args.plies.into()), ("--width", args.width.into()), ("--nodes", args.nodes)];
    let command = command.chain(numbers.into_iter().flat_map(|(flag, number)| [flag.to_owned(), number.to_string()]));
    let command = command.collect();
    let (plies, width) = (usize::from(args.plies), usize::from(args.width));
    let search = json!({"game": bot.game, "bot": bot.to_json(), "width": width, "nodes": args.nodes});
    let searched = Searched { bot, plies, width, nodes: args.nodes };
    let unwritable = || format!("intermediate results cannot be written next to {}", args.output.display());
    let (mut part, finished) = Part::open(&args.output, &search).with_context(unwritable)?;
    if !finished.is_empty() && !args.quiet {
        say!("continuing with {} positions from {}", finished.len(), part.path().display());
    }
    let progress = Progress::start(args.quiet, None, "{spinner} {elapsed}  {human_pos} positions; Ctrl-C keeps them");
    let mut saved = Ok(());
    let draft = searched.build_from(&finished, |lines| {
        progress.bar().into_iter().for_each(|bar| bar.set_position(lines.len() as u64));
        saved = part.add(lines);
        saved.is_ok()
    });
    saved.with_context(unwritable)?;
    let draft = draft?;
    drop(progress);
    Ok(BuiltBook { draft, about, command, part: Some(part) })
}

/// Builds a book from the moves played in records.
fn counted(args: &Build) -> Result<BuiltBook, Failure> {
    let mut harvest = Harvest::new(args.game, args.plies.into());
    let usual = args.game.complete_options(&Options::new())?;
    let (mut matches, mut others, mut again) = (0_u64, 0_u64, 0_u64);
    // Another run of the same tournament has the same ids.
    let mut added = HashSet::new();
    for path in &args.from_records {
        records_file::each(path, |line, record| {
            let void = record.verdict.outcome.is_none();
            if record.game != args.game || record.options != usual || record.opening.position.is_some() || void {
                others += 1;
                return Ok(());
            }
            let mut moves = DefaultHasher::new();
            record.moves.hash(&mut moves);
            if !added.insert((record.id, moves.finish())) {
                again += 1;
                return Ok(());
            }
            matches += 1;
            let winner = record.verdict.outcome.and_then(arena_play::GameResult::winner);
            let place = || format!("{}, line {line}", path.display());
            harvest.add(&record.moves, winner).map_err(|error| Failure::Usage(anyhow!("{}: {error}", place())))
        })?;
    }
    if !args.quiet {
        say!("{matches} matches counted, {others} skipped (other games, options or start positions)");
        if again > 0 {
            say!("skipped {}", number_format::counted(again, "duplicate record", "duplicate records"));
        }
    }
    let about = format!("{} plies of {matches} matches", args.plies);
    let command = ["book", "build", args.game.info().name, "--from-records"].map(str::to_owned).into_iter();
    let files = args.from_records.iter().map(|path| path.display().to_string());
    let numbers = ["--plies".to_owned(), args.plies.to_string(), "--least".to_owned(), args.least.to_string()];
    let command = command.chain(files).chain(numbers).collect();
    Ok(BuiltBook { draft: harvest.draft(args.least)?, about, command, part: None })
}

/// Builds a book from a Polyglot book.
fn converted(args: &Build, file: &Path) -> Result<BuiltBook, Failure> {
    if args.game != GameId::Chess {
        return Err(Failure::Usage(anyhow!("--from-polyglot: Polyglot books are for chess, not for {}", args.game)));
    }
    let shown = file.display().to_string();
    let book =
        PolyglotBook::new(unreadable::binary(file)?).map_err(|error| Failure::Usage(anyhow!("{shown}: {error}")))?;
    let (draft, illegal) = book.draft(args.plies.into(), args.width.into())?;
    if illegal > 0 && !args.quiet {
        say!("skipped {}", number_format::counted(illegal, "illegal move", "illegal moves"));
    }
    let about = format!("{} plies of {}", args.plies, file.file_name().unwrap_or_default().to_string_lossy());
    let command = ["book", "build", "chess", "--from-polyglot", &shown].map(str::to_owned).into_iter();
    let numbers = [("--plies", args.plies), ("--width", args.width)];
    let command = command.chain(numbers.into_iter().flat_map(|(flag, number)| [flag.to_owned(), number.to_string()]));
    Ok(BuiltBook { draft, about, command: command.collect(), part: None })
}

fn print(args: &Print, roster: &Roster) -> CommandResult {
    let from_file;
    let books: Vec<&Book> = if Path::new(&args.book).is_file() {
        let text = unreadable::toml(Path::new(&args.book))?;
        from_file = Book::read(&Source { file: &args.book, text: &text })?;
        vec![&from_file]
    } else {
        roster.books().iter().map(AsRef::as_ref).filter(|book| book.name == args.book).collect()
    };
    let books: Vec<&Book> = books.into_iter().filter(|book| args.game.is_none_or(|game| book.game == game)).collect();
    if books.is_empty() {
        let known = roster.books().iter().filter(|book| args.game.is_none_or(|game| book.game == game));
        let known: Vec<String> = known.map(|book| format!("{} ({})", book.name, book.game)).collect();
        let names = roster.books().iter().map(|book| book.name.as_str());
        let meant = did_you_mean(&args.book, names);
        let meant = match meant.is_empty() {
            true => unreadable::nearest_file(Path::new(&args.book)),
            false => format!(".{meant}"),
        };
        return Err(Failure::Usage(anyhow!(
            "there is no book or file {:?}; known books: {}",
            args.book,
            known.join(", ") + &meant
        )));
    }
    let mut out = std::io::stdout().lock();
    for book in books {
        if args.json {
            let json = json!({"name": book.name, "game": book.game, "about": book.about, "digest": book.digest,
                "positions": book.lines});
            writeln!(out, "{json}")?;
        } else {
            out.write_all(terminal::fitted(&book_text(book)).as_bytes())?;
        }
    }
    Ok(())
}

fn positions(book: &Book) -> String {
    number_format::counted(book.lines.len() as u64, "position", "positions")
}

/// Returns one line per position, indented by its ply, with the moves that led to it and the book's moves.
fn book_text(book: &Book) -> String {
    let about = if book.about.is_empty() { String::new() } else { format!(": {}", book.about) };
    let mut text = format!("{}, {}{about}\n", book.name, book.game.info().title);
    let _ = writeln!(text, "{}, digest {}\n", positions(book), book.digest);
    let mut lines: Vec<_> = book.lines.iter().collect();
    lines.sort_by(|a, b| a.moves.cmp(&b.moves));
    for line in lines {
        let known = line.known.iter().map(|known| {
            let count = known.count.map_or_else(String::new, |count| format!(" ({count}×)"));
            format!("{} {}{count}", known.mv, signed(known.value))
        });
        let path = if line.moves.is_empty() { "start".to_owned() } else { line.moves.join(" ") };
        let indent = "  ".repeat(line.moves.len());
        let _ = writeln!(text, "{indent}{path}: {}", known.collect::<Vec<_>>().join(", "));
    }
    text
}
