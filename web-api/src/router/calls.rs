//! Calls of the API with their handlers. Their OpenAPI descriptions are made only on demand: a document of all of them takes
//! time and memory that startup need not spend.

use axum::Router;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::composed_state::ComposedState;

/// The calls of one path: `calls!(keys::create, keys::list)`.
macro_rules! calls {
    ($first:ident::$first_handler:ident $(, $module:ident::$handler:ident)* $(,)?) => {
        utoipa_axum::paste! {
            $crate::router::calls::Call {
                path: <$first::[<__path_ $first_handler>] as utoipa::Path>::path(),
                handlers: $crate::router::calls::on::<$first::[<__path_ $first_handler>], _, _>(&$first::$first_handler)
                    $(.merge($crate::router::calls::on::<$module::[<__path_ $handler>], _, _>(&$module::$handler)))*,
                describe: || utoipa_axum::routes!($first::$first_handler $(, $module::$handler)*),
            }
        }
    };
}
pub(super) use calls;

/// The calls of one path.
pub(super) struct Call {
    pub(super) path: String,
    pub(super) handlers: MethodRouter<ComposedState>,
    pub(super) describe: fn() -> UtoipaMethodRouter<ComposedState>,
}

/// A handler under the methods that its description names.
pub(super) fn on<P, H, T>(handler: &H) -> MethodRouter<ComposedState>
where
    P: utoipa::Path,
    H: axum::handler::Handler<T, ComposedState>,
    T: 'static,
{
    use utoipa_axum::PathItemExt;
    P::methods()
        .iter()
        .fold(MethodRouter::new(), |router, method| router.on(method.to_method_filter(), handler.clone()))
}

#[derive(Default)]
pub(crate) struct Calls(Vec<Call>);

impl Calls {
    pub(super) fn add(mut self, call: Call) -> Self {
        self.0.push(call);
        self
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|call| call.path.as_str())
    }

    pub(super) fn into_router(self) -> Router<ComposedState> {
        self.0.into_iter().fold(Router::new(), |router, call| router.route(&call.path, call.handlers))
    }

    /// Adds the calls' descriptions to a document.
    pub(crate) fn describe(self, base: OpenApi) -> OpenApi {
        let described = OpenApiRouter::<ComposedState>::with_openapi(base);
        self.0.into_iter().fold(described, |router, call| router.routes((call.describe)())).into_openapi()
    }
}
