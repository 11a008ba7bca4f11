//! Signing in to a server under a claimed name, with its password (which is prompted for) or a key.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Context, bail};
use serde_json::json;
use tokio::net::TcpStream;

use super::Args;
use crate::operator_request::ask_over;
use arena_protocol::account::LoggedInView;

/// Maximum length of a password, in bytes.
const LONGEST_PASSWORD: usize = 1_024;

/// Returns the token that identifies the player to the server, or `None` if no sign-in is requested.
///
/// # Errors
/// If no password can be read, or if the server rejects it.
pub(super) async fn token(args: &Args, url: &str) -> anyhow::Result<Option<String>> {
    if args.key.is_some() || !args.sign_in {
        return Ok(args.key.clone());
    }
    let name = args.name.as_deref().context("--sign-in needs --name: the claimed name")?;
    let password = password(name)?;
    let rest = url.trim_start_matches("ws://").trim_end_matches("/ws");
    let (host, folder) = rest.split_once('/').map_or((rest, String::new()), |(host, path)| (host, format!("/{path}")));
    let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let stream = TcpStream::connect(&address).await.with_context(|| format!("{url} cannot be reached"))?;
    let body = json!({"name": name, "password": password});
    let path = format!("{folder}/api/accounts/login");
    let LoggedInView { player, token } = ask_over(stream, host, None, &path, Some(&body)).await?;
    say!("arena: signed in as {}", player.name);
    Ok(Some(token))
}

/// Asks for a password: hidden input on a terminal, otherwise the first line of the input.
fn password(name: &str) -> anyhow::Result<String> {
    let input = std::io::stdin();
    let hidden = input.is_terminal().then(Hidden::new).transpose()?;
    if hidden.is_some() {
        write!(std::io::stderr(), "Password of {name}: ")?;
        std::io::stderr().flush()?;
    }
    let mut line = String::new();
    input.lock().read_line(&mut line).context("the password cannot be read")?;
    if hidden.is_some() {
        say!("");
    }
    drop(hidden);
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() || password.len() > LONGEST_PASSWORD {
        bail!("no password was given");
    }
    Ok(password.to_owned())
}

/// Turns off the terminal's echo during its lifetime.
struct Hidden {
    #[cfg(unix)]
    before: rustix::termios::Termios,
}

impl Hidden {
    #[cfg(unix)]
    fn new() -> anyhow::Result<Self> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(std::io::stdin())?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Flush, &hidden)?;
        Ok(Self { before })
    }

    #[cfg(not(unix))]
    fn new() -> anyhow::Result<Self> {
        bail!(
            "the password cannot be hidden on this terminal: pass it as the first line of standard input, or use --key"
        )
    }
}

#[cfg(unix)]
impl Drop for Hidden {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        // Nothing can be done if the terminal is gone.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.before);
    }
}
