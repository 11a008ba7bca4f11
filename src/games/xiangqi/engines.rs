//! How engines play xiangqi: by UCI with the variant of Fairy-Stockfish, where ranks are counted from 1,
//! and by UCCI with ranks from 0.

use super::{Xiangqi, XiangqiMove};
use crate::conventions::{EnginePlay, EngineProtocol, EngineVariant};

const VARIANT: EngineVariant = EngineVariant { name: "Xiangqi", option: "UCI_Variant", value: "xiangqi" };

pub(super) const PLAY: &[EnginePlay<Xiangqi>] = &[
    EnginePlay {
        variants: &[VARIANT],
        variant: |_| Some(VARIANT),
        write_move: |_, mv| mv.written(1),
        read_move: |_, text| XiangqiMove::read(text, 1),
        refuses_own_texts: true,
        ..EnginePlay::plain(EngineProtocol::Uci)
    },
    EnginePlay { from_start: |_| false, ..EnginePlay::plain(EngineProtocol::Ucci) },
];
