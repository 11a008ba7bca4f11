//! A child process that exchanges lines with the arena. It starts in its own process group, its output is limited, and
//! it is always killed with its group and reaped.
//!
//! The process itself is watched separately from its output, because a child of it may keep the output open. Such
//! children are killed with it even if they have left its group: all inherit an environment variable that identifies
//! the process (see `process_registry.rs`).
//!
//! Input and output are pipes, as programs expect. A caller waits with `poll` for output or for the exit of the process.
//! Writes are non-blocking and have a time limit, so a program that does not read its input cannot hold up its player.
//! (Socket pairs support read timeouts, but each exchange took 50 % longer. The call of `poll` takes 0.8 µs for each
//! read, and an exchange with a program that answers at once 6 µs.)

use std::borrow::Cow;
use std::fs::File;
use std::io::{ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use memchr::{memchr, memchr2};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::listener::{Listener, Output, may_say};
use super::log::Transcript;
use super::spec::EngineSpec;
use super::{EngineFailure, printable, process_registry, quoted};
use crate::charset;
use arena_play::EndDetail;

/// Maximum length of a line. Longer lines are ignored.
const LONGEST_LINE: usize = 64 << 10;
/// Time limit for reading output that has already arrived.
const ARRIVED: Duration = Duration::from_millis(100);
/// Number of bytes of standard error to keep.
const LAST_WORDS: usize = 1 << 10;
/// Time limit for the program to read what was written.
const WRITE: Duration = Duration::from_secs(5);
/// Time limit for the program to exit after being asked to, or after closing its output.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
pub(super) struct Process {
    child: Child,
    pid: Pid,
    into: PipeWriter,
    out: PipeReader,
    /// Bytes read. The range `unread` has not been returned as lines yet.
    buffer: Box<[u8]>,
    unread: Range<usize>,
    /// True if the line being read exceeds the maximum length.
    overlong: bool,
    /// True if the last line ended with CR, so that a following LF belongs to the same line end.
    after_return: bool,
    /// Ready when the process itself has exited, even if others keep its output open. Not supported everywhere.
    exit: Option<OwnedFd>,
    /// Time of the last lines sent to it, and the number of bytes received since.
    since: Instant,
    received: u64,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Closed together with its standard error.
    silent: Receiver<()>,
    /// True if its standard error is also written to a file.
    copies_errors: bool,
    reaped: bool,
    /// Value of the environment variable that identifies it and all processes that it starts.
    mark: String,
    /// Command that asks it to exit.
    farewell: &'static str,
    transcript: Option<Transcript>,
    /// Reads in the background while no caller waits for a line. It owns the transcript during that time.
    listener: Option<Listener>,
}

impl Process {
    /// Starts the program of an engine with these arguments. Its standard error is also written to `errors`, if given. `farewell` is the
    /// command that asks it to exit. The communication is added to the transcript, if any.
    ///
    /// # Errors
    /// If the system cannot start the program.
    pub(super) fn start(
        (program, arguments): (&Path, &[String]),
        spec: &EngineSpec,
        errors: Option<File>,
        farewell: &'static str,
        transcript: Option<Transcript>,
    ) -> std::io::Result<Self> {
        let (their_input, into) = std::io::pipe()?;
        let (out, their_output) = std::io::pipe()?;
        rustix::io::ioctl_fionbio(&into, true)?;
        let mut command = Command::new(program);
        let mark = process_registry::new_mark();
        command.args(arguments).process_group(0).stderr(Stdio::piped()).env(process_registry::MARK, &mark);
        command.stdin(their_input).stdout(their_output);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let child = command.spawn()?;
        // The command holds the other ends of the pipes, which must close when the program exits.
        drop(command);
        let pid = Pid::from_child(&child);
        process_registry::add(pid);
        let (speaking, silent) = sync_channel(0);
        let mut process = Self {
            child,
            pid,
            into,
            out,
            buffer: vec![0; LONGEST_LINE].into_boxed_slice(),
            unread: 0..0,
            overlong: false,
            after_return: false,
            exit: watched(pid),
            mark,
            since: Instant::now(),
            received: 0,
            last_words: Arc::default(),
            silent,
            copies_errors: errors.is_some(),
            reaped: false,
            farewell,
            transcript,
            listener: None,
        };
        process.note(|| format!("started: {}", program.display()));
        if let Some(stderr) = process.child.stderr.take() {
            let last_words = Arc::clone(&process.last_words);
            // This thread ends with the last process that the program started. It is never joined, so that a process
            // that has left the group cannot delay the reaping of the rest.
            let listen = move || {
                overhear(stderr, errors, &last_words);
                drop(speaking);
            };
            std::thread::Builder::new().name("engine-stderr".to_owned()).stack_size(64 << 10).spawn(listen)?;
        }
        Ok(process)
    }

    /// Sends lines and resets the count of received bytes.
    ///
    /// # Errors
    /// [`EngineFailure`] if the program is gone or does not read its input.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), EngineFailure> {
        self.listen_again();
        if let Some(transcript) = &mut self.transcript {
            transcript.sent(lines);
        }
        (self.since, self.received) = (Instant::now(), 0);
        match self.write(lines.as_bytes()) {
            Ok(true) => Ok(()),
            Ok(false) => Err(EngineFailure::Silent),
            Err(_) => Err(self.exit_failure()),
        }
    }

    /// Writes all bytes. Returns false if the program does not read them in time.
    fn write(&mut self, mut bytes: &[u8]) -> std::io::Result<bool> {
        let mut began = None;
        while !bytes.is_empty() {
            match rustix::io::write(&self.into, bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(Errno::AGAIN) => {
                    let left = WRITE.saturating_sub(began.get_or_insert_with(Instant::now).elapsed());
                    if left.is_zero() {
                        return Ok(false);
                    }
                    await_pipe(&self.into, PollFlags::OUT, left);
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    /// Reads output in the background and keeps its last part, until something is sent. If no thread can be started,
    /// the output is not read in that time.
    pub(super) fn listen_aside(&mut self) {
        let listener = Listener::start(&self.out, || Output {
            end: self.buffer[std::mem::take(&mut self.unread)].to_vec(),
            cut: self.overlong,
            transcript: self.transcript.take(),
        });
        self.listener = listener.ok();
    }

    fn listen_again(&mut self) {
        if let Some(listener) = self.listener.take() {
            let heard = listener.stop();
            self.buffer[..heard.end.len()].copy_from_slice(&heard.end);
            self.unread = 0..heard.end.len();
            self.overlong = heard.cut;
            self.transcript = heard.transcript;
        }
    }

    /// Returns when the last lines were sent.
    pub(super) const fn sent_at(&self) -> Instant {
        self.since
    }

    /// Returns the next line. Lines that are not UTF-8 are decoded as Windows-1252.
    ///
    /// # Errors
    /// [`EngineFailure`] if no line arrives before `deadline`, or if the program sends too much.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Cow<'_, str>, EngineFailure> {
        let line = loop {
            let line_end = memchr2(b'\n', b'\r', &self.buffer[self.unread.clone()]);
            let Some(length) = line_end else {
                self.receive(deadline)?;
                continue;
            };
            let line = self.unread.start..self.unread.start + length;
            self.unread.start = line.end + 1;
            let is_return = self.buffer[line.end] == b'\r';
            if std::mem::replace(&mut self.after_return, is_return) && line.is_empty() && !is_return {
                continue;
            }
            if !std::mem::take(&mut self.overlong) {
                break line;
            }
        };
        let line = &self.buffer[line];
        let line = charset::line(line);
        if let Some(transcript) = &mut self.transcript {
            transcript.says(&line);
            if memchr(b'\n', &self.buffer[self.unread.clone()]).is_none() {
                transcript.flush();
            }
        }
        Ok(line)
    }

    /// Discards output that has already arrived.
    ///
    /// # Errors
    /// [`EngineFailure`] if the program is gone or has sent too much.
    pub(super) fn discard_arrived(&mut self) -> Result<(), EngineFailure> {
        self.listen_again();
        loop {
            while memchr2(b'\n', b'\r', &self.buffer[self.unread.clone()]).is_some() {
                match self.line(Instant::now()) {
                    Ok(_) | Err(EngineFailure::Silent) => {}
                    Err(failure) => return Err(failure),
                }
            }
            if !await_pipe(&self.out, PollFlags::IN, Duration::ZERO) {
                return Ok(());
            }
            self.receive(Instant::now() + ARRIVED)?;
        }
    }

    /// Waits for more bytes.
    fn receive(&mut self, deadline: Instant) -> Result<(), EngineFailure> {
        if self.unread.is_empty() {
            self.unread = 0..0;
        } else if self.unread.len() == self.buffer.len() {
            // The rest of an overlong line is ignored too.
            self.overlong = true;
            self.unread = 0..0;
        } else if self.unread.end == self.buffer.len() {
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
        }
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(EngineFailure::Silent);
            }
            let read = match self.await_output(left) {
                [true, _] => rustix::io::read(&self.out, &mut self.buffer[self.unread.end..]),
                // It may have written something between the two checks.
                [false, true] if !await_pipe(&self.out, PollFlags::IN, Duration::ZERO) => {
                    return Err(self.exit_failure());
                }
                _ => continue,
            };
            match read {
                Ok(0) => return Err(self.exit_failure()),
                Ok(read) => {
                    self.unread.end += read;
                    self.received += read as u64;
                    let flood = !may_say(self.received, self.since);
                    return if flood { Err(EngineFailure::Flood(self.received)) } else { Ok(()) };
                }
                Err(Errno::INTR) => {}
                Err(_) => return Err(self.exit_failure()),
            }
        }
    }

    /// Waits for output and for the exit of the process, for about `left` at most. Returns which of them has come. A
    /// signal may end the wait early.
    fn await_output(&self, left: Duration) -> [bool; 2] {
        let Some(exit) = &self.exit else { return [await_pipe(&self.out, PollFlags::IN, left), false] };
        let timeout = Timespec::try_from(left).ok();
        let mut ready = [PollFd::new(&self.out, PollFlags::IN), PollFd::new(exit, PollFlags::IN)];
        match poll(&mut ready, timeout.as_ref()) {
            Ok(_) => ready.map(|end| !end.revents().is_empty()),
            Err(_) => [false, false],
        }
    }

    /// Describes the failure of a program that has closed its output.
    fn exit_failure(&mut self) -> EngineFailure {
        let by_itself = self.ends_within(FAREWELL);
        let status = self.kill().filter(|_| by_itself).as_ref().map(ToString::to_string);
        let how = match (status, self.last_error_line()) {
            (Some(status), Some(quoted)) => EndDetail::EndedSaying { status, quoted },
            (Some(status), None) => EndDetail::Ended { status },
            (None, Some(quoted)) => EndDetail::ClosedSaying { quoted },
            (None, None) => EndDetail::Closed {},
        };
        self.note(|| how.to_string());
        EngineFailure::Exited(how)
    }

    /// Returns its last line on standard error, in quotation marks.
    fn last_error_line(&self) -> Option<String> {
        // It has exited, but the thread that reads its standard error may not have finished yet.
        self.silent.recv_timeout(FAREWELL).ok();
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        let last: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        last.last().map(|line| quoted(&printable(line)))
    }

    /// Returns true if it exits within this time. It is not reaped yet, so its process group id stays reserved.
    fn ends_within(&self, time: Duration) -> bool {
        let (began, mut pause) = (Instant::now(), Duration::from_micros(100));
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(self.pid), look) {
                Ok(None) if began.elapsed() < time => std::thread::sleep(pause),
                Ok(None) => return false,
                _ => return true,
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Adds an event to the transcript.
    fn note(&mut self, what: impl FnOnce() -> String) {
        if let Some(transcript) = &mut self.transcript {
            transcript.happens(&what());
        }
    }

    /// Asks it to exit. Returns its exit status if it does within this time, and kills it otherwise.
    pub(super) fn quit(&mut self, within: Duration) -> Option<ExitStatus> {
        self.send(self.farewell).ok()?;
        let by_itself = self.ends_within(within);
        self.kill().filter(|_| by_itself)
    }

    /// Kills it and all processes that it has started, and reaps it. The first call returns its exit status.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.reaped, true) {
            return None;
        }
        self.listen_again();
        self.note(|| "ended".to_owned());
        // If the whole group is already gone, nothing is left to kill.
        kill_process_group(self.pid, Signal::KILL).ok();
        process_registry::kill_marked(&self.mark);
        // Until it is reaped, its process id cannot be reused.
        process_registry::remove(self.pid);
        self.child.wait().ok()
    }
}

