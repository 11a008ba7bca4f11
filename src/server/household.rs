//! Households: groups of addresses that share limits.

use std::net::{IpAddr, Ipv6Addr};

/// Returns the household of an address: an IPv4 address itself, or the /64 network of an IPv6 address.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

/// Returns the network of an address: an IPv4 address itself, or the /48 of an IPv6 address. Providers give a customer up
/// to a /48, which has 65,536 households.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match household(address) {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
    }
}
