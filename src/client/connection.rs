//! One engine's address, and the exchange of JSON with it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{ClientBuilder, RequestBuilder, Response, StatusCode, Url};
use rustls::crypto::ring;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ClientError;
use crate::api::{API_BASE, DEFAULT_TENANT, ErrorEnvelope, header_name};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How much of a foreign answer an error shows.
const SNIPPET_CHARS: usize = 200;

/// Where the engine is and who asks.
#[derive(Clone)]
pub struct ClientOptions {
    /// The address, e.g. `http://127.0.0.1:7461`.
    pub url: String,
    /// The tenant of every call.
    pub tenant: String,
    /// Who calls, for histories; counts only where no token says so.
    pub principal: Option<String>,
    /// The bearer token, if the engine wants one.
    pub token: Option<String>,
    /// How long an answer may take, on top of the wait that a call asks for.
    pub timeout: Duration,
}

impl ClientOptions {
    /// The engine at `url`, for the default tenant, without a token, with 30 s of patience.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            tenant: DEFAULT_TENANT.to_owned(),
            principal: None,
            token: None,
            timeout: Duration::from_secs(30),
        }
    }
}

/// The client of one engine, for one tenant. Clones share their connections.
///
/// It follows no redirects, and it asks no proxy for addresses of this machine.
#[derive(Debug, Clone)]
pub struct EngineClient {
    http: reqwest::Client,
    base: Url,
    timeout: Duration,
}

impl EngineClient {
    /// Makes a client; connects only when it is asked something.
    pub fn new(options: &ClientOptions) -> Result<Self, ClientError> {
        let base = base_url(&options.url)?;
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("wovyr-retry/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers(options)?)
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT);
        if is_loopback(&base) {
            builder = builder.no_proxy();
        }
        let http = with_tls(builder, &base).build().map_err(ClientError::Setup)?;
        Ok(Self { http, base, timeout: options.timeout })
    }

    /// The engine's address.
    pub fn url(&self) -> &str {
        self.base.as_str()
    }

    /// The address of a resource under the API's base path.
    pub(super) fn resource(&self, path: &[&str]) -> Result<Url, ClientError> {
        let base = API_BASE.split('/').filter(|segment| !segment.is_empty());
        self.address(base.chain(path.iter().copied()))
    }

