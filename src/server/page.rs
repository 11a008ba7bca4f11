//! The page: the browser client that is embedded in the binary.
//!
//! The files are compressed at build time, so serving one to a browser only copies bytes. The client's router defines which
//! paths are pages. All other paths get the page with status 404.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use arena_page::{Embedded, FILES, ROUTES};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, ETAG, HOST, IF_NONE_MATCH,
    LINK, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::edge::Caller;
use super::error::ApiError;
use super::previews::Preview;
use super::request::accepts;
use super::tournaments::Tournaments;
use arena_store::Store;
use arena_tournament::report::style_source;

/// A file of the page.
struct File {
    embedded: &'static Embedded,
    /// Hash of the content for the `ETag` header.
    hash: String,
}

/// The files by name.
static PAGE: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
    FILES.iter().map(|embedded| (embedded.name, File { embedded, hash: hash(embedded.stored) })).collect()
});

static PATHS: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| serde_json::from_str(ROUTES).expect("a test of this module reads the client's paths"));

/// The resources that each page needs first, as values of the `Link` header, listed by the client's build. Ids from the
/// page's path are in braces, as in [`ROUTES`]. The texts of a page in another language are listed under
/// `language:zh:play` and the like.
static FIRST: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let file = PAGE.get("first.json");
    file.and_then(|file| serde_json::from_slice(&file.embedded.content()).ok()).unwrap_or_default()
});

/// Language of the page's source, which needs no texts.
const OWN_LANGUAGE: &str = "en";

/// Name of the cookie in which the page's language switch stores the choice.
const LANGUAGE_COOKIE: &str = "language";

/// Request headers on which a document's response headers depend.
const DOCUMENT_VARIES: &str = "accept-encoding, accept-language, cookie";

/// Returns the source expressions of the style sheets inside the document, each after a blank.
pub(super) fn style_sources() -> String {
    let document = PAGE.get("index.html").map_or_else(Default::default, |file| file.embedded.content());
    let document = String::from_utf8_lossy(&document);
    let sheets = document.split("<style>").skip(1).filter_map(|rest| rest.split_once("</style>"));
    sheets.map(|(sheet, _)| format!(" {}", style_source(sheet))).collect()
}

/// First segments of paths that do not belong to the page. Unknown paths below them are errors for programs.
const NOT_THE_PAGE: [&str; 7] = ["api", "ws", "healthz", "readyz", "metrics", "assets", "packages"];

/// Cache control for files that change under the same name. Browsers revalidate their copy each time.
const ASK_AGAIN: &str = "no-cache";

/// Answers requests without another route: with a file of the page, with the page for its own paths, or with an error.
pub(super) async fn fallback(
    State(sources): State<(Store, Tournaments)>,
    caller: Caller,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let nothing = || ApiError::nothing_here(&shown(&uri)).into_response();
    if method != Method::GET && method != Method::HEAD {
        return nothing();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = PAGE.get(path) {
        // Names in this folder contain a hash of the content.
        let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { ASK_AGAIN };
        return answer(path, file, cache, &headers);
    }
    let page = page_at(path);
    let first = path.split('/').next().unwrap_or_default();
    if page.is_none() && (NOT_THE_PAGE.contains(&first) || !accepts(&headers, "text/html")) {
        return nothing();
    }
    let Some(file) = PAGE.get("index.html") else {
        return ApiError::internal("the binary was built without a page").into_response();
    };
    if let Some((page, ids)) = page {
        let is_chinese = language(&headers, |known| known == "zh").is_some();
        let preview = Preview::of(page, &ids, &sources, is_chinese).await;
        let mut response = match preview.zip(own_address(&headers, caller)) {
            Some((preview, address)) => {
                described(file, &preview.tags(&format!("{address}{}", uri.path()), &address), &headers)
            }
            None => answer("index.html", file, ASK_AGAIN, &headers),
        };
        let texts = language(&headers, |known| FIRST.contains_key(&texts_of(known, page)));
        let links = texts.and_then(|language| FIRST.get(&texts_of(&language, page))).into_iter().chain(FIRST.get(page));
        let links = links.flatten().filter(|link| is_used(link, uri.query()));
        let links: Vec<String> = links.map(|link| filled(link, &ids)).collect();
        if let Some(links) = HeaderValue::try_from(links.join(", ")).ok().filter(|links| !links.is_empty()) {
            response.headers_mut().insert(LINK, links);
        }
        response.headers_mut().insert(VARY, HeaderValue::from_static(DOCUMENT_VARIES));
        return response;
    }
    // Never answered with 304, because the page is the body of a 404 response here.
    let mut headers = headers;
    headers.remove(IF_NONE_MATCH);
    let mut response = answer("index.html", file, ASK_AGAIN, &headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().remove(ETAG);
    response
}

/// True if other sites may frame the page at this path. It has no forms and no links that stay in the frame.
pub(super) fn is_embedded(path: &str) -> bool {
    page_at(path).is_some_and(|(page, _)| page == "embed")
}

/// Returns the page at a path and the ids in the path, each with its name in braces.
fn page_at(path: &str) -> Option<(&'static str, Vec<(&'static str, &str)>)> {
    PATHS.iter().find_map(|(page, pattern)| Some((page.as_str(), ids_in(pattern, path)?)))
}

/// Returns the ids in `path` if it matches `pattern`.
fn ids_in<'a, 'b>(pattern: &'a str, path: &'b str) -> Option<Vec<(&'a str, &'b str)>> {
    let (mut wanted, mut given) = (parts(pattern), parts(path));
    let mut ids = Vec::new();
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(ids),
            (Some(name), Some(id)) if name.starts_with('{') && id.len() == 36 && Uuid::try_parse(id).is_ok() => {
                ids.push((name, id));
            }
            (Some(wanted), Some(given)) if wanted == given => {}
            _ => return None,
        }
    }
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

