//! Positions as agents read them: a census of the pieces, the text of the game, and on request the legal moves.

use std::collections::BTreeMap;

use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

use arena_games::board::Board;
use arena_games::{BySide, Diagram, GameId, Side};
use arena_play::{GameResult, Phase, Readings, Verdict};

/// What to read of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PositionParts {
    /// Whether to list the legal moves.
    pub legal: bool,
    /// Whether to draw the board.
    pub picture: bool,
}

/// A match at its newest position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MatchState {
    /// Handle of the match for the other tools.
    #[serde(rename = "match")]
    pub id: String,
    pub game: &'static str,
    /// `waiting` for an opponent, `live` or `over`.
    pub status: &'static str,
    /// Your side; absent if you only watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub your_side: Option<&'static str>,
    /// True if you are to move now.
    pub your_turn: bool,
    /// The side to move; absent if the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<&'static str>,
    /// Players by side.
    pub players: BTreeMap<&'static str, String>,
    /// The pieces of each side: for each kind of piece, the points where they stand.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<&'static str, BTreeMap<String, Vec<String>>>,
    /// Columns and rows of the board; absent for a game without a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<[u32; 2]>,
    /// The position in the notation of the game, which is FEN in chess.
    pub text: String,
    /// Number of moves so far, including those of the opening.
    pub ply: usize,
    /// The moves so far.
    pub moves: Vec<String>,
    /// The legal moves, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// Milliseconds on the clock of each side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub clock_ms: BTreeMap<&'static str, u64>,
    /// Illegal moves that you have tried in this match.
    pub illegal_tries: u32,
    /// The result, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MatchEnd>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MatchEnd {
    /// The winner's side; absent for a draw and for a void match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// `win`, `draw` or `void`.
    pub outcome: &'static str,
    /// The reason, such as `rules`, `resignation`, `timeout` or `illegal`.
    pub by: String,
    /// More about the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl MatchEnd {
    pub(crate) fn of(verdict: &Verdict, sides: &BySide<&'static str>) -> Self {
        let winner = match verdict.outcome {
            Some(GameResult::First) => Some(sides[Side::First]),
            Some(GameResult::Second) => Some(sides[Side::Second]),
            Some(GameResult::Draw) | None => None,
        };
        let outcome = match (verdict.outcome, winner) {
            (None, _) => "void",
            (_, Some(_)) => "win",
            (_, None) => "draw",
        };
        let by = serde_json::to_value(verdict.by).ok().and_then(|by| by.as_str().map(str::to_owned));
        let detail = verdict.detail.as_ref().map(ToString::to_string);
        Self { winner, outcome, by: by.unwrap_or_default(), detail }
    }
}

/// The names of the sides of a game.
pub(crate) fn sides(game: GameId) -> &'static BySide<&'static str> {
    &game.info().sides
}

/// A position, without what differs from player to player.
pub(crate) struct Place<'a> {
    pub game: GameId,
    pub board: &'a dyn Board,
    pub phase: &'a Phase,
    pub turn: Option<Side>,
    pub moves: Vec<String>,
    pub names: BySide<String>,
    pub clocks: Option<Readings>,
}

impl Place<'_> {
    /// Describes the position to the player on `own`, or to a spectator.
    pub(crate) fn state(&self, id: String, own: Option<Side>, tries: u32, parts: PositionParts) -> MatchState {
        let sides = sides(self.game);
        let (status, result) = match self.phase {
            Phase::Waiting => ("waiting", None),
            Phase::Live => ("live", None),
            Phase::Over(verdict) => ("over", Some(MatchEnd::of(verdict, sides))),
        };
        let diagram = self.board.diagram();
        let turn = self.turn.filter(|_| result.is_none());
        let legal = || self.board.legal().into_iter().map(|mv| self.game.move_text(mv)).collect();
        let by_side = |name: &dyn Fn(Side) -> String| Side::BOTH.map(|side| (sides[side], name(side))).into();
        MatchState {
            id,
            game: self.game.name(),
            status,
            your_side: own.map(|side| sides[side]),
            your_turn: status == "live" && turn.is_some() && turn == own,
            to_move: turn.map(|side| sides[side]),
            players: by_side(&|side| self.names[side].clone()),
            pieces: census(&diagram, sides),
            board: Some(diagram.size()).filter(|size| *size != (0, 0)).map(|(columns, rows)| [columns, rows]),
            text: self.board.record_notation(),
            ply: self.moves.len(),
            moves: self.moves.clone(),
            legal: parts.legal.then(legal),
            clock_ms: self
                .clocks
                .map(|left| Side::BOTH.map(|side| (sides[side], left[side])).into())
                .unwrap_or_default(),
            illegal_tries: tries,
            result,
        }
    }
}

