//! HTTP for the operator: login links, the exchange of a link for a cookie, and the caller's status.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};

use super::answer::{Answer, no_store_json};
use super::edge::{Caller, CallerIdentity, Class, is_of_own_page};
use super::error::{ApiError, ErrorBody};
use super::request::{OperatorOnly, StrictJson, read};
use arena_games::diagnostic;
use arena_protocol::operator::{LinkBody, OperatorLink, OperatorView, Proof};

/// Returns whether the caller is the operator, how the caller proved it, and how long the proof is valid.
#[utoipa::path(get, path = "/api/operator", tag = "operator", responses((status = 200, body = OperatorView)))]
pub(super) async fn who(State(edge): State<Arc<CallerIdentity>>, caller: Caller, headers: HeaderMap) -> Response {
    let left = match caller.class {
        Class::Operator(Proof::Browser) => edge.operators.session(&headers, Instant::now()),
        _ => None,
    };
    operator_response(view(caller.class, left), None)
}

/// Creates a single-use link that makes a browser the operator's. Allowed for the bearer of the operator token and for
/// callers over the Unix socket.
#[utoipa::path(post, path = "/api/operator/links", tag = "operator", responses(
    (status = 200, body = OperatorLink), (status = 403, body = ErrorBody)))]
pub(super) async fn link(
    State(edge): State<Arc<CallerIdentity>>,
    _: OperatorOnly,
    caller: Caller,
) -> Answer<OperatorLink> {
    if caller.class == Class::Operator(Proof::Browser) {
        // Otherwise a browser could keep operator rights forever.
        return Err(ApiError::forbidden(diagnostic!(
            "no_link_for_browser",
            "a browser session cannot create links; run `arena operator-link` on the server's machine"
        )));
    }
    let (url, life) = edge.link();
    Ok(Json(OperatorLink { url, valid_ms: ms(life) }))
}

/// Exchanges a link for the cookie that makes this browser the operator's.
#[utoipa::path(post, path = "/api/operator/session", tag = "operator", request_body = LinkBody, responses(
    (status = 200, description = "the cookie is set", body = OperatorView), (status = 400, body = ErrorBody),
    (status = 403, description = "the link has expired or was used, or a page of another site sent it", body = ErrorBody)))]
pub(super) async fn enter(
    State(edge): State<Arc<CallerIdentity>>,
    caller: Caller,
    headers: HeaderMap,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    if !is_of_own_page(false, &headers, caller.secure) {
        return Err(ApiError::forbidden(diagnostic!(
            "link_from_other_page",
            "a link can be exchanged only by the server's own page"
        )));
    }
    let body: LinkBody = read(body)?;
    let operators = &edge.operators;
    let (secret, life) = operators.exchange(&body.link, Instant::now()).ok_or_else(|| {
        ApiError::forbidden(diagnostic!(
            "link_spent",
            "this link has expired or has already been used; run `arena operator-link` on the server's machine for a \
             new one"
        ))
    })?;
    tracing::info!(address = %caller.address, "a browser became the operator's");
    let cookie = operators.cookie(&secret, life, caller.secure);
    Ok(operator_response(view(Class::Operator(Proof::Browser), Some(life)), Some(cookie)))
}

/// Revokes the operator rights of this browser.
#[utoipa::path(delete, path = "/api/operator/session", tag = "operator", responses((status = 200, body = OperatorView)))]
pub(super) async fn leave(State(edge): State<Arc<CallerIdentity>>, caller: Caller, headers: HeaderMap) -> Response {
    if caller.class != Class::Operator(Proof::Browser) {
        return operator_response(view(caller.class, None), None);
    }
    let operators = &edge.operators;
    operators.leave(&headers, Instant::now());
    operator_response(view(Class::Guest, None), Some(operators.cookie("", Duration::ZERO, caller.secure)))
}

fn view(class: Class, left: Option<Duration>) -> OperatorView {
    let by = match class {
        Class::Guest => None,
        Class::Operator(proof) => Some(proof),
    };
    OperatorView { operator: by.is_some(), by, left_ms: left.map(ms) }
}

/// Builds a response that no cache keeps. It may set the cookie.
fn operator_response(view: OperatorView, cookie: Option<String>) -> Response {
    let answer = no_store_json(view);
    match cookie {
        Some(cookie) => ([(SET_COOKIE, cookie)], answer).into_response(),
        None => answer,
    }
}

fn ms(life: Duration) -> u64 {
    u64::try_from(life.as_millis()).unwrap_or(u64::MAX)
}
