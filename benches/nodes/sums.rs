//! What is counted, and what is wrong.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Args;
use super::line::{Heard, Home, Line};
use super::place::Nodes;
use super::table::Played;

/// No match may be stuck for longer.
const STUCK: Duration = Duration::from_secs(5);
/// So long is a part of the time that is told by itself, in seconds.
const PART: u64 = 10;
/// So many of what is wrong are told.
const TOLD: usize = 20;

pub(crate) struct Sums {
    began: Instant,
    /// How long moves took from when they were due until they were acknowledged.
    moves: Mutex<Vec<Duration>>,
    /// How long events took from when the move was said: to those at the match's own node, and at others.
    own: Mutex<Vec<Duration>>,
    others: Mutex<Vec<Duration>>,
    /// The same to those who hear of what was seen at the own node over a subject of NATS.
    by_subject: Mutex<Vec<Duration>>,
    wrong: Mutex<Vec<String>>,
    /// What was refused, by its words, and how often.
    refused: Mutex<BTreeMap<String, u64>>,
    /// Why connections ended, and how often.
    ended: Mutex<BTreeMap<String, u64>>,
    /// Of each part of the time: moves, the longest, and connections that ended.
    parts: Mutex<BTreeMap<u64, Part>>,
}

/// What happened in a part of the time.
#[derive(Default)]
struct Part {
    moves: u64,
    longest: Duration,
    late: u64,
    ended: u64,
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The part of them that was at most so long, in milliseconds.
fn at(of: &Mutex<Vec<Duration>>, part: f64) -> f64 {
    let mut all = locked(of).clone();
    all.sort_unstable();
    let place = ((all.len() as f64 * part) as usize).min(all.len().saturating_sub(1));
    all.get(place).map_or(f64::NAN, |took| took.as_secs_f64() * 1e3)
}

impl Sums {
    pub(crate) fn new() -> Self {
        Self {
            began: Instant::now(),
            moves: Mutex::default(),
            own: Mutex::default(),
            others: Mutex::default(),
            by_subject: Mutex::default(),
            wrong: Mutex::default(),
            refused: Mutex::default(),
            ended: Mutex::default(),
            parts: Mutex::default(),
        }
    }

    /// An instant, as a time since the beginning.
    pub(crate) fn since_beginning(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.began)
    }

    /// Seconds since the beginning.
    pub(crate) fn now(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    pub(crate) fn made(&self, took: Duration) {
        if took > STUCK {
            self.finds(format!("a move took {} ms to be made, until {:.1} s", took.as_millis(), self.now()));
        }
        locked(&self.moves).push(took);
        self.in_part(|part| {
            part.moves += 1;
            part.late += u64::from(took > STUCK);
            part.longest = part.longest.max(took);
        });
    }

    /// Somebody who watches has seen a move: one at the match's own node, or one at another.
    pub(crate) fn seen(&self, at_home: bool, took: Duration) {
        locked(if at_home { &self.own } else { &self.others }).push(took);
    }

    /// Somebody has heard of a move over a subject.
    pub(crate) fn told_by_subject(&self, took: Duration) {
        locked(&self.by_subject).push(took);
    }

    pub(crate) fn finds(&self, wrong: String) {
        locked(&self.wrong).push(wrong);
    }

    /// Something was refused to somebody.
    pub(crate) fn refuses(&self, error: &Value) {
        let words = format!("{}: {}", error["code"], error["message"]);
        *locked(&self.refused).entry(words).or_default() += 1;
    }

    /// A connection has ended, for this reason.
    pub(crate) fn ends(&self, words: &str) {
        *locked(&self.ended).entry(words.to_owned()).or_default() += 1;
        self.in_part(|part| part.ended += 1);
    }

    fn in_part(&self, count: impl FnOnce(&mut Part)) {
        count(locked(&self.parts).entry(self.began.elapsed().as_secs() / PART).or_default());
    }

    /// Compares what was acknowledged with what there is in the end; all that is wrong.
    pub(crate) async fn compare(self: &Arc<Self>, played: &[Played], nodes: &Arc<Nodes>) -> Vec<String> {
        let mut line = Line::new(Home::Leader, Arc::clone(nodes), Arc::clone(self));
        for (id, acknowledged) in played {
            line.follow(id, false).await;
            let moves = loop {
                match tokio::time::timeout(super::LONG, line.heard.recv()).await {
                    Ok(Some(Heard::Said { message, .. })) if message["type"] == "snapshot" => {
                        break message["state"]["moves"].clone();
                    }
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => break Value::Null,
                }
            };
            for (ply, text) in acknowledged {
                if moves[ply] != *text {
                    self.finds(format!("{text} was acknowledged at ply {ply} of match {id}, which has {}", moves[ply]));
                }
            }
        }
        locked(&self.wrong).clone()
    }

    pub(crate) fn print(&self, args: &Args, befallen: Vec<String>, wrong: &[String]) {
        let count = |of: &Mutex<Vec<Duration>>| locked(of).len();
        println!(
            "{} matches at a move a second, {} s, {} ms more on each link",
            args.matches, args.seconds, args.delay
        );
        for trouble in befallen {
            println!("  {trouble}");
        }
        for (words, count) in &*locked(&self.refused) {
            println!("  refused {count} times: {words}");
        }
        println!("connections that ended: {}", locked(&self.ended).values().sum::<u64>());
        for (words, count) in &*locked(&self.ended) {
            println!("  {count} times: {words}");
        }
        println!("| until | moves | longest ms | over 5 s | connections that ended |\n| --- | --- | --- | --- | --- |");
        for (part, Part { moves, longest, late, ended }) in &*locked(&self.parts) {
            println!("| {} s | {moves} | {} | {late} | {ended} |", (part + 1) * PART, longest.as_millis());
        }
        println!("| | count | p50 ms | p99 ms | longest ms |\n| --- | --- | --- | --- | --- |");
        let of = [
            ("a move, until it was acknowledged", &self.moves),
            ("seen at the match's own node, no line of its table having ended meanwhile", &self.own),
            ("seen at another one, likewise", &self.others),
            ("seen at the own one and passed on over NATS", &self.by_subject),
        ];
        for (what, all) in of.into_iter().filter(|(_, all)| count(all) > 0) {
            println!("| {what} | {} | {:.1} | {:.1} | {:.0} |", count(all), at(all, 0.5), at(all, 0.99), at(all, 1.0));
        }
        match wrong.len() {
            0 => println!("nothing acknowledged is missing, nothing came twice, nothing was stuck"),
            many => println!("{many} things are wrong:"),
        }
        wrong.iter().take(TOLD).for_each(|wrong| println!("  {wrong}"));
    }
}
