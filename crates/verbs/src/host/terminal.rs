//! The terminal at which somebody sits: what is typed while the program works is not shown there, so that it does not get into what
//! is; it waits, and is read as if it were typed later.

#[cfg(unix)]
pub use unix::{is_line_waiting, restore, unseen};

#[cfg(not(unix))]
pub use elsewhere::{is_line_waiting, restore, unseen};

/// As long as this is there, what is typed is not shown.
pub struct Unseen(());

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal};
    use std::os::fd::AsFd;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
    use nix::unistd::{getpgrp, tcgetpgrp};

    use super::Unseen;

    /// How the terminal was before, and how many want to see nothing.
    static BEFORE: Mutex<Option<(Termios, usize)>> = Mutex::new(None);

    fn before() -> MutexGuard<'static, Option<(Termios, usize)>> {
        BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows nothing of what is typed from now on.
    pub fn unseen() -> Unseen {
        let mut before = before();
        match &mut *before {
            Some((_, count)) => *count += 1,
            None => {
                if let Some(as_it_was) = hide() {
                    *before = Some((as_it_was, 1));
                }
            }
        }
        Unseen(())
    }

    /// Hides what is typed at the terminal of standard error, if it is ours: how was that before?
    fn hide() -> Option<Termios> {
        let terminal = io::stderr();
        let as_it_was = tcgetattr(&terminal).ok()?;
        if !is_ours() || !as_it_was.local_flags.contains(LocalFlags::ECHO) {
            return None;
        }
        let mut hidden = as_it_was.clone();
        hidden.local_flags.remove(LocalFlags::ECHO);
        tcsetattr(&terminal, SetArg::TCSANOW, &hidden).ok()?;
        Some(as_it_was)
    }

    /// Does the terminal listen to us? Whoever works in the background and changes it is stopped.
    fn is_ours() -> bool {
        tcgetpgrp(io::stderr()).is_ok_and(|group| group == getpgrp())
    }

    impl Drop for Unseen {
        fn drop(&mut self) {
            let mut before = before();
            if let Some((as_it_was, count)) = &mut *before {
                *count -= 1;
                if *count == 0 {
                    show(as_it_was);
                    *before = None;
                }
            }
        }
    }

    /// Puts the terminal back, for an exit at which nothing is dropped.
    pub fn restore() {
        if let Some((as_it_was, _)) = before().take() {
            show(&as_it_was);
        }
    }

    fn show(as_it_was: &Termios) {
        if is_ours() {
            _ = tcsetattr(io::stderr(), SetArg::TCSANOW, as_it_was);
        }
    }

    /// Has a line been typed at the terminal of standard input that is still to be read?
    pub fn is_line_waiting() -> bool {
        let input = io::stdin();
        let mut asked = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        input.is_terminal() && poll(&mut asked, PollTimeout::ZERO).is_ok_and(|ready| ready > 0)
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::Unseen;

    /// What is typed is shown where the terminal wants it.
    pub fn unseen() -> Unseen {
        Unseen(())
    }

    /// Nothing was changed.
    pub fn restore() {}

    /// Nobody knows.
    pub fn is_line_waiting() -> bool {
        false
    }
}
