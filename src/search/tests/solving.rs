//! Games solved to their end: published scores, and agreement of all kinds of search.

use super::{evaluation, refined, score, start};
use crate::trace::{NoTrace, Recorder};
use crate::{Budget, MAX_DEPTH, Ordering, Pruning, Report, SearchOptions, Searcher, Ties};
use arena_games::Game;
use arena_games::connect4::ConnectFour;
use arena_games::reversi::Reversi;
use arena_games::seed::Rng;

/// Columns played and scores, from the test sets of Pascal Pons, blog.gamesolver.org: easy positions from the end, the
/// middle and the beginning of the game.
const SCORES: [(&str, i32); 60] = [
    ("562154564361751726662253737734213275114", 0),
    ("3414355576455177144321543311672273", -2),
    ("316775734112511514276652774525666433324", 0),
    ("463664536261521546311273242457332", 1),
    ("34441157374153736716346556774311552222", 0),
    ("524653332256623414472524557673341711", -1),
    ("31711653336664363224651775122142755774", 0),
    ("71222432614122466366744411561737733", -2),
    ("7344333222357623754714114772411155256", 1),
    ("23225744227127613717766633114613", -4),
    ("2135616344362616617444333774221777125", 2),
    ("2356112153166461753753763461773755", 3),
    ("512731675216777764255326525213664", 2),
    ("3154662674647643267252473141221335377155", 0),
    ("125373233571366651355715676171", 4),
    ("6673751626454151117466134352334347", 2),
    ("2235671114632235556631476252731514764", 1),
    ("71771223334566262271616437467112355553", 1),
    ("515327557217775251466674644636", 1),
    ("615765437654474147146722317312266533355", 0),
    ("1756316115376314514557364442763737", 2),
    ("2565631153467266157223554732634734214417", 0),
    ("75544116354166444216122752733513366", 0),
    ("154475275752232456346145731134176176636", 1),
    ("16574443373124423222624311117537", 4),
    ("4116251267273351543447553415422671266", 0),
    ("24621253453755735531116316364667", 0),
    ("165222215774511625371251577343", 3),
    ("55231452162145245577211344433633126", 0),
    ("4426614121175655665317744473723", 0),
    ("7265642744155757653661717564242213412331", 0),
    ("666466644412413133512377275547771522", 0),
    ("242211274263266664471174741755", -5),
    ("51631731361373575734776525115", -5),
    ("321127375467255342514472213537", 2),
    ("631533737655753352677572411146261226", -2),
    ("3455565261655364217", -10),
    ("35653272262316437167672", -3),
    ("22756642677321336736612773", 2),
    ("175475114216753", 10),
    ("76171237167365516", -9),
    ("274163712467424663152275", 6),
    ("4515725625414474654771615772", 2),
    ("154361241147764615124457", 3),
    ("17762261125547564324", 8),
    ("457377456737766126", 10),
    ("327121732224331115642317375", 3),
    ("14522765622144274457", -7),
    ("376413276517776646542444", -6),
    ("111164514553513734354773", 5),
    ("456747747125215733464656622", 7),
    ("67565154231311661435157", 9),
    ("1162376627565673221574613327", 6),
    ("162631244462757717424146", 8),
    ("27534134362633", 10),
    ("54622223337635", -12),
    ("76234731336425", 11),
    ("76325166734314", -11),
    ("34256765517435", 12),
    ("74242117222573", -11),
];

#[test]
fn bisection_solves_connect_four_to_the_published_scores() {
    for whole_line in [false, true] {
        for ordering in [vec![Ordering::Static], vec![Ordering::Table, Ordering::Static]] {
            let options = SearchOptions { ordering, whole_line, ties: Ties::First, ..refined(Pruning::Bisection) };
            let solving = SearchOptions { depth: 42, hints: true, ..options };
            for (moves, value) in SCORES {
                assert_eq!(score(moves, &solving), value, "{moves}");
            }
        }
    }
}

#[test]
fn bit_move_search_equals_the_general_search() {
    let mut rng = Rng::new(13);
    let zero = evaluation::<ConnectFour>("zero");
    let mut positions = 0;
    while positions < 60 {
        let mut position = start::<ConnectFour>();
        let plies = 24 + rng.below(16);
        for _ in 0..plies {
            let moves = position.moves();
            if !moves.is_empty() {
                position.play(moves[rng.below(moves.len())]);
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        positions += 1;
        for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf, Pruning::Bisection] {
            let distance = rng.below(2) == 0;
            let (table_mb, exact_root) = (u32::from(rng.below(2) == 0), rng.below(2) == 0);
            let options = SearchOptions { ordering: vec![Ordering::Static], ties: Ties::First, ..refined(pruning) };
            let options = SearchOptions { depth: 42, hints: true, distance, exact_root, table_mb, ..options };
            let mut general = Recorder::new(0, 1);
            // Moves are searched as bits only without an observer.
            let expected = Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 1, &mut general);
            let report = Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 1, &mut NoTrace);
            let case = format!("{options:?} on {}", position.notation());
            assert_eq!(
                (report.value, report.best, &report.line),
                (expected.value, expected.best, &expected.line),
                "{case}"
            );
            let exact = |report: &Report<_>| {
                report.root.iter().filter(|root| root.exact).map(|root| root.value).collect::<Vec<_>>()
            };
            assert_eq!(exact(&report), exact(&expected), "{case}");
        }
    }
}

#[test]
fn all_searches_agree_on_reversi_endgames() {
    let mut rng = Rng::new(11);
    let zero = evaluation::<Reversi>("zero");
    for _ in 0..8 {
        let mut position = start::<Reversi>();
        while position.outcome().is_none() && position.empties() > 9 {
            let moves = position.moves();
            position.play(moves[rng.below(moves.len())]);
        }
        let value = |pruning, hints| {
            let ordering = vec![Ordering::Table, Ordering::Static];
            let options = SearchOptions { depth: MAX_DEPTH, hints, ordering, ..refined(pruning) };
            let report = Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 1, &mut NoTrace);
            let end = arena_games::play_all(&position, report.line).expect("the line is legal");
            assert!(end.outcome().is_some(), "{pruning}: the line ends before the game");
            report.value
        };
        let plain = value(Pruning::AlphaBeta, false);
        for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf, Pruning::Bisection] {
            assert_eq!(value(pruning, true), plain, "{pruning} on {}", position.notation());
        }
    }
}

#[test]
fn presearch_changes_neither_the_value_nor_the_reported_depth() {
    let mut rng = Rng::new(12);
    let zero = evaluation::<Reversi>("zero");
    for _ in 0..4 {
        let mut position = start::<Reversi>();
        while position.outcome().is_none() && position.empties() > 13 {
            let moves = position.moves();
            position.play(moves[rng.below(moves.len())]);
        }
        let solved = |pruning| {
            let ordering = vec![Ordering::Table, Ordering::Static];
            let options = SearchOptions { depth: MAX_DEPTH, hints: true, ordering, ..refined(pruning) };
            Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 1, &mut NoTrace)
        };
        let (pvs, halves) = (solved(Pruning::Pvs), solved(Pruning::Bisection));
        assert_eq!(halves.value, pvs.value, "on {}", position.notation());
        assert!(!halves.stopped && halves.depth == MAX_DEPTH);
        let end = arena_games::play_all(&position, halves.line).expect("the line is legal");
        assert!(end.outcome().is_some(), "the line ends before the game");
    }
}
