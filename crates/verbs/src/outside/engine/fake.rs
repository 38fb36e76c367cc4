//! Engines for tests: shell scripts.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A script in a file of its own, which goes when it is dropped. What it writes beside itself, to `$0.heard` or `$0.number`, goes
/// with it.
pub struct Script(PathBuf);

impl Script {
    pub fn new(text: &str) -> Script {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("peasant-engine-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Written by another process: a file that any thread here holds open for writing cannot be run.
        let mut writer = Command::new("sh")
            .args(["-c", "cat >\"$0\" && chmod 700 \"$0\""])
            .arg(&path)
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut input = writer.stdin.take().expect("a pipe");
        write!(input, "#!/bin/sh\n{text}").expect("it reads");
        drop(input);
        assert!(writer.wait().expect("it ends").success());
        Script(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What it has written beside itself; nothing if that is no file yet.
    pub fn beside(&self, extension: &str) -> String {
        fs::read_to_string(self.0.with_extension(extension)).unwrap_or_default()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
        for extension in ["heard", "number"] {
            _ = fs::remove_file(self.0.with_extension(extension));
        }
    }
}
