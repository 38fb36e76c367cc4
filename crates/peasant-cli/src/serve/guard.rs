//! Who may ask: this machine's own page, and programs that know where they are. A page from elsewhere in the same browser may not,
//! whatever name it gives to our address.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use super::assets;
use super::listener::Local;
use super::reply::Refusal;
use verbs::host::fault::Fault;

/// What browsers say of where a request comes from.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What every answer carries, beside the policy.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// What does not change.
struct Guard {
    /// The name by which the user has us listen.
    host: String,
    policy: HeaderValue,
}

/// The same, for those who may ask.
pub fn guarded(router: Router, host: String) -> Router {
    let guard = Arc::new(Guard {
        host,
        policy: assets::policy(),
    });
    router.layer(middleware::from_fn_with_state(guard, pass))
}

async fn pass(
    State(guard): State<Arc<Guard>>,
    Extension(Local(local)): Extension<Local>,
    request: Request,
    next: Next,
) -> Response {
    let checked = check(&guard.host, local, request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(fault) => Refusal::Foreign(fault).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, guard.policy.clone());
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}

/// Whom does the request think to speak with, and where does it come from?
fn check(host: &str, local: SocketAddr, uri: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let asked = match (hosts.next(), hosts.next()) {
        (Some(asked), None) => asked.to_str().unwrap_or_default(),
        _ => "",
    };
    let ours = |authority: &str| is_ours(authority, host, local);
    if !ours(asked)
        || uri
            .authority()
            .is_some_and(|authority| !ours(authority.as_str()))
    {
        let fault = Fault::new("the request is for another host");
        let cure = "ask at the address that `peasant serve` prints, or --listen at another";
        return Err(fault.and_cure(": ", cure).about(asked));
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        if origin.strip_prefix("http://") != Some(asked) {
            let fault = Fault::new("the request comes from another page");
            return Err(fault.about(origin));
        }
    }
    let is_elsewhere = |site: &HeaderValue| site != "same-origin" && site != "none";
    if uri.path().starts_with("/api/") && headers.get(SITE).is_some_and(is_elsewhere) {
        return Err(Fault::new("the request comes from another page"));
    }
    Ok(())
}

/// Is this one of our addresses? The port is that at which the connection came in.
fn is_ours(authority: &str, host: &str, local: SocketAddr) -> bool {
    let (name, port) = match authority.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (authority, Some(80)),
    };
    if port != Some(local.port()) {
        return false;
    }
    let name = name
        .strip_prefix('[')
        .map_or(name, |name| name.strip_suffix(']').unwrap_or(name));
    let here = local.ip().to_canonical();
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.to_canonical() == here,
        Err(_) if name.eq_ignore_ascii_case("localhost") => here.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_names_are_known() {
        let local = |text: &str| text.parse::<SocketAddr>().expect("an address");
        for (authority, host, at, is) in [
            ("127.0.0.1:8917", "127.0.0.1", "127.0.0.1:8917", true),
            ("localhost:8917", "127.0.0.1", "127.0.0.1:8917", true),
            ("LOCALHOST:8917", "127.0.0.1", "127.0.0.1:8917", true),
            ("[::1]:8917", "::1", "[::1]:8917", true),
            ("localhost", "127.0.0.1", "127.0.0.1:80", true),
            ("192.168.1.7:8917", "0.0.0.0", "192.168.1.7:8917", true),
            (
                "192.168.1.7:8917",
                "0.0.0.0",
                "[::ffff:192.168.1.7]:8917",
                true,
            ),
            ("box.lan:8917", "box.lan", "192.168.1.7:8917", true),
            ("localhost:80", "127.0.0.1", "127.0.0.1:8917", false),
            ("localhost", "127.0.0.1", "127.0.0.1:8917", false),
            ("evil.example:8917", "127.0.0.1", "127.0.0.1:8917", false),
            (
                "127.0.0.1.evil.example:8917",
                "127.0.0.1",
                "127.0.0.1:8917",
                false,
            ),
            ("127.0.0.2:8917", "127.0.0.1", "127.0.0.1:8917", false),
            ("localhost:8917", "0.0.0.0", "192.168.1.7:8917", false),
            ("user@localhost:8917", "127.0.0.1", "127.0.0.1:8917", false),
            ("localhost:8917:8917", "127.0.0.1", "127.0.0.1:8917", false),
            ("", "127.0.0.1", "127.0.0.1:8917", false),
            (":8917", "127.0.0.1", "127.0.0.1:8917", false),
        ] {
            assert_eq!(
                is_ours(authority, host, local(at)),
                is,
                "{authority} {host} {at}"
            );
        }
    }
}
