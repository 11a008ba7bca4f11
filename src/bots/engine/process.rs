//! A child process with which lines are exchanged: started in a process group of its own, bounded in all that it sends,
//! and killed with its group and reaped whatever happens.
//!
//! The process itself is watched besides its output, which a child of it may keep open. Such children are killed with it also
//! where they have left its group: all inherit a variable of the environment that names the process (see
//! `process_registry.rs`).
//!
//! Its input and output are pipes, as programs expect. One thread waits for it, in a read that a [`Bell`] ends in time, or by
//! `poll` where the deadline is near. Writing never blocks: a program that does not read its input cannot hold up its player.
//! (A pair of sockets, whose reads have deadlines of their own, measured half as long again for each exchange.)

use std::borrow::Cow;
use std::io::{ErrorKind, PipeReader, PipeWriter, Read};
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use memchr::{memchr, memchr2};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::bell::{Bell, RING};
use super::listener::{Listener, Output, may_say};
use super::log::Transcript;
use super::{EngineFailure, process_registry, quoted};
use crate::bots::charset;
use crate::play::Circumstance;

/// The longest line; longer ones are ignored.
const LONGEST_LINE: usize = 64 << 10;
/// A deadline that is nearer than this is waited for by `poll`: as often as that a bell need not be rung.
const NEAR: Duration = Duration::from_millis(100);
/// How many bytes of its standard error are kept.
const LAST_WORDS: usize = 1 << 10;
/// What is written to it has to be read within this.
const WRITE: Duration = Duration::from_secs(5);
/// How long it may take to end once it was asked to, or once it has closed its output.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
pub(super) struct Process {
    child: Child,
    pid: Pid,
    into: PipeWriter,
    out: PipeReader,
    /// Ends the waiting for its output, where there is one.
    bell: Option<Bell>,
    /// Bytes that were read; those not yet returned as lines are in the range `unread`.
    buffer: Box<[u8]>,
    unread: Range<usize>,
    /// The line that is being read is longer than the longest.
    overlong: bool,
    /// The last line ended with CR: an LF that follows is the rest of its end.
    after_return: bool,
    /// Set when the process itself has ended, whoever else holds its output.
    ended: Arc<AtomicBool>,
    /// When lines were last sent to it, and how much it has sent since.
    since: Instant,
    received: u64,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Closed when its standard error is.
    silent: Receiver<()>,
    reaped: bool,
    /// What it and all that it starts have in their environment.
    mark: String,
    /// What asks it to end.
    farewell: &'static str,
    transcript: Option<Transcript>,
    /// Reads in the meantime, while nobody waits for a line; it has the transcript then.
    listener: Option<Listener>,
}

impl Process {
    /// Starts a program; `farewell` asks it to end. What it says and is told goes into the transcript, where there is one.
    ///
    /// # Errors
    /// When the system does not start it.
    pub(super) fn start(
        program: &Path,
        arguments: &[String],
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
        let child = command.spawn()?;
        // The command holds the other ends of the pipes, which have to close when the program does.
        drop(command);
        let pid = Pid::from_child(&child);
        let watched = watched(pid);
        process_registry::add(pid);
        let (speaking, silent) = sync_channel(0);
        let mut process = Self {
            child,
            pid,
            into,
            bell: Bell::of(&out).ok(),
            out,
            buffer: vec![0; LONGEST_LINE].into_boxed_slice(),
            unread: 0..0,
            overlong: false,
            after_return: false,
            ended: Arc::default(),
            mark,
            since: Instant::now(),
            received: 0,
            last_words: Arc::default(),
            silent,
            reaped: false,
            farewell,
            transcript,
            listener: None,
        };
        process.note(|| format!("started: {}", program.display()));
        if let Some(stderr) = process.child.stderr.take() {
            let last_words = Arc::clone(&process.last_words);
            let (ended, bell) = (Arc::clone(&process.ended), process.bell.clone());
            // It ends when the last process that the program started does; a process that has left its group must not
            // hold up the reaping of the rest, so this thread is never joined.
            let listen = move || {
                overhear(stderr, &last_words, watched, || {
                    ended.store(true, Ordering::SeqCst);
                    if let Some(bell) = &bell {
                        bell.ring().ok();
                    }
                });
                drop(speaking);
            };
            std::thread::Builder::new().name("engine-stderr".to_owned()).stack_size(64 << 10).spawn(listen)?;
        }
        Ok(process)
    }

