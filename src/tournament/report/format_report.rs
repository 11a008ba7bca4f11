//! The parts of a report that depend on the format: the table of a Swiss tournament, the bracket of a knockout, the
//! state of a sequential test.

use std::fmt;

use serde::{Serialize, Serializer};
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::document::{Body, Document, Fold, Table};
use super::number_format::{figure, grouped, halves, or_dash, points, rounded};
use crate::pairing::knockout::{Knockout, Tie};
use crate::pairing::sequential::{Counted, Ratio, SequentialTest};
use crate::pairing::swiss::{SwissRound, SwissStanding};
use crate::plan::Plan;
use crate::rating::{NoFigure, Pentanomial, TestVerdict};
use crate::results::Tally;

/// Results that depend on the format; empty in a round robin and a gauntlet.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct FormatReport {
    /// The table of a Swiss tournament, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<SwissRow>>"))]
    pub swiss: Vec<SwissRow>,
    /// The rounds of a Swiss tournament that were paired, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<SwissRoundRow>>"))]
    pub swiss_rounds: Vec<SwissRoundRow>,
    /// The stages of a knockout that have begun, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<StageRow>>"))]
    pub knockout: Vec<StageRow>,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestRow>,
}

/// One entrant of a Swiss tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SwissRow {
    /// The name.
    pub name: String,
    /// Points: 1 for a win, ½ for a draw, 2 for a bye.
    pub points: f64,
    /// Buchholz: the sum of the opponents' points.
    pub buchholz: f64,
    /// Sonneborn–Berger: the sum of the opponents' points, each times the share of the encounter that was won.
    pub sonneborn_berger: f64,
    /// Matches won.
    pub wins: u64,
    /// The number of byes.
    pub byes: u64,
    /// The rounds, from 1, in which it had a bye.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u64>>"))]
    pub bye_rounds: Vec<u64>,
}

/// One round of a Swiss tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SwissRoundRow {
    /// The number of the round, from 1.
    pub round: u64,
    /// The pairs, the best-placed one first.
    pub pairs: Vec<SwissPair>,
    /// The entrant without an opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<String>,
}

/// A pair in a round of a Swiss tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SwissPair {
    /// The entrant with the first seat in the first match.
    pub a: String,
    /// The other entrant.
    pub b: String,
    /// Their points; absent before the round has been played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<(f64, f64)>,
    /// Their half points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_points: Option<(u64, u64)>,
}

/// One stage of a knockout.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StageRow {
    /// `final`, `semifinals`, `quarterfinals`, or `round of 16` and so on.
    #[cfg_attr(
        feature = "typescript",
        ts(type = "\"final\" | \"semifinals\" | \"quarterfinals\" | `round of ${number}`")
    )]
    pub stage: Stage,
    /// The ties, from the top of the bracket to its bottom. In the final, the tie for third place follows.
    pub ties: Vec<TieRow>,
}

impl StageRow {
    /// True if the tie with this number, from 0, is the one for third place.
    #[must_use]
    pub fn is_for_third_place(&self, number: usize) -> bool {
        self.stage == Stage::Final && number == 1
    }
}

/// A stage of a knockout, by the number of its entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Two entrants.
    Final,
    /// Four entrants.
    Semifinals,
    /// Eight entrants.
    Quarterfinals,
    /// This number of entrants.
    RoundOf(usize),
}

impl Stage {
    const fn of(entrants: usize) -> Self {
        match entrants {
            2 => Self::Final,
            4 => Self::Semifinals,
            8 => Self::Quarterfinals,
            entrants => Self::RoundOf(entrants),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Final => f.write_str("final"),
            Self::Semifinals => f.write_str("semifinals"),
            Self::Quarterfinals => f.write_str("quarterfinals"),
            Self::RoundOf(entrants) => write!(f, "round of {entrants}"),
        }
    }
}

impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One tie of a knockout.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TieRow {
    /// The better seed.
    pub a: String,
    /// The other entrant; `null` for a bye.
    pub b: Option<String>,
    /// Their points.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<(f64, f64)>"))]
    pub points: (f64, f64),
    /// Their half points.
    pub half_points: (u64, u64),
    /// The number of encounters that were played.
    pub encounters: u64,
    /// The entrant that advanced.
    pub winner: Option<String>,
    /// Whether the tie stayed even, so that the better seed advanced.
    pub by_seed: bool,
}

