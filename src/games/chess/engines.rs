//! How engines play chess: by the Universal Chess Interface or the `XBoard` protocol.

use super::{Chess, ChessMove};
use crate::Game;
use crate::conventions::{EnginePlay, EngineProtocol, EngineVariant};

const CHESS960: EngineVariant = EngineVariant { name: "Chess960", option: "UCI_Chess960", value: "true" };

pub(super) const PLAY: &[EnginePlay<Chess>] = &[
    EnginePlay {
        variants: &[CHESS960],
        variant: |position| position.is_chess960().then_some(CHESS960),
        from_start: |position| !position.is_chess960(),
        ..EnginePlay::plain(EngineProtocol::Uci)
    },
    EnginePlay {
        setup: |position| Ok(if position.is_chess960() { "variant fischerandom\n".to_owned() } else { String::new() }),
        from_start: |position| !position.is_chess960(),
        write_move: write_for_xboard,
        read_move: |position, text| position.read_move(text).or_else(|| text.parse().ok()),
        ..EnginePlay::plain(EngineProtocol::Xboard)
    },
];

/// Writes a move as coordinates, except that castling in Chess960 has its own sign in the `XBoard` protocol.
fn write_for_xboard(position: &Chess, mv: ChessMove) -> String {
    if position.is_chess960() && position.board.colors(position.board.side_to_move()).has(mv.to) {
        return if mv.to.file() > mv.from.file() { "O-O" } else { "O-O-O" }.to_owned();
    }
    mv.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameMove;

    #[test]
    fn xboard_castling_in_chess960_has_its_own_sign() {
        let xboard = EnginePlay::<Chess>::of(EngineProtocol::Xboard).expect("chess is played by XBoard");
        let start = |text| Chess::parse(&<Chess as Game>::Options::default(), text).expect("the position is valid");
        let shuffled = start("k7/8/8/8/8/8/8/1R2K1R1 w BG - 0 1");
        for (mv, text) in [("e1g1", "O-O"), ("e1b1", "O-O-O"), ("e1f1", "e1f1")] {
            let mv = mv.parse().expect("the text is a move");
            assert_eq!((xboard.write_move)(&shuffled, mv), text);
            assert_eq!((xboard.read_move)(&shuffled, text), Some(mv));
        }
        let usual = start("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let castles = "e1g1".parse().expect("the text is a move");
        assert_eq!((xboard.write_move)(&usual, castles), "e1g1");
        assert_eq!(castles.code(), (xboard.read_move)(&usual, "O-O").expect("the text is a move").code());
    }
}
