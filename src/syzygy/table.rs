//! One table: a file with the values of all positions with the same pieces.
//!
//! A header describes one to eight parts: one for each side to move, and with pawns one for each file of the leading
//! pawn. A part's values are a sequence of symbols in Huffman code. A symbol stands for one value or for two other
//! symbols. The code is cut into blocks of equal size, and an index finds the block of a position.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use cozy_chess::{Board, Color};

use crate::cursor::{CUT_OFF, Cursor, Problem};
use crate::encoding::{Encoding, leading_file, leading_pawns};
use crate::material::Material;
use crate::pages::{PageCache, read_at};

/// The kinds of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Win, draw or loss.
    Wdl,
    /// The distance to the next capture or pawn move.
    Dtz,
}

impl Kind {
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    const fn magic(self) -> u32 {
        match self {
            Self::Wdl => 0x5d23_e871,
            Self::Dtz => 0xa50c_66d7,
        }
    }
}

/// Bits of a part's flags.
mod flag {
    pub(super) const BLACK: u8 = 1;
    pub(super) const MAPPED: u8 = 2;
    pub(super) const WIN_IN_PLIES: u8 = 4;
    pub(super) const LOSS_IN_PLIES: u8 = 8;
    pub(super) const WIDE_MAP: u8 = 16;
    pub(super) const CONSTANT: u8 = 128;
}

/// Bytes that are read at first, and at most, to find the header.
const USUAL_HEADER: usize = 1 << 14;
const MAX_HEADER: usize = 1 << 20;
/// Every file ends with a checksum of this many bytes.
const CHECKSUM: u64 = 16;
/// The blocks of a part begin at a multiple of this.
const ALIGNMENT: u64 = 64;
/// The most blocks from the one that the index names to the one with the position. Real tables need a few.
const MAX_STEPS: usize = 1 << 16;
/// The second half of a symbol that stands for one value.
const NO_SYMBOL: u16 = 0xfff;

