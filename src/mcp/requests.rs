//! What tools ask of the server, and on whose behalf.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Request};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::toolbox::ToolError;
use arena_server::app::App;
use arena_server::edge::{Caller, Class};
use arena_server::error::ApiError;
use arena_server::inside::Sender;
use arena_server::principals::Requester;

/// The player on whose behalf tools act.
#[derive(Clone)]
pub(crate) enum Agent {
    /// The sender of each HTTP request.
    OfRequest,
    /// The user who started this process. The player has this token, and is the operator where that is needed.
    Owner { token: String },
}

/// One call of a tool.
pub(crate) struct Call<'a> {
    pub app: &'a App,
    pub requester: Requester,
    sender: Sender,
    /// The sender of requests that the operator may make.
    organiser: Sender,
}

impl Agent {
    /// Identifies the player of a call.
    ///
    /// # Errors
    /// If the token is unknown, or its key does not permit to play.
    pub(crate) async fn call<'a>(&self, app: &'a App, parts: Option<&Parts>) -> Result<Call<'a>, ApiError> {
        match self {
            Self::OfRequest => {
                let mut parts = parts.ok_or_else(|| ApiError::internal("a call without its request"))?.clone();
                let sender = Sender::of(&parts).ok_or_else(|| ApiError::internal("a request without a peer"))?;
                let requester = Requester::from_request_parts(&mut parts, app).await?;
                Ok(Call { app, requester, organiser: sender.clone(), sender })
            }
            Self::Owner { token } => {
                let mut parts = Request::new(()).into_parts().0;
                let bearer = HeaderValue::try_from(format!("Bearer {token}")).map_err(ApiError::internal)?;
                parts.headers.insert(AUTHORIZATION, bearer);
                parts.extensions.insert(Caller {
                    address: IpAddr::V4(Ipv4Addr::LOCALHOST),
                    class: Class::Guest,
                    secure: false,
                });
                let requester = Requester::from_request_parts(&mut parts, app).await?;
                let (sender, organiser) = (Sender::owner(Some(token)), Sender::owner(None));
                Ok(Call { app, requester, sender, organiser })
            }
        }
    }
}

impl Call<'_> {
    /// Sends a request to the server's HTTP API and reads the body of the answer.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ToolError> {
        read(self.app.request(&self.sender, Method::GET, path, None).await)
    }

    pub(crate) async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, ToolError> {
        read(self.app.request(&self.sender, Method::POST, path, Some(body)).await)
    }

    /// Like [`Self::post`], as the operator if the caller is one.
    pub(crate) async fn organise<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, ToolError> {
        read(self.app.request(&self.organiser, Method::POST, path, Some(body)).await)
    }

    /// Returns the picture at this path, if there is one.
    pub(crate) async fn picture(&self, path: &str) -> Result<Vec<u8>, ToolError> {
        let (status, bytes) = self.app.request(&self.sender, Method::GET, path, None).await;
        if status.is_success() { Ok(bytes.to_vec()) } else { Err(problem(&bytes)) }
    }
}

fn read<T: DeserializeOwned>((status, bytes): (axum::http::StatusCode, axum::body::Bytes)) -> Result<T, ToolError> {
    if !status.is_success() {
        return Err(problem(&bytes));
    }
    Ok(serde_json::from_slice(&bytes).map_err(ApiError::internal)?)
}

/// Returns the message of an error's body.
fn problem(bytes: &[u8]) -> ToolError {
    let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
    ToolError(body["message"].as_str().unwrap_or("the server could not answer").to_owned())
}
