use std::path::Path;

use arena_games::{GameId, MoveCode, Options};

use super::Settings;
use super::fit::FitSettings;
use super::games_file::{GamesFile, Header, Record};
use super::run::{Event, Part, Training, train};
use super::test::TestSettings;

const ALL: [Part; 3] = [Part::Data, Part::Fit, Part::Test];

fn training(folder: &Path, threads: usize) -> Training {
    Training {
        game: GameId::ConnectFour,
        folder: folder.to_owned(),
        settings: Settings { seed: 3, games: 80, nodes: 30, random_plies: 6 },
        fit: FitSettings { blend: 0.5, epochs: 2, seed: 3 },
        test: TestSettings { seed: 3, nodes: 30, random_plies: 4, encounters: 8 },
        generations: 2,
        threads,
        command: "a test".to_owned(),
    }
}

fn header() -> Header {
    Header {
        game: GameId::Reversi,
        options: Options::new(),
        generation: 0,
        evaluation: "base".to_owned(),
        settings: Settings { seed: 1, games: 64, nodes: 10, random_plies: 2 },
        version: "0".to_owned(),
    }
}

/// Returns records whose integers have all lengths.
fn records() -> Vec<Record> {
    let values =
        [None, Some(0), Some(-1), Some(63), Some(-64), Some(64), Some(1_000_000), Some(i32::MIN), Some(i32::MAX)];
    let plies = values.into_iter().zip(0..).map(|(value, n)| (MoveCode(n * 1_000_003), value)).collect();
    vec![Record { payoff: -64, plies }, Record { payoff: 0, plies: Vec::new() }]
}

#[test]
fn the_same_seed_gives_the_same_files_with_any_number_of_threads() {
    let folders = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut tests = 0;
        let done = train(&training(folder.path(), threads), &ALL, &mut |event| {
            tests += usize::from(matches!(event, Event::Tested { .. }));
        });
        assert!(done.expect("the training succeeds") && tests == 2);
        folder
    });
    for file in [
        "generation-0.games",
        "generation-0.model",
        "generation-0.json",
        "generation-1.games",
        "generation-1.model",
        "generation-1.json",
    ] {
        let [one, three] = folders.each_ref().map(|folder| std::fs::read(folder.path().join(file)).expect(file));
        assert!(one == three && !one.is_empty(), "{file} differs");
    }
}

#[test]
fn an_interrupted_training_continues_and_ends_with_the_same_model() {
    let [whole, cut] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let run = |folder: &Path| train(&training(folder, 2), &ALL, &mut |_| {}).expect("the training succeeds");
    run(whole.path());
    train(&training(cut.path(), 2), &[Part::Data], &mut |_| {}).expect("the training succeeds");
    let games = cut.path().join("generation-0.games");
    let content = std::fs::read(&games).expect("the matches");
    // In the middle of the second block.
    std::fs::write(&games, &content[..content.len() / 2]).expect("the file is cut");
    std::fs::remove_file(cut.path().join("generation-1.games")).expect("later matches are played again");
    run(cut.path());
    for file in ["generation-0.games", "generation-1.model"] {
        let [expected, found] = [&whole, &cut].map(|folder| std::fs::read(folder.path().join(file)).expect(file));
        assert!(expected == found, "{file} differs");
    }
}

#[test]
fn the_network_of_chess_learns_the_same_with_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().expect("a folder");
        let training = Training { game: GameId::Chess, generations: 1, ..training(folder.path(), threads) };
        let mut losses = Vec::new();
        let done = train(&training, &ALL, &mut |event| {
            if let Event::Epoch { loss, .. } = event {
                losses.push(loss);
            }
        });
        assert!(done.expect("the training succeeds"));
        assert!(losses.len() == 2 && losses[1] < losses[0], "{losses:?}");
        std::fs::read(folder.path().join("generation-0.model")).expect("the model")
    });
    assert!(one == three && !one.is_empty());
}

#[test]
fn a_game_without_a_model_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let training = Training { game: GameId::TicTacToe, ..training(folder.path(), 1) };
    assert!(!train(&training, &ALL, &mut |_| {}).expect("nothing fails"));
}

#[test]
fn a_model_predicts_new_matches_better_than_the_hand_written_evaluation() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut training = training(folder.path(), 2);
    training.settings.games = 32 * 16;
    training.fit.epochs = 6;
    training.generations = 1;
    let mut losses = None;
    train(&training, &[Part::Data, Part::Fit], &mut |event| {
        if let Event::Fitted { fitted, .. } = event {
            losses = fitted.held_out;
        }
    })
    .expect("the training succeeds");
    let [loss, base_loss] = losses.expect("blocks were held out");
    assert!(loss > 0.0 && loss < base_loss, "{loss} {base_loss}");
}

#[test]
fn matches_are_read_as_they_were_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut file = GamesFile::resume(&path, &header()).expect("the file is new");
    file.append(&records()).and_then(|()| file.append(&records()[..1])).expect("the file grows");
    for mut file in [GamesFile::resume(&path, &header()), GamesFile::open(&path)].map(|file| file.expect("it is valid"))
    {
        assert_eq!((file.blocks(), file.header()), (2, &header()));
        // In any order.
        assert_eq!(file.read(1).expect("the block is valid"), records()[..1]);
        assert_eq!(file.read(0).expect("the block is valid"), records());
    }
}

#[test]
fn an_incomplete_block_is_removed_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut file = GamesFile::resume(&path, &header()).expect("the file is new");
    file.append(&records()).and_then(|()| file.append(&records())).expect("the file grows");
    let content = std::fs::read(&path).expect("the file");
    std::fs::write(&path, &content[..content.len() - 1]).expect("the file is cut");
    let mut file = GamesFile::resume(&path, &header()).expect("the file is valid");
    assert_eq!(file.blocks(), 1);
    file.append(&records()).expect("the file grows");
    assert_eq!(std::fs::read(&path).expect("the file"), content);
    let mut damaged = content.clone();
    *damaged.last_mut().expect("the file is not empty") ^= 1;
    std::fs::write(&path, damaged).expect("the file is written");
    let mut file = GamesFile::open(&path).expect("the header is valid");
    assert!(file.read(0).is_ok());
    let error = file.read(1).expect_err("the block is damaged").to_string();
    assert!(error.contains("block 1 at byte") && error.contains("damaged"), "{error}");
}

#[test]
fn other_files_and_other_conditions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    GamesFile::resume(&path, &header()).expect("the file is new");
    let other = Header { generation: 1, ..header() };
    let error = GamesFile::resume(&path, &other).err().expect("another generation").to_string();
    assert!(error.contains("other conditions") && error.contains("\"generation\":1"), "{error}");
    std::fs::write(&path, "PNG").expect("the file is written");
    let error = GamesFile::open(&path).err().expect("no file of matches").to_string();
    assert!(error.contains("does not begin with"), "{error}");
    std::fs::write(&path, "arena-games 1\n{}\n").expect("the file is written");
    let error = GamesFile::open(&path).err().expect("no header").to_string();
    assert!(error.contains("header is invalid"), "{error}");
}
