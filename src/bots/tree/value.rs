//! The values of a search in a form for readers.

use arena_games::{EVALUATION_LIMIT, Game, GameId, MARGIN_LIMIT, Scoring, with_game};
use arena_play::ValueScale;
use arena_search::{SearchOptions, WIN};

/// The format of a search's values, which depends on the game and on the search options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueStyle {
    scoring: Scoring,
    distance: bool,
}

impl ValueStyle {
    /// Returns how to read values that decide the game. `None` if values are payoffs.
    #[must_use]
    pub fn scale(self) -> Option<ValueScale> {
        let by_distance = self.has_distances().then_some(WIN);
        let by_margin = (self.scoring == Scoring::Margin).then_some(WIN - MARGIN_LIMIT);
        (self.scoring != Scoring::Payoff).then_some(ValueScale {
            decided_beyond: EVALUATION_LIMIT,
            win: by_distance,
            margin: by_margin,
        })
    }

    /// Returns the format of values of a game for searches that do not score distances.
    #[must_use]
    pub fn without_distances(game: GameId) -> Self {
        Self { scoring: with_game!(game, G => G::SCORING), distance: false }
    }

    /// Returns the format of values of `G` for searches with these options.
    #[must_use]
    pub const fn of<G: Game>(options: &SearchOptions) -> Self {
        Self { scoring: G::SCORING, distance: options.distance }
    }

    /// Returns whether the value is a win, and its distance in plies if the search scores it. `None` if it is not
    /// decided.
    #[must_use]
    pub fn decided(self, value: i32) -> Option<(bool, Option<i32>)> {
        let far = self.scoring == Scoring::WinLoss && value.abs() > EVALUATION_LIMIT;
        far.then(|| (value > 0, self.distance.then(|| WIN - value.abs())))
    }

    /// Returns the number of plies to the win (positive) or loss (negative), if the search scores distances.
    #[must_use]
    pub fn win_in(self, value: i32) -> Option<i32> {
        let (won, plies) = self.decided(value)?;
        plies.map(|plies| if won { plies } else { -plies })
    }

    /// Formats a value in one or two words, for a table or a drawing: `win 5`, `loss 4`, `+12`, `0`.
    #[must_use]
    pub fn short(self, value: i32) -> String {
        match self.decided(value) {
            Some((won, plies)) => {
                let word = if won { "win" } else { "loss" };
                plies.map_or_else(|| word.to_owned(), |plies| format!("{word} {plies}"))
            }
            None if self.scoring == Scoring::Payoff => value.to_string().replace('-', "−"),
            None => signed(value),
        }
    }

    /// Formats a value in as few characters as possible: `W5`, `L4`, `+12`, `0`.
    #[must_use]
    pub fn shortest(self, value: i32) -> String {
        match self.decided(value) {
            Some((won, plies)) => {
                let plies = plies.map_or_else(String::new, |plies| plies.to_string());
                format!("{}{plies}", if won { 'W' } else { 'L' })
            }
            None => self.short(value),
        }
    }

    /// Returns whether wins and losses are written with their distance.
    #[must_use]
    pub fn has_distances(self) -> bool {
        self.distance && self.scoring == Scoring::WinLoss
    }

    /// Formats a value as the continuation of a sentence about the side to move: `wins in 5 plies`, `stands at +12`,
    /// `gets 3`.
    #[must_use]
    pub fn sentence(self, value: i32) -> String {
        match self.decided(value) {
            Some((true, None)) => "wins".to_owned(),
            Some((false, None)) => "loses".to_owned(),
            Some((false, Some(0))) => "has lost".to_owned(),
            Some((true, Some(0))) => "has won".to_owned(),
            Some((true, Some(plies))) => format!("wins in {}", plural(plies)),
            Some((false, Some(plies))) => format!("loses in {}", plural(plies)),
            None if self.scoring == Scoring::Payoff => format!("gets {}", self.short(value)),
            None => format!("stands at {}", signed(value)),
        }
    }
}

fn plural(plies: i32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// Formats a value with its sign: `+12`, `−3`, `0`.
#[must_use]
pub fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

/// Formats a count with a comma after every three digits: `549,946`.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
