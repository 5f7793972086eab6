//! The interface description (`OpenAPI`): what the handlers say, and what all of them share.

use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder, Ref, RefOr, Required, Response,
    ResponseBuilder,
};
use utoipa::{OpenApi as _, ToSchema};

use crate::api::{API_BASE, DEFAULT_TENANT, ErrorEnvelope, header_name};
use crate::server::router;

/// The interface description of the interface.
pub fn openapi() -> OpenApi {
    let (_, mut document) = router::described().split_for_parts();
    complete(&mut document);
    document
}

/// What a document starts from: its own title, not that of a library.
pub(super) fn blank() -> OpenApi {
    let info = InfoBuilder::new()
        .title("wovyr-retry")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(env!("CARGO_PKG_DESCRIPTION")))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build();
    let mut blank = OpenApiBuilder::new().info(info).build();
    blank.merge(SharedSchemas::openapi());
    blank
}

/// Schemas that no handler names itself.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(ErrorEnvelope)))]
struct SharedSchemas;

/// Adds to every operation the error answer, and to those of a tenant the header that names it.
/// Handlers are named within their resource, operations within the whole.
pub(super) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        for operation in operations(item) {
            let resource = operation.tags.iter().flatten().next();
            let name = resource.zip(operation.operation_id.as_ref());
            operation.operation_id =
                name.map(|(resource, name)| format!("{resource}_{name}").replace(' ', "_"));
            let errors = operation.responses.responses.entry("default".to_owned());
            errors.or_insert_with(|| RefOr::T(error_response()));
            if path.starts_with(API_BASE) {
                let parameter = RefOr::T(tenant_header());
                operation.parameters.get_or_insert_default().push(parameter);
            }
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post].into_iter().filter_map(Option::as_mut)
}

fn error_response() -> Response {
    let schema = Ref::from_schema_name(ErrorEnvelope::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description("An error").content("application/json", content).build()
}

fn tenant_header() -> Parameter {
    let schema =
        ObjectBuilder::new().schema_type(Type::String).default(Some(DEFAULT_TENANT.into()));
    ParameterBuilder::new()
        .name(header_name::TENANT)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The tenant of the call"))
        .schema(Some(schema))
        .build()
}
