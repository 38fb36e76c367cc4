//! What goes wrong with the file of a store.

use std::io;

use rusqlite::ErrorCode;

/// What has gone wrong with a store.
pub(super) struct Trouble {
    pub reason: String,
    /// It is of no use asking again.
    pub is_lasting: bool,
    pub is_damage: bool,
}

impl Trouble {
    pub fn of(error: &rusqlite::Error) -> Trouble {
        let code = error.sqlite_error_code();
        let reason = match code {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "another program is writing it, and what was proved is not kept".to_owned()
            }
            Some(ErrorCode::NotADatabase) => {
                "it is no store of this version: name another file".to_owned()
            }
            Some(ErrorCode::DatabaseCorrupt) => "it is damaged: delete it to start anew".to_owned(),
            Some(ErrorCode::DiskFull) => {
                "the disk is full, and what was proved is not kept".to_owned()
            }
            _ => error.to_string(),
        };
        let passes = matches!(
            code,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::DiskFull)
        );
        Trouble {
            reason,
            is_lasting: !passes,
            is_damage: code == Some(ErrorCode::DatabaseCorrupt),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble {
            reason: explain(&error),
            is_lasting: true,
            is_damage: false,
        }
    }
}

/// What is wrong with a file, in words.
pub(super) fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no such directory: make it, or name another file".to_owned()
        }
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "there is a file where the directory should be: name another one".to_owned()
        }
        io::ErrorKind::IsADirectory => "it is a directory: name a file".to_owned(),
        io::ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
            format!("{error}: name another file")
        }
        _ => format!("{error}: name another file, or put that right"),
    }
}
