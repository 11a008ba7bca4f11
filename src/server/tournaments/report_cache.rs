//! The latest reports of tournaments and their texts. All clients share one rendering.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::error::ApiError;
use crate::rendering::Rendering;
use arena_store::Tournament;
use arena_tournament::TournamentReport;

/// The report of a running tournament is rebuilt at the earliest after this multiple of the time that the last one
/// took. The ratings of a large field are a dense system of equations, and may cost at most a twentieth of the run.
pub(super) const REST: u32 = 20;

/// Maximum number of tournaments whose reports are cached.
const REPORTS: usize = 32;

/// The latest reports and their texts.
#[derive(Default)]
pub(super) struct Reports {
    pub(super) slots: Mutex<HashMap<Uuid, Arc<ReportSlot>>>,
    /// Held while a report is computed, so that only one is computed at a time.
    pub(super) adding_up: tokio::sync::Mutex<()>,
    pub(super) added_up: AtomicU64,
    pub(super) texts: Texts,
}

impl Reports {
    /// Returns the cache slot for the report of a tournament.
    pub(super) fn slot(&self, id: Uuid) -> Arc<ReportSlot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= REPORTS && !slots.contains_key(&id) {
            slots.clear();
        }
        Arc::clone(slots.entry(id).or_default())
    }
}

/// The cache slot for the report of a tournament.
#[derive(Default)]
pub(super) struct ReportSlot(Mutex<Option<CachedReport>>);

struct CachedReport {
    report: Arc<TournamentReport>,
    /// Number of matches in the report.
    played: u64,
    made: Instant,
    took: Duration,
}

impl ReportSlot {
    /// Returns the report if it contains all matches, or if it is too early to compute it again.
    pub(super) fn fresh(&self, known: &Tournament) -> Option<Arc<TournamentReport>> {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh = |cached: &&CachedReport| {
            cached.played == known.played || (known.state.is_under_way() && cached.made.elapsed() < cached.took * REST)
        };
        cached.as_ref().filter(is_fresh).map(|cached| Arc::clone(&cached.report))
    }

    pub(super) fn keep(&self, played: u64, took: Duration, report: Arc<TournamentReport>) {
        let cached = CachedReport { report, played, made: Instant::now(), took };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(cached);
    }
}

/// Maximum number of cached texts, and their maximum total size.
const MOST_TEXTS: usize = 32;
const MOST_BYTES: usize = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    Html,
    Markdown,
    Csv,
    Json,
}

impl ReportFormat {
    fn render(self, report: &TournamentReport) -> Result<Bytes, ApiError> {
        Ok(match self {
            Self::Html => report.document().to_html().into(),
            Self::Markdown => report.document().to_markdown().into(),
            Self::Csv => report.to_csv().into(),
            Self::Json => serde_json::to_vec(report).map_err(ApiError::internal)?.into(),
        })
    }
}

/// A requested text. It is empty while the first request renders it.
struct Text {
    of: Arc<TournamentReport>,
    format: ReportFormat,
    timings: bool,
    text: Arc<OnceCell<Bytes>>,
}

/// The texts that were requested last, oldest first.
#[derive(Default)]
pub(super) struct Texts(Mutex<VecDeque<Text>>);

impl Texts {
    pub(super) async fn get(
        &self,
        rendering: &Rendering,
        report: Arc<TournamentReport>,
        format: ReportFormat,
        timings: bool,
    ) -> Result<Bytes, ApiError> {
        let text = self.place(&report, format, timings);
        let render = move || if timings { format.render(&report) } else { format.render(&report.without_timings()) };
        let text = text.get_or_try_init(|| rendering.run(render)).await?.clone();
        self.shrink();
        Ok(text)
    }

    /// Returns the cache slot for this text, which may already be rendered.
    fn place(&self, report: &Arc<TournamentReport>, format: ReportFormat, timings: bool) -> Arc<OnceCell<Bytes>> {
        let mut texts = self.texts();
        let is_same =
            |known: &&Text| Arc::ptr_eq(&known.of, report) && known.format == format && known.timings == timings;
        if let Some(known) = texts.iter().find(is_same) {
            return Arc::clone(&known.text);
        }
        if texts.len() >= MOST_TEXTS {
            texts.pop_front();
        }
        let text = Arc::default();
        texts.push_back(Text { of: Arc::clone(report), format, timings, text: Arc::clone(&text) });
        text
    }

    /// Drops the oldest texts until the total size is within the limit.
    fn shrink(&self) {
        let mut texts = self.texts();
        let mut bytes: usize = texts.iter().filter_map(|known| known.text.get()).map(Bytes::len).sum();
        while bytes > MOST_BYTES && texts.len() > 1 {
            let oldest = texts.pop_front().and_then(|known| known.text.get().map(Bytes::len));
            bytes -= oldest.unwrap_or(0);
        }
    }

    fn texts(&self) -> MutexGuard<'_, VecDeque<Text>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
