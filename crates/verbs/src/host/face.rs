//! Who asks, and reads the answer: somebody at a terminal, or a program that has the verbs inside it.

use std::io::{self, IsTerminal, Read, Write};
use std::sync::atomic::AtomicBool;

use peasant::Request;

use super::fold::{self, Folded};

/// Where a verb reads, writes and is told to stop. Warnings and progress go to standard error always, progress only if that is a
/// terminal.
pub struct Face {
    out: Out,
    /// What `-` names, until somebody reads it.
    input: Option<Box<dyn Read + Send>>,
    /// Raised when the answer is no longer wanted.
    cancelled: Cancel,
    /// What else is to hold for the question about a position.
    asking: Option<Box<Asking>>,
}

/// How a question is changed before it is asked.
pub type Asking = dyn Fn(Request) -> Request + Send;

/// Catches Ctrl-C from now on: what the first one raises.
pub type Interrupt = fn() -> io::Result<&'static AtomicBool>;

/// What is for people is folded at a terminal.
enum Out {
    Terminal(Folded<io::Stdout>),
    Other(Box<dyn Write + Send>),
}

enum Cancel {
    By(&'static AtomicBool),
    ByInterrupt(Interrupt),
}

impl Face {
    /// Standard input and output; `interrupt` is called by a verb that wants to be told of Ctrl-C.
    pub fn terminal(interrupt: Interrupt) -> Face {
        Face {
            out: Out::Terminal(fold::stdout()),
            input: Some(Box::new(io::stdin())),
            cancelled: Cancel::ByInterrupt(interrupt),
            asking: None,
        }
    }

    /// A program's own. It raises `cancelled` to stop the verb, which then answers with what it has.
    pub fn new(
        out: impl Write + Send + 'static,
        input: impl Read + Send + 'static,
        cancelled: &'static AtomicBool,
    ) -> Face {
        Face {
            out: Out::Other(Box::new(out)),
            input: Some(Box::new(input)),
            cancelled: Cancel::By(cancelled),
            asking: None,
        }
    }

    /// The question of `solve` is changed so before it is asked: less is wanted, somebody else watches.
    #[must_use]
    pub fn asking(self, asking: impl Fn(Request) -> Request + Send + 'static) -> Face {
        let asking: Option<Box<Asking>> = Some(Box::new(asking));
        Face { asking, ..self }
    }

    /// The question, as it is to be asked.
    pub fn question(&self, request: Request) -> Request {
        match &self.asking {
            Some(asking) => asking(request),
            None => request,
        }
    }

    /// Does somebody read the answer as it is written?
    pub fn is_terminal(&self) -> bool {
        matches!(self.cancelled, Cancel::ByInterrupt(_)) && io::stdout().is_terminal()
    }

    /// Where the answer goes.
    pub fn out(&mut self) -> &mut (dyn Write + Send) {
        match &mut self.out {
            Out::Terminal(out) => out,
            Out::Other(out) => out,
        }
    }

    /// What is written from now on is for programs: their lines stay as they are.
    pub fn write_for_programs(&mut self) {
        if let Out::Terminal(out) = &mut self.out {
            out.unfold();
        }
    }

    /// What `-` names. It can be read once.
    pub fn input(&mut self) -> Box<dyn Read + Send> {
        self.input.take().unwrap_or_else(|| Box::new(io::empty()))
    }

    /// The sign to stop. At a terminal Ctrl-C raises it from now on.
    ///
    /// # Errors
    /// The system lets nobody know of Ctrl-C.
    pub fn cancelled(&self) -> io::Result<&'static AtomicBool> {
        match self.cancelled {
            Cancel::By(cancelled) => Ok(cancelled),
            Cancel::ByInterrupt(catch) => catch(),
        }
    }
}
