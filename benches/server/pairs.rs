//! Two connections that play one match after another: the next message of each, and what each waits for. Pure except
//! for writing to its sockets.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use arena_games::seed::Rng;
use arena_games::{GameId, Options, Side};

use super::frames::Socket;

/// The match that every pair plays. The first side moves at even plies.
#[derive(Debug)]
pub(crate) struct Script {
    game: GameId,
    pub(crate) moves: Vec<String>,
}

impl Script {
    /// Returns the first of the seeded random matches in which the sides move in turn to the end.
    ///
    /// # Errors
    /// None of a hundred does.
    pub(crate) fn new(game: GameId) -> anyhow::Result<Self> {
        let alternating = |seed| {
            let mut rng = Rng::new(seed);
            let mut board = game.board(&Options::new(), None).expect("default options are valid");
            let mut moves = Vec::new();
            while let legal @ [_, ..] = &board.legal()[..] {
                let is_first = board.to_move() == Side::First;
                if is_first != moves.len().is_multiple_of(2) {
                    return None;
                }
                let mv = legal[rng.below(legal.len())];
                board.play(mv, moves.len()).expect("the move is legal");
                moves.push(game.move_text(mv));
            }
            Some(moves)
        };
        let moves = (0..100).find_map(alternating);
        Ok(Self { game, moves: moves.with_context(|| format!("the sides of {game} do not move in turn"))? })
    }

    /// Returns the message that creates a match.
    pub(crate) fn create(&self) -> String {
        format!(r#"{{"type":"create","game":"{}","seats":["me","open"]}}"#, self.game)
    }
}

/// Message number for leaving, which distinguishes its answer from the answers to moves.
const LEFT: &str = r#"{"type":"ok","re":9}"#;

/// When a pair makes its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Stop after the first move of a match.
    Hold,
    /// As soon as possible.
    Free,
    /// When it is due.
    Due,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// This many connections wait for the welcome message.
    Hello(u8),
    /// The creator waits for the snapshot of its new match.
    Making,
    /// The other connection waits for its snapshot.
    Joining,
    /// The move of this ply may be made.
    Ready(usize),
    /// The move was made, but the opponent has not received it.
    Moving(usize, Instant),
    /// This many connections still have to leave.
    Leaving(u8),
}

/// Two connections.
pub(crate) struct Pair {
    pub(crate) sockets: [Socket; 2],
    script: Arc<Script>,
    stage: Stage,
    id: String,
    /// Due times of moves that have not been made.
    due: VecDeque<Instant>,
}

/// Time from a move's due time, or its sending, to its arrival at the opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Took {
    pub(crate) since: Instant,
    pub(crate) heard: Instant,
}

impl Pair {
    /// Sends the greeting on both connections.
    pub(crate) fn new(mut sockets: [Socket; 2], script: Arc<Script>) -> anyhow::Result<Self> {
        for socket in &mut sockets {
            socket.send(r#"{"type":"hello"}"#)?;
        }
        Ok(Self { sockets, script, stage: Stage::Hello(2), id: String::new(), due: VecDeque::new() })
    }

    pub(crate) fn is_welcome(&self) -> bool {
        self.stage != Stage::Hello(2) && self.stage != Stage::Hello(1)
    }

    /// True if the first move of a match has arrived.
    pub(crate) fn has_begun(&self) -> bool {
        matches!(self.stage, Stage::Ready(1..) | Stage::Moving(1.., _) | Stage::Leaving(_))
    }

    /// Begins the next match.
    pub(crate) fn make(&mut self) -> anyhow::Result<()> {
        self.stage = Stage::Making;
        self.sockets[0].send(&self.script.create())
    }

    /// Handles a text that arrived on one of the two connections.
    pub(crate) fn hear(&mut self, to: usize, text: &str, pace: Pace) -> anyhow::Result<Option<Took>> {
        if text.starts_with(r#"{"type":"error""#) || text.starts_with(r#"{"type":"bye""#) {
            bail!("the server refused: {text}");
        }
        match self.stage {
            Stage::Hello(left) if text.starts_with(r#"{"type":"welcome""#) => {
                self.stage = Stage::Hello(left - 1);
            }
            Stage::Making if to == 0 && is_snapshot(text) => {
                let after = text.split_once(r#""match":""#).and_then(|(_, after)| after.get(..36));
                after.context("a snapshot names its match")?.clone_into(&mut self.id);
                self.stage = Stage::Joining;
                self.sockets[1].send(&format!(r#"{{"type":"join","match":"{}"}}"#, self.id))?;
            }
            Stage::Joining if to == 1 && is_snapshot(text) => {
                self.stage = Stage::Ready(0);
                self.go_on(pace, Instant::now())?;
            }
            Stage::Moving(ply, since) if to != ply % 2 && moved(text) == Some(ply) => {
                let heard = Instant::now();
                if ply + 1 < self.script.moves.len() {
                    self.stage = Stage::Ready(ply + 1);
                    self.go_on(pace, heard)?;
                } else {
                    self.stage = Stage::Leaving(2);
                    let leave = format!(r#"{{"type":"leave","id":9,"match":"{}"}}"#, self.id);
                    self.sockets.iter_mut().try_for_each(|socket| socket.send(&leave))?;
                }
                return Ok(Some(Took { since, heard }));
            }
            Stage::Leaving(left) if text == LEFT => match left {
                1 => self.make()?,
                _ => self.stage = Stage::Leaving(left - 1),
            },
            _ => {}
        }
        Ok(None)
    }

    /// Makes the next move if it is allowed and due.
    pub(crate) fn go_on(&mut self, pace: Pace, now: Instant) -> anyhow::Result<()> {
        let Stage::Ready(ply) = self.stage else { return Ok(()) };
        let since = match pace {
            Pace::Hold => Some(now).filter(|_| ply == 0),
            Pace::Free => Some(now),
            Pace::Due => self.due.pop_front(),
        };
        let Some(since) = since else { return Ok(()) };
        let mv = &self.script.moves[ply];
        self.stage = Stage::Moving(ply, since);
        let text = format!(r#"{{"type":"move","id":1,"match":"{}","ply":{ply},"move":"{mv}"}}"#, self.id);
        self.sockets[ply % 2].send(&text)
    }

    /// Schedules a move at `at`, or as soon as possible afterwards.
    pub(crate) fn is_due(&mut self, at: Instant, now: Instant) -> anyhow::Result<()> {
        self.due.push_back(at);
        self.go_on(Pace::Due, now)
    }

    /// Cancels all due moves except the current one.
    pub(crate) fn forget_due(&mut self) {
        self.due.clear();
    }

    /// Returns the moves that were due and are unfinished, as if they finished at `now`.
    pub(crate) fn overdue(&self, now: Instant) -> impl Iterator<Item = Took> {
        let moving = if let Stage::Moving(_, since) = self.stage { Some(since) } else { None };
        moving.into_iter().chain(self.due.iter().copied()).map(move |since| Took { since, heard: now })
    }
}

fn is_snapshot(text: &str) -> bool {
    text.starts_with(r#"{"type":"snapshot""#)
}

/// Returns the ply of a move event.
pub(crate) fn moved(text: &str) -> Option<usize> {
    const MOVED: &str = r#""kind":"moved","ply":"#;
    // The event follows the match's id and the event's number.
    let at = text.find(MOVED)?;
    text[at + MOVED.len()..].split(|sign: char| !sign.is_ascii_digit()).next()?.parse().ok()
}
