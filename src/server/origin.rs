//! The networks that contain a client's address. Limits count each of them, because a client may have many addresses.
//!
//! An IPv4 address counts by itself: its neighbours are often customers of the same provider who do not know each other.
//! An IPv6 address counts by its /64, /56 and /48. A site usually gets one of these and chooses the rest of the address
//! itself, so a /48 alone has 65,536 networks of /64.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::auth;

/// The lengths of the IPv6 prefixes that are counted, and how many times the limit of one address each may hold.
pub(crate) const PREFIXES: [(u8, usize); 3] = [(64, 1), (56, 2), (48, 4)];

/// Number of bytes of a stored prefix.
const BYTES: usize = 8;

/// Length of the prefix by which neighbouring IPv4 addresses are grouped where that costs a client no more than an order:
/// queues, and who makes room. Limits count each address.
const NEIGHBOURS: u8 = 24;

/// A network: its first address and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NetworkPrefix {
    first: IpAddr,
    length: u8,
}

/// A network, known by eight bytes of a digest. The digest can be stored where the address must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PrefixDigest([u8; BYTES]);

impl NetworkPrefix {
    fn new(address: IpAddr, length: u8) -> Self {
        let first = match address {
            IpAddr::V4(address) => {
                let rest = 32 - u32::from(length);
                Ipv4Addr::from_bits(address.to_bits() >> rest << rest).into()
            }
            IpAddr::V6(address) => {
                let rest = 128 - u32::from(length);
                Ipv6Addr::from_bits(address.to_bits() >> rest << rest).into()
            }
        };
        Self { first, length }
    }

    /// Returns the narrowest network of an address: an IPv4 address itself, or the /64 of an IPv6 address.
    pub(crate) fn narrowest(address: IpAddr) -> Self {
        let (network, _) = networks(address).next().expect("an address is in a network");
        network
    }

    /// Returns the widest network of an address that its limits count: an IPv4 address itself, or the /48 of an IPv6
    /// address.
    pub(crate) fn widest(address: IpAddr) -> Self {
        networks(address).last().expect("an address is in a network").0
    }

    /// Returns the site of an address: the /24 of an IPv4 address, or the /48 of an IPv6 address.
    pub(crate) fn site(address: IpAddr) -> Self {
        match address.to_canonical() {
            address @ IpAddr::V4(_) => Self::new(address, NEIGHBOURS),
            _ => Self::widest(address),
        }
    }

    /// Returns the first address, which stands for the network.
    pub(crate) const fn first(self) -> IpAddr {
        self.first
    }
}

impl fmt::Display for NetworkPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.length)
    }
}

/// Returns the networks of an address, the narrowest first, and how many times the limit of one address each may hold.
pub(crate) fn networks(address: IpAddr) -> impl Iterator<Item = (NetworkPrefix, usize)> {
    let address = address.to_canonical();
    let lengths = if address.is_ipv4() { &[(32, 1)][..] } else { &PREFIXES };
    lengths.iter().map(move |(length, multiple)| (NetworkPrefix::new(address, *length), *multiple))
}

/// The networks that contain an address, the narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    narrowest: PrefixDigest,
    /// The wider networks of an IPv6 address.
    wider: Option<[PrefixDigest; 2]>,
}

impl Origin {
    /// Returns the networks of an address, or of a /64 that stands for its addresses.
    pub(crate) fn of(address: IpAddr) -> Self {
        let mut prefixes = networks(address).map(|(network, _)| PrefixDigest::of(network));
        let narrowest = prefixes.next().expect("an address is in a network");
        Self { narrowest, wider: prefixes.next().zip(prefixes.next()).map(|(wide, widest)| [wide, widest]) }
    }

    /// Returns the network of the address: an IPv4 address or a /64.
    pub(crate) const fn narrowest(&self) -> PrefixDigest {
        self.narrowest
    }

    /// Returns each network, and how many times the limit of one address it may hold.
    pub(crate) fn prefixes(&self) -> impl Iterator<Item = (PrefixDigest, usize)> + use<> {
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
            ([narrowest], []) => Some(Self { narrowest: PrefixDigest(*narrowest), wider: None }),
            ([narrowest, wide, widest], []) => Some(Self {
                narrowest: PrefixDigest(*narrowest),
                wider: Some([PrefixDigest(*wide), PrefixDigest(*widest)]),
            }),
            _ => None,
        }
    }
}

impl PrefixDigest {
    fn of(network: NetworkPrefix) -> Self {
        let digest = auth::hash(format!("network {network}"));
        Self(*digest.first_chunk().expect("a SHA-256 is longer than a prefix"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_neighbouring_addresses() {
        let of = |text: &str| {
            let address = text.parse().expect("an address");
            let levels = [NetworkPrefix::narrowest, NetworkPrefix::widest, NetworkPrefix::site];
            levels.map(|level| level(address).to_string())
        };
        assert_eq!(of("2001:db8:1:203:9::1"), ["2001:db8:1:203::/64", "2001:db8:1::/48", "2001:db8:1::/48"]);
        assert_eq!(of("192.0.2.7"), ["192.0.2.7/32", "192.0.2.7/32", "192.0.2.0/24"]);
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
    }

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
