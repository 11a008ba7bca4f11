//! `arena train`: fits the model of a game to matches of the program against itself.

use std::path::PathBuf;

use anyhow::anyhow;

use super::Failure;
use super::progress::Progress;
use arena_games::{GameId, with_trained_game};
use arena_tournament::report::number_format::grouped;
use arena_train::Settings;
use arena_train::fit::FitSettings;
use arena_train::run::{Event, Part, Training, train};
use arena_train::test::TestSettings;

/// Trains the evaluation of a game from nothing: plays matches, fits a model to them, tests it against the
/// best one so far, and repeats this.
///
/// The same settings and seed give the same model. An interrupted training continues when the command is repeated.
///
/// Example: arena train reversi --generations 3
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game.
    game: GameId,
    /// Only this part of each generation: play matches, fit a model to them, or test it.
    part: Option<PartName>,
    /// Folder for matches and models [default: data/train/GAME]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Generations of matches, each played by the best evaluation so far.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    generations: u64,
    /// Matches of each generation.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Each match begins with at most N random moves; those of a test with half as many.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(0..=1_000))]
    random_plies: u16,
    /// Share of the result in what the model learns; the rest is the value of the search.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    blend: f32,
    /// How often the model sees each position.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    epochs: u64,
    /// Encounters of a test, at most.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    encounters: u64,
    /// The seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PartName {
    Data,
    Fit,
    Test,
}

fn share(text: &str) -> Result<f32, String> {
    let value: f32 = text.parse().map_err(|_| "must be a number between 0 and 1".to_owned())?;
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(format!("must be between 0 and 1, got {value}")) }
}

pub(super) fn run(args: &Args) -> super::CommandResult {
    let parts: &[Part] = match args.part {
        None => &[Part::Data, Part::Fit, Part::Test],
        Some(PartName::Data) => &[Part::Data],
        Some(PartName::Fit) => &[Part::Fit],
        Some(PartName::Test) => &[Part::Test],
    };
    let Args { generations, games, nodes, random_plies, blend, epochs, encounters, seed, .. } = *args;
    let random_plies = usize::from(random_plies);
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let training = Training {
        game: args.game,
        folder: args.folder.clone().unwrap_or_else(|| PathBuf::from(format!("data/train/{}", args.game))),
        settings: Settings { seed, games, nodes, random_plies },
        fit: FitSettings { blend, epochs, seed },
        test: TestSettings { seed, nodes, random_plies: random_plies / 2, encounters },
        generations,
        threads: args.threads.map_or_else(cores, usize::from),
        command: format!(
            "arena train {} --generations {generations} --games {games} --nodes {nodes} --random-plies {random_plies} \
             --blend {blend} --epochs {epochs} --encounters {encounters} --seed {seed}",
            args.game
        ),
    };
    let mut line = Progress::start(args.quiet, None, "{spinner} {msg} {elapsed}");
    let mut last = None;
    let known = train(&training, parts, &mut |event| {
        let text = event_line(&event, games);
        match event {
            Event::Played { .. } | Event::Epoch { .. } | Event::Testing { .. } => {
                if let Some(bar) = line.bar() {
                    bar.set_message(text);
                    bar.tick();
                } else if line.is_line_due(false) {
                    say!("{text}");
                }
            }
            Event::Fitted { .. } | Event::Tested { .. } => say!("{text}"),
        }
        if let Event::Tested { best, .. } = event {
            last = best.map(std::path::Path::to_owned);
        }
    });
    if !known.map_err(|error| Failure::Work(error.into()))? {
        let games = GameId::ALL.iter().filter(|id| with_trained_game!(**id, G => std::any::type_name::<G>()).is_some());
        let games = games.map(|id| id.name()).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(anyhow!("{} has no model; these games have one: {games}", args.game)));
    }
    if let Some(path) = last {
        println!("{}", path.display());
    }
    Ok(())
}

/// Describes an event.
fn event_line(event: &Event<'_>, games: u64) -> String {
    match event {
        Event::Played { generation, games: played } => {
            format!("generation {generation}: {} of {} matches", grouped(*played), grouped(games))
        }
        Event::Epoch { generation, epochs, loss } => format!("generation {generation}: epoch {epochs}, loss {loss:.4}"),
        Event::Fitted { generation, fitted, path } => {
            let positions = grouped(fitted.positions);
            let held_out = fitted.held_out.map_or_else(String::new, |[model, base]| {
                format!(" (held out {model:.4}, hand-written evaluation {base:.4})")
            });
            let (loss, path) = (fitted.training_loss, path.display());
            format!("generation {generation}: {positions} positions, loss {loss:.4}{held_out}: {path}")
        }
        Event::Testing { generation, encounters, score } => {
            format!(
                "generation {generation}: {} encounters, {:.1} % of the points",
                grouped(*encounters),
                100.0 * score
            )
        }
        Event::Tested { generation, tested, .. } => {
            let verdict = if tested.accepted { "accepted" } else { "not accepted" };
            let encounters = tested.encounters.iter().sum();
            format!(
                "generation {generation}: {:.1} % of the points in {} encounters, {verdict}",
                100.0 * tested.score(),
                grouped(encounters)
            )
        }
    }
}
