//! The connection to NATS, its stream of jobs, and what is said when it is away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind};
use async_nats::jetstream::stream::{Config, RetentionPolicy, StorageType, Stream};
use async_nats::{Client, ConnectOptions, Event, jetstream};

use super::message::{JOBS, STREAM, job_subject};
use super::shift::ACK_WAIT;

/// A job that nobody has asked for is dropped by the server after so long; its leader notices, if it has one.
const OLDEST_JOB: Duration = Duration::from_secs(24 * 60 * 60);
/// A consumer that no worker asks is dropped after so long.
const UNUSED_CONSUMER: Duration = Duration::from_secs(24 * 60 * 60);
/// So many jobs may be with workers at a time, over all.
const MOST_GIVEN: i64 = 100_000;
/// So long the server has to answer at the start.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// So long a server that answers nothing is asked again at the start: one whose disk is busy makes its first stream slowly.
const STREAM_WITHIN: Duration = Duration::from_secs(60);
/// So long a server has to answer a question.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Nobody answers.
    #[error("the NATS server {url} cannot be reached: {problem}")]
    Unreachable {
        /// Where, without a password.
        url: String,
        /// Why.
        problem: String,
    },
    /// It refuses to keep the jobs.
    #[error("the NATS server {url} keeps no jobs: {problem}; it needs JetStream, as `nats-server -js` has it")]
    NoStream {
        /// Where, without a password.
        url: String,
        /// Why.
        problem: String,
    },
}

/// A connection that restores itself.
#[derive(Clone)]
pub(super) struct Queue {
    pub(super) client: Client,
    pub(super) jetstream: jetstream::Context,
    /// Without a password.
    pub(super) url: String,
    course: Arc<Course>,
}

/// What has become of the connection.
#[derive(Default)]
struct Course {
    /// It is away, which has been said.
    lost: AtomicBool,
    /// It was lost and made again since this was last looked at.
    again: AtomicBool,
}

async fn connect(url: &str, name: &str, course: &Arc<Course>) -> Result<Client, QueueError> {
    let shown = without_password(url);
    let (told, seen) = (shown.clone(), Arc::clone(course));
    let options = ConnectOptions::new()
        .name(name)
        .connection_timeout(CONNECT_WITHIN)
        .request_timeout(Some(ANSWER_WITHIN))
        .reconnect_delay_callback(|attempts| Duration::from_millis((attempts as u64 * 100).min(1_000)))
        .event_callback(move |event| {
            let (told, seen) = (told.clone(), Arc::clone(&seen));
            async move { tell(&event, &told, &seen) }
        });
    options.connect(url).await.map_err(|error| QueueError::Unreachable { url: shown, problem: cause(&error) })
}

impl Queue {
    /// Connects to the server at `url` and makes sure that it keeps jobs. Says on the standard error when it goes away
    /// and when it is back.
    pub(super) async fn connect(url: &str, name: &str) -> Result<Self, QueueError> {
        let course = Arc::new(Course::default());
        let (client, url) = (connect(url, name, &course).await?, without_password(url));
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(ANSWER_WITHIN);
        let queue = Self { client, jetstream, url, course };
        let began = Instant::now();
        loop {
            match queue.make_stream().await {
                Ok(_) => return Ok(queue),
                Err(error) if error.kind() == CreateStreamErrorKind::TimedOut && began.elapsed() < STREAM_WITHIN => {}
                Err(error) => return Err(queue.no_stream(&error)),
            }
        }
    }

    /// The stream of jobs; made where it is missing.
    pub(super) async fn stream(&self) -> Result<Stream, QueueError> {
        self.make_stream().await.map_err(|error| self.no_stream(&error))
    }

    async fn make_stream(&self) -> Result<Stream, CreateStreamError> {
        let config = Config {
            name: STREAM.to_owned(),
            subjects: vec![JOBS.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: OLDEST_JOB,
            description: Some("matches of tournaments that wait for a worker".to_owned()),
            ..Config::default()
        };
        self.jetstream.get_or_create_stream(config).await
    }

    fn no_stream(&self, error: &dyn std::error::Error) -> QueueError {
        QueueError::NoStream { url: self.url.clone(), problem: cause(error) }
    }

    /// Where all workers of a build take the jobs with these needs.
    pub(super) async fn consumer(&self, signature: &str, needs: &str) -> Result<PullConsumer, QueueError> {
        let name = format!("{signature}-{needs}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: job_subject(signature, needs, "*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: MOST_GIVEN,
            inactive_threshold: UNUSED_CONSUMER,
            ..pull::Config::default()
        };
        let stream = self.stream().await?;
        let made = stream.get_or_create_consumer(&name, config).await;
        made.map_err(|error| self.no_stream(&error))
    }

    /// Whether the server is there at the moment.
    pub(super) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Whether the connection was lost and made again since this was last asked.
    pub(super) fn came_back(&self) -> bool {
        self.course.again.swap(false, Ordering::Relaxed)
    }
}

fn tell(event: &Event, url: &str, course: &Course) {
    match event {
        Event::Disconnected if !course.lost.swap(true, Ordering::Relaxed) => {
            say!("The NATS server {url} does not answer any more: waiting for it.");
        }
        Event::Connected if course.lost.swap(false, Ordering::Relaxed) => {
            course.again.store(true, Ordering::Relaxed);
            say!("The NATS server {url} is back.");
        }
        // Everything else mends itself or shows in what follows.
        _ => {}
    }
}

/// The address for people: a password is not shown.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    let bare = rest.rsplit_once('@').map_or(rest, |(_, bare)| bare);
    if scheme.is_empty() { bare.to_owned() } else { format!("{scheme}://{bare}") }
}

/// The innermost cause of an error: what went wrong, without the names of layers.
fn cause(error: &dyn std::error::Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_password("me:s@cret@host"), "host");
        assert_eq!(without_password("tls://host:4222"), "tls://host:4222");
    }
}
