//! Short names: what entrants are called where there is little room, by what their names differ in.

use std::collections::HashSet;

/// A short name for each of these, where there is one: the parts by which lists of `key=value` differ, or what is left
/// without the words that all begin with.
pub(super) fn short_names(names: &[&str]) -> Vec<Option<String>> {
    let short = distinct_parts(names).or_else(|| without_common_start(names)).unwrap_or_default();
    let mut short = short.into_iter();
    names.iter().map(|name| short.next().filter(|short| short != name && !short.is_empty())).collect()
}

/// The parts by which names differ that are lists of `key=value`, as those of a grid's bots: `d3 none` for `depth=3
/// pruning=none evaluation=zero` where all have that evaluation. None where the names are of another kind, or the parts
/// would not be distinct.
fn distinct_parts(names: &[&str]) -> Option<Vec<String>> {
    type Parts<'a> = Vec<(&'a str, &'a str)>;
    let parts: Vec<Parts<'_>> =
        names.iter().map(|name| name.split(' ').map(|part| part.split_once('=')).collect()).collect::<Option<_>>()?;
    let first = parts.first().filter(|_| parts.len() > 1)?;
    if parts.iter().any(|other| !other.iter().map(|part| part.0).eq(first.iter().map(|part| part.0))) {
        return None;
    }
    let differs: Vec<bool> = (0..first.len()).map(|at| parts.iter().any(|other| other[at] != first[at])).collect();
    let word = |&(key, value): &(&str, &str)| match value.parse::<f64>() {
        Ok(_) => format!("{}{value}", &key[..key.chars().next().map_or(0, char::len_utf8)]),
        Err(_) => value.to_owned(),
    };
    let label = |parts: &Parts<'_>| {
        let kept = parts.iter().zip(&differs).filter(|(_, differs)| **differs).map(|(part, _)| word(part));
        kept.collect::<Vec<_>>().join(" ")
    };
    let labels: Vec<String> = parts.iter().map(label).collect();
    let different: HashSet<&String> = labels.iter().collect();
    (different.len() == labels.len()).then_some(labels)
}

/// What is left of each name without the words that all of them begin with: `perfect` for `bot-perfect` beside
/// `bot-novice`.
fn without_common_start(names: &[&str]) -> Option<Vec<String>> {
    let (first, others) = names.split_first().filter(|(_, others)| !others.is_empty())?;
    let common = others.iter().fold(first.len(), |common, other| {
        let same = first.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        common.min(same)
    });
    // Only whole words are left out, and never all of a name.
    let end = first.get(..common)?.rfind(['-', ' ', '_', ':', '/'])? + 1;
    let rests = names.iter().map(|name| name.get(end..).map(str::trim).filter(|rest| !rest.is_empty()));
    rests.map(|rest| rest.map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_bots_are_called_by_what_they_differ_in() {
        let names = [
            "depth=3 pruning=none evaluation=zero",
            "depth=3 pruning=pvs evaluation=zero",
            "depth=12 pruning=pvs evaluation=zero",
        ];
        assert_eq!(distinct_parts(&names).unwrap(), ["d3 none", "d3 pvs", "d12 pvs"]);
        assert_eq!(distinct_parts(&names[..1]), None);
        assert_eq!(distinct_parts(&["depth=3", "deep"]), None);
        assert_eq!(distinct_parts(&["depth=3 ties=first", "depth=3"]), None);
        // A depth and a draw of 3 would be the same word.
        assert_eq!(
            distinct_parts(&["depth=3 draw=4", "depth=3 draw=5", "depth=4 draw=3"]).unwrap(),
            ["d3 d4", "d3 d5", "d4 d3"]
        );
    }

    #[test]
    fn words_that_all_begin_with_are_left_out() {
        let short = |names: &[&str]| short_names(names).into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>();
        assert_eq!(short(&["chess-depth-2", "chess-depth-12", "chess-quick"]), ["depth-2", "depth-12", "quick"]);
        assert_eq!(short(&["depth 2", "deep"]), ["", ""]);
        assert_eq!(short(&["hex-", "hex-strong"]), ["", ""]);
        assert_eq!(short(&["alone-1"]), [""]);
    }
}
