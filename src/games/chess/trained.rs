//! The network of chess that is trained from matches of the arena, and the hand-written evaluation that it corrects.

use std::sync::LazyLock;

use cozy_chess::{Color, Piece, Square};

use super::Chess;
use super::evaluation::TaperedWeights;
use super::network::{self, Perspective};
use super::position::color_of;
use super::tapered::Tapered;
use crate::Game;
use crate::models::{MAX_TERMS, Trained, padded};
use crate::networks::{Network, Networked, Pieces};

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
    const VIEWS: usize = 2 * Color::NUM;

    fn pieces(&self) -> Pieces {
        network::pieces(&self.board)
    }

    /// A view is mirrored if necessary so that the own king is on the left half.
    fn views(&self) -> [usize; 2] {
        let us = color_of(self.to_move());
        [us, !us].map(|side| Perspective::of(&self.board, side).anywhere().number())
    }

    fn input(view: usize, kind: usize, cell: usize) -> u16 {
        Perspective::numbered(view).row(kind, cell)
    }
}
