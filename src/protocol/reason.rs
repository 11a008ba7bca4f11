//! What exactly was refused, where people run into it: a word and its values, so that it can be said in any language. The
//! English sentence is made of the same. All of them stand in one file: it is a table.

mod code;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::games::solve::Unsolved;

/// What a [`Code`](super::Code) means here, with its values. Later servers may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
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
    /// As many challenges stand that were made from the player's address as may.
    #[error("{most} challenges that were made from your address stand; withdraw one first")]
    AddressChallenges {
        /// As many as may.
        most: usize,
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
    /// Players have no tournaments of bots played on this server.
    #[error("only the operator of this server has tournaments of bots played")]
    OperatorComposes,
    /// Other players may have tournaments of bots played on this server.
    #[error("the operator lets only some players have tournaments of bots played, and you are none of them")]
    OthersCompose,
    /// As many tournaments of bots that the player began are under way as may be.
    #[error(
        "tournaments of bots that you have begun are under way: {most}, and you may have {most}; wait for one to end, or stop it"
    )]
    OwnRuns {
        /// As many as may.
        most: usize,
    },
    /// The same of the player's address.
    #[error("tournaments of bots that were begun from your address are under way: {most}, and there may be {most}")]
    AddressRuns {
        /// As many as may.
        most: usize,
    },
    /// The same of all players.
    #[error("tournaments of bots that players have begun are under way: {most}, and there may be {most}")]
    ServerRuns {
        /// As many as may.
        most: usize,
    },
    /// A tournament of bots takes more processor time than is left for today.
    #[error(
        "it takes about {} s of processor time, and {} {} s of {} s a day{}",
        in_seconds(*needed_ms),
        scope.has_left(),
        left_ms / 1_000,
        budget_ms / 1_000,
        wait_ms.map_or(String::new(), |ms| format!("; wait {} seconds", ms.div_ceil(1_000)))
    )]
    Budget {
        /// Whose budget it is.
        scope: BudgetScope,
        /// What it takes, in milliseconds.
        needed_ms: u64,
        /// What is left, in milliseconds.
        left_ms: u64,
        /// What there is within a day, in milliseconds.
        budget_ms: u64,
        /// In so many milliseconds there is enough; absent where a whole day has too little.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wait_ms: Option<u64>,
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
    /// A name of the kind that guests are given.
    #[error("names that end in \"guest\" are for guests")]
    NameOfGuests,
    /// The name of all whose account was deleted.
    #[error("\"deleted\" stands for those whose account was deleted")]
    NameOfDeleted,
    /// A match was to begin where the game is over.
    #[error("start: the game is over there")]
    StartOver,
    /// A rated match was to begin at a position that somebody has chosen.
    #[error("start: a match that does not begin at the game's own start cannot be rated")]
    StartRated,
    /// A player was to challenge itself.
    #[error("opponent: you cannot challenge yourself")]
    Yourself,
    /// Nothing can be stored or read at the moment.
    #[error("the arena cannot reach its storage at the moment; try again")]
    NoStorage,
    /// A match has too much to do.
    #[error("the match has too much to do at the moment; try again")]
    MatchBusy,
    /// All threads that search are busy, and enough wait for them.
    #[error("all search threads are busy and their queue is full")]
    SearchesBusy,
    /// What was done is kept until it can be stored.
    #[error("this cannot be stored right now; it is kept until that works again, and sending it again does no harm")]
    StoredLater,
    /// What was done was not taken, since it cannot be stored.
    #[error("the match cannot be stored right now, and this was not taken; send it again in a moment")]
    NotStored,
    /// A tournament's file is too large.
    #[error("a tournament's file may have {most} bytes")]
    LargestFile {
        /// So many bytes it may have.
        most: usize,
    },
    /// What was sent is too large.
    #[error("a body may have {most} bytes")]
    LargestBody {
        /// So many bytes it may have.
        most: usize,
    },
    /// What is to be told fits into no message.
    #[error("what is to be told has {given} bytes, more than fit into a message; ask for it over HTTP")]
    LargeMessage {
        /// So many bytes it has.
        given: usize,
    },
    /// Somebody speaks for a bot of somebody else.
    #[error("this is no bot of yours")]
    NotYourBot,
    /// A bot was to do what its person does.
    #[error("a bot's person does this for it")]
    BotsPerson,
    /// Who has no seat in a match has no say in it.
    #[error("you have no seat in this match")]
    NoSeatHere,
    /// Who has a name claims no other.
    #[error("this player has claimed a name already")]
    HasAccount,
    /// As many connections came from one address as may.
    #[error("too many connections come from your address; close one first")]
    Connections,
    /// A connection hears of as many things as it may.
    #[error("a connection may hear of {most} topics at once")]
    Topics {
        /// As many as it may.
        most: usize,
    },
    /// More boards are in view than may be.
    #[error("matches has {given} ids, but at most {most} boards can be in view")]
    Boards {
        /// So many are.
        given: usize,
        /// So many may be.
        most: usize,
    },
    /// An account has as many keys, bots or blocked players as it may.
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
    /// A name and its password, or code, do not belong together.
    #[error("this name and what was given with it do not belong together")]
    WrongLogin,
    /// A recovery code is none, or none any more.
    #[error("this recovery code is not right, or was used already")]
    RecoveryCode,
    /// A player has taken back as many moves as may be.
    #[error("you have taken back {most} moves, the most that one match allows")]
    Takebacks {
        /// As many as may be.
        most: usize,
    },
    /// A rematch comes after the match.
    #[error("a rematch can be offered when the match is over")]
    RematchEarly,
    /// The other side is away, but not for long enough.
    #[error("the other side may come back for another {wait_ms} ms")]
    MayComeBack {
        /// For so many milliseconds.
        wait_ms: u64,
    },
    /// A seed is too large.
    #[error("seed is {given}, but must be below 2^53")]
    Seed {
        /// What was given.
        given: u64,
    },
    /// One person wants both seats.
    #[error("both seats are \"me\", but you can hold one only; make the other \"open\" or a bot")]
    BothSeats,
    /// A seat was kept for its maker.
    #[error("a seat for yourself is written \"me\"")]
    OwnSeat,
    /// A seat was kept for nobody.
    #[error("there is no player {id} to keep a seat for")]
    NobodyToSeat {
        /// The id that was given.
        id: Uuid,
    },
    /// A challenge to one player was to be listed.
    #[error("listed: only an open challenge, without an opponent, is")]
    ListedOpponent,
    /// A tournament was to play too many matches at once.
    #[error("concurrency is {given}, but must be from 1 to {most}")]
    Concurrency {
        /// So many.
        given: usize,
        /// So many it may play.
        most: usize,
    },
    /// A player was to block itself.
    #[error("you cannot block yourself")]
    BlockYourself,
    /// A reason is needed.
    #[error("reason: say in a sentence why")]
    SayWhy,
    /// The operator was to reset a bot's keys.
    #[error("this is a bot: its person makes and revokes its keys")]
    BotKeys,
    /// Two names of a list look the same.
    #[error("{name:?} and another of the names look the same")]
    Alike {
        /// One of them.
        name: String,
    },
    /// Too few or too many names are invited.
    #[error("names: there are {given}, but must be 1 to {most}")]
    Invitations {
        /// So many.
        given: usize,
        /// So many may be.
        most: usize,
    },
    /// One of the names cannot be claimed.
    #[error("{name}: {why}")]
    Invited {
        /// Which.
        name: String,
        /// Why.
        #[schema(no_recursion)]
        why: Box<Reason>,
    },
    /// A bot is of another game than its match.
    #[error("game is {given}, but the match is one of {game}")]
    OtherGame {
        /// The bot's.
        given: String,
        /// The match's.
        game: String,
    },
    /// A configuration has the name of another bot.
    #[error("name: {name:?} is that of another bot here; a configuration of your own needs a name of its own")]
    BotNamed {
        /// The name.
        name: String,
    },
    /// A game is too large to be solved whole.
    #[error("{}", Unsolved::TooMany(*most))]
    ManyPositions {
        /// So many positions it may have.
        most: usize,
    },
    /// A game goes on for too long to be solved whole.
    #[error("{}", Unsolved::TooLong(*most))]
    LongGames {
        /// For so many plies it may.
        most: usize,
    },
    /// In a game positions come again, so that it is not solved whole.
    #[error("{}", Unsolved::Repeats)]
    ComesAgain,
}

/// Whose budget of processor time something is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum BudgetScope {
    /// The player's.
    Player,
    /// That of the player's address.
    Address,
    /// That of all players.
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

/// Whole seconds that are enough.
const fn in_seconds(ms: u64) -> u64 {
    ms.div_ceil(1_000)
}
