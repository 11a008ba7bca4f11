//! Short names of entrants for narrow places, made of the parts in which their names differ.

use std::collections::HashSet;

/// Returns a short name for each name that has one. It consists of the parts in which `key=value` lists differ, or of
/// the name without the words with which all names begin.
pub(super) fn short_names(names: &[&str]) -> Vec<Option<String>> {
    let short = distinct_parts(names).or_else(|| without_common_start(names)).unwrap_or_default();
    let mut short = short.into_iter();
    names.iter().map(|name| short.next().filter(|short| short != name && !short.is_empty())).collect()
}

/// Returns the parts in which `key=value` lists differ, such as the names of a grid's bots. For example, `depth=3
/// pruning=none evaluation=zero` becomes `d3 none` if all names have that evaluation. A key that only some names have
/// stays with its value. A name of another form stays as it is. Returns `None` if there are fewer than two lists, or if
/// the labels would not be distinct.
fn distinct_parts(names: &[&str]) -> Option<Vec<String>> {
    type Parts<'a> = Vec<(&'a str, &'a str)>;
    let parts: Vec<Option<Parts<'_>>> =
        names.iter().map(|name| name.split(' ').map(|part| part.split_once('=')).collect()).collect();
    let lists: Vec<&Parts<'_>> = parts.iter().flatten().collect();
    if lists.len() < 2 {
        return None;
    }
    let value_of = |list: &Parts<'_>, key: &str| list.iter().find(|part| part.0 == key).map(|part| part.1.to_owned());
    let values = |key: &str| lists.iter().map(|list| value_of(list, key)).collect::<HashSet<_>>();
    let word = |&(key, value): &(&str, &str)| {
        let values = values(key);
        match (values.len(), values.contains(&None), value.parse::<f64>()) {
            (1, ..) => None,
            (_, true, _) => Some(format!("{key}={value}")),
            // The value alone would not tell which key differs.
            (.., Err(_)) if ["true", "false"].contains(&value) => Some(format!("{key}={value}")),
            (.., Ok(_)) => Some(format!("{}{value}", &key[..key.chars().next().map_or(0, char::len_utf8)])),
            (.., Err(_)) => Some(value.to_owned()),
        }
    };
    let label = |(name, parts): (&&str, &Option<Parts<'_>>)| {
        let words: Vec<String> = parts.iter().flatten().filter_map(word).collect();
        if words.is_empty() { (*name).to_owned() } else { words.join(" ") }
    };
    let labels: Vec<String> = names.iter().zip(&parts).map(label).collect();
    let different: HashSet<&String> = labels.iter().collect();
    (different.len() == labels.len()).then_some(labels)
}

/// Removes the words with which all names begin: `bot-perfect` becomes `perfect` beside `bot-novice`.
fn without_common_start(names: &[&str]) -> Option<Vec<String>> {
    let (first, others) = names.split_first().filter(|(_, others)| !others.is_empty())?;
    let common = others.iter().fold(first.len(), |common, other| {
        let same = first.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        common.min(same)
    });
    // Only whole words are removed, and never a whole name.
    let end = first.get(..common)?.rfind(['-', ' ', '_', ':', '/'])? + 1;
    let rests = names.iter().map(|name| name.get(end..).map(str::trim).filter(|rest| !rest.is_empty()));
    rests.map(|rest| rest.map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_the_parts_in_which_names_differ() {
        let names = [
            "depth=3 pruning=none evaluation=zero",
            "depth=3 pruning=pvs evaluation=zero",
            "depth=12 pruning=pvs evaluation=zero",
        ];
        assert_eq!(distinct_parts(&names).unwrap(), ["d3 none", "d3 pvs", "d12 pvs"]);
        assert_eq!(distinct_parts(&names[..1]), None);
        assert_eq!(distinct_parts(&["depth=3", "deep"]), None);
        assert_eq!(distinct_parts(&["depth=3 ties=first", "depth=3"]).unwrap(), ["ties=first", "depth=3"]);
        let switches = ["depth=3 lmr=true null_move=false", "depth=3 lmr=false null_move=false"];
        assert_eq!(distinct_parts(&switches).unwrap(), ["lmr=true", "lmr=false"]);
        // Names of another form are kept.
        let with_others = [&names[..], &["champion", "depth=2 pruning=none evaluation=zero seed=4"]].concat();
        assert_eq!(
            distinct_parts(&with_others).unwrap(),
            ["d3 none", "d3 pvs", "d12 pvs", "champion", "d2 none seed=4"]
        );
        // `depth=3` and `draw=3` both become `d3`, but the labels stay distinct.
        assert_eq!(
            distinct_parts(&["depth=3 draw=4", "depth=3 draw=5", "depth=4 draw=3"]).unwrap(),
            ["d3 d4", "d3 d5", "d4 d3"]
        );
    }

    #[test]
    fn common_words_at_the_beginning_are_removed() {
        let short = |names: &[&str]| short_names(names).into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>();
        assert_eq!(short(&["chess-depth-2", "chess-depth-12", "chess-quick"]), ["depth-2", "depth-12", "quick"]);
        assert_eq!(short(&["depth 2", "deep"]), ["", ""]);
        assert_eq!(short(&["hex-", "hex-strong"]), ["", ""]);
        assert_eq!(short(&["alone-1"]), [""]);
    }
}
