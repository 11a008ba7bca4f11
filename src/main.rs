//! The command `arena`.

fn main() -> std::process::ExitCode {
    arena_cli::run(arena_cli::Build {
        commit: env!("ARENA_COMMIT"),
        target: env!("ARENA_BUILD"),
        licenses: include_bytes!(concat!(env!("OUT_DIR"), "/licenses.txt.gz")),
    })
}
