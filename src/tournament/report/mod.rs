//! The report of a tournament: its data, and the [`Document`] that people read.
//!
//! `facts` and the modules beside it (strength, switches, openings, format, verdict, warnings) hold the numbers, which
//! JSON shows. `columns` declares the columns of an entrant for tables and CSV, and `sections` builds the document. The
//! renderers of a [`Document`] (terminal, Markdown, HTML) know nothing of tournaments; tuning and `arena stats` use them
//! too.

mod columns;
mod conditions;
mod document;
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
mod rows;
mod sections;
mod strength;
mod switches;
mod terminal;
mod terms;
pub mod text_width;
mod verdict;
mod warnings;

pub use conditions::{Conditions, EngineRow, GameTags, LimitsRow};
pub use document::{Body, Document, Fold, Section, Table};
pub use escape::csv as csv_field;
pub use format_report::{FormatReport, Stage, StageRow, SwissPair, SwissRoundRow, SwissRow, TestRow, TieRow};
pub use html::{POLICY, style_source};
pub use openings::{LISTED_OPENINGS, OpeningRow};
pub use plot::{curve_plot, ratio_plot};
pub use rows::{EntrantRow, PairRow, TournamentReport};
pub use strength::{AnchorRow, Basis, CurvePoint, JointRow, MODEL, RatingBound};
pub use switches::{Ratio, SwitchRow};
pub use terminal::WIDTH;
pub use terms::{LimitTerms, OpeningsFrom, OpeningsKind};
pub use verdict::{Finding, LateShare, Likelihood, LostTo};
