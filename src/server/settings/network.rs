//! IP networks such as `10.0.0.0/8`, and single addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A network in CIDR notation. A single address is a network of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

impl Network {
    /// Returns the network of a single address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(address.into())
    }

    /// True if the network contains the address. An IPv4-mapped IPv6 address counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let address = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
        let network = address.or_else(|_| text.parse::<IpNet>());
        network
            .map(Self)
            .map_err(|_| format!("{text:?} is not an address or network, as 127.0.0.1, 10.0.0.0/8 or fd00::/8"))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_networks_and_checks_membership() {
        let cases = [
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "::ffff:127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("::1", "::1", true),
            ("fd00::/8", "fd12::3", true),
            ("::/0", "192.0.2.1", false),
        ];
        for (network, address, within) in cases {
            let read: Network = network.parse().expect(network);
            assert_eq!(read.contains(address.parse().expect(address)), within, "{network} {address}");
        }
        for wrong in ["", "localhost", "10.0.0.0/33", "10.0.0", "fd00::/200"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
