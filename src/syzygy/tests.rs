//! Tests. Those that read real tables need the folder `ARENA_SYZYGY`; `tests/syzygy` fetches the tables and runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use arena_games::Game;
use arena_games::chess::Chess;
use arena_games::hex::Hex;
use arena_games::seed::Rng;
use cozy_chess::{Board, Color, Piece, Square};

use crate::encoding::Encoding;
use crate::material::Material;
use crate::table::Kind;
use crate::{MAX_PIECES, OpenError, ProbeError, Tablebases, Wdl, for_game};

/// Names, positions, results and distances, as python-chess 1.11.2 finds them.
const KNOWN: [(&str, Wdl, i32); 14] = [
    ("8/8/8/8/8/2k5/8/KR6 w - - 0 1", Wdl::Win, 27),
    ("8/8/8/8/8/2k5/8/KR6 b - - 0 1", Wdl::Loss, -30),
    ("6k1/8/8/3P4/4K3/8/8/8 w - - 0 1", Wdl::Win, 1),
    ("8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1", Wdl::Win, 1),
    ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Wdl::Draw, 0),
    ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", Wdl::Win, 1),
    ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Wdl::Loss, -1),
    ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", Wdl::Loss, -2),
    ("8/8/8/8/1k6/8/8/KBN5 w - - 0 1", Wdl::Win, 58),
    ("8/8/3k4/8/8/3NN3/8/4K3 w - - 0 1", Wdl::Draw, 0),
    ("8/8/8/8/k1pP4/8/8/3K4 b - d3 0 1", Wdl::Draw, 0),
    ("8/8/8/1k6/2pP4/8/8/7K b - d3 0 1", Wdl::Win, 1),
    ("8/4k3/8/8/8/1p6/8/1KB5 b - - 0 1", Wdl::Draw, 0),
    ("k7/8/8/8/8/8/8/K7 w - - 0 1", Wdl::Draw, 0),
];

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).expect("a position")
}

/// Collects the warnings.
fn open(folders: &[&Path]) -> (Result<Tablebases, OpenError>, Arc<Mutex<Vec<String>>>) {
    let warnings = Arc::<Mutex<Vec<String>>>::default();
    let told = Arc::clone(&warnings);
    let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    (Tablebases::open(&folders, Box::new(move |text| told.lock().unwrap().push(text.to_owned()))), warnings)
}

/// Writes a table in which every position has the same value.
fn constant_table(kind: Kind, value: u8) -> Vec<u8> {
    let magic: u32 = if kind == Kind::Wdl { 0x5d23_e871 } else { 0xa50c_66d7 };
    // Two sides; the order of the groups; knight, king, king; for each side the constant.
    let mut bytes =
        [&magic.to_le_bytes()[..], &[0x31, 0x00, 0x22, 0x66, 0xee, 0], &[0x80, value, 0x80, value]].concat();
    bytes.resize(64 + 16, 0);
    bytes
}

#[test]
fn opens_folders_and_names_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let error = open(&[&missing]).0.unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot read the folder of Syzygy tables {}: ", missing.display())), "{error}");
    let error = open(&[folder.path()]).0.unwrap_err().to_string();
    assert_eq!(error, format!("no usable Syzygy table (such as KQvK.rtbw) in {}", folder.path().display()));

    fs::write(folder.path().join("KNvK.rtbw"), constant_table(Kind::Wdl, 2)).unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    fs::write(folder.path().join("KBvK.rtbw"), constant_table(Kind::Wdl, 2)).unwrap();
    fs::write(folder.path().join("KRvK.rtbw"), &constant_table(Kind::Wdl, 2)[..70]).unwrap();
    fs::write(folder.path().join("KQvK.rtbz"), constant_table(Kind::Wdl, 2)).unwrap();
    let (opened, warnings) = open(&[folder.path()]);
    let tables = opened.unwrap();
    assert_eq!(tables.to_string(), "1 WDL and 0 DTZ tables of up to 3 pieces");
    let path = |name| folder.path().join(name).display().to_string();
    let expected = [
        format!("{} is not used: the pieces do not fit the name", path("KBvK.rtbw")),
        format!("{} is not used: it does not begin like a table of its kind", path("KQvK.rtbz")),
        format!("{} is not used: the file is cut off", path("KRvK.rtbw")),
    ];
    assert_eq!(*warnings.lock().unwrap(), expected);

    assert_eq!(tables.wdl(&board("8/8/8/2n5/8/2k5/8/K7 w - - 0 1")), Ok(Wdl::Draw));
    let other = board("8/8/8/2r5/8/2k5/8/K7 w - - 0 1");
    assert_eq!(tables.wdl(&other), Err(ProbeError::Missing("KRvK.rtbw".to_owned())));
    let castling = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.wdl(&castling), Err(ProbeError::Castling));
}

