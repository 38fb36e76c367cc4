//! A file in a directory of this process, for what is read by its name.

use std::path::PathBuf;

/// The file with these bytes.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("peasant-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join(name);
    std::fs::write(&path, bytes).expect("there is room");
    path
}
