//! Tools as the protocol offers them, whatever they act on.

use std::panic::AssertUnwindSafe;

use axum::http::request::Parts;
use data_encoding::BASE64;
use futures::FutureExt;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::schemars::JsonSchema;
use rmcp::service::{RequestContext, RoleServer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use arena_server::error::ApiError;

/// A set of tools.
pub(crate) trait Toolbox: Clone + Send + Sync + 'static {
    /// What a model is told about the tools as a whole.
    const INSTRUCTIONS: &'static str;

    /// Describes the tools.
    fn tools(&self) -> Vec<Tool>;

    /// Calls a tool. `parts` are those of the HTTP request, if there was one.
    fn call(
        &self,
        tool: &str,
        arguments: Value,
        parts: Option<&Parts>,
    ) -> impl Future<Output = Result<Output, ToolError>> + Send;
}

/// What a tool returns.
pub(crate) struct Output {
    value: Value,
    /// A picture as PNG.
    picture: Option<Vec<u8>>,
}

impl Output {
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, ToolError> {
        let value = serde_json::to_value(value).map_err(ApiError::internal)?;
        Ok(Self { value, picture: None })
    }

    pub(crate) fn with_picture(self, picture: Option<Vec<u8>>) -> Self {
        Self { picture, ..self }
    }
}

/// Why a tool did nothing. A model reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolError(pub String);

impl From<ApiError> for ToolError {
    fn from(error: ApiError) -> Self {
        Self(error.to_string())
    }
}

/// Reads the arguments of a tool.
///
/// # Errors
/// [`ToolError`] that names the argument.
pub(crate) fn arguments<T: DeserializeOwned>(arguments: Value) -> Result<T, ToolError> {
    serde_json::from_value(arguments).map_err(|error| ToolError(format!("invalid arguments: {error}")))
}

/// Describes a tool with arguments `I` and result `O`.
pub(crate) fn tool<I: JsonSchema + 'static, O: JsonSchema + 'static>(
    name: &'static str,
    about: &'static str,
    reads_only: bool,
) -> Tool {
    let hints = ToolAnnotations::new().read_only(reads_only).destructive(false).open_world(false);
    Tool::new(name, about, rmcp::model::JsonObject::new())
        .with_input_schema::<I>()
        .with_output_schema::<O>()
        .with_annotations(hints)
}

/// The protocol over a set of tools. It keeps no state from request to request.
#[derive(Clone)]
pub(crate) struct Server<T>(pub T);

impl<T: Toolbox> ServerHandler for Server<T> {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("minimax-arena", env!("CARGO_PKG_VERSION")))
            .with_instructions(T::INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.tools().into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.0.tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let parts = context.extensions.get::<Parts>();
        let result = answer(&self.0, &request.name, request.arguments.unwrap_or_default().into(), parts).await;
        result.map(CallToolResponse::from).ok_or_else(|| {
            ErrorData::invalid_params(
                format!("there is no tool {:?}", request.name.chars().take(64).collect::<String>()),
                None,
            )
        })
    }
}

/// Returns the result of a tool, or `None` if there is no such tool. A tool that fails or panics has a result too, because
/// models do not see the errors of the protocol.
async fn answer<T: Toolbox>(tools: &T, name: &str, arguments: Value, parts: Option<&Parts>) -> Option<CallToolResult> {
    if !tools.tools().iter().any(|tool| tool.name == name) {
        return None;
    }
    let called = AssertUnwindSafe(tools.call(name, arguments, parts)).catch_unwind().await;
    let failed = |text: String| CallToolResult::error(vec![ContentBlock::text(text)]);
    Some(match called {
        Ok(Ok(Output { value, picture })) => {
            let mut result = CallToolResult::structured(value);
            result.content.extend(picture.map(|png| ContentBlock::image(BASE64.encode(&png), "image/png")));
            result
        }
        Ok(Err(ToolError(problem))) => failed(problem),
        Err(_) => {
            tracing::error!(tool = name, "a tool panicked");
            failed(format!("the tool {name} failed by an error of the arena; the position may be read again"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmcp::schemars;
    use serde::Deserialize;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Number {
        n: u8,
    }

    #[derive(Serialize, JsonSchema)]
    struct Double {
        n: u16,
    }

    #[derive(Clone)]
    struct Doubler;

    impl Toolbox for Doubler {
        const INSTRUCTIONS: &'static str = "Doubles.";

        fn tools(&self) -> Vec<Tool> {
            vec![tool::<Number, Double>("double", "Doubles a number.", true)]
        }

        async fn call(&self, _: &str, given: Value, _: Option<&Parts>) -> Result<Output, ToolError> {
            let Number { n } = arguments(given)?;
            assert_ne!(n, 7, "seven breaks it");
            Output::of(&Double { n: u16::from(n) * 2 })
        }
    }

    async fn call(tool: &str, arguments: Value) -> Option<(bool, String)> {
        let result = answer(&Doubler, tool, arguments, None).await?;
        let text = result.content[0].as_text().expect("the first block is text").text.clone();
        Some((result.is_error == Some(true), text))
    }

    #[tokio::test]
    async fn tools_answer_by_results_also_when_they_fail_or_panic() {
        let given = |n: u16| serde_json::json!({ "n": n });
        assert_eq!(call("double", given(4)).await, Some((false, "{\"n\":8}".to_owned())));
        let (failed, text) = call("double", given(400)).await.expect("there is the tool");
        assert!(failed && text.starts_with("invalid arguments: "), "{text}");
        let (failed, text) = call("double", given(7)).await.expect("there is the tool");
        assert!(failed && text.contains("double failed by an error of the arena"), "{text}");
        assert_eq!(call("halve", given(4)).await, None);
    }

    #[test]
    fn tools_have_schemas_of_their_arguments_and_results() {
        let tool = Doubler.tools().swap_remove(0);
        assert_eq!(tool.input_schema["properties"]["n"]["type"], "integer");
        assert_eq!(tool.output_schema.expect("it has one")["properties"]["n"]["type"], "integer");
    }
}
