//! How a host calls a WebAssembly module: it writes a request to `input(length)`, calls `call()`, and reads as many bytes as
//! that returned from `output()`. These functions need no generator of bindings, whose version would have to fit that of a
//! library. `provide` takes the trained models, which are files beside the module.

use std::cell::RefCell;

use arena_games::ALL_MODELS;

#[derive(Default)]
struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

fn take_input() -> Vec<u8> {
    BUFFERS.with_borrow_mut(|buffers| std::mem::take(&mut buffers.input))
}

/// Answers the request in the buffer. Returns the length of the answer.
pub(crate) fn answer(answer: impl FnOnce(&[u8]) -> String) -> usize {
    let output = answer(&take_input()).into_bytes();
    let length = output.len();
    BUFFERS.with_borrow_mut(|buffers| buffers.output = output);
    length
}

/// Returns a buffer for a request of this length.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.input.resize(length, 0);
        buffers.input.as_mut_ptr()
    })
}

/// Takes the buffer as the trained model with this number in [`ALL_MODELS`].
#[unsafe(no_mangle)]
pub extern "C" fn provide(model: usize) {
    ALL_MODELS[model].provide(take_input());
}

/// Returns the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}
