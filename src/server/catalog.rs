//! HTTP: search options for clients that build a form or a file.

use axum::Json;

use arena_bots::catalog::CatalogView;

/// Returns the options from which bots are configured.
#[utoipa::path(get, path = "/api/catalog", tag = "games", responses((status = 200, body = CatalogView)))]
pub(super) async fn catalog() -> Json<CatalogView> {
    Json(CatalogView::all())
}
