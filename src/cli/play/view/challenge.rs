//! A challenge as whoever made it sees it.

use std::io::Write;

use serde_json::Value;

use super::{Heard, View, clean};

impl View {
    /// The challenge that was just made, or what has become of it.
    pub(super) fn challenge(&mut self, message: &Value, out: &mut impl Write) -> std::io::Result<Heard> {
        let challenge = &message["challenge"];
        let Some(id) = challenge["challenge"].as_str().map(clean) else { return Ok(Heard::On) };
        if message.get("re").is_some() {
            match challenge["opponent"]["name"].as_str() {
                Some(name) => writeln!(out, "Your challenge waits for {}.", clean(name))?,
                None => {
                    let game = self.game;
                    writeln!(out, "Whoever has this may accept: arena play {game} --url … --accept {id}")?;
                }
            }
            self.challenge = Some(id);
            return Ok(Heard::On);
        }
        if self.challenge.as_ref() != Some(&id) {
            return Ok(Heard::On);
        }
        Ok(match (challenge["state"].as_str(), challenge["match"].as_str()) {
            (Some("accepted"), Some(of)) => {
                self.challenge = None;
                Heard::Accepted(of.to_owned())
            }
            (Some("standing"), _) => Heard::On,
            (state, _) => {
                let what = clean(state.unwrap_or("gone"));
                let why = challenge["reason"].as_str().map_or_else(String::new, |why| format!(": {}", clean(why)));
                Heard::Failed(format!("the challenge is {what}{why}"))
            }
        })
    }
}
