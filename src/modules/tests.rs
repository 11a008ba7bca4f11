//! Modules in the text format, most of them hostile, and trained models.

use std::io::Read;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Report, check, compile};
use arena_bots::module::{ModuleLimits, ModuleRole, ModuleRuntime, RawModule};
use arena_bots::spec::RawEvaluation;
use arena_bots::{PlayerError, RawBot, TurnLimits, make_player};
use arena_games::{Diagnostic, GameId, MoveCode, Options};
use arena_play::EndReason;

/// A memory and a buffer in it.
const BUFFER: &str = r#"(memory (export "memory") 1) (func (export "input") (result i32) i32.const 1024)"#;
/// An evaluation of connect four: the difference of the stones in the middle column, for the side to move.
const CENTRE: &str = r#"(func (export "evaluate") (result i32)
    (local $at i32) (local $sum i32) (local $cell i32)
    (loop $next
      (local.set $cell (i32.load8_u offset=1027 (local.get $at)))
      (local.set $sum (i32.add (local.get $sum) (i32.eq (local.get $cell) (i32.const 1))))
      (local.set $sum (i32.sub (local.get $sum) (i32.eq (local.get $cell) (i32.const 2))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 7))) (i32.const 42))))
    (select (i32.sub (i32.const 0) (local.get $sum)) (local.get $sum) (i32.load8_u offset=1066 (i32.const 0))))"#;

/// As `centre` of connect four: 2 for each column nearer to the middle, per stone.
const ALL_COLUMNS: &str = r#"(data (i32.const 0) "\00\02\04\06\04\02\00") (func (export "evaluate") (result i32)
    (local $at i32) (local $sum i32) (local $cell i32) (local $worth i32)
    (loop $next
      (local.set $cell (i32.load8_u offset=1024 (local.get $at)))
      (local.set $worth (i32.load8_u (i32.rem_u (local.get $at) (i32.const 7))))
      (local.set $sum (i32.add (local.get $sum)
        (i32.mul (local.get $worth) (i32.sub (i32.and (local.get $cell) (i32.const 1)) (i32.shr_u (local.get $cell) (i32.const 1))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 42))))
    (select (i32.sub (i32.const 0) (local.get $sum)) (local.get $sum) (i32.load8_u offset=1066 (i32.const 0))))"#;

fn wasm(parts: &[&str]) -> Vec<u8> {
    wat::parse_str(format!("(module {})", parts.join(" "))).expect("the module is valid")
}

fn trial(parts: &[&str]) -> Result<Report, Diagnostic> {
    check(&wasm(parts), GameId::ConnectFour, &Options::new(), ModuleLimits::default())
}

/// Returns why the module is not accepted.
fn refused(parts: &[&str]) -> String {
    trial(parts).expect_err("the module is not accepted").message
}

/// Returns why a module loses.
fn lost(parts: &[&str]) -> (EndReason, String) {
    let (_, failure) = trial(parts).expect("the module is accepted").failure.expect("the module loses");
    (failure.by, failure.detail.to_string())
}

