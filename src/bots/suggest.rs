//! Suggestions for misspelt names.

/// The longest part of a name that is compared, in characters. The cost is quadratic, and names come from clients.
const LONGEST: usize = 80;

/// Returns the one or two most similar names as a question with a leading space, or an empty string if no name is
/// similar.
///
/// ```
/// use arena_bots::suggest::did_you_mean;
///
/// let known = ["pvs", "mtdf"];
/// assert_eq!(did_you_mean("pvz", known.into_iter()), " Did you mean pvs?");
/// assert_eq!(did_you_mean("negamax", known.into_iter()), "");
/// ```
#[must_use]
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let most = (name.chars().take(LONGEST).count() / 3).max(1);
    let mut near: Vec<_> =
        known.map(|known| (distance(known, name), known)).filter(|(edits, _)| *edits <= most).collect();
    near.sort_unstable();
    near.dedup();
    match near.as_slice() {
        [] => String::new(),
        [(_, only)] => format!(" Did you mean {only}?"),
        [(_, first), (_, second), ..] => format!(" Did you mean {first} or {second}?"),
    }
}

/// Returns the number of edits between two names. Swapping two neighbouring characters is one edit.
pub fn distance(a: &str, b: &str) -> usize {
    let start = |name: &str| name.chars().take(LONGEST).collect::<String>();
    strsim::osa_distance(&start(a), &start(b))
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn suggests_the_most_similar_one_or_two_names() {
        let keys = ["protocol", "command", "options", "start_ms", "stall_ms"];
        let meant = |name: &str| did_you_mean(name, keys.into_iter());
        assert_eq!(meant("comand"), " Did you mean command?");
        assert_eq!(meant("optoins"), " Did you mean options?");
        assert_eq!(meant("stal_ms"), " Did you mean stall_ms or start_ms?");
        assert_eq!(meant("colour"), "");
    }
}