#[test]
fn a_table_with_a_wrong_value_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("KNvK.rtbw"), constant_table(Kind::Wdl, 5)).unwrap();
    assert!(matches!(open(&[folder.path()]).0, Err(OpenError::Empty { .. })));
}

#[test]
fn only_chess_has_tables() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("KNvK.rtbw"), constant_table(Kind::Wdl, 2)).unwrap();
    let tables = Arc::new(open(&[folder.path()]).0.unwrap());
    assert!(for_game::<Hex>(&tables, MAX_PIECES).is_none());
    let chess = for_game::<Chess>(&tables, MAX_PIECES).unwrap();
    let result = |fen| chess.result(&Chess::parse(&Default::default(), fen).unwrap());
    assert_eq!(result("8/8/8/2n5/8/2k5/8/K7 w - - 0 1"), Some(0));
    assert_eq!(result("8/8/8/2n5/8/2k5/8/K7 w - - 1 1"), None, "only right after a capture or a pawn move");
    assert_eq!(result("8/8/8/2n5/8/2k5/8/KR6 w - - 0 1"), None);
    let limited = for_game::<Chess>(&tables, 2).unwrap();
    let drawn = Chess::parse(&Default::default(), "8/8/8/2n5/8/2k5/8/K7 w - - 0 1").unwrap();
    assert_eq!((chess.result(&drawn), limited.result(&drawn)), (Some(0), None));
}

/// Places the pieces on random squares: no pawn on the first or last rank, no two kings that touch.
fn random_board(rng: &mut Rng, pieces: &[(Color, Piece)]) -> Option<Board> {
    let mut builder = cozy_chess::BoardBuilder::empty();
    for &(color, piece) in pieces {
        let square = Square::index(rng.below(64));
        if builder.board[square as usize].is_some() {
            return None;
        }
        builder.board[square as usize] = Some((piece, color));
    }
    builder.side_to_move = Color::ALL[rng.below(2)];
    // cozy-chess accepts kings that touch.
    builder.build().ok().filter(|board| {
        let [white, black] = Color::ALL.map(|color| board.king(color));
        !cozy_chess::get_king_moves(white).has(black)
    })
}

/// The pieces of a table in the order of a valid header.
fn pieces(name: &str) -> (Material, Vec<(Color, Piece)>) {
    let material = Material::parse(name).expect("a name");
    let leader = material.leading_color();
    let mut pieces = Vec::new();
    let mut add = |color, piece| (0..material.count(color, piece)).for_each(|_| pieces.push((color, piece)));
    for color in [leader, !leader] {
        add(color, Piece::Pawn);
    }
    add(Color::White, Piece::King);
    add(Color::Black, Piece::King);
    for once in [true, false] {
        for color in Color::ALL {
            for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
                if (material.count(color, piece) == 1) == once {
                    add(color, piece);
                }
            }
        }
    }
    (material, pieces)
}

