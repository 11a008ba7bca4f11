//! A challenge as it is made: checked, and declined at once where the opponent does not take it; and the match that two
//! players have agreed to.

use uuid::Uuid;

use super::{Challenges, is_played_at_once, rules, view_of};
use crate::games::{BySide, GameId, Options};
use crate::play::Speed;
use crate::play::{ClockSetting, MatchSetup, Seat};
use crate::protocol::challenge::{ChallengeBody, ChallengeRules, ChallengeState, ChallengeView};
use crate::protocol::{INTEGER_LIMIT, PlayerView, Reason};
use crate::server::error::ApiError;
use crate::server::lobby::check_clock;
use crate::server::time::unix_ms;
use crate::store::challenges::{ChallengeEnd, NewChallenge};
use crate::store::{PlayerKind, PlayerRow, Store};

/// How long a challenge stands unless it is said, and at most.
const STANDS_MS: u64 = 7 * 86_400_000;
const LONGEST_MS: u64 = 30 * 86_400_000;

impl Challenges {
    /// Makes a challenge.
    ///
    /// # Errors
    /// [`ApiError`] when something about it is wrong, a limit is reached, or the opponent does not take it.
    pub(in crate::server) async fn create(
        &self,
        who: &PlayerRow,
        body: ChallengeBody,
    ) -> Result<ChallengeView, ApiError> {
        let ChallengeBody { opponent, game, options, clock, seat, rated, listed, stands_ms } = body;
        let game: GameId = game.parse()?;
        let options = game.complete_options(&options.unwrap_or_default())?;
        clock.map_or(Ok(()), check_clock)?;
        let stands_ms = stands_ms.unwrap_or(STANDS_MS);
        if !(1..=LONGEST_MS).contains(&stands_ms) {
            let problem = format!("stands_ms is {stands_ms}, but must be from 1 to {LONGEST_MS}");
            return Err(ApiError::BadOptions(problem));
        }
        if listed && opponent.is_some() {
            return Err(Reason::ListedOpponent.into());
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
        let body = serde_json::to_string(&challenge).map_err(|error| ApiError::Internal(error.to_string()))?;
        let new = NewChallenge {
            id: challenge.challenge,
            challenger: who.id,
            opponent: opponent.map(|opponent| opponent.id),
            body,
        };
        let _alone = self.changing.lock().await;
        let address = self.lobby.address(who.id);
        let evicted = self.standing().check_room(&challenge, address, &self.settings.get().limits)?;
        if let Some(evicted) = evicted {
            self.close(ChallengeEnd::Expired, evicted).await?;
        }
        self.store.add_challenge(new).await?;
        self.standing().insert(challenge.clone(), who.kind == PlayerKind::Guest, address);
        self.notify(&challenge);
        Ok(challenge)
    }

    /// The player that is to be challenged.
    async fn opponent(&self, who: &PlayerRow, id: Uuid, rated: bool) -> Result<PlayerRow, ApiError> {
        let opponent = self.store.player(id).await?.filter(|row| row.kind != PlayerKind::Deleted);
        let opponent = opponent.ok_or_else(|| ApiError::NotFound(format!("there is no player {id}")))?;
        if opponent.id == who.id {
            return Err(Reason::Yourself.into());
        }
        check_interests(who, &opponent, rated)?;
        if self.store.are_apart(who, &opponent).await? {
            return Err(Reason::NotFromYou.into());
        }
        Ok(opponent)
    }

    /// Declines what the opponent's rules do not allow.
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
        Ok(rules::check(&rules, challenge, rating, under_way)?)
    }

    /// By which rules a player takes challenges.
    pub(in crate::server) async fn rules(&self, player: Uuid) -> Result<Option<ChallengeRules>, ApiError> {
        let body = self.store.challenge_rules(player).await?;
        body.map(|body| serde_json::from_str(&body))
            .transpose()
            .map_err(|error| ApiError::Internal(format!("the rules of {player} cannot be read: {error}")))
    }
}

/// Rated matches are for different interests.
pub(super) fn check_interests(one: &PlayerRow, other: &PlayerRow, rated: bool) -> Result<(), ApiError> {
    if rated && one.owner() == other.owner() {
        return Err(Reason::OnePerson.into());
    }
    Ok(())
}

/// The rating of a player at a game by this clock; 1500 where none is known.
pub(super) async fn rating_of(
    store: &Store,
    player: Uuid,
    game: GameId,
    clock: Option<ClockSetting>,
) -> Result<f64, ApiError> {
    let speed = if is_played_at_once(clock) { Speed::Clock } else { Speed::Untimed };
    let ratings = store.ratings_of(player, unix_ms()).await?;
    let known = ratings.into_iter().find(|row| row.game == game && row.speed == speed);
    Ok(known.map_or(1_500.0, |row| row.strength.rating))
}

/// What two players have agreed to play.
pub(super) struct Agreed {
    pub(super) id: Uuid,
    pub(super) game: GameId,
    pub(super) options: Options,
    pub(super) clock: Option<ClockSetting>,
    pub(super) rated: bool,
}

impl Agreed {
    /// The match of these two, of whom the first is to have this seat; by chance where there is none.
    pub(super) fn setup(self, players: [PlayerView; 2], seat: Option<usize>) -> MatchSetup {
        let random = Uuid::new_v4().as_u128();
        let [one, other] = players.map(|player| Seat::person(player.id, player.name));
        let seats = BySide::new(one, other);
        let exchanged = seat.map_or(random & 1 == 1, |seat| seat == 1);
        let Self { id, game, options, clock, rated } = self;
        MatchSetup {
            id,
            game,
            options,
            position: None,
            opening: Vec::new(),
            seats: if exchanged { seats.exchanged() } else { seats },
            clock,
            rated,
            seed: u64::try_from(random >> 64).unwrap_or(0) % INTEGER_LIMIT,
            created_ms: unix_ms(),
        }
    }
}
