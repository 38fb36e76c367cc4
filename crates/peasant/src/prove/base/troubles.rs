//! What went wrong with the base.

use std::path::Path;
use std::sync::Mutex;

/// Kinds of trouble, each with the files that had it.
#[derive(Debug, Default)]
pub(super) struct Troubles(Mutex<Vec<Trouble>>);

/// What went wrong, and with which files.
#[derive(Debug)]
struct Trouble {
    what: String,
    files: Vec<String>,
}

impl Troubles {
    /// A sentence for each kind.
    pub fn sentences(&self, directory: &Path) -> Vec<String> {
        let directory = directory.display();
        self.0.lock().map_or_else(
            |_| Vec::new(),
            |troubles| {
                let sentence = |Trouble { what, files }: &Trouble| {
                    format!("{what}: {} in `{directory}`", files.join(", "))
                };
                troubles.iter().map(sentence).collect()
            },
        )
    }

    pub fn add(&self, what: String, file: &str) {
        let Ok(mut troubles) = self.0.lock() else {
            return;
        };
        let file = file.to_owned();
        match troubles.iter_mut().find(|trouble| trouble.what == what) {
            Some(known) if known.files.contains(&file) => {}
            Some(known) => known.files.push(file),
            None => troubles.push(Trouble {
                what,
                files: vec![file],
            }),
        }
    }
}
