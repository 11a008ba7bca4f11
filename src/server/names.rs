//! Protects the names of configured bots and claimed names against look-alikes.
//!
//! Names are compared by their look, without case, blanks and punctuation. The comparison uses the skeletons of Unicode
//! Technical Standard 39, which are equal for indistinguishable letters of different scripts.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_security::confusable_detection::skeleton;

use crate::error::ApiError;
use arena_bots::Roster;
use arena_games::diagnostic;
use arena_play::characters::is_hidden;
use arena_protocol::name::LONGEST_NAME;
use arena_store::accounts::DELETED_NAME;

/// Suffix for the name of a person that looks like a bot's.
const PERSON: &str = " (person)";

/// Suffix for the name of a guest that looks like a claimed one.
const GUEST: &str = " (guest)";

/// Look-alike keys of the configured bots' names.
pub(super) struct BotNames(HashSet<String>);

impl BotNames {
    /// Computes the keys of these bots' names.
    pub(super) fn of(roster: &Roster) -> Self {
        Self(roster.all().iter().chain(roster.engines()).flat_map(|bot| looks(&bot.name)).collect())
    }

    /// Returns a person's name, with a suffix if it looks like a bot's.
    pub(super) fn of_person(&self, name: String) -> String {
        if !looks(&name).iter().any(|look| self.0.contains(look)) {
            return name;
        }
        with(&name, PERSON)
    }
}

/// Returns the name of a guest who asks for a claimed name.
pub(super) fn as_guest(name: &str) -> String {
    with(name, GUEST)
}

/// Checks that a name may be claimed. Names with the suffix for guests and names without visible letters are reserved.
///
/// # Errors
/// The reason why it may not.
pub(super) fn check_claim(name: &str) -> Result<(), ApiError> {
    let rejected = |diagnostic| Err(ApiError::bad_request(diagnostic));
    let looks = looks(name);
    if looks.iter().any(String::is_empty) {
        return rejected(diagnostic!("name_empty", "a claimed name must contain a letter or a digit"));
    }
    let guests = self::looks(GUEST);
    if looks.iter().zip(&guests).any(|(look, guest)| look.ends_with(guest.as_str())) {
        return rejected(diagnostic!("name_of_guests", "names that end in \"guest\" are reserved for guests"));
    }
    if are_alike(name, DELETED_NAME) {
        return rejected(diagnostic!("name_of_deleted", "the name \"deleted\" is reserved for deleted accounts"));
    }
    if is_reserved(name) {
        return rejected(diagnostic!("name_reserved", "this name is reserved for the server's operators"));
    }
    Ok(())
}

/// Names that suggest a role on the server.
const RESERVED: [&str; 32] = [
    "admin",
    "admins",
    "administrator",
    "administration",
    "operator",
    "operators",
    "moderator",
    "moderators",
    "mod",
    "mods",
    "root",
    "superuser",
    "sysop",
    "sysadmin",
    "webmaster",
    "system",
    "server",
    "support",
    "helpdesk",
    "staff",
    "team",
    "official",
    "owner",
    "security",
    "arena",
    "minimaxarena",
    "管理员",
    "管理員",
    "官方",
    "客服",
    "系统",
    "系統",
];

static RESERVED_LOOKS: LazyLock<HashSet<String>> =
    LazyLock::new(|| RESERVED.iter().flat_map(|name| looks(name)).collect());

/// Returns true if a name looks like a reserved one, even with digits around it or "the" before it.
pub(super) fn is_reserved(name: &str) -> bool {
    let digits = |letter: char| letter.is_numeric();
    let of = |name: &str| looks(name).iter().any(|look| RESERVED_LOOKS.contains(look));
    let bare = name.trim_matches(|letter: char| digits(letter) || !letter.is_alphanumeric());
    let without = bare.get(..4).filter(|start| start.eq_ignore_ascii_case("the ")).map(|_| &bare[4..]);
    [Some(name), Some(bare), without].into_iter().flatten().any(of)
}

/// Appends a suffix to a name and truncates the name to the maximum length.
fn with(name: &str, addition: &str) -> String {
    let stem: String = name.chars().take(LONGEST_NAME - addition.len()).collect();
    format!("{}{addition}", stem.trim_end())
}

/// True if two names can be confused.
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    let others = looks(other);
    looks(one).iter().any(|look| others.contains(look))
}

/// Returns the look-alike keys of a name. There are two, since some letters look alike in one case only: the Cyrillic
/// `Н` resembles the Latin `H`, but `н` does not resemble `h`.
pub fn looks(name: &str) -> [String; 2] {
    let visible = || name.chars().filter(|letter| !is_hidden(*letter)).map(plain);
    let as_it_is: String = visible().collect();
    let small: String = visible().flat_map(char::to_lowercase).collect();
    [look(&skeleton(&as_it_is).collect::<String>().to_lowercase()), look(&small)]
}

