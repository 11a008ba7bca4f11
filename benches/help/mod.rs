//! Implements `--help` for benchmarks: prints the comment at the head of the source file.

/// If the command line asks for help, prints the head comment of `source`, the benchmark's own text, and returns true.
pub(crate) fn asked(source: &str) -> bool {
    let asked = std::env::args().skip(1).any(|argument| matches!(argument.as_str(), "--help" | "-h"));
    if asked {
        for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
            println!("{}", line.strip_prefix(' ').unwrap_or(line));
        }
    }
    asked
}
