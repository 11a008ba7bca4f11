//! Reads a program's output while no caller waits for it, for example while it searches in the other side's time.
//! Without that, a program with a full pipe would block.

use std::io::{ErrorKind, PipeReader, PipeWriter, Read};
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, poll};

use super::log::Transcript;

/// Number of bytes of output to keep, from the end. One read may add more.
const KEPT: usize = 32 << 10;
/// Number of bytes per read.
const CHUNK: usize = 16 << 10;

/// Number of bytes that a program may send at once between two deadlines.
const BURST: u64 = 8 << 20;
/// Additional bytes per second.
const A_SECOND: u64 = 1 << 20;

/// The last part of the output. Earlier lines are in the transcript.
#[derive(Default)]
pub(super) struct Output {
    /// At most [`KEPT`] bytes and one chunk. Begins at the start of a line unless `cut`.
    pub(super) end: Vec<u8>,
    /// True if the start of its first line is missing.
    pub(super) cut: bool,
    pub(super) transcript: Option<Transcript>,
}

/// True if a program may have sent this many bytes since then.
pub(super) fn may_say(received: u64, since: Instant) -> bool {
    received <= BURST || received <= BURST + A_SECOND * since.elapsed().as_secs()
}

/// A thread that listens until it is stopped, the program closes its output, or the program exceeds its limit.
/// Dropping this also ends the thread.
pub(super) struct Listener {
    thread: JoinHandle<Output>,
    // Dropping this end stops the thread.
    going_on: PipeWriter,
}

impl Listener {
    /// Starts to listen. `before` returns the earlier output; it is called once nothing can fail any more.
    ///
    /// # Errors
    /// If the system cannot create a pipe or a thread.
    pub(super) fn start(out: &PipeReader, before: impl FnOnce() -> Output) -> std::io::Result<Self> {
        let mut out = out.try_clone()?;
        let (stopped, going_on) = std::io::pipe()?;
        let (hand_over, handed_over) = sync_channel(1);
        let listen = move || {
            let mut heard: Output = handed_over.recv().unwrap_or_default();
            let (began, mut received) = (Instant::now(), 0);
            while may_say(received, began) {
                let mut ready = [PollFd::new(&out, PollFlags::IN), PollFd::new(&stopped, PollFlags::IN)];
                let polled = poll(&mut ready, None);
                if !ready[1].revents().is_empty() {
                    break;
                }
                if polled.is_ok() {
                    match heard.read(&mut out) {
                        Ok(0) => break,
                        Ok(read) => received += read as u64,
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(_) => break,
                    }
                }
            }
            heard
        };
        let thread =
            std::thread::Builder::new().name("engine-ponders".to_owned()).stack_size(64 << 10).spawn(listen)?;
        hand_over.send(before()).ok();
        Ok(Self { thread, going_on })
    }

    pub(super) fn stop(self) -> Output {
        drop(self.going_on);
        self.thread.join().unwrap_or_default()
    }
}

impl Output {
    /// Reads once and drops what exceeds the limit.
    fn read(&mut self, out: &mut PipeReader) -> std::io::Result<usize> {
        let before = self.end.len();
        self.end.resize(before + CHUNK, 0);
        let read = out.read(&mut self.end[before..]);
        self.end.truncate(before + read.as_ref().map_or(0, |read| *read));
        self.forget();
        read
    }

    /// Moves whole lines from the front to the transcript until the rest is within the limit.
    fn forget(&mut self) {
        let mut gone = 0;
        while self.end.len() - gone > KEPT {
            match self.end[gone..].iter().position(|byte| *byte == b'\n') {
                Some(length) => {
                    let line = String::from_utf8_lossy(&self.end[gone..gone + length]);
                    if let Some(transcript) = self.transcript.as_mut().filter(|_| !self.cut) {
                        transcript.says(&line);
                    }
                    gone += length + 1;
                    self.cut = false;
                }
                // A single line that exceeds the limit is ignored.
                None => {
                    gone = self.end.len();
                    self.cut = true;
                }
            }
        }
        self.end.drain(..gone);
        if let Some(transcript) = self.transcript.as_mut().filter(|_| gone > 0) {
            transcript.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_overlong_lines_are_dropped() {
        let (out, mut into) = std::io::pipe().expect("create a pipe");
        let listener = Listener::start(&out, || Output { end: b"half ".to_vec(), ..Output::default() });
        let listener = listener.expect("start the thread");
        for number in 0..50_000 {
            writeln!(into, "line {number}").expect("the listener reads");
        }
        drop(into);
        while !listener.thread.is_finished() {
            std::thread::yield_now();
        }
        let heard = listener.stop();
        let text = String::from_utf8(heard.end).expect("the output is UTF-8");
        assert!(text.starts_with("line ") && text.ends_with("\nline 49999\n") && !heard.cut, "{}", &text[..20]);
        assert!((KEPT - 20..=KEPT).contains(&text.len()), "{}", text.len());

        let (out, mut into) = std::io::pipe().expect("create a pipe");
        let listener = Listener::start(&out, Output::default).expect("start the thread");
        into.write_all(&[b'x'; 200_000]).expect("the listener reads");
        into.write_all(b"\nbestmove e2e4\n").expect("the listener reads");
        drop(into);
        while !listener.thread.is_finished() {
            std::thread::yield_now();
        }
        let Output { end, cut, .. } = listener.stop();
        let end = String::from_utf8(end).expect("the output is UTF-8");
        assert!(end.ends_with("x\nbestmove e2e4\n") && cut && end.len() < KEPT + CHUNK, "{}", end.len());
    }
}
