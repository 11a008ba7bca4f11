//! Fair play: no help of the server's bots for the players of a rated match.

use std::net::IpAddr;

use uuid::Uuid;

use super::error::ApiError;
use super::origin::NetworkPrefix;
use super::principals::Principals;
use arena_games::board::Board;
use arena_games::{GameId, Options, diagnostic};
use arena_play::handle::MatchHandle;
use arena_tournament::Plan;

/// Somebody who asks for the help of the server's bots.
pub(super) struct AssistanceRequester {
    /// The person. A bot stands for its person.
    person: Option<Uuid>,
    /// The widest network of a requester without a token, or of a guest. Each may be anybody there, because a player can come
    /// again as another guest, from another address of the network.
    network: Option<NetworkPrefix>,
}

impl AssistanceRequester {
    /// Returns a player as the requester.
    pub(super) fn player(principals: &Principals, player: Uuid) -> Self {
        let (address, owner) = principals.seen(player).unzip();
        let network = address.filter(|_| principals.is_guest(player)).map(NetworkPrefix::widest);
        Self { person: Some(owner.unwrap_or(player)), network }
    }

    /// Returns a requester without a token, of whom only the address is known.
    pub(super) fn unknown(address: IpAddr) -> Self {
        Self { person: None, network: Some(NetworkPrefix::widest(address)) }
    }

    /// Rejects help in a game of which the requester plays a live rated match with a clock. If only the network is
    /// known, this concerns the matches of the players last seen there once both sides have moved. Of those it concerns
    /// the current position and those after the next move, because others there may look at other positions. `matches` are the running ones, and `keys`
    /// returns the keys of the positions that the help starts from, given the complete options.
    ///
    /// # Errors
    /// An error with the code `rated_match`.
    pub(super) fn check(
        &self,
        principals: &Principals,
        mut matches: Vec<MatchHandle>,
        (game, options): (GameId, &Options),
        keys: impl FnOnce(&Options) -> Vec<u64>,
    ) -> Result<(), ApiError> {
        let plays = |player| self.person.is_some_and(|person| principals.owner(player) == person);
        let network_of = |player| principals.address(player).map(NetworkPrefix::widest);
        let lives_here = |player| self.network.is_some() && network_of(player) == self.network;
        matches.retain(|handle| {
            let setup = handle.setup();
            setup.rated && setup.clock.is_some() && setup.game == game
        });
        if matches.iter().any(|handle| handle.is_live_for(plays)) {
            return Err(plays_rated());
        }
        let Ok(options) = game.complete_options(options) else { return Ok(()) };
        matches.retain(|handle| {
            handle.setup().options == options && handle.both_have_moved() && handle.is_live_for(lives_here)
        });
        if matches.is_empty() {
            return Ok(());
        }
        let keys = keys(&options);
        let is_asked = |handle: &MatchHandle| handle.position_keys().iter().any(|key| keys.contains(key));
        if matches.iter().any(is_asked) { Err(plays_rated()) } else { Ok(()) }
    }

    /// Rejects a tournament of bots whose openings could begin in a rated match of the requester, as [`Self::check`] does.
    ///
    /// # Errors
    /// An error with the code `rated_match`.
    pub(super) fn check_plan(
        &self,
        principals: &Principals,
        matches: Vec<MatchHandle>,
        plan: &Plan,
    ) -> Result<(), ApiError> {
        let openings = plan.openings();
        let has_openings = openings.all().iter().any(|opening| opening.position.is_some() || !opening.moves.is_empty());
        if !has_openings {
            return Ok(());
        }
        self.check(principals, matches, (plan.config.game, &plan.config.options), |_| {
            let key = |opening: &arena_tournament::plan::Opening| {
                after(openings.board(opening), |board| {
                    opening.moves.iter().enumerate().try_for_each(|(ply, mv)| board.play(*mv, ply).ok())
                })
            };
            openings.all().iter().filter_map(key).collect()
        })
    }
}

/// Returns the key of the position to which `play` leads from `start`; `None` if a move is invalid.
fn after(start: &dyn Board, play: impl FnOnce(&mut dyn Board) -> Option<()>) -> Option<u64> {
    let mut board = start.boxed_clone();
    play(&mut *board)?;
    Some(board.key())
}

/// Returns the key of the position after `moves`; `None` if the position or a move is invalid.
pub(super) fn key_after(game: GameId, options: &Options, position: Option<&str>, moves: &[String]) -> Option<u64> {
    let start = game.board(options, position).ok()?;
    after(&*start, |board| {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let moves = board.read_line(&words, usize::MAX).ok()?;
        moves.into_iter().enumerate().try_for_each(|(ply, mv)| board.play(mv, ply).ok())
    })
}

/// The error for help in a game of which the caller plays a rated match.
pub(super) fn plays_rated() -> ApiError {
    ApiError::forbidden(diagnostic!(
        "rated_match",
        "you are playing a rated match of this game; analyse, or start from a position, after the match"
    ))
}
