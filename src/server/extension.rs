//! What a crate at the edge adds to the server, such as another API.

use axum::Router;
use utoipa::openapi::OpenApi;
use uuid::Uuid;

use super::app::App;

/// An addition to the server.
pub trait Extension: Send + Sync {
    fn routes(&self) -> Router<App>;

    /// Describes its routes.
    fn description(&self) -> OpenApi;

    /// Called when a player has said something in a match.
    fn said(&self, said: &Said<'_>);
}

/// What a player has said in a match.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The match.
    pub id: Uuid,
    /// Who may read it, the player included.
    pub readers: &'a [Uuid],
    /// The player's name.
    pub name: &'a str,
    /// `player` or `spectator`, as the player asked for.
    pub room: &'a str,
    /// The words.
    pub text: &'a str,
}