fn evaluate(body: &str) -> String {
    format!(r#"(func (export "evaluate") (result i32) {body})"#)
}

fn choose(body: &str) -> String {
    format!(r#"(func (export "choose") (param $moves i32) (result i32) {body})"#)
}

/// A runtime with one module.
#[derive(Debug)]
struct Single(Vec<u8>);

impl ModuleRuntime for Single {
    fn load(
        &self,
        _: &str,
        _: Option<&str>,
        limits: ModuleLimits,
    ) -> Result<std::sync::Arc<dyn arena_bots::module::Module>, Diagnostic> {
        compile(&self.0, limits)
    }
}

/// A bot that searches four plies of connect four.
fn searching(evaluation: RawEvaluation) -> RawBot {
    RawBot {
        name: Some("searching".to_owned()),
        game: Some(GameId::ConnectFour),
        depth: Some(4),
        evaluation: Some(evaluation),
        ..RawBot::default()
    }
}

/// Plays ten moves against itself. Returns the moves with their values and nodes.
fn plays(bot: RawBot, parts: &[&str]) -> Result<Vec<(MoveCode, Option<i32>, u64)>, PlayerError> {
    plays_with(bot, wasm(parts))
}

/// Like [`plays`], with the file of a module.
fn plays_with(mut bot: RawBot, file: Vec<u8>) -> Result<Vec<(MoveCode, Option<i32>, u64)>, PlayerError> {
    bot.load_modules(Some(&Single(file))).expect("the module is accepted");
    let bot = bot.check(&[]).expect("the bot is valid");
    let mut player = make_player(&bot, &Options::new(), None).expect("the bot is valid");
    player.begin(1);
    let (mut moves, mut played) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let choice = player.choose(&moves, TurnLimits::default())?.expect("the game is not over");
        moves.push(choice.mv);
        played.push((choice.mv, choice.thought.value, choice.thought.nodes));
    }
    Ok(played)
}

#[test]
fn a_module_plays_as_the_same_expression() {
    // The columns beside the middle one count in `centre`, so only a module of them all would play the same.
    let module = || searching(RawEvaluation::named("centre.wasm"));
    let played = plays(module(), &[BUFFER, ALL_COLUMNS]).expect("the module does not fail");
    let expression = searching(RawEvaluation::Name("2*centre + 0".to_owned()));
    assert_eq!(played, plays(expression, &[BUFFER, ALL_COLUMNS]).expect("no module"));
}

#[test]
fn the_written_configuration_is_that_of_the_bot() {
    let runtime = Single(wasm(&[BUFFER, CENTRE]));
    let limits = json!({ "wasm": "cup/centre.wasm", "evaluation_fuel": 5_000, "pages": 32 });
    let mut bot = searching(serde_json::from_value(limits).expect("the module is well-formed"));
    bot.load_modules(Some(&runtime)).expect("the module is accepted");
    let spec = bot.check(&[]).expect("the bot is valid");
    let json = spec.to_json();
    let digest = json["evaluation"]["digest"].clone();
    let expected = json!({
        "wasm": "centre.wasm", "digest": digest, "runtime": super::RUNTIME, "evaluation_fuel": 5_000,
        "start_fuel": 10_000_000, "move_fuel": 10_000_000_000_u64, "match_fuel": 200_000_000_000_u64, "pages": 32, "calls": 500,
    });
    assert_eq!(json["evaluation"], expected);
    let mut again: RawBot = serde_json::from_value(json).expect("the configuration is well-formed");
    again.load_modules(Some(&runtime)).expect("the module is accepted");
    assert_eq!(again.clone().check(&[]).expect("the bot is valid"), spec);

    let mut other = again;
    if let Some(RawEvaluation::Module(module)) = &mut other.evaluation {
        *module = RawModule::file("centre.wasm");
        module.runtime = Some("wasmi 1.1.0".to_owned());
    }
    let refused = other.load_modules(Some(&runtime)).expect_err("another runtime uses other fuel");
    assert!(refused.to_string().contains("was run by wasmi 1.1.0, but this program has wasmi 2.0.0"), "{refused}");
    let unloaded = searching(RawEvaluation::named("centre.wasm"));
    assert_eq!(unloaded.check(&[]).expect_err("no runtime has loaded it").problem.code, "module_not_here");
}

#[test]
fn a_bot_gets_the_legal_moves_after_the_position() {
    // The last legal move: its code stands at the end of the buffer, 44 bytes after its start.
    let last = choose("(i32.sub (local.get $moves) (i32.const 1))");
    let report = trial(&[BUFFER, &last]).expect("the module is accepted");
    assert_eq!((report.failure, report.positions), (None, 50));
    // It traps unless the code of the first move is that of a column.
    let reads =
        choose("(if (i32.gt_u (i32.load offset=1068 (i32.const 0)) (i32.const 6)) (then unreachable)) (i32.const 0)");
    assert_eq!(trial(&[BUFFER, &reads]).expect("the module is accepted").failure, None);
    let bot = RawBot {
        name: Some("last".to_owned()),
        game: Some(GameId::ConnectFour),
        module: Some(RawModule::file("last.wasm")),
        ..RawBot::default()
    };
    let played = plays(bot, &[BUFFER, &last]).expect("the module does not fail");
    assert!(played.iter().all(|(_, value, nodes)| value.is_none() && *nodes == 0));
    assert_eq!(played[..6].iter().map(|(mv, ..)| mv.0).collect::<Vec<_>>(), [6; 6], "column g has six points");
}

#[test]
fn imports_and_exports_are_checked_by_name_and_type() {
    let good = evaluate("i32.const 1");
    let refusals = [
        (
            vec![r#"(import "env" "seed" (func (result f64)))"#, BUFFER, &good],
            "the module imports env.seed; the arena offers",
        ),
        (vec![r#"(import "env" "abort" (func (param i32)))"#, BUFFER, &good], "the module imports env.abort;"),
        (vec![r#"(import "env" "memory" (memory 1))"#, &good], "the module imports env.memory;"),
        (vec![BUFFER], "the module does not export evaluate or choose"),
        (vec![&good], "the module does not export memory"),
        (vec![r#"(memory (export "memory") 1)"#, &good], "the module does not export input"),
        (
            vec![BUFFER, r#"(func (export "evaluate") (result f32) f32.const 1)"#],
            "the export evaluate of the module must be",
        ),
        (vec![BUFFER, r#"(global (export "evaluate") i32 i32.const 1)"#], "the export evaluate of the module must be"),
        (
            vec![BUFFER, r#"(func (export "choose") (result i32) i32.const 1)"#],
            "the export choose of the module must be",
        ),
        (vec![BUFFER, &good, r#"(func (export "start") (param i64))"#], "the export start of the module must be"),
        (vec![BUFFER, &good, r#"(func (export "version") (result i32) i32.const 2)"#], "the module has version 2 of"),
        (
            vec![r#"(memory (export "memory") 65) (func (export "input") (result i32) i32.const 0)"#, &good],
            "begins with 65 pages",
        ),
    ];
    for (parts, expected) in refusals {
        let refused = refused(&parts);
        assert!(refused.contains(expected), "{refused}");
    }
    let both = choose("i32.const 0");
    assert!(refused(&[BUFFER, &good, &both]).contains("both evaluate and choose"));
    for bytes in [&b"not a module"[..], b"\0asm\x01\0\0\0"] {
        let error = compile(bytes, ModuleLimits::default()).expect_err("it is no module");
        assert!(["module_invalid", "module_export"].contains(&&*error.code), "{error}");
    }
    let large = compile(&vec![0; super::MOST_BYTES + 1], ModuleLimits::default()).expect_err("it is too large");
    assert_eq!(large.message, "the module has 1048577 bytes; at most 1048576 are allowed");
    // Other exports are ignored, and so is a known version.
    let more = r#"(global (export "__stack_pointer") (mut i32) i32.const 9) (func (export "version") (result i32) i32.const 1)"#;
    assert_eq!(trial(&[BUFFER, &good, more]).expect("the module is accepted").failure, None);
}

#[test]
fn each_failure_has_its_own_reason() {
    let failures = [
        (
            evaluate("(loop $again (br $again)) i32.const 1"),
            EndReason::Stall,
            "its module ran out of fuel in evaluate: 100000 for an evaluation",
        ),
        (
            choose("(loop $again (br $again)) i32.const 1"),
            EndReason::Stall,
            "its module ran out of fuel in choose: 10000000000 for a move",
        ),
        (
            evaluate("(memory.grow (i32.const 64))"),
            EndReason::Crash,
            "its module asked in evaluate for more memory than 4096 KiB",
        ),
        (
            evaluate("unreachable"),
            EndReason::Crash,
            "its module trapped in evaluate: wasm `unreachable` instruction executed",
        ),
        (
            evaluate("(i32.div_s (i32.const 1) (i32.const 0))"),
            EndReason::Crash,
            "its module trapped in evaluate: integer divide by zero",
        ),
        (
            evaluate("(i32.load (i32.const -8))"),
            EndReason::Crash,
            "its module trapped in evaluate: out of bounds memory access",
        ),
        (
            evaluate("(call $deep)") + "(func $deep (result i32) (call $deep))",
            EndReason::Crash,
            "its module trapped in evaluate: call stack exhausted",
        ),
        (choose("(local.get $moves)"), EndReason::Illegal, "its module chose move 7 of 7, counted from 0"),
        (choose("(i32.const -1)"), EndReason::Illegal, "its module chose move -1 of 7, counted from 0"),
        (
            evaluate("i32.const 1") + r#"(func (export "start") (loop $again (br $again)))"#,
            EndReason::Stall,
            "its module ran out of fuel in start: 10000000 for the start",
        ),
        (
            evaluate("i32.const 1") + "(func $first unreachable) (start $first)",
            EndReason::Crash,
            "its module trapped in start: wasm `unreachable` instruction executed",
        ),
    ];
    for (body, by, detail) in failures {
        // The loop of a whole move would take seconds here.
        let limits = ModuleLimits { move_fuel: 10_000_000, ..ModuleLimits::default() };
        let module = wasm(&[BUFFER, &body]);
        let report = check(&module, GameId::ConnectFour, &Options::new(), limits).expect("the module is accepted");
        let (_, failure) = report.failure.expect("the module loses");
        let detail = detail.replace("10000000000", "10000000");
        assert_eq!((failure.by, failure.detail.to_string()), (by, detail));
    }
    let elsewhere = r#"(memory (export "memory") 1) (func (export "input") (result i32) i32.const 65500)"#;
    let detail = "its module's buffer of 43 bytes at 65500 is outside its memory";
    assert_eq!(lost(&[elsewhere, &evaluate("i32.const 1")]), (EndReason::Crash, detail.to_owned()));
}

#[test]
fn abort_tells_its_message_and_place() {
    // "bad" in UTF-16 after its length in bytes.
    let aborts = r#"(import "env" "abort" (func $abort (param i32 i32 i32 i32)))"#;
    let text = r#"(data (i32.const 8) "\06\00\00\00b\00a\00d\00")"#;
    let body = evaluate("(call $abort (i32.const 12) (i32.const 0) (i32.const 7) (i32.const 3)) i32.const 1");
    let detail = "its module aborted in evaluate: bad at :7:3";
    assert_eq!(lost(&[aborts, BUFFER, text, &body]), (EndReason::Crash, detail.to_owned()));
}

#[test]
fn debug_text_is_kept_up_to_a_kilobyte_a_turn() {
    let log = r#"(import "env" "log" (func $log (param i32 i32)))"#;
    let text = r#"(data (i32.const 0) "abcdefgh")"#;
    let body = evaluate(
        "(local $count i32) (loop $again (call $log (i32.const 0) (i32.const 8))
         (br_if $again (i32.lt_u (local.tee $count (i32.add (local.get $count) (i32.const 1))) (i32.const 1000))))
         i32.const 1",
    );
    let report = trial(&[log, BUFFER, text, &body]).expect("the module is accepted");
    assert_eq!((report.failure, report.debug_text), (None, "abcdefgh".repeat(128)));
    let outside = evaluate("(call $log (i32.const 0) (i32.const 100000)) i32.const 1");
    assert!(lost(&[log, BUFFER, &outside]).1.contains("out of bounds"));
}

#[test]
fn values_are_clipped_and_changing_answers_are_reported() {
    let report = trial(&[BUFFER, &evaluate("(i32.const -2147483648)")]).expect("the module is accepted");
    assert_eq!((report.clipped, report.changed, report.failure), (500, 0, None));
    let counter = "(global $calls (mut i32) i32.const 0)";
    let counts = evaluate("(global.set $calls (i32.add (global.get $calls) (i32.const 1))) global.get $calls");
    let report = trial(&[BUFFER, counter, &counts]).expect("the module is accepted");
    assert_eq!(report.changed, 500);
    // A new instance for every turn: the play is repeatable all the same.
    let module = || searching(RawEvaluation::Module(RawModule::file("counts.wasm")));
    let played = plays(module(), &[BUFFER, counter, &counts]).expect("the module does not fail");
    assert_eq!(played, plays(module(), &[BUFFER, counter, &counts]).expect("the module does not fail"));
}

#[test]
fn the_payload_of_a_nan_is_the_same_everywhere() {
    // The bits of a NaN from an operation on other NaNs, which machines choose differently.
    let body = evaluate(
        "(i32.reinterpret_f32 (f32.add (f32.reinterpret_i32 (i32.const 0x7fa12345)) (f32.reinterpret_i32 (i32.const 0xffc54321))))",
    );
    let report = trial(&[BUFFER, &body]).expect("the module is accepted");
    assert_eq!((report.changed, report.failure), (0, None));
    let module = compile(&wasm(&[BUFFER, &body]), ModuleLimits::default()).expect("the module is accepted");
    let seat = module.seat((7, 6));
    seat.begin_match();
    seat.begin_turn();
    assert_eq!(seat.evaluate(&|bytes| bytes.resize(43, 0)), 0x7fc0_0000);
}

/// wasmi 2.0.0 looks at the wrong value if the variable was not computed just before.
#[test]
fn select_sees_its_own_condition() {
    let value = |x: i32, condition: &str| {
        let body = format!(
            "(local $x i32) (local.set $x (i32.const {x})) (drop (i32.load (i32.const 0)))
            (select (i32.const 8) (i32.const 9) {condition})"
        );
        let module = compile(&wasm(&[BUFFER, &evaluate(&body)]), ModuleLimits::default());
        let seat = module.expect("the module is accepted").seat((7, 6));
        seat.begin_match();
        seat.begin_turn();
        seat.evaluate(&|bytes| bytes.resize(43, 0))
    };
    for (condition, holds) in [
        ("(i32.eqz (local.get $x))", [true, false, false]),
        ("(i32.eq (local.get $x) (i32.const 0))", [true, false, false]),
        ("(i32.ne (local.get $x) (i32.const 0))", [false, true, true]),
        ("(local.get $x)", [false, true, true]),
    ] {
        let values = [0, 1, -2].map(|x| value(x, condition));
        assert_eq!(values, holds.map(|holds| if holds { 8 } else { 9 }), "{condition}");
    }
}

#[test]
fn the_fuel_of_a_match_is_counted_over_its_moves() {
    let limits = ModuleLimits { match_fuel: 1_000, ..ModuleLimits::default() };
    let module = compile(&wasm(&[BUFFER, CENTRE]), limits).expect("the module is accepted");
    let seat = module.seat((7, 6));
    let turns = || {
        seat.begin_match();
        (0..1_000).position(|_| {
            seat.begin_turn();
            seat.evaluate(&|bytes| bytes.resize(43, 0));
            seat.end_turn().is_err()
        })
    };
    let first = turns();
    assert!(first.is_some_and(|turn| turn > 2), "{first:?}");
    let detail = seat.end_turn().expect_err("the fuel is used up").detail.to_string();
    assert_eq!(detail, "its module ran out of fuel in evaluate: 1000 for the match");
    assert_eq!(turns(), first, "another match has all of its fuel");
}

#[test]
fn a_failure_ends_the_search_at_once() {
    // It traps at the hundredth call.
    let counter = "(global $calls (mut i32) i32.const 0)";
    let body = evaluate(
        "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
         (if (i32.gt_u (global.get $calls) (i32.const 100)) (then unreachable)) i32.const 1",
    );
    let mut bot = searching(RawEvaluation::Module(RawModule::file("traps.wasm")));
    bot.depth = Some(40);
    let began = Instant::now();
    let error = plays(bot, &[BUFFER, counter, &body]).expect_err("the module traps");
    assert_eq!(error.by(), EndReason::Crash);
    assert!(error.to_string().contains("trapped in evaluate"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(20), "the search went on without the module");
}

#[test]
fn a_long_choice_stops_when_it_is_not_needed_any_more() {
    let module = compile(&wasm(&[BUFFER, &choose("(loop $again (br $again)) i32.const 0")]), ModuleLimits::default());
    let seat = module.expect("the module is accepted").seat((7, 6));
    seat.begin_match();
    seat.begin_turn();
    let mut looks = 0;
    let mut proceed = || {
        looks += 1;
        looks < 3
    };
    assert_eq!(seat.choose(&|bytes| bytes.resize(43, 0), &[MoveCode(0)], &mut proceed), Ok(None));
    assert_eq!((looks, seat.end_turn()), (3, Ok(())));
}

#[test]
fn slices_do_not_change_the_fuel_or_the_result() {
    let body = choose(
        "(local $count i32) (loop $again
         (br_if $again (i32.lt_u (local.tee $count (i32.add (local.get $count) (i32.const 1))) (i32.const 1500000))))
         i32.const 0",
    );
    let module = compile(&wasm(&[BUFFER, &body]), ModuleLimits::default()).expect("the module is accepted");
    let mut looks = 0;
    let used = [(); 2].map(|()| {
        let seat = module.seat((7, 6));
        seat.begin_match();
        seat.begin_turn();
        let before = seat.used_fuel();
        let mut proceed = || {
            looks += 1;
            true
        };
        assert_eq!(seat.choose(&|bytes| bytes.resize(43, 0), &[MoveCode(0)], &mut proceed), Ok(Some(0)));
        seat.used_fuel() - before
    });
    assert_eq!(used[0], used[1]);
    assert!(looks >= 2 && used[0] > 6_000_000, "{looks} looks, {used:?} fuel");
}

#[test]
fn nested_blocks_neither_overflow_the_stack_nor_take_long() {
    // "block" without a result, then as many ends, in a function of nearly 1 MiB.
    let depth = 300_000;
    let mut code = vec![0];
    code.extend([0x02, 0x40].repeat(depth));
    code.extend([0x0b].repeat(depth));
    code.extend([0x41, 0x01, 0x0b]);
    let module = with_body(&code);
    let began = Instant::now();
    // Either is fine; it must not take the process down.
    drop(check(&module, GameId::ConnectFour, &Options::new(), ModuleLimits::default()));
    assert!(began.elapsed() < Duration::from_secs(20));
}

/// Returns a module whose function `evaluate` has this body.
fn with_body(code: &[u8]) -> Vec<u8> {
    fn number(mut value: usize, bytes: &mut Vec<u8>) {
        loop {
            let low = (value & 0x7f) as u8;
            value >>= 7;
            bytes.push(if value == 0 { low } else { low | 0x80 });
            if value == 0 {
                return;
            }
        }
    }
    fn section(id: u8, content: &[u8], module: &mut Vec<u8>) {
        module.push(id);
        number(content.len(), module);
        module.extend(content);
    }
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    section(1, &[1, 0x60, 0, 1, 0x7f], &mut module);
    section(3, &[2, 0, 0], &mut module);
    section(5, &[1, 0, 1], &mut module);
    let exports = [(&b"memory"[..], 2, 0), (b"input", 0, 0), (b"evaluate", 0, 1)];
    let mut names = vec![3];
    for (name, kind, index) in exports {
        names.push(name.len() as u8);
        names.extend(name);
        names.extend([kind, index]);
    }
    section(7, &names, &mut module);
    let mut bodies = vec![2, 4, 0, 0x41, 0, 0x0b];
    number(code.len(), &mut bodies);
    bodies.extend(code);
    section(10, &bodies, &mut module);
    module
}

/// The model of the evaluation `patterns` of reversi, compressed.
const REVERSI: &[u8] = include_bytes!("../games/reversi/patterns.bin.gz");

/// Returns the file of a model of reversi.
fn reversi_model() -> Vec<u8> {
    let mut file = Vec::new();
    flate2::read::GzDecoder::new(REVERSI).read_to_end(&mut file).expect("the file is whole");
    file
}

/// A bot that searches four plies of reversi.
fn reversi(evaluation: RawEvaluation) -> RawBot {
    RawBot { game: Some(GameId::Reversi), ..searching(evaluation) }
}

/// Returns why a bot with this model is refused.
fn model_refused(mut bot: RawBot, file: Vec<u8>) -> String {
    let loaded = bot.load_modules(Some(&Single(file)));
    let refused = loaded.and_then(|()| bot.check(&[]).map(drop));
    refused.expect_err("the model is not accepted").to_string()
}

#[test]
fn a_trained_model_in_a_file_plays_as_the_same_evaluation_of_the_game() {
    let play = |evaluation| plays_with(reversi(evaluation), reversi_model()).expect("a model does not fail");
    let played = play(RawEvaluation::named("mine.model"));
    assert_eq!(played, play(RawEvaluation::Name("patterns".to_owned())));
    assert!(played != play(RawEvaluation::Name("discs".to_owned())), "the evaluation matters");
}

#[test]
fn the_configuration_of_a_trained_model_has_its_digest_and_reads_back() {
    let mut bot = reversi(RawEvaluation::named("folder/mine.model"));
    (bot.threads, bot.table_mb) = (Some(2), Some(1));
    bot.load_modules(Some(&Single(reversi_model()))).expect("the model is accepted");
    let bot = bot.check(&[]).expect("a model can be evaluated by several threads");
    let written = bot.to_json();
    let module = &bot.module.as_ref().expect("the bot has a model").module.0;
    assert_eq!(written["evaluation"], json!({ "model": "mine.model", "digest": module.digest() }));
    let mut again: RawBot = serde_json::from_value(written.clone()).expect("it reads back");
    again.load_modules(Some(&Single(reversi_model()))).expect("the model is accepted");
    assert_eq!(again.check(&[]).expect("the bot is valid").to_json(), written);
    assert_eq!((bot.module_bytes(), bot.program()), (0, None));
}

#[test]
fn a_model_that_does_not_fit_is_refused_with_the_reason() {
    let named = || RawEvaluation::named("mine.model");
    let damaged = |at: usize| {
        let mut file = reversi_model();
        file[at] ^= 1;
        file
    };
    assert!(model_refused(reversi(named()), damaged(100_000)).contains("its checksum does not match"));
    assert!(model_refused(reversi(named()), damaged(0)).contains("WebAssembly"));
    assert!(model_refused(searching(named()), reversi_model()).contains("is of reversi, not of connect4"));
    let mut limited = RawModule::file("mine.model");
    limited.pages = Some(65);
    assert!(model_refused(reversi(RawEvaluation::Module(limited)), reversi_model()).contains("needs no limits"));
    let as_bot =
        RawBot { evaluation: None, depth: None, module: Some(RawModule::file("mine.model")), ..reversi(named()) };
    assert!(model_refused(as_bot, reversi_model()).contains("exports evaluate and not choose"));
}

#[test]
fn arena_check_reports_on_a_trained_model() {
    let check = |game| check(&reversi_model(), game, &Options::new(), ModuleLimits::default());
    let report = check(GameId::Reversi).expect("the model is accepted");
    let expected = (true, ModuleRole::Evaluation, 500, 0, None);
    assert_eq!((report.is_model, report.role, report.positions, report.clipped, report.failure.clone()), expected);
    let text = report.to_string();
    assert!(text.starts_with("a trained model for reversi, ") && text.ends_with("it passes"), "{text}");
    assert_eq!(check(GameId::Hex).expect_err("it is of another game").code, "model_game");
}
