//! Access to the [`Conventions`] of a game by its [`GameId`].

use super::GameId;
use crate::conventions::{BenchCase, Conventions, EnginePlay, EngineProtocol, EngineVariant, RecordFormat};
use crate::options::start;
use crate::{Game, GameMove, MoveCode, Options};

impl RecordFormat {
    /// Returns the names of the games that use this format, joined for a sentence.
    #[must_use]
    pub fn games(self) -> String {
        let named: Vec<_> =
            GameId::ALL.iter().filter(|id| id.record_format() == Some(self)).map(|id| id.name()).collect();
        named.join(" and ")
    }
}

impl GameId {
    /// Writes `moves` as people write them, up to the first illegal one. They follow the moves `before`, which start
    /// from the game's initial position or from `from`.
    #[must_use]
    pub fn written(
        self,
        options: &Options,
        from: Option<&str>,
        before: &[MoveCode],
        moves: &[MoveCode],
    ) -> Vec<String> {
        with_game!(self, G => {
            let Ok(mut position) = start::<G>(options, from) else { return Vec::new() };
            let mut text = Vec::new();
            for (ply, code) in before.iter().chain(moves).enumerate() {
                let Some(mv) = <G as Game>::Move::from_code(*code).filter(|mv| position.is_legal(*mv)) else { break };
                if ply >= before.len() {
                    text.push(Conventions::written(&position, mv));
                }
                position.play(mv);
            }
            text
        })
    }

    /// Returns the format of match records that other programs can read.
    #[must_use]
    pub fn record_format(self) -> Option<RecordFormat> {
        with_game!(self, G => G::CONVENTIONS.records.map(|records| records.format))
    }

    /// Returns the tags of the players in the game's record format, the side that moves first first.
    #[must_use]
    pub fn player_tags(self) -> Option<[&'static str; 2]> {
        with_game!(self, G => G::CONVENTIONS.records.map(|records| records.players))
    }

    /// Returns whether the board consists of hexagons, so that each row is drawn half a cell to the right of the one
    /// above.
    #[must_use]
    pub fn has_hexagons(self) -> bool {
        with_game!(self, G => G::CONVENTIONS.hexagons)
    }

    /// Returns whether programs can play the game by this protocol.
    #[must_use]
    pub fn is_played_by(self, protocol: EngineProtocol) -> bool {
        protocol.is_text() || with_game!(self, G => EnginePlay::<G>::of(protocol).is_some())
    }

    /// Returns the game for which the Universal Chess Interface was made: the one that is played without a variant
    /// option.
    #[must_use]
    pub fn usual_of_engines() -> Self {
        let usual = |game: &&Self| {
            let uci = EngineProtocol::Uci;
            game.is_played_by(uci) && game.engine_variant(uci, &Options::new()).is_none()
        };
        *Self::ALL.iter().find(usual).expect("one game is played by UCI without a variant")
    }

    /// Returns all variants of the game that engines must be configured for.
    pub fn engine_variants(self) -> impl Iterator<Item = EngineVariant> {
        with_game!(self, G => G::CONVENTIONS.engines.iter().flat_map(|engines| engines.variants).collect::<Vec<_>>())
            .into_iter()
            .copied()
    }

    /// Returns the variant that engines of this protocol must be configured for in a match with these options.
    #[must_use]
    pub fn engine_variant(self, protocol: EngineProtocol, options: &Options) -> Option<EngineVariant> {
        with_game!(self, G => (EnginePlay::<G>::of(protocol)?.variant)(&start(options, None).ok()?))
    }

    /// Returns the default search settings of the game.
    #[must_use]
    pub fn usual_search(self) -> UsualSearch {
        with_game!(self, G => UsualSearch { small: G::CONVENTIONS.small, quiescence: G::CONVENTIONS.quiescence })
    }

    /// Returns the positions that `arena bench` searches: those of the signature, and those that show the effect of
    /// refinements.
    #[must_use]
    pub fn bench_cases(self) -> (&'static [BenchCase], &'static [BenchCase]) {
        with_game!(self, G => (G::CONVENTIONS.bench, G::CONVENTIONS.refinements))
    }
}

/// The search settings of a game that apply unless a bot's file or a flag overrides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualSearch {
    /// See [`Conventions::small`](crate::Conventions::small).
    pub small: bool,
    /// See [`Conventions::quiescence`](crate::Conventions::quiescence).
    pub quiescence: bool,
}
