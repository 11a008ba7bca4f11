#!/usr/bin/env bash
# wasmi 2.0.0 (crates.io), an interpreter of WebAssembly, with its default features.
#
# Expected: `select` takes its first operand if the condition is not 0, as the specification says, so that
# `(select (i32.const 8) (i32.const 9) (i32.eqz (local.get $x)))` is 9 for x = 1.
# Found: it is 8 if another value was computed after the variable was set. `i32.eq` and `i32.ne` with 0 behave alike. With
# `i32.and` and −1 between the comparison and `select`, or with `if` instead of `select`, the result is right.
#
# Fails if one of these results changes. Needs Cargo; installs nothing outside a temporary folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src"
cat >"$folder/Cargo.toml" <<'TOML'
[package]
name = "select"
version = "0.0.0"
edition = "2024"

[dependencies]
wasmi = "=2.0.0"
wat = "=1.263.0"
TOML
cat >"$folder/src/main.rs" <<'RUST'
fn result(last: &str) -> i32 {
    let text = format!(
        "(module (memory 1) (func (export \"f\") (result i32) (local $x i32)
            (local.set $x (i32.const 1)) (drop (i32.load (i32.const 0))) {last}))"
    );
    let engine = wasmi::Engine::default();
    let module = wasmi::Module::new(&engine, wat::parse_str(text).unwrap()).unwrap();
    let mut store = wasmi::Store::new(&engine, ());
    let instance = wasmi::Linker::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
    instance.get_typed_func::<(), i32>(&store, "f").unwrap().call(&mut store, ()).unwrap()
}

fn main() {
    let (a, b) = ("(i32.const 8)", "(i32.const 9)");
    let found = ["(i32.eqz X)", "(i32.eq X (i32.const 0))", "(i32.ne X (i32.const 0))", "X"].map(|condition| {
        let condition = condition.replace('X', "(local.get $x)");
        [
            result(&format!("(select {a} {b} {condition})")),
            result(&format!("(select {a} {b} (i32.and {condition} (i32.const -1)))")),
            result(&format!("(if (result i32) {condition} (then {a}) (else {b}))")),
        ]
    });
    println!("select, apart, if: {found:?}");
    assert_eq!(found, [[8, 9, 9], [8, 9, 9], [9, 8, 8], [8, 8, 8]]);
}
RUST
cargo run --quiet --manifest-path "$folder/Cargo.toml"
