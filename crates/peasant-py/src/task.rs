//! Work in a thread of its own, while Python stays able to act: other threads of Python run, and Ctrl-C ends the work.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How soon Ctrl-C is seen.
const PATIENCE: Duration = Duration::from_millis(50);

/// Flags that nobody uses. The verbs ask for ones that live for ever, so they are used again.
static IDLE: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

/// The sign to stop for one piece of work.
pub struct Flag(&'static AtomicBool);

impl Flag {
    pub fn new() -> Arc<Flag> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let flag = idle.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false))));
        flag.store(false, Ordering::Relaxed);
        Arc::new(Flag(flag))
    }

    /// For whoever holds the flag as long as it reads it.
    pub fn cancelled(&self) -> &'static AtomicBool {
        self.0
    }

    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(self.0);
    }
}

/// What a thread leaves: what it made, or what it panicked with.
pub type Left<T> = Result<T, Box<dyn Any + Send>>;

/// What is done in Python while a thread works, now and then: what it raises ends the work.
pub type Meanwhile<'m> = &'m dyn Fn(Python<'_>) -> PyResult<()>;

/// Does the work in a thread and waits for it. After Ctrl-C the flag is raised, the work ends with what it has, which is lost, and
/// `KeyboardInterrupt` is raised; a second one does not wait for that.
pub fn wait<T: Send + 'static>(
    py: Python<'_>,
    flag: &Arc<Flag>,
    meanwhile: Meanwhile<'_>,
    work: impl FnOnce(&Flag) -> T + Send + 'static,
) -> PyResult<T> {
    let (send, mut receive) = sync_channel(1);
    let held = Arc::clone(flag);
    thread::spawn(move || {
        let done = panic::catch_unwind(AssertUnwindSafe(|| work(&held)));
        drop(held);
        _ = send.send(done);
    });
    match next(py, &mut receive, meanwhile) {
        Ok(Some(done)) => unharmed(done),
        Ok(None) => Err(PyRuntimeError::new_err("the work ended without a result")),
        Err(interrupt) => {
            flag.raise();
            _ = next(py, &mut receive, &nothing)?;
            Err(interrupt)
        }
    }
}

/// Nothing else is done meanwhile.
pub fn nothing(_: Python<'_>) -> PyResult<()> {
    Ok(())
}

/// What a thread made.
pub fn unharmed<T>(left: Left<T>) -> PyResult<T> {
    left.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("no words");
        PyRuntimeError::new_err(format!(
            "this failed by a fault of peasant; please report it: {text}"
        ))
    })
}

/// The next thing that a thread sends; `None` if nothing more will come. Python runs meanwhile.
///
/// # Errors
/// What a signal raises, and what is done meanwhile.
pub fn next<T: Send>(
    py: Python<'_>,
    receive: &mut Receiver<T>,
    meanwhile: Meanwhile<'_>,
) -> PyResult<Option<T>> {
    loop {
        let receive = &mut *receive;
        match py.detach(move || receive.recv_timeout(PATIENCE)) {
            Ok(thing) => return Ok(Some(thing)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals()?;
                meanwhile(py)?;
            }
        }
    }
}
