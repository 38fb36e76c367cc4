//! The page without a server: what `peasant serve` answers to its page, asked of a WebAssembly module in a worker of the browser.
//!
//! A worker writes a request into [`room`] (JSON: `path`, `query`, `body`, as the page asks the server) and calls [`ask`], which tells
//! events by `page.tell` until it returns. Time comes from `clock.now`. There are no threads and no files: whoever wants to stop it ends
//! the worker.

mod answers;
mod state;

use std::cell::RefCell;

use serde::Deserialize;
use verbs::Failure;
use verbs::form::Query;
use verbs::host::fault::Fault;
use verbs::tell::json;

use crate::state::State;

/// What the page asks.
#[derive(Deserialize)]
struct Asked {
    /// As of the server: `/api/watch`.
    path: String,
    #[serde(default)]
    query: Query,
    /// Games.
    #[serde(default)]
    body: String,
}

thread_local! {
    /// Where requests are written.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Makes room for a request of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Answers the request that was written. Events are told on the way, `trouble` if there is no answer, `done` last.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    std::panic::set_hook(Box::new(|panic| {
        let fault = Fault::new("this failed by a fault of the program");
        let fault = fault
            .and_cure(": ", "please report it")
            .about(&panic.to_string());
        tell("trouble", json::error(&fault, None).as_bytes());
    }));
    let request = ROOM.with_borrow(|room| serde_json::from_slice::<Asked>(room));
    let answered = match request {
        Ok(asked) => STATE.with_borrow_mut(|state| answers::answer(state, asked)),
        Err(error) => Err(Fault::new(&format!("this is no request ({error})")).into()),
    };
    match answered {
        Ok(()) => {}
        Err(Failure::Input(fault) | Failure::Contradiction(fault)) => {
            tell("trouble", json::error(&fault, None).as_bytes());
        }
        Err(Failure::Output(error)) => {
            let fault = Fault::new(&error.to_string());
            tell("trouble", json::error(&fault, None).as_bytes());
        }
    }
    tell("done", b"{}");
}

#[cfg(target_arch = "wasm32")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// An event: its name and what it holds, each as address and length.
        pub fn tell(name: *const u8, length: usize, data: *const u8, size: usize);
    }
}

/// Tells the page an event.
#[cfg(target_arch = "wasm32")]
fn tell(event: &str, data: &[u8]) {
    // SAFETY: both slices live through the call, in which the page copies them.
    unsafe { page::tell(event.as_ptr(), event.len(), data.as_ptr(), data.len()) }
}

/// Elsewhere nobody listens.
#[cfg(not(target_arch = "wasm32"))]
fn tell(_: &str, _: &[u8]) {}
