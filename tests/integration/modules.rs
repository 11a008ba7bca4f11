//! WebAssembly modules on the command line, in tournament files, in records, and in a server's folder of bots.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::arena::arena_in;

/// Counts the stones in the middle column of connect four, for the side to move.
pub(crate) const CENTRE: &str = r#"(module (memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)
  (func (export "evaluate") (result i32) (local $at i32) (local $sum i32) (local $cell i32)
    (loop $next
      (local.set $cell (i32.load8_u offset=1027 (local.get $at)))
      (local.set $sum (i32.add (local.get $sum) (i32.and (local.get $cell) (i32.const 1))))
      (local.set $sum (i32.sub (local.get $sum) (i32.shr_u (local.get $cell) (i32.const 1))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 7))) (i32.const 42))))
    (select (i32.sub (i32.const 0) (local.get $sum)) (local.get $sum) (i32.load8_u offset=1066 (i32.const 0)))))"#;
/// Chooses the last legal move.
const LAST: &str = r#"(module (memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)
  (func (export "choose") (param i32) (result i32) (i32.sub (local.get 0) (i32.const 1))))"#;
/// Traps once there are stones in the lowest cell of the middle column.
const TRAPS: &str = r#"(module (memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)
  (func (export "choose") (param i32) (result i32)
    (if (i32.load8_u offset=1062 (i32.const 0)) (then unreachable)) (i32.const 3)))"#;

pub(crate) const TOURNAMENT: &str = r#"
name = "modules"
game = "connect4"
rounds = 2
seed = 5
openings = { random_plies = 4 }
[[entrants]]
bot = "centre.wasm"
nodes = 400
[[entrants]]
name = "centre"
depth = 3
evaluation = { wasm = "centre.wasm", evaluation_fuel = 5000 }
[[entrants]]
bot = "last.wasm"
[[entrants]]
bot = "traps.wasm"
[[entrants]]
name = "built in"
depth = 3
"#;

/// Writes the modules of the tournament.
pub(crate) fn write_modules(folder: &Path) {
    for (name, text) in [("centre", CENTRE), ("last", LAST), ("traps", TRAPS)] {
        fs::write(folder.join(format!("{name}.wasm")), wat::parse_str(text).unwrap()).unwrap();
    }
}

/// Writes the modules and the tournament into a folder of their own.
fn prepare(folder: &Path) {
    fs::create_dir(folder.join("cup")).unwrap();
    write_modules(&folder.join("cup"));
    fs::write(folder.join("cup/cup.toml"), TOURNAMENT).unwrap();
}

fn records(folder: &Path, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_tournament_of_modules_is_reproduced_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let play = |name: &str, concurrency: &str| {
        let [records, json] = ["jsonl", "json"].map(|kind| format!("cup/{name}.{kind}"));
        let run = arena_in(
            folder,
            &[
                "tournament",
                "cup/cup.toml",
                "--quiet",
                "--concurrency",
                concurrency,
                "--records",
                &records,
                "--json",
                &json,
                "--data",
                name,
            ],
            "",
        );
        assert_eq!(run.code, 0, "{}", run.err);
        (fs::read(folder.join(records)).unwrap(), fs::read(folder.join(json)).unwrap())
    };
    assert!(play("one", "1") == play("three", "3"), "the same bytes at any concurrency");

    let records = records(folder, "cup/one.jsonl");
    let by_trap = "its module trapped in choose: wasm `unreachable` instruction executed";
    let trapped = records.iter().filter(|record| record["verdict"]["detail"] == by_trap);
    assert!(trapped.clone().count() > 0 && trapped.into_iter().all(|record| record["verdict"]["by"] == "crash"));
    let module = records.iter().flat_map(|record| record["seats"].as_array().unwrap());
    let evaluation = module.clone().find(|seat| seat["name"] == "centre").unwrap()["spec"]["evaluation"].clone();
    assert_eq!((&evaluation["wasm"], &evaluation["runtime"]), (&"centre.wasm".into(), &"wasmi 2.0.0".into()));
    assert_eq!((evaluation["evaluation_fuel"].as_u64(), evaluation["pages"].as_u64()), (Some(5_000), Some(64)));
    assert_eq!(evaluation["digest"].as_str().map(str::len), Some(64));
    let last = module.clone().find(|seat| seat["name"] == "last").unwrap()["spec"].clone();
    assert!(last.get("evaluation").is_none() && last.get("depth").is_none() && last["module"]["wasm"] == "last.wasm");

    // The modules are found beside the records, by their digests and not by their names.
    fs::rename(folder.join("cup/last.wasm"), folder.join("cup/renamed.wasm")).unwrap();
    let verified = arena_in(folder, &["verify", "cup/one.jsonl", "--json"], "");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let found: Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!(found["verified"].as_u64(), Some(records.len() as u64));
    assert!(found["moves_by_rules"].as_u64() < found["moves_by_bots"].as_u64());

    // A changed failure is a difference, and so is a missing module.
    let text = fs::read_to_string(folder.join("cup/one.jsonl")).unwrap();
    fs::write(folder.join("cup/changed.jsonl"), text.replacen(by_trap, "its module was tired", 1)).unwrap();
    let changed = arena_in(folder, &["verify", "cup/changed.jsonl"], "");
    assert_eq!(changed.code, 1);
    assert!(changed.out.contains("its module was tired"), "{}", changed.out);
    fs::create_dir(folder.join("elsewhere")).unwrap();
    fs::copy(folder.join("cup/one.jsonl"), folder.join("elsewhere/one.jsonl")).unwrap();
    let missing = arena_in(folder, &["verify", "elsewhere/one.jsonl"], "");
    assert!(missing.code == 1 && missing.out.contains("with the digest"), "{}", missing.out);
    let given = arena_in(folder, &["verify", "elsewhere/one.jsonl", "--modules", "cup"], "");
    assert_eq!(given.code, 0, "{}", given.out);
}

