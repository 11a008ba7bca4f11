//! What exactly was refused, where people run into it: a word and its values, so that it can be said in any language. The
//! English sentence is made of the same.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::from_server::Code;

/// What a [`Code`] means here, with its values. Later servers may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// The player has made as many matches as may run.
    #[error("finish a match first: you have made {most} that still run")]
    OwnMatches {
        /// As many as may.
        most: usize,
    },
    /// As many matches as may run were made from the player's address.
    #[error("{most} matches that were made from your address still run")]
    AddressMatches {
        /// As many as may.
        most: usize,
    },
    /// The server holds as many matches as it may.
    #[error("this server holds at most {most} matches at once")]
    ServerMatches {
        /// As many as may.
        most: usize,
    },
    /// As many finished matches are held as may.
    #[error("{most} finished matches are being watched already; GET /api/matches/<id>/events tells this one")]
    WatchedMatches {
        /// As many as may.
        most: usize,
    },
    /// The player has made as many challenges as may stand.
    #[error("{made} challenges of yours stand; withdraw one first")]
    OwnChallenges {
        /// So many stand.
        made: usize,
    },
    /// The opponent was sent as many challenges as may stand.
    #[error("this player has as many challenges as may stand")]
    TheirChallenges,
    /// The server takes no new matches for now.
    #[error("this server takes no new matches for now, since it is about to be restarted; those under way go on")]
    Draining,
    /// The server keeps as many challenges as it may.
    #[error("this server keeps {most} challenges at most")]
    ServerChallenges {
        /// As many as may.
        most: usize,
    },
    /// The player waits for as many kinds of match as may be.
    #[error("a connection may wait for {most} kinds of match at once")]
    OwnWishes {
        /// As many as may.
        most: usize,
    },
    /// As many have entered a tournament as may.
    #[error("as many have entered as may")]
    TournamentFull,
    /// Nobody enters this tournament any more.
    #[error("registration for this tournament is over")]
    RegistrationOver,
    /// Only who is invited enters this tournament.
    #[error("one enters this tournament by invitation only")]
    ByInvitation,
    /// The player is not in this tournament.
    #[error("you have not entered this tournament")]
    NotEntered,
    /// The tournament is over.
    #[error("this tournament is over")]
    TournamentOver,
    /// Players open no tournaments on this server.
    #[error("only the operator opens tournaments on this server")]
    OperatorOpens,
    /// Other players may open tournaments on this server.
    #[error("the operator lets only some players open tournaments, and you are none of them")]
    OthersOpen,
    /// As many tournaments that the player opened are not over as may be.
    #[error("you have opened {most} tournaments that are not over, and may have {most}")]
    OwnTournaments {
        /// As many as may.
        most: usize,
    },
    /// The same of the player's address.
    #[error("your address has opened {most} tournaments that are not over, and may have {most}")]
    AddressTournaments {
        /// As many as may.
        most: usize,
    },
    /// The same of all players.
    #[error("players have opened {most} tournaments that are not over, and may have {most}")]
    ServerTournaments {
        /// As many as may.
        most: usize,
    },
    /// The player has opened as many tournaments within a day as may be.
    #[error("you have opened as many tournaments today as you may; wait {} seconds", wait_ms.div_ceil(1_000))]
    OpenedToday {
        /// As many as may.
        most: usize,
        /// In so many milliseconds another one may be opened.
        wait_ms: u64,
    },
    /// Only who has claimed a name may do this.
    #[error("this is for players who have claimed a name; POST /api/accounts/claim does it")]
    NeedsName,
    /// Only the operator may do this.
    #[error(
        "only the operator may do this, and calling from the server's own machine does not make one: open the link that \
         `arena operator-link` prints there, or send the token that stands in operator.token in the data directory"
    )]
    NeedsOperator,
    /// An operator's link that was used, is too old, or is of before a restart.
    #[error(
        "this link counts no more: it was used, is too old, or is of before a restart; `arena operator-link` on the \
         server's machine prints another"
    )]
    LinkSpent,
    /// The player may not come.
    #[error("you may not play here{}: {why}", until_ms.map_or_else(String::new, |ms| format!(" until {ms} (in milliseconds since 1970)")))]
    Banned {
        /// Why, in the operator's words.
        why: String,
        /// Until when, in Unix milliseconds; for good where it is absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        until_ms: Option<u64>,
    },
    /// Both players of a rated match are one person's.
    #[error("a match between players of one person cannot be rated")]
    OnePerson,
    /// Nobody accepts an own challenge.
    #[error("this is your own challenge")]
    OwnChallenge,
    /// The other side of the match takes no offers from the player.
    #[error("the other side takes no offers")]
    NoOffers,
    /// The other player wants nothing from this one.
    #[error("this player takes no challenges from you")]
    NotFromYou,
    /// The other player takes no challenges at all.
    #[error("this player takes no challenges")]
    TakesNone,
    /// The other player takes challenges to some games only.
    #[error("this player takes challenges to {} only", games.join(", "))]
    TakesGames {
        /// Their names.
        games: Vec<String>,
    },
    /// The other player takes challenges with a clock that runs only, or without one only.
    #[error("this player takes challenges {} a clock that runs only", if *wanted { "with" } else { "without" })]
    TakesClock {
        /// Whether a clock is to run.
        wanted: bool,
    },
    /// The other player takes rated matches only, or unrated ones only.
    #[error("this player takes challenges to {} matches only", if *wanted { "rated" } else { "unrated" })]
    TakesRated {
        /// Whether they are to be rated.
        wanted: bool,
    },
    /// The other player takes some clocks only.
    #[error("this player takes clocks with initial_ms from {least} to {most} only")]
    TakesInitial {
        /// The least that a clock may begin with, in milliseconds.
        least: u64,
        /// The most.
        most: u64,
    },
    /// The other player takes challengers of some ratings only.
    #[error("this player takes challengers rated from {least} to {most} only")]
    TakesRating {
        /// The least rating.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// The other player plays as many matches as it takes at once.
    #[error("this player takes at most {most} matches at once, and has as many")]
    TakesAtOnce {
        /// As many as it takes.
        most: u32,
    },
    /// A password is too short or too long.
    #[error("the password has {given} bytes, but must have {least} to {most}")]
    PasswordLength {
        /// So many bytes it has.
        given: usize,
        /// The least that it may have.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A name that looks like nothing.
    #[error("a name that is to be claimed needs a letter or a digit")]
    NameEmpty,
    /// A name of the kind that guests are given.
    #[error("names that end in \"guest\" are for guests")]
    NameOfGuests,
    /// A match was to begin where the game is over.
    #[error("start: the game is over there")]
    StartOver,
    /// A rated match was to begin at a position that somebody has chosen.
    #[error("start: a match that does not begin at the game's own start cannot be rated")]
    StartRated,
    /// A player was to challenge itself.
    #[error("opponent: you cannot challenge yourself")]
    Yourself,
}

impl Reason {
    /// The fixed word that it belongs under.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::OwnMatches { .. }
            | Self::AddressMatches { .. }
            | Self::ServerMatches { .. }
            | Self::WatchedMatches { .. }
            | Self::OwnChallenges { .. }
            | Self::TheirChallenges
            | Self::ServerChallenges { .. }
            | Self::OwnWishes { .. }
            | Self::OwnTournaments { .. }
            | Self::AddressTournaments { .. }
            | Self::ServerTournaments { .. }
            | Self::OpenedToday { .. }
            | Self::TournamentFull => Code::OverLimit,
            Self::Draining => Code::Unavailable,
            Self::OperatorOpens
            | Self::OthersOpen
            | Self::RegistrationOver
            | Self::ByInvitation
            | Self::NotEntered
            | Self::TournamentOver
            | Self::NeedsName
            | Self::NeedsOperator
            | Self::LinkSpent
            | Self::Banned { .. }
            | Self::OnePerson
            | Self::OwnChallenge
            | Self::NoOffers => Code::Forbidden,
            Self::NotFromYou
            | Self::TakesNone
            | Self::TakesGames { .. }
            | Self::TakesClock { .. }
            | Self::TakesRated { .. }
            | Self::TakesInitial { .. }
            | Self::TakesRating { .. }
            | Self::TakesAtOnce { .. } => Code::Declined,
            Self::PasswordLength { .. } | Self::NameEmpty | Self::NameOfGuests => Code::BadMessage,
            Self::StartOver | Self::StartRated | Self::Yourself => Code::BadOptions,
        }
    }
}
