//! Sends operator requests to the running server: through the Unix socket in its data directory, or else with the token
//! stored there.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::terminal::read_safely;
use arena_protocol::ErrorBody;
use arena_server::edge::{reachable, token_file};
use arena_server::settings::{Secret, Server};
use arena_store::in_use;

/// Timeout for an answer of the server.
const WITHIN: Duration = Duration::from_secs(10);

/// Maximum length of an answer, in bytes.
const LONGEST_ANSWER: usize = 64 << 10;

/// Sends `POST path` with this body and returns the server's answer.
pub(super) fn post<T: DeserializeOwned>(server: &Server, path: &str, body: Option<&Value>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(async { tokio::time::timeout(WITHIN, ask(server, path, body)).await });
    answer.with_context(|| format!("the server did not answer within {} s", WITHIN.as_secs()))?
}

/// Sends a request to the server with these settings: through the socket, or else with the token.
async fn ask<T: DeserializeOwned>(server: &Server, path: &str, body: Option<&Value>) -> anyhow::Result<T> {
    #[cfg(unix)]
    if let Some(socket) = server.socket()
        && let Ok(stream) = tokio::net::UnixStream::connect(&socket).await
    {
        return ask_over(stream, "localhost", None, path, body).await;
    }
    anyhow::ensure!(
        in_use(&server.data) != Some(false),
        "no server is running on the data directory {}; start it, or give its --data",
        server.data.display()
    );
    // With TLS, the token is not sent over TCP, because the port accepts only TLS.
    anyhow::ensure!(
        !server.has_tls(),
        "no server answers on the Unix socket, which operator commands need if the server uses TLS"
    );
    let token = token(server)?;
    let address = reachable(server.listen);
    let stream = TcpStream::connect(address)
        .await
        .with_context(|| format!("no server can be reached at {address}; use the --data or --listen of the server"))?;
    ask_over(stream, "localhost", Some(&token), path, body).await
}

/// Returns the configured token, or the one in the data directory.
fn token(server: &Server) -> anyhow::Result<Secret> {
    if !server.operator_token.is_empty() {
        return Ok(server.operator_token.clone());
    }
    let data: &Path = &server.data;
    let read = token_file::read(data).with_context(|| {
        let file = token_file::path(data);
        format!(
            "no server answers for the data directory {}, and its token {} cannot be read; is the server running, under \
             your user, with this --data?",
            data.display(),
            file.display()
        )
    })?;
    Ok(Secret::from(read.as_str()))
}

/// Sends `POST path` over `stream` to the server with the name `host` and returns its answer.
pub(super) async fn ask_over<S, T: DeserializeOwned>(
    stream: S,
    host: &str,
    token: Option<&Secret>,
    path: &str,
    body: Option<&Value>,
) -> anyhow::Result<T>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let mut request = Request::post(path).header(HOST, host);
    if body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {}", token.reveal()));
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let answer = sender.send_request(request.body(body)?).await?;
    let status = answer.status();
    let body = axum::body::to_bytes(Body::new(answer.into_body()), LONGEST_ANSWER).await?;
    if status.is_success() {
        return read_safely(&body).context("the answer is not from an arena server");
    }
    match read_safely::<ErrorBody>(&body) {
        Ok(ErrorBody { message, .. }) => bail!("the server refused: {message}"),
        Err(_) => bail!("the server answered {status}"),
    }
}
