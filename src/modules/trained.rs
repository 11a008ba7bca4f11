//! Trained models as modules. They are data and no programs, so they need no limits and cannot fail.

use std::sync::Arc;

use arena_bots::module::{Module, ModuleRole, ModuleSeat};
use arena_games::GameModel;
use arena_games::{Diagnostic, diagnostic};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The format of the file, in the place of a runtime.
const RUNTIME: &str = "arena-model 1";

/// The content of a model's file and what it means.
#[derive(Debug)]
pub(crate) struct TrainedModule {
    content: Box<[u8]>,
    digest: String,
    model: GameModel,
}

impl TrainedModule {
    /// Reads a model.
    pub(crate) fn new(content: &[u8]) -> Result<Self, Diagnostic> {
        let model = GameModel::read(content)
            .map_err(|error| diagnostic!("model_refused", "{problem}", problem = error.to_string()))?;
        Ok(Self { content: content.into(), digest: HEXLOWER.encode(&Sha256::digest(content)), model })
    }
}

impl Module for TrainedModule {
    fn content(&self) -> &[u8] {
        &self.content
    }

    fn digest(&self) -> &str {
        &self.digest
    }

    fn runtime(&self) -> &str {
        RUNTIME
    }

    fn role(&self) -> ModuleRole {
        ModuleRole::Evaluation
    }

    fn model(&self) -> Option<&GameModel> {
        Some(&self.model)
    }

    fn seat(&self, _: (u32, u32)) -> Arc<dyn ModuleSeat> {
        unreachable!("a model is no program")
    }
}
