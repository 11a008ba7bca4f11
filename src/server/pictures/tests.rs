use arena_games::GameId;

use super::*;

fn pictured(game: &str, moves: &[&str]) -> PicturedMatch {
    let game: GameId = game.parse().expect("the game exists");
    let options = game.complete_options(&arena_games::Options::new()).expect("the defaults are valid");
    let mut board = game.board(&options, None).expect("the game begins");
    let mut positions = vec![board.diagram()];
    for (ply, mv) in moves.iter().enumerate() {
        board.play(game.parse_move(mv).expect("a move"), ply).expect("it is legal");
        positions.push(board.diagram());
    }
    PicturedMatch {
        game, names: ["Ann".to_owned(), "安".to_owned()], result: Some(Some(GameResult::First)), positions
    }
}

/// The first moves of each game.
const GAMES: [(&str, &[&str]); 10] = [
    ("tictactoe", &["b2", "a1"]),
    ("bones", &["2"]),
    ("tree", &["1"]),
    ("connect4", &["d", "d", "c"]),
    ("reversi", &["d3"]),
    ("checkers", &["11-15"]),
    ("chess", &["e2e4", "e7e5", "g1f3"]),
    ("xiangqi", &["h2e2"]),
    ("gomoku", &["h8", "g7"]),
    ("hex", &["c2", "d4"]),
];

#[test]
fn every_game_has_a_card() {
    for (game, moves) in GAMES {
        let png = match_card(&pictured(game, moves)).expect("it is drawn");
        assert!(png.starts_with(b"\x89PNG") && png.len() < 200_000, "{game}: {} bytes", png.len());
        if let Some(folder) = std::env::var_os("PICTURES") {
            std::fs::write(std::path::Path::new(&folder).join(format!("{game}.png")), png).expect("it is written");
        }
    }
}

#[test]
fn an_animation_takes_the_time_that_was_asked_for() {
    for (game, moves) in GAMES {
        let history = pictured(game, moves);
        let last = history.positions.len() - 1;
        let bytes = animation(&history, 0, last, 6).expect("it is drawn");
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).expect("a GIF");
        let (mut hundredths, mut frames) = (0, 0);
        while let Some(frame) = decoder.read_next_frame().expect("a picture") {
            (hundredths, frames) = (hundredths + u32::from(frame.delay), frames + 1);
        }
        assert_eq!(frames, last + 1, "{game}");
        assert!((580..=600).contains(&hundredths), "{game}: {hundredths}");
    }
}

#[test]
fn a_long_match_has_few_pictures() {
    let mut long = pictured("tictactoe", &["b2", "a1"]);
    long.positions = (0..1_000).map(|at| long.positions[at % 3].clone()).collect();
    let bytes = animation(&long, 0, 999, 6).expect("it is drawn");
    let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).expect("a GIF");
    let mut frames = 0;
    while decoder.read_next_frame().expect("a picture").is_some() {
        frames += 1;
    }
    assert_eq!(frames, MOST_FRAMES);
    assert!(bytes.len() < 1_000_000, "{}", bytes.len());
}

#[test]
fn the_cache_has_a_size() {
    let pictures = Pictures::default();
    let large: Arc<[u8]> = vec![0; CACHE / 5].into();
    for n in 0..20 {
        pictures.keep(n.to_string(), &large);
    }
    let bytes: usize = pictures.cached.lock().expect("no panic").iter().map(|(_, picture)| picture.len()).sum();
    assert!(bytes <= CACHE && pictures.get("19").is_some() && pictures.get("0").is_none());
    pictures.keep("huge".to_owned(), &vec![0; LARGEST + 1].into());
    assert!(pictures.get("huge").is_none());
}
