//! A database of an earlier version is copied, then changed, wholly or not at all, whatever ends the process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sqlx::migrate::{Migration as Step, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};
use tempfile::TempDir;

use super::{raw, tamper};
use crate::store::migration::{Migration, Point, copy_of, part_of};
use crate::store::{Store, StoreError, directory, sql};

/// Where the killed process finds its data directory, and where it is to end.
const DIR: &str = "ARENA_MIGRATION_TEST_DIR";
const POINT: &str = "ARENA_MIGRATION_TEST_POINT";

const FIRST: &str = "CREATE TABLE a (n INTEGER); INSERT INTO a VALUES (1), (2), (3)";
const SECOND: &str = "ALTER TABLE a ADD COLUMN m INTEGER; UPDATE a SET m = 10 * n";
const THIRD: &str = "UPDATE a SET m = m + 1";
/// A second step that lasts until somebody ends it.
const ENDLESS: &str = "ALTER TABLE a ADD COLUMN m INTEGER; UPDATE a SET m = 10 * n; INSERT INTO a (n) \
                       WITH RECURSIVE c (n) AS (SELECT 4 UNION ALL SELECT n + 1 FROM c LIMIT 1000000000) SELECT n FROM c";

fn steps(texts: &[&'static str]) -> Migrator {
    let steps = (1..).zip(texts).map(|(version, &text)| {
        Step::new(version, "a step".into(), MigrationType::Simple, AssertSqlSafe(text).into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}

async fn migrate(dir: &Path, texts: &[&'static str]) -> Result<Option<PathBuf>, StoreError> {
    migrate_with(dir, texts, &|_| None, &|_| {}).await
}

async fn migrate_with(
    dir: &Path,
    texts: &[&'static str],
    free: &(dyn Fn(&Path) -> Option<u64> + Sync),
    reached: &(dyn Fn(Point) + Sync),
) -> Result<Option<PathBuf>, StoreError> {
    let path = directory::database(dir);
    let options = directory::options(&path, Duration::from_secs(5));
    Migration { steps: &steps(texts), free, reached }.run(&path, &options).await
}

/// A directory with a database of the first step, and where its copy will be.
async fn earlier() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(migrate(dir.path(), &[FIRST]).await.unwrap(), None, "where nothing was, nothing is copied");
    let copy = copy_of(&directory::database(dir.path()), 1);
    assert!(copy.ends_with("arena.schema-1.sqlite"));
    (dir, copy)
}

/// What stands in a column of all rows.
fn column(database: &Path, query: &str) -> Vec<i64> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    sql::all(&connection, query, [], sql::column).unwrap()
}

/// The names of all files but those that SQLite keeps for itself and the lock.
fn files(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with("-wal") && !name.ends_with("-shm")).collect();
    names.sort();
    names
}

/// The copy holds what was there before, the database has become what it was to be.
fn complete(dir: &Path, copy: &Path) {
    assert_eq!(column(copy, "SELECT version FROM _sqlx_migrations"), [1]);
    assert_eq!(column(copy, "SELECT n FROM a"), [1, 2, 3]);
    assert_eq!(column(copy, "SELECT COUNT(*) FROM pragma_table_info('a')"), [1], "it was to stay as it was");
    assert_eq!(column(&directory::database(dir), "SELECT m FROM a"), [10, 20, 30]);
    assert_eq!(files(dir), ["arena.schema-1.sqlite", "arena.sqlite"]);
}

#[tokio::test]
async fn an_earlier_database_is_copied_once_and_then_changed() {
    let (dir, copy) = earlier().await;
    assert_eq!(migrate(dir.path(), &[FIRST]).await.unwrap(), None, "nothing is to be done");
    assert_eq!(files(dir.path()), ["arena.sqlite"]);
    assert_eq!(migrate(dir.path(), &[FIRST, SECOND]).await.unwrap().as_deref(), Some(&*copy));
    complete(dir.path(), &copy);
    let before = fs::read(&copy).unwrap();
    assert_eq!(migrate(dir.path(), &[FIRST, SECOND]).await.unwrap(), None);
    assert_eq!(files(dir.path()).len(), 2);

    // The copy is a database that the earlier version opens under its own name, and brings up to date again later.
    fs::copy(&copy, directory::database(dir.path())).unwrap();
    for beside in ["arena.sqlite-wal", "arena.sqlite-shm"] {
        fs::remove_file(dir.path().join(beside)).ok();
    }
    assert_eq!(migrate(dir.path(), &[FIRST]).await.unwrap(), None);
    tamper(dir.path(), "UPDATE a SET n = n + 5");
    let second = migrate(dir.path(), &[FIRST, SECOND]).await.unwrap().unwrap();
    assert!(second.ends_with("arena.schema-1.2.sqlite"), "{}", second.display());
    assert_eq!(column(&second, "SELECT n FROM a"), [6, 7, 8]);
    assert_eq!(fs::read(&copy).unwrap(), before, "a copy is never overwritten");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_a_new_database() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let beside = ["arena.sqlite", "arena.sqlite-wal", "arena.sqlite-shm"];
    for name in beside {
        let mode = fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    store.close().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn who_may_not_read_the_database_may_not_read_its_copy() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, copy) = earlier().await;
    fs::set_permissions(directory::database(dir.path()), fs::Permissions::from_mode(0o600)).unwrap();
    migrate(dir.path(), &[FIRST, SECOND]).await.unwrap();
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn without_room_for_the_copy_nothing_is_changed() {
    let (dir, copy) = earlier().await;
    let refused = migrate_with(dir.path(), &[FIRST, SECOND], &|_| Some(3 << 20), &|_| {}).await.unwrap_err();
    let sentence = refused.to_string();
    for part in [&*copy.display().to_string(), "17 MB", "3 MB are free", "nothing was changed"] {
        assert!(sentence.contains(part), "{part:?} is not in: {sentence}");
    }
    assert_eq!(files(dir.path()), ["arena.sqlite"]);
    // The disk can also fill up while the copy is written: here its place is taken by a folder.
    fs::create_dir(part_of(&copy)).unwrap();
    let refused = migrate(dir.path(), &[FIRST, SECOND]).await.unwrap_err();
    assert!(matches!(refused, StoreError::NotCopied { .. }), "{refused:?}");
    assert!(refused.to_string().contains("nothing was changed"), "{refused}");
    assert_eq!(column(&directory::database(dir.path()), "SELECT version FROM _sqlx_migrations"), [1]);
    fs::remove_dir(part_of(&copy)).unwrap();
    migrate(dir.path(), &[FIRST, SECOND]).await.unwrap();
    complete(dir.path(), &copy);
}

#[tokio::test]
async fn a_step_that_fails_leaves_the_database_and_the_copy() {
    let (dir, copy) = earlier().await;
    let broken = "UPDATE a SET n = 0; SELECT x FROM nowhere";
    let refused = migrate(dir.path(), &[FIRST, broken]).await.unwrap_err();
    assert!(refused.to_string().contains("nowhere"), "{refused}");
    assert_eq!(column(&directory::database(dir.path()), "SELECT n FROM a"), [1, 2, 3]);
    migrate(dir.path(), &[FIRST, SECOND]).await.unwrap();
    complete(dir.path(), &copy);
}

#[tokio::test]
async fn a_migration_that_ended_between_two_steps_goes_on() {
    let (dir, copy) = earlier().await;
    migrate(dir.path(), &[FIRST, SECOND]).await.unwrap();
    migrate(dir.path(), &[FIRST, SECOND, THIRD]).await.unwrap();
    assert_eq!(column(&directory::database(dir.path()), "SELECT m FROM a"), [11, 21, 31]);
    assert_eq!(column(&copy, "SELECT n FROM a"), [1, 2, 3]);
    assert_eq!(column(&copy_of(&directory::database(dir.path()), 2), "SELECT m FROM a"), [10, 20, 30]);
}

#[tokio::test]
async fn a_newer_database_is_refused_in_one_sentence_that_names_the_copy_of_this_version() {
    let (dir, copy) = earlier().await;
    migrate(dir.path(), &[FIRST, SECOND, THIRD]).await.unwrap();
    let before = fs::read(directory::database(dir.path())).unwrap();
    let refused = migrate(dir.path(), &[FIRST]).await.unwrap_err();
    let sentence = refused.to_string();
    for part in ["newer version", "has step 3", "knows up to 1", &*copy.display().to_string()] {
        assert!(sentence.contains(part), "{part:?} is not in: {sentence}");
    }
    let refused = migrate(dir.path(), &[FIRST, SECOND]).await.unwrap_err().to_string();
    assert!(refused.contains("knows up to 2") && !refused.contains("schema-1"), "{refused}");
    assert_eq!(fs::read(directory::database(dir.path())).unwrap(), before);
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    tamper(dir.path(), "CREATE TABLE recipes (text TEXT)");
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(refused.to_string().contains("none of the arena"), "{refused}");
    let tables: Vec<String> = sql::all(&raw(dir.path()), "SELECT name FROM sqlite_schema", [], sql::column).unwrap();
    assert_eq!(tables, ["recipes"]);
}

#[tokio::test]
#[ignore = "the test below runs it in a process of its own, to be killed"]
async fn in_a_process_to_be_killed() {
    let (Some(dir), Ok(point)) = (std::env::var_os(DIR), std::env::var(POINT)) else { return };
    let reached = |reached| {
        println!("reached {reached:?}");
        if format!("{reached:?}") == point {
            // As abrupt as a kill: nothing is flushed, closed or dropped.
            std::process::abort();
        }
    };
    let texts = [FIRST, if point == "Step" { ENDLESS } else { SECOND }];
    migrate_with(Path::new(&dir), &texts, &|_| None, &reached).await.unwrap();
}

#[tokio::test]
async fn a_migration_that_was_killed_anywhere_goes_on_from_there() {
    for (point, copies) in [("Copying", 0), ("Written", 0), ("Copied", 1), ("Step", 1)] {
        let (dir, copy) = earlier().await;
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["store::tests::migrating::in_a_process_to_be_killed", "--exact", "--ignored", "--nocapture"])
            .env(DIR, dir.path())
            .env(POINT, point)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        if point == "Step" {
            assert!(told.any(|line| line.contains("reached Copied")));
            // Until the step has filled its log, of which nothing is committed.
            let log = dir.path().join("arena.sqlite-wal");
            while fs::metadata(&log).map_or(0, |data| data.len()) < 1 << 20 {
                std::thread::sleep(Duration::from_millis(2));
            }
            child.kill().unwrap();
        }
        assert!(!child.wait().unwrap().success(), "{point}");
        assert_eq!(usize::from(copy.exists()), copies, "{point}");
        assert_eq!(part_of(&copy).exists(), point == "Written");
        // An earlier version still opens it: no step was half made.
        if point != "Step" {
            assert_eq!(migrate(dir.path(), &[FIRST]).await.unwrap(), None);
        }
        assert_eq!(migrate(dir.path(), &[FIRST, SECOND]).await.unwrap().as_deref(), Some(&*copy), "{point}");
        complete(dir.path(), &copy);
    }
}
