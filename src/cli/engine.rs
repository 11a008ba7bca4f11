//! `arena engine`: our bots as an engine, for GUIs and for other programs that let engines play.

mod command;
mod gomocup;
mod session;
mod settings;
mod signals;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};
use std::thread;

use super::{CommandResult, ConfigDir, Failure};
use crate::bots::Roster;
use crate::games::GameId;
use crate::games::conventions::EngineProtocol;
use command::{Command, Go};
use settings::Settings;
use signals::{Signals, Unanswered};

/// So many commands may wait for the search to end; further ones are answered with an error.
const QUEUE: usize = 1_024;

/// Plays as an engine: speaks UCI on standard input and output.
///
/// All other games are spoken of in the same words, with the game's notations; UCI_Variant chooses the game, and under the
/// name that Fairy-Stockfish has for it (cfour, flipello, tictactoe) its notations too. The protocol of the Gomocup is known by its
/// first command, such as START 15. Hash, Threads and MultiPV override what the bot's configuration says; the option Bot chooses another
/// bot. A bot's own limits of depth, nodes and time hold beside those of `go`, except with `go infinite`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena engine                                 the strongest of our bots
  arena engine --bot NAME                      for a GUI: give it this command
  fastchess -engine cmd=arena args=engine -engine cmd=stockfish -each tc=10+0.1
  printf 'START 15\\nBEGIN\\n' | arena engine       gomoku as in the Gomocup
  printf 'go depth 9\\n' | arena engine tictactoe")]
pub(super) struct Args {
    /// The game; the one that GUIs play by this protocol unless given.
    game: Option<GameId>,
    /// The bot whose search it is; the last one that `arena bots` lists for the game unless given.
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
}

/// What the reader of the commands hands to who searches.
enum Job {
    /// To be answered once everything before is done.
    Ready,
    Do(Command),
    /// A line of the Gomocup's protocol, with the signals of the search that it asks for.
    Gomocup(String, Option<Arc<Signals>>),
    Go(Box<Go>, Arc<Signals>),
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let roster = Roster::load(config.folder()?)?;
    let settings = Settings::new(
        roster,
        config.folder()?,
        args.game.unwrap_or_else(GameId::usual_of_engines),
        args.bot.as_deref(),
    )
    .map_err(Failure::Usage)?;
    let (jobs, queue) = sync_channel(QUEUE);
    let unanswered = Arc::new(Unanswered::default());
    let asked = Arc::clone(&unanswered);
    let worker = thread::Builder::new().name("search".to_owned()).spawn(move || work(settings, &queue, &asked))?;
    let mut is_gomocup = false;
    for line in io::stdin().lock().split(b'\n') {
        // What is no text is no command either: it is answered as such, and the next one is read.
        let line = String::from_utf8_lossy(&line?).into_owned();
        is_gomocup |= gomocup::is_command(&line);
        let job = match Command::read(&line) {
            _ if is_gomocup => match line.trim() {
                "END" => {
                    unanswered.for_each(Signals::stop);
                    break;
                }
                "STOP" | "YXSTOP" => {
                    unanswered.for_each(Signals::stop);
                    continue;
                }
                _ => {
                    let signals = gomocup::asks(&line).then(|| unanswered.ask(Signals::new(false, false)));
                    Job::Gomocup(line, signals)
                }
            },
            Command::Quit => {
                unanswered.for_each(Signals::stop);
                break;
            }
            Command::Stop => {
                unanswered.for_each(Signals::stop);
                continue;
            }
            Command::PonderHit => {
                unanswered.for_each(Signals::ponder_hit);
                continue;
            }
            // While it searches, this is how one asks whether it lives.
            Command::IsReady if unanswered.any() => {
                say("readyok\n")?;
                continue;
            }
            Command::IsReady => Job::Ready,
            Command::Nothing => continue,
            Command::Unknown(sentence) => {
                say(&format!("info string {sentence}\n"))?;
                continue;
            }
            Command::Go(go) => {
                let signals = unanswered.ask(Signals::new(go.ponder, go.infinite));
                Job::Go(go, signals)
            }
            command => Job::Do(command),
        };
        match jobs.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => {
                if matches!(job, Job::Go(..) | Job::Gomocup(_, Some(_))) {
                    unanswered.refuse();
                }
                say("info string too many commands wait for the search: stop it first\n")?;
            }
            // Standard output is closed: there is nobody to play for.
            Err(TrySendError::Disconnected(_)) => break,
        }
    }
    // The input has ended. Searches are still answered, but an endless one is stopped, as nobody else can do so.
    unanswered.for_each(Signals::end_of_input);
    drop(jobs);
    worker.join().expect("a search does not panic")?;
    Ok(())
}

/// Carries out commands in their order until the channel is closed.
fn work(mut settings: Settings, queue: &Receiver<Job>, unanswered: &Unanswered) -> io::Result<()> {
    let mut session = settings.session();
    let mut gomocup = gomocup::Match::new();
    while let Ok(job) = queue.recv() {
        match job {
            Job::Ready => say("readyok\n")?,
            Job::Go(go, signals) => {
                session.go(&go, &signals, &mut UciOutput)?;
                unanswered.answered();
            }
            Job::Gomocup(line, signals) => {
                gomocup.on_line(&line, signals.as_deref(), (&mut settings, &mut session), &mut UciOutput)?;
                if signals.is_some() {
                    unanswered.answered();
                }
            }
            Job::Do(Command::Uci) => say(&settings.introduction())?,
            Job::Do(Command::NewGame) => session.new_game(),
            Job::Do(Command::Show) => say(&session.show())?,
            Job::Do(Command::Position { start, moves }) => {
                if let Err(problem) = session.set_position(start.as_deref(), &moves) {
                    say(&format!("info string position: {problem}\n"))?;
                }
            }
            Job::Do(Command::Game { name, options }) => match settings.play(&name, &options, EngineProtocol::Text) {
                Ok(settings::Change::Game) => session = settings.session(),
                Ok(_) => {}
                Err(problem) => say(&format!("info string game: {problem}\n"))?,
            },
            Job::Do(Command::SetOption { name, value }) => match settings.set(&name, &value) {
                Ok(settings::Change::Nothing) => {}
                Ok(settings::Change::Search) => session.set(settings.spec(), settings.lines()),
                Ok(settings::Change::Memory) => session.forget(),
                Ok(settings::Change::Bot) => {
                    session.set(settings.spec(), settings.lines());
                    session.forget();
                }
                Ok(settings::Change::Game) => session = settings.session(),
                Err(problem) => say(&format!("info string setoption: {problem}\n"))?,
            },
            Job::Do(_) => {}
        }
    }
    Ok(())
}

/// Standard output, locked for one piece of text at a time: another thread answers while a search runs.
struct UciOutput;

impl Write for UciOutput {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut out = io::stdout().lock();
        out.write_all(text)?;
        out.flush()?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says something at once and whole.
fn say(text: &str) -> io::Result<()> {
    UciOutput.write_all(text.as_bytes())
}
