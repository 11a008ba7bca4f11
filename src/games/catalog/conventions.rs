//! What the layers above ask of a game by its name: each game's [`Conventions`], found
//! through the catalog.

use super::{GameId, Visitor, start};
use crate::games::conventions::{BenchCase, Conventions, EnginePlay, EngineProtocol, EngineVariant, RecordFormat};
use crate::games::{Game, GameMove, Hints, MoveCode, Options};

impl RecordFormat {
    /// The names of the games whose matches are written so, for a sentence.
    #[must_use]
    pub fn games(self) -> String {
        let named: Vec<_> =
            GameId::ALL.iter().filter(|id| id.record_format() == Some(self)).map(|id| id.name()).collect();
        named.join(" and ")
    }
}

impl GameId {
    /// Moves after `before`, which begin at the game's start or at `from`, as people write them. Ends before the first that
    /// is not legal.
    #[must_use]
    pub fn written(
        self,
        options: &Options,
        from: Option<&str>,
        before: &[MoveCode],
        moves: &[MoveCode],
    ) -> Vec<String> {
        struct Written<'a>(&'a Options, Option<&'a str>, &'a [MoveCode], &'a [MoveCode]);
        impl Visitor for Written<'_> {
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
        self.visit(Written(options, from, before, moves)).unwrap_or_default()
    }

    /// The format in which other programs read its matches.
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

    /// Whether its board is of hexagons, so that each row is drawn half a cell further right than the one above.
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

    /// Whether programs play it by that protocol.
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

    /// The game that the Universal Chess Interface was made for: the one in which there is nothing to set.
    #[must_use]
    pub fn usual_of_engines() -> Self {
        let usual = |game: &&Self| {
            let uci = EngineProtocol::Uci;
            game.is_played_by(uci) && game.engine_variant(uci, &Options::new()).is_none()
        };
        *Self::ALL.iter().find(usual).expect("one game is played by UCI without a variant")
    }

    /// All variants of it that other programs have to be set to.
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

    /// The variant of a match with these options, where programs that speak this protocol have to be set to it.
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

    /// Whether the whole game is searched in a moment, and whether captures are usually played out.
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

    /// The positions that `arena bench` searches: for the signature, and to show what refinements gain.
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

/// The search that a game has where a bot's file or a flag says nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualSearch {
    /// See [`Conventions::small`](crate::games::Conventions::small).
    pub small: bool,
    /// See [`Conventions::quiescence`](crate::games::Conventions::quiescence).
    pub quiescence: bool,
}
