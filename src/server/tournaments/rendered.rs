//! Reports as text. All clients share one rendering.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::OnceCell;

use super::Tournaments;
use crate::error::ApiError;
use crate::rendering::Rendering;
use arena_store::Tournament;
use arena_tournament::TournamentReport;

/// Maximum number of cached texts, and their maximum total size.
const MOST_TEXTS: usize = 32;
const MOST_BYTES: usize = 16 << 20;

/// A format of a report.
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
    async fn get(
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

impl Tournaments {
    /// Returns the report in this format. Requests for the same text share one rendering.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub(crate) async fn rendered(
        &self,
        known: &Tournament,
        format: ReportFormat,
        timings: bool,
    ) -> Result<Bytes, ApiError> {
        let report = self.report(known).await?;
        self.inner.reports.texts.get(&self.inner.rendering, report, format, timings).await
    }
}
