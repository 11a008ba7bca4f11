//! The report of a tournament: first its data, then text, HTML, CSV and JSON made of the data.
//!
//! [`facts`](TournamentReport) and the modules beside it (strength, switches, openings, format, warnings) hold the
//! numbers. [`tables`](Table), sentences and [`number_format`] turn them into cells and lines. The [`terminal`],
//! Markdown, HTML and plots modules lay these out.

mod conditions;
pub mod csv;
mod escape;
mod facts;
mod format_report;
mod html;
mod labels;
mod markdown;
pub mod number_format;
mod openings;
mod plot;
mod plots;
mod rounding;
mod row_figures;
mod sentences;
mod strength;
mod switches;
mod tables;
pub mod terminal;
mod terms;
pub mod text_width;
mod verdict;
mod warnings;

pub use conditions::{Conditions, EngineRow, GameTags, LimitsRow};
pub(super) use escape::{markdown as escape_markdown, markup as escape_markup};
pub use facts::{EntrantRow, PairRow, TournamentReport};
pub use format_report::{FormatReport, Stage, StageRow, SwissPair, SwissRoundRow, SwissRow, TestRow, TieRow};
pub use html::{POLICY, style_source};
pub use openings::{LISTED_OPENINGS, OpeningRow};
pub use strength::{AnchorRow, Basis, CurvePoint, JointRow, MODEL, RatingBound};
pub use switches::{Ratio, SwitchRow};
pub use tables::Table;
pub use terms::{LimitTerms, OpeningsFrom, OpeningsKind};
pub use verdict::{Finding, LateShare, Likelihood, LostTo};
pub use warnings::{LateMoves, ReportWarning};
