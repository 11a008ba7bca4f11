//! Reads the strength of bots from the CSV that `arena tournament --csv` wrote for a game's ladder.

/// The measured strength of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// Its name, followed by the limits that the ladder set.
    pub name: String,
    /// The number of its matches.
    pub games: u64,
    /// The share of points.
    pub score: f64,
    /// The rating, if the results give one, and half of its 95 % range.
    pub rating: Option<(f64, f64)>,
}

impl Rung {
    /// The bot's name without the limits.
    #[must_use]
    pub fn bot(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }

    /// True if the ladder limited the bot's search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.name.contains(' ')
    }
}

/// Reads the rows of a tournament's CSV, in the order of the file: the strongest first. Columns are found by the names
/// in the first line. A row need not have a rating.
///
/// # Errors
/// A message that names the missing column or the invalid line.
pub fn rungs(text: &str) -> Result<Vec<Rung>, String> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| head.iter().position(|one| *one == name).ok_or_else(|| format!("no column {name:?}"));
    let (name, played, score) = (column("name")?, column("played")?, column("score")?);
    let (rating, error) = (column("rating")?, column("rating_error")?);
    let mut rungs = Vec::new();
    for (line, row) in (2..).zip(lines) {
        let cells: Vec<&str> = row.split(',').collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let wrong = || format!("line {line} is not a row of a tournament's results");
        if cells.len() != head.len() {
            return Err(wrong());
        }
        let number = |at: usize| cell(at).parse::<f64>().ok();
        rungs.push(Rung {
            name: cell(name).to_owned(),
            games: cell(played).parse().map_err(|_| wrong())?,
            score: number(score).ok_or_else(wrong)?,
            rating: number(rating).zip(number(error)),
        });
    }
    Ok(rungs)
}

#[cfg(test)]
mod tests {
    use super::rungs;

    #[test]
    fn rejects_other_files() {
        for (text, words) in
            [("a,b\n1,2\n", "no column \"name\""), ("name,played,score,rating,rating_error\nx,1\n", "line 2")]
        {
            assert!(rungs(text).err().is_some_and(|error| error.contains(words)), "{text}");
        }
    }
}
