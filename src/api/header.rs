//! Names that every call shares: the base path, the headers, the default tenant.

/// Where the resources live.
pub const API_BASE: &str = "/api/v1";

/// The version that answers carry in [`header_name::API_VERSION`].
pub const API_VERSION: &str = "1";

/// The tenant of a call that names none.
pub const DEFAULT_TENANT: &str = "default";

/// Header names, in the lowercase form that HTTP/2 wants.
pub mod header_name {
    /// The tenant of the call.
    pub const TENANT: &str = "x-wovyr-tenant";
    /// Who calls, where no key says so.
    pub const PRINCIPAL: &str = "x-wovyr-principal";
    /// The version of the interface that answered.
    pub const API_VERSION: &str = "wovyr-api-version";
    /// The id of the call, `req_…`.
    pub const REQUEST_ID: &str = "x-request-id";
    /// Makes a repeated mutation answer as the first did.
    pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
}
