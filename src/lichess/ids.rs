//! Finds a match by the id that a client sends.

use uuid::Uuid;

use super::Lichess;
use crate::short_id::ShortId;
use arena_server::error::ApiError;

/// Returns the full id of the match with this full or short id.
///
/// # Errors
/// [`ApiError`] if the id is invalid or no match has this short id.
pub(super) async fn find(app: &Lichess, text: &str) -> Result<Uuid, ApiError> {
    let nothing = || ApiError::no_such_match(format!("{:?}", text.chars().take(40).collect::<String>()));
    match ShortId::parse(text).ok_or_else(nothing)? {
        ShortId::Whole(id) => Ok(id),
        ShortId::Short(number) => {
            let tail = |number: u64| {
                let mut bytes = [0; 6];
                bytes.copy_from_slice(&number.to_be_bytes()[2..]);
                bytes
            };
            let (least, most) = (tail(number << 1), tail(number << 1 | 1));
            app.store.match_by_tail(least, most).await?.ok_or_else(nothing)
        }
    }
}