#[test]
fn positions_up_to_symmetry_have_different_numbers() {
    let mut rng = Rng::new(7);
    for name in ["KQvKR", "KRRvK", "KNNvKN", "KPPvKP", "KPPPvKR", "KRPPvKPP", "KBBBBvK", "KQRBvKNN", "KPPPPPvK"] {
        let (material, pieces) = pieces(name);
        let codes: Vec<u8> =
            pieces.iter().map(|(color, piece)| *piece as u8 + 1 + if *color == Color::Black { 8 } else { 0 }).collect();
        let of_file = |file| Encoding::new(material, &codes, [0, 1], file).expect(name);
        let encodings = [0, 1, 2, 3].map(of_file);
        let mut found = std::collections::HashMap::new();
        let mut count = 0;
        while count < 3_000 {
            let Some(board) = random_board(&mut rng, &pieces) else { continue };
            count += 1;
            let encoding = |board: &Board| {
                let file = match material.has_pawns() {
                    true => crate::encoding::leading_file(&mut crate::encoding::leading_pawns(board, material, false)),
                    false => 0,
                };
                let index = encodings[file].index(encodings[file].squares(board, false)).expect("in range");
                assert!(index < encodings[file].positions, "{name}: {board}");
                (file, index)
            };
            let own = encoding(&board);
            let mut images: Vec<Vec<Option<(Piece, Color)>>> = Vec::new();
            let transforms: &[fn(usize) -> usize] = if material.has_pawns() {
                &[|square| square, |square| square ^ 7]
            } else {
                &[|square| square, |square| square ^ 7, |square| square ^ 56]
            };
            for transform in transforms {
                let mut builder = cozy_chess::BoardBuilder::empty();
                builder.side_to_move = board.side_to_move();
                for square in Square::ALL {
                    let piece = board.piece_on(square).zip(board.color_on(square));
                    builder.board[transform(square as usize)] = piece;
                }
                images.push(builder.board.to_vec());
                let image = builder.build().expect("symmetric positions are valid");
                // Both images are stored if two pawns are equally near to their edges.
                let mut pawns = crate::encoding::leading_pawns(&board, material, false);
                pawns.iter_mut().filter(|square| **square & 7 > 3).for_each(|square| *square ^= 7);
                pawns.sort_unstable();
                if pawns.windows(2).all(|pair| pair[0] != pair[1]) {
                    assert_eq!(encoding(&image), own, "{name}: {board} and {image}");
                }
            }
            let placed = images.swap_remove(0);
            // The same number belongs to the same position up to symmetry, which has the same pieces on equal squares
            // as one of the eight images. Random positions hardly ever coincide.
            if let Some(other) = found.insert(own, placed.clone()) {
                assert!(are_symmetric(&other, &placed), "{name}: {board}");
            }
        }
    }
}

type Placed = Vec<Option<(Piece, Color)>>;

fn are_symmetric(one: &Placed, other: &Placed) -> bool {
    (0..8).any(|image| {
        (0..64).all(|square: usize| {
            let mut to = square;
            to ^= if image & 1 == 0 { 0 } else { 7 };
            to ^= if image & 2 == 0 { 0 } else { 56 };
            to = if image & 4 == 0 { to } else { to >> 3 | (to & 7) << 3 };
            one[square] == other[to]
        })
    })
}

/// Tests that read real tables.
mod with_tables {
    use super::*;

    /// The folder of real tables.
    fn folder() -> PathBuf {
        std::env::var_os("ARENA_SYZYGY").expect("ARENA_SYZYGY names the folder of the tables: run tests/syzygy").into()
    }

    #[test]
    #[ignore = "needs tables, which tests/syzygy fetches"]
    fn known_positions_have_their_results_and_distances() {
        let tables = open(&[&folder()]).0.unwrap();
        for (fen, wdl, dtz) in KNOWN {
            assert_eq!((tables.wdl(&board(fen)), tables.dtz(&board(fen))), (Ok(wdl), Ok(dtz)), "{fen}");
        }
    }

