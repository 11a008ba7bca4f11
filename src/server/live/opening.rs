//! Who opens tournaments, and within which bounds players do.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{Live, view};
use crate::protocol::live::LiveView;
use crate::server::error::ApiError;
use crate::server::limits::household;
use crate::server::lobby::check_clock;
use crate::server::names::are_alike;
use crate::server::principals::Requester;
use crate::server::time::unix_ms;
use crate::settings::Tournaments as Bounds;
use crate::store::TournamentRow;
use crate::tournament::live::{Entry, LiveFormat, LiveState, Opener, Terms};

const DAY: Duration = Duration::from_secs(86_400);

/// When players have opened tournaments, within the last day and since the server started.
#[derive(Default)]
pub(super) struct Openings(HashMap<Uuid, Vec<Instant>>);

impl Openings {
    /// Whether a player may open one more within a day.
    ///
    /// # Errors
    /// How long it takes until then.
    fn admit(&mut self, player: Uuid, most: usize, now: Instant) -> Result<(), Duration> {
        self.0.retain(|_, times| {
            times.retain(|at| now.saturating_duration_since(*at) < DAY);
            !times.is_empty()
        });
        match self.0.get(&player) {
            Some(times) if times.len() >= most => {
                Err(DAY.saturating_sub(now.saturating_duration_since(times[times.len() - most])))
            }
            _ => Ok(()),
        }
    }

    fn note(&mut self, player: Uuid, now: Instant) {
        self.0.entry(player).or_default().push(now);
    }
}

/// A player who opens a tournament, from this household, within these bounds.
struct By<'a> {
    opener: Opener,
    address: IpAddr,
    bounds: &'a Bounds,
}

impl Live {
    /// Opens a tournament of the operator's: one can enter it from now on.
    ///
    /// # Errors
    /// When something about the terms is wrong, or it cannot be stored.
    pub async fn open(&self, terms: Terms) -> Result<LiveView, ApiError> {
        self.open_by(terms, None).await
    }

    /// Opens a tournament of a player's, within these bounds.
    ///
    /// # Errors
    /// As [`Self::open`], and when the operator does not allow it.
    pub(in crate::server) async fn open_for(
        &self,
        requester: &Requester,
        bounds: &Bounds,
        terms: Terms,
    ) -> Result<LiveView, ApiError> {
        check_opener(requester, bounds)?;
        let opener = Opener {
            player: requester.player.id,
            matches: bounds.matches,
            until_ms: unix_ms().saturating_add(bounds.lasts_ms),
        };
        let terms = within(terms, &opener, bounds)?;
        self.open_by(terms, Some(By { opener, address: household(requester.caller.address), bounds })).await
    }

    async fn open_by(&self, terms: Terms, by: Option<By<'_>>) -> Result<LiveView, ApiError> {
        terms.check().map_err(|error| ApiError::BadOptions(error.to_string()))?;
        check_clock(terms.clock)?;
        let options = terms.game.complete_options(&terms.options)?;
        let terms = Terms { name: terms.name.trim().to_owned(), options, ..terms };
        let opener = by.as_ref().map(|by| by.opener.clone());
        let mut entries = vec![Entry::Opened { terms: Box::new(terms.clone()), by: opener }];
        for name in &terms.bots {
            entries.push(Entry::Entered { seat: self.inner.bots.named(name, terms.game)? });
        }
        let created_ms = unix_ms();
        if terms.format == LiveFormat::League && terms.starts_ms.is_none() {
            entries.push(Entry::Began { at_ms: created_ms });
        }
        let state = LiveState::of_log(&entries).map_err(ApiError::BadOptions)?;
        let source = toml::to_string(&terms).map_err(|error| ApiError::Internal(error.to_string()))?;
        let row = TournamentRow {
            id: Uuid::now_v7(),
            name: terms.name.clone(),
            game: terms.game,
            format: terms.format.name(),
            source_toml: source,
            seed: 0,
            total: 0,
            created_ms,
            plan_hash: None,
        };
        let mut openings = self.inner.opening.lock().await;
        if self.running().values().any(|it| it.state().terms().name.eq_ignore_ascii_case(&terms.name)) {
            let problem = format!("name: a tournament {:?} is open or being played already", terms.name);
            return Err(ApiError::BadOptions(problem));
        }
        if let Some(by) = &by {
            self.check_room(by)?;
            let admitted = openings.admit(by.opener.player, by.bounds.opened_per_day, Instant::now());
            admitted.map_err(|wait| ApiError::TooManyOpened { wait })?;
        }
        let id = row.id;
        self.inner.store.open_live(row, &entries).await?;
        if let Some(by) = &by {
            openings.note(by.opener.player, Instant::now());
        }
        let running = self.run(id, created_ms, state, entries.len() as u64, by.map(|by| by.address));
        Ok(view::of(&running))
    }

