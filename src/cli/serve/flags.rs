//! The settings of the addressed server, from flags, environment and file.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::{ConfigDir, Failure};
use arena_server::settings::{Settings, SettingsError};

/// Timeout for connecting to an address.
const WITHIN: Duration = Duration::from_secs(2);

// Flags that identify a server. No doc comment: it would replace that of the command.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SettingsFlags {
    /// The settings file [default: arena.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address or host name, and port, to listen on; the first free address of a host name is used. Port 0 picks a free
    /// port [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR:PORT", env = "ARENA_LISTEN")]
    pub(super) listen: Option<Listen>,
    /// The data directory [default: data]
    #[arg(long, value_name = "DIR", env = "ARENA_DATA")]
    data: Option<PathBuf>,
}

/// The addresses of a host name, at least one.
#[derive(Clone, Debug)]
pub(super) struct Listen(Vec<SocketAddr>);

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "expected an address and a port, such as 127.0.0.1:8080, [::1]:8080 or localhost:8080";
        let Some((_, port)) = text.rsplit_once(':') else { return Err(form.to_owned()) };
        if port.parse::<u16>().is_err() {
            return Err(format!("{port:?} is not a port from 0 to 65535; {form}"));
        }
        let addresses: Vec<SocketAddr> = text.to_socket_addrs().map_err(|error| format!("{error}; {form}"))?.collect();
        if addresses.is_empty() { Err(format!("the name has no address; {form}")) } else { Ok(Self(addresses)) }
    }
}

impl Listen {
    /// Returns the first address for which `holds` is true. If there is none, returns the first address, so that its
    /// error is reported.
    fn first(&self, holds: impl Fn(&SocketAddr) -> bool) -> SocketAddr {
        self.0.iter().copied().find(|address| holds(address)).unwrap_or(self.0[0])
    }
}

/// True if the address is free and may be bound.
pub(crate) fn is_free(address: &SocketAddr) -> bool {
    TcpListener::bind(address).is_ok()
}

/// True if a server listens at the address.
pub(crate) fn is_served(address: &SocketAddr) -> bool {
    TcpStream::connect_timeout(address, WITHIN).is_ok()
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::Usage(error.into())
    }
}

/// Returns the settings from file and environment, overridden by the flags. If a host name has several addresses, the
/// first one for which `wanted` holds is used.
pub(crate) fn settings(
    args: SettingsFlags,
    config: &ConfigDir,
    wanted: fn(&SocketAddr) -> bool,
) -> Result<Settings, Failure> {
    let beside = config.folder()?.map(|folder| folder.join("arena.toml")).filter(|path| path.is_file());
    let file = args.config.or(beside);
    // Variables that are not UTF-8 do not belong to the arena.
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
    fn a_host_name_resolves_to_one_of_its_addresses() {
        let Listen(addresses) = "localhost:8080".parse().expect("localhost resolves");
        assert!(
            !addresses.is_empty()
                && addresses.iter().all(|address| address.ip().is_loopback() && address.port() == 8080)
        );
        let taken = TcpListener::bind("127.0.0.1:0").expect("bind a free port");
        let taken = taken.local_addr().expect("the listener has an address");
        let other = SocketAddr::from(([127, 0, 0, 1], 0));
        assert_eq!(Listen(vec![taken, other]).first(is_free), other);
        assert_eq!(Listen(vec![taken]).first(is_free), taken, "its error is reported on use");
        for (text, words) in
            [("8080", "such as 127.0.0.1:8080"), ("localhost", "expected"), ("localhost:http", "is not a port")]
        {
            let problem = text.parse::<Listen>().expect_err(text);
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }
}
