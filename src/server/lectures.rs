//! Lectures: a place on the page that a teacher moves, for the devices of a class that follow it.
//!
//! A lecture is kept in memory only. Its random id is the invitation. It belongs to the player who opened it, so it
//! outlives a lost connection, and it expires after a time without a move.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::error::ApiError;
use super::quota::{Bounds, Holder, Permit, Quota, Scope};
use arena_games::diagnostic;
use arena_protocol::FromServer;

/// The lectures of a player, of an address and in all. At most 4 MiB of paths are kept.
pub(super) const BOUNDS: Bounds = Bounds { per_key: 4, per_address: 20, total: 1_000, scarce: 250 };

/// Time without a move after which a lecture expires.
const EXPIRES: Duration = Duration::from_secs(2 * 3_600);

/// Views that a lecture can show.
const SHOWN: [&str; 2] = ["/step?", "/match/"];

struct Lecture {
    owner: Uuid,
    path: Arc<str>,
    moved: Instant,
    _permit: Permit,
}

/// The open lectures.
#[derive(Default)]
pub(super) struct Lectures {
    open: Mutex<HashMap<Uuid, Lecture>>,
    quota: Quota,
}

impl Lectures {
    /// Opens a lecture, or moves the lecture `id` of this player. Returns its id.
    ///
    /// # Errors
    /// An error if the path leads to another view, if the player has no such lecture, or if a limit is reached.
    pub(super) fn show(&self, id: Option<Uuid>, holder: Holder, path: String, now: Instant) -> Result<Uuid, ApiError> {
        let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic()) && !path.contains('\\');
        if !is_plain || !SHOWN.iter().any(|view| path.starts_with(view)) {
            return Err(ApiError::invalid(diagnostic!(
                "lecture_path",
                "path must be the address of a match or of a step, such as \"/step?game=tictactoe\""
            ))
            .of("path"));
        }
        let owner = holder.key.unwrap_or_default();
        let mut open = self.lock();
        open.retain(|_, lecture| now.saturating_duration_since(lecture.moved) < EXPIRES);
        let path = Arc::from(path);
        if let Some(id) = id {
            let lecture = open.get_mut(&id).filter(|lecture| lecture.owner == owner).ok_or_else(no_such_lecture)?;
            (lecture.path, lecture.moved) = (path, now);
            return Ok(id);
        }
        let permit = self.quota.take(holder, 1, &BOUNDS).map_err(full)?;
        let id = Uuid::new_v4();
        open.insert(id, Lecture { owner, path, moved: now, _permit: permit });
        Ok(id)
    }

    /// Returns the place of a lecture.
    ///
    /// # Errors
    /// An error if there is no such lecture, or if it has expired.
    pub(super) fn path(&self, id: Uuid, now: Instant) -> Result<Arc<str>, ApiError> {
        let open = self.lock();
        let lecture = open.get(&id).filter(|lecture| now.saturating_duration_since(lecture.moved) < EXPIRES);
        lecture.map(|lecture| Arc::clone(&lecture.path)).ok_or_else(no_such_lecture)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Lecture>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the message about the place of a lecture.
pub(super) fn message(re: Option<u64>, lecture: Uuid, path: &str, followers: Option<u32>) -> FromServer {
    FromServer::Lecture { re, lecture, path: path.to_owned(), followers }
}

fn no_such_lecture() -> ApiError {
    ApiError::not_found(diagnostic!("no_such_lecture", "there is no such lecture; it may have expired"))
}

fn full(scope: Scope) -> ApiError {
    ApiError::over_limit(match scope {
        Scope::Key => diagnostic!(
            "own_lectures",
            "you already have {most} lectures; one expires after two hours without a step",
            most = BOUNDS.per_key
        ),
        Scope::Network => diagnostic!(
            "address_lectures",
            "your address already has {most} lectures; one expires after two hours without a step",
            most = BOUNDS.per_address
        ),
        Scope::Total => diagnostic!(
            "server_lectures",
            "the server already has {most} lectures; try again later",
            most = BOUNDS.total
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "/step?game=tictactoe&at=3";

    fn teacher(n: u128) -> Holder {
        Holder::new(Uuid::from_u128(n), Some(std::net::Ipv4Addr::LOCALHOST.into()))
    }

    #[test]
    fn only_its_owner_moves_a_lecture() {
        let (lectures, now) = (Lectures::default(), Instant::now());
        let id = lectures.show(None, teacher(1), PATH.to_owned(), now).expect("there is room");
        let other = lectures.show(Some(id), teacher(2), PATH.to_owned(), now).expect_err("another player");
        assert_eq!(other.code(), "no_such_lecture");
        lectures.show(Some(id), teacher(1), "/match/x?ply=2".to_owned(), now).expect("the owner");
        assert_eq!(&*lectures.path(id, now).expect("it is open"), "/match/x?ply=2");
    }

    #[test]
    fn lectures_are_limited_and_expire() {
        let (lectures, now) = (Lectures::default(), Instant::now());
        let open = |n, at| lectures.show(None, teacher(n), PATH.to_owned(), at);
        for _ in 0..BOUNDS.per_key {
            open(1, now).expect("there is room");
        }
        assert_eq!(open(1, now).expect_err("the player has too many").code(), "own_lectures");
        for n in 2..=(BOUNDS.per_address / BOUNDS.per_key) as u128 {
            for _ in 0..BOUNDS.per_key {
                open(n, now).expect("there is room");
            }
        }
        assert_eq!(open(9, now).expect_err("the address has too many").code(), "address_lectures");
        let id = open(1, now + EXPIRES).expect("the others have expired");
        assert!(lectures.path(id, now + EXPIRES).is_ok() && lectures.path(id, now + 2 * EXPIRES).is_err());
    }

    #[test]
    fn lectures_show_only_steps_and_matches() {
        let lectures = Lectures::default();
        for path in ["", "//example.org/step?", "/bots", "https://example.org/step?", "/step?a b", "/step?\u{e9}"] {
            let error = lectures.show(None, teacher(1), path.to_owned(), Instant::now()).expect_err(path);
            assert_eq!(error.code(), "lecture_path", "{path:?}");
        }
    }
}
