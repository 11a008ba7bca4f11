//! How things stand between a client and another node, pure: what the client follows there and hears of, and what it has asked
//! and not been answered yet. From that its own node says all of it again, at whichever node it lives then, when the connection
//! to that node is lost; and the client notices a pause.

mod head;

use std::collections::{BTreeMap, HashSet, VecDeque};

use serde::Deserialize;
use serde::de::IgnoredAny;
use uuid::Uuid;

use super::challenge::{ChallengeState, ChallengeView, ChallengesView};
use super::subject::Subject;
use super::{Code, Envelope, FromClient, FromServer, INTEGER_LIMIT};
use head::Head;

/// The number of what a node asks by itself in a client's name.
const UNASKED: u64 = INTEGER_LIMIT - 1;

/// A match that the client follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Followed {
    plays: bool,
    /// The last event that it was told.
    seq: u64,
}

/// Something that was asked and has no answer yet.
#[derive(Debug)]
struct Asked {
    re: Option<u64>,
    message: FromClient,
    /// Whether the node has asked it by itself: the client is told no answer.
    unasked: bool,
}

/// What is to be done with something that the other node says.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// The client is told.
    Tell,
    /// The client is told, unless it was told before that it is paired for this match.
    Paired(Uuid),
    /// The client is told this, the same without the number that it bears.
    Snapshot(String),
    /// It is for nobody.
    Nothing,
    /// What the client had there cannot be had again.
    Refused,
}

/// What is to be done when the connection was lost.
#[derive(Debug, PartialEq)]
pub enum Again {
    /// The client is told this.
    Tell(FromServer),
    /// This is asked in the client's name.
    Ask {
        /// What is asked, with its number.
        envelope: Envelope,
        /// Whether the client is not to hear of the answer.
        unasked: bool,
    },
}

/// How things stand between a client and a node.
#[derive(Debug, Default)]
pub struct Conversation {
    matches: BTreeMap<Uuid, Followed>,
    /// What it hears of, by the words that asked for it.
    topics: BTreeMap<String, FromClient>,
    /// The matches that it was told are in the lobby.
    listed: HashSet<Uuid>,
    /// The challenges that it knows to stand.
    challenges: HashSet<Uuid>,
    /// For what it wants to be paired.
    wishes: Vec<FromClient>,
    /// The tournaments in which it is ready, by the words that asked for it.
    entered: BTreeMap<String, FromClient>,
    asked: VecDeque<Asked>,
    /// Whether the connection to the node is lost.
    pub is_lost: bool,
    /// Whether all of this is said again elsewhere.
    is_taken: bool,
}

