//! The connection to NATS, the stream of jobs, and reports about connection losses.

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

/// Time after which the server drops a job that no worker has taken. If the leader is running, it detects the loss.
const OLDEST_JOB: Duration = Duration::from_secs(24 * 60 * 60);
/// Time after which the server drops a consumer that no worker uses.
const UNUSED_CONSUMER: Duration = Duration::from_secs(24 * 60 * 60);
/// Maximum number of unacknowledged jobs per consumer.
const MOST_GIVEN: i64 = 100_000;
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// Time to retry the creation of the stream while the server does not answer. A server with a busy disk creates its
/// first stream slowly.
const STREAM_WITHIN: Duration = Duration::from_secs(60);
/// Timeout for a request.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);

/// Error of the connection to the queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The server cannot be reached.
    #[error("the NATS server {url} cannot be reached: {problem}")]
    Unreachable {
        /// Address of the server, without credentials.
        url: String,
        /// Description of the problem.
        problem: String,
    },
    /// The server does not provide the stream.
    #[error("the NATS server {url} keeps no jobs: {problem}; it needs JetStream, as `nats-server -js` has it")]
    NoStream {
        /// Address of the server, without credentials.
        url: String,
        /// Description of the problem.
        problem: String,
    },
}

/// A connection that reconnects automatically.
#[derive(Clone)]
pub(super) struct Queue {
    pub(super) client: Client,
    pub(super) jetstream: jetstream::Context,
    /// Address of the server, without credentials.
    pub(super) url: String,
    course: Arc<Course>,
}

#[derive(Default)]
struct Course {
    /// True while the connection is lost, which has been reported.
    lost: AtomicBool,
    /// True if the connection was lost and restored since the last check.
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
    /// Connects to the server at `url` and creates the stream if it is missing. Later losses and recoveries of the
    /// connection are reported on standard error.
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

    /// Returns the stream of jobs, and creates it if it is missing.
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

    /// Returns the consumer that all workers of a build share for jobs with these needs.
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

    pub(super) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Returns true if the connection was lost and restored since the last call.
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
        // Other events need no reaction or have visible effects elsewhere.
        _ => {}
    }
}

/// Removes the credentials from a URL.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    let bare = rest.rsplit_once('@').map_or(rest, |(_, bare)| bare);
    if scheme.is_empty() { bare.to_owned() } else { format!("{scheme}://{bare}") }
}

/// Returns the innermost cause of an error, without the layers around it.
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
    fn removes_the_password_from_a_url() {
        assert_eq!(without_password("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_password("me:s@cret@host"), "host");
        assert_eq!(without_password("tls://host:4222"), "tls://host:4222");
    }
}
