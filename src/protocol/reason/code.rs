//! Error codes of the structured reasons.

use super::Reason;
use crate::Code;

impl Reason {
    /// Returns the error code to which the reason belongs.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Connections
            | Self::Topics { .. }
            | Self::Boards { .. }
            | Self::AccountFull
            | Self::Reports
            | Self::AlreadyReported
            | Self::AnalysisEvicted
            | Self::AddressEntrants { .. }
            | Self::AddressChallenges { .. }
            | Self::OwnMatches { .. }
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
            | Self::OwnRuns { .. }
            | Self::AddressRuns { .. }
            | Self::ServerRuns { .. }
            | Self::Budget { .. }
            | Self::TournamentFull => Code::OverLimit,
            Self::Draining
            | Self::NoStorage
            | Self::MatchBusy
            | Self::SearchesBusy
            | Self::StoredLater
            | Self::NotStored => Code::Unavailable,
            Self::NotYourBot
            | Self::BotsPerson
            | Self::NoSeatHere
            | Self::HasAccount
            | Self::OperatorOpens
            | Self::OthersOpen
            | Self::OperatorComposes
            | Self::OthersCompose
            | Self::RegistrationOver
            | Self::ByInvitation
            | Self::NotEntered
            | Self::TournamentOver
            | Self::NeedsName
            | Self::NeedsOperator
            | Self::LinkSpent
            | Self::Banned { .. }
            | Self::OnePerson
            | Self::NotByKey
            | Self::Scope { .. }
            | Self::OwnChallenge
            | Self::NoOffers
            | Self::RatedMatch => Code::Forbidden,
            Self::NotFromYou
            | Self::TakesNone
            | Self::TakesGames { .. }
            | Self::TakesClock { .. }
            | Self::TakesRated { .. }
            | Self::TakesInitial { .. }
            | Self::TakesRating { .. }
            | Self::TakesAtOnce { .. } => Code::Declined,
            Self::Concurrency { .. }
            | Self::BlockYourself
            | Self::SayWhy
            | Self::BotKeys
            | Self::Alike { .. }
            | Self::Invitations { .. }
            | Self::Invited { .. }
            | Self::PasswordLength { .. }
            | Self::PasswordWeak
            | Self::NameReserved
            | Self::NameEmpty
            | Self::NameOfGuests
            | Self::NameOfDeleted => Code::BadMessage,
            Self::Seed { .. }
            | Self::BothSeats
            | Self::OwnSeat
            | Self::NobodyToSeat { .. }
            | Self::ListedOpponent
            | Self::ManyPositions { .. }
            | Self::LongGames { .. }
            | Self::ComesAgain
            | Self::StartOver
            | Self::StartRated
            | Self::Yourself => Code::BadOptions,
            Self::LargestFile { .. } | Self::LargestBody { .. } | Self::LargeMessage { .. } => Code::TooLarge,
            Self::WrongLogin | Self::RecoveryCode => Code::Unauthorised,
            Self::Takebacks { .. } => Code::NothingToTakeBack,
            Self::RematchEarly => Code::NotStarted,
            Self::MayComeBack { .. } => Code::NothingToClaim,
            Self::OtherGame { .. } | Self::BotNamed { .. } => Code::BadBot,
        }
    }
}
