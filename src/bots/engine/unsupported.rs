//! Replaces `process.rs` on systems without process groups. Engines cannot be started there.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Error, ErrorKind};
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::EngineFailure;
use super::log::Transcript;
use super::spec::EngineSpec;

/// Does nothing, as there are no engines.
pub const fn kill_all() {}

/// Has no values.
pub(super) enum Process {}

impl Process {
    pub(super) fn start(
        _: (&Path, &[String]),
        _: &EngineSpec,
        _: Option<File>,
        _: &'static str,
        _: Option<Transcript>,
    ) -> std::io::Result<Self> {
        Err(Error::new(ErrorKind::Unsupported, "engines are supported on Unix only"))
    }

    pub(super) fn send(&mut self, _: &str) -> Result<(), EngineFailure> {
        match *self {}
    }

    pub(super) fn discard_arrived(&mut self) -> Result<(), EngineFailure> {
        match *self {}
    }

    pub(super) fn sent_at(&self) -> Instant {
        match *self {}
    }

    pub(super) fn line(&mut self, _: Instant) -> Result<Cow<'_, str>, EngineFailure> {
        match *self {}
    }

    pub(super) fn listen_aside(&self) {
        match *self {}
    }

    pub(super) fn quit(&mut self, _: Duration) -> Option<ExitStatus> {
        match *self {}
    }

    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        match *self {}
    }
}
