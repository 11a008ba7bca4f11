//! `--nats`: workers elsewhere play the matches.

use super::flags::RunFlags;
use crate::Failure;
use arena_tournament::run::Venue;

/// Concurrency shown before the workers are counted.
pub(super) const CONCURRENCY: usize = 16;

/// Returns the remote venue of the matches, if any.
#[cfg(feature = "cluster")]
pub(super) fn venue(args: &RunFlags) -> Result<Option<Box<dyn Venue>>, Failure> {
    let Some(url) = &args.nats else { return Ok(None) };
    let nats = arena_cluster::Nats::connect(url);
    let nats = nats.map_err(|error| Failure::Work(anyhow::Error::new(error).context("--nats")))?;
    Ok(Some(Box::new(nats)))
}

/// Returns `None`: all matches are played here.
#[cfg(not(feature = "cluster"))]
#[expect(clippy::unnecessary_wraps, reason = "with the feature cluster it may fail")]
pub(super) const fn venue(_: &RunFlags) -> Result<Option<Box<dyn Venue>>, Failure> {
    Ok(None)
}
