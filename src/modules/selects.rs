//! Works around an error of wasmi 2.0.0: `select` can take the wrong operand if its condition compares a local variable
//! with 0.
//!
//! wasmi joins the comparison and `select` into one instruction, which looks at the value that was computed last instead of
//! the variable. An operation between the two keeps them apart. `x & -1` is `x`, so no value changes. It costs fuel,
//! like any other operation.

use wasmparser::{BinaryReader, FunctionBody, Operator, Result};

/// The length of the header of a module: magic and version.
const HEADER: usize = 8;
/// The number of the section with the functions.
const CODE: u8 = 10;
/// `i32.const -1` and `i32.and`.
const NO_CHANGE: [u8; 3] = [0x41, 0x7f, 0x71];

/// Returns the module with an operation before each `select`.
///
/// # Errors
/// If a section or a function cannot be read. wasmi then says more about it.
pub(super) fn kept_apart(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut sections = BinaryReader::new(wasm, 0);
    let mut written = sections.read_bytes(HEADER)?.to_vec();
    while !sections.eof() {
        let id = sections.read_u8()?;
        let content = read_sized(&mut sections)?;
        written.push(id);
        match id {
            CODE => write_sized(&code(content)?, &mut written),
            _ => write_sized(content, &mut written),
        }
    }
    Ok(written)
}

fn code(section: &[u8]) -> Result<Vec<u8>> {
    let mut functions = BinaryReader::new(section, 0);
    let mut written = Vec::with_capacity(section.len());
    let count = functions.read_var_u32()?;
    write_number(count, &mut written);
    for _ in 0..count {
        let function = read_sized(&mut functions)?;
        let (mut own, mut copied) = (Vec::with_capacity(function.len()), 0);
        let mut operators = FunctionBody::new(BinaryReader::new(function, 0)).get_operators_reader()?;
        while !operators.eof() {
            let (operator, at) = operators.read_with_offset()?;
            if matches!(operator, Operator::Select | Operator::TypedSelect { .. }) {
                own.extend_from_slice(&function[copied..at]);
                own.extend(NO_CHANGE);
                copied = at;
            }
        }
        own.extend_from_slice(&function[copied..]);
        write_sized(&own, &mut written);
    }
    written.extend_from_slice(functions.read_bytes(functions.bytes_remaining())?);
    Ok(written)
}

fn read_sized<'a>(reader: &mut BinaryReader<'a>) -> Result<&'a [u8]> {
    let size = reader.read_var_u32()?;
    reader.read_bytes(size as usize)
}

fn write_sized(bytes: &[u8], written: &mut Vec<u8>) {
    write_number(u32::try_from(bytes.len()).expect("a module has at most a mebibyte"), written);
    written.extend_from_slice(bytes);
}

/// Writes a number with seven bits per byte, the lowest first (LEB128).
fn write_number(mut number: u32, written: &mut Vec<u8>) {
    while number >= 0x80 {
        written.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    written.push(number as u8);
}
