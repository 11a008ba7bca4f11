//! A challenge as seen by its sender.

use std::io::Write;

use super::{ReplyEffect, View};
use arena_protocol::challenge::{ChallengeState, ChallengeView};
use arena_protocol::word;

impl View {
    /// Handles the answer to a challenge just sent, or a change of its state.
    pub(super) fn challenge(
        &mut self,
        made: bool,
        challenge: &ChallengeView,
        out: &mut impl Write,
    ) -> std::io::Result<ReplyEffect> {
        let id = challenge.challenge;
        if made {
            match &challenge.opponent {
                Some(opponent) => writeln!(out, "Your challenge waits for {}.", opponent.name)?,
                None => {
                    let game = self.game;
                    writeln!(out, "Any player can accept it: arena play {game} --url … --accept {id}")?;
                }
            }
            self.challenge = Some(id);
            return Ok(ReplyEffect::On);
        }
        if self.challenge != Some(id) {
            return Ok(ReplyEffect::On);
        }
        Ok(match (challenge.state, challenge.id) {
            (ChallengeState::Accepted, Some(of)) => {
                self.challenge = None;
                ReplyEffect::Accepted(of)
            }
            (ChallengeState::Standing, _) => ReplyEffect::On,
            (state, _) => {
                let why = challenge.reason.as_ref().map_or_else(String::new, |why| format!(": {why}"));
                ReplyEffect::Failed(format!("the challenge is {}{why}", word(state)))
            }
        })
    }
}
