//! `arena operator-link`: prints a link that gives a browser operator rights.

use std::io::Write;

use super::{CommandResult, ConfigDir, Failure, operator_request, serve};
use arena_protocol::operator::OperatorLink;

/// Prints a link that gives the browser that opens it operator rights: starting, controlling and stopping tournaments.
/// The link works once and expires after ten minutes.
///
/// The link is requested from the running server, through the Unix socket in its data directory or else with the token
/// stored there, so run the command as the server's user. Pass the flags that the server was started with.
///
/// Example: arena operator-link --data data
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    server: serve::SettingsFlags,
    /// Address of the page, if it differs from the server's own, such as `https://arena.example.org`
    #[arg(long, value_name = "URL")]
    url: Option<String>,
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let base = args.url.as_deref().map(base).transpose()?;
    let settings = serve::settings(args.server, config, serve::is_served)?;
    let OperatorLink { url, valid_ms } = operator_request::post(&settings.server, "/api/operator/links", None)?;
    let fragment = url.split_once('#').map_or("", |(_, fragment)| fragment);
    let url = base.map_or_else(|| url.clone(), |base| format!("{base}/#{fragment}"));
    writeln!(std::io::stdout(), "{url}")?;
    say!("arena: the link works once, in one browser, within {} minutes", valid_ms.div_ceil(60_000));
    Ok(())
}

/// Returns the address of a page without a trailing slash.
fn base(url: &str) -> Result<&str, Failure> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let host = host.map(|host| host.strip_suffix('/').unwrap_or(host));
    if host.is_none_or(|host| host.is_empty() || host.contains(['/', '#', '?'])) {
        return Err(Failure::Usage(anyhow::anyhow!(
            "--url {url}: expected an address such as https://arena.example.org"
        )));
    }
    Ok(url.strip_suffix('/').unwrap_or(url))
}
