//! Creation of challenges. A challenge is checked first, and refused at once if the opponent's rules decline it.

use uuid::Uuid;

use super::agreed::{rating_of, view_of};
use super::{Challenges, rules};
use crate::error::ApiError;
use crate::quota::Holder;
use crate::time::unix_ms;
use arena_games::{GameId, diagnostic};
use arena_protocol::challenge::{ChallengeBody, ChallengeRules, ChallengeState, ChallengeView};
use arena_protocol::new_match::check_clock;
use arena_store::challenges::{ChallengeEnd, NewChallenge};
use arena_store::{PlayerKind, PlayerRow};

/// Default and maximum lifetime of a challenge.
const STANDS_MS: u64 = 7 * 86_400_000;
const LONGEST_MS: u64 = 30 * 86_400_000;

impl Challenges {
    /// Creates a challenge.
    ///
    /// # Errors
    /// [`ApiError`] if the challenge is invalid, a limit is reached, or the opponent does not accept it.
    pub async fn create(&self, who: &PlayerRow, body: ChallengeBody) -> Result<ChallengeView, ApiError> {
        let ChallengeBody { opponent, game, options, clock, seat, rated, listed, stands_ms } = body;
        let game: GameId = game.parse()?;
        let options = game.complete_options(&options.unwrap_or_default())?;
        clock.map_or(Ok(()), check_clock)?;
        let stands_ms = stands_ms.unwrap_or(STANDS_MS);
        if !(1..=LONGEST_MS).contains(&stands_ms) {
            return Err(ApiError::invalid(diagnostic!(
                "stands_ms",
                "stands_ms must be between 1 and {most}, got {given}",
                given = stands_ms,
                most = LONGEST_MS
            ))
            .of("stands_ms"));
        }
        if listed && opponent.is_some() {
            return Err(ApiError::invalid(diagnostic!(
                "listed_opponent",
                "listed: only an open challenge can be listed; remove the opponent"
            ))
            .of("listed"));
        }
        let opponent = match opponent {
            Some(id) => Some(self.opponent(who, id, rated).await?),
            None => None,
        };
        let created_ms = unix_ms();
        let challenge = ChallengeView {
            challenge: Uuid::new_v4(),
            challenger: view_of(who),
            opponent: opponent.as_ref().map(view_of),
            game: game.name().to_owned(),
            options,
            clock,
            seat: seat.unwrap_or_default(),
            rated,
            listed,
            created_ms,
            expires_ms: created_ms + stands_ms,
            state: ChallengeState::Standing,
            reason: None,
            id: None,
        };
        if let Some(opponent) = &opponent {
            self.check_rules(who, opponent, &challenge, game).await?;
        }
        let body = serde_json::to_string(&challenge).map_err(ApiError::internal)?;
        let new = NewChallenge {
            id: challenge.challenge,
            challenger: who.id,
            opponent: opponent.map(|opponent| opponent.id),
            body,
        };
        let _alone = self.changing.lock().await;
        let (holder, is_guests) = (Holder::new(who.id, self.lobby.address(who.id)), who.kind == PlayerKind::Guest);
        let evicted = self.standing().check_room(&challenge, (&holder, is_guests), &self.settings.get().limits)?;
        if let Some(evicted) = evicted {
            self.close(ChallengeEnd::Expired, evicted).await?;
        }
        self.store.add_challenge(new).await?;
        self.standing().insert(challenge.clone(), is_guests, holder);
        self.notify(&challenge);
        Ok(challenge)
    }

    /// Returns the challenged player.
    async fn opponent(&self, who: &PlayerRow, id: Uuid, rated: bool) -> Result<PlayerRow, ApiError> {
        let opponent = self.store.player(id).await?.filter(|row| row.kind != PlayerKind::Deleted);
        let opponent = opponent.ok_or_else(|| ApiError::no_such_player(id))?;
        if opponent.id == who.id {
            let problem = diagnostic!("yourself", "opponent: you cannot challenge yourself");
            return Err(ApiError::invalid(problem).of("opponent"));
        }
        rules::check_interests(who, &opponent, rated)?;
        if self.store.are_apart(who, &opponent).await? {
            return Err(ApiError::not_from_you());
        }
        Ok(opponent)
    }

    /// Checks the challenge against the opponent's rules.
    async fn check_rules(
        &self,
        who: &PlayerRow,
        opponent: &PlayerRow,
        challenge: &ChallengeView,
        game: GameId,
    ) -> Result<(), ApiError> {
        let Some(rules) = self.rules(opponent.id).await? else { return Ok(()) };
        let rating = rating_of(&self.store, who.id, game, challenge.clock).await?;
        let under_way = self.lobby.under_way(opponent.id);
        rules::check(&rules, challenge, rating, under_way)
    }

    /// Returns the rules that a player has set for incoming challenges.
    pub(crate) async fn rules(&self, player: Uuid) -> Result<Option<ChallengeRules>, ApiError> {
        let body = self.store.challenge_rules(player).await?;
        body.map(|body| serde_json::from_str(&body))
            .transpose()
            .map_err(|error| ApiError::internal(format!("the rules of {player} cannot be read: {error}")))
    }
}
