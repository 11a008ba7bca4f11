//! The page: the browser client that was built into the binary.
//!
//! Its files were compressed when it was built, so that serving one costs a copy. Which addresses are pages, its own
//! router says; at any other the page tells that there is nothing, with the status 404.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use uuid::Uuid;

use super::error::ApiError;
use super::request::accepts;

/// The files as they are.
#[derive(RustEmbed)]
#[folder = "$PAGE_FOLDER"]
struct Page;

/// Those of them that are worth it, compressed with gzip, under the same names.
#[derive(RustEmbed)]
#[folder = "$PAGE_FOLDER_GZIP"]
struct Compressed;

/// The addresses of pages, by page: what the client's router goes by. A part in braces stands for an id.
const ROUTES: &str = include_str!(concat!(env!("OUT_DIR"), "/paths.json"));

static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let paths: BTreeMap<String, String> =
        serde_json::from_str(ROUTES).expect("a test of this module reads the client's paths");
    paths.into_values().collect()
});

/// Paths that belong to the API: an unknown one is an error for programs, not the page.
const NOT_THE_PAGE: [&str; 6] = ["api", "ws", "healthz", "readyz", "metrics", "assets"];

/// For files that change under the same name: browsers ask each time whether their copy is still right.
const ASK_AGAIN: &str = "no-cache";

/// Answers whatever no other route does: a file of the page, the page itself for its own addresses, or an error.
pub(super) async fn fallback(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let nothing = || ApiError::NotFound(format!("there is nothing at {}", shown(&uri))).into_response();
    if method != Method::GET && method != Method::HEAD {
        return nothing();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Page::get(path) {
        // The names in this folder change with what the files hold.
        let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { ASK_AGAIN };
        return answer(path, file, cache, &headers);
    }
    let is_page = PATHS.iter().any(|pattern| leads_to(pattern, path));
    let first = path.split('/').next().unwrap_or_default();
    if !is_page && (NOT_THE_PAGE.contains(&first) || !accepts(&headers, "text/html")) {
        return nothing();
    }
    let Some(file) = Page::get("index.html") else {
        return ApiError::Internal("the binary was built without a page".to_owned()).into_response();
    };
    if is_page {
        return answer("index.html", file, ASK_AGAIN, &headers);
    }
    // Never answered by 304: the page's bytes are the same, but here they are the body of a 404.
    let mut headers = headers;
    headers.remove(IF_NONE_MATCH);
    let mut response = answer("index.html", file, ASK_AGAIN, &headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().remove(ETAG);
    response
}

/// Whether `path` is one of those that `pattern` stands for.
fn leads_to(pattern: &str, path: &str) -> bool {
    let parts = |text: &'_ str| text.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let (wanted, given) = (parts(pattern), parts(path));
    wanted.len() == given.len()
        && wanted.iter().zip(&given).all(|(wanted, given)| {
            if wanted.starts_with('{') { given.len() == 36 && Uuid::try_parse(given).is_ok() } else { wanted == given }
        })
}

/// The file called `name`, compressed for those who take that.
fn answer(name: &str, file: EmbeddedFile, cache: &'static str, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let hash: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let kind = kind(&file);
    let compressed = Compressed::get(name);
    let is_varied = compressed.is_some();
    let (data, tag, encoding) = match compressed.filter(|_| takes_gzip(headers)) {
        Some(small) => (small.data, format!("\"{hash}-gzip\""), Some("gzip")),
        None => (file.data, format!("\"{hash}\""), None),
    };
    let is_known = knows(headers, &tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = match data {
            Cow::Borrowed(data) => Body::from(Bytes::from_static(data)),
            Cow::Owned(data) => Body::from(data),
        };
        body.into_response()
    };
    let own = response.headers_mut();
    for (name, value) in [(CONTENT_TYPE, kind), (ETAG, tag)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            own.insert(name, value);
        }
    }
    own.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(encoding) = encoding.filter(|_| !is_known) {
        own.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if is_varied {
        own.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// Whether the client has what bears this tag: RFC 9110, section 13.1.2. Tags are compared weakly, as it says.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let mut given = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    given.any(|list| {
        // Our tags hold no comma, so that splitting the list at commas can only break tags of others.
        let mut tags = list.split(',').map(str::trim);
        list.trim() == "*" || tags.any(|known| known.strip_prefix("W/").unwrap_or(known) == tag)
    })
}

/// Whether the client takes gzip: RFC 9110, section 12.5.3.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let given: Vec<&str> = given.flat_map(|list| list.split(',')).collect();
    let quality = |name: &str| {
        given.iter().find_map(|item| {
            let (encoding, rest) = item.split_once(';').unwrap_or((item, "q=1"));
            let weight = rest.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
            encoding.trim().eq_ignore_ascii_case(name).then(|| weight.unwrap_or(1.0))
        })
    };
    quality("gzip").or_else(|| quality("*")).is_some_and(|weight| weight > 0.0)
}

fn kind(file: &EmbeddedFile) -> String {
    let kind = file.metadata.mimetype();
    if kind.starts_with("text/") || kind.ends_with("javascript") {
        format!("{kind}; charset=utf-8")
    } else {
        kind.into()
    }
}

fn shown(uri: &Uri) -> String {
    uri.path().chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn what_is_known_is_recognised_however_it_is_told() {
        let known: [&[&str]; 7] =
            [&["\"a\""], &["W/\"a\""], &["*"], &[" * "], &["\"x\", W/\"a\""], &["\"x,y\",\"a\""], &["\"x\"", "\"a\""]];
        for values in known {
            let pairs: Vec<_> = values.iter().map(|value| ("if-none-match", *value)).collect();
            assert!(knows(&headers(&pairs), "\"a\""), "{values:?}");
        }
        for value in ["\"b\"", "a", "W/", "\"a-gzip\"", "\"*\"", ""] {
            assert!(!knows(&headers(&[("if-none-match", value)]), "\"a\""), "{value:?}");
        }
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for value in ["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1"] {
            assert!(takes_gzip(&headers(&[("accept-encoding", value)])), "{value:?}");
        }
        for value in ["", "br", "gzip;q=0", "gzip; q=0.0, *", "*;q=0"] {
            assert!(!takes_gzip(&headers(&[("accept-encoding", value)])), "{value:?}");
        }
    }

    #[test]
    fn the_pages_are_those_of_the_clients_router() {
        assert!(PATHS.iter().any(|path| path == "/"), "{:?}", *PATHS);
        let id = Uuid::nil().to_string();
        let leads = |path: &str| PATHS.iter().any(|pattern| leads_to(pattern, path));
        for path in ["", "bots", "tournaments/", &format!("match/{id}")] {
            assert!(leads(path), "{path:?}");
        }
        for path in ["nothing", "match", "match/1", "bots/1", &format!("match/{id}/x"), &format!("bots/{id}")] {
            assert!(!leads(path), "{path:?}");
        }
    }
}
