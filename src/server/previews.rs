//! Titles, descriptions and pictures of pages for link previews (Open Graph).
//!
//! The page itself needs none of them. Sites and chats that show a preview read the document only.

use uuid::Uuid;

use super::match_history::MatchSource;
use super::pictures::{SIZE, name_of};
use super::tournaments::Tournaments;
use arena_games::Side;
use arena_play::GameResult;
use arena_protocol::view::TournamentState;
use arena_store::Store;

/// What a preview shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preview {
    title: String,
    description: String,
    /// Path of the picture.
    picture: String,
    is_chinese: bool,
}

impl Preview {
    /// Returns the preview of a page, if it has one. Ids from its path have names in braces.
    pub(super) async fn of(
        page: &str,
        ids: &[(&str, &str)],
        (store, tournaments): &(Store, Tournaments),
        is_chinese: bool,
    ) -> Option<Self> {
        let id = ids.first().and_then(|(_, id)| id.parse::<Uuid>().ok());
        let (title, description, picture) = match (page, id) {
            ("match", Some(id)) => of_match(store, tournaments, id, is_chinese).await?,
            ("tournament", Some(id)) => of_tournament(tournaments, id, is_chinese).await?,
            ("lessons", None) => of_view("lessons", is_chinese),
            ("daily", None) => of_view("daily", is_chinese),
            _ => return None,
        };
        Some(Self { title, description, picture, is_chinese })
    }

    /// Writes the tags for the document of the page at `url`, on the server at `address`.
    pub(super) fn tags(&self, url: &str, address: &str) -> String {
        let (title, description) = (escaped(&self.title), escaped(&self.description));
        let (url, picture) = (escaped(url), escaped(&format!("{address}{}", self.picture)));
        let locale = if self.is_chinese { "zh_CN" } else { "en_GB" };
        let (width, height) = SIZE;
        format!(
            r#"<title>{title}</title>
    <meta name="description" content="{description}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="minimax arena" />
    <meta property="og:locale" content="{locale}" />
    <meta property="og:title" content="{title}" />
    <meta property="og:description" content="{description}" />
    <meta property="og:url" content="{url}" />
    <meta property="og:image" content="{picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="{width}" />
    <meta property="og:image:height" content="{height}" />
    <meta name="twitter:card" content="summary_large_image" />"#
        )
    }
}

type Texts = (String, String, String);

async fn of_match(store: &Store, tournaments: &Tournaments, id: Uuid, is_chinese: bool) -> Option<Texts> {
    let source = MatchSource::find(store, tournaments, id).await.ok()?;
    let (game, seats, verdict) = source.brief();
    let [first, second] = [Side::First, Side::Second].map(|side| name_of(seats[side]));
    let game = game.info().title;
    let outcome = verdict.map(|verdict| verdict.outcome);
    let description = if is_chinese {
        match outcome {
            Some(Some(GameResult::First)) => format!("{first} 胜。逐步回放这场对局，看机器人在想什么。"),
            Some(Some(GameResult::Second)) => format!("{second} 胜。逐步回放这场对局，看机器人在想什么。"),
            Some(Some(GameResult::Draw)) => "和棋。逐步回放这场对局，看机器人在想什么。".to_owned(),
            Some(None) | None => "在 minimax arena 观看这场对局。".to_owned(),
        }
    } else {
        match outcome {
            Some(Some(GameResult::First)) => {
                format!("{game}: {first} won. Step through the match with the bots' thoughts.")
            }
            Some(Some(GameResult::Second)) => {
                format!("{game}: {second} won. Step through the match with the bots' thoughts.")
            }
            Some(Some(GameResult::Draw)) => format!("{game}: a draw. Step through the match with the bots' thoughts."),
            Some(None) | None => format!("{game}: watch the match on minimax arena."),
        }
    };
    Some((format!("{first} – {second}"), description, format!("/api/matches/{id}/card.png")))
}

async fn of_tournament(tournaments: &Tournaments, id: Uuid, is_chinese: bool) -> Option<Texts> {
    let summary = tournaments.summary(id).await.ok()?;
    let (played, total) = (summary.played, summary.total);
    let is_over = summary.state == TournamentState::Finished;
    let description = match (summary.leader, is_chinese) {
        (Some(leader), true) if is_over => format!("{leader} 夺冠，共 {played} 局。"),
        (Some(leader), true) => format!("已完成 {played} / {total} 局，{leader} 领先。"),
        (None, true) => format!("已完成 {played} / {total} 局。"),
        (Some(leader), false) if is_over => format!("{leader} won; {played} matches."),
        (Some(leader), false) => format!("{leader} leads; {played} of {total} matches played."),
        (None, false) => format!("{played} of {total} matches played."),
    };
    Some((summary.name, description, format!("/api/tournaments/{id}/card.png")))
}

fn of_view(view: &str, is_chinese: bool) -> Texts {
    let (title, description) = match (view, is_chinese) {
        ("daily", false) => ("Guess the cut", "The position of the day: which leaves does alpha-beta never search?"),
        ("daily", true) => ("猜剪枝", "每日一题：α-β 剪枝不会搜索哪些叶子？"),
        (_, false) => ("Lessons", "Minimax, alpha-beta and move ordering, step by step, each with a bot to beat."),
        (_, true) => ("课程", "一步一步学习极小化极大、α-β 剪枝与着法排序，每课都有一个机器人等你战胜。"),
    };
    (title.to_owned(), description.to_owned(), format!("/api/cards/{view}"))
}

/// Escapes a text for an attribute or an element. Control characters and those that change the text direction are left
/// out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_attribute() {
        let hostile = "\"><script>alert(1)</script>\u{202e}\n'&";
        let preview = Preview {
            title: hostile.to_owned(),
            description: hostile.to_owned(),
            picture: "/api/cards/daily".to_owned(),
            is_chinese: false,
        };
        let tags = preview.tags("https://arena.example.org/daily", "https://arena.example.org");
        assert!(!tags.contains("<script>") && !tags.contains('\u{202e}'), "{tags}");
        assert!(tags.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"), "{tags}");
        assert!(tags.contains(r#"content="https://arena.example.org/api/cards/daily""#), "{tags}");
    }
}
