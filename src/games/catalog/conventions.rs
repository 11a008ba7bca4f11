//! Access to the [`Conventions`] of a game by its [`GameId`].

use super::{GameId, Visitor};
use crate::conventions::{BenchCase, Conventions, EnginePlay, EngineProtocol, EngineVariant, RecordFormat};
use crate::options::start;
use crate::{Game, GameMove, Hints, MoveCode, Options};

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
        struct WriteMoves<'a>(&'a Options, Option<&'a str>, &'a [MoveCode], &'a [MoveCode]);
        impl Visitor for WriteMoves<'_> {
            type Output = Option<Vec<String>>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                let Self(options, from, before, moves) = self;
                let mut position: G = start(options, from).ok()?;
                let mut text = Vec::new();
                for (ply, code) in before.iter().chain(moves).enumerate() {
                    let Some(mv) = G::Move::from_code(*code).filter(|mv| position.is_legal(*mv)) else { break };
                    if ply >= before.len() {
                        text.push(Conventions::written(&position, mv));
                    }
                    position.play(mv);
                }
                Some(text)
            }
        }
        self.visit(WriteMoves(options, from, before, moves)).unwrap_or_default()
    }

    /// Returns the format of match records that other programs can read.
    #[must_use]
    pub fn record_format(self) -> Option<RecordFormat> {
        struct Format;
        impl Visitor for Format {
            type Output = Option<RecordFormat>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                G::CONVENTIONS.records.map(|records| records.format)
            }
        }
        self.visit(Format)
    }

    /// Returns the tags of the players in the game's record format, the side that moves first first.
    #[must_use]
    pub fn player_tags(self) -> Option<[&'static str; 2]> {
        struct Players;
        impl Visitor for Players {
            type Output = Option<[&'static str; 2]>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                G::CONVENTIONS.records.map(|records| records.players)
            }
        }
        self.visit(Players)
    }

    /// Returns whether the board consists of hexagons, so that each row is drawn half a cell to the right of the one
    /// above.
    #[must_use]
    pub fn has_hexagons(self) -> bool {
        struct Hexagons;
        impl Visitor for Hexagons {
            type Output = bool;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                G::CONVENTIONS.hexagons
            }
        }
        self.visit(Hexagons)
    }

    /// Returns whether programs can play the game by this protocol.
    #[must_use]
    pub fn is_played_by(self, protocol: EngineProtocol) -> bool {
        struct Plays(EngineProtocol);
        impl Visitor for Plays {
            type Output = bool;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                EnginePlay::<G>::of(self.0).is_some()
            }
        }
        protocol == EngineProtocol::Text || self.visit(Plays(protocol))
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
        struct Variants;
        impl Visitor for Variants {
            type Output = Vec<EngineVariant>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                G::CONVENTIONS.engines.iter().flat_map(|engines| engines.variants).copied().collect()
            }
        }
        self.visit(Variants).into_iter()
    }

    /// Returns the variant that engines of this protocol must be configured for in a match with these options.
    #[must_use]
    pub fn engine_variant(self, protocol: EngineProtocol, options: &Options) -> Option<EngineVariant> {
        struct Variant<'a>(EngineProtocol, &'a Options);
        impl Visitor for Variant<'_> {
            type Output = Option<EngineVariant>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                (EnginePlay::<G>::of(self.0)?.variant)(&start(self.1, None).ok()?)
            }
        }
        self.visit(Variant(protocol, options))
    }

    /// Returns the default search settings of the game.
    #[must_use]
    pub fn usual_search(self) -> UsualSearch {
        struct Usual;
        impl Visitor for Usual {
            type Output = UsualSearch;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                UsualSearch { small: G::CONVENTIONS.small, quiescence: G::CONVENTIONS.quiescence }
            }
        }
        self.visit(Usual)
    }

    /// Returns the positions that `arena bench` searches: those of the signature, and those that show the effect of
    /// refinements.
    #[must_use]
    pub fn bench_cases(self) -> (&'static [BenchCase], &'static [BenchCase]) {
        struct Cases;
        impl Visitor for Cases {
            type Output = (&'static [BenchCase], &'static [BenchCase]);
            fn visit<G: Game + Hints>(self) -> Self::Output {
                (G::CONVENTIONS.bench, G::CONVENTIONS.refinements)
            }
        }
        self.visit(Cases)
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