/// Returns the points of each kind of piece, by side. In diagrams, upper case letters and `x` belong to the first side.
fn census(diagram: &Diagram, sides: &BySide<&'static str>) -> BTreeMap<&'static str, BTreeMap<String, Vec<String>>> {
    let Diagram::Grid { grid, points, .. } = diagram else { return BTreeMap::new() };
    let mut pieces: BTreeMap<_, BTreeMap<_, Vec<_>>> = Side::BOTH.map(|side| (sides[side], BTreeMap::default())).into();
    for (cell, point) in grid.cells.iter().zip(points).filter(|(cell, _)| !cell.is_empty()) {
        let is_first = cell == "x" || cell.chars().all(char::is_uppercase);
        let side = sides[if is_first { Side::First } else { Side::Second }];
        pieces.entry(side).or_default().entry(cell.to_string()).or_default().push(point.to_string());
    }
    pieces
}

/// Why a move was refused, without telling the legal ones.
pub(crate) fn refusal(board: &dyn Board, text: &str) -> String {
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
    let side = sides(board.game())[board.to_move()];
    match board.game().parse_move(text) {
        Err(_) => format!(
            "{shown:?} is not the text of a move of {}; write moves as in the list of moves",
            board.game().name()
        ),
        Ok(_) => format!("{shown:?} is not a legal move for {side} in this position"),
    }
}

/// Returns an example of how moves of the game are written.
pub(crate) fn example_move(game: GameId) -> String {
    let board = game.board(&arena_games::Options::new(), None);
    board.ok().and_then(|board| board.legal().first().map(|mv| game.move_text(*mv))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(game: GameId, moves: &[&str]) -> (Box<dyn Board>, Vec<String>) {
        let mut board = game.board(&arena_games::Options::new(), None).expect("the game has a start");
        for (ply, text) in moves.iter().enumerate() {
            board.play(game.parse_move(text).expect("it is a move"), ply).expect("it is legal");
        }
        (board, moves.iter().map(|text| (*text).to_owned()).collect())
    }

    fn state(game: GameId, moves: &[&str], own: Option<Side>, parts: PositionParts) -> MatchState {
        let (board, moves) = place(game, moves);
        let names = BySide::new("Ann".to_owned(), "Ben".to_owned());
        let turn = Some(board.to_move());
        let place = Place { game, board: &*board, phase: &Phase::Live, turn, moves, names, clocks: None };
        place.state("m".to_owned(), own, 0, parts)
    }

    #[test]
    fn the_census_counts_every_piece_of_every_game_once() {
        for game in GameId::ALL.iter().copied() {
            let state = state(game, &[], Some(Side::First), PositionParts::default());
            let counted: usize = state.pieces.values().flat_map(BTreeMap::values).map(Vec::len).sum();
            let (board, _) = place(game, &[]);
            let drawn = match board.diagram() {
                Diagram::Grid { grid, .. } => grid.cells.iter().filter(|cell| !cell.is_empty()).count(),
                _ => 0,
            };
            assert_eq!(counted, drawn, "{game}");
            assert!(state.your_turn && state.legal.is_none(), "{game}");
            assert!(!example_move(game).is_empty(), "{game}");
        }
    }

    #[test]
    fn chess_is_described_by_pieces_text_and_sides() {
        let chess = "chess".parse().expect("there is chess");
        let legal = PositionParts { legal: true, picture: false };
        let state = state(chess, &["e2e4"], Some(Side::First), legal);
        assert_eq!(state.pieces["White"]["K"], ["e1"]);
        assert_eq!(state.pieces["Black"]["p"].len(), 8);
        assert!(state.pieces["White"]["P"].contains(&"e4".to_owned()));
        assert!(state.text.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/"), "{}", state.text);
        assert_eq!(
            (state.to_move, state.your_turn, state.legal.map(|all| all.len())),
            (Some("Black"), false, Some(20))
        );
    }

    #[test]
    fn a_refusal_names_the_move_but_no_legal_ones() {
        let (board, _) = place("chess".parse().expect("there is chess"), &[]);
        assert_eq!(refusal(&*board, "e2e5"), "\"e2e5\" is not a legal move for White in this position");
        assert!(refusal(&*board, "castle!").contains("is not the text of a move of chess"));
    }
}
