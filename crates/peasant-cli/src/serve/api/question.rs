//! The time that a question may take.

use std::time::Duration;

use super::super::reply::Refusal;
use super::super::service::Service;
use verbs::form::Query;
use verbs::host::fault::Fault;
use verbs::options::proof::ProofArgs;

/// What a request may take, as a parameter.
const TIME: &str = "time";

/// What the program gives a position.
pub const USUAL: Duration = Duration::from_secs(60);

impl Service {
    /// Nobody may ask for more time than there is for a request.
    pub fn check_time(&self, args: &ProofArgs) -> Result<(), Refusal> {
        match (args.time, args.time()) {
            (Some(_), None) => Err(self.too_long("none")),
            (_, Some(time)) => self.check(time),
            (None, None) => Ok(()),
        }
    }

    /// Parameters with a time: this one where none is given, but no more than there is for a request.
    pub fn timed(&self, mut query: Query, usual: Duration) -> Query {
        if query.iter().all(|(name, _)| name != TIME) {
            let time = usual.min(self.time).as_secs_f64().to_string();
            query.push((TIME.to_owned(), time));
        }
        query
    }

    pub fn check(&self, time: Duration) -> Result<(), Refusal> {
        match time > self.time {
            true => Err(self.too_long(&time.as_secs_f64().to_string())),
            false => Ok(()),
        }
    }

    fn too_long(&self, text: &str) -> Refusal {
        let most = self.time.as_secs_f64();
        let fault = Fault::new(&format!("a request may take {most} s here, not {text}"));
        let cure = format!("give `time={most}` or less; `peasant serve --time` allows more");
        fault.and_cure(": ", &cure).about(text).into()
    }
}
