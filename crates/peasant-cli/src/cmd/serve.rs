//! `peasant serve`: the page in the browser.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use crate::allocator;
use crate::args::serve::{Address, ServeArgs};
use crate::interrupt;
use crate::serve::{Server, Service};
use verbs::host::fault::Fault;
use verbs::host::{machine, stderr};
use verbs::options::helpers::Helpers;
use verbs::tell::progress;
use verbs::{Failure, Outcome};

pub fn run(args: &ServeArgs) -> Result<Outcome, Failure> {
    allocator::keep_together();
    let closing: &'static AtomicBool = interrupt::catch()?;
    let proof = args.proof();
    let helpers = Helpers::new(&proof)?;
    let side_by_side = args.threads.unwrap_or_else(progress::processors);
    let limits = (args.time, machine::memory(args.memory, side_by_side));
    let service = Service::new(helpers, &proof, side_by_side, limits, closing);
    service.warm_up(&proof);
    let server = Server::bind(&args.listen).map_err(|error| taken(&args.listen, &error))?;
    let url = server.url()?;
    let mut out = io::stdout().lock();
    writeln!(out, "Listening on {url} (Ctrl-C ends)")?;
    out.flush()?;
    drop(out);
    if server.is_open() {
        stderr::warn("other machines can come here, and let this one work");
    }
    if args.open
        && let Err(error) = open::that(&url)
    {
        stderr::warn(format!("no browser could be started: {error}; go to {url}"));
    }
    server.run(service, closing);
    Ok(Outcome::Answered)
}

/// The address cannot be had.
fn taken(address: &Address, error: &io::Error) -> Fault {
    let Address { host, port } = address;
    let cure = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "end what listens there, or give --listen another port, such as 0 for any that is free"
        }
        io::ErrorKind::PermissionDenied => "give --listen a port above 1023",
        _ => "give --listen an address of this machine, such as 127.0.0.1:8917",
    };
    let fault = Fault::new(&format!("cannot listen on {host}:{port}: {error}"));
    fault.and_cure("; ", cure).about(&format!("{host}:{port}"))
}
