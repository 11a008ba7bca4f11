//! The versions of the protocol that this server speaks, told apart by the subprotocol that a client names.

/// A version of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `arena.v1`: every move comes with the whole position. Who names no subprotocol speaks it.
    #[default]
    V1,
    /// `arena.v2`: a move comes with what it has changed.
    V2,
}

impl Dialect {
    /// All of them, the one that is preferred first.
    pub const ALL: [Self; 2] = [Self::V2, Self::V1];

    /// The WebSocket subprotocol that stands for it.
    #[must_use]
    pub const fn subprotocol(self) -> &'static str {
        match self {
            Self::V1 => "arena.v1",
            Self::V2 => "arena.v2",
        }
    }

    /// The one to speak with a client that knows these subprotocols.
    #[must_use]
    pub fn choose(offered: &[&str]) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| offered.contains(&dialect.subprotocol()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_that_both_speak_is_chosen() {
        assert_eq!(Dialect::choose(&["arena.v1"]), Some(Dialect::V1));
        assert_eq!(Dialect::choose(&["arena.v1", "other", "arena.v2"]), Some(Dialect::V2));
        assert_eq!(Dialect::choose(&["arena.v3"]), None);
    }
}
