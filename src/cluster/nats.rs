//! The connection to NATS, and reports about connection losses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};

const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// Timeout for a request.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);

/// Error of the connection to NATS.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The server cannot be reached.
    #[error("the NATS server {url} cannot be reached: {problem}")]
    Unreachable {
        /// Address of the server, without credentials.
        url: String,
        problem: String,
    },
}

/// A connection that reconnects automatically.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) client: Client,
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

async fn connect(url: &str, options: ConnectOptions, course: &Arc<Course>) -> Result<Client, NatsError> {
    let shown = without_password(url);
    let (address, seen) = (shown.clone(), Arc::clone(course));
    let options = options
        .connection_timeout(CONNECT_WITHIN)
        .request_timeout(Some(ANSWER_WITHIN))
        .reconnect_delay_callback(|attempts| Duration::from_millis((attempts as u64 * 100).min(1_000)))
        .event_callback(move |event| {
            let (address, seen) = (address.clone(), Arc::clone(&seen));
            async move { tell(&event, &address, &seen) }
        });
    options.connect(url).await.map_err(|error| NatsError::Unreachable { url: shown, problem: cause(&error) })
}

impl Connection {
    /// Connects to the server at `url`. Later losses and recoveries of the connection are reported on standard error.
    pub(super) async fn open(url: &str, name: &str) -> Result<Self, NatsError> {
        Self::with(url, ConnectOptions::new().name(name)).await
    }

    /// Like [`Connection::open`], but keeps trying in the background if the server cannot be reached.
    pub(super) async fn open_patiently(url: &str, name: &str) -> Result<Self, NatsError> {
        Self::with(url, ConnectOptions::new().name(name).retry_on_initial_connect()).await
    }

    async fn with(url: &str, options: ConnectOptions) -> Result<Self, NatsError> {
        let course = Arc::new(Course::default());
        let client = connect(url, options, &course).await?;
        Ok(Self { client, url: without_password(url), course })
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
            say!("The NATS server {url} does not answer; reconnecting.");
        }
        Event::Connected if course.lost.swap(false, Ordering::Relaxed) => {
            course.again.store(true, Ordering::Relaxed);
            say!("The NATS server {url} is connected again.");
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
