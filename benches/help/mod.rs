//! `--help` of a benchmark: what stands at the head of its file.

/// Whether the command line asks for help; then `source`, the benchmark's own text, has told what it does.
pub(crate) fn asked(source: &str) -> bool {
    let asked = std::env::args().skip(1).any(|argument| matches!(argument.as_str(), "--help" | "-h"));
    if asked {
        for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
            println!("{}", line.strip_prefix(' ').unwrap_or(line));
        }
    }
    asked
}
