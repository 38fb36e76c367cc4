//! A terminal of 80 columns with the program in it, and what is on its screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::termios::{LocalFlags, tcgetattr};
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use vt100::Parser;

const COLUMNS: u16 = 80;

/// So high that nothing scrolls away.
const ROWS: u16 = 400;

/// Nothing takes longer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program at a terminal.
pub struct Screen {
    pty: Arc<Pty>,
    child: Child,
    parser: Arc<Mutex<Parser>>,
}

impl Screen {
    /// Starts the program; the user's cache is neither read nor written.
    pub fn start(args: &[&str]) -> Screen {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(ROWS, COLUMNS)).expect("a size");
        let child = Command::new(env!("CARGO_BIN_EXE_peasant"))
            .args(args)
            .env_remove("PEASANT_SYZYGY")
            .env_remove("NO_COLOR")
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .spawn(pts)
            .expect("the program starts");
        let [rows, columns] = [ROWS, COLUMNS].map(|size| NonZeroU16::new(size).expect("a size"));
        let parser = Arc::new(Mutex::new(Parser::new(rows, columns, 0)));
        let pty = Arc::new(pty);
        let (seen, from) = (Arc::clone(&parser), Arc::clone(&pty));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = (&*from).read(&mut bytes) {
                seen.lock().expect("a screen").process(&bytes[..count]);
            }
        });
        Screen { pty, child, parser }
    }

    /// What is on it, without the empty lines below.
    pub fn text(&self) -> String {
        let parser = self.parser.lock().expect("a screen");
        parser.screen().contents().trim_end().to_owned()
    }

    /// The last line on it.
    pub fn last(&self) -> String {
        self.text().lines().last().unwrap_or("").to_owned()
    }

    /// Lines that did not fit.
    pub fn wrapped(&self) -> Vec<String> {
        let parser = self.parser.lock().expect("a screen");
        let screen = parser.screen();
        let rows = screen.rows(0, COLUMNS).enumerate();
        let wrapped = rows.filter(|(row, _)| screen.row_wrapped(*row as u16));
        wrapped.map(|(_, text)| text).collect()
    }

    /// Waits until this is on it.
    pub fn wait_for(&self, text: &str) {
        self.wait(&format!("{text:?}"), || self.text().contains(text));
    }

    /// Waits until its last line is this.
    pub fn wait_for_last(&self, line: &str) {
        self.wait(&format!("a line {line:?}"), || {
            self.last().trim_end() == line.trim_end()
        });
    }

    fn wait(&self, what: &str, is_there: impl Fn() -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is_there() {
            let is_time = Instant::now() < until;
            assert!(is_time, "no {what} on the screen:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn r#type(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("a keyboard");
    }

    /// Is what is typed shown?
    pub fn shows_typing(&self) -> bool {
        let terminal = tcgetattr(&*self.pty).expect("a terminal");
        terminal.local_flags.contains(LocalFlags::ECHO)
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the program has ended and all is on the screen: its status as a shell tells it.
    pub fn end(&mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        };
        let mut before = self.text();
        loop {
            thread::sleep(Duration::from_millis(50));
            let now = self.text();
            if now == before {
                return shell(status);
            }
            before = now;
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn shell(status: ExitStatus) -> i32 {
    let signal = status.signal().map(|signal| 128 + signal);
    status.code().or(signal).expect("it has ended")
}
