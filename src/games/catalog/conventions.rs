//! What the layers above ask of a game by its name: each game's [`Conventions`](crate::games::Conventions), found
//! through the catalog.

use super::{GameId, Visitor, start};
use crate::games::conventions::{BenchCase, EngineProtocol, EngineVariant, RecordFormat};
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
    /// Moves after `before`, which begin at the game's start or at `from`, as people write them: as its format for whole
    /// matches does, or by their canonical text. Ends before the first that is not legal.
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
                        let written = G::CONVENTIONS.records.map(|records| (records.write_move)(&position, mv));
                        text.push(written.unwrap_or_else(|| mv.to_string()));
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

    /// The protocol by which other programs play it.
    #[must_use]
    pub fn engine_protocol(self) -> Option<EngineProtocol> {
        struct Protocol;
        impl Visitor for Protocol {
            type Output = Option<EngineProtocol>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                G::CONVENTIONS.engines.map(|engines| engines.protocol)
            }
        }
        self.visit(Protocol)
    }

    /// All variants of it that other programs have to be set to.
    pub fn engine_variants(self) -> impl Iterator<Item = EngineVariant> {
        struct Variants;
        impl Visitor for Variants {
            type Output = &'static [EngineVariant];
            fn visit<G: Game + Hints>(self) -> Self::Output {
                G::CONVENTIONS.engines.map_or(&[], |engines| engines.variants)
            }
        }
        self.visit(Variants).iter().copied()
    }

    /// The variant of a match with these options, where other programs have to be set to it.
    #[must_use]
    pub fn engine_variant(self, options: &Options) -> Option<EngineVariant> {
        struct Variant<'a>(&'a Options);
        impl Visitor for Variant<'_> {
            type Output = Option<EngineVariant>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                let engines = G::CONVENTIONS.engines?;
                (engines.variant)(&start(self.0, None).ok()?)
            }
        }
        self.visit(Variant(options))
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
