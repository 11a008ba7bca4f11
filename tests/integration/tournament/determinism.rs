//! The same seed gives the same bytes with any number of threads.

use std::collections::{HashMap, HashSet};

use arena_records::Record;
use arena_tournament::plan::file::{Overrides, read};
use arena_tournament::{MatchResult, TournamentReport};
use sha2::{Digest, Sha256};

use super::{plan, played};

pub(super) const EIGHT: &str = r#"
    name = "eight"
    game = "tictactoe"
    rounds = 100
    seed = 7
    [openings]
    random_plies = 2
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    bot = "tictactoe-beginner"
    [[entrants]]
    bot = "tictactoe-casual"
    [[entrants]]
    bot = "tictactoe-perfect"
    depth = 3
    [[entrants]]
    grid = { depth = [1, 4], ordering = ["random", "static"] }
"#;

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn output_is_identical_at_any_concurrency() {
    let plan = plan(EIGHT);
    assert_eq!((plan.entrants.len(), plan.schedule.len()), (8, 5_600));
    let hashes = |concurrency| {
        let (report, written, _) = played(&plan, concurrency);
        assert_eq!(written.indexes, (0..5_600).collect::<Vec<_>>());
        assert_eq!(written.kept.len(), 5_600);
        [hash(&report.to_json()), hash(&report.to_csv()), hash(&written.records)]
    };
    let alone = hashes(1);
    assert_eq!(alone, hashes(2));
    assert_eq!(alone, hashes(7));
}

#[test]
fn another_seed_gives_other_matches_and_ids() {
    let roster = arena_bots::Roster::load(None).unwrap();
    let source = arena_bots::Source { file: "test.toml", text: EIGHT };
    let with = |seed| {
        let overrides = Overrides { seed: Some(seed), rounds: Some(2), ..Overrides::default() };
        let plan = read(&source, &roster, overrides).unwrap().plan;
        played(&plan, 2).1.records
    };
    let ids = |records: &str| {
        records.lines().map(|line| serde_json::from_str::<Record>(line).unwrap().id).collect::<HashSet<_>>()
    };
    let (one, other) = (with(1), with(2));
    assert_ne!(one, other);
    assert_eq!((ids(&one).len(), ids(&one).intersection(&ids(&other)).count()), (112, 0));
}

#[test]
fn records_replay_and_pairings_of_a_round_share_the_opening() {
    let plan = plan(EIGHT);
    let (report, written, _) = played(&plan, 2);
    let mut by_opening: HashMap<Vec<String>, u64> = HashMap::new();
    let mut nodes = 0;
    let mut tally = plan.tally();
    for (pairing, line) in plan.schedule.iter().zip(written.records.lines()) {
        let record: Record = serde_json::from_str(line).unwrap();
        assert_eq!(record.moves[..2], record.opening.moves);
        let names = pairing.seats.map(|entrant| plan.entrants[entrant].spec.name.clone());
        assert_eq!(names.into_array(), record.seats.clone().map(|seat| seat.name));
        nodes += record.nodes.iter().sum::<u64>();
        assert_eq!(record.id, plan.match_id(&pairing));
        tally.add(&pairing, &MatchResult::of_record(pairing.index, &record).unwrap());
        *by_opening.entry(record.opening.moves).or_default() += 1;
    }
    // 100 rounds of 56 matches over the 72 openings of two plies, so 28 openings occur twice.
    assert_eq!(by_opening.len(), 72);
    assert_eq!(by_opening.values().filter(|&&count| count == 112).count(), 28);
    // The records alone give the same report.
    assert_eq!(TournamentReport::new(&plan, &tally, false), report);
    assert_eq!(nodes, report.entrants.iter().map(|row| row.nodes).sum::<u64>());
}
