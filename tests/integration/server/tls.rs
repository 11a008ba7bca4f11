//! TLS without a proxy: with a self-signed certificate, and with another one after a reload.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use arena_bots::Roster;
use arena_server::settings::Settings;
use futures::{SinkExt, StreamExt};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::{Server, settings};

/// Writes a new certificate and its key to the folder.
fn certify(folder: &Path) -> CertificateDer<'static> {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
    cert.der().clone()
}

/// Connects to a server and trusts only this certificate.
async fn connect(to: SocketAddr, trusted: &CertificateDer<'static>) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, TcpStream::connect(to).await?).await
}

async fn answer(stream: TlsStream<TcpStream>) -> String {
    ask(stream, "/api/operator").await
}

async fn ask(mut stream: TlsStream<TcpStream>, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn handshakes_of_an_address_are_limited() {
    let folder = TempDir::new().unwrap();
    let certificate = certify(folder.path());
    let server = Server::start(settings!(
        server.tls_certificate = folder.path().join("cert.pem"),
        server.tls_key = folder.path().join("key.pem"),
        limits.requests = 3,
        limits.requests_window_ms = 3_600_000
    ))
    .await;
    for _ in 0..3 {
        connect(server.running.address, &certificate).await.unwrap();
    }
    assert!(connect(server.running.address, &certificate).await.is_err(), "as many handshakes as requests");
}

#[cfg(unix)]
#[tokio::test]
async fn rejects_an_endless_certificate_file() {
    let mut settings = Settings::default();
    settings.server.tls_certificate = "/dev/zero".into();
    settings.server.tls_key = "/dev/zero".into();
    let refused = arena_server::check_start(&settings).unwrap_err().to_string();
    assert!(refused.contains("/dev/zero") && refused.contains("more than 1024 KiB"), "{refused}");
}

#[tokio::test]
async fn serves_tls_and_reloads_the_certificate() {
    let folder = TempDir::new().unwrap();
    let first = certify(folder.path());
    let mut known = Settings::default();
    let server = Server::start(|settings| {
        settings.server.tls_certificate = folder.path().join("cert.pem");
        settings.server.tls_key = folder.path().join("key.pem");
        known = settings.clone();
    })
    .await;
    let address = server.running.address;
    assert!(server.running.operator_link().0.starts_with("https://"));
    let said = answer(connect(address, &first).await.unwrap()).await;
    assert!(said.starts_with("HTTP/1.1 200") && said.ends_with("{\"operator\":false}"), "{said}");
    // Browsers use no unencrypted connection from now on, for the page, files, the API and errors.
    for path in ["/", "/api/games", "/nowhere"] {
        let said = ask(connect(address, &first).await.unwrap(), path).await.to_lowercase();
        assert!(said.contains("\r\nstrict-transport-security: max-age=31536000\r\n"), "{path}: {said:.500}");
    }

    let said = ask(connect(address, &first).await.unwrap(), "/metrics").await;
    // rcgen's certificates are valid until the year 4096.
    assert!(said.contains("\narena_certificate_expiry_timestamp_seconds 67090118400\n"), "{said}");

    // A match is played over the same port.
    let mut request = format!("wss://localhost:{}/ws", address.port()).into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "arena.v1".parse().unwrap());
    let (mut socket, _) =
        tokio_tungstenite::client_async(request, connect(address, &first).await.unwrap()).await.unwrap();
    socket.send(Message::text(json!({"type": "hello", "name": "Ann"}).to_string())).await.unwrap();
    let welcome: Value = serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
    assert_eq!(welcome["type"], "welcome", "{welcome}");

    // A client without TLS gets no answer.
    let mut plain = TcpStream::connect(address).await.unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let mut heard = Vec::new();
    plain.read_to_end(&mut heard).await.ok();
    assert!(!heard.starts_with(b"HTTP"), "{heard:?}");

    // A mismatched key changes nothing. A new pair applies to new connections, and old ones continue.
    let roster = || Roster::load(None).unwrap();
    let key = std::fs::read(folder.path().join("key.pem")).unwrap();
    let second = certify(folder.path());
    let new_key = std::fs::read(folder.path().join("key.pem")).unwrap();
    std::fs::write(folder.path().join("key.pem"), key).unwrap();
    let refused = server.running.reload(&known, roster()).unwrap_err().to_string();
    assert!(refused.contains("key.pem: the key does not match the certificate"), "{refused}");
    answer(connect(address, &first).await.unwrap()).await;
    std::fs::write(folder.path().join("key.pem"), new_key).unwrap();
    assert_eq!(server.running.reload(&known, roster()).unwrap().changed, ["the certificate"]);
    assert!(connect(address, &first).await.is_err(), "the server must present the new certificate");
    answer(connect(address, &second).await.unwrap()).await;
    socket.send(Message::text(json!({"type": "ping", "id": 7}).to_string())).await.unwrap();
    let pong: Value = serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
    assert_eq!(pong["type"], "pong", "{pong}");
    server.stop().await;
}
