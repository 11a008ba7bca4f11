//! Tests of the wait for an answer, and of a worker's tasks.

use super::*;
use crate::module::KnownModules;

const LIMIT: Duration = Duration::from_secs(10);

fn at(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn lost(step: &Step) -> bool {
    matches!(step, Step::Done(Err(NoAnswer::Lost(_))))
}

#[test]
fn a_silent_worker_loses_its_task() {
    let mut wait = Wait::new(LIMIT);
    assert_eq!(wait.next(None, false, at(1_999)), Step::Wait);
    assert_eq!(wait.next(Some(Reply::Alive), false, at(1_999)), Step::Wait);
    assert_eq!(wait.next(None, false, at(3_998)), Step::Wait);
    assert!(lost(&wait.next(None, false, at(3_999))));
}

#[test]
fn a_worker_that_exceeds_the_time_loses_its_task() {
    let mut wait = Wait::new(LIMIT);
    for ms in (0..12_000).step_by(500) {
        assert_eq!(wait.next(Some(Reply::Alive), false, at(ms)), Step::Wait, "{ms}");
    }
    assert!(lost(&wait.next(Some(Reply::Alive), false, at(12_000))));
}

#[test]
fn an_answer_counts_and_a_refusal_falls_back() {
    let answer = Some(Reply::Answer(vec![1]));
    assert_eq!(Wait::new(LIMIT).next(answer, false, at(1)), Step::Done(Ok(vec![1])));
    assert!(lost(&Wait::new(LIMIT).next(Some(Reply::Refused("busy".to_owned())), false, at(1))));
}

#[test]
fn a_cancelled_task_is_reported_once_and_waits_for_its_end() {
    let mut wait = Wait::new(LIMIT);
    assert_eq!(wait.next(None, true, at(100)), Step::Cancel);
    assert_eq!(wait.next(Some(Reply::Alive), true, at(200)), Step::Wait);
    assert_eq!(wait.next(Some(Reply::Answer(vec![1])), true, at(300)), Step::Done(Err(NoAnswer::Stopped)));
    let mut dead = Wait::new(LIMIT);
    assert_eq!(dead.next(None, true, at(100)), Step::Cancel);
    assert_eq!(dead.next(None, true, at(2_100)), Step::Done(Err(NoAnswer::Stopped)));
}

/// Plays a match of a bot with a transposition table against itself. `seat` gives the seat of each side.
fn play(seat: impl Fn(usize) -> SeatId, searched: bool) -> Vec<(MoveCode, Thought)> {
    let bot = read_bot(serde_json::json!({
        "name": "table", "game": "connect4", "depth": 5, "pruning": "alpha-beta", "ordering": ["table", "static"], "table_mb": 1,
        "ties": "random",
    }), &KnownModules::default())
    .expect("the bot is valid");
    let runner = TaskRunner::new(SearchMemory::unlimited());
    let (mut moves, mut choices) = (Vec::new(), Vec::new());
    for ply in 0..12 {
        let task = MoveTask {
            seat: seat(ply),
            bot: bot.to_json(),
            module: None,
            options: Options::new(),
            position: None,
            seed: 3 + (ply % 2) as u64,
            moves: moves.iter().map(|mv: &MoveCode| mv.0).collect(),
            searched: searched && ply >= 2,
            nodes: None,
            time: None,
            clock: None,
        };
        let answer = runner
            .run(Task::Move(Box::new(task)), &KnownModules::default(), &AtomicBool::new(false))
            .expect("the task is valid");
        let Choice { mv, thought, .. } =
            read_choice(&answer).and_then(Result::ok).flatten().expect("the match is not over");
        moves.push(mv);
        choices.push((mv, Thought { ms: 0, ..thought }));
    }
    choices
}

#[test]
fn a_worker_plays_a_match_like_the_server() {
    let at_worker = play(|ply| (Uuid::nil(), (ply % 2) as u8), true);
    // The server's own players, one for each seat.
    let spec = read_bot(
        serde_json::json!({
            "name": "table", "game": "connect4", "depth": 5, "pruning": "alpha-beta", "ordering": ["table", "static"], "table_mb": 1,
            "ties": "random",
        }),
        &KnownModules::default(),
    );
    let spec = spec.expect("the bot is valid");
    let mut players = [3, 4].map(|seed| {
        let mut player = make_player(&spec, &Options::new(), None).expect("the bot is valid");
        player.begin(seed);
        player
    });
    let mut moves = Vec::new();
    for (ply, (mv, thought)) in at_worker.iter().enumerate() {
        let choice = players[ply % 2].choose(&moves, TurnLimits::default()).expect("the moves are legal");
        let choice = choice.expect("the match is not over");
        assert_eq!((choice.mv, Thought { ms: 0, ..choice.thought }), (*mv, thought.clone()), "ply {ply}");
        moves.push(*mv);
    }
}

#[test]
fn a_worker_that_lost_a_player_says_so() {
    // Each search goes to another seat, so that no player is found again.
    let without = play(|ply| (Uuid::from_u128(ply as u128), 0), true);
    let lost = |(_, thought): &(MoveCode, Thought)| thought.table == Some(arena_play::TableLoss::Lost);
    assert!(without.iter().skip(2).all(lost), "{without:?}");
    assert!(!without.iter().take(2).any(lost));
    let with = play(|ply| (Uuid::nil(), (ply % 2) as u8), true);
    assert!(!with.iter().any(lost), "{with:?}");
}

#[test]
fn only_shipped_books_are_portable() {
    let mut bot =
        read_bot(serde_json::json!({ "name": "x", "game": "tictactoe", "book": true }), &KnownModules::default())
            .expect("it is valid");
    assert!(is_portable(&bot));
    let mut own = (**bot.book.as_ref().expect("the bot has a book")).clone();
    "another".clone_into(&mut own.digest);
    bot.book = Some(std::sync::Arc::new(own));
    assert!(!is_portable(&bot));
}
