//! How requests are answered.

use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use verbs::Failure;
use verbs::host::fault::Fault;
use verbs::tell::json;

/// Seconds after which somebody who finds us busy may ask again.
const AGAIN: HeaderValue = HeaderValue::from_static("2");

/// Why there is no answer.
pub enum Refusal {
    /// The question is at fault.
    Bad(Fault),
    /// It comes from somewhere else.
    Foreign(Fault),
    /// There is nothing.
    Missing(Fault),
    Method(Fault),
    TooLarge(Fault),
    /// The client took too long.
    Slow,
    /// Too many are asking.
    Busy,
    /// Tables or the store contradict the proof.
    Contradiction(Fault),
    /// A fault of the program.
    Broken,
}

impl Refusal {
    fn parts(self) -> (StatusCode, Fault) {
        match self {
            Refusal::Bad(fault) => (StatusCode::BAD_REQUEST, fault),
            Refusal::Foreign(fault) => (StatusCode::FORBIDDEN, fault),
            Refusal::Missing(fault) => (StatusCode::NOT_FOUND, fault),
            Refusal::Method(fault) => (StatusCode::METHOD_NOT_ALLOWED, fault),
            Refusal::TooLarge(fault) => (StatusCode::PAYLOAD_TOO_LARGE, fault),
            Refusal::Slow => {
                let fault = Fault::new("the request took too long to come");
                (StatusCode::REQUEST_TIMEOUT, fault)
            }
            Refusal::Busy => {
                let fault = Fault::new("too many requests are waiting");
                (
                    StatusCode::SERVICE_UNAVAILABLE,
                    fault.and_cure(": ", "ask again later"),
                )
            }
            Refusal::Contradiction(fault) => (StatusCode::INTERNAL_SERVER_ERROR, fault),
            Refusal::Broken => {
                let fault = Fault::new("this failed by a fault of the program");
                let fault = fault.and_cure(": ", "please report it");
                (StatusCode::INTERNAL_SERVER_ERROR, fault)
            }
        }
    }

    /// What is told where the answer has begun already.
    pub fn json(self) -> String {
        json::error(&self.parts().1, None)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let is_busy = matches!(self, Refusal::Busy);
        let (status, fault) = self.parts();
        let mut response = object(json::error(&fault, None));
        *response.status_mut() = status;
        if is_busy {
            response.headers_mut().insert(header::RETRY_AFTER, AGAIN);
        }
        response
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Input(fault) => Refusal::Bad(fault),
            Failure::Contradiction(fault) => Refusal::Contradiction(fault),
            Failure::Output(_) => Refusal::Broken,
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Bad(fault)
    }
}

/// A JSON object, on a line.
pub fn object(json: String) -> Response {
    let kind = HeaderValue::from_static("application/json");
    let mut response = (json + "\n").into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

pub async fn not_found(OriginalUri(uri): OriginalUri) -> Refusal {
    let path = uri.path();
    let fault =
        Fault::new("there is nothing here").and_cure(": ", "docs/api.md lists what there is");
    Refusal::Missing(fault.about(path))
}

pub async fn wrong_method(request: Request) -> Refusal {
    let method = request.method().as_str();
    let fault = Fault::new("this path is not asked so");
    let fault = fault.and_cure(": ", "use GET; for /api/annotate POST");
    Refusal::Method(fault.about(method))
}