    /// Sends lines, and begins to count anew what comes back.
    ///
    /// # Errors
    /// [`EngineFailure`] when it is gone or does not read.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), EngineFailure> {
        self.listen_again();
        if let Some(transcript) = &mut self.transcript {
            transcript.sent(lines);
        }
        (self.since, self.received) = (Instant::now(), 0);
        match self.write(lines.as_bytes()) {
            Ok(true) => Ok(()),
            Ok(false) => Err(EngineFailure::Silent),
            Err(_) => Err(self.gone()),
        }
    }

    /// Writes all of it; false when the program does not read in its time.
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

    /// What it says is read and its end kept, until something is sent again. Where the system has no thread to spare,
    /// nobody reads meanwhile.
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

    /// When the last lines were sent.
    pub(super) const fn sent_at(&self) -> Instant {
        self.since
    }

    /// The next line. Bytes that are no UTF-8 are replaced.
    ///
    /// # Errors
    /// [`EngineFailure`] when none comes before `deadline`, or too much of something else.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Cow<'_, str>, EngineFailure> {
        let line = loop {
            let found = memchr2(b'\n', b'\r', &self.buffer[self.unread.clone()]);
            let Some(length) = found else {
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

    /// Discards what it has said without being asked.
    ///
    /// # Errors
    /// [`EngineFailure`] when it is gone, or has said too much.
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
            self.receive(Instant::now() + NEAR)?;
        }
    }

    /// Waits for more bytes.
    fn receive(&mut self, deadline: Instant) -> Result<(), EngineFailure> {
        if self.unread.is_empty() {
            self.unread = 0..0;
        } else if self.unread.len() == self.buffer.len() {
            // The rest of a line that is too long is ignored too.
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
            if self.ended.load(Ordering::SeqCst) && !await_pipe(&self.out, PollFlags::IN, Duration::ZERO) {
                return Err(self.gone());
            }
            let room = &mut self.buffer[self.unread.end..];
            let read = match self.bell.as_ref().filter(|_| left > NEAR) {
                Some(bell) => {
                    bell.ring_at(deadline);
                    let read = rustix::io::read(&self.out, &mut *room);
                    bell.be_quiet();
                    read
                }
                None if await_pipe(&self.out, PollFlags::IN, left) => rustix::io::read(&self.out, &mut *room),
                None => continue,
            };
            match read {
                Ok(0) => return Err(self.gone()),
                Ok(read) => {
                    self.unread.end += without_rings(&mut room[..read]);
                    self.received += read as u64;
                    let flood = !may_say(self.received, self.since);
                    return if flood { Err(EngineFailure::Flood(self.received)) } else { Ok(()) };
                }
                Err(Errno::INTR) => {}
                Err(_) => return Err(self.gone()),
            }
        }
    }

    /// How a program has failed that has closed its output.
    fn gone(&mut self) -> EngineFailure {
        let by_itself = self.ends_within(FAREWELL);
        let status = self.kill().filter(|_| by_itself).as_ref().map(ToString::to_string);
        let how = match (status, self.said_last()) {
            (Some(status), Some(quoted)) => Circumstance::EndedSaying { status, quoted },
            (Some(status), None) => Circumstance::Ended { status },
            (None, Some(quoted)) => Circumstance::ClosedSaying { quoted },
            (None, None) => Circumstance::Closed {},
        };
        let how = how.to_string();
        self.note(|| how.clone());
        EngineFailure::Gone(how)
    }

    /// What it wrote to its standard error last, in quotation marks.
    fn said_last(&self) -> Option<String> {
        // It has ended, but the thread that reads its standard error may not be done yet.
        self.silent.recv_timeout(FAREWELL).ok();
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        let last: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        last.last().map(|line| quoted(line))
    }

    /// Whether it ends within that time. It is not reaped yet, so that the number of its group is still its own.
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

    /// Puts what happens to it into the transcript.
    fn note(&mut self, what: impl FnOnce() -> String) {
        if let Some(transcript) = &mut self.transcript {
            transcript.happens(&what());
        }
    }

    /// Kills it with all that it has started, and reaps it; its exit status, the first time.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.reaped, true) {
            return None;
        }
        self.listen_again();
        self.note(|| "ended".to_owned());
        // A group that is gone altogether is as good as killed.
        kill_process_group(self.pid, Signal::KILL).ok();
        process_registry::kill_marked(&self.mark);
        // As long as it is not reaped, nobody else can have its number.
        process_registry::remove(self.pid);
        self.child.wait().ok()
    }
}

impl Drop for Process {
    /// Asks it to end, and ends it if it does not.
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
    }
}

/// Takes the rings of a bell out of what was read; how much is left.
fn without_rings(read: &mut [u8]) -> usize {
    let Some(first) = memchr(RING, read) else { return read.len() };
    let mut kept = first;
    for at in first..read.len() {
        if read[at] != RING {
            read[kept] = read[at];
            kept += 1;
        }
    }
    kept
}

/// Waits until a pipe is ready, or has been closed, but not for long after `left`; whether it is. A signal may end the
/// waiting early.
fn await_pipe(pipe: &impl AsFd, ready: PollFlags, left: Duration) -> bool {
    let timeout = Timespec::try_from(left).ok();
    poll(&mut [PollFd::new(pipe, ready)], timeout.as_ref()).is_ok_and(|ready| ready > 0)
}

/// What can be polled for the end of a process, on systems that have it. It is not reaped, so that the number is still its
/// own.
fn watched(pid: Pid) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    return rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok();
    #[cfg(not(target_os = "linux"))]
    return None;
}

/// Reads all that a program writes to its standard error, and keeps the end of it; calls `ended` when its process ends,
/// which may be before its standard error is closed.
fn overhear(mut stderr: impl Read + AsFd, last_words: &Mutex<Vec<u8>>, mut process: Option<OwnedFd>, ended: impl Fn()) {
    let mut chunk = [0; 4 << 10];
    loop {
        if let Some(watched) = &process {
            let mut ready = [PollFd::new(&stderr, PollFlags::IN), PollFd::new(watched, PollFlags::IN)];
            if poll(&mut ready, None).is_err() {
                continue;
            }
            let [has_words, has_ended] = ready.map(|end| !end.revents().is_empty());
            if has_ended {
                ended();
                process = None;
            }
            if !has_words {
                continue;
            }
        }
        match stderr.read(&mut chunk) {
            // Its standard error is closed, but it may go on.
            Ok(0) => {
                if let Some(watched) = &process {
                    while poll(&mut [PollFd::new(watched, PollFlags::IN)], None).is_err() {}
                    ended();
                }
                return;
            }
            Ok(read) => {
                let mut kept = last_words.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&chunk[..read]);
                let over = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..over);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
