//! Requests and answers in JSON, and values that the host knows by their numbers.

use arena_toolbox::ToolboxError;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::exchange;

/// Answers the request in the buffer. Returns the length of the answer.
pub(crate) fn answer<R: DeserializeOwned>(answered: impl FnOnce(R) -> Result<Value, ToolboxError>) -> usize {
    exchange::answer(|request| {
        let refused = |message: String, code: &str| json!({ "error": message, "code": code });
        let answer = match serde_json::from_slice(request).map(answered) {
            Ok(Ok(answer)) => json!({ "answer": answer }),
            Ok(Err(error)) => refused(error.to_string(), &error.code()),
            Err(error) => refused(error.to_string(), "untranslated"),
        };
        answer.to_string()
    })
}

/// The values of the host by their numbers. Numbers of dropped values are used again.
pub(crate) struct Handles<T> {
    values: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self { values: Vec::new(), free: Vec::new() }
    }
}

impl<T> Handles<T> {
    /// Stores a value. Returns its number.
    pub(crate) fn insert(&mut self, value: T) -> usize {
        let id = self.free.pop().unwrap_or(self.values.len());
        if id == self.values.len() {
            self.values.push(None);
        }
        self.values[id] = Some(value);
        id
    }

    pub(crate) fn at(&mut self, id: usize) -> &mut T {
        self.values[id].as_mut().expect("the host drops a value after its last use")
    }

    pub(crate) fn drop(&mut self, id: usize) {
        self.values[id] = None;
        self.free.push(id);
    }
}