/// The sequential test of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TestRow {
    /// The entrant whose difference to the other one is tested.
    pub entrant: String,
    /// The hypotheses, for example `normalised Elo, 0 against 5, by encounters`.
    pub hypotheses: String,
    /// The log-likelihood ratio of the higher hypothesis to the lower one, if there is one.
    pub llr: Option<f64>,
    /// The reason for a missing ratio.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub note: Option<NoFigure>,
    /// The ratio at which the lower hypothesis is accepted.
    pub lower: f64,
    /// The ratio at which the higher hypothesis is accepted.
    pub upper: f64,
    /// Encounters that count, by points of the entrant: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
    /// The unit that the test counts.
    pub counted: Counted,
    /// The number of units that were judged.
    pub judged: u64,
    /// The number of units that were left out as repeats.
    pub left_out: u64,
    /// The course of the ratio, at a bounded number of points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Ratio>>"))]
    pub course: Vec<Ratio>,
    /// The decision, if there is one.
    pub verdict: Option<TestVerdict>,
}

impl FormatReport {
    pub(super) fn new(plan: &Plan, tally: &Tally) -> Self {
        let name = |entrant: usize| plan.entrants[entrant].name().to_owned();
        let Some(pairer) = tally.pairer() else { return Self::default() };
        let swiss = pairer.swiss().map_or_else(Vec::new, |swiss| {
            let standings = tally.swiss_standings().expect("this is a Swiss tournament");
            let byes = |entrant: usize| {
                let rounds = (1..).zip(swiss.history()).filter(|(_, round)| round.bye == Some(entrant));
                rounds.map(|(number, _)| number).collect()
            };
            let row = |(_, entrant): (usize, usize)| SwissRow {
                bye_rounds: byes(entrant),
                ..SwissRow::new(name(entrant), standings[entrant])
            };
            tally.ranking().into_iter().map(row).collect()
        });
        let swiss_rounds = pairer.swiss().map_or_else(Vec::new, |swiss| {
            let row = |(round, paired): (u64, &SwissRound)| SwissRoundRow::new(round, paired, &name);
            (1..).zip(swiss.history()).map(row).collect()
        });
        let knockout = pairer.knockout().map_or_else(Vec::new, |knockout| stages(knockout, &name));
        Self { swiss, swiss_rounds, knockout, test: pairer.test().map(|test| TestRow::new(name(0), test)) }
    }
}

/// The most pairs or ties of a round that are listed.
const LISTED: usize = 32;
/// The most pairs or ties of a round that a terminal shows.
const SHOWN: usize = 8;

impl FormatReport {
    /// Adds the table of a Swiss tournament, its rounds, the stages of a knockout, and the state of a sequential test.
    pub(super) fn add_to(&self, document: &mut Document) {
        let header = ["Entrant", "Points", "Buchholz", "Sonneborn–Berger", "Won", "Byes"];
        let swiss = self.swiss.iter().map(|row| {
            let scores = [points(row.points), points(row.buchholz), figure(row.sonneborn_berger, 2)];
            [vec![row.name.clone()], scores.to_vec(), vec![grouped(row.wins), row.byes_text()]].concat()
        });
        document.add("Swiss table", Body::Table(Table::numbered(header, swiss)), None);
        let listed = |table: Table| Body::Table(Table { fold: Fold::after(SHOWN), ..table.first(LISTED) });
        let result = |(a, b): (u64, u64)| format!("{} – {}", halves(a), halves(b));
        for SwissRoundRow { round, pairs, bye } in &self.swiss_rounds {
            let pair = |pair: &SwissPair| vec![or_dash(pair.half_points, result), format!("{} – {}", pair.a, pair.b)];
            let bye = bye.iter().map(|name| vec![halves(4), format!("{name}: a bye")]);
            let table = Table::new(["Points", "Pair"], bye.chain(pairs.iter().map(pair)));
            document.add(format!("Round {round}"), listed(table), None);
        }
        for row in &self.knockout {
            let tie = |(number, tie): (usize, &TieRow)| {
                let b = tie.b.as_ref()?;
                let third = if row.is_for_third_place(number) { "third place: " } else { "" };
                let seed = if tie.by_seed { " by its seed" } else { "" };
                let winner = or_dash(tie.winner.as_ref(), |winner| format!("{winner}{seed}"));
                let names = format!("{third}{} – {b}", tie.a);
                Some(vec![result(tie.half_points), names, tie.encounters.to_string(), winner])
            };
            let ties = row.ties.iter().enumerate().filter_map(tie);
            let table = Table::new(["Points", "Tie", "Encounters", "Went on"], ties);
            let byes = row.ties.iter().filter(|tie| tie.b.is_none()).count() as u64;
            let byes = (byes > 0).then(|| format!("Without an opponent: {}.", grouped(byes)));
            document.add(format!("Knockout: {}", row.stage), listed(table), byes);
        }
        document.add("Sequential test", Body::Terms(self.test.as_ref().map_or_else(Vec::new, TestRow::terms)), None);
    }
}

