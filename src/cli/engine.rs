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

use memchr::memchr2;

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
/// first command, such as START 15; renju and swap2 are refused. A position or game that is refused leaves none: go answers bestmove
/// 0000 until a valid one comes. Hash, Threads and MultiPV override what the bot's configuration says; the option Bot chooses another
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
    /// Commands before this one were dropped.
    Lost,
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
    // A command that may set the position was dropped, so that no search may answer for the one before.
    let mut lost = false;
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        is_gomocup |= gomocup::is_command(&line);
        let job = match Command::read(&line) {
            _ if is_gomocup => match line.trim().to_ascii_uppercase().as_str() {
                "" => continue,
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
                say(&format!("{begin} too many commands wait for the search: stop it first\n"))?;
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

/// The next line, which ends with LF, with CR or with both. Bytes that are no text are replaced: such a line is no command
/// and is answered as such.
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

/// Carries out commands in their order until the channel is closed.
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
                let reason = "commands before it were dropped";
                refused.position = Some(format!("position: {reason}"));
                gomocup.refuse(reason);
            }
            Job::Gomocup(line, signals) => {
                gomocup.on_line(&line, signals.as_deref(), (&mut settings, &mut session), &mut UciOutput)?;
                if signals.is_some() {
                    unanswered.answered();
                }
            }
            Job::Do(Command::Uci) => say(&settings.introduction())?,
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
                    Some(settings::Change::Search) => session.set(settings.spec(), settings.lines()),
                    Some(settings::Change::Memory) => session.forget(),
                    Some(settings::Change::Bot) => {
                        session.set(settings.spec(), settings.lines());
                        session.forget();
                    }
                    Some(settings::Change::Game) => session = settings.session(),
                }
            }
            Job::Do(_) => {}
        }
    }
    Ok(())
}

/// Why there is no position to search: the last `position`, or the last choice of a game, was refused. No search answers
/// for the one before.
#[derive(Default)]
struct Refused {
    game: Option<String>,
    position: Option<String>,
}

impl Refused {
    fn reason(&self) -> Option<&str> {
        self.game.as_deref().or(self.position.as_deref())
    }

    /// Tells and keeps what is wrong with a position; a valid one clears it.
    fn set_position(&mut self, set: Result<(), String>) -> io::Result<()> {
        self.position = set.err().map(|problem| format!("position: {problem}"));
        self.position.as_deref().map_or(Ok(()), tell)
    }

    /// The same with the choice of a game, after which the position is that game's start.
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

/// Sends a sentence as one line, whatever it quotes.
fn tell(sentence: &str) -> io::Result<()> {
    say(&format!("info string {}\n", one_line(sentence)))
}

/// A text without what would end its line, which a reader could take for another answer.
fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_control() || ['\u{85}', '\u{2028}', '\u{2029}'].contains(&letter));
    words.map(str::trim).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Says something at once and whole.
fn say(text: &str) -> io::Result<()> {
    UciOutput.write_all(text.as_bytes())
}
