//! Authentication of the operator, with every known attack on it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reqwest::header::{COOKIE, HOST, ORIGIN, SET_COOKIE};
use reqwest::{Client as Http, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Error;

use super::client::Client;
use super::faults::raw;
use super::{Server, TOKEN, settings};
use arena_tournament::report::style_source;

/// The status of starting a tournament: 404 for the operator, because the file does not exist.
async fn start(request: RequestBuilder) -> u16 {
    request.json(&json!({"file": "no-such-file"})).send().await.unwrap().status().as_u16()
}

/// True if the list of tournaments treats the caller as the operator.
async fn is_operator(request: RequestBuilder) -> bool {
    request.send().await.unwrap().json::<Value>().await.unwrap()["operator"].as_bool().unwrap()
}

#[tokio::test]
async fn only_the_token_makes_a_client_the_operator() {
    let untrusting = Server::start(|_| {}).await;
    let trusting = Server::start(|settings| settings.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await;
    for server in [untrusting, trusting] {
        let attacks: &[&[(&str, &str)]] = &[
            // As from a plain proxy_pass, and from a program on the machine itself.
            &[],
            // As from a proxy with `Host $host` and a forged header.
            &[("host", "localhost")],
            &[("host", "127.0.0.1")],
            &[("host", "[::1]")],
            &[("host", "localhost"), ("x-forwarded-for", "127.0.0.1")],
            &[("host", "localhost"), ("x-forwarded-for", "127.0.0.1, 127.0.0.1")],
            &[("host", "localhost"), ("x-forwarded-for", "::1, 192.0.2.1")],
            &[("host", "localhost"), ("forwarded", "for=127.0.0.1;by=127.0.0.1;host=localhost")],
            &[("host", "localhost"), ("x-forwarded-host", "localhost"), ("x-real-ip", "127.0.0.1")],
            &[("origin", "http://localhost"), ("host", "localhost"), ("sec-fetch-site", "same-origin")],
            &[("authorization", "Bearer wrong")],
            &[("authorization", "Bearer ")],
            &[("cookie", "arena_operator=; arena_operator_8080=")],
        ];
        for attack in attacks {
            let with =
                |request: RequestBuilder| attack.iter().fold(request, |it, (name, value)| it.header(*name, *value));
            let response = with(Http::new().post(server.url("/api/tournaments"))).json(&json!({"toml": "name = 3"}));
            let response = response.send().await.unwrap();
            assert_eq!(response.status(), 403, "{attack:?}");
            let told = response.json::<Value>().await.unwrap()["message"].as_str().unwrap().to_owned();
            assert!(
                told.contains("operator-link") && told.contains("operator.token"),
                "the error must say what to do: {told}"
            );
            assert!(!is_operator(with(Http::new().get(server.url("/api/tournaments")))).await, "{attack:?}");
            for path in ["stop", "steer"] {
                let path = format!("/api/tournaments/{}/{path}", uuid::Uuid::nil());
                assert_eq!(start(with(Http::new().post(server.url(&path)))).await, 403, "{path} {attack:?}");
            }
            assert_eq!(start(with(Http::new().post(server.url("/api/operator/links")))).await, 403, "{attack:?}");
        }
        assert_eq!(start(server.operator_posts("/api/tournaments")).await, 404, "the token must be accepted");
        assert!(is_operator(Http::new().get(server.url("/api/tournaments")).bearer_auth(TOKEN)).await);
        let forwarded = server.operator_posts("/api/tournaments").header("x-forwarded-for", "192.0.2.1");
        assert_eq!(start(forwarded).await, 404, "the address must not matter");
        let foreign = server.operator_posts("/api/tournaments").header(ORIGIN, "http://evil.example");
        assert_eq!(start(foreign).await, 403, "pages of other sites must be rejected");
    }
}

/// The part of a link behind `#operator=`.
fn secret(link: &str) -> &str {
    let (_, secret) = link.split_once("/#operator=").expect("the link has a fragment");
    assert_eq!(secret.len(), 64, "{link}");
    secret
}

/// Exchanges a link for a session, as the page does.
async fn exchange(base: &str, secret: &str) -> reqwest::Response {
    let request = Http::new().post(format!("{base}/api/operator/session")).json(&json!({"link": secret}));
    request.header(ORIGIN, base).header("sec-fetch-site", "same-origin").send().await.unwrap()
}

/// Returns the cookie as the browser would send it back.
fn cookie(response: &reqwest::Response) -> String {
    let cookie = response.headers()[SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && cookie.contains("; Max-Age="));
    cookie.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_link_authorizes_one_browser_until_it_logs_out() {
    let server = Server::start(|_| {}).await;
    let base = server.url("");
    let link: Value = server.operator_posts("/api/operator/links").send().await.unwrap().json().await.unwrap();
    assert_eq!(link["valid_ms"], 600_000);
    let secret = secret(link["url"].as_str().unwrap());
    // A page of another origin cannot exchange it, and its attempt does not use it up.
    let foreign = Http::new().post(server.url("/api/operator/session")).json(&json!({"link": secret}));
    assert_eq!(foreign.header(ORIGIN, "http://evil.example").send().await.unwrap().status(), 403);
    assert_eq!(exchange(&base, &"0".repeat(64)).await.status(), 403);

    let entered = exchange(&base, secret).await;
    assert_eq!(entered.status(), 200);
    assert_eq!(entered.headers()["cache-control"], "no-store");
    let cookie = cookie(&entered);
    assert!(!cookie.contains(secret), "the cookie must not contain the link's secret");
    assert_eq!(entered.json::<Value>().await.unwrap()["by"], "browser");
    let again = exchange(&base, secret).await;
    assert_eq!(again.status(), 403);
    let told = again.json::<Value>().await.unwrap()["message"].as_str().unwrap().to_owned();
    assert!(told.contains("arena operator-link"), "{told}");

    let reads = || Http::new().get(server.url("/api/operator")).header(COOKIE, &cookie);
    let posts = |path: &str| Http::new().post(server.url(path)).header(COOKIE, &cookie);
    let who: Value = reads().send().await.unwrap().json().await.unwrap();
    assert_eq!((&who["operator"], &who["by"]), (&json!(true), &json!("browser")));
    assert!((1..=43_200_000).contains(&who["left_ms"].as_u64().unwrap()), "{who}");
    assert!(!is_operator(reads().header("sec-fetch-site", "cross-site")).await);
    assert_eq!(start(posts("/api/tournaments").header(ORIGIN, &base)).await, 404, "our own page must be accepted");
    assert_eq!(start(posts("/api/tournaments").header("sec-fetch-site", "same-origin")).await, 404);
    for (name, value) in [
        ("x-nothing", "at all"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
    ] {
        assert_eq!(start(posts("/api/tournaments").header(name, value)).await, 403, "{name}: {value}");
    }
    let more = posts("/api/operator/links").header(ORIGIN, &base).send().await.unwrap();
    assert_eq!(more.status(), 403, "a browser session must not create new links");

    let leave = |origin: String| {
        Http::new().delete(server.url("/api/operator/session")).header(COOKIE, &cookie).header(ORIGIN, origin)
    };
    leave("http://evil.example".to_owned()).send().await.unwrap();
    assert!(is_operator(reads()).await, "another site must not log it out");
    let left = leave(base.clone()).send().await.unwrap();
    assert!(left.headers()[SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert!(!is_operator(reads()).await);
}

#[tokio::test]
async fn links_and_cookies_expire_and_end_with_the_server() {
    let server = Server::start(|settings| settings.server.operator_session_ms = 1).await;
    let (link, _) = server.running.operator_link();
    let entered = exchange(&server.url(""), secret(&link)).await;
    let cookie = cookie(&entered);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(!is_operator(Http::new().get(server.url("/api/operator")).header(COOKIE, cookie)).await);
    let (link, _) = server.running.operator_link();
    let data = server.stop().await;
    let server = Server::with(data, |settings| settings.server.operator_link_ms = 1, |_| {}).await;
    assert_eq!(exchange(&server.url(""), secret(&link)).await.status(), 403, "a link must not survive a restart");
    let (link, _) = server.running.operator_link();
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(exchange(&server.url(""), secret(&link)).await.status(), 403, "an expired link must be rejected");
}

#[tokio::test]
async fn limits_count_the_client_behind_a_trusted_proxy() {
    const X: &str = "x-forwarded-for";
    let server = Server::start(settings!(
        server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()],
        limits.connections_per_address = 1
    ))
    .await;
    let enter =
        async |headers: &[(&'static str, &str)]| match Client::try_connect(server.running.address, headers).await {
            Ok(client) => Ok(client),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(other) => panic!("{other}"),
        };
    let _one = enter(&[(X, "192.0.2.1")]).await.unwrap_or_else(|status| panic!("{status}"));
    let _other = enter(&[(X, "192.0.2.2")]).await.unwrap_or_else(|status| panic!("{status}"));
    // A forged value precedes the proxy's own.
    for chain in ["192.0.2.1", "203.0.113.9, 192.0.2.1", "127.0.0.1,192.0.2.1", "192.0.2.1, 127.0.0.7", "x, 192.0.2.1"]
    {
        assert_eq!(enter(&[(X, chain)]).await.err(), Some(429), "{chain}");
    }
    assert_eq!(enter(&[("forwarded", "for=\"192.0.2.1:4711\";proto=https")]).await.err(), Some(429));
    let _six = enter(&[(X, "2001:db8::1")]).await.unwrap_or_else(|status| panic!("{status}"));
    assert_eq!(enter(&[(X, "2001:db8::2")]).await.err(), Some(429), "it is of the same network");
    // Unreadable values count together, as the proxy's own.
    let _proxy = enter(&[]).await.unwrap_or_else(|status| panic!("{status}"));
    for nonsense in [&[(X, "localhost")][..], &[(X, "")], &[(X, "203.0.113.9"), ("forwarded", "for=203.0.113.8")]] {
        assert_eq!(enter(nonsense).await.err(), Some(429), "{nonsense:?}");
    }

    // Without trusted proxies the header is ignored.
    let server = Server::start(|settings| settings.limits.connections_per_address = 1).await;
    let _one = Client::connect(server.running.address).await;
    for header in [(X, "192.0.2.1"), ("forwarded", "for=192.0.2.1"), ("x-real-ip", "192.0.2.1")] {
        match Client::try_connect(server.running.address, &[header]).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 429, "{header:?}"),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("{header:?} was trusted"),
        }
    }
}

#[tokio::test]
async fn rejects_foreign_host_names() {
    let server = Server::start(|settings| settings.server.allowed_hosts = vec!["arena.example".to_owned()]).await;
    let cases = [
        ("GET /api/games HTTP/1.1\r\n", 400, "missing"),
        ("GET /api/games HTTP/1.0\r\n", 400, "missing"),
        ("GET /api/games HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n", 400, "twice"),
        ("GET /api/games HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n", 400, "twice"),
        ("GET http://evil.example/api/games HTTP/1.1\r\nHost: localhost\r\n", 400, "differs"),
        ("GET /api/games HTTP/1.1\r\nHost: a b\r\n", 400, "not a host"),
        ("GET /api/games HTTP/1.1\r\nHost: rebound.example:8080\r\n", 421, "allowed_hosts"),
        ("GET / HTTP/1.1\r\nHost: rebound.example\r\n", 421, "rebound.example"),
        ("GET /ws HTTP/1.1\r\nHost: rebound.example\r\n", 421, "rebound.example"),
        ("GET /api/games HTTP/1.1\r\nHost: arena.example\r\n", 200, "games"),
        ("GET /api/games HTTP/1.1\r\nHost: 192.0.2.1:9\r\n", 200, "games"),
        ("GET /api/games HTTP/1.1\r\nHost: localhost\r\n", 200, "games"),
    ];
    for (request, status, part) in cases {
        let bytes = format!("{request}Connection: close\r\n\r\n");
        let answer = raw(&server, bytes.as_bytes(), Duration::from_secs(10)).await;
        let answer = String::from_utf8_lossy(&answer);
        assert_eq!(answer.split(' ').nth(1), Some(status.to_string().as_str()), "{request}: {answer}");
        assert!(answer.contains(part), "{request}: {answer} lacks {part}");
        assert!(answer.contains("content-security-policy"), "{answer}");
    }
    let reached = Http::new().get(server.url("/healthz")).header(HOST, "rebound.example").send().await.unwrap();
    assert_eq!(reached.status(), StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn the_page_has_no_inline_script_and_no_inline_style_without_a_hash() {
    let server = Server::start(|_| {}).await;
    let response = reqwest::get(server.url("/")).await.unwrap();
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let page = response.text().await.unwrap();
    // The policy admits the document's own style sheets, by their hashes, and no style attributes.
    for (place, tag) in page.match_indices("<style>") {
        let sheet = page[place + tag.len()..].split_once("</style>").unwrap().0;
        assert!(policy.contains(&style_source(sheet)), "{policy}");
    }
    assert!(page.contains("<style>") && !page.contains(" style=") && !policy.contains("unsafe"), "{policy}");
    // The policy admits only scripts from files.
    for (place, _) in page.match_indices("<script") {
        let element = &page[place..page[place..].find('>').map_or(page.len(), |end| place + end)];
        assert!(element.contains("src=\"/"), "{element}");
    }
    let handler = page.split('<').any(|element| element.split('>').next().unwrap_or_default().contains(" on"));
    assert!(!handler && !page.contains("javascript:"), "{page}");
}

/// A running `arena serve` and its first output.
struct Process {
    child: Child,
    printed: Vec<String>,
    log: tempfile::NamedTempFile,
}

impl Process {
    fn start(data: &TempDir, settings: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path());
        command.env("ARENA_TOURNAMENTS_SAMPLES", "false");
        // A full pipe would block the server.
        let log = tempfile::NamedTempFile::new().unwrap();
        let command = command.envs(settings.iter().copied()).stdout(Stdio::piped()).stderr(log.reopen().unwrap());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let printed: Vec<String> = lines.take(4).collect();
        assert_eq!(printed.len(), 4, "{printed:?}");
        Self { child, printed, log }
    }

    /// The address that browsers use.
    fn base(&self) -> String {
        self.printed[0].strip_prefix("arena").unwrap().trim().to_owned()
    }

    /// Stops it and returns its log.
    fn end(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::fs::read_to_string(self.log.path()).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The output or the error of `arena operator-link`.
fn operator_link(arguments: &[&str], settings: &[(&str, &str)]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    let done = command.arg("operator-link").args(arguments).envs(settings.iter().copied()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim().to_owned();
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

#[cfg(unix)]
#[tokio::test]
async fn operator_link_prints_links() {
    use std::os::unix::fs::PermissionsExt;
    let data = TempDir::new().unwrap();
    let folder = data.path().to_str().unwrap();
    let process = Process::start(&data, &[]);
    let base = process.base();
    for private in ["operator.token", "arena.sock"] {
        let mode = std::fs::metadata(data.path().join(private)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{private}");
    }
    // The printed link, and a requested one.
    assert!(process.printed[2].starts_with("operator    http://"), "{:?}", process.printed);
    assert!(process.printed[3].contains("once, within 10 minutes;"), "{:?}", process.printed);
    assert_eq!(exchange(&base, secret(&process.printed[2])).await.status(), 200);
    let link = operator_link(&["--data", folder], &[]).unwrap();
    assert!(link.starts_with(&base), "{link}");
    assert_eq!(exchange(&base, secret(&link)).await.status(), 200);
    let link = operator_link(&["--data", folder, "--url", "https://arena.example/"], &[]).unwrap();
    assert!(link.starts_with("https://arena.example/#operator="), "{link}");
    // Without the socket the token works, also for other programs.
    std::fs::remove_file(data.path().join("arena.sock")).unwrap();
    let address = base.strip_prefix("http://").unwrap();
    let link = operator_link(&["--data", folder, "--listen", address], &[]).unwrap();
    assert_eq!(exchange(&base, secret(&link)).await.status(), 200);
    let token = std::fs::read_to_string(data.path().join("operator.token")).unwrap();
    assert!(is_operator(Http::new().get(format!("{base}/api/operator")).bearer_auth(token.trim())).await);
    let log = process.end();
    assert!(!log.contains(token.trim()), "{log}");
    let refused = operator_link(&["--data", folder, "--listen", address], &[]).unwrap_err();
    assert!(refused.contains("no server is running"), "{refused}");
    let nowhere = operator_link(&["--data", "/nowhere"], &[]).unwrap_err();
    assert!(nowhere.contains("/nowhere") && nowhere.contains("start it, or give its --data"), "{nowhere}");
    // Another program on the port does not get the token.
    let other = std::net::TcpListener::bind(address).unwrap();
    other.set_nonblocking(true).unwrap();
    for settings in [&[][..], &[("ARENA_SERVER_OPERATOR_TOKEN", TOKEN)]] {
        let refused = operator_link(&["--data", folder, "--listen", address], settings).unwrap_err();
        assert!(refused.contains("no server is running"), "{refused}");
    }
    while let Ok((mut stream, _)) = other.accept() {
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "the other program must receive no data");
    }
    drop(other);
    // Files of a killed server do not disturb the next one, and its token is invalid.
    let process = Process::start(&data, &[]);
    assert_ne!(std::fs::read_to_string(data.path().join("operator.token")).unwrap(), token);
    assert!(operator_link(&["--data", folder], &[]).is_ok());
    process.end();
    assert!(data.path().join("arena.sock").exists(), "the killed server leaves its socket");
    let _process = Process::start(&data, &[]);
    assert!(operator_link(&["--data", folder], &[]).is_ok());
}

#[tokio::test]
async fn a_configured_token_is_never_printed() {
    let configured = [("ARENA_SERVER_OPERATOR_TOKEN", TOKEN), ("RUST_LOG", "trace")];
    let data = TempDir::new().unwrap();
    std::fs::write(data.path().join("operator.token"), "of another start").unwrap();
    let process = Process::start(&data, &configured);
    let base = process.base();
    assert!(is_operator(Http::new().get(format!("{base}/api/operator")).bearer_auth(TOKEN)).await);
    assert!(!data.path().join("operator.token").exists(), "the token must not be written to a file");
    assert!(operator_link(&["--data", data.path().to_str().unwrap()], &[]).is_ok());
    let printed = process.printed.join("\n");
    let log = process.end();
    assert!(!printed.contains(TOKEN) && !log.contains(TOKEN), "{printed}\n{log}");
}
