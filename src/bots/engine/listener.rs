//! Reads what a program says while nobody waits for it, as while it searches in the other side's time: a program that
//! fills its pipe would stand still until somebody reads.

use std::io::{ErrorKind, PipeReader, PipeWriter, Read};
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, poll};

use super::log::Transcript;

/// Of what it says so many bytes are kept, the last; more by what one read brings.
const KEPT: usize = 32 << 10;
/// How much is read at once.
const CHUNK: usize = 16 << 10;

/// A program may send so many bytes at once between two deadlines…
const BURST: u64 = 8 << 20;
/// … and so many more for each second.
const A_SECOND: u64 = 1 << 20;

/// What was said: its end, and in the transcript what was said before that.
#[derive(Default)]
pub(super) struct Output {
    /// At most [`KEPT`] and one chunk, from the beginning of a line unless `cut`.
    pub(super) end: Vec<u8>,
    /// The beginning of its first line is gone.
    pub(super) cut: bool,
    pub(super) transcript: Option<Transcript>,
}

/// Whether a program may send so many bytes since then.
pub(super) fn may_say(received: u64, since: Instant) -> bool {
    received <= BURST || received <= BURST + A_SECOND * since.elapsed().as_secs()
}

/// A thread that listens until it is told to stop, the program closes its output, or it says more than it may. Where
/// this is dropped, the thread ends too.
pub(super) struct Listener {
    thread: JoinHandle<Output>,
    // Closed when the thread is to stop, which it waits for.
    going_on: PipeWriter,
}

impl Listener {
    /// Begins to listen, after what was heard before, which is asked for once nothing can fail any more.
    ///
    /// # Errors
    /// When the system has no pipe or thread to spare.
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

    /// Stops, and tells what was heard.
    pub(super) fn stop(self) -> Output {
        drop(self.going_on);
        self.thread.join().unwrap_or_default()
    }
}

impl Output {
    /// Reads once, and keeps no more than the end of all.
    fn read(&mut self, out: &mut PipeReader) -> std::io::Result<usize> {
        let before = self.end.len();
        self.end.resize(before + CHUNK, 0);
        let read = out.read(&mut self.end[before..]);
        self.end.truncate(before + read.as_ref().map_or(0, |read| *read));
        self.forget();
        read
    }

    /// Whole lines from the front go into the transcript, as far as there is more than is kept.
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
                // One line that is longer than all that is kept: it is ignored, as far as it goes.
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
    fn the_last_lines_are_kept_and_a_line_without_end_is_not() {
        let (out, mut into) = std::io::pipe().expect("a pipe");
        let listener = Listener::start(&out, || Output { end: b"half ".to_vec(), ..Output::default() });
        let listener = listener.expect("a thread");
        for number in 0..50_000 {
            writeln!(into, "line {number}").expect("somebody reads");
        }
        drop(into);
        while !listener.thread.is_finished() {
            std::thread::yield_now();
        }
        let heard = listener.stop();
        let text = String::from_utf8(heard.end).expect("text");
        assert!(text.starts_with("line ") && text.ends_with("\nline 49999\n") && !heard.cut, "{}", &text[..20]);
        assert!((KEPT - 20..=KEPT).contains(&text.len()), "{}", text.len());

        let (out, mut into) = std::io::pipe().expect("a pipe");
        let listener = Listener::start(&out, Output::default).expect("a thread");
        into.write_all(&[b'x'; 200_000]).expect("somebody reads");
        into.write_all(b"\nbestmove e2e4\n").expect("somebody reads");
        drop(into);
        while !listener.thread.is_finished() {
            std::thread::yield_now();
        }
        let Output { end, cut, .. } = listener.stop();
        let end = String::from_utf8(end).expect("text");
        assert!(end.ends_with("x\nbestmove e2e4\n") && cut && end.len() < KEPT + CHUNK, "{}", end.len());
    }
}