    /// Plays both sides by the tables from won positions: the distance falls with every move, until mate.
    #[test]
    #[ignore = "needs tables, which tests/syzygy fetches"]
    fn the_best_moves_win_won_positions() {
        let tables = Arc::new(open(&[&folder()]).0.unwrap());
        let chess = for_game::<Chess>(&tables, MAX_PIECES).unwrap();
        for fen in
            ["8/8/8/8/1k6/8/8/KBN5 w - - 0 1", "8/8/8/3k4/8/8/1r6/K3Q3 w - - 0 1", "k7/8/8/8/8/8/1P6/K7 w - - 0 1"]
        {
            let mut position = Chess::parse(&Default::default(), fen).unwrap();
            let winner = position.to_move();
            let mut plies = 0;
            while position.outcome().is_none() {
                // As if positions had been repeated, so that the shortest way is taken.
                let (moves, result) = chess.best_moves(&position, true).expect("in the tables");
                assert_eq!(result, if position.to_move() == winner { 1 } else { -1 }, "{}", position.notation());
                position.play(moves[0]);
                plies += 1;
                assert!(plies < 200, "{fen}");
            }
            assert_eq!(position.outcome().and_then(arena_games::Outcome::winner), Some(winner), "{fen}");
        }
    }

    /// Damages tables and looks positions up. Nothing panics or hangs, and an answer that is no error is a result.
    #[test]
    #[ignore = "needs tables, which tests/syzygy fetches"]
    fn damaged_tables_lead_to_errors() {
        let (sound, damaged) = (folder(), tempfile::tempdir().unwrap());
        let sound_tables = open(&[&sound]).0.unwrap();
        let mut rng = Rng::new(1);
        for small in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR", "KPvKP", "KQvKP", "KRvKP", "KBvKP", "KNvKP"] {
            for extension in ["rtbw", "rtbz"] {
                let name = format!("{small}.{extension}");
                fs::copy(sound.join(&name), damaged.path().join(&name)).unwrap();
            }
        }
        let mut counts = [0; 4];
        for name in
            ["KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KQvKR.rtbw", "KQvKR.rtbz", "KPvKP.rtbw", "KPvKP.rtbz"]
        {
            let bytes = fs::read(sound.join(name)).unwrap();
            let (_, pieces) = pieces(&name[..name.len() - 5]);
            let boards: Vec<Board> =
                std::iter::repeat_with(|| random_board(&mut rng, &pieces)).flatten().take(60).collect();
            let mut rng = Rng::new(2);
            for case in 0..48 {
                let mut changed = bytes.clone();
                match case {
                    0 => changed.clear(),
                    1 => changed.truncate(80),
                    2 => changed[4..].fill(0),
                    3 => changed[4..].fill(0xff),
                    4..8 => changed.truncate(64 * rng.below(bytes.len() / 64) + 16),
                    // Half of the changes hit the header.
                    _ => (0..8).for_each(|_| {
                        let end = if case % 2 == 0 { bytes.len() } else { bytes.len().min(200) };
                        changed[4 + rng.below(end - 4)] = rng.below(256) as u8;
                    }),
                }
                fs::write(damaged.path().join(name), &changed).unwrap();
                let (opened, warnings) = open(&[damaged.path()]);
                let tables = opened.expect("the other tables are sound");
                let mut failed = false;
                for board in &boards {
                    let distance = tables.dtz(board);
                    failed |= distance.is_err();
                    counts[usize::from(distance != sound_tables.dtz(board))] += 1;
                }
                let warnings = warnings.lock().unwrap();
                assert_eq!(failed, !warnings.is_empty(), "{name} {case}: {warnings:?}");
                assert!(warnings.len() <= 2, "each table is named once: {warnings:?}");
                counts[2 + usize::from(failed)] += 1;
            }
            fs::write(damaged.path().join(name), &bytes).unwrap();
        }
        let [_, _, unnoticed, noticed] = counts;
        assert!(noticed > unnoticed, "answers right and other, tables unnoticed and noticed: {counts:?}");
    }
}
