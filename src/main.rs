//! The command `arena`.

fn main() -> std::process::ExitCode {
    minimax_arena::cli::run()
}
