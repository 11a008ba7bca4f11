//! Households and networks: groups of addresses that belong together.

use std::net::IpAddr;

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

/// Returns the network of an address: the /24 of an IPv4 address, or the /48 of an IPv6 address. One customer of a provider
/// can use all addresses of a /48.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            IpAddr::from([a, b, c, 0])
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            IpAddr::from([a, b, c, 0, 0, 0, 0, 0])
        }
    }
}