/// Replaces the names in a link by these ids.
fn filled(link: &str, ids: &[(&str, &str)]) -> String {
    ids.iter().fold(link.to_owned(), |text, (name, id)| text.replace(name, id))
}

/// Returns whether a view uses this preload. A page of a list is not, if the query of the view's address filters the list.
fn is_used(link: &str, query: Option<&str>) -> bool {
    query.is_none_or(str::is_empty) || !link.contains("limit=")
}

/// Key of a page's texts in a language in [`FIRST`].
fn texts_of(language: &str, page: &str) -> String {
    format!("language:{language}:{page}")
}

/// Returns the language whose texts the page will fetch, if any. It is the language chosen on the page, or else the
/// first of the browser's languages that the page supports. The page decides in the same way.
fn language(headers: &HeaderMap, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let of = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let cookies = of(COOKIE).flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let chosen = cookies.filter(|(name, _)| *name == LANGUAGE_COOKIE).map(|(_, value)| (value, 2.0));
    let accepted = of(ACCEPT_LANGUAGE).flat_map(|value| value.split(',')).map(weighed);
    let mut wanted: Vec<(&str, f32)> = chosen.chain(accepted).filter(|(_, weight)| *weight > 0.0).collect();
    // The sort is stable, so that equal weights keep their order.
    wanted.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut tags = wanted.iter().map(|(tag, _)| tag.split('-').next().unwrap_or_default().to_ascii_lowercase());
    tags.find(|tag| tag == OWN_LANGUAGE || is_known(tag)).filter(|tag| tag != OWN_LANGUAGE)
}

/// Splits an item of a header's list from its weight, which is 1 by default (RFC 9110, section 12.4.2).
fn weighed(item: &str) -> (&str, f32) {
    let (name, rest) = item.split_once(';').unwrap_or((item, "q=1"));
    let weight = rest.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
    (name.trim(), weight.unwrap_or(1.0))
}

/// Returns the server's address as the client has it, without a path.
fn own_address(headers: &HeaderMap, caller: Caller) -> Option<String> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let is_plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
    is_plain.then(|| format!("{}://{host}", if caller.secure { "https" } else { "http" }))
}

/// Responds with the document, with these tags in place of its title.
fn described(file: &File, tags: &str, headers: &HeaderMap) -> Response {
    let document = file.embedded.content();
    let document = String::from_utf8_lossy(&document);
    let (before, rest) = document.split_once("<title>").unwrap_or((&document, ""));
    let after = rest.split_once("</title>").map_or("", |(_, after)| after);
    // The tags have a description of their own.
    let before: String = before.split_inclusive('\n').filter(|line| !line.contains("name=\"description\"")).collect();
    let document = [&before, tags, after].concat();
    let tag = format!("\"{}\"", hash(document.as_bytes()));
    let mut response = if knows(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(document).into_response()
    };
    let own = response.headers_mut();
    own.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    own.insert(CACHE_CONTROL, HeaderValue::from_static(ASK_AGAIN));
    own.extend(HeaderValue::from_str(&tag).map(|tag| (ETAG, tag)));
    response
}