/// Small capitals and superscript letters with their plain letters. The skeletons do not cover these.
const DRAWN: [(&str, &str); 4] = [
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
    ("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz"),
    ("ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", "abdeghijklmnoprtuvw"),
    ("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx"),
];

/// First letters of the alphabets in brackets, circles and squares, and of regional indicators.
const FRAMED: [u32; 8] = [0x249c, 0x24b6, 0x24d0, 0x1_f110, 0x1_f130, 0x1_f150, 0x1_f170, 0x1_f1e6];

/// Returns the plain letter for a stylised one, and any other letter unchanged.
fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    for (drawn, plain) in DRAWN {
        if let Some(place) = drawn.chars().position(|it| it == letter) {
            return plain.chars().nth(place).unwrap_or(letter);
        }
    }
    let framed = FRAMED.iter().find_map(|first| (letter as u32).checked_sub(*first).filter(|place| *place < 26));
    framed.and_then(|place| char::from_u32(u32::from('a') + place)).unwrap_or(letter)
}

/// Returns the skeleton without blanks and punctuation. Skeletons map a capital I to l, so a small i is mapped to l, too.
fn look(small: &str) -> String {
    skeleton(small)
        .filter(|letter| letter.is_alphanumeric())
        .map(|letter| if letter == 'i' { 'l' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_get_a_suffix_when_they_resemble_a_bot() {
        let roster = Roster::load(None).expect("the shipped bots are valid");
        let names = BotNames::of(&roster);
        let alike = [
            "chess-master",
            "Chess-Master",
            "CHESS MASTER",
            "chess\u{2010}master",
            "ch\u{200b}ess-master",
            "\u{441}h\u{435}ss-m\u{430}ster",
            "\u{421}\u{41d}ESS-MASTER",
            "tlctactoe-club",
            "TICTACTOE-CLUB",
            "\u{ff43}hess-master",
        ];
        for name in alike {
            let welcomed = names.of_person(name.to_owned());
            assert!(welcomed.ends_with(" (person)"), "{name:?} becomes {welcomed:?}");
            assert_eq!(names.of_person(welcomed.clone()), welcomed);
        }
        for name in ["Ann", "master", "chess", "日本", "Zoë", "Guest", "chess-master (person)"] {
            assert_eq!(names.of_person(name.to_owned()), name);
        }
        assert!(are_alike("tictactoe-perfect", "T\u{456}ctactoe perfect") && !are_alike("a", "b"));
    }

    #[test]
    fn rejects_claims_of_guest_names() {
        for name in ["Guest", "Ann (guest)", "ann-GUEST", "...", "\u{200b}!", "Ann \u{261}uest", "Deleted"] {
            assert!(check_claim(name).is_err(), "{name:?}");
        }
        for name in ["Ann", "7", "日本", "Guestav", "Zoë"] {
            assert_eq!(check_claim(name), Ok(()), "{name:?}");
        }
        assert_eq!(as_guest("Ann"), "Ann (guest)");
    }

    #[test]
    fn names_of_those_who_run_the_server_are_reserved_however_they_are_drawn() {
        for name in [
            "admin",
            "Operator",
            "MODERATOR",
            "moderator",
            "ᴀᴅᴍɪɴ",
            "ᴏᴘᴇʀᴀᴛᴏʀ",
            "ᵃᵈᵐⁱⁿ",
            "Ⓐⓓⓜⓘⓝ",
            "🄰🄳🄼🄸🄽",
            "ａｄｍｉｎ",
            "аdmin",
            "admin1",
            "the operator",
            "A.d.m.i.n",
            "ROOT",
            "管理员",
        ] {
            assert_eq!(check_claim(name).expect_err(name).code(), "name_reserved");
        }
        for name in ["Badminton", "Modesty", "Adam", "Rooty", "Ann", "theo", "日本", "Teams", "🎲 Ben"] {
            assert_eq!(check_claim(name), Ok(()), "{name:?}");
        }
        assert!(are_alike("ᴄʜᴇꜱꜱ-ᴍᴀꜱᴛᴇʀ", "chess-master"));
        for (drawn, plain) in DRAWN {
            assert_eq!(drawn.chars().count(), plain.len(), "{drawn}");
        }
    }

    #[test]
    fn an_addition_leaves_a_name_within_its_bound() {
        let long = "b".repeat(LONGEST_NAME);
        let names = BotNames(looks(&long).into());
        assert_eq!(names.of_person(long).chars().count(), LONGEST_NAME);
    }
}