/// The error of reading a value.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error(transparent)]
    Damaged(#[from] Problem),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A table's header and the place of its file.
pub(crate) struct Table {
    path: PathBuf,
    /// Opened when the first value is read, because there may be more tables than files can be open.
    file: OnceLock<File>,
    /// Identifies the file in the page cache.
    number: u32,
    material: Material,
    kind: Kind,
    /// Sides to move with parts of their own.
    sides: usize,
    parts: Vec<Part>,
}

/// The positions with one side to move and, with pawns, with the leading pawn on one file.
struct Part {
    encoding: Encoding,
    flags: u8,
    values: Values,
    /// The distances that the values stand for, by the result of the position (`map_of`).
    maps: Option<[Vec<u16>; 4]>,
}

enum Values {
    Constant(u16),
    Compressed(Compressed),
}

#[derive(Clone, Copy)]
struct Symbol {
    left: u16,
    right: u16,
    /// The number of values.
    len: u16,
}

struct Compressed {
    /// The base-2 logarithms of the positions for each entry of the index, and of the bytes of a block.
    index_bits: u32,
    block_bits: u32,
    /// The number of blocks, and of entries in the list of their lengths.
    blocks: u32,
    lengths: u32,
    /// The length of the shortest code.
    min_len: u32,
    /// For each length of codes the lowest code, at the upper end of the word, and its symbol.
    lowest: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
    /// Positions in the file.
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

impl Table {
    /// Reads and checks the header.
    pub(crate) fn open(path: PathBuf, number: u32, material: Material, kind: Kind) -> Result<Self, ReadError> {
        let file = File::open(&path)?;
        let size = file.metadata()?.len();
        let (mut header, mut most) = (Vec::new(), USUAL_HEADER);
        let (sides, parts) = loop {
            header.resize(most, 0);
            let len = read_at(&file, &mut header, 0)?;
            match parse(&header[..len], size, material, kind) {
                Err(CUT_OFF) if len == most && most < MAX_HEADER => most *= 4,
                parsed => break parsed?,
            }
        };
        Ok(Self { path, file: OnceLock::new(), number, material, kind, sides, parts })
    }

    /// Returns the table's value of a position with its pieces: from 0, a loss, to 4, a win. `flipped` tells that the
    /// colours are swapped.
    pub(crate) fn wdl(&self, cache: &PageCache, board: &Board, flipped: bool) -> Result<u16, ReadError> {
        self.value(self.part(board, flipped), cache, board, self.is_flipped(board, flipped))
    }

    /// Returns the distance in plies of a position with its pieces to the next capture or pawn move that keeps `wdl`, a
    /// win or loss between -2 and 2. `None` if the table only has the positions with the other side to move.
    pub(crate) fn dtz(
        &self,
        cache: &PageCache,
        board: &Board,
        flipped: bool,
        wdl: i32,
    ) -> Result<Option<i32>, ReadError> {
        let part = self.part(board, flipped);
        let black = part.flags & flag::BLACK != 0;
        if !self.material.is_symmetric() && black != is_black(board, flipped) {
            return Ok(None);
        }
        let mut value = self.value(part, cache, board, self.is_flipped(board, flipped))?;
        if let Some(maps) = &part.maps {
            value = *maps[map_of(wdl)].get(usize::from(value)).ok_or(Problem("a distance is not in the list"))?;
        }
        let in_plies = match wdl {
            2 => part.flags & flag::WIN_IN_PLIES != 0,
            -2 => part.flags & flag::LOSS_IN_PLIES != 0,
            _ => false,
        };
        Ok(Some(i32::from(value) * if in_plies { 1 } else { 2 }))
    }

    /// Returns whether the board is seen from the other side. A table with the same pieces on both sides only has the
    /// positions with White to move.
    fn is_flipped(&self, board: &Board, flipped: bool) -> bool {
        if self.material.is_symmetric() { board.side_to_move() == Color::Black } else { flipped }
    }

    fn part(&self, board: &Board, flipped: bool) -> &Part {
        let file = if self.material.has_pawns() {
            leading_file(&mut leading_pawns(board, self.material, self.is_flipped(board, flipped)))
        } else {
            0
        };
        let side = usize::from(self.sides == 2 && is_black(board, flipped));
        &self.parts[file * self.sides + side]
    }

    fn value(&self, part: &Part, cache: &PageCache, board: &Board, flipped: bool) -> Result<u16, ReadError> {
        let compressed = match &part.values {
            Values::Constant(value) => return Ok(*value),
            Values::Compressed(compressed) => compressed,
        };
        let index = part.encoding.index(part.encoding.squares(board, flipped));
        let index = index.filter(|index| *index < part.encoding.positions);
        let index = index.ok_or(Problem("the number of a position is out of range"))?;
        let file = match self.file.get() {
            Some(file) => file,
            None => {
                let file = File::open(&self.path)?;
                self.file.get_or_init(|| file)
            }
        };
        compressed.value(index, |at, buffer| cache.read(file, self.number, at, buffer))
    }

    /// Returns the name of the file.
    pub(crate) fn name(&self) -> String {
        format!("{}.{}", self.material.name(), self.kind.extension())
    }
}

/// Returns whether the table's Black is to move.
fn is_black(board: &Board, flipped: bool) -> bool {
    (board.side_to_move() == Color::Black) != flipped
}

/// Returns the place of the distances of a win or loss between -2 and 2.
const fn map_of(wdl: i32) -> usize {
    match wdl {
        2 => 0,
        -2 => 1,
        1 => 2,
        _ => 3,
    }
}

/// Reads the header of a file of `size` bytes. Returns the number of sides with parts of their own, and the parts.
fn parse(header: &[u8], size: u64, material: Material, kind: Kind) -> Result<(usize, Vec<Part>), Problem> {
    let mut cursor = Cursor::new(header);
    if cursor.u32()? != kind.magic() {
        return Err(Problem("it does not begin like a table of its kind"));
    }
    if size % ALIGNMENT != CHECKSUM {
        return Err(Problem("the file is cut off"));
    }
    // The upper half may be the number of pieces.
    let layout = cursor.u8()?;
    let (both_sides, has_pawns) = (layout & 1 != 0, layout & 2 != 0);
    let fits = has_pawns == material.has_pawns() && both_sides != material.is_symmetric();
    if !fits || layout & 12 != 0 || ![0, material.len()].contains(&usize::from(layout >> 4)) {
        return Err(Problem("its layout does not fit its name"));
    }
    let sides = if kind == Kind::Wdl && both_sides { 2 } else { 1 };
    let files = if has_pawns { 4 } else { 1 };
    let mut encodings = Vec::new();
    for file in 0..files {
        encodings.extend(parse_encodings(&mut cursor, material, sides, file)?);
    }
    cursor.align()?;
    let mut parts = Vec::new();
    for encoding in encodings {
        let flags = cursor.u8()?;
        let values = if flags & flag::CONSTANT != 0 {
            let value = cursor.u8()?;
            // A table of distances has them in its map.
            Values::Constant(if kind == Kind::Wdl { value.into() } else { 0 })
        } else {
            Values::Compressed(parse_compressed(&mut cursor, kind)?)
        };
        if matches!(values, Values::Constant(5..)) {
            return Err(Problem("a value is unknown"));
        }
        parts.push(Part { encoding, flags, values, maps: None });
    }
    if kind == Kind::Dtz {
        for part in &mut parts {
            if part.flags & flag::MAPPED != 0 {
                part.maps = Some(parse_maps(&mut cursor, part.flags & flag::WIDE_MAP != 0)?);
            }
        }
        cursor.align()?;
    }
    let end = place(&mut parts, cursor.at as u64).ok_or(Problem("a length is out of range"))?;
    if end != size - CHECKSUM {
        return Err(Problem("the size of the file does not fit its header"));
    }
    Ok((sides, parts))
}

/// Reads the order of the pieces for each side to move.
fn parse_encodings(
    cursor: &mut Cursor<'_>,
    material: Material,
    sides: usize,
    file: usize,
) -> Result<Vec<Encoding>, Problem> {
    let leader = material.leading_color();
    let opposing_pawns = material.has_pawns() && material.count(!leader, cozy_chess::Piece::Pawn) > 0;
    let orders = [cursor.u8()?, if opposing_pawns { cursor.u8()? } else { 0 }];
    let pieces = cursor.take(material.len())?;
    let of_side = |side: usize| {
        let half = |byte: u8| if side == 0 { byte & 15 } else { byte >> 4 };
        let pieces: Vec<u8> = pieces.iter().map(|byte| half(*byte)).collect();
        Encoding::new(material, &pieces, orders.map(|order| half(order).into()), file)
    };
    (0..sides).map(of_side).collect()
}

fn parse_compressed(cursor: &mut Cursor<'_>, kind: Kind) -> Result<Compressed, Problem> {
    let (block_bits, index_bits, padding) = (cursor.u8()?, cursor.u8()?, cursor.u8()?);
    let blocks = cursor.u32()?;
    let (max_len, min_len) = (cursor.u8()?, cursor.u8()?);
    let lengths = blocks.checked_add(padding.into());
    let valid = (3..=16).contains(&block_bits)
        && (1..=32).contains(&index_bits)
        && (1..=32).contains(&min_len)
        && (min_len..=32).contains(&max_len);
    let Some(lengths) = lengths.filter(|_| valid) else { return Err(Problem("a length is out of range")) };
    let first = (min_len..=max_len).map(|_| cursor.u16()).collect::<Result<Vec<_>, _>>()?;
    let count = usize::from(cursor.u16()?);
    if count > usize::from(NO_SYMBOL) {
        return Err(Problem("it has too many symbols"));
    }
    let mut symbols = Vec::with_capacity(count);
    for _ in 0..count {
        let bytes = cursor.take(3)?;
        let left = u16::from(bytes[0]) | u16::from(bytes[1] & 15) << 8;
        let right = u16::from(bytes[1] >> 4) | u16::from(bytes[2]) << 4;
        symbols.push(Symbol { left, right, len: 0 });
    }
    cursor.take(count % 2)?;
    measure(&mut symbols, kind)?;
    Ok(Compressed {
        index_bits: index_bits.into(),
        block_bits: block_bits.into(),
        blocks,
        lengths,
        min_len: min_len.into(),
        lowest: lowest_codes(&first, min_len.into()).ok_or(Problem("its code is invalid"))?,
        symbols,
        index_at: 0,
        lengths_at: 0,
        blocks_at: 0,
    })
}

/// Computes how many values each symbol stands for.
fn measure(symbols: &mut [Symbol], kind: Kind) -> Result<(), Problem> {
    let mut unmeasured = symbols.len();
    while unmeasured > 0 {
        let before = unmeasured;
        for at in 0..symbols.len() {
            let Symbol { left, right, len } = symbols[at];
            if len > 0 {
                continue;
            }
            let len = if right == NO_SYMBOL {
                if kind == Kind::Wdl && left > 4 {
                    return Err(Problem("a value is unknown"));
                }
                1
            } else {
                let of = |half: u16| symbols.get(usize::from(half)).map(|symbol| symbol.len);
                match of(left).zip(of(right)) {
                    None => return Err(Problem("a symbol is unknown")),
                    Some((0, _) | (_, 0)) => continue,
                    Some((left, right)) => left + right,
                }
            };
            if len > 256 {
                return Err(Problem("a symbol is too long"));
            }
            symbols[at].len = len;
            unmeasured -= 1;
        }
        if unmeasured == before {
            return Err(Problem("a symbol contains itself"));
        }
    }
    Ok(())
}

/// Computes the lowest code of each length from their symbols. Longer codes are lower.
fn lowest_codes(first: &[u16], min_len: u32) -> Option<Vec<(u64, u16)>> {
    let mut lowest = vec![(0, 0); first.len()];
    let (mut code, mut longer) = (0_u64, None::<u16>);
    for (at, symbol) in first.iter().enumerate().rev() {
        if let Some(longer) = longer {
            code = (code + u64::from(*symbol)).checked_sub(longer.into())? / 2;
        }
        let len = min_len + u32::try_from(at).ok()?;
        if code >> len != 0 {
            return None;
        }
        lowest[at] = (code << (64 - len), *symbol);
        longer = Some(*symbol);
    }
    Some(lowest)
}

/// Reads the distances that the values of a part stand for.
fn parse_maps(cursor: &mut Cursor<'_>, wide: bool) -> Result<[Vec<u16>; 4], Problem> {
    if wide {
        cursor.align()?;
    }
    let mut maps: [Vec<u16>; 4] = Default::default();
    for map in &mut maps {
        let mut next = || if wide { cursor.u16() } else { cursor.u8().map(u16::from) };
        let len = next()?;
        *map = (0..len).map(|_| next()).collect::<Result<_, _>>()?;
    }
    Ok(maps)
}

/// Computes where the parts' data are in the file, from the end of the header, and returns where they end.
fn place(parts: &mut [Part], mut at: u64) -> Option<u64> {
    let mut compressed: Vec<(u64, &mut Compressed)> = parts
        .iter_mut()
        .filter_map(|part| match &mut part.values {
            Values::Constant(_) => None,
            Values::Compressed(compressed) => Some((part.encoding.positions, compressed)),
        })
        .collect();
    let mut advance = |by: u64| {
        let end = at.checked_add(by)?;
        Some(std::mem::replace(&mut at, end))
    };
    for (positions, part) in &mut compressed {
        part.index_at = advance(6_u64.checked_mul(positions.div_ceil(1 << part.index_bits))?)?;
    }
    for (_, part) in &mut compressed {
        part.lengths_at = advance(2 * u64::from(part.lengths))?;
    }
    for (_, part) in &mut compressed {
        let begin = advance(0)?;
        advance(begin.next_multiple_of(ALIGNMENT) - begin)?;
        part.blocks_at = advance(u64::from(part.blocks) << part.block_bits)?;
    }
    at.checked_next_multiple_of(ALIGNMENT)
}

impl Compressed {
    /// Returns the value of the position with the number `index`. `read` reads from a position of the file.
    fn value(&self, index: u64, read: impl Fn(u64, &mut [u8]) -> io::Result<()>) -> Result<u16, ReadError> {
        let (block, mut left) = self.find_block(index, &read)?;
        let mut bytes = vec![0; (1 << self.block_bits) + size_of::<u64>()];
        let len = bytes.len() - size_of::<u64>();
        read(self.blocks_at + (u64::from(block) << self.block_bits), &mut bytes[..len])?;
        let mut bit = 0;
        let mut symbol = loop {
            if bit >= 8 * len {
                return Err(Problem("a block is too short").into());
            }
            let word = bytes[bit / 8..].first_chunk().copied().map_or(0, u64::from_be_bytes) << (bit % 8);
            let place = self.lowest.iter().position(|(lowest, _)| word >= *lowest);
            // The lowest of the longest codes is 0.
            let place = place.unwrap_or(self.lowest.len() - 1);
            let (lowest, first) = self.lowest[place];
            let code_len = self.min_len as usize + place;
            let symbol = self.symbol(u64::from(first) + ((word - lowest) >> (64 - code_len)))?;
            if left < u64::from(symbol.len) {
                break symbol;
            }
            left -= u64::from(symbol.len);
            bit += code_len;
        };
        while symbol.right != NO_SYMBOL {
            let first = self.symbol(symbol.left.into())?;
            symbol = if left < u64::from(first.len) {
                first
            } else {
                left -= u64::from(first.len);
                self.symbol(symbol.right.into())?
            };
        }
        Ok(symbol.left)
    }

    /// Returns the block with a position and the position's place in it.
    fn find_block(&self, index: u64, read: impl Fn(u64, &mut [u8]) -> io::Result<()>) -> Result<(u32, u64), ReadError> {
        let mut entry = [0; 6];
        read(self.index_at + 6 * (index >> self.index_bits), &mut entry)?;
        let [a, b, c, d, e, f] = entry;
        let (mut block, offset) = (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([e, f]));
        // The entry names the place of the position in the middle of its range.
        let within = (index & ((1 << self.index_bits) - 1)) as i64;
        let mut left = i64::from(offset) + within - (1 << (self.index_bits - 1));
        let damaged = || Problem("the index is out of range");
        for _ in 0..MAX_STEPS {
            if left < 0 {
                block = block.checked_sub(1).ok_or_else(damaged)?;
            }
            if block >= self.lengths {
                return Err(damaged().into());
            }
            let mut length = [0; 2];
            read(self.lengths_at + 2 * u64::from(block), &mut length)?;
            let length = i64::from(u16::from_le_bytes(length)) + 1;
            if left < 0 {
                left += length;
                continue;
            }
            if left < length {
                return if block < self.blocks { Ok((block, left as u64)) } else { Err(damaged().into()) };
            }
            left -= length;
            block += 1;
        }
        Err(damaged().into())
    }

    fn symbol(&self, number: u64) -> Result<Symbol, Problem> {
        let symbol = usize::try_from(number).ok().and_then(|number| self.symbols.get(number));
        symbol.copied().ok_or(Problem("a symbol is unknown"))
    }
}