impl SwissRoundRow {
    fn new(round: u64, paired: &SwissRound, name: &dyn Fn(usize) -> String) -> Self {
        let pair = |(board, &(a, b)): (usize, &(usize, usize))| {
            let half_points = paired.halves.get(board).map(|&halves| (halves.into(), u64::from(4 - halves)));
            SwissPair { a: name(a), b: name(b), points: half_points.map(whole), half_points }
        };
        Self { round, pairs: paired.pairs.iter().enumerate().map(pair).collect(), bye: paired.bye.map(name) }
    }
}

/// Converts the half points of two entrants to points.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
const fn whole((a, b): (u64, u64)) -> (f64, f64) {
    (a as f64 / 2.0, b as f64 / 2.0)
}

impl SwissRow {
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
    fn new(name: String, standing: SwissStanding) -> Self {
        let SwissStanding { halves, buchholz, sonneborn_berger, wins, byes } = standing;
        Self {
            name,
            points: halves as f64 / 2.0,
            buchholz: buchholz as f64 / 2.0,
            sonneborn_berger: sonneborn_berger as f64 / 8.0,
            wins,
            byes,
            bye_rounds: Vec::new(),
        }
    }
}

impl SwissRow {
    /// The number of byes and their rounds.
    fn byes_text(&self) -> String {
        let rounds: Vec<String> = self.bye_rounds.iter().map(u64::to_string).collect();
        let rounds = if rounds.is_empty() { String::new() } else { format!(" (round {})", rounds.join(", ")) };
        grouped(self.byes) + &rounds
    }
}

impl TestRow {
    fn new(entrant: String, test: &SequentialTest) -> Self {
        let hypotheses = &test.terms().hypotheses;
        let (judged, left_out) = test.judged();
        let point = |Ratio { encounters, llr }| Ratio { encounters, llr: rounded(llr) };
        Self {
            entrant,
            hypotheses: test.terms().describe(),
            llr: test.llr().ok().map(rounded),
            note: test.llr().err(),
            lower: rounded(hypotheses.lower()),
            upper: rounded(hypotheses.upper()),
            pentanomial: test.encounters(),
            counted: test.terms().counted(),
            judged,
            left_out,
            course: test.course().into_iter().map(point).collect(),
            verdict: test.verdict(),
        }
    }

    fn terms(&self) -> Vec<(&'static str, String)> {
        let verdict = match self.verdict {
            Some(TestVerdict::H0) => "H0 is accepted: the difference is not the higher one",
            Some(TestVerdict::H1) => "H1 is accepted: the difference is the higher one",
            None => "not decided",
        };
        let ratio = match (self.llr, self.note) {
            (Some(llr), _) => figure(llr, 2),
            (None, note) => format!("none yet ({})", note.map_or("", NoFigure::text)),
        };
        let [lower, upper] = [self.lower, self.upper].map(|bound| figure(bound, 2));
        let encounters = self.pentanomial.0.map(|count| count.to_string()).join(" ");
        vec![
            ("Verdict", verdict.to_owned()),
            ("LLR", format!("{ratio}, bounds ({lower}, {upper})")),
            ("Hypotheses", format!("{}: {}", self.entrant, self.hypotheses)),
            ("Encounters", format!("{encounters} with 0, ½, 1, 1½, 2 points")),
            ("Basis", self.basis()),
        ]
    }

    /// Describes the basis of the test, for example `12 encounters judged; 88 that repeat earlier ones left out`.
    #[must_use]
    pub fn basis(&self) -> String {
        let judged = format!("{} {} judged", grouped(self.judged), self.counted.word(self.judged));
        match self.left_out {
            0 => judged,
            left_out => format!("{judged}; {} that repeat earlier ones left out", grouped(left_out)),
        }
    }
}

fn stages(knockout: &Knockout, name: &dyn Fn(usize) -> String) -> Vec<StageRow> {
    let all = knockout.stages_in_all() as usize;
    let tie = |tie: &Tie| TieRow {
        a: name(tie.seeds.0),
        b: tie.seeds.1.map(name),
        points: whole(tie.halves),
        half_points: tie.halves,
        encounters: tie.encounters,
        winner: tie.winner.map(name),
        by_seed: tie.by_seed,
    };
    let stage = |(number, ties): (usize, &Vec<Tie>)| StageRow {
        stage: Stage::of(1 << (all - number)),
        ties: ties.iter().map(tie).collect(),
    };
    knockout.stages().iter().enumerate().map(stage).collect()
}
