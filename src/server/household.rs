//! Households: groups of addresses that share limits.

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
