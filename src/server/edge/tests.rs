use axum::http::Method;

use super::*;
use crate::settings::Network;

const TOKEN: &str = "0123456789abcdef";

type Pairs<'a> = &'a [(&'static str, &'a str)];

fn edge(trusted: &[&str]) -> CallerIdentity {
    let trusted_proxies = trusted.iter().map(|text| text.parse::<Network>().expect("a valid network")).collect();
    let settings = Server { trusted_proxies, ..Server::default() };
    CallerIdentity::new(&settings, TOKEN, settings.listen)
}

fn request(method: Method, pairs: Pairs<'_>) -> Request {
    let mut request = Request::builder().method(method).uri("/api/tournaments");
    for (name, value) in pairs {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).expect("a valid request")
}

fn class(edge: &CallerIdentity, peer: Peer, method: Method, pairs: Pairs<'_>) -> Class {
    edge.caller(peer, &request(method, pairs)).expect("the request is admitted").class
}

#[test]
fn local_address_does_not_prove_the_operator() {
    let local = Peer::Tcp(Ipv4Addr::LOCALHOST.into());
    for edge in [edge(&[]), edge(&["127.0.0.1"])] {
        for pairs in [
            &[("host", "localhost:8080")][..],
            &[("host", "127.0.0.1:8080")],
            &[("host", "localhost"), ("x-forwarded-for", "127.0.0.1")],
            &[("host", "localhost"), ("forwarded", "for=127.0.0.1")],
            &[("host", "localhost"), ("authorization", "Bearer wrong")],
            &[("host", "localhost"), ("cookie", "arena_operator_8080=wrong"), ("sec-fetch-site", "same-origin")],
        ] {
            assert_eq!(class(&edge, local, Method::POST, pairs), Class::Guest, "{pairs:?}");
        }
        let bearer = format!("Bearer {TOKEN}");
        let pairs = [("host", "localhost"), ("authorization", bearer.as_str())];
        assert_eq!(class(&edge, local, Method::POST, &pairs), Class::Operator(Proof::Token));
    }
}

#[test]
fn socket_proves_the_operator_unless_forwarded() {
    let edge = edge(&[]);
    let by = |pairs: Pairs<'_>| class(&edge, Peer::Owner, Method::POST, pairs);
    assert_eq!(by(&[("host", "localhost")]), Class::Operator(Proof::Socket));
    for (name, value) in [
        ("x-forwarded-for", "192.0.2.1"),
        ("x-real-ip", "192.0.2.1"),
        ("forwarded", "for=192.0.2.1"),
        ("via", "1.1 proxy"),
        ("origin", "http://localhost"),
        ("sec-fetch-site", "same-origin"),
        ("authorization", "Bearer wrong"),
    ] {
        assert_eq!(by(&[("host", "localhost"), (name, value)]), Class::Guest, "{name}");
    }
}

#[test]
fn cookie_counts_only_for_requests_of_the_own_page() {
    let edge = edge(&["10.0.0.1"]);
    let (link, _) = edge.operators.new_link(Instant::now());
    let (secret, _) = edge.operators.exchange(&link, Instant::now()).expect("the link is new");
    let cookie = format!("arena_operator_8080={secret}");
    let is_operator = |method: &Method, more: Pairs<'_>| {
        let pairs = [&[("host", "arena.localhost:8080"), ("cookie", cookie.as_str())], more].concat();
        class(&edge, Peer::Tcp([10, 0, 0, 1].into()), method.clone(), &pairs) != Class::Guest
    };
    const SITE: &str = FETCH_SITE;
    let cases: &[(Pairs<'_>, bool, bool)] = &[
        // Headers; whether GET is allowed; whether POST and DELETE are.
        (&[], true, false),
        (&[(SITE, "same-origin")], true, true),
        (&[(SITE, "same-origin"), ("origin", "http://arena.localhost:8080")], true, true),
        (&[("origin", "http://arena.localhost:8080")], true, true),
        (&[(SITE, "none")], true, false),
        (&[(SITE, "same-site")], false, false),
        (&[(SITE, "cross-site")], false, false),
        (&[(SITE, "cross-site"), ("origin", "http://arena.localhost:8080")], false, false),
        (&[(SITE, "same-origin"), ("origin", "http://evil.example")], false, false),
        (&[(SITE, "same-origin"), (SITE, "same-origin")], false, false),
        (&[("origin", "http://evil.example")], false, false),
        (&[("origin", "null")], false, false),
        (&[("origin", "http://arena:8081")], false, false),
        (&[("origin", "https://arena.localhost:8080"), ("x-forwarded-proto", "https")], true, true),
        (&[("origin", "http://arena.localhost:8080"), ("x-forwarded-proto", "https")], false, false),
    ];
    for (more, reads, changes) in cases {
        assert_eq!(is_operator(&Method::GET, more), *reads, "GET {more:?}");
        assert_eq!(is_operator(&Method::POST, more), *changes, "POST {more:?}");
        assert_eq!(is_operator(&Method::DELETE, more), *changes, "DELETE {more:?}");
    }
}
