//! The networks that contain a client's address. Limits count each of them, because a client may have many addresses.
//!
//! An IPv4 address counts by itself: its neighbours are often customers of the same provider who do not know each other.
//! An IPv6 address counts by its /64, /56 and /48. A site usually gets one of these and chooses the rest of the address
//! itself, so a /48 alone has 65,536 networks of /64.

use std::net::{IpAddr, Ipv6Addr};

use crate::auth;

/// The lengths of the IPv6 prefixes that are counted, and how many times the limit of one address each may hold.
pub(crate) const PREFIXES: [(u8, usize); 3] = [(64, 1), (56, 2), (48, 4)];

/// Number of bytes of a stored prefix.
const BYTES: usize = 8;

/// A network, known by eight bytes of a digest. The digest can be stored where the address must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NetworkPrefix([u8; BYTES]);

/// A network: its first address and the length of its prefix.
pub(crate) type Network = (IpAddr, u8);

/// Returns the networks of an address, the narrowest first, and how many times the limit of one address each may hold.
pub(crate) fn networks(address: IpAddr) -> impl Iterator<Item = (Network, usize)> {
    let address = address.to_canonical();
    let network = move |(length, multiple): (u8, usize)| match address {
        IpAddr::V4(_) => ((address, 32), multiple),
        IpAddr::V6(address) => {
            let bits = address.to_bits() & (u128::MAX << (128 - u32::from(length)));
            ((Ipv6Addr::from_bits(bits).into(), length), multiple)
        }
    };
    let count = if address.is_ipv4() { 1 } else { PREFIXES.len() };
    PREFIXES.into_iter().take(count).map(network)
}

/// The networks that contain an address, the narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    narrowest: NetworkPrefix,
    /// The wider networks of an IPv6 address.
    wider: Option<[NetworkPrefix; 2]>,
}

impl Origin {
    /// Returns the networks of an address, or of a /64 that stands for its addresses.
    pub(crate) fn of(address: IpAddr) -> Self {
        let mut prefixes = networks(address).map(|(network, _)| NetworkPrefix::of(network));
        let narrowest = prefixes.next().expect("an address is in a network");
        Self { narrowest, wider: prefixes.next().zip(prefixes.next()).map(|(wide, widest)| [wide, widest]) }
    }

    /// Returns the network of the address: an IPv4 address or a /64.
    pub(crate) const fn narrowest(&self) -> NetworkPrefix {
        self.narrowest
    }

    /// Returns each network, and how many times the limit of one address it may hold.
    pub(crate) fn prefixes(&self) -> impl Iterator<Item = (NetworkPrefix, usize)> + use<> {
        let all = std::iter::once(self.narrowest).chain(self.wider.into_iter().flatten());
        all.zip(PREFIXES.map(|(_, multiple)| multiple))
    }

    /// Returns the stored form.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        self.prefixes().flat_map(|(prefix, _)| prefix.0).collect()
    }

    /// Reads the stored form. Returns `None` if it is of another length.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (prefixes, rest) = bytes.as_chunks::<BYTES>();
        match (prefixes, rest) {
            ([narrowest], []) => Some(Self { narrowest: NetworkPrefix(*narrowest), wider: None }),
            ([narrowest, wide, widest], []) => Some(Self {
                narrowest: NetworkPrefix(*narrowest),
                wider: Some([NetworkPrefix(*wide), NetworkPrefix(*widest)]),
            }),
            _ => None,
        }
    }
}

impl NetworkPrefix {
    fn of((first, length): Network) -> Self {
        let digest = auth::hash(format!("network {first}/{length}"));
        Self(*digest.first_chunk().expect("a SHA-256 is longer than a prefix"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_belongs_to_three_networks_and_an_ipv4_address_to_one() {
        let of = |text: &str| Origin::of(text.parse().expect("an address"));
        let shared = |one: &str, other: &str| {
            let other: Vec<_> = of(other).prefixes().collect();
            of(one).prefixes().filter(|prefix| other.contains(prefix)).count()
        };
        assert_eq!(shared("2001:db8:1:203::1", "2001:db8:1:203:9::2"), 3, "one /64");
        assert_eq!(shared("2001:db8:1:203::1", "2001:db8:1:2ff::1"), 2, "one /56");
        assert_eq!(shared("2001:db8:1:203::1", "2001:db8:1:303::1"), 1, "one /48");
        assert_eq!(shared("2001:db8:1:203::1", "2001:db8:2:203::1"), 0);
        assert_eq!(shared("192.0.2.1", "::ffff:192.0.2.1"), 1, "the same address");
        assert_eq!(shared("192.0.2.1", "192.0.2.2"), 0);
        for text in ["2001:db8::1", "192.0.2.1"] {
            assert_eq!(Origin::from_bytes(&of(text).to_bytes()), Some(of(text)));
        }
        assert_eq!(Origin::from_bytes(&[0; 9]), None);
    }
}
