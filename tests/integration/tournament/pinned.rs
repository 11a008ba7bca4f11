//! Digests of the records of small tournaments in every game and format.
//!
//! A changed digest means that a search, seed, pairing, adjudication or record changed. If that is intended, update the
//! digest here and note the change in the changelog, because older results can no longer be replayed.

use sha2::{Digest, Sha256};

use super::{plan, played};

/// Name, game, the rest of the file, and the SHA-256 of the records, one JSON object per line.
type Pinned = (&'static str, &'static str, &'static str, &'static str);

const PINNED: &[Pinned] = &[
    (
        "prunings",
        "tictactoe",
        r#"
        rounds = 6
        [openings]
        random_plies = 2
        [[entrants]]
        grid = { depth = [2, 5], pruning = ["none", "alpha-beta", "pvs", "mtdf", "bisection"] }
        "#,
        "02d160a0d8138b75f9fce1dc5e30d0e2fd87081f5f39f171ba0effd04e607d4f",
    ),
    (
        "test",
        "tictactoe",
        r#"
        format = "match"
        rounds = 200
        [sprt]
        elo0 = 0.0
        elo1 = 60.0
        [openings]
        random_plies = 2
        [[entrants]]
        depth = 3
        [[entrants]]
        depth = 1
        "#,
        "9c2fe05afb6bd8dd37a621f12edecad11bbb497c082eb98364808aa19ffd386f",
    ),
    (
        "gauntlet",
        "bones",
        r#"
        format = "gauntlet"
        rounds = 8
        [options]
        heap = 40
        [openings]
        random_plies = 3
        [[entrants]]
        bot = "bones-perfect"
        [[entrants]]
        bot = "bones-random"
        [[entrants]]
        grid = { depth = [1, 3], ties = ["first", "random"] }
        "#,
        "ad8fbec1eff4c4561c81cc0a2b4062580b8799ca8516da4c7b12287e33909ac3",
    ),
    (
        "weights",
        "tree",
        r#"
        rounds = 4
        [[entrants]]
        depth = 1
        [[entrants]]
        depth = 3
        ties = "random"
        "#,
        "edc8c882f291c5c8e5ae2fdfaea793b5b109b8b46d7df50f58a3f099cf73b098",
    ),
    (
        "swiss",
        "connect4",
        r#"
        format = "swiss"
        rounds = 4
        [openings]
        random_plies = 3
        [[entrants]]
        bot = "connect4-random"
        [[entrants]]
        grid = { depth = [1, 3], ties = ["first", "random"] }
        [[entrants]]
        name = "refined"
        depth = 5
        pruning = "pvs"
        ordering = ["table", "killers", "static", "history"]
        table_mb = 1
        hints = true
        "#,
        "cbc0b45db92c8f11e0c1ce1adc2008c5ef0578634aca3a1e2c98fe8295640977",
    ),
    (
        "cup",
        "connect4",
        r#"
        format = "knockout"
        rounds = 1
        [knockout]
        extra = 2
        third_place = true
        [openings]
        random_plies = 4
        [[entrants]]
        grid = { depth = [4, 3, 2, 1], ties = ["random"] }
        [[entrants]]
        bot = "connect4-random"
        "#,
        "a7025dec33366c65e0951ebce26af24f8c289c2c966ecb6020241e93577c1579",
    ),
    (
        "endings",
        "reversi",
        r#"
        rounds = 1
        [openings]
        random_plies = 8
        [adjudication]
        solver = { empties = 6 }
        [[entrants]]
        depth = 2
        [[entrants]]
        depth = 2
        pruning = "pvs"
        quiescence = false
        nodes = 200
        [[entrants]]
        bot = "reversi-random"
        "#,
        "d62e2b830878ea5ae83e7a7794b7e1fdb560321fee9794ea4d942d92aee57826",
    ),
    (
        "threats",
        "gomoku",
        r#"
        rounds = 1
        [options]
        size = 9
        [openings]
        random_plies = 2
        [[entrants]]
        depth = 2
        width = 6
        ordering = "static"
        [[entrants]]
        depth = 1
        ties = "first"
        [[entrants]]
        bot = "gomoku-random"
        "#,
        "00bf8e7a89cee29932cdbc95fe880754527c6b4b590130a4b3dfb6f08a8c8b42",
    ),
    (
        "bridges",
        "hex",
        r#"
        rounds = 1
        [options]
        size = 5
        [openings]
        random_plies = 1
        [[entrants]]
        depth = 2
        [[entrants]]
        depth = 1
        ties = "random"
        [[entrants]]
        bot = "hex-random"
        "#,
        "6dda5a97a2335fc330b294ffe46e40dfb1205933e4742279914e380069cc5ce3",
    ),
    (
        "captures",
        "checkers",
        r#"
        rounds = 1
        [openings]
        random_plies = 4
        [adjudication]
        max_plies = 60
        [[entrants]]
        depth = 3
        quiescence = true
        [[entrants]]
        depth = 2
        pruning = "pvs"
        [[entrants]]
        bot = "checkers-random"
        "#,
        "d8092592f5331927e7a0c2537231c24eadaf7667a0361cb8122d9d05538ab79e",
    ),
    (
        "selective",
        "chess",
        r#"
        rounds = 1
        [openings]
        random_plies = 4
        [adjudication]
        max_plies = 40
        resign = { moves = 3, value = 700 }
        [[entrants]]
        name = "selective"
        nodes = 150
        depth = 8
        pruning = "pvs"
        ordering = ["table", "captures", "killers", "history"]
        table_mb = 1
        quiescence = true
        null_move = true
        lmr = true
        [[entrants]]
        depth = 1
        evaluation = "material"
        [[entrants]]
        bot = "chess-random"
        "#,
        "aa6dcdda2c20bdeff97b5deb712d7885c373f9c7df123f1ebee6635d2b52fcb3",
    ),
];

#[test]
fn records_have_their_pinned_digests() {
    let digest = |&(name, game, rest, _): &Pinned| {
        let plan = plan(&format!("name = \"{name}\"\ngame = \"{game}\"\nseed = 11\n{rest}"));
        let (report, written, _) = played(&plan, 2);
        assert_eq!(report.matches, written.records.lines().count() as u64, "{name}");
        let hash = Sha256::digest(&written.records);
        (name, hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    };
    let found: Vec<_> = PINNED.iter().map(digest).collect();
    let pinned: Vec<_> = PINNED.iter().map(|&(name, _, _, hash)| (name, hash.to_owned())).collect();
    assert_eq!(found, pinned);
}
