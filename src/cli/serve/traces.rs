//! Traces for a collector of OpenTelemetry: spans of requests, searches and groups of the log, as JSON over HTTP (OTLP,
//! `https://opentelemetry.io/docs/specs/otlp/`). With the feature `traces`, and where `OTEL_EXPORTER_OTLP_ENDPOINT` names a
//! collector; `OTEL_TRACES_SAMPLER_ARG` is the share of traces that is told, 1 unless said otherwise.
//!
//! A span that is over waits in a bounded queue for a thread of its own. Where the collector is slower than that or away,
//! spans are dropped and counted: the server never waits for it.

use std::fmt::{Debug, Write as _};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;
use uuid::Uuid;

/// Spans that wait for the collector; further ones are dropped.
const WAITING: usize = 4_096;
/// Spans in one message.
const BATCH: usize = 512;
/// How long a span waits for others at most, and how long the collector may take.
const GATHER: Duration = Duration::from_secs(1);
const WITHIN: Duration = Duration::from_secs(5);

/// Where a collector takes messages.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Collector {
    host: String,
    path: String,
}

impl Collector {
    /// The collector at `endpoint`, as `http://127.0.0.1:4318`.
    fn at(endpoint: &str) -> anyhow::Result<Self> {
        let rest = endpoint.trim().strip_prefix("http://");
        let rest =
            rest.with_context(|| format!("OTEL_EXPORTER_OTLP_ENDPOINT is {endpoint:?}, but only http:// is spoken"))?;
        let (host, path) = rest.trim_end_matches('/').split_once('/').unwrap_or((rest.trim_end_matches('/'), ""));
        ensure!(!host.is_empty(), "OTEL_EXPORTER_OTLP_ENDPOINT names no host");
        let host = if host.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok()) {
            host.to_owned()
        } else {
            format!("{host}:4318")
        };
        let path = if path.is_empty() { "/v1/traces".to_owned() } else { format!("/{path}/v1/traces") };
        Ok(Self { host, path })
    }

    /// Sends one message.
    fn send(&self, body: &Value) -> anyhow::Result<()> {
        let address = self.host.to_socket_addrs()?.next().context("the collector's name has no address")?;
        let mut stream = TcpStream::connect_timeout(&address, WITHIN)?;
        stream.set_read_timeout(Some(WITHIN))?;
        stream.set_write_timeout(Some(WITHIN))?;
        let (Self { host, path }, body) = (self, body.to_string());
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        )?;
        let mut status = String::new();
        BufReader::new(stream).read_line(&mut status)?;
        ensure!(status.split(' ').nth(1).is_some_and(|code| code.starts_with('2')), "it answers {:?}", status.trim());
        Ok(())
    }
}

/// A span that is under way.
struct Open {
    trace: Uuid,
    id: u64,
    parent: Option<u64>,
    began: SystemTime,
    since: Instant,
    fields: Vec<Value>,
}

/// Gathers spans and gives them to the thread that sends them.
pub(super) struct Traces {
    queue: SyncSender<Value>,
    dropped: Arc<AtomicU64>,
    share: f64,
}

/// The layer that tells the collector of the environment; none where it names none.
///
/// # Errors
/// When what it names is no collector that can be told.
pub(super) fn layer<S>() -> anyhow::Result<Option<impl Layer<S>>>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let Some(endpoint) = std::env::var("OTEL_EXPORTER_OTLP_ENDPOINT").ok().filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let share = match std::env::var("OTEL_TRACES_SAMPLER_ARG") {
        Ok(share) => {
            share.parse().with_context(|| format!("OTEL_TRACES_SAMPLER_ARG is {share:?}, which is no share"))?
        }
        Err(_) => 1.0,
    };
    let traces = Traces::to(Collector::at(&endpoint)?, share)?;
    let ours = filter_fn(|about| about.is_span() && about.target().starts_with(env!("CARGO_CRATE_NAME")));
    Ok(Some(traces.with_filter(ours)))
}

impl Traces {
    fn to(collector: Collector, share: f64) -> anyhow::Result<Self> {
        let (queue, waiting) = sync_channel(WAITING);
        let dropped = Arc::new(AtomicU64::new(0));
        let lost = Arc::clone(&dropped);
        std::thread::Builder::new().name("traces".to_owned()).spawn(move || send_all(&collector, &waiting, &lost))?;
        Ok(Self { queue, dropped, share })
    }

    /// Whether this trace is of those that are told.
    fn tells(&self, trace: Uuid) -> bool {
        let part = trace.as_u64_pair().1 & 0xFFFF_FFFF;
        (part as f64) < self.share * 4_294_967_296.0
    }
}

