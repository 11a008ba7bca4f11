use super::*;
use crate::games::seed::Rng;
use crate::protocol::Code;
use crate::protocol::PlayerView;
use crate::protocol::challenge::{PairWish, SeatWish};

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn asked(re: Option<u64>, message: FromClient) -> Again {
    Again::Ask { envelope: Envelope { re, message }, unasked: false }
}

fn unasked(message: FromClient) -> Again {
    Again::Ask { envelope: Envelope { re: Some(UNASKED), message }, unasked: true }
}

fn ask(conversation: &mut Conversation, re: Option<u64>, message: FromClient) {
    conversation.ask(Envelope { re, message }, false);
}

/// Every one of these is told to the client.
fn tells(conversation: &mut Conversation, texts: &[&str]) {
    for text in texts {
        assert!(matches!(conversation.hear(text), Heard::Tell | Heard::Paired(_)), "{text}");
    }
}

fn event(of: u128, seq: u64) -> String {
    format!(r#"{{"type":"event","match":"{}","seq":{seq},"event":{{"kind":"back","side":"first"}}}}"#, id(of))
}

#[test]
fn what_a_message_begins_with_is_read_as_nodes_write_it() {
    let (re, id) = (Some(7), id(1));
    let ok = FromServer::Ok { re, id: Some(id), seq: Some(12) }.text();
    assert_eq!(Head::of(&ok), Some(Head { kind: "ok", re, id: Some(id), seq: Some(12) }), "{ok}");
    let ok = FromServer::Ok { re, id: None, seq: None }.text();
    assert_eq!(Head::of(&ok), Some(Head { kind: "ok", re, ..Head::default() }), "{ok}");
    let error = unanswered(re).text();
    assert_eq!(Head::of(&error), Some(Head { kind: "error", re, ..Head::default() }), "{error}");
    let created = FromServer::Created { re, id }.text();
    assert_eq!(Head::of(&created), Some(Head { kind: "created", re, id: Some(id), seq: None }), "{created}");
    let told = event(1, 3);
    assert_eq!(Head::of(&told), Some(Head { kind: "event", id: Some(id), seq: Some(3), re: None }));
    for odd in ["", "{", r#"{"type":"#, r#"{"match":"x"}"#] {
        assert_eq!(Head::of(odd), None, "{odd}");
    }
}

#[test]
fn what_a_client_follows_is_followed_again_from_the_last_event_that_it_was_told() {
    let mut conversation = Conversation::default();
    ask(&mut conversation, Some(1), FromClient::Join { id: id(1), since: None });
    ask(&mut conversation, None, FromClient::Watch { id: id(2), since: Some(4) });
    ask(&mut conversation, Some(3), FromClient::Watch { id: id(3), since: None });
    tells(
        &mut conversation,
        &[
            &format!(r#"{{"type":"snapshot","re":1,"match":"{}","seq":2,"state":{{}}}}"#, id(1)),
            &format!(r#"{{"type":"ok","match":"{}","seq":6}}"#, id(2)),
            &event(1, 3),
            &event(2, 5),
        ],
    );
    let mut again = conversation.take();
    again.sort_by_key(|again| format!("{again:?}"));
    assert_eq!(
        again,
        [
            asked(Some(3), FromClient::Watch { id: id(3), since: None }),
            unasked(FromClient::Join { id: id(1), since: Some(3) }),
            unasked(FromClient::Watch { id: id(2), since: Some(5) }),
        ]
    );
    assert_eq!(conversation.hear(&event(1, 4)), Heard::Nothing, "it is told from elsewhere");
}

#[test]
fn nobody_hears_of_what_a_node_has_asked_by_itself_until_it_is_refused() {
    let mut conversation = Conversation::default();
    for number in [1, 2, 3] {
        let message = FromClient::Join { id: id(number), since: Some(8) };
        conversation.ask(Envelope { re: Some(UNASKED), message }, true);
    }
    let ok = format!(r#"{{"type":"ok","re":{UNASKED},"match":"{}","seq":9}}"#, id(1));
    assert_eq!(conversation.hear(&ok), Heard::Nothing);
    let whole = format!(r#"{{"type":"snapshot","re":{UNASKED},"match":"{}","seq":300,"state":{{}}}}"#, id(2));
    let unnumbered = format!(r#"{{"type":"snapshot","match":"{}","seq":300,"state":{{}}}}"#, id(2));
    assert_eq!(conversation.hear(&whole), Heard::Snapshot(unnumbered));
    assert_eq!(conversation.hear(&format!(r#"{{"type":"error","re":{UNASKED},"code":"x"}}"#)), Heard::Refused);
    // A client may use any number.
    tells(&mut conversation, &[&format!(r#"{{"type":"ok","re":{UNASKED}}}"#)]);
    let again = conversation.take();
    assert!(again.contains(&unasked(FromClient::Join { id: id(1), since: Some(8) })), "{again:?}");
    assert!(again.contains(&unasked(FromClient::Join { id: id(2), since: Some(300) })), "{again:?}");
}

#[test]
fn what_has_no_answer_is_asked_again_or_is_said_to_have_none() {
    let mut conversation = Conversation::default();
    let mv = |ply| FromClient::Move { id: id(1), ply, mv: "b2".to_owned() };
    for (re, ply) in [(Some(1), 0), (Some(2), 2), (None, 4), (None, 6)] {
        ask(&mut conversation, re, mv(ply));
    }
    ask(&mut conversation, Some(3), FromClient::Resign { id: id(1) });
    tells(&mut conversation, &[r#"{"type":"ok","re":2}"#, r#"{"type":"ok"}"#, r#"{"type":"error","re":9,"code":"x"}"#]);
    assert!(!conversation.is_idle() && conversation.has(Subject::Match(id(1))));
    let again = conversation.take();
    assert_eq!(again[..2], [asked(Some(1), mv(0)), asked(None, mv(6))]);
    assert!(
        matches!(again[2], Again::Tell(FromServer::Error { re: Some(3), code: Code::Unavailable, .. })),
        "{again:?}"
    );
    assert!(again.len() == 3 && conversation.is_idle());
}

#[test]
fn topics_wishes_and_tournaments_last_until_they_are_given_up() {
    let mut conversation = Conversation::default();
    let topic = |topic: &str| FromClient::Subscribe { topic: topic.to_owned(), matches: None, challenges: None };
    let enter = |name: &str| FromClient::Enter { tournament: name.to_owned(), version: None };
    for message in [topic("lobby"), topic("announcements"), enter("cup"), enter("league"), FromClient::Unpair] {
        ask(&mut conversation, None, message);
        tells(&mut conversation, &[r#"{"type":"ok"}"#]);
    }
    ask(&mut conversation, None, FromClient::Rest { tournament: "cup".to_owned() });
    ask(&mut conversation, None, FromClient::Unsubscribe { topic: "announcements".to_owned() });
    ask(&mut conversation, None, topic("no such"));
    tells(&mut conversation, &[r#"{"type":"ok"}"#, r#"{"type":"ok"}"#, r#"{"type":"error","code":"not_found"}"#]);
    let listed = |of, gone: &str| format!(r#"{{"type":"lobby","matches":[{{"match":"{}"}}],"gone":[{gone}]}}"#, id(of));
    tells(&mut conversation, &[&listed(1, ""), &listed(2, &format!("\"{}\"", id(1)))]);
    assert!(conversation.has(Subject::Lobby) && !conversation.has(Subject::Match(id(2))));
    let lobby = FromServer::Lobby { matches: Vec::new(), gone: vec![id(2)], more: None };
    assert_eq!(conversation.take(), [Again::Tell(lobby), unasked(topic("lobby")), unasked(enter("league"))]);
}

#[test]
fn how_a_challenge_ended_is_told_once_and_asked_for_where_it_is_not_known() {
    let mut conversation = Conversation::default();
    let subscribe = |known: Option<Vec<Uuid>>| FromClient::Subscribe {
        topic: "challenges".to_owned(),
        matches: None,
        challenges: known,
    };
    let ends_as = |of: u128, state: ChallengeState| {
        let challenger = PlayerView { id: id(7), name: "Ann".to_owned() };
        Box::new(ChallengeView {
            challenge: id(of),
            challenger,
            opponent: None,
            game: "tictactoe".to_owned(),
            options: serde_json::from_str("{}").unwrap(),
            clock: None,
            seat: SeatWish::First,
            rated: false,
            listed: false,
            created_ms: 1,
            expires_ms: 2,
            state,
            reason: None,
            id: None,
        })
    };
    let told = |of, state| FromServer::Challenge { re: None, challenge: ends_as(of, state) }.text();
    ask(&mut conversation, None, subscribe(Some(vec![id(1)])));
    let list = FromServer::Challenges { challenges: vec![*ends_as(2, ChallengeState::Standing)] }.text();
    let accepted = told(1, ChallengeState::Accepted);
    tells(&mut conversation, &[r#"{"type":"ok"}"#, &list, &accepted]);
    assert_eq!(conversation.hear(&accepted), Heard::Nothing, "it was told");
    tells(&mut conversation, &[&told(3, ChallengeState::Standing), &told(3, ChallengeState::Withdrawn)]);
    let again = conversation.take();
    assert_eq!(again, [unasked(subscribe(Some(vec![id(2)])))]);
    // What is asked in its name is known where that is lost as well before it has an answer.
    let mut next = Conversation::default();
    let Some(Again::Ask { envelope, unasked: true }) = again.into_iter().next() else { panic!("it is asked") };
    next.ask(envelope, true);
    assert_eq!(next.take(), [unasked(subscribe(Some(vec![id(2)])))]);
}

#[test]
fn whoever_asked_to_come_or_go_first_of_all_is_told_from_there_alone() {
    let mut conversation = Conversation::default();
    for number in [1, 2] {
        ask(&mut conversation, None, FromClient::Join { id: id(number), since: Some(3) });
        tells(&mut conversation, &[&format!(r#"{{"type":"ok","match":"{}","seq":3}}"#, id(number))]);
    }
    let leave = FromClient::Leave { id: id(1) };
    let back = FromClient::Join { id: id(1), since: Some(3) };
    let mv = FromClient::Move { id: id(2), ply: 0, mv: "b2".to_owned() };
    for (re, message) in [(5, &leave), (6, &back), (7, &mv)] {
        ask(&mut conversation, Some(re), message.clone());
    }
    let plays = unasked(FromClient::Join { id: id(2), since: Some(3) });
    assert_eq!(conversation.take(), [plays, asked(Some(5), leave), asked(Some(6), back), asked(Some(7), mv)]);
}

#[test]
fn whoever_waits_to_be_paired_waits_on_for_all_of_it() {
    let mut conversation = Conversation::default();
    let pair = |game: &str| FromClient::Pair(PairWish { game: game.to_owned(), clock: None, rated: false });
    for game in ["chess", "reversi", "chess"] {
        ask(&mut conversation, Some(1), pair(game));
        tells(&mut conversation, &[r#"{"type":"ok","re":1}"#]);
    }
    assert_eq!(conversation.take(), [unasked(pair("chess")), unasked(pair("reversi"))]);
    let mut conversation = Conversation::default();
    ask(&mut conversation, None, pair("chess"));
    tells(&mut conversation, &[r#"{"type":"ok"}"#, &format!(r#"{{"type":"paired","match":"{}"}}"#, id(1))]);
    assert!(conversation.is_idle());
}

#[test]
fn whoever_is_brought_to_a_match_plays_in_it_where_there_is_a_side_of_its_own() {
    let mut conversation = Conversation::default();
    for (re, of, you) in [(1, 1, r#""you":"first""#), (2, 2, r#""ply":0"#)] {
        ask(&mut conversation, Some(re), FromClient::Accept { challenge: id(9) });
        let created = format!(r#"{{"type":"created","re":{re},"match":"{}"}}"#, id(of));
        tells(&mut conversation, &[&created]);
        tells(
            &mut conversation,
            &[&format!(r#"{{"type":"snapshot","match":"{}","seq":1,"state":{{{you}}}}}"#, id(of))],
        );
    }
    tells(&mut conversation, &[&event(1, 2)]);
    let again = conversation.take();
    assert!(again.contains(&unasked(FromClient::Join { id: id(1), since: Some(2) })), "{again:?}");
    assert!(again.contains(&unasked(FromClient::Watch { id: id(2), since: Some(1) })), "{again:?}");
    assert_eq!(again.len(), 2);
    // Who has lost the seat to another connection watches.
    let mut conversation = Conversation::default();
    ask(&mut conversation, Some(1), FromClient::Join { id: id(1), since: Some(1) });
    let ok = format!(r#"{{"type":"ok","re":1,"match":"{}","seq":1}}"#, id(1));
    tells(&mut conversation, &[&ok, &format!(r#"{{"type":"superseded","match":"{}"}}"#, id(1))]);
    assert_eq!(conversation.take(), [unasked(FromClient::Watch { id: id(1), since: Some(1) })]);
}

/// A client of some matches at another node, and that node.
#[derive(Default)]
struct World {
    conversation: Conversation,
    /// What is on its way to the node, and back.
    asked: VecDeque<Envelope>,
    said: VecDeque<String>,
    /// Of each match whether the node tells of it, how many events it has, and how many the client has seen.
    matches: [(bool, u64, u64); 3],
    /// The numbers whose answers it waits for.
    waits: HashSet<u64>,
}

impl World {
    fn asks(&mut self, envelope: Envelope, unasked: bool) {
        self.conversation.ask(envelope.clone(), unasked);
        self.asked.push_back(envelope);
    }

    /// The client is told something.
    fn is_told(&mut self, text: &str) {
        let head = Head::of(text).unwrap();
        match head.kind {
            "event" => {
                let (.., seen) = &mut self.matches[of(head.id.unwrap())];
                *seen += 1;
                assert_eq!(head.seq, Some(*seen), "{text}");
            }
            "ok" | "error" => assert!(head.re.is_some_and(|re| self.waits.remove(&re)), "nobody waits for {text}"),
            kind => panic!("{kind}"),
        }
    }

    fn happens(&mut self, which: usize) {
        let (follows, events, _) = &mut self.matches[which];
        *events += 1;
        if *follows {
            self.said.push_back(event(which as u128, *events));
        }
    }

    /// The node does what it was asked first of a match; other matches may answer sooner.
    fn does(&mut self, which: usize) {
        let is_its = |envelope: &Envelope| Subject::of(&envelope.message) == Some(Subject::Match(id(which as u128)));
        let Some(place) = self.asked.iter().position(is_its) else { return };
        let Envelope { re, message } = self.asked.remove(place).unwrap();
        let (follows, events, _) = &mut self.matches[which];
        match message {
            FromClient::Join { id, since } => {
                self.said.push_back(FromServer::Ok { re, id: Some(id), seq: Some(*events) }.text());
                self.said.extend((since.unwrap() + 1..=*events).map(|seq| event(which as u128, seq)));
                *follows = true;
                return;
            }
            // One that is made already is answered again.
            FromClient::Move { ply, .. } if u64::from(ply) == *events => self.happens(which),
            _ => {}
        }
        self.said.push_back(FromServer::Ok { re, id: None, seq: None }.text());
    }

    /// What the node has said first arrives.
    fn hears(&mut self) {
        let Some(text) = self.said.pop_front() else { return };
        match self.conversation.hear(&text) {
            Heard::Tell | Heard::Paired(_) => self.is_told(&text),
            Heard::Nothing => {}
            other => panic!("{other:?} of {text}"),
        }
    }

    /// The connection is lost, with all that is on its way.
    fn loses(&mut self) {
        (self.asked, self.said) = (VecDeque::new(), VecDeque::new());
        self.matches.iter_mut().for_each(|(follows, ..)| *follows = false);
        for again in std::mem::take(&mut self.conversation).take() {
            match again {
                Again::Tell(message) => self.is_told(&message.text()),
                Again::Ask { envelope, unasked } => self.asks(envelope, unasked),
            }
        }
    }
}

fn of(id: Uuid) -> usize {
    usize::try_from(id.as_u128()).unwrap()
}

#[test]
fn whenever_it_is_lost_a_client_sees_every_event_once_and_has_one_answer_to_each_request() {
    for seed in 0..500 {
        let (mut world, mut rng) = (World::default(), Rng::new(seed));
        let all = 0..world.matches.len();
        for which in all.clone() {
            world.waits.insert(which as u64);
            let message = FromClient::Join { id: id(which as u128), since: Some(0) };
            world.asks(Envelope { re: Some(which as u64), message }, false);
        }
        for re in 3..500 {
            let which = rng.below(all.len());
            match rng.below(14) {
                0 => {
                    let ply = u32::try_from(world.matches[which].2).unwrap();
                    let message = match rng.below(4) {
                        0 => FromClient::Resign { id: id(which as u128) },
                        _ => FromClient::Move { id: id(which as u128), ply, mv: "a".to_owned() },
                    };
                    world.waits.insert(re);
                    world.asks(Envelope { re: Some(re), message }, false);
                }
                1 => world.happens(which),
                2 => world.loses(),
                3..8 => world.does(which),
                _ => world.hears(),
            }
        }
        while !world.asked.is_empty() || !world.said.is_empty() {
            all.clone().for_each(|which| world.does(which));
            world.hears();
        }
        let missed = world.matches.iter().find(|(_, events, seen)| events != seen);
        assert_eq!(missed, None, "seed {seed}");
        assert!(world.waits.is_empty(), "seed {seed}: {:?} have no answer", world.waits);
    }
}
