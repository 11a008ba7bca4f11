//! Ids of matches. In a cluster of several nodes, the id of a match that players made names its node.
//!
//! Such an id is a UUID of version 8, whose content is free ([RFC
//! 9562](https://www.rfc-editor.org/rfc/rfc9562#section-5.8)). It consists of the time in milliseconds as in version 7,
//! four bits for the kind of match, the 22 bits of the [`NodeTag`], and 48 random bits. The time and the random bits of
//! a rematch are a digest instead. All other ids do not name a node.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

/// The number of bits of a tag.
const TAG_BITS: u32 = 22;
/// The kinds of matches: made by a player, or a rematch.
const MADE: u8 = 0;
const REMATCH: u8 = 1;

/// A short form of a node's id: some bits of the id of its life. Simultaneous lives hardly ever share a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeTag(u32);

impl NodeTag {
    /// Returns the tag of the life with this random id.
    #[must_use]
    pub fn of(life: Uuid) -> Self {
        Self((life.as_u128() as u32) & ((1 << TAG_BITS) - 1))
    }
}

/// Builds an id of version 8 from 48 bits of time and 48 bits of `tail`.
fn tagged(time: [u8; 6], kind: u8, NodeTag(tag): NodeTag, tail: [u8; 6]) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&time);
    // The variant takes two bits of the ninth byte. The tag has the other six bits and the bytes on both sides.
    bytes[6] = 0x80 | kind;
    bytes[7] = (tag >> 14) as u8;
    bytes[8] = 0x80 | ((tag >> 8) as u8 & 0x3f);
    bytes[9] = tag as u8;
    bytes[10..].copy_from_slice(&tail);
    Uuid::from_bytes(bytes)
}

/// Returns six bytes of an id, starting at `from`.
fn six(id: Uuid, from: usize) -> [u8; 6] {
    let mut six = [0; 6];
    six.copy_from_slice(&id.as_bytes()[from..from + 6]);
    six
}

/// Creates a UUID of version 7. A system clock before 1970 counts as 1970.
#[must_use]
pub fn time_ordered() -> Uuid {
    if SystemTime::now() < UNIX_EPOCH {
        return Uuid::new_v7(uuid::Timestamp::from_unix_time(0, 0, 0, 0));
    }
    Uuid::now_v7()
}

/// Creates an id for a match that a player makes. In a cluster, `node` is the node's tag.
#[must_use]
pub fn new(node: Option<NodeTag>) -> Uuid {
    let plain = time_ordered();
    node.map_or(plain, |tag| tagged(six(plain, 0), MADE, tag, six(Uuid::new_v4(), 10)))
}

/// Returns an id that depends only on its arguments, for deterministic tests.
#[cfg(test)]
#[must_use]
pub(crate) fn numbered(node: NodeTag, number: u32) -> Uuid {
    tagged([0; 6], MADE, node, [0, 0, (number >> 24) as u8, (number >> 16) as u8, (number >> 8) as u8, number as u8])
}

/// Returns the id of the rematch of `id`. It is always the same, so that agreeing twice makes one match, on the same
/// node.
#[must_use]
pub fn rematch(id: Uuid) -> Uuid {
    let digest = Uuid::new_v5(&id, b"rematch");
    home(id).map_or(digest, |tag| tagged(six(digest, 0), REMATCH, tag, six(digest, 10)))
}

/// Returns the tag of the node that made the match, if the id names one.
#[must_use]
pub fn home(id: Uuid) -> Option<NodeTag> {
    let bytes = id.as_bytes();
    (id.get_version_num() == 8).then(|| {
        let [high, middle, low] = [bytes[7], bytes[8] & 0x3f, bytes[9]].map(u32::from);
        NodeTag(high << 14 | middle << 8 | low)
    })
}

/// Returns whether a player made the match. Rematches were agreed by two players, and other ids depend on their
/// purpose.
#[must_use]
pub fn is_of_a_maker(id: Uuid) -> bool {
    match id.get_version_num() {
        7 => true,
        8 => id.as_bytes()[6] & 0x0f == MADE,
        _ => false,
    }
}

/// Returns when a player made the match, by the clock of the node, in Unix milliseconds.
#[must_use]
pub fn made_ms(id: Uuid) -> Option<u64> {
    let time = six(id, 0).iter().fold(0, |time, byte| time << 8 | u64::from(*byte));
    let is_a_time = UNIX_EPOCH.checked_add(Duration::from_millis(time)).is_some();
    (is_of_a_maker(id) && is_a_time).then_some(time)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn id_names_its_node_and_creation_time() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        for life in [Uuid::nil(), Uuid::max(), Uuid::new_v4(), Uuid::new_v4()] {
            let tag = NodeTag::of(life);
            let id = new(Some(tag));
            assert_eq!((home(id), id.get_variant()), (Some(tag), uuid::Variant::RFC4122), "{id}");
            assert!(is_of_a_maker(id) && made_ms(id).unwrap().abs_diff(now) < 60_000, "{id}");
            let again = rematch(id);
            assert_eq!((home(again), rematch(id)), (Some(tag), again), "{again}");
            assert!(!is_of_a_maker(again) && made_ms(again).is_none() && again != id);
            assert_eq!(home(rematch(again)), Some(tag));
        }
        assert_ne!(new(Some(NodeTag::of(Uuid::nil()))), new(Some(NodeTag::of(Uuid::nil()))));
    }

    #[test]
    fn ids_without_a_node_have_version_7() {
        let id = new(None);
        assert_eq!((id.get_version_num(), home(id), is_of_a_maker(id)), (7, None, true));
        assert_eq!(rematch(id), Uuid::new_v5(&id, b"rematch"));
        assert_eq!((home(rematch(id)), made_ms(rematch(id))), (None, None));
        assert_eq!(
            made_ms(id),
            id.get_timestamp().map(|made| {
                let (seconds, nanos) = made.to_unix();
                seconds * 1_000 + u64::from(nanos) / 1_000_000
            })
        );
    }
}
