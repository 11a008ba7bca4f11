//! A match against a built-in bot in this process. It uses the same match core as the server.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::command::{Command, HELP};
use super::lines::Lines;
use super::setup::Setup;
use crate::board_text::{BoardStyle, board_in, glyphs};
use crate::{CommandResult, Failure};
use arena_bots::tree::{grouped, signed};
use arena_bots::{Choice, Player, TurnLimits, make_player};
use arena_games::{BySide, Side};
use arena_play::{
    Action, EndReason, GameResult, Match, OfferKind, Seat, Terms, Thought, ThoughtSource, Timeouts, Verdict,
};

/// Time limit for a hint.
const HINT_WITHIN: Duration = Duration::from_secs(3);
/// Maximum number of characters of an invalid move to repeat.
const MOST_SHOWN: usize = 40;

/// Plays one match. `lines` are the person's input, and `output` is shown to the person.
pub(super) fn play(setup: &Setup, lines: &mut dyn Lines, output: &mut impl Write) -> CommandResult {
    let mut local = LocalMatch::new(setup)?;
    local.greet(output)?;
    let prompt = format!("{}> ", setup.bot.game.info().sides[setup.side]);
    while local.game.verdict().is_none() {
        if local.game.turn() != Some(setup.side) {
            local.bot_moves(output)?;
            continue;
        }
        let Some(line) = lines.next(&prompt)? else {
            writeln!(output, "\nThe input ended; the match is unfinished.")?;
            return local.keep(output);
        };
        if local.obey(Command::read(&line), output)? == LoopControl::Home {
            return local.keep(output);
        }
    }
    if let Some(verdict) = local.game.verdict() {
        writeln!(output, "{}", verdict_text(verdict, setup))?;
    }
    local.keep(output)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoopControl {
    On,
    Home,
}

struct LocalMatch<'a> {
    setup: &'a Setup,
    game: Match,
    player: Box<dyn Player>,
    look: BoardStyle,
}

impl<'a> LocalMatch<'a> {
    fn new(setup: &'a Setup) -> Result<Self, Failure> {
        let start = setup.bot.game.board(&setup.options, None)?;
        let mut player = make_player(&setup.bot, &setup.options, None)?;
        player.begin(setup.seed);
        let person = Seat::person(Uuid::nil(), "you".to_owned());
        let bot = Seat::Bot { name: setup.bot.name.clone(), spec: setup.bot.to_json() };
        let seats = match setup.side {
            Side::First => BySide::new(person, bot),
            Side::Second => BySide::new(bot, person),
        };
        let terms = Terms { clock: None, timeouts: Timeouts::ENDLESS, opening: Vec::new() };
        let game = Match::new(start, terms, seats, Instant::now())?;
        Ok(Self { setup, game, player, look: setup.look })
    }

    fn greet(&self, output: &mut impl Write) -> std::io::Result<()> {
        let info = self.setup.bot.game.info();
        writeln!(output, "{}: {}", info.title, info.about)?;
        let (own, other) = (info.sides[self.setup.side], info.sides[!self.setup.side]);
        writeln!(output, "You are {own}; {} is {other}. Type a move, or help.\n", self.setup.bot.name)?;
        self.show(output)
    }

    fn show(&self, output: &mut impl Write) -> std::io::Result<()> {
        writeln!(output, "{}", board_in(self.setup.bot.game, &self.game.board().diagram(), self.look))
    }

    fn bot_moves(&mut self, output: &mut impl Write) -> CommandResult {
        let choice = self.player.choose(self.game.moves(), TurnLimits::default())?;
        let Some(choice) = choice else {
            return Err(Failure::Work(anyhow::anyhow!("{} found no move", self.setup.bot.name)));
        };
        writeln!(output, "{} plays {}", self.setup.bot.name, self.thoughts(&choice))?;
        let ply = self.game.moves().len();
        let action = Action::Move { ply, mv: choice.mv, thought: Some(Box::new(choice.thought)) };
        self.handle(!self.setup.side, action)?;
        self.show(output)?;
        Ok(())
    }

    /// Formats a move and the bot's thoughts for people.
    fn thoughts(&self, choice: &Choice) -> String {
        let (game, options, before) = (self.setup.bot.game, &self.setup.options, self.game.moves());
        let mv = game.written(options, None, before, &[choice.mv]).concat();
        let line = game.written(options, None, before, &choice.thought.line).join(" ");
        format!("{mv} ({})", thought_text(&choice.thought, &line))
    }

    /// Shows the move of the strongest bot.
    fn hint(&self, output: &mut impl Write) -> CommandResult {
        let mut adviser = make_player(&self.setup.adviser, &self.setup.options, None)?;
        adviser.begin(self.setup.seed);
        let limits = TurnLimits { time: Some(HINT_WITHIN), ..TurnLimits::default() };
        match adviser.choose(self.game.moves(), limits)? {
            Some(choice) => writeln!(output, "{} would play {}", self.setup.adviser.name, self.thoughts(&choice))?,
            None => writeln!(output, "There is no move to play.")?,
        }
        Ok(())
    }