impl Drop for Process {
    /// Asks it to exit, and kills it if it does not.
    fn drop(&mut self) {
        if !self.reaped {
            self.listen_again();
            if let Some(transcript) = &mut self.transcript {
                transcript.sent(self.farewell.trim_end());
            }
            if self.write(self.farewell.as_bytes()).is_ok_and(|read| read) {
                self.ends_within(FAREWELL);
            }
        }
        self.kill();
        if self.copies_errors {
            // The file should hold everything when the run ends.
            self.silent.recv_timeout(FAREWELL).ok();
        }
    }
}

/// Waits until a pipe is ready or closed, for about `left` at most. Returns true if it is. A signal may end the wait
/// early.
fn await_pipe(pipe: &impl AsFd, ready: PollFlags, left: Duration) -> bool {
    let timeout = Timespec::try_from(left).ok();
    poll(&mut [PollFd::new(pipe, ready)], timeout.as_ref()).is_ok_and(|ready| ready > 0)
}

/// Returns a descriptor that can be polled for the exit of a process, on systems that support it. The process is not
/// reaped by that, so its id stays reserved.
fn watched(pid: Pid) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    return rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok();
    #[cfg(not(target_os = "linux"))]
    return None;
}

/// Reads the standard error of a program, copies it to a file, if given, and keeps its last part.
fn overhear(mut stderr: impl Read, mut file: Option<File>, last_words: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4 << 10];
    loop {
        match stderr.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => {
                // After the first error, the rest is not copied.
                if file.as_mut().is_some_and(|file| file.write_all(&chunk[..read]).is_err()) {
                    file = None;
                }
                let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
                words.extend_from_slice(&chunk[..read]);
                let over = words.len().saturating_sub(LAST_WORDS);
                words.drain(..over);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
