//! Versions of the WebSocket protocol. The client selects one by its subprotocol.

/// A version of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `arena.v1`: each move comes with the complete position. It is the default without a subprotocol.
    #[default]
    V1,
    /// `arena.v2`: each move comes with only the changes of the position.
    V2,
}

impl Dialect {
    /// All versions, preferred ones first.
    pub const ALL: [Self; 2] = [Self::V2, Self::V1];

    /// Returns the name of the WebSocket subprotocol.
    #[must_use]
    pub const fn subprotocol(self) -> &'static str {
        match self {
            Self::V1 => "arena.v1",
            Self::V2 => "arena.v2",
        }
    }

    /// Chooses the version for a client that offers these subprotocols.
    #[must_use]
    pub fn choose(offered: &[&str]) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| offered.contains(&dialect.subprotocol()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_the_newest_common_version() {
        assert_eq!(Dialect::choose(&["arena.v1"]), Some(Dialect::V1));
        assert_eq!(Dialect::choose(&["arena.v1", "other", "arena.v2"]), Some(Dialect::V2));
        assert_eq!(Dialect::choose(&["arena.v3"]), None);
    }
}
