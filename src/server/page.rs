//! The page: the browser client that was built into the binary.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::error::Fault;

#[derive(RustEmbed)]
#[folder = "$PAGE_FOLDER"]
struct Page;

/// Paths that belong to the API: an unknown one is an error, not the page.
const NOT_THE_PAGE: [&str; 6] = ["api", "ws", "healthz", "readyz", "metrics", "assets"];

/// Answers whatever no other route does: a file of the page, the page itself for its own routes, or an error.
pub(super) async fn fallback(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if method != Method::GET && method != Method::HEAD {
        return Fault::NotFound(format!("there is nothing at {}", shown(&uri))).into_response();
    }
    if let Some(file) = Page::get(path) {
        // The names in this folder change with what the files hold.
        let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        return answer(&file, cache, &headers);
    }
    let first = path.split('/').next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    if NOT_THE_PAGE.contains(&first) || last.contains('.') {
        return Fault::NotFound(format!("there is nothing at {}", shown(&uri))).into_response();
    }
    match Page::get("index.html") {
        Some(file) => answer(&file, "no-cache", &headers),
        None => Fault::Internal("the binary was built without a page".to_owned()).into_response(),
    }
}

fn answer(file: &EmbeddedFile, cache: &'static str, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { Body::from(file.data.to_vec()).into_response() };
    let own = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(&kind(file)) {
        own.insert(CONTENT_TYPE, kind);
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        own.insert(ETAG, tag);
    }
    own.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    response
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
