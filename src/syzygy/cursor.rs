//! Reads numbers from the header of a table.

/// Why a table is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub(crate) &'static str);

/// The header is longer than the bytes that were read.
pub(crate) const CUT_OFF: Problem = Problem("the header is cut off");

/// A position in the header. All numbers are little-endian.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], Problem> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(CUT_OFF)?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Problem> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Problem> {
        let taken = self.take(2)?;
        Ok(u16::from_le_bytes([taken[0], taken[1]]))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Problem> {
        Ok(u32::from(self.u16()?) | u32::from(self.u16()?) << 16)
    }

    /// Skips to an even position.
    pub(crate) fn align(&mut self) -> Result<(), Problem> {
        self.take(self.at % 2).map(|_| ())
    }
}
