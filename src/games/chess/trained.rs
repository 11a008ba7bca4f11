//! The network of chess that is trained from matches of the arena, and the hand-written evaluation that it corrects.

use std::sync::LazyLock;

use cozy_chess::{Color, Piece, Square};

use super::Chess;
use super::evaluation::TaperedWeights;
use super::network::Perspective;
use super::position::color_of;
use super::tapered::Tapered;
use crate::Game;
use crate::models::{MAX_TERMS, Trained, padded};
use crate::networks::{Network, Networked};

static TAPERED: LazyLock<Tapered> = LazyLock::new(|| Tapered::new(&TaperedWeights::default()));

impl Trained for Chess {
    /// Eight pieces each.
    const STAGES: usize = 4;
    const TERMS: usize = 1;
    type Model = Network<Self>;

    fn stage(&self) -> usize {
        ((self.board.occupied().len() as usize - 1) / 8).min(Self::STAGES - 1)
    }

    fn base(&self) -> i32 {
        TAPERED.evaluate(self)
    }

    /// The hand-written evaluation.
    fn terms(&self) -> [i32; MAX_TERMS] {
        padded([self.base()])
    }
}

impl Networked for Chess {
    const INPUTS: usize = Color::NUM * Piece::NUM * Square::NUM;

    /// Each piece on its square, in a view that is mirrored if necessary so that the own king is on the left half.
    fn inputs(&self, mut visit: impl FnMut([usize; 2])) {
        let us = color_of(self.to_move());
        let views = [us, !us].map(|side| Perspective::of(&self.board, side).anywhere());
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.board.colored_pieces(color, piece) {
                    visit(views.map(|view| view.row(color, piece, square)));
                }
            }
        }
    }
}
