//! The WebAssembly module of the static site. `arena-site` does the work.
//!
//! The host calls it as the module of the rules (`exchange.rs` there). A request is JSON. An answer is a number, a line
//! break and a text: for requests the status and the body; for everything else the milliseconds until the next `attend`,
//! or -1, and a message on each line.

#![allow(unsafe_code, reason = "exported functions of WebAssembly need attributes that count as unsafe")]

#[path = "../rules/typescript/exchange.rs"]
pub mod exchange;

use std::cell::RefCell;

use arena_site::{Outcome, Request, Site};
use serde::Deserialize;

thread_local! {
    static SITE: RefCell<Option<Site>> = RefCell::default();
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Call {
    /// A request as over HTTP.
    Request(Request),
    /// A message as over the WebSocket.
    Message { text: String },
    /// The page connects anew.
    Leave,
    /// The time to wait has passed.
    Attend,
}

/// Answers the request in the buffer. Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    exchange::answer(|input| {
        let call = serde_json::from_slice(input).expect("the worker writes requests of this kind");
        SITE.with_borrow_mut(|site| {
            // The trained models have been provided before the first call.
            let site = site.get_or_insert_with(|| Site::new().expect("the shipped bots are valid"));
            let outcome = match call {
                Call::Request(request) => {
                    let answer = site.request(&request);
                    return format!("{}\n{}", answer.status, answer.body);
                }
                Call::Message { text } => site.message(&text),
                Call::Leave => site.leave(),
                Call::Attend => site.attend(),
            };
            let Outcome { texts, wait } = outcome;
            // Rounded up, so that it is not too early.
            let wait = wait.map_or(-1, |wait| i64::try_from(wait.as_micros().div_ceil(1_000)).unwrap_or(i64::MAX));
            format!("{wait}\n{}", texts.join("\n"))
        })
    })
}