impl Conversation {
    /// Whether anything stands between the two.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.asked.is_empty()
            && self.matches.is_empty()
            && self.topics.is_empty()
            && self.wishes.is_empty()
            && self.entered.is_empty()
    }

    /// What of it lives at one node each.
    #[must_use]
    pub fn subjects(&self) -> Vec<Subject> {
        let asked = self.asked.iter().filter_map(|asked| Subject::of(&asked.message));
        self.matches.keys().copied().map(Subject::Match).chain(asked).chain([Subject::Lobby]).collect()
    }

    /// Whether the client has to do with this there.
    #[must_use]
    pub fn has(&self, subject: Subject) -> bool {
        let is_asked = || self.asked.iter().any(|asked| Subject::of(&asked.message) == Some(subject));
        match subject {
            Subject::Match(id) => self.matches.contains_key(&id) || is_asked(),
            Subject::Lobby => {
                !self.topics.is_empty() || !self.wishes.is_empty() || !self.entered.is_empty() || is_asked()
            }
        }
    }

    /// Notes what is asked there.
    pub fn ask(&mut self, Envelope { re, message }: Envelope, unasked: bool) {
        if let FromClient::Subscribe { challenges: Some(known), .. } = &message {
            self.challenges.extend(known);
        }
        if unasked {
            // It has been done before, and holds until it is refused.
            let since = since(&message);
            self.done(message.clone(), since);
        }
        self.asked.push_back(Asked { re, message, unasked });
    }

    /// Notes what the node says, and whom it is for.
    #[must_use]
    pub fn hear(&mut self, text: &str) -> Heard {
        if self.is_taken {
            return Heard::Nothing;
        }
        let Some(head) = Head::of(text) else { return Heard::Tell };
        match head.kind {
            "event" => {
                if let (Some(id), Some(seq)) = (head.id, head.seq) {
                    self.told(id, seq);
                }
            }
            "superseded" => {
                if let Some(followed) = head.id.and_then(|id| self.matches.get_mut(&id)) {
                    followed.plays = false;
                }
            }
            "paired" => {
                self.wishes.clear();
                return head.id.map_or(Heard::Tell, Heard::Paired);
            }
            "lobby" => self.list(text),
            "challenges" => self.list_challenges(text),
            "challenge" if !self.notes_challenge(text) => return Heard::Nothing,
            "ok" | "created" | "challenge" | "snapshot" | "error" => return self.answer(&head, text),
            _ => {}
        }
        Heard::Tell
    }

    /// Notes that this event of a match, as its topic names it, is told to the client; false where nothing is told any more.
    #[must_use]
    pub fn tell(&mut self, topic: &str, seq: u64) -> bool {
        let id = topic.split_once('/').map_or(topic, |(id, _)| id);
        if let Ok(id) = id.parse() {
            self.told(id, seq);
        }
        !self.is_taken
    }

    fn told(&mut self, id: Uuid, seq: u64) {
        if let Some(followed) = self.matches.get_mut(&id) {
            followed.seq = seq;
        }
    }

    /// What the answer is to: the first with its number, or like it with none, that can be answered so. Answers to different things
    /// may come in another order than those were asked in.
    fn answered(&mut self, head: &Head<'_>) -> Option<Asked> {
        use FromClient as F;
        let can_be = |message: &FromClient| match (head.kind, message) {
            ("error", _) | ("created", F::Create(_) | F::Accept { .. }) | ("challenge", F::Challenge(_)) => true,
            ("ok" | "snapshot", F::Join { id, .. } | F::Watch { id, .. }) => head.id == Some(*id),
            ("ok", _) => head.id.is_none(),
            _ => false,
        };
        let place = self.asked.iter().position(|asked| asked.re == head.re && can_be(&asked.message))?;
        self.asked.remove(place)
    }

    fn answer(&mut self, head: &Head<'_>, text: &str) -> Heard {
        let Some(Asked { message, unasked, .. }) = self.answered(head) else {
            if let ("snapshot", Some(id), Some(seq)) = (head.kind, head.id, head.seq) {
                self.came_to(id, seq, text);
            }
            return Heard::Tell;
        };
        if head.kind != "error" {
            // What follows a mere `ok` are the events that it missed.
            let seq = if head.kind == "snapshot" { head.seq } else { since(&message) };
            self.done(message, seq);
        }
        match (unasked, head.kind) {
            (false, _) => Heard::Tell,
            (true, "error") => Heard::Refused,
            (true, "snapshot") => Heard::Snapshot(text.replacen(&format!(r#","re":{UNASKED}"#), "", 1)),
            (true, _) => Heard::Nothing,
        }
    }

    /// The client was brought to a match, which it has asked for by another word than `join` or `watch`.
    fn came_to(&mut self, id: Uuid, seq: u64, text: &str) {
        #[derive(Deserialize)]
        struct Snapshot {
            state: State,
        }
        #[derive(Deserialize)]
        struct State {
            you: Option<IgnoredAny>,
        }
        let plays = serde_json::from_str(text).is_ok_and(|Snapshot { state: State { you } }| you.is_some());
        self.matches.entry(id).or_insert(Followed { plays, seq }).seq = seq;
    }

    /// What was asked is done. What is made by it is told of in messages of its own.
    fn done(&mut self, message: FromClient, seq: Option<u64>) {
        use FromClient as F;
        let mut follow = |id, plays| {
            self.matches.insert(id, Followed { plays, seq: seq.unwrap_or_default() });
        };
        match message {
            F::Join { id, .. } => follow(id, true),
            F::Watch { id, .. } => follow(id, false),
            F::Leave { id } => {
                self.matches.remove(&id);
            }
            F::Subscribe { ref topic, .. } => drop(self.topics.insert(topic.clone(), message)),
            F::Unsubscribe { topic } => {
                self.topics.remove(&topic);
                match topic.as_str() {
                    LOBBY => self.listed.clear(),
                    CHALLENGES => self.challenges.clear(),
                    _ => {}
                }
            }
            F::Pair(_) if !self.wishes.contains(&message) => self.wishes.push(message),
            F::Unpair => self.wishes.clear(),
            F::Enter { ref tournament, .. } => drop(self.entered.insert(tournament.clone(), message)),
            F::Rest { tournament } | F::Quit { tournament } => drop(self.entered.remove(&tournament)),
            _ => {}
        }
    }

    /// Notes what is told of the lobby.
    fn list(&mut self, text: &str) {
        #[derive(Deserialize)]
        struct Row {
            #[serde(rename = "match")]
            id: Uuid,
        }
        #[derive(Deserialize)]
        struct Rows {
            matches: Vec<Row>,
            gone: Vec<Uuid>,
        }
        if let Ok(Rows { matches, gone }) = serde_json::from_str(text) {
            self.listed.extend(matches.into_iter().map(|row| row.id));
            for id in gone {
                self.listed.remove(&id);
            }
        }
    }

    /// Notes which challenges stand. How one ended that is not among them is told next.
    fn list_challenges(&mut self, text: &str) {
        if let Ok(ChallengesView { challenges }) = serde_json::from_str(text) {
            self.challenges.extend(challenges.into_iter().map(|challenge| challenge.challenge));
        }
    }

    /// Notes what has become of a challenge; false where the client was told already.
    fn notes_challenge(&mut self, text: &str) -> bool {
        #[derive(Deserialize)]
        struct Told {
            challenge: ChallengeView,
        }
        let Ok(Told { challenge }) = serde_json::from_str(text) else { return true };
        if challenge.state == ChallengeState::Standing {
            self.challenges.insert(challenge.challenge);
            return true;
        }
        self.challenges.remove(&challenge.challenge)
    }

    /// Takes all of it, to be said elsewhere in this order: first what the client has there, and then what it has asked since.
    /// Whether something was done that would not be the same if it were done twice, nobody can know: that is told.
    #[must_use]
    pub fn take(&mut self) -> Vec<Again> {
        let taken = Self { is_taken: true, ..Self::default() };
        let Self { matches, mut topics, listed, challenges, wishes, entered, asked, .. } =
            std::mem::replace(self, taken);
        if let Some(FromClient::Subscribe { challenges: known, .. }) = topics.get_mut(CHALLENGES) {
            *known = Some(challenges.into_iter().collect());
        }
        let follow = |(id, Followed { plays, seq })| {
            let since = Some(seq);
            if plays { FromClient::Join { id, since } } else { FromClient::Watch { id, since } }
        };
        // Whoever has asked to come or go first of all is told from there, if at all.
        let comes_or_goes = |id: &Uuid| {
            let first = asked.iter().find(|asked| Subject::of(&asked.message) == Some(Subject::Match(*id)));
            first.is_some_and(|asked| {
                let message = &asked.message;
                !asked.unasked
                    && matches!(message, FromClient::Join { .. } | FromClient::Watch { .. } | FromClient::Leave { .. })
            })
        };
        let matches: Vec<_> = matches.into_iter().filter(|(id, _)| !comes_or_goes(id)).collect();
        let standing = matches.into_iter().map(follow);
        let standing = standing.chain(topics.into_values()).chain(wishes).chain(entered.into_values());
        let standing = standing.map(|message| (Envelope { re: Some(UNASKED), message }, true));
        let asked = asked.into_iter().filter(|asked| !asked.unasked);
        let asked = asked.map(|Asked { re, message, .. }| (Envelope { re, message }, false));
        // The lobby is told from the beginning, but for what has gone meanwhile.
        let gone: Vec<Uuid> = listed.into_iter().collect();
        let lobby = (!gone.is_empty()).then_some(FromServer::Lobby { matches: Vec::new(), gone, more: None });
        let say = |(envelope, unasked): (Envelope, bool)| {
            if unasked || is_repeatable(&envelope.message) {
                Again::Ask { envelope, unasked }
            } else {
                Again::Tell(unanswered(envelope.re))
            }
        };
        lobby.into_iter().map(Again::Tell).chain(standing.chain(asked).map(say)).collect()
    }
}

/// The topic of which each message tells only what is new.
const LOBBY: &str = "lobby";
/// The one of which it is told how each ended that is known to stand, when it is heard of again.
const CHALLENGES: &str = "challenges";

/// The answer to what may have been done or not.
fn unanswered(re: Option<u64>) -> FromServer {
    let message =
        "the node that was to do this was lost before it answered, and has done it or not; look before you ask again";
    FromServer::Error {
        re,
        code: Code::Unavailable,
        message: message.to_owned(),
        kept: Some(false),
        retry_after_ms: None,
        detail: None,
        key: None,
        problem: None,
    }
}

/// The event after which a client wants to be told what has happened.
const fn since(message: &FromClient) -> Option<u64> {
    match message {
        FromClient::Join { since, .. } | FromClient::Watch { since, .. } => *since,
        _ => None,
    }
}

/// Whether it is the same if it is asked twice.
const fn is_repeatable(message: &FromClient) -> bool {
    use FromClient as F;
    matches!(
        message,
        F::Join { .. }
            | F::Watch { .. }
            | F::Leave { .. }
            | F::Move { .. }
            | F::Accept { .. }
            | F::Pair(_)
            | F::Unpair
            | F::Enter { .. }
            | F::Rest { .. }
            | F::Subscribe { .. }
            | F::Unsubscribe { .. }
    )
}

#[cfg(test)]
mod tests;
