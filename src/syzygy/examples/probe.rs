//! Looks positions up in the Syzygy tables of the folders that are given as arguments. Reads one FEN per line and writes
//! the result (-2 to 2) and the distance (DTZ), or the error. `tests/syzygy` compares them with python-chess.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

use arena_syzygy::{Tablebases, Wdl};
use cozy_chess::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<_> = std::env::args_os().skip(1).map(Into::into).collect();
    let tablebases = Tablebases::open(&folders, Box::new(|warning| eprintln!("{warning}")))?;
    eprintln!("{tablebases}");
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let board = Board::from_fen(&line?, false).map_err(|error| error.to_string())?;
        match (tablebases.wdl(&board), tablebases.dtz(&board)) {
            (Ok(wdl), Ok(dtz)) => {
                let all = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
                let wdl = (-2..).zip(all).find(|(_, other)| *other == wdl).map_or(0, |(number, _)| number);
                writeln!(out, "{wdl} {dtz}")?;
            }
            (Err(error), _) | (_, Err(error)) => writeln!(out, "{error}")?,
        }
    }
    Ok(())
}