/// Sends what waits, until nothing more can come.
fn send_all(collector: &Collector, waiting: &Receiver<Value>, dropped: &AtomicU64) {
    let mut failing = false;
    loop {
        let Ok(first) = waiting.recv() else { return };
        let (mut spans, until) = (vec![first], Instant::now() + GATHER);
        while spans.len() < BATCH {
            match waiting.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(span) => spans.push(span),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        let count = spans.len() as u64;
        match collector.send(&message(spans)) {
            Ok(()) => failing = false,
            Err(error) => {
                let lost = dropped.fetch_add(count, Ordering::Relaxed) + count;
                if !failing {
                    tracing::warn!(%error, lost, host = collector.host, "the collector of traces takes nothing");
                }
                failing = true;
            }
        }
    }
}

fn message(spans: Vec<Value>) -> Value {
    let name = std::env::var("OTEL_SERVICE_NAME").unwrap_or_else(|_| "arena".to_owned());
    let version = env!("CARGO_PKG_VERSION");
    json!({"resourceSpans": [{
        "resource": {"attributes": [attribute("service.name", &name.into()), attribute("service.version", &version.into())]},
        "scopeSpans": [{"scope": {"name": "minimax-arena", "version": version}, "spans": spans}]
    }]})
}

fn attribute(key: &str, value: &Value) -> Value {
    let value = match value {
        Value::Bool(value) => json!({"boolValue": value}),
        // 64 bits are texts in OTLP's JSON.
        Value::Number(value) if !value.is_f64() => json!({"intValue": value.to_string()}),
        Value::Number(value) => json!({"doubleValue": value}),
        other => json!({"stringValue": other}),
    };
    json!({"key": key, "value": value})
}

/// Reads the fields of a span.
struct Fields<'a>(&'a mut Vec<Value>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = String::new();
        if write!(text, "{value:?}").is_ok() {
            self.0.push(attribute(field.name(), &text.into()));
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push(attribute(field.name(), &value.into()));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.push(attribute(field.name(), &value.into()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.push(attribute(field.name(), &value.into()));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.push(attribute(field.name(), &value.into()));
    }
}

impl<S> Layer<S> for Traces
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let above = span.parent().and_then(|parent| {
            let known = parent.extensions();
            known.get::<Open>().map(|open| (open.trace, open.id))
        });
        let mut fields = Vec::new();
        attributes.record(&mut Fields(&mut fields));
        let trace = above.map_or_else(Uuid::new_v4, |(trace, _)| trace);
        // Neither half of such an id is ever 0, which would stand for none.
        let own = Uuid::new_v4().as_u64_pair().1;
        let (began, since) = (SystemTime::now(), Instant::now());
        let open = Open { trace, id: own, parent: above.map(|(_, id)| id), began, since, fields };
        span.extensions_mut().insert(open);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(open) = span.extensions_mut().get_mut::<Open>()
        {
            values.record(&mut Fields(&mut open.fields));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(open) = span.extensions_mut().remove::<Open>() else { return };
        if !self.tells(open.trace) {
            return;
        }
        let began = open.began.duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut told = json!({
            "traceId": open.trace.simple().to_string(),
            "spanId": format!("{:016x}", open.id),
            "name": span.name(),
            // A request is a server's span; what happens within the program is internal.
            "kind": if span.name() == "request" { 2 } else { 1 },
            "startTimeUnixNano": began.as_nanos().to_string(),
            "endTimeUnixNano": (began + open.since.elapsed()).as_nanos().to_string(),
            "attributes": open.fields,
        });
        if let Some(parent) = open.parent {
            told["parentSpanId"] = format!("{parent:016x}").into();
        }
        if self.queue.try_send(told).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_is_found_by_its_address() {
        let at = |endpoint| Collector::at(endpoint).map(|found| (found.host, found.path));
        let pair = |host: &str, path: &str| (host.to_owned(), path.to_owned());
        assert_eq!(at("http://127.0.0.1:4318").expect("it is one"), pair("127.0.0.1:4318", "/v1/traces"));
        assert_eq!(at("http://collector/").expect("it is one"), pair("collector:4318", "/v1/traces"));
        assert_eq!(at("http://collector:1/otel").expect("it is one"), pair("collector:1", "/otel/v1/traces"));
        assert!(at("https://collector").is_err() && at("http://").is_err() && at("collector:4318").is_err());
    }

    #[test]
    fn a_share_of_traces_is_told() {
        let (queue, _waiting) = sync_channel(1);
        let tells = |share, low| {
            let traces = Traces { queue: queue.clone(), dropped: Arc::default(), share };
            traces.tells(Uuid::from_u64_pair(1, low))
        };
        assert!(tells(1.0, 0xFFFF_FFFF) && !tells(0.0, 0));
        assert!(tells(0.5, 0x7FFF_FFFF) && !tells(0.5, 0x8000_0000));
    }
}
