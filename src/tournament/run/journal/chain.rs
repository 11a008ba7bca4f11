//! Checksums of a journal's lines. Each covers its line and the previous checksum.
//!
//! A line ends with a tab and sixteen hexadecimal digits. A line that was changed does not match its own checksum. A
//! line that was moved or repeated, or whose predecessor is missing, does not match the chain. Such a line is ignored,
//! but the lines after it count: they may follow either the checksum in the bad line or the one that should be there.

use sha2::{Digest, Sha256};

/// Digits of a checksum.
const DIGITS: usize = 16;
/// The most checksums that are remembered over consecutive bad lines.
const MOST: usize = 8;

/// A checksum, in hexadecimal digits.
type Sum = [u8; DIGITS];

/// The state of a chain: one checksum, or several possible ones after a bad line.
#[derive(Clone, Debug)]
pub(super) struct Chain(Vec<Sum>);

/// The result of checking a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link<'a> {
    /// The checksum matches. Contains the line without it.
    Whole(&'a [u8]),
    /// The checksum is missing or does not match.
    Broken,
}

impl Default for Chain {
    fn default() -> Self {
        Self(vec![[b'0'; DIGITS]])
    }
}

impl Chain {
    /// Appends a line and its checksum.
    pub(super) fn write(&mut self, text: &mut Vec<u8>, line: &[u8]) {
        let sum = sum(&self.0[0], line);
        text.extend_from_slice(line);
        text.push(b'\t');
        text.extend_from_slice(&sum);
        text.push(b'\n');
        self.0 = vec![sum];
    }

    /// Checks the next line, without its line break.
    pub(super) fn read<'a>(&mut self, line: &'a [u8]) -> Link<'a> {
        let Some((content, stored)) = split(line) else {
            // The tab before the checksum may be damaged.
            let stored = line.last_chunk().copied();
            self.0 = self.0.iter().take(MOST).map(|before| sum(before, line)).chain(stored).collect();
            return Link::Broken;
        };
        if self.0.iter().any(|before| sum(before, content) == stored) {
            self.0 = vec![stored];
            return Link::Whole(content);
        }
        let right = self.0.iter().take(MOST).map(|before| sum(before, content));
        self.0 = std::iter::once(stored).chain(right).collect();
        Link::Broken
    }
}

/// Splits a line from its checksum, if it has one.
fn split(line: &[u8]) -> Option<(&[u8], Sum)> {
    let at = line.len().checked_sub(DIGITS + 1)?;
    let (content, stored) = (&line[..at], &line[at + 1..]);
    (line[at] == b'\t').then_some((content, stored.try_into().ok()?))
}

fn sum(before: &Sum, line: &[u8]) -> Sum {
    let digest = Sha256::new().chain_update(before).chain_update(line).finalize();
    let mut sum = [0; DIGITS];
    for (digits, byte) in sum.chunks_exact_mut(2).zip(digest) {
        for (digit, half) in digits.iter_mut().zip([byte >> 4, byte & 15]) {
            *digit = b"0123456789abcdef"[usize::from(half)];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[&str]) -> Vec<Vec<u8>> {
        let (mut chain, mut text) = (Chain::default(), Vec::new());
        lines.iter().for_each(|line| chain.write(&mut text, line.as_bytes()));
        text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
    }

    /// Returns which lines are accepted.
    fn believed(lines: &[Vec<u8>]) -> Vec<bool> {
        let mut chain = Chain::default();
        lines.iter().map(|line| matches!(chain.read(line), Link::Whole(_))).collect()
    }

    #[test]
    fn a_bad_line_is_rejected_and_a_missing_line_rejects_the_next() {
        let lines = written(&["one", "two", "three", "four"]);
        assert_eq!(believed(&lines), [true; 4]);
        for (at, byte) in [(1, 0), (1, 2), (1, lines[1].len() - 1), (1, 3)] {
            let mut changed = lines.clone();
            changed[at][byte] ^= 1;
            assert_eq!(believed(&changed), [true, false, true, true], "byte {byte}");
        }
        let without = [lines[0].clone(), lines[2].clone(), lines[3].clone()];
        assert_eq!(believed(&without), [true, false, true]);
        let twice = [lines[0].clone(), lines[0].clone(), lines[1].clone(), lines[2].clone()];
        assert_eq!(believed(&twice), [true, false, true, true]);
        let exchanged = [lines[1].clone(), lines[0].clone(), lines[2].clone()];
        assert!(!believed(&exchanged)[0]);
    }
}
