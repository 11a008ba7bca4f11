//! Suggestions for unknown names: the nearest one or two known names.

/// The longest part of a name that is compared, in characters.
const LONGEST: usize = 80;

/// Returns the nearest known names, at most two, the nearest first. Empty if none is near. A name with letters left out
/// is also near (`cmd` for `command`).
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let length = name.chars().take(LONGEST).count();
    let near = |known: &'a str| {
        let edits = distance(known, name);
        let counted = if length >= 2 && is_short_for(name, known) { 1 } else { edits };
        (counted <= (length / 3).max(1)).then_some((counted, edits, known))
    };
    let mut found: Vec<(usize, usize, &str)> = known.filter_map(near).collect();
    found.sort();
    found.dedup();
    found.into_iter().take(2).map(|(.., known)| known).collect()
}

/// Returns the nearest names as a question with a leading space, or an empty string.
#[must_use]
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, known).as_slice() {
        [] => String::new(),
        names => format!(" Did you mean {}?", names.join(" or ")),
    }
}

/// Lists the known names and the suggestion for `name`, to follow "there are".
#[must_use]
pub fn known_names<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let names: Vec<&str> = known.clone().collect();
    if names.is_empty() {
        return "none".to_owned();
    }
    let meant = did_you_mean(name, known);
    let stop = if meant.is_empty() { "" } else { "." };
    format!("{}{stop}{meant}", names.join(", "))
}

/// Returns whether `short` starts with the same letter as `long` and is a subsequence of it.
fn is_short_for(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    short.chars().next() == long.chars().next() && short.chars().all(|letter| letters.any(|other| other == letter))
}

/// The number of single-character edits between two names. Swapping two neighbours is one edit. Only the first
/// `LONGEST` characters count, because the cost is quadratic and names come from untrusted clients.
pub fn distance(a: &str, b: &str) -> usize {
    let start = |name: &str| name.chars().take(LONGEST).collect::<String>();
    strsim::osa_distance(&start(a), &start(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_one_or_two_names() {
        let keys = ["protocol", "command", "options", "start_ms", "stall_ms"];
        let meant = |name: &str| nearest(name, keys.into_iter());
        assert_eq!(meant("cmd"), ["command"]);
        assert_eq!(meant("option"), ["options"]);
        assert_eq!(meant("stal_ms"), ["stall_ms", "start_ms"]);
        assert_eq!(nearest("depht", ["about", "depth"].into_iter()), ["depth"]);
        assert_eq!(nearest("mesages", ["message_bytes", "messages"].into_iter()), ["messages", "message_bytes"]);
        assert_eq!([distance("depht", "depth"), distance("", "abc"), distance("kitten", "sitting")], [1, 3, 3]);
        assert_eq!(meant("colour"), [""; 0]);
        assert_eq!(meant("c"), [""; 0]);
        assert_eq!(known_names("cmd", ["a", "command"].into_iter()), "a, command. Did you mean command?");
        assert_eq!(
            (known_names("x", ["abc"].into_iter()), known_names("x", [].into_iter())),
            ("abc".into(), "none".into())
        );
        assert_eq!(did_you_mean("comand", keys.into_iter()), " Did you mean command?");
    }
}
