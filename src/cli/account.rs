//! `arena account`: account recovery by the operator.

use std::io::Write;

use clap::Subcommand;
use serde_json::json;

use super::{CommandResult, ConfigDir, operator_request, serve};
use arena_protocol::account::RecoveryCodesView;

/// Manages the accounts of a running server.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: AccountAction,
}

#[derive(Debug, Subcommand)]
enum AccountAction {
    Reset(Reset),
}

/// Prints a recovery code for an account whose owner has lost the password, the key and the recovery codes. The
/// account's password, all its sessions and all its keys are revoked. The owner uses the code once to set a new
/// password.
///
/// The command sends a request to the running server, as `arena operator-link` does, so run it as the server's user.
/// The server cannot check who is asking: make sure that it is the owner of the account.
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
    let AccountAction::Reset(Reset { name, server }) = args.what;
    let settings = serve::settings(server, config, serve::is_served)?;
    let body = json!({ "name": name });
    let RecoveryCodesView { recovery_codes } =
        operator_request::post(&settings.server, "/api/accounts/reset", Some(&body))?;
    for code in recovery_codes {
        writeln!(std::io::stdout(), "{code}")?;
    }
    say!("arena: recovery code for {name}, valid once; logins under this name fail until it is used");
    Ok(())
}
