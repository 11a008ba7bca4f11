//! Ids of matches. Where several nodes show one lobby, the id of a match that players made says at which of them.
//!
//! Such an id is a UUID of version 8, whose form is free ([RFC 9562](https://www.rfc-editor.org/rfc/rfc9562#section-5.8)): the
//! time in milliseconds as in version 7; four bits that tell what kind of match it is; the 22 bits of the [`NodeTag`]; and
//! 48 bits by chance, or, of a rematch, by a digest. All other ids say nothing of a node.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

/// Bits of a tag.
const TAG_BITS: u32 = 22;
/// What a match is: one that a player made, or a rematch.
const MADE: u8 = 0;
const REMATCH: u8 = 1;

/// What stands for a node in ids: some bits of its life. Two lives of nodes can have the same, though hardly ever at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeTag(u32);

impl NodeTag {
    /// The tag of the life with this id, which was made by chance.
    #[must_use]
    pub fn of(life: Uuid) -> Self {
        Self((life.as_u128() as u32) & ((1 << TAG_BITS) - 1))
    }
}

/// The bytes of an id of version 8; `time` is 48 bits and `tail` as many.
fn tagged(time: [u8; 6], kind: u8, NodeTag(tag): NodeTag, tail: [u8; 6]) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&time);
    // The variant takes two bits of the ninth byte; the tag has the other six, and a byte on either side.
    bytes[6] = 0x80 | kind;
    bytes[7] = (tag >> 14) as u8;
    bytes[8] = 0x80 | ((tag >> 8) as u8 & 0x3f);
    bytes[9] = tag as u8;
    bytes[10..].copy_from_slice(&tail);
    Uuid::from_bytes(bytes)
}

/// Six of the bytes of an id, from this one on.
fn six(id: Uuid, from: usize) -> [u8; 6] {
    let mut six = [0; 6];
    six.copy_from_slice(&id.as_bytes()[from..from + 6]);
    six
}

/// A UUID of version 7. A clock before 1970 counts as one that begins then.
#[must_use]
pub fn time_ordered() -> Uuid {
    if SystemTime::now() < UNIX_EPOCH {
        return Uuid::new_v7(uuid::Timestamp::from_unix_time(0, 0, 0, 0));
    }
    Uuid::now_v7()
}

/// A new id for a match that a player makes, at the node with this tag if there are several.
#[must_use]
pub fn new(node: Option<NodeTag>) -> Uuid {
    let plain = time_ordered();
    node.map_or(plain, |tag| tagged(six(plain, 0), MADE, tag, six(Uuid::new_v4(), 10)))
}

/// The id of the match with this number at a node, in a world where nothing is by chance.
#[cfg(test)]
#[must_use]
pub(crate) fn numbered(node: NodeTag, number: u32) -> Uuid {
    tagged([0; 6], MADE, node, [0, 0, (number >> 24) as u8, (number >> 16) as u8, (number >> 8) as u8, number as u8])
}

/// The id of the rematch of the match `id`: always the same, so that agreeing twice makes one match, and at the same node.
#[must_use]
pub fn rematch(id: Uuid) -> Uuid {
    let digest = Uuid::new_v5(&id, b"rematch");
    home(id).map_or(digest, |tag| tagged(six(digest, 0), REMATCH, tag, six(digest, 10)))
}

/// The node at which a match was made, where its id says so.
#[must_use]
pub fn home(id: Uuid) -> Option<NodeTag> {
    let bytes = id.as_bytes();
    (id.get_version_num() == 8).then(|| {
        let [high, middle, low] = [bytes[7], bytes[8] & 0x3f, bytes[9]].map(u32::from);
        NodeTag(high << 14 | middle << 8 | low)
    })
}

/// Whether a player made the match; a rematch was agreed to by two, and other ids are given by what they are for.
#[must_use]
pub fn is_of_a_maker(id: Uuid) -> bool {
    match id.get_version_num() {
        7 => true,
        8 => id.as_bytes()[6] & 0x0f == MADE,
        _ => false,
    }
}

/// When a match was made that a player made, by the clock of that node.
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
    fn an_id_says_its_node_and_when_it_was_made() {
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
    fn without_nodes_ids_are_as_they_were() {
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
