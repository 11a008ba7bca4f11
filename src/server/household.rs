//! The addresses that limits count as one.

use std::net::IpAddr;

/// A household gets one IPv4 address or one IPv6 network of 64 bits: limits count that.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}