    /// The address below the engine's, each part percent-encoded.
    pub(super) fn address<'a>(
        &self,
        path: impl IntoIterator<Item = &'a str>,
    ) -> Result<Url, ClientError> {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty();
            for segment in path {
                // Empty and dotted parts would silently name another resource.
                if matches!(segment, "" | "." | "..") {
                    return Err(ClientError::Name { name: segment.to_owned() });
                }
                segments.push(segment);
            }
        }
        Ok(url)
    }

    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        url: Url,
        query: &impl Serialize,
    ) -> Result<T, ClientError> {
        self.get_within(url, query, Duration::ZERO).await
    }

    /// Gets a resource that may take `wait` to answer.
    pub(super) async fn get_within<T: DeserializeOwned>(
        &self,
        url: Url,
        query: &impl Serialize,
        wait: Duration,
    ) -> Result<T, ClientError> {
        let request = self.http.get(url).query(query);
        self.read(self.send(request, wait).await?).await
    }

    /// Posts a body; the answer may take `wait`.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        url: Url,
        body: &impl Serialize,
        wait: Duration,
    ) -> Result<T, ClientError> {
        let request = self.http.post(url).json(body);
        self.read(self.send(request, wait).await?).await
    }

    /// Posts an operator's mutation: the same key makes it happen once.
    pub(super) async fn post_once<T: DeserializeOwned>(
        &self,
        url: Url,
        body: &impl Serialize,
        idempotency_key: &str,
    ) -> Result<T, ClientError> {
        let request =
            self.http.post(url).header(header_name::IDEMPOTENCY_KEY, idempotency_key).json(body);
        self.read(self.send(request, Duration::ZERO).await?).await
    }

    /// Gets a resource whose body means the same with every one of `statuses`.
    pub(super) async fn get_with_status<T: DeserializeOwned>(
        &self,
        url: Url,
        statuses: &[StatusCode],
    ) -> Result<T, ClientError> {
        let request = self.http.get(url);
        let response = self.send(request, Duration::ZERO).await?;
        if statuses.contains(&response.status()) {
            let (status, bytes) = self.body(response).await?;
            return self.parse(status, &bytes);
        }
        self.read(response).await
    }

    async fn send(&self, request: RequestBuilder, wait: Duration) -> Result<Response, ClientError> {
        request.timeout(self.timeout + wait).send().await.map_err(|error| self.broken(error))
    }

    async fn body(&self, response: Response) -> Result<(StatusCode, Vec<u8>), ClientError> {
        let status = response.status();
        let bytes = response.bytes().await.map_err(|error| self.broken(error))?;
        Ok((status, bytes.to_vec()))
    }

    async fn read<T: DeserializeOwned>(&self, response: Response) -> Result<T, ClientError> {
        let retry_after = response
            .headers()
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs);
        let (status, bytes) = self.body(response).await?;
        if status.is_success() {
            return self.parse(status, &bytes);
        }
        let ErrorEnvelope { error } = self.parse(status, &bytes)?;
        Err(ClientError::Refused { error: Box::new(error), retry_after })
    }

    fn parse<T: DeserializeOwned>(
        &self,
        status: StatusCode,
        bytes: &[u8],
    ) -> Result<T, ClientError> {
        serde_json::from_slice(bytes).map_err(|error| {
            let text = String::from_utf8_lossy(bytes);
            let shown: String = text.chars().take(SNIPPET_CHARS).collect();
            ClientError::NotOurs {
                url: self.base.to_string(),
                status: status.as_u16(),
                reason: error.to_string(),
                snippet: shown.escape_debug().to_string(),
            }
        })
    }

    /// Sorts an exchange that broke. Errors name the engine, not the path: paths of leases hold
    /// their tokens.
    fn broken(&self, error: reqwest::Error) -> ClientError {
        let url = self.base.to_string();
        if error.is_timeout() && !error.is_connect() {
            return ClientError::TimedOut { url };
        }
        ClientError::unreachable(url, error.without_url())
    }
}

fn base_url(text: &str) -> Result<Url, ClientError> {
    let refuse =
        |reason: &str| ClientError::Address { url: text.to_owned(), reason: reason.to_owned() };
    let url = Url::parse(text).map_err(|error| refuse(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refuse("it does not start with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refuse("it holds a user name or a password"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(refuse("it holds a query or a fragment"));
    }
    Ok(url)
}

fn headers(options: &ClientOptions) -> Result<HeaderMap, ClientError> {
    let mut headers = HeaderMap::new();
    let tenant = HeaderValue::from_bytes(options.tenant.as_bytes())
        .map_err(|_| ClientError::Header { what: "tenant" })?;
    headers.insert(HeaderName::from_static(header_name::TENANT), tenant);
    if let Some(principal) = &options.principal {
        let name = HeaderValue::from_bytes(principal.as_bytes())
            .map_err(|_| ClientError::Header { what: "principal" })?;
        headers.insert(HeaderName::from_static(header_name::PRINCIPAL), name);
    }
    if let Some(token) = &options.token {
        let mut bearer = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|_| ClientError::Header { what: "token" })?;
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
    }
    Ok(headers)
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn with_tls(builder: ClientBuilder, base: &Url) -> ClientBuilder {
    if base.scheme() == "https" {
        // Fails if the process has a provider already, and then that one serves.
        let _ = ring::default_provider().install_default();
        return builder;
    }
    // Plain HTTP, and no redirect leaves it: the certificates of the machine stay unread, which
    // takes time, and fails where there are none.
    let provider = Arc::new(ring::default_provider());
    match rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
    {
        Ok(config) => builder.tls_backend_preconfigured(
            config.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth(),
        ),
        Err(_) => builder,
    }
}
