//! `arena engine`: runs a bot as an engine, for GUIs and other programs.

mod gomocup;
mod output;
mod session;
mod settings;
mod signals;

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};
use std::thread;

use memchr::memchr2;

use super::{CommandResult, ConfigDir, Failure};
use arena_bots::engine::gomocup::command::Command as GomocupCommand;
use arena_bots::engine::uci::command::{Command, GoCommand};
use arena_games::GameId;
use arena_games::conventions::{EngineProtocol, Ucci};
use output::{SPEAKS_UCCI, UciOutput, say, tell};
use settings::Settings;
use signals::{Signals, Unanswered};

/// Maximum number of commands that wait for a search to end. Further ones are answered with an error.
const QUEUE: usize = 1_024;

/// Plays as an engine: speaks UCI on standard input and output.
///
/// All games use the same commands, with the notation of the game. UCI_Variant selects the game. If it is given
/// Fairy-Stockfish's name for a game (cfour, flipello, tictactoe), that engine's notation is used as well. The Gomocup
/// protocol is detected by its first command, such as START 15; its rules 0 and 1 are supported. The command ucci
/// selects xiangqi and the protocol UCCI. After a rejected position or game, go answers bestmove 0000 until a valid one
/// arrives. Hash, Threads and MultiPV override the bot's configuration; the option Bot selects another bot. A bot's own
/// limits of depth, nodes and time apply in addition to those of `go`, except for `go infinite`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena engine                                 plays the strongest bot
  arena engine --bot NAME                      the command to enter in a GUI
  fastchess -engine cmd=arena args=engine -engine cmd=stockfish -each tc=10+0.1
  printf 'START 15\\nBEGIN\\n' | arena engine       gomoku over the Gomocup protocol
  printf 'go depth 9\\n' | arena engine tictactoe")]
pub(super) struct Args {
    /// The game [default: the one that GUIs play over UCI].
    game: Option<GameId>,
    /// Bot whose search to use [default: the last one that `arena bots` lists for the game].
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
}

/// A job for the search thread.
enum Job {
    /// Answered when all earlier jobs are done.
    Ready,
    Do(Command),
    /// A line of the Gomocup protocol, with the signals of the search that it starts.
    Gomocup(String, Option<Arc<Signals>>),
    Go(Box<GoCommand>, Arc<Signals>),
    /// Earlier commands were dropped.
    Lost,
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let roster = super::modules::roster(config)?;
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
    let mut ucci: Option<Ucci> = None;
    // Set after a command that may set the position was dropped. The next search must not answer for the old position.
    let mut lost = false;
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        let spoken = GomocupCommand::parse(&line);
        is_gomocup |= spoken.is_distinctive();
        let command = ucci.as_mut().map_or(Cow::Borrowed(&*line), |ucci| ucci.read_command(&line).into());
        let job = match Command::read(&command) {
            _ if is_gomocup => match spoken {
                GomocupCommand::Unknown("") => continue,
                GomocupCommand::End => {
                    unanswered.for_each(Signals::stop);
                    break;
                }
                GomocupCommand::Unknown(word) if ["STOP", "YXSTOP"].contains(&word.to_ascii_uppercase().as_str()) => {
                    unanswered.for_each(Signals::stop);
                    continue;
                }
                _ => {
                    let signals = spoken.asks().then(|| unanswered.ask(Signals::new(false, false)));
                    Job::Gomocup(line, signals)
                }
            },
            Command::Quit => {
                unanswered.for_each(Signals::stop);
                break;
            }
            Command::Ucci => {
                SPEAKS_UCCI.store(true, Ordering::Relaxed);
                ucci = Some(Ucci::default());
                Job::Do(Command::Ucci)
            }
            Command::Stop => {
                unanswered.for_each(Signals::stop);
                continue;
            }
            Command::PonderHit => {
                unanswered.for_each(Signals::ponder_hit);
                continue;
            }
            // A GUI checks in this way whether the engine is alive during a search.
            Command::IsReady if unanswered.any() => {
                say("readyok\n")?;
                continue;
            }
            Command::IsReady => Job::Ready,
            Command::Nothing => continue,
            Command::Unknown(sentence) => {
                tell(&sentence)?;
                continue;
            }
            Command::Go(go) => {
                let signals = unanswered.ask(Signals::new(go.ponder, go.infinite));
                Job::Go(go, signals)
            }
            command => Job::Do(command),
        };
        if lost {
            lost = jobs.try_send(Job::Lost).is_err();
        }
        match jobs.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => {
                lost |= !matches!(job, Job::Go(..) | Job::Ready);
                if matches!(job, Job::Go(..) | Job::Gomocup(_, Some(_))) {
                    unanswered.refuse();
                }
                let begin = if is_gomocup { "ERROR" } else { "info string" };
                say(&format!("{begin} too many commands are waiting for the search: send stop first\n"))?;
            }
            // Standard output is closed, so the engine exits.
            Err(TrySendError::Disconnected(_)) => break,
        }
    }
    // The input has ended. Pending searches are still answered, but endless ones are stopped because no command can do
    // so.
    unanswered.for_each(Signals::end_of_input);
    drop(jobs);
    worker.join().expect("the search thread does not panic")?;
    if ucci.is_some() {
        say("bye\n")?;
    }
    Ok(())
}

