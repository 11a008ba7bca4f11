//! `arena operator-link`: a link that makes a browser the operator's.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{AUTHORIZATION, HOST};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::{CommandResult, ConfigDir, Failure, serve};
use crate::protocol::operator::OperatorLink;
use crate::server::edge::{reachable, token_file};
use crate::server::error::ErrorBody;
use crate::settings::{Secret, Server};

/// A server that does not answer for so long is not there.
const WITHIN: Duration = Duration::from_secs(10);

/// Longer answers are no server's of ours.
const LONGEST_ANSWER: usize = 64 << 10;

/// Prints a link that makes the browser that opens it the operator's: it starts, steers and stops tournaments there. The
/// link counts once, and for ten minutes.
///
/// The running server is asked for it, by the Unix socket in its data directory or else with the token that stands
/// there; so this is for the user that the server runs as. Give the flags that the server was started with.
///
/// Example: arena operator-link --data data
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// The address at which you open the page, where it is another than the server's own, as `https://arena.example.org`
    #[arg(long, value_name = "URL")]
    url: Option<String>,
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let base = args.url.as_deref().map(base).transpose()?;
    let settings = serve::settings(args.server, config, serve::is_served)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(async { tokio::time::timeout(WITHIN, ask(&settings.server)).await });
    let OperatorLink { url, valid_ms } =
        answer.with_context(|| format!("the server did not answer within {} s", WITHIN.as_secs()))??;
    let fragment = url.split_once('#').map_or("", |(_, fragment)| fragment);
    let url = base.map_or_else(|| url.clone(), |base| format!("{base}/#{fragment}"));
    writeln!(std::io::stdout(), "{url}")?;
    eprintln!("arena: for one browser, once, within {} minutes", valid_ms.div_ceil(60_000));
    Ok(())
}

/// The address of a page without what follows its host.
fn base(url: &str) -> Result<&str, Failure> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let host = host.map(|host| host.strip_suffix('/').unwrap_or(host));
    if host.is_none_or(|host| host.is_empty() || host.contains(['/', '#', '?'])) {
        return Err(Failure::Usage(anyhow::anyhow!("--url {url}: expected an address as https://arena.example.org")));
    }
    Ok(url.strip_suffix('/').unwrap_or(url))
}

/// Asks the server that these settings are of: by the socket, or else with the token.
async fn ask(server: &Server) -> anyhow::Result<OperatorLink> {
    #[cfg(unix)]
    if let Some(path) = server.socket()
        && let Ok(stream) = tokio::net::UnixStream::connect(&path).await
    {
        return ask_over(stream, None).await;
    }
    let token = token(server)?;
    let address = reachable(server.listen);
    let stream = TcpStream::connect(address).await.with_context(|| {
        format!("no server can be reached at {address}; give --data or --listen as the server was given them")
    })?;
    ask_over(stream, Some(&token)).await
}

/// The token that is configured, or the one in the data directory.
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

async fn ask_over<S>(stream: S, token: Option<&Secret>) -> anyhow::Result<OperatorLink>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let mut request = Request::post("/api/operator/links").header(HOST, "localhost");
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {}", token.reveal()));
    }
    let answer = sender.send_request(request.body(Body::empty())?).await?;
    let status = answer.status();
    let body = axum::body::to_bytes(Body::new(answer.into_body()), LONGEST_ANSWER).await?;
    if status.is_success() {
        return serde_json::from_slice(&body).context("the answer is not that of an arena");
    }
    match serde_json::from_slice::<ErrorBody>(&body) {
        Ok(ErrorBody { message, .. }) => bail!("the server refused: {message}"),
        Err(_) => bail!("the server answered {status}"),
    }
}
