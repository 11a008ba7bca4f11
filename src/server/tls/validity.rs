//! The end of an X.509 certificate's validity.

use arena_protocol::date;

/// Tags of DER values.
const SEQUENCE: u8 = 0x30;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// The optional version at the beginning of the signed part.
const VERSION: u8 = 0xa0;

/// Returns the end of the certificate's validity in Unix milliseconds; `None` if the certificate cannot be read.
pub(super) fn expires_ms(certificate: &[u8]) -> Option<u64> {
    // RFC 5280, section 4.1: Certificate, TBSCertificate, then [version], serial number, signature, issuer, validity.
    let mut signed = inside(&mut inside(&mut &*certificate, SEQUENCE)?, SEQUENCE)?;
    if signed.first() == Some(&VERSION) {
        value(&mut signed)?;
    }
    for _ in ["serial number", "signature", "issuer"] {
        value(&mut signed)?;
    }
    let mut validity = inside(&mut signed, SEQUENCE)?;
    value(&mut validity)?;
    let (tag, end) = value(&mut validity)?;
    let digits = std::str::from_utf8(end).ok().filter(|text| text.is_ascii())?.strip_suffix('Z')?;
    let (year, rest) = match tag {
        // Two digits of the year: 50 to 99 are in the 20th century.
        UTC_TIME => (if digits.get(..2)? < "50" { "20" } else { "19" }.to_owned() + digits.get(..2)?, digits.get(2..)?),
        GENERALIZED_TIME => (digits.get(..4)?.to_owned(), digits.get(4..)?),
        _ => return None,
    };
    let part = |at: usize| rest.get(at..at + 2);
    let (month, day, hour, minute, second) = (part(0)?, part(2)?, part(4)?, part(6)?, part(8)?);
    date::parse(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z")).ok()
}

/// Takes the next value, which must have this tag, and returns its content.
fn inside<'d>(data: &mut &'d [u8], wanted: u8) -> Option<&'d [u8]> {
    value(data).filter(|(tag, _)| *tag == wanted).map(|(_, content)| content)
}

/// Takes the next DER value and returns its tag and content.
fn value<'d>(data: &mut &'d [u8]) -> Option<(u8, &'d [u8])> {
    let (&tag, rest) = data.split_first()?;
    let (&first, mut rest) = rest.split_first()?;
    let length = if first < 0x80 {
        usize::from(first)
    } else {
        // The low bits are the number of bytes of the length.
        let (bytes, after) = rest.split_at_checked(usize::from(first & 0x7f)).filter(|(bytes, _)| bytes.len() <= 4)?;
        rest = after;
        bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte))
    };
    let (content, after) = rest.split_at_checked(length)?;
    *data = after;
    Some((tag, content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    #[test]
    fn reads_the_end_of_a_certificate() {
        let key = KeyPair::generate().expect("a key");
        for (year, ms) in [(2049, 2_493_072_000_000), (2050, 2_524_608_000_000), (4096, 67_090_118_400_000)] {
            let mut made = CertificateParams::new(vec!["localhost".to_owned()]).expect("the name is valid");
            (made.not_before, made.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(year, 1, 1));
            let certificate = made.self_signed(&key).expect("a certificate");
            assert_eq!(expires_ms(certificate.der()), Some(ms), "{year}");
            for cut in 0..certificate.der().len() {
                // A certificate that was cut off has no end, and does not panic.
                expires_ms(&certificate.der()[..cut]);
            }
        }
        assert_eq!(expires_ms(b"not a certificate"), None);
    }
}
