//! Which server is meant: its settings, by the flags of the shell, the environment and the file.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::cli::{ConfigDir, Failure};
use crate::settings::{Settings, SettingsError};

/// How long an address is given to answer.
const WITHIN: Duration = Duration::from_secs(2);

// What says which server is meant. No documentation: it would become that of the command which has these flags.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct SettingsFlags {
    /// The settings' file [default: arena.toml in the folder of configuration]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address or name, and port, to listen on; of a name's addresses the first that is free. Port 0 picks a free one
    /// [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR:PORT", env = "ARENA_LISTEN")]
    pub(super) listen: Option<Listen>,
    /// The data directory [default: data]
    #[arg(long, value_name = "DIR", env = "ARENA_DATA")]
    data: Option<PathBuf>,
}

/// The addresses that somebody means, at least one.
#[derive(Clone, Debug)]
pub(super) struct Listen(Vec<SocketAddr>);

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "expected an address and a port, as 127.0.0.1:8080, [::1]:8080 or localhost:8080";
        let Some((_, port)) = text.rsplit_once(':') else { return Err(form.to_owned()) };
        if port.parse::<u16>().is_err() {
            return Err(format!("{port:?} is no port from 0 to 65535; {form}"));
        }
        let found: Vec<SocketAddr> = text.to_socket_addrs().map_err(|error| format!("{error}; {form}"))?.collect();
        if found.is_empty() { Err(format!("the name has no address; {form}")) } else { Ok(Self(found)) }
    }
}

impl Listen {
    /// The first of the addresses for which this holds, or the first of all, so that what is wrong with it is said.
    fn first(&self, holds: impl Fn(&SocketAddr) -> bool) -> SocketAddr {
        self.0.iter().copied().find(|address| holds(address)).unwrap_or(self.0[0])
    }
}

/// Whether nobody listens there, and we may.
pub(in crate::cli) fn is_free(address: &SocketAddr) -> bool {
    TcpListener::bind(address).is_ok()
}

/// Whether somebody listens there.
pub(in crate::cli) fn is_served(address: &SocketAddr) -> bool {
    TcpStream::connect_timeout(address, WITHIN).is_ok()
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::Usage(error.into())
    }
}

/// The settings of file and environment, under the flags. Of several addresses of a name the first that is `wanted` is
/// taken.
pub(in crate::cli) fn settings(
    args: SettingsFlags,
    config: &ConfigDir,
    wanted: fn(&SocketAddr) -> bool,
) -> Result<Settings, Failure> {
    let beside = config.folder()?.map(|folder| folder.join("arena.toml")).filter(|path| path.is_file());
    let file = args.config.or(beside);
    // Variables in another encoding are none of ours.
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let mut settings = Settings::load(file.as_deref(), environment)?;
    if let Some(listen) = args.listen {
        settings.server.listen = listen.first(wanted);
    }
    settings.server.data = args.data.unwrap_or(settings.server.data);
    settings.check()?;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_listened_on_at_one_of_its_addresses() {
        let Listen(found) = "localhost:8080".parse().expect("every machine has it");
        assert!(!found.is_empty() && found.iter().all(|address| address.ip().is_loopback() && address.port() == 8080));
        let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let taken = taken.local_addr().expect("it has an address");
        let other = SocketAddr::from(([127, 0, 0, 1], 0));
        assert_eq!(Listen(vec![taken, other]).first(is_free), other);
        assert_eq!(Listen(vec![taken]).first(is_free), taken, "what is wrong with it is said where it is used");
        for (text, words) in
            [("8080", "as 127.0.0.1:8080"), ("localhost", "expected"), ("localhost:http", "is no port")]
        {
            let problem = text.parse::<Listen>().expect_err(text);
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }
}
