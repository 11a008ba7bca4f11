//! External control of a run: signals, and keys on a terminal.
//!
//! The terminal is set to return single keys without echo. Ctrl-C and line ends keep their meaning. The terminal is
//! restored when the run ends, however it ends.

use std::sync::Arc;

use anyhow::Context;

use super::super::serve::Signals;
use arena_tournament::run::Control;

/// The controls of a run. The terminal is restored on drop.
pub(crate) struct Controls {
    terminal: Arc<Terminal>,
}

impl Controls {
    /// Handles signals. The first Ctrl-C (or SIGTERM) stops after the running matches; the second one ends the process
    /// without losing finished matches. SIGUSR1 pauses and resumes.
    ///
    /// # Errors
    /// If the system cannot create a thread or register a signal handler.
    pub(crate) fn signals(control: &Arc<Control>) -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .context("cannot create a runtime for signals")?;
        let (mut signals, mut pauses) = {
            let _inside = runtime.enter();
            let signals = Signals::new().context("cannot register handlers of SIGINT and SIGTERM")?;
            (signals, Pauses::new().context("cannot register a handler of SIGUSR1")?)
        };
        let terminal = Arc::new(Terminal::default());
        let (control, shared) = (Arc::clone(control), Arc::clone(&terminal));
        let wait = async move {
            loop {
                tokio::select! {
                    () = signals.next() => {
                        if control.is_stopped() {
                            shared.put_back();
                            arena_bots::engine::kill_all();
                            super::page::remove_folder();
                            std::process::exit(1);
                        }
                        stop(&control);
                    }
                    () = pauses.next() => {
                        control.toggle_pause();
                    }
                }
            }
        };
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || runtime.block_on(wait))
            .context("cannot create a thread for signals")?;
        Ok(Self { terminal })
    }

    /// Also handles keys, if standard input is a terminal and this process is in its foreground: p pauses and resumes,
    /// + and - change the concurrency, q stops after the running matches. Returns true if keys are handled.
    pub(super) fn keys(&self, control: &Arc<Control>) -> bool {
        if !self.terminal.take() {
            return false;
        }
        let control = Arc::clone(control);
        let read = move || {
            let mut key = [0_u8];
            while std::io::Read::read(&mut std::io::stdin(), &mut key).is_ok_and(|read| read == 1) {
                match key[0] {
                    b'p' | b'P' | b' ' => {
                        control.toggle_pause();
                    }
                    b'+' | b'=' => {
                        control.set_concurrency(control.concurrency() + 1);
                    }
                    b'-' => {
                        control.set_concurrency(control.concurrency().saturating_sub(1));
                    }
                    b'q' | b'Q' if !control.is_stopped() => stop(&control),
                    _ => {}
                }
            }
        };
        // If no thread can be created, the run continues without keys.
        std::thread::Builder::new().name("keys".to_owned()).spawn(read).is_ok()
    }
}

impl Drop for Controls {
    fn drop(&mut self) {
        self.terminal.put_back();
    }
}

fn stop(control: &Control) {
    control.stop();
    say!("Stopping after the running matches; Ctrl-C again stops at once.");
}

#[cfg(unix)]
struct Pauses(tokio::signal::unix::Signal);

#[cfg(unix)]
impl Pauses {
    fn new() -> std::io::Result<Self> {
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::user_defined1()).map(Self)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}

#[cfg(not(unix))]
struct Pauses;

#[cfg(not(unix))]
impl Pauses {
    fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        std::future::pending().await
    }
}

/// The original settings of the terminal.
#[derive(Default)]
struct Terminal {
    #[cfg(unix)]
    before: std::sync::Mutex<Option<rustix::termios::Termios>>,
}

#[cfg(unix)]
impl Terminal {
    fn take(&self) -> bool {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcgetpgrp, tcsetattr};
        let stdin = std::io::stdin();
        // Changing the terminal from the background would stop the process.
        let ours = tcgetpgrp(&stdin).is_ok_and(|group| group == rustix::process::getpgrp());
        let Some(before) = tcgetattr(&stdin).ok().filter(|_| ours) else { return false };
        let mut keys = before.clone();
        keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        let taken = tcsetattr(&stdin, OptionalActions::Now, &keys).is_ok();
        if taken {
            *self.before.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(before);
        }
        taken
    }

    fn put_back(&self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        let before = self.before.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(before) = before {
            // An error means that the terminal is gone.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
        }
    }
}

#[cfg(not(unix))]
impl Terminal {
    fn take(&self) -> bool {
        false
    }

    fn put_back(&self) {}
}
