//! `arena operator-link`: a link that makes a browser the operator's.

use std::io::Write;

use super::{CommandResult, ConfigDir, Failure, operator_request, serve};
use crate::protocol::operator::OperatorLink;

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
    let OperatorLink { url, valid_ms } = operator_request::post(&settings.server, "/api/operator/links", None)?;
    let fragment = url.split_once('#').map_or("", |(_, fragment)| fragment);
    let url = base.map_or_else(|| url.clone(), |base| format!("{base}/#{fragment}"));
    writeln!(std::io::stdout(), "{url}")?;
    say!("arena: for one browser, once, within {} minutes", valid_ms.div_ceil(60_000));
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
