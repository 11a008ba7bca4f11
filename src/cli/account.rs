//! `arena account`: what the operator does for those who have lost the way into their account.

use std::io::Write;

use clap::Subcommand;
use serde_json::json;

use super::{CommandResult, ConfigDir, operator_request, serve};
use crate::protocol::account::RecoveryCodesView;

/// Looks after the accounts of a running server.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Reset(Reset),
}

/// Prints a recovery code for a name whose owner has lost password, key and recovery codes. The password, all sessions and
/// all keys of the account end; with the code its owner sets a new password, once.
///
/// The running server is asked for it, as by `arena operator-link`: this is for the user that the server runs as. Make sure
/// that who asks you is who has claimed the name; the server cannot.
///
/// Example: arena account reset Ann --data data
#[derive(Debug, clap::Args)]
struct Reset {
    /// The claimed name
    name: String,
    #[command(flatten)]
    server: serve::SettingsFlags,
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let What::Reset(Reset { name, server }) = args.what;
    let settings = serve::settings(server, config, serve::is_served)?;
    let body = json!({ "name": name });
    let RecoveryCodesView { recovery_codes } =
        operator_request::post(&settings.server, "/api/accounts/reset", Some(&body))?;
    for code in recovery_codes {
        writeln!(std::io::stdout(), "{code}")?;
    }
    say!("arena: for {name}, once; until it is used nobody can log in under this name");
    Ok(())
}
