//! The command line of `peasant serve`.

use std::str::FromStr;
use std::time::Duration;
use verbs::options::MACHINE;

use peasant::Rules;

use verbs::options::helpers::HelperArgs;
use verbs::options::proof::ProofArgs;
use verbs::options::{parse_memory, parse_seconds, parse_threads};

#[derive(clap::Args)]
#[command(after_help = "Example: peasant serve --open\n\n\
    The page needs nothing from the net, and the address of a position can be given to anybody who runs this too. Other \
    programs ask it for /api/solve?fen=…; docs/api.md describes that. Ctrl-C ends it.")]
pub struct ServeArgs {
    /// Listen here; port 0 takes any that is free. Whoever can reach the address can let this machine work
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8917")]
    pub listen: Address,
    /// Show the page in the browser
    #[arg(long)]
    pub open: bool,
    /// No request may work longer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub time: Duration,
    /// No more memory for proofs, all of them together [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
    /// Requests that are worked on side by side; the others wait [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: Option<usize>,
    #[command(flatten)]
    helpers: HelperArgs,
}

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// A name, or an IP address without brackets.
    pub host: String,
    pub port: u16,
}

impl ServeArgs {
    /// What all proofs have in common.
    pub fn proof(&self) -> ProofArgs {
        ProofArgs {
            memory: self.memory,
            ..self.helpers.proof(Rules::Chess)
        }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let parts = text.rsplit_once(':').and_then(|(host, port)| {
            let bare = host
                .strip_prefix('[')
                .and_then(|host| host.strip_suffix(']'));
            let is_name = bare.is_some() || !host.contains(':');
            let host = bare.unwrap_or(host);
            let port = port.parse().ok()?;
            (is_name && !host.is_empty()).then(|| Address {
                host: host.to_owned(),
                port,
            })
        });
        parts.ok_or_else(|| {
            "give a host and a port, such as 127.0.0.1:8917, localhost:80 or [::1]:8917".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        for (text, host, port) in [
            ("127.0.0.1:8917", "127.0.0.1", 8917),
            ("localhost:0", "localhost", 0),
            ("[::1]:80", "::1", 80),
        ] {
            let address = Address {
                host: host.to_owned(),
                port,
            };
            assert_eq!(text.parse(), Ok(address));
        }
        for text in [
            "",
            "8917",
            ":8917",
            "localhost",
            "::1:80",
            "a:b",
            "a:65536",
            "[]:1",
        ] {
            let error = text.parse::<Address>().expect_err(text);
            assert!(error.contains("such as 127.0.0.1:8917"), "{error}");
        }
    }
}
