//! Writes the TypeScript types of all messages and responses to `clients/web/src/wire/`.
//!
//! A test generates them with `ts-rs` from the serialised types, so that nothing is declared twice. The files are
//! committed, because the page is built before any test runs. `tests/run` checks that they are current.

use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS};

use super::api_tournaments::SteerBody;
use super::api_tournaments::composing::StartBody;
use super::error::ErrorBody;
use arena_bots::analysis::{AnalyseBody, AnalysisAnswer, PositionBody, SetupView, SolutionView, SolveBody};
use arena_bots::catalog::CatalogView;
use arena_protocol::account::{
    AccountView, ClaimBody, ClaimedView, ConfirmBody, DoneView, KeyBody, LoggedInView, LoginBody, LogoutBody, NameBody,
    NewBotView, NewKeyView, PasswordBody, RecoverBody, RecoveryCodesView, SaveBotBody, SavedBotsView,
};
use arena_protocol::challenge::{AcceptedView, ChallengeRules, ChallengesView, ReasonBody};
use arena_protocol::compose::{ComposeBody, ComposedView, ComposingView, UnderwayView};
use arena_protocol::daily::{DailyBody, DailyView};
use arena_protocol::listing::{
    BotsView, EventsView, GamesView, LeaderboardView, MatchView, MatchesView, PlayerPage, RecordsView, TournamentPage,
    TournamentsView,
};
use arena_protocol::live::{
    EnterBody, InvitationsBody, InvitationsView, InviteBody, LiveView, OpeningView, SeasonsView,
};
use arena_protocol::moderation::{
    AuditLogView, BanBody, BansView, BlocksView, MuteBody, NoticesView, PlayerBody, ReportBody, ReportsView,
};
use arena_protocol::modules::ModulesView;
use arena_protocol::operator::{AnnounceBody, DrainBody, LinkBody, OperationsView, OperatorLink, OperatorView};
use arena_protocol::rating::{OpponentsView, RatingHistoryView, RatingsView};
use arena_protocol::{FromClient, FromServer};
use arena_records::Record;
use arena_search::SWITCHES;
use arena_tournament::report::TournamentReport;

/// Writes a type and all types that it contains.
fn export<T: TS + 'static>(config: &Config) {
    T::export_all(config).expect("the folder can be written to");
}

#[test]
fn writes_the_typescript_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/web/src/wire");
    // All integers on the wire are below 2^53, so JavaScript's numbers represent them exactly.
    let config = Config::default().with_out_dir(&folder).with_large_int("number");
    // The protocol refers to these by their names, so they come first.
    export::<Record>(&config);
    export::<TournamentReport>(&config);
    export::<FromClient>(&config);
    export::<FromServer>(&config);
    export::<GamesView>(&config);
    export::<BotsView>(&config);
    export::<CatalogView>(&config);
    export::<MatchesView>(&config);
    export::<MatchView>(&config);
    export::<EventsView>(&config);
    export::<PlayerPage>(&config);
    export::<LeaderboardView>(&config);
    export::<TournamentsView>(&config);
    export::<TournamentPage>(&config);
    export::<RecordsView>(&config);
    export::<DailyBody>(&config);
    export::<DailyView>(&config);
    export::<StartBody>(&config);
    export::<ComposeBody>(&config);
    export::<ComposedView>(&config);
    export::<ComposingView>(&config);
    export::<UnderwayView>(&config);
    export::<SteerBody>(&config);
    export::<AnalyseBody>(&config);
    export::<AnalysisAnswer>(&config);
    export::<PositionBody>(&config);
    export::<SetupView>(&config);
    export::<SolveBody>(&config);
    export::<SolutionView>(&config);
    export::<OperatorView>(&config);
    export::<OperatorLink>(&config);
    export::<LinkBody>(&config);
    export::<OperationsView>(&config);
    export::<AnnounceBody>(&config);
    export::<DrainBody>(&config);
    export::<AccountView>(&config);
    export::<ClaimBody>(&config);
    export::<ClaimedView>(&config);
    export::<ConfirmBody>(&config);
    export::<DoneView>(&config);
    export::<KeyBody>(&config);
    export::<LoggedInView>(&config);
    export::<LoginBody>(&config);
    export::<LogoutBody>(&config);
    export::<NameBody>(&config);
    export::<NewBotView>(&config);
    export::<NewKeyView>(&config);
    export::<PasswordBody>(&config);
    export::<RecoverBody>(&config);
    export::<RecoveryCodesView>(&config);
    export::<SaveBotBody>(&config);
    export::<SavedBotsView>(&config);
    export::<RatingsView>(&config);
    export::<RatingHistoryView>(&config);
    export::<OpponentsView>(&config);
    export::<ErrorBody>(&config);
    export::<LiveView>(&config);
    export::<OpeningView>(&config);
    export::<EnterBody>(&config);
    export::<InviteBody>(&config);
    export::<InvitationsBody>(&config);
    export::<InvitationsView>(&config);
    export::<SeasonsView>(&config);
    export::<AcceptedView>(&config);
    export::<ChallengeRules>(&config);
    export::<ChallengesView>(&config);
    export::<ReasonBody>(&config);
    export::<BanBody>(&config);
    export::<BansView>(&config);
    export::<BlocksView>(&config);
    export::<AuditLogView>(&config);
    export::<MuteBody>(&config);
    export::<PlayerBody>(&config);
    export::<ReportBody>(&config);
    export::<ReportsView>(&config);
    export::<NoticesView>(&config);
    export::<ModulesView>(&config);
    write_switch_keys(&folder);
    write_index(&folder);
    let text = std::fs::read_to_string(folder.join("FromServer.ts")).expect("the file was just written");
    assert!(text.contains("snapshot"), "{text}");
}

/// Writes the type of the switches' keys, so that the compiler requires a text for each of them.
fn write_switch_keys(folder: &Path) {
    let keys: Vec<String> = SWITCHES.iter().map(|switch| format!("\"{}\"", switch.key)).collect();
    let text = format!(
        "// This file was written by the tests of the server. Do not edit it.\n\n/**\n * The switches of a search.\n */\n\
         export type SwitchKey = {};\n",
        keys.join(" | ")
    );
    std::fs::write(folder.join("SwitchKey.ts"), text).expect("the folder can be written to");
}

/// Writes the index file from which the page imports every type.
fn write_index(folder: &Path) {
    let entries = std::fs::read_dir(folder).expect("the folder was just written to");
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".ts").map(str::to_owned))
        .filter(|name| name != "index")
        .collect();
    names.sort();
    let mut index = "// This file was written by the tests of the server. Do not edit it.\n\n".to_owned();
    for name in names {
        let _ = writeln!(index, "export type * from \"./{name}\";");
    }
    std::fs::write(folder.join("index.ts"), index).expect("the folder can be written to");
}
