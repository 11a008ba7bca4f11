//! Structured reasons for rejections: a name and values, so that clients can show them in any language. The English
//! message is built from the same values. All reasons are in this file, because it is a table.

mod code;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use arena_games::solve::Unsolved;

/// Details of a [`Code`](super::Code), with values. Later versions of the server may add more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// The player has created the maximum number of running matches.
    #[error("finish a match first: you have made {most} that still run")]
    OwnMatches {
        /// Limit.
        most: usize,
    },
    /// The maximum number of running matches was created from the player's address.
    #[error("{most} matches that were made from your address still run")]
    AddressMatches {
        /// Limit.
        most: usize,
    },
    /// The server has the maximum number of matches.
    #[error("this server holds at most {most} matches at once")]
    ServerMatches {
        /// Limit.
        most: usize,
    },
    /// The maximum number of finished matches is being watched.
    #[error("{most} finished matches are being watched already; GET /api/matches/<id>/events tells this one")]
    WatchedMatches {
        /// Limit.
        most: usize,
    },
    /// The player has the maximum number of open challenges.
    #[error("{made} challenges of yours stand; withdraw one first")]
    OwnChallenges {
        /// Number of open challenges.
        made: usize,
    },
    /// As many challenges stand that were made from the player's address as may.
    #[error("{most} challenges that were made from your address stand; withdraw one first")]
    AddressChallenges {
        /// As many as may.
        most: usize,
    },
    /// The opponent was sent as many challenges as may stand.
    #[error("this player has as many challenges as may stand")]
    TheirChallenges,
    /// The server does not accept new matches for now.
    #[error("this server takes no new matches for now, since it is about to be restarted; those under way go on")]
    Draining,
    /// The server has the maximum number of challenges.
    #[error("this server keeps {most} challenges at most")]
    ServerChallenges {
        /// Limit.
        most: usize,
    },
    /// The connection waits for the maximum number of pairings.
    #[error("a connection may wait for {most} kinds of match at once")]
    OwnWishes {
        /// Limit.
        most: usize,
    },
    /// The tournament has the maximum number of entrants.
    #[error("the tournament is full")]
    TournamentFull,
    /// Registration for the tournament is closed.
    #[error("registration for this tournament is over")]
    RegistrationOver,
    /// The tournament is by invitation only.
    #[error("one enters this tournament by invitation only")]
    ByInvitation,
    /// The player has not entered the tournament.
    #[error("you have not entered this tournament")]
    NotEntered,
    /// The tournament is over.
    #[error("this tournament is over")]
    TournamentOver,
    /// Only the operator may open tournaments on this server.
    #[error("only the operator opens tournaments on this server")]
    OperatorOpens,
    /// Only other players may open tournaments on this server.
    #[error("the operator lets only some players open tournaments, and you are none of them")]
    OthersOpen,
    /// The player has the maximum number of unfinished tournaments.
    #[error("you have opened {most} tournaments that are not over, and may have {most}")]
    OwnTournaments {
        /// Limit.
        most: usize,
    },
    /// The player's address has the maximum number of unfinished tournaments.
    #[error("your address has opened {most} tournaments that are not over, and may have {most}")]
    AddressTournaments {
        /// Limit.
        most: usize,
    },
    /// All players together have the maximum number of unfinished tournaments.
    #[error("players have opened {most} tournaments that are not over, and may have {most}")]
    ServerTournaments {
        /// Limit.
        most: usize,
    },
    /// The player has opened the maximum number of tournaments within a day.
    #[error("you have opened as many tournaments today as you may; wait {} seconds", wait_ms.div_ceil(1_000))]
    OpenedToday {
        /// Limit.
        most: usize,
        /// Time in milliseconds until another one may be opened.
        wait_ms: u64,
    },
    /// Only the operator may start bot tournaments on this server.
    #[error("only the operator of this server has tournaments of bots played")]
    OperatorComposes,
    /// Only other players may start bot tournaments on this server.
    #[error("the operator lets only some players have tournaments of bots played, and you are none of them")]
    OthersCompose,
    /// The player has the maximum number of running bot tournaments.
    #[error(
        "tournaments of bots that you have begun are under way: {most}, and you may have {most}; wait for one to end, or stop it"
    )]
    OwnRuns {
        /// Limit.
        most: usize,
    },
    /// The player's address has the maximum number of running bot tournaments.
    #[error("tournaments of bots that were begun from your address are under way: {most}, and there may be {most}")]
    AddressRuns {
        /// Limit.
        most: usize,
    },
    /// All players together have the maximum number of running bot tournaments.
    #[error("tournaments of bots that players have begun are under way: {most}, and there may be {most}")]
    ServerRuns {
        /// Limit.
        most: usize,
    },
    /// A bot tournament needs more processor time than is left today.
    #[error(
        "it takes about {} s of processor time, and {} {} s of {} s a day{}",
        in_seconds(*needed_ms),
        scope.has_left(),
        left_ms / 1_000,
        budget_ms / 1_000,
        wait_ms.map_or(String::new(), |ms| format!("; wait {} seconds", ms.div_ceil(1_000)))
    )]
    Budget {
        /// Scope of the exceeded budget.
        scope: BudgetScope,
        /// Required processor time in milliseconds.
        needed_ms: u64,
        /// Remaining processor time in milliseconds.
        left_ms: u64,
        /// Processor time per day, in milliseconds.
        budget_ms: u64,
        /// Time in milliseconds until enough is left; absent if a whole day is not enough.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wait_ms: Option<u64>,
    },
    /// Only players with a claimed name may do this.
    #[error("this is for players who have claimed a name; POST /api/accounts/claim does it")]
    NeedsName,
    /// Only the operator may do this.
    #[error(
        "only the operator may do this, and calling from the server's own machine does not make one: open the link that \
         `arena operator-link` prints there, or send the token that stands in operator.token in the data directory"
    )]
    NeedsOperator,
    /// The operator link has been used, has expired, or is from before a restart.
    #[error(
        "this link has expired or has already been used; run `arena operator-link` on the server's machine for a new one"
    )]
    LinkSpent,
    /// The player is banned.
    #[error("you may not play here{}: {why}", until_ms.map_or_else(String::new, |ms| format!(" until {ms} (in milliseconds since 1970)")))]
    Banned {
        /// Reason, as the operator wrote it.
        why: String,
        /// End of the ban, in Unix milliseconds; permanent if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_ms: Option<u64>,
    },
    /// Both players of a rated match belong to the same person.
    #[error("a match between players of one person cannot be rated")]
    OnePerson,
    /// Players cannot accept their own challenges.
    #[error("this is your own challenge")]
    OwnChallenge,
    /// The opponent has muted offers in this match.
    #[error("the other side takes no offers")]
    NoOffers,
    /// The other player has blocked this one.
    #[error("this player takes no challenges from you")]
    NotFromYou,
    /// The other player accepts no challenges.
    #[error("this player takes no challenges")]
    TakesNone,
    /// The other player accepts only certain games.
    #[error("this player takes challenges to {} only", games.join(", "))]
    TakesGames {
        /// Names of the accepted games.
        games: Vec<String>,
    },
    /// The other player accepts only challenges with a continuous clock, or only those without one.
    #[error("this player takes challenges {} a clock that runs only", if *wanted { "with" } else { "without" })]
    TakesClock {
        /// True if a continuous clock is required.
        wanted: bool,
    },
    /// The other player accepts only rated matches, or only unrated ones.
    #[error("this player takes challenges to {} matches only", if *wanted { "rated" } else { "unrated" })]
    TakesRated {
        /// True if only rated matches are accepted.
        wanted: bool,
    },
    /// The other player accepts only clocks with a certain initial time.
    #[error("this player takes clocks with initial_ms from {least} to {most} only")]
    TakesInitial {
        /// Minimum in milliseconds.
        least: u64,
        /// Maximum in milliseconds.
        most: u64,
    },
    /// The other player accepts only challengers with a certain rating.
    #[error("this player takes challengers rated from {least} to {most} only")]
    TakesRating {
        /// Minimum rating.
        least: u32,
        /// Maximum rating.
        most: u32,
    },
    /// The other player has reached its limit of concurrent matches.
    #[error("this player takes at most {most} matches at once, and has as many")]
    TakesAtOnce {
        /// Limit.
        most: u32,
    },
    /// The password is too short or too long.
    #[error("the password has {given} bytes, but must have {least} to {most}")]
    PasswordLength {
        /// Length in bytes.
        given: usize,
        /// Minimum.
        least: usize,
        /// Maximum.
        most: usize,
    },
    /// A password that is among the first to be guessed.
    #[error("this password is among the first that are guessed; take another one")]
    PasswordWeak,
    /// A name that stands for those who run the server.
    #[error("this name stands for those who run the server")]
    NameReserved,
    /// A key was to change the account.
    #[error("a key cannot change the account; log in, or use the session that claimed the name or a recovery code")]
    NotByKey,
    /// A key lacks the scope that the request needs.
    #[error("this key lacks the scope {scope:?}")]
    Scope {
        /// The scope.
        scope: String,
    },
    /// A name that looks like nothing.
    #[error("a name that is to be claimed needs a letter or a digit")]
    NameEmpty,
    /// The name has the form of a guest name.
    #[error("names that end in \"guest\" are for guests")]
    NameOfGuests,
    /// The name is reserved for deleted accounts.
    #[error("\"deleted\" stands for those whose account was deleted")]
    NameOfDeleted,
    /// The game is already over in the requested start position.
    #[error("start: the game is over there")]
    StartOver,
    /// A rated match cannot start from a custom position.
    #[error("start: a match that does not begin at the game's own start cannot be rated")]
    StartRated,
    /// Players cannot challenge themselves.
    #[error("opponent: you cannot challenge yourself")]
    Yourself,
    /// The storage is temporarily unavailable.
    #[error("the arena cannot reach its storage at the moment; try again")]
    NoStorage,
    /// The match is overloaded.
    #[error("the match has too much to do at the moment; try again")]
    MatchBusy,
    /// All search threads are busy and their queue is full.
    #[error("all search threads are busy and their queue is full")]
    SearchesBusy,
    /// The action is kept until it can be stored.
    #[error("this cannot be stored right now; it is kept until that works again, and sending it again does no harm")]
    StoredLater,
    /// The action was rejected, because it cannot be stored.
    #[error("the match cannot be stored right now, and this was not taken; send it again in a moment")]
    NotStored,
    /// The tournament file is too large.
    #[error("a tournament's file may have {most} bytes")]
    LargestFile {
        /// Limit in bytes.
        most: usize,
    },
    /// The body of the request is too large.
    #[error("a body may have {most} bytes")]
    LargestBody {
        /// Limit in bytes.
        most: usize,
    },
    /// The answer does not fit into a message.
    #[error("what is to be told has {given} bytes, more than fit into a message; ask for it over HTTP")]
    LargeMessage {
        /// Size of the answer in bytes.
        given: usize,
    },
    /// The bot belongs to another player.
    #[error("this is no bot of yours")]
    NotYourBot,
    /// Only the owner of a bot may do this.
    #[error("a bot's person does this for it")]
    BotsPerson,
    /// The player has no seat in the match.
    #[error("you have no seat in this match")]
    NoSeatHere,
    /// The player already has a claimed name.
    #[error("this player has claimed a name already")]
    HasAccount,
    /// The address has the maximum number of connections.
    #[error("too many connections come from your address; close one first")]
    Connections,
    /// The connection has the maximum number of subscriptions.
    #[error("a connection may hear of {most} topics at once")]
    Topics {
        /// Limit.
        most: usize,
    },
    /// Too many boards are requested.
    #[error("matches has {given} ids, but at most {most} boards can be in view")]
    Boards {
        /// Requested number of boards.
        given: usize,
        /// Limit.
        most: usize,
    },
    /// The account has the maximum number of keys, bots or blocked players.
    #[error("there are as many as one may have; revoke or delete one first")]
    AccountFull,
    /// The player has an open report about the other player.
    #[error("you have reported this player already; the operator has yet to read it")]
    AlreadyReported,
    /// An analysis was ended for that of another address.
    #[error("the analysis was ended to make room for another address; try again")]
    AnalysisEvicted,
    /// As many players of the player's address have entered a tournament as may.
    #[error("{most} players of your address have entered this tournament, the most that may")]
    AddressEntrants {
        /// As many as may.
        most: usize,
    },
    /// More was reported than anybody can read.
    #[error("more has been reported than the operator can read; come back later")]
    Reports,
    /// The name and the password or recovery code do not match.
    #[error("this name and what was given with it do not belong together")]
    WrongLogin,
    /// The recovery code is invalid or has been used.
    #[error("this recovery code is not right, or was used already")]
    RecoveryCode,
    /// The player has taken back the maximum number of moves.
    #[error("you have taken back {most} moves, the most that one match allows")]
    Takebacks {
        /// Limit.
        most: usize,
    },
    /// A rematch can only be offered after the match.
    #[error("a rematch can be offered when the match is over")]
    RematchEarly,
    /// The opponent is away, but not for long enough.
    #[error("the other side may come back for another {wait_ms} ms")]
    MayComeBack {
        /// Remaining time in milliseconds.
        wait_ms: u64,
    },
    /// The seed is too large.
    #[error("seed is {given}, but must be below 2^53")]
    Seed {
        /// Given seed.
        given: u64,
    },
    /// A player cannot take both seats.
    #[error("both seats are \"me\", but you can hold one only; make the other \"open\" or a bot")]
    BothSeats,
    /// A seat was reserved for the player who creates the match.
    #[error("a seat for yourself is written \"me\"")]
    OwnSeat,
    /// A seat was reserved for a player who does not exist.
    #[error("there is no player {id} to keep a seat for")]
    NobodyToSeat {
        /// Given id.
        id: Uuid,
    },
    /// A challenge with an opponent cannot be listed.
    #[error("listed: only an open challenge, without an opponent, is")]
    ListedOpponent,
    /// The requested number of concurrent matches is out of range.
    #[error("concurrency is {given}, but must be from 1 to {most}")]
    Concurrency {
        /// Requested number.
        given: usize,
        /// Limit.
        most: usize,
    },
    /// Players cannot block themselves.
    #[error("you cannot block yourself")]
    BlockYourself,
    /// A reason is required.
    #[error("reason: say in a sentence why")]
    SayWhy,
    /// The keys of a bot can only be managed by its owner.
    #[error("this is a bot: its person makes and revokes its keys")]
    BotKeys,
    /// Two names in the list look the same.
    #[error("{name:?} and another of the names look the same")]
    Alike {
        /// One of the two names.
        name: String,
    },
    /// The number of names is out of range.
    #[error("names: there are {given}, but must be 1 to {most}")]
    Invitations {
        /// Given number.
        given: usize,
        /// Limit.
        most: usize,
    },
    /// One of the names cannot be claimed.
    #[error("{name}: {why}")]
    Invited {
        /// The name.
        name: String,
        /// Reason.
        #[schema(no_recursion)]
        why: Box<Reason>,
    },
    /// The bot is for another game than the match.
    #[error("game is {given}, but the match is one of {game}")]
    OtherGame {
        /// Game of the bot.
        given: String,
        /// Game of the match.
        game: String,
    },
    /// The configuration has the name of an existing bot.
    #[error("name: {name:?} is that of another bot here; a configuration of your own needs a name of its own")]
    BotNamed {
        /// The name.
        name: String,
    },
    /// The position is the current one of a rated match that the player is playing.
    #[error("this is the position of a rated match that you are playing; analyse it after the match")]
    RatedMatch,
    /// The game has too many positions to be solved completely.
    #[error("{}", Unsolved::TooMany(*most))]
    ManyPositions {
        /// Limit on the number of positions.
        most: usize,
    },
    /// The games are too long to be solved completely.
    #[error("{}", Unsolved::TooLong(*most))]
    LongGames {
        /// Limit in plies.
        most: usize,
    },
    /// The game cannot be solved completely, because positions can repeat.
    #[error("{}", Unsolved::Repeats)]
    ComesAgain,
}

/// Scope of a budget of processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum BudgetScope {
    /// The player.
    Player,
    /// The player's address.
    Address,
    /// All players.
    Server,
}

impl BudgetScope {
    const fn has_left(self) -> &'static str {
        match self {
            Self::Player => "you have left",
            Self::Address => "your address has left",
            Self::Server => "players have left, all together,",
        }
    }
}

/// Converts to seconds and rounds up.
const fn in_seconds(ms: u64) -> u64 {
    ms.div_ceil(1_000)
}
