//! A certificate from an authority, which is played here: got at the first start, kept over a restart, replaced in time.

mod authority;

use std::time::{Duration, Instant};

use minimax_arena::settings::Settings;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use self::authority::Authority;
use super::Server;

const NAME: &str = "arena.example.org";

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that asks this authority for its certificate.
async fn serve(authority: &Authority, data: TempDir) -> Server {
    let server = Server::with(
        data,
        |settings: &mut Settings| {
            settings.server.acme_domains = vec![NAME.to_owned()];
            settings.server.acme_contact = String::from("operator@example.org");
            settings.server.acme_directory = authority.directory();
            settings.server.acme_root = authority.root();
            settings.server.allowed_hosts = vec![NAME.to_owned()];
        },
        |_| {},
    )
    .await;
    authority.leads_to(server.running.address);
    server
}

/// What the server answers to whoever trusts the authority, once it is certified.
async fn answer(authority: &Authority, server: &Server) -> String {
    let until = Instant::now() + PATIENCE;
    let mut stream = loop {
        match authority.connect(server.running.address, NAME).await {
            Ok(stream) => break stream,
            Err(error) => assert!(Instant::now() < until, "{error}; the authority says: {:?}", authority.said()),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let request = format!("GET /api/operator HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    stream.read_to_end(&mut heard).await.unwrap();
    String::from_utf8(heard).unwrap()
}

#[tokio::test]
async fn a_certificate_is_got_kept_and_replaced_when_its_time_comes() {
    let authority = Authority::start().await;
    // The first one has a tenth of its time left, so the next start asks for another.
    authority.certifies_from(-90, 10);
    let server = serve(&authority, TempDir::new().unwrap()).await;
    let said = answer(&authority, &server).await;
    assert!(said.starts_with("HTTP/1.1 200") && said.ends_with("{\"operator\":false}"), "{said}");
    assert_eq!(authority.said(), ["account mailto:operator@example.org", "proved arena.example.org", "certified"]);
    let first = authority.shown(server.running.address, NAME).await;

    let data = server.stop().await;
    authority.certifies_from(-1, 89);
    let server = serve(&authority, data).await;
    let until = Instant::now() + PATIENCE;
    while authority.shown(server.running.address, NAME).await == first {
        assert!(Instant::now() < until, "{:?}", authority.said());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // By the account that was made before.
    assert_eq!(authority.said()[3..], ["proved arena.example.org", "certified"]);
    let second = authority.shown(server.running.address, NAME).await;

    let data = server.stop().await;
    let server = serve(&authority, data).await;
    assert_eq!(authority.shown(server.running.address, NAME).await, second, "it counts for a while");
    #[cfg(unix)]
    for file in ["account.json", "certificate.pem"] {
        use std::os::unix::fs::PermissionsExt;
        let path = server.data.path().join("acme").join(file);
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    server.stop().await;
    assert_eq!(authority.said().len(), 5, "{:?}", authority.said());
}

#[tokio::test]
async fn without_a_proof_there_is_no_certificate_and_the_server_goes_on() {
    let authority = Authority::start().await;
    // The name leads to another machine.
    authority.leads_nowhere();
    let server = Server::with(
        TempDir::new().unwrap(),
        |settings: &mut Settings| {
            settings.server.acme_domains = vec![NAME.to_owned()];
            settings.server.acme_directory = authority.directory();
            settings.server.acme_root = authority.root();
        },
        |_| {},
    )
    .await;
    let until = Instant::now() + PATIENCE;
    while !authority.said().iter().any(|said| said == "not proved arena.example.org") {
        assert!(Instant::now() < until, "{:?}", authority.said());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // What it shows is of its own making: nobody who trusts the authority takes it.
    authority.shown(server.running.address, NAME).await;
    assert!(authority.connect(server.running.address, NAME).await.is_err());
    server.stop().await;
}