/// Reads the next line, which ends with LF, CR or both. Invalid UTF-8 is replaced, so such a line is reported as an
/// unknown command.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() && line.is_empty() {
            return Ok(None);
        }
        let end = memchr2(b'\n', b'\r', bytes);
        let length = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..length]);
        let used = length + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}

/// Executes commands in order until the channel is closed.
fn work(mut settings: Settings, queue: &Receiver<Job>, unanswered: &Unanswered) -> io::Result<()> {
    let mut session = settings.session();
    let mut gomocup = gomocup::Match::new();
    let mut refused = Refused::default();
    while let Ok(job) = queue.recv() {
        match job {
            Job::Ready => say("readyok\n")?,
            Job::Go(go, signals) => {
                match refused.reason() {
                    None => session.go(&go, &signals, &mut UciOutput)?,
                    Some(reason) => {
                        tell(&format!("no move: {reason}"))?;
                        signals.wait_for(&go);
                        say("bestmove 0000\n")?;
                    }
                }
                unanswered.answered();
            }
            Job::Lost => {
                let reason = "earlier commands were dropped";
                refused.position = Some(format!("position: {reason}"));
                gomocup.refuse(reason);
            }
            Job::Gomocup(line, signals) => {
                gomocup.execute(
                    GomocupCommand::parse(&line),
                    signals.as_deref(),
                    (&mut settings, &mut session),
                    &mut UciOutput,
                )?;
                if signals.is_some() {
                    unanswered.answered();
                }
            }
            Job::Do(Command::Uci) => say(&settings.introduction())?,
            Job::Do(Command::Ucci) => {
                let game = GameId::ALL.iter().find(|game| game.is_played_by(EngineProtocol::Ucci));
                let game = game.expect("one game uses this protocol").name();
                refused.set_game(settings.play(game, "", EngineProtocol::Ucci), "ucci")?;
                session = settings.session();
                say(&settings.introduction())?;
            }
            Job::Do(Command::GenFens { count, seed }) => session.gen_positions(count, seed, &mut UciOutput)?,
            // The table is not shown.
            Job::Do(Command::Probe) => say("pophash\n")?,
            Job::Do(Command::NewGame) => session.new_game(),
            Job::Do(Command::Show) => match refused.reason() {
                None => say(&session.show())?,
                Some(reason) => tell(reason)?,
            },
            Job::Do(Command::Position { start, moves }) => {
                refused.set_position(session.set_position(start.as_deref(), &moves))?;
            }
            Job::Do(Command::BadPosition(problem)) => refused.set_position(Err(problem))?,
            Job::Do(Command::Game { name, options }) => {
                let changed = refused.set_game(settings.play(&name, &options, EngineProtocol::Text), "game")?;
                if matches!(changed, Some(settings::Change::Game)) {
                    session = settings.session();
                }
            }
            Job::Do(Command::SetOption { name, value }) => {
                let changed = settings.set(&name, &value);
                let changed = match settings::chooses_game(&name) {
                    true => refused.set_game(changed, "setoption")?,
                    false => match changed {
                        Ok(change) => Some(change),
                        Err(problem) => {
                            tell(&format!("setoption: {problem}"))?;
                            None
                        }
                    },
                };
                match changed {
                    None | Some(settings::Change::Nothing) => {}
                    Some(settings::Change::Search) => {
                        session.set(settings.spec(), settings.lines(), settings.shows_wdl());
                    }
                    Some(settings::Change::Memory) => session.forget(),
                    Some(settings::Change::Bot) => {
                        session.set(settings.spec(), settings.lines(), settings.shows_wdl());
                        session.forget();
                    }
                    Some(settings::Change::Game) => session = settings.session(),
                    Some(settings::Change::Tablebases) => {
                        session.set_tablebases(settings.tablebases(), settings.probe_limit());
                        if let Some(tablebases) = settings.tablebases() {
                            tell(&format!("found {tablebases}"))?;
                        }
                    }
                }
            }
            Job::Do(_) => {}
        }
    }
    Ok(())
}

/// Why there is no position to search: the last `position` or the last choice of a game was rejected. The previous
/// position must not be searched in that case.
#[derive(Default)]
struct Refused {
    game: Option<String>,
    position: Option<String>,
}

impl Refused {
    fn reason(&self) -> Option<&str> {
        self.game.as_deref().or(self.position.as_deref())
    }

    /// Reports and stores a problem with a position; a valid position clears it.
    fn set_position(&mut self, set: Result<(), String>) -> io::Result<()> {
        self.position = set.err().map(|problem| format!("position: {problem}"));
        self.position.as_deref().map_or(Ok(()), tell)
    }

    /// Like `set_position`, for the choice of a game, which also resets the position.
    fn set_game(
        &mut self,
        set: Result<settings::Change, String>,
        command: &str,
    ) -> io::Result<Option<settings::Change>> {
        match set {
            Ok(change) => {
                self.game = None;
                if matches!(change, settings::Change::Game) {
                    self.position = None;
                }
                Ok(Some(change))
            }
            Err(problem) => {
                let problem = format!("{command}: {problem}");
                tell(&problem)?;
                self.game = Some(problem);
                Ok(None)
            }
        }
    }
}