    /// Whether a player may have one more tournament that is not over.
    fn check_room(&self, by: &By<'_>) -> Result<(), ApiError> {
        let (mut all, mut here, mut own) = (0, 0, 0);
        for running in self.running().values() {
            let Some(player) = running.state().opener().map(|opener| opener.player) else { continue };
            all += 1;
            here += usize::from(running.opened_at == Some(by.address));
            own += usize::from(player == by.opener.player);
        }
        let Bounds { open, open_per_address, open_per_player, .. } = *by.bounds;
        for (count, most, whose) in [
            (own, open_per_player, "you have"),
            (here, open_per_address, "your address has"),
            (all, open, "players have"),
        ] {
            if count >= most {
                let problem = format!("{whose} opened {count} tournaments that are not over, and may have {most}");
                return Err(ApiError::OverLimit(problem));
            }
        }
        Ok(())
    }
}

/// Whether the operator lets this player open tournaments at all.
fn check_opener(requester: &Requester, bounds: &Bounds) -> Result<(), ApiError> {
    let forbidden = |problem: &str| Err(ApiError::Forbidden(problem.to_owned()));
    if bounds.open == 0 {
        return forbidden("only the operator opens tournaments on this server");
    }
    let player = requester.person()?;
    if bounds.openers.is_empty() || bounds.openers.iter().any(|name| are_alike(name, &player.name)) {
        return Ok(());
    }
    forbidden("the operator lets only some players open tournaments, and you are none of them")
}

/// The terms, within what players may have.
fn within(terms: Terms, opener: &Opener, bounds: &Bounds) -> Result<Terms, ApiError> {
    let wrong = |key: &str, problem: String| Err(ApiError::BadOptions(format!("{key}: {problem}")));
    if !bounds.games.is_empty() && !bounds.games.contains(&terms.game) {
        let games: Vec<&str> = bounds.games.iter().map(|game| game.name()).collect();
        return wrong("game", format!("players open tournaments of {} alone here", games.join(", ")));
    }
    if let Some(most) = terms.most.filter(|most| *most > bounds.entrants) {
        let problem =
            format!("{most} is more than {}, the most of a tournament that a player opens here", bounds.entrants);
        return wrong("most", problem);
    }
    if terms.starts_ms.is_some_and(|starts| starts >= opener.until_ms) {
        let problem = format!("a tournament that a player opens ends after {} ms here", bounds.lasts_ms);
        return wrong("starts_ms", problem);
    }
    Ok(Terms { most: terms.most.or(Some(bounds.entrants)), ..terms })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_opened_within_any_day() {
        let (mut openings, ann, start) = (Openings::default(), Uuid::from_u128(1), Instant::now());
        let hours = |n: u64| start + Duration::from_secs(3_600 * n);
        for at in [0, 5] {
            assert_eq!(openings.admit(ann, 2, hours(at)), Ok(()));
            openings.note(ann, hours(at));
        }
        assert_eq!(openings.admit(ann, 2, hours(6)), Err(Duration::from_secs(3_600 * 18)));
        assert_eq!(openings.admit(Uuid::from_u128(2), 2, hours(6)), Ok(()), "another player");
        assert_eq!(openings.admit(ann, 2, hours(24)), Ok(()));
        assert_eq!(openings.admit(ann, 1, hours(24)), Err(Duration::from_secs(3_600 * 5)), "a bound that was lowered");
        assert_eq!(openings.admit(ann, 1, hours(29)), Ok(()));
        assert!(openings.0.is_empty(), "nothing is kept for longer");
    }
}
