//! A real nginx in front of the server: misconfigured, and as in the guide.
//!
//! `tests/run` installs nginx and runs these tests; plain `cargo test` skips them.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Client as Http;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpSocket;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::client::{Client, tictactoe};
use super::{Server, TOKEN, settings};

/// The configuration that the guide installs.
const GUIDE: &str = include_str!("../../../config/nginx.conf");

/// The path of nginx: `NGINX`, or the usual places.
fn program() -> PathBuf {
    let folders = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let folders: Vec<PathBuf> = [folders, vec!["/usr/sbin".into(), "/usr/local/sbin".into()]].concat();
    let named = std::env::var_os("NGINX").map(PathBuf::from);
    let found = named.into_iter().chain(folders.iter().map(|folder| folder.join("nginx"))).find(|it| it.is_file());
    found.expect("nginx is missing: apt-get install nginx, or set NGINX to its path")
}

/// Returns a port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

/// A running nginx with its own folder.
struct Nginx {
    child: Child,
    port: u16,
    _folder: TempDir,
}

impl Nginx {
    /// Runs nginx with this text in its `http` block. `site` receives the port.
    fn start(site: impl FnOnce(u16) -> String) -> Self {
        let (folder, port) = (TempDir::new().unwrap(), free_port());
        let at = |name: &str| folder.path().join(name).display().to_string();
        let temp: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {};\n", at(kind)))
            .concat();
        let text = format!(
            "daemon off;\nworker_processes 1;\npid {};\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\nproxy_max_temp_file_size 0;\n{temp}{}\n}}\n",
            at("pid"),
            site(port)
        );
        std::fs::write(folder.path().join("nginx.conf"), text).unwrap();
        let mut command = Command::new(program());
        command.arg("-p").arg(folder.path()).arg("-c").arg(folder.path().join("nginx.conf"));
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(10);
        while std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            let log = || std::fs::read_to_string(folder.path().join("log")).unwrap();
            assert!(child.try_wait().unwrap().is_none() && Instant::now() < until, "{}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { child, port, _folder: folder }
    }

    fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address())
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its worker ends only with a proper signal.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// A site on `port` with these lines beside its `proxy_pass`.
fn in_haste(port: u16, server: SocketAddr, lines: &str) -> String {
    format!("server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://{server}; {lines} }} }}")
}

/// The guide's site, without its certificate.
fn of_the_guide(port: u16, server: SocketAddr) -> String {
    let lines = GUIDE.lines().filter(|line| !line.trim_start().starts_with("ssl_") && !line.contains("[::]:"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let put = |text: String, old: &str, new: &str| {
        assert!(text.contains(old), "the guide has no {old:?}");
        text.replace(old, new)
    };
    let text = put(text, "listen 443 ssl", &format!("listen 127.0.0.1:{port}"));
    let text = put(text, "listen 80", &format!("listen 127.0.0.1:{}", free_port()));
    put(text, "http://127.0.0.1:8080", &format!("http://{server}"))
}

/// The status of starting a tournament with these headers, and whether the page would show the operator's buttons.
async fn tried(nginx: &Nginx, headers: &[(&str, &str)]) -> (u16, bool) {
    let with =
        |request| headers.iter().fold(request, |it: reqwest::RequestBuilder, (name, value)| it.header(*name, *value));
    let start = with(Http::new().post(nginx.url("/api/tournaments"))).json(&json!({"file": "no-such-file"}));
    let list: Value = with(Http::new().get(nginx.url("/api/tournaments"))).send().await.unwrap().json().await.unwrap();
    (start.send().await.unwrap().status().as_u16(), list["operator"].as_bool().unwrap())
}

#[tokio::test]
#[ignore = "needs nginx; tests/run installs and runs it"]
async fn a_misconfigured_proxy_makes_no_client_the_operator() {
    let server = Server::start(|_| {}).await;
    let trusting = Server::start(|settings| settings.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await;
    for server in [&server, &trusting] {
        for lines in [
            "",
            "proxy_set_header Host $host;",
            "proxy_set_header Host localhost;",
            "proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $http_x_forwarded_for;",
            "proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;",
        ] {
            let nginx = Nginx::start(|port| in_haste(port, server.running.address, lines));
            for headers in [
                &[][..],
                &[("host", "localhost")],
                &[("host", "127.0.0.1")],
                &[("host", "localhost"), ("x-forwarded-for", "127.0.0.1")],
                &[("host", "localhost"), ("forwarded", "for=127.0.0.1")],
            ] {
                assert_eq!(tried(&nginx, headers).await, (403, false), "{lines} {headers:?}");
            }
            let bearer = format!("Bearer {TOKEN}");
            assert_eq!(tried(&nginx, &[("authorization", &bearer)]).await, (404, true), "{lines}");
        }
    }
    // Not even if the proxy is in front of the operator's socket.
    let socket = server.data.path().join("arena.sock").display().to_string();
    let site = |port| {
        format!(
            "server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://unix:{socket}:/; \
             proxy_set_header X-Forwarded-For $remote_addr; }} }}"
        )
    };
    let nginx = Nginx::start(site);
    assert_eq!(start_status(&nginx).await, 403);
}

/// The status of starting a tournament; the proxy may fail to connect to the server.
async fn start_status(nginx: &Nginx) -> u16 {
    let start = Http::new().post(nginx.url("/api/tournaments")).json(&json!({"file": "no-such-file"}));
    match start.send().await.unwrap().status().as_u16() {
        // The worker runs as another user, which the socket rejects.
        502 => 403,
        status => status,
    }
}

/// Opens a WebSocket through the proxy from one of this machine's addresses.
async fn enter(nginx: &Nginx, from: [u8; 4], headers: &[(&'static str, &str)]) -> Result<impl Sized, u16> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    let stream = socket.connect(nginx.address()).await.unwrap();
    let mut request = format!("ws://{}/ws", nginx.address()).into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
#[ignore = "needs nginx; tests/run installs and runs it"]
async fn everything_works_behind_the_guides_proxy() {
    let server = Server::start(settings!(
        server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()],
        server.allowed_hosts = vec!["arena.example.org".to_owned()],
        limits.connections_per_address = 5
    ))
    .await;
    let nginx = Nginx::start(|port| of_the_guide(port, server.running.address));
    for host in ["localhost", "arena.example.org", "127.0.0.1"] {
        assert_eq!(tried(&nginx, &[("host", host)]).await, (403, false), "{host}");
    }
    let rebound = Http::new().get(nginx.url("/")).header("host", "rebound.example").send().await.unwrap();
    assert_eq!(rebound.status(), 421);
    let page = Http::new().post(nginx.url("/api/analyse")).header("origin", "https://arena.example.org");
    let page = page.header("host", "arena.example.org").json(&json!({"game": "tictactoe", "depth": 1}));
    assert_eq!(page.send().await.unwrap().status(), 200, "the page behind the proxy must be accepted as our own");

    // A link authorizes a browser behind the proxy, for encrypted connections only.
    let (link, _) = server.running.operator_link();
    let (_, secret) = link.split_once("#operator=").unwrap();
    let enters = Http::new().post(nginx.url("/api/operator/session")).json(&json!({"link": secret}));
    let entered = enters.header("origin", nginx.url("")).send().await.unwrap();
    assert_eq!(entered.status(), 200);
    // This nginx has no certificate.
    assert!(!entered.headers()["set-cookie"].to_str().unwrap().contains("Secure"));

    // Matches work through it.
    let mut ann = Client::player(nginx.address(), "Ann").await;
    let mut ben = Client::player(nginx.address(), "Ben").await;
    let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    ann.plays(&id, 0, "b2").await;
    ben.plays(&id, 1, "a1").await;

    // The metrics are not public, and browsers stay with HTTPS.
    let metrics = Http::new().get(nginx.url("/metrics")).send().await.unwrap();
    assert_eq!(metrics.status(), 404);
    let page = Http::new().get(nginx.url("/api/games")).send().await.unwrap();
    assert!(page.headers()["strict-transport-security"].to_str().unwrap().starts_with("max-age="));
    // A stream of the Bot API reaches its client line by line, although nginx buffers other answers.
    let claim = json!({"name": "Cleo", "password": "a long enough secret"});
    let cleo = Client::player(nginx.address(), "Cleo").await;
    assert_eq!(server.account("claim", &cleo.token, claim).await.0, 200);
    let stream = Http::new().get(nginx.url("/api/stream/event")).bearer_auth(&cleo.token);
    let mut stream = tokio::time::timeout(Duration::from_secs(20), stream.send()).await.expect("headers").unwrap();
    assert_eq!(stream.status(), 200);
    let line = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await.expect("a line at once").unwrap();
    assert!(line.is_some_and(|line| line.ends_with(b"\n")));

    // Limits count clients, and not the proxy.
    let mut held = Vec::new();
    for from in [[127, 0, 0, 2], [127, 0, 0, 3]] {
        for _ in 0..5 {
            held.push(enter(&nginx, from, &[]).await.unwrap_or_else(|status| panic!("{status}")));
        }
        for forged in [&[][..], &[("x-forwarded-for", "192.0.2.1")], &[("forwarded", "for=192.0.2.1")]] {
            assert_eq!(enter(&nginx, from, forged).await.err(), Some(429), "{from:?} {forged:?}");
        }
    }
}
