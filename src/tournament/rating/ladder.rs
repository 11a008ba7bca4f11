//! How strong bots were measured to be: what `arena tournament --csv` wrote of a game's ladder.

/// What was measured of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// Its name, and behind it what the ladder limited of it.
    pub name: String,
    /// Matches that it played.
    pub games: u64,
    /// The share of points.
    pub score: f64,
    /// The rating, where the results give one, and the half of its 95 % interval.
    pub rating: Option<(f64, f64)>,
}

impl Rung {
    /// The name of the bot itself.
    #[must_use]
    pub fn bot(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }

    /// Whether the ladder had it think less than it otherwise does.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.name.contains(' ')
    }
}

/// The rows of a tournament's CSV, found by the names in its first line, in its order: the strongest first, whether the
/// results give it a rating or not.
///
/// # Errors
/// A sentence that says where it is none.
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
        let wrong = || format!("line {line} is no row of a tournament's results");
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
    fn a_file_of_something_else_is_refused() {
        for (text, words) in
            [("a,b\n1,2\n", "no column \"name\""), ("name,played,score,rating,rating_error\nx,1\n", "line 2")]
        {
            assert!(rungs(text).err().is_some_and(|error| error.contains(words)), "{text}");
        }
    }
}
