//! `arena invite`: creates accounts with keys, and a page with instructions to hand out.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::json;

use super::embedded_file::tell_charset;
use super::{CommandResult, ConfigDir, Failure, operator_request, serve};
use arena_bots::unreadable;
use arena_protocol::live::{InvitationView, InvitationsView, MOST_INVITATIONS};

/// Creates accounts with names and keys on the running server, invites them to a league, and writes a page to hand out.
///
/// The page has one section per account, to be cut out or mailed: the name, the key, and the commands that start a
/// first bot. The keys are only stored in this page: keep it as safe as passwords. The command sends a request to the
/// running server, as `arena operator-link` does, so run it as the server's user.
///
/// Example: arena invite --tournament "Class of 2026" --count 30 --out invitations.html
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// League or tournament to invite to, by name or id
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
    /// Number of accounts, named student-01 and so on, with the next free numbers
    #[arg(long, value_name = "N", conflicts_with = "names", required_unless_present = "names")]
    count: Option<usize>,
    /// A file with one name per line
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    /// Prefix of the names, before the number
    #[arg(long, value_name = "TEXT", default_value = "student", conflicts_with = "names")]
    prefix: String,
    /// The server's address, as the invited players reach it
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The page to write: HTML, or Markdown if the name ends in .md
    #[arg(long, value_name = "FILE", default_value = "invitations.html")]
    out: PathBuf,
    /// Also print names and keys as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: serve::SettingsFlags,
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let names = args.names.as_deref().map(names).transpose()?;
    if let Some(count) = names.as_ref().map(Vec::len).or(args.count).filter(|it| !(1..=MOST_INVITATIONS).contains(it)) {
        let problem = format!("--count must be between 1 and {MOST_INVITATIONS}, got {count}");
        return Err(Failure::Usage(anyhow::anyhow!(problem)));
    }
    let settings = serve::settings(args.server, config, serve::is_served)?;
    let url = args.url.unwrap_or_else(|| format!("http://{}", settings.server.listen));
    // The file is created before any account: if the page cannot be written, the keys are lost.
    let mut page = new_private_file(&args.out).with_context(|| format!("{} cannot be written", args.out.display()))?;
    let numbered = args.count.map(|count| json!({ "prefix": args.prefix, "count": count }));
    let body = json!({ "names": names.unwrap_or_default(), "numbered": numbered, "tournament": args.tournament });
    let made: anyhow::Result<InvitationsView> =
        operator_request::post(&settings.server, "/api/operator/invitations", Some(&body));
    let made = made.inspect_err(|_| drop(std::fs::remove_file(&args.out)))?;
    let league = made.tournament.as_deref();
    let is_markdown = args.out.extension().is_some_and(|extension| extension == "md");
    let text = if is_markdown { markdown(&made, league, &url) } else { html(&made, league, &url) };
    if let Err(problem) = page.write_all(text.as_bytes()) {
        // The accounts exist now, and the keys are shown only once.
        drop(std::fs::remove_file(&args.out));
        writeln!(std::io::stdout(), "{}", markdown(&made, league, &url))?;
        let problem = format!("{} cannot be written: {problem}; its page is printed instead", args.out.display());
        return Err(Failure::Work(anyhow::anyhow!(problem)));
    }
    if args.json {
        let made = serde_json::to_string(&made).context("invitations are texts")?;
        writeln!(std::io::stdout(), "{made}")?;
    }
    say!("arena: wrote {} invitations to {}", made.invitations.len(), args.out.display());
    Ok(())
}

/// Creates a file that only its owner can read.
fn new_private_file(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn names(file: &Path) -> Result<Vec<String>, Failure> {
    let read = unreadable::text(file)?;
    tell_charset(&file.display().to_string(), &read);
    Ok(read.text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Returns the shell commands that start a first bot.
fn commands(invitation: &InvitationView, league: Option<&str>, url: &str) -> String {
    let join = league.map_or_else(|| "--join".to_owned(), |league| format!("--league {}", quoted(league)));
    format!(
        "python3 -m venv .venv && . .venv/bin/activate\npip install ./clients/python\nexport ARENA_KEY={}\narena-bot my_bot.py --url {url} {join}",
        invitation.key
    )
}

/// Quotes a word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn title(league: Option<&str>) -> String {
    league.map_or_else(|| "An invitation to the arena".to_owned(), |league| format!("An invitation to {league}"))
}

const SECRET: &str = "To log in on the page, set a password there with this recovery code, once:";

const WHAT_TO_DO: &str = "Write a bot as the README of clients/python says, and start it in the project's folder with the \
                          commands below; docs/league.md has those of Windows. Anyone with the key can play under this name: do not \
                          pass it on.";

fn markdown(made: &InvitationsView, league: Option<&str>, url: &str) -> String {
    let mut page = String::new();
    for invitation in &made.invitations {
        let (name, commands) = (&invitation.name, commands(invitation, league, url));
        let (title, code) = (title(league), &invitation.recovery_code);
        let _ =
            writeln!(page, "# {title}\n\n**{name}**\n\n{WHAT_TO_DO}\n\n```sh\n{commands}\n```\n\n{SECRET} `{code}`\n");
    }
    page
}

fn html(made: &InvitationsView, league: Option<&str>, url: &str) -> String {
    let heading = escaped(&title(league));
    let mut page = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{heading}</title>\n<style>\n\
         section {{ break-inside: avoid; border: 1px dashed; margin: 1em 0; padding: 0 1em; font-family: sans-serif }}\n\
         pre {{ white-space: pre-wrap; overflow-wrap: anywhere }}\n</style>\n"
    );
    for invitation in &made.invitations {
        let (name, commands) = (escaped(&invitation.name), escaped(&commands(invitation, league, url)));
        let code = escaped(&invitation.recovery_code);
        let _ = writeln!(
            page,
            "<section>\n<h2>{heading}</h2>\n<p><strong>{name}</strong></p>\n<p>{WHAT_TO_DO}</p>\n<pre>{commands}</pre>\n<p>{SECRET} <code>{code}</code></p>\n</section>"
        );
    }
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_each_key_and_no_name_gets_out_of_its_place() {
        let invitation = InvitationView {
            name: "<b>Ann".to_owned(),
            player: uuid::Uuid::nil(),
            key: "k1".to_owned(),
            recovery_code: "r1".to_owned(),
        };
        let made = InvitationsView { invitations: vec![invitation], tournament: Some("it's".to_owned()) };
        let league = made.tournament.as_deref();
        let page = html(&made, league, "http://x");
        assert!(page.contains("ARENA_KEY=k1") && page.contains("&lt;b&gt;Ann") && !page.contains("<b>"), "{page}");
        assert!(markdown(&made, league, "http://x").contains(r"--url http://x --league 'it'\''s'"));
    }
}
