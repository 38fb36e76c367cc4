//! Another program that reads lines and writes lines, and ends no later than this one.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use peasant::clock::Instant;

/// What is longer is cut: no line that means anything has so many bytes.
const LONGEST_LINE: usize = 16 << 10;

/// So many lines wait to be heard; an engine that says more waits as well.
const WAITING_LINES: usize = 256;

/// How long it may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(300);

/// How often it is seen whether somebody cancelled.
const BLINK: Duration = Duration::from_millis(50);

/// Every program that was started and may still run, for those who leave without saying goodbye.
static STARTED: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// A program at work. It is ended, and waited for, when this is dropped.
pub struct Process {
    child: Arc<Mutex<Child>>,
    input: Mutex<Option<ChildStdin>>,
    lines: Mutex<Receiver<String>>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It said nothing in time.
    Late,
    /// It has ended, or closed its mouth.
    Gone,
    /// Nobody wants to know any more.
    Cancelled,
}

impl Process {
    /// Starts a program, by its path or by its name in the usual directories.
    pub fn start(program: &OsStr) -> io::Result<Process> {
        let mut command = Command::new(program);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        detach(&mut command);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let child = Arc::new(Mutex::new(child));
        let mut started = locked(&STARTED);
        started.retain(|child| child.strong_count() > 0);
        started.push(Arc::downgrade(&child));
        drop(started);
        let (send, lines) = mpsc::sync_channel(WAITING_LINES);
        if let Some(output) = output {
            // It ends with the program, or when nobody listens any more; nobody waits for it.
            thread::spawn(move || listen(BufReader::new(output), &send));
        }
        Ok(Process {
            child,
            input: Mutex::new(input),
            lines: Mutex::new(lines),
        })
    }

    /// Tells it something: one or more whole lines, few enough that a pipe holds them.
    pub fn say(&self, lines: &str) -> Result<(), Silence> {
        let mut input = locked(&self.input);
        let input = input.as_mut().ok_or(Silence::Gone)?;
        let said = input
            .write_all(lines.as_bytes())
            .and_then(|()| input.flush());
        said.map_err(|_| Silence::Gone)
    }

    /// Its next line, if that comes by then.
    pub fn hear(&self, until: Instant, cancelled: &AtomicBool) -> Result<String, Silence> {
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Silence::Cancelled);
            }
            // Somebody who never stops talking is late too.
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::Late);
            }
            match locked(&self.lines).recv_timeout(left.min(BLINK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
            }
        }
    }

    /// Its number, for those who want to see whether it still runs.
    #[cfg(test)]
    pub fn id(&self) -> u32 {
        locked(&self.child).id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        _ = self.say("quit\n");
        *locked(&self.input) = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if !matches!(locked(&self.child).try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        end(&self.child);
    }
}

/// Ends every program that was started, for an exit at which nothing is dropped.
pub fn end_all() {
    for child in locked(&STARTED).iter().filter_map(Weak::upgrade) {
        end(&child);
    }
}

/// Ends a program and waits until it is gone.
fn end(child: &Mutex<Child>) {
    let mut child = locked(child);
    _ = child.kill();
    _ = child.wait();
}

/// A Ctrl-C at the terminal is for us; we tell the engine.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// The same.
#[cfg(windows)]
fn detach(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

/// The same where nothing is known of that.
#[cfg(not(any(unix, windows)))]
fn detach(_: &mut Command) {}

/// Passes on every line until there are no more, or nobody wants them.
fn listen(mut output: impl BufRead, lines: &SyncSender<String>) {
    let mut line: Vec<u8> = Vec::new();
    loop {
        let bytes = match output.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(bytes.len());
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend(bytes.iter().take(length.min(room)));
        let read = length + usize::from(end.is_some());
        output.consume(read);
        if end.is_some() {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if lines.send(text).is_err() {
                break;
            }
            line.clear();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(output: &[u8]) -> Vec<String> {
        let (send, lines) = mpsc::sync_channel(WAITING_LINES);
        listen(BufReader::with_capacity(7, output), &send);
        drop(send);
        lines.iter().collect()
    }

    #[test]
    fn lines_are_parted_whatever_comes() {
        assert_eq!(
            heard(b"one\r\n\ntwo words\nno end"),
            ["one", "", "two words"]
        );
        assert_eq!(heard(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
        assert_eq!(heard(b""), [""; 0]);
    }

    #[test]
    fn a_gigantic_line_is_cut() {
        let mut output = vec![b'x'; 10 * LONGEST_LINE];
        output.extend_from_slice(b"\nshort\n");
        let lines = heard(&output);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].len(), lines[1].as_str()), (LONGEST_LINE, "short"));
    }
}
