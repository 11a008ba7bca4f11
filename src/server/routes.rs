//! The declaration of routes.

/// Declares the function `routes` and the OpenAPI description of its handlers from one list of routes.
#[macro_export]
macro_rules! routes {
    ($(info $info:tt;)? $($path:literal => $($method:ident $($handler:ident)::+),+;)+) => {
        fn routes() -> axum::Router<$crate::app::App> {
            axum::Router::new()$(.route($path, axum::routing::MethodRouter::new()$(.$method($($handler)::+))+))+
        }

        #[derive(utoipa::OpenApi)]
        #[openapi($(info $info,)? paths($($($($handler)::+),+),+))]
        pub(crate) struct Description;
    };
}