    fn toggle_glyphs(&mut self, output: &mut impl Write) -> CommandResult {
        match (self.look.glyphs, glyphs(self.setup.bot.game)) {
            (None, None) => writeln!(output, "There are no symbols for the pieces of this game.")?,
            (None, Some(glyphs)) => {
                self.look.glyphs = Some(glyphs);
                self.show(output)?;
            }
            (Some(_), _) => {
                self.look.glyphs = None;
                self.show(output)?;
            }
        }
        Ok(())
    }

    /// Writes the match to the file given on the command line, if any.
    fn keep(&self, output: &mut impl Write) -> CommandResult {
        let Some(file) = &self.setup.save else { return Ok(()) };
        super::save::write(self.setup, &self.game, file).map_err(Failure::Work)?;
        writeln!(output, "The match was written to {}.", file.display())?;
        Ok(())
    }

    /// Writes the match to a file given by the player. The game continues if that fails.
    fn save(&self, file: &str, output: &mut impl Write) -> CommandResult {
        if file.is_empty() {
            writeln!(
                output,
                "Give a file name, such as save match.jsonl; chess games can use .pgn, and checkers .pdn."
            )?;
            return Ok(());
        }
        match super::save::write(self.setup, &self.game, Path::new(file)) {
            Ok(()) => writeln!(output, "The match was written to {file}.")?,
            Err(error) => writeln!(output, "{}", crate::sentence(&error))?,
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, output: &mut impl Write) -> Result<LoopControl, Failure> {
        match command {
            Command::Nothing => {}
            Command::Help => write!(output, "{HELP}")?,
            Command::Moves => writeln!(output, "{}", self.legal())?,
            Command::Board => self.show(output)?,
            Command::Undo => self.undo(output)?,
            Command::Flip => {
                self.look.flipped = !self.look.flipped;
                self.show(output)?;
            }
            Command::Glyphs => self.toggle_glyphs(output)?,
            Command::Hint => self.hint(output)?,
            Command::Save(file) => self.save(&file, output)?,
            Command::Draw | Command::Accept | Command::Decline | Command::Abort => {
                writeln!(output, "Bots in the terminal do not negotiate; use resign or quit.")?;
            }
            Command::Resign => self.handle(self.setup.side, Action::Resign)?,
            Command::Quit => {
                writeln!(output, "The match is unfinished.")?;
                return Ok(LoopControl::Home);
            }
            Command::Move(text) => self.person_moves(&text, output)?,
        }
        Ok(LoopControl::On)
    }

    fn handle(&mut self, side: Side, action: Action) -> CommandResult {
        self.game.handle(side, action, Instant::now()).map_err(|refusal| Failure::Work(refusal.into()))
    }

    fn legal(&self) -> String {
        let game = self.setup.bot.game;
        let legal: Vec<String> = self.game.board().legal().into_iter().map(|mv| game.move_text(mv)).collect();
        legal.join(" ")
    }

    fn person_moves(&mut self, text: &str, output: &mut impl Write) -> CommandResult {
        let (side, ply) = (self.setup.side, self.game.moves().len());
        let read = self.game.board().read_move(text).or_else(|| self.setup.bot.game.parse_move(text).ok());
        let Some(mv) = read else {
            let shown: String = text.chars().take(MOST_SHOWN).collect();
            writeln!(output, "{shown:?} is not a legal move here; type moves for the legal ones, or help.")?;
            return Ok(());
        };
        match self.game.handle(side, Action::Move { ply, mv, thought: None }, Instant::now()) {
            Ok(()) => self.show(output)?,
            Err(refusal) => writeln!(output, "{refusal}. Type help for the other commands.")?,
        }
        Ok(())
    }

    /// Takes back the person's last move and the bot's answer. Bots always agree to that.
    fn undo(&mut self, output: &mut impl Write) -> CommandResult {
        let (side, what) = (self.setup.side, OfferKind::Takeback);
        match self.game.handle(side, Action::Offer(what), Instant::now()) {
            Ok(()) => {
                self.handle(!side, Action::Answer { what, accept: true })?;
                self.show(output)?;
            }
            Err(refusal) => writeln!(output, "{refusal}")?,
        }
        Ok(())
    }
}

/// Summarises a bot's thoughts.
fn thought_text(thought: &Thought, line: &str) -> String {
    let source = match thought.from {
        ThoughtSource::Book => return "from its book".to_owned(),
        ThoughtSource::Random => return "at random".to_owned(),
        ThoughtSource::Forced => return "the only move".to_owned(),
        ThoughtSource::Search => "",
    };
    let value = match thought.win_in {
        Some(plies) if plies >= 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => thought.value.map_or("no value".to_owned(), |value| format!("value {}", signed(value))),
    };
    let nodes = grouped(thought.nodes);
    format!("{source}{value}, depth {}, {nodes} nodes, {} ms, line {line}", thought.depth, thought.ms)
}

fn verdict_text(verdict: &Verdict, setup: &Setup) -> String {
    let result = match verdict.outcome.map(GameResult::winner) {
        None => "The match is void".to_owned(),
        Some(None) => "A draw".to_owned(),
        Some(Some(winner)) if winner == setup.side => "You win".to_owned(),
        Some(Some(_)) => format!("{} wins", setup.bot.name),
    };
    let by = match verdict.by {
        EndReason::Resignation => ": you resigned",
        _ => "",
    };
    let detail = verdict.detail.as_ref().map_or_else(String::new, |detail| format!(": {detail}"));
    format!("{result}{by}{detail}.")
}