/// Returns the start of a digest, for an `ETag`.
fn hash(data: &[u8]) -> String {
    Sha256::digest(data)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Responds with the file `name`, compressed if the client accepts gzip.
fn answer(name: &str, file: &File, cache: &'static str, headers: &HeaderMap) -> Response {
    let File { embedded, hash } = file;
    let is_gzip = embedded.is_gzip && takes_gzip(headers);
    let tag = if is_gzip { format!("\"{hash}-gzip\"") } else { format!("\"{hash}\"") };
    let is_known = knows(headers, &tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else if is_gzip {
        Body::from(Bytes::from_static(embedded.stored)).into_response()
    } else {
        Body::from(embedded.content()).into_response()
    };
    let own = response.headers_mut();
    for (name, value) in [(CONTENT_TYPE, kind(name)), (ETAG, tag)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            own.insert(name, value);
        }
    }
    own.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if is_gzip && !is_known {
        own.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if embedded.is_gzip {
        own.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// True if the client's copy has this tag (RFC 9110, section 13.1.2). Tags are compared weakly, as the RFC requires.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let mut given = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    given.any(|list| {
        // The server's tags contain no comma, so splitting at commas can only break foreign tags.
        let mut tags = list.split(',').map(str::trim);
        list.trim() == "*" || tags.any(|known| known.strip_prefix("W/").unwrap_or(known) == tag)
    })
}

/// True if the client accepts gzip (RFC 9110, section 12.5.3).
fn takes_gzip(headers: &HeaderMap) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let given: Vec<(&str, f32)> = given.flat_map(|list| list.split(',')).map(weighed).collect();
    let quality =
        |name: &str| given.iter().find_map(|(encoding, weight)| encoding.eq_ignore_ascii_case(name).then_some(*weight));
    quality("gzip").or_else(|| quality("*")).is_some_and(|weight| weight > 0.0)
}

/// Returns the content type of the file `name`.
fn kind(name: &str) -> String {
    let kind = mime_guess::from_path(name).first_or_octet_stream().to_string();
    if kind.starts_with("text/") || kind.ends_with("javascript") { format!("{kind}; charset=utf-8") } else { kind }
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
            headers.append(*name, value.parse().expect("a valid value"));
        }
        headers
    }

    #[test]
    fn matches_entity_tags_in_every_valid_form() {
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
    fn sends_gzip_only_to_clients_that_accept_it() {
        for value in ["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1"] {
            assert!(takes_gzip(&headers(&[("accept-encoding", value)])), "{value:?}");
        }
        for value in ["", "br", "gzip;q=0", "gzip; q=0.0, *", "*;q=0"] {
            assert!(!takes_gzip(&headers(&[("accept-encoding", value)])), "{value:?}");
        }
    }

    #[test]
    fn pages_are_those_of_the_clients_router() {
        let id = Uuid::nil().to_string();
        let page = |path: &str| page_at(path).map(|(page, _)| page);
        let there =
            [("", "play"), ("bots", "bots"), ("tournaments/", "tournaments"), (&format!("match/{id}"), "match")];
        for (path, name) in there {
            assert_eq!(page(path), Some(name), "{path:?}");
        }
        for path in ["nothing", "match", "match/1", "bots/1", &format!("match/{id}/x"), &format!("bots/{id}")] {
            assert_eq!(page(path), None, "{path:?}");
        }
    }

    #[test]
    fn preload_links_contain_the_ids_of_the_path() {
        let id = Uuid::nil().to_string();
        let path = format!("match/{id}");
        let (_, ids) = page_at(&path).expect("matches have a page");
        assert_eq!(filled("</a.js>; rel=modulepreload", &ids), "</a.js>; rel=modulepreload");
        let answer = "</api/matches/{match}>; rel=preload";
        assert_eq!(filled(answer, &ids), format!("</api/matches/{id}>; rel=preload"));
    }

    #[test]
    fn a_filtered_list_is_not_preloaded_unfiltered() {
        let list = "</api/tournaments?limit=25>; rel=preload";
        assert!(is_used(list, None) && is_used(list, Some("")));
        assert!(!is_used(list, Some("status=finished")));
        assert!(is_used("</api/operator>; rel=preload", Some("status=finished")));
    }

    #[test]
    fn preloads_the_texts_of_the_readers_language() {
        let spoken = |pairs: &[(&'static str, &str)]| language(&headers(pairs), |tag| tag == "zh");
        for list in ["zh", "zh-CN,zh;q=0.9,en;q=0.8", "de, ZH-Hant", "fr;q=0.9, en;q=0.1, zh;q=0.5"] {
            assert_eq!(spoken(&[("accept-language", list)]).as_deref(), Some("zh"), "{list}");
        }
        for list in ["", "en", "en-GB,zh;q=0.9", "de,fr", "zh;q=0", "*"] {
            assert_eq!(spoken(&[("accept-language", list)]), None, "{list}");
        }
        // The choice on the page takes precedence over the browser's languages.
        let chosen = |value: &str| spoken(&[("accept-language", "zh"), ("cookie", &format!("a=b; language={value}"))]);
        assert_eq!(
            (chosen("en"), chosen("zh").as_deref(), chosen("klingon").as_deref()),
            (None, Some("zh"), Some("zh"))
        );
        assert_eq!(spoken(&[("accept-language", "en"), ("cookie", "language=zh")]).as_deref(), Some("zh"));
    }
}
