//! Rules that end a match or a run early, in the formats of other managers.

use std::str::FromStr;

use toml::{Table, Value};

/// A sequential test as written on the command line.
#[derive(Clone, Debug)]
pub(super) struct Test(pub(super) Table);

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const ORDER: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
        let wrong = || format!("{text:?}: expected 0,5 or elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized");
        let mut table = Table::new();
        for (place, part) in text.split([',', ' ']).filter(|part| !part.is_empty()).enumerate() {
            let (key, value) = match part.split_once('=') {
                Some(pair) => pair,
                None => (*ORDER.get(place).ok_or_else(wrong)?, part),
            };
            let value = match key {
                "model" => Value::from(value),
                _ => Value::from(value.parse::<f64>().map_err(|_| wrong())?),
            };
            if (key != "model" && !ORDER.contains(&key)) || table.insert(key.to_owned(), value).is_some() {
                return Err(wrong());
            }
        }
        if !table.contains_key("elo0") || !table.contains_key("elo1") {
            return Err(wrong());
        }
        for (key, value) in [("alpha", 0.05), ("beta", 0.05)] {
            table.entry(key).or_insert(Value::from(value));
        }
        // The Bayesian model uses single matches, not pairs.
        let pairs = table.get("model").and_then(Value::as_str) != Some("bayesian");
        table.insert("pentanomial".to_owned(), pairs.into());
        Ok(Self(table))
    }
}

/// When a match is adjudicated a draw: a table of the tournament file.
#[derive(Clone, Debug)]
pub(super) struct Draw(pub(super) Table);

impl FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("{text:?}: expected movenumber=40,movecount=8,score=10, or 8,10, or 80,8,10 with a ply first");
        let parts = Parts::read(text).ok_or_else(wrong)?;
        let [ply, moves, value] = match parts.bare[..] {
            [] => {
                let begins = parts.text("movenumber").or_else(|| parts.text("number")).unwrap_or("0");
                let ply = 2 * i64::from(begins.parse::<u32>().map_err(|_| wrong())?);
                [ply, parts.number("movecount", "count").ok_or_else(wrong)?, parts.score().ok_or_else(wrong)?]
            }
            [moves, value] => [0, moves, value],
            [ply, moves, value] => [ply, moves, value],
            _ => return Err(wrong()),
        };
        parts.only(&["movenumber", "number", "movecount", "count", "score"]).ok_or_else(wrong)?;
        let keys = [("after_ply", ply), ("moves", moves), ("value", value)];
        Ok(Self(keys.map(|(key, value)| (key.to_owned(), Value::Integer(value))).into_iter().collect()))
    }
}

/// When a match is adjudicated a loss: a table of the tournament file.
#[derive(Clone, Debug)]
pub(super) struct Resign(pub(super) Table);

impl FromStr for Resign {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?}: expected movecount=4,score=600,twosided=true, or 4,600");
        let parts = Parts::read(text).ok_or_else(wrong)?;
        let [moves, value] = match parts.bare[..] {
            [] => [parts.number("movecount", "count").ok_or_else(wrong)?, parts.score().ok_or_else(wrong)?],
            [moves, value] => [moves, value],
            _ => return Err(wrong()),
        };
        parts.only(&["movecount", "count", "score", "twosided"]).ok_or_else(wrong)?;
        let mut table: Table = [("moves", moves), ("value", value)]
            .map(|(key, value)| (key.to_owned(), value.into()))
            .into_iter()
            .collect();
        match parts.text("twosided") {
            None | Some("false") => {}
            Some("true") => drop(table.insert("two_sided".to_owned(), true.into())),
            Some(_) => return Err(wrong()),
        }
        Ok(Self(table))
    }
}

/// Plain numbers, or keys with values, separated by commas or spaces.
struct Parts<'a> {
    bare: Vec<i64>,
    keys: Vec<(&'a str, &'a str)>,
}

impl<'a> Parts<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (mut bare, mut keys) = (Vec::new(), Vec::new());
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(pair) => keys.push(pair),
                None => bare.push(part.parse::<u32>().ok()?.into()),
            }
        }
        Some(Self { bare, keys })
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.keys.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// Returns the number of a key, which has another name in one of the managers.
    fn number(&self, key: &str, other: &str) -> Option<i64> {
        self.text(key).or_else(|| self.text(other))?.parse::<u32>().ok().map(i64::from)
    }

    fn score(&self) -> Option<i64> {
        self.text("score")?.parse::<u32>().ok().map(i64::from)
    }

    /// Returns `None` if a key is not in `known`.
    fn only(&self, known: &[&str]) -> Option<()> {
        self.keys.iter().all(|(key, _)| known.contains(key)).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_other_managers_are_parsed() {
        let draw = |text: &str| text.parse::<Draw>().map(|Draw(table)| table.to_string());
        assert_eq!(
            draw("movenumber=40,movecount=8,score=10").as_deref(),
            Ok("after_ply = 80\nmoves = 8\nvalue = 10\n")
        );
        assert_eq!(draw("number=40,count=8,score=10"), draw("movenumber=40,movecount=8,score=10"));
        assert_eq!(draw("8,10").as_deref(), Ok("after_ply = 0\nmoves = 8\nvalue = 10\n"));
        assert_eq!(draw("60,8,10").as_deref(), Ok("after_ply = 60\nmoves = 8\nvalue = 10\n"));
        let resign = |text: &str| text.parse::<Resign>().map(|Resign(table)| table.to_string());
        assert_eq!(
            resign("movecount=3 score=400 twosided=true").as_deref(),
            Ok("moves = 3\ntwo_sided = true\nvalue = 400\n")
        );
        assert_eq!(resign("3,700").as_deref(), Ok("moves = 3\nvalue = 700\n"));
        assert_eq!(resign("count=3,score=700"), resign("3,700"));
        let test = |text: &str| text.parse::<Test>().map(|Test(table)| table.to_string());
        let expected = "alpha = 0.05\nbeta = 0.05\nelo0 = 0.0\nelo1 = 5.0\npentanomial = true\n";
        assert_eq!(test("0,5").as_deref(), Ok(expected));
        assert_eq!(test("elo0=0 elo1=5 alpha=0.05 beta=0.05").as_deref(), Ok(expected));
        let negative = "movenumber=-1,movecount=8,score=10";
        for wrong in ["8", "a,b", "movecount=8", "movecount=8,score=1,speed=2", "1,2,3,4", negative, "-8,10", "8,-10"] {
            assert!(draw(wrong).is_err(), "{wrong}");
        }
        assert!(resign("3").is_err() && resign("3,7,9").is_err() && test("5").is_err() && test("0,5,x").is_err());
    }
}
