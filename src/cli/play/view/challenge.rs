//! A challenge as seen by its sender.

use std::io::Write;

use super::{Heard, View, clean};
use crate::protocol::challenge::{ChallengeState, ChallengeView};
use crate::protocol::word;

impl View {
    /// Handles the answer to a challenge just sent, or a change of its state.
    pub(super) fn challenge(
        &mut self,
        made: bool,
        challenge: &ChallengeView,
        out: &mut impl Write,
    ) -> std::io::Result<Heard> {
        let id = challenge.challenge;
        if made {
            match &challenge.opponent {
                Some(opponent) => writeln!(out, "Your challenge waits for {}.", clean(&opponent.name))?,
                None => {
                    let game = self.game;
                    writeln!(out, "Whoever has this may accept: arena play {game} --url … --accept {id}")?;
                }
            }
            self.challenge = Some(id);
            return Ok(Heard::On);
        }
        if self.challenge != Some(id) {
            return Ok(Heard::On);
        }
        Ok(match (challenge.state, challenge.id) {
            (ChallengeState::Accepted, Some(of)) => {
                self.challenge = None;
                Heard::Accepted(of)
            }
            (ChallengeState::Standing, _) => Heard::On,
            (state, _) => {
                let why = challenge.reason.as_ref().map_or_else(String::new, |why| format!(": {}", clean(why)));
                Heard::Failed(format!("the challenge is {}{why}", word(state)))
            }
        })
    }
}