#[test]
fn commands_name_modules_by_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let checked = arena_in(folder, &["check", "cup/centre.wasm", "--game", "connect4"], "");
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.out.contains("an evaluation for connect4") && checked.out.contains("it passes"), "{}", checked.out);
    let failing = arena_in(folder, &["check", "cup/traps.wasm", "--game", "connect4"], "");
    assert_eq!(failing.code, 1);
    assert!(failing.err.contains("its module trapped in choose"), "{}", failing.err);

    let played = arena_in(
        folder,
        &["match", "cup/centre.wasm,nodes=300", "connect4-club", "--games", "4", "--quiet", "--records", "r.jsonl"],
        "",
    );
    assert_eq!(played.code, 0, "{}", played.err);
    assert_eq!(records(folder, "r.jsonl").len(), 4);
    let override_of_a_bot = arena_in(
        folder,
        &[
            "match",
            "connect4-club,evaluation=cup/centre.wasm,nodes=300",
            "connect4-club,nodes=300",
            "--games",
            "2",
            "--quiet",
        ],
        "",
    );
    assert_eq!(override_of_a_bot.code, 0, "{}", override_of_a_bot.err);

    for flags in [["--evaluation", "cup/centre.wasm"], ["--bot", "cup/centre.wasm"]] {
        let analysed = arena_in(folder, &[&["analyse", "connect4", "--depth", "4", "--json"][..], &flags].concat(), "");
        assert_eq!(analysed.code, 0, "{}", analysed.err);
        let found: Value = serde_json::from_str(&analysed.out).unwrap();
        assert_eq!(found["depth"].as_u64(), Some(4));
    }
    let refused = arena_in(folder, &["analyse", "connect4", "--bot", "cup/last.wasm"], "");
    assert!(refused.code == 2 && refused.err.contains("chooses its moves itself"), "{}", refused.err);
    let none = arena_in(folder, &["match", "cup/none.wasm", "connect4-club", "--games", "2"], "");
    assert!(none.code == 2 && none.err.contains("there is no module cup/none.wasm"), "{}", none.err);
}

#[test]
fn files_of_bots_name_modules_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bots = folder.join("config/bots");
    fs::create_dir_all(&bots).unwrap();
    fs::write(bots.join("centre.wasm"), wat::parse_str(CENTRE).unwrap()).unwrap();
    let bot = |wasm: &str| {
        let text = format!(
            "[[bot]]\nname = \"mine\"\ngame = \"connect4\"\nnodes = 200\nevaluation = {{ wasm = \"{wasm}\" }}\n"
        );
        fs::write(bots.join("mine.toml"), text).unwrap();
    };
    bot("centre.wasm");
    let played = arena_in(folder, &["match", "mine", "connect4-club", "--games", "2", "--quiet"], "");
    assert_eq!(played.code, 0, "{}", played.err);
    let checked = arena_in(folder, &["config", "check"], "");
    assert_eq!(checked.code, 0, "{}", checked.err);
    // The server's own files cannot name others of its machine.
    bot("../bots/centre.wasm");
    let outside = arena_in(folder, &["config", "check"], "");
    assert!(outside.code == 2 && outside.err.contains("without a folder"), "{}", outside.err);
}
