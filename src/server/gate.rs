//! The loopback rules: without keys, being on this machine is the only credential, and a web page
//! that the operator looks at must not get to use it.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::Response;

use crate::api::ErrorCode;
use crate::server::error::ApiError;

/// Refuses calls that a browser makes for a web page: any `Origin`, and any `Host` but this
/// machine's own names, which defeats rebound domain names.
pub(super) async fn guard(request: Request, next: Next) -> Result<Response, ApiError> {
    if request.headers().contains_key(ORIGIN) {
        let text = "web pages may not call the engine; call it without an `Origin` header";
        return Err(ApiError::new(ErrorCode::ForbiddenOrigin, text));
    }
    if !names_this_machine(&request) {
        let text = "without keys the engine answers to localhost, 127.0.0.1 and [::1] only";
        return Err(ApiError::new(ErrorCode::ForbiddenHost, text));
    }
    Ok(next.run(request).await)
}

/// Tells whether a request names a host, and none but this machine.
fn names_this_machine(request: &Request) -> bool {
    let in_headers = request.headers().get_all(HOST).iter().map(|host| host.to_str().ok());
    let in_uri = request.uri().authority().map(|authority| Some(authority.as_str()));
    let mut hosts = in_headers.chain(in_uri).peekable();
    hosts.peek().is_some() && hosts.all(|host| host.is_some_and(is_loopback))
}

/// Tells whether a `Host` with any port is one of this machine's own names.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    if host.contains('@') {
        return false;
    }
    let name = authority.host();
    let v6 = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
        || v6.is_some_and(|name| name.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_this_machines_names() {
        for host in ["localhost", "LocalHost:7461", "127.0.0.1", "127.0.0.1:1", "[::1]:7461"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "example.com",
            "localhost.example.com",
            "localhost.",
            "127.0.0.1.nip.io",
            "evil@localhost",
            "localhost@evil",
            "10.0.0.1:7461",
            "[::2]",
            "0.0.0.0",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
