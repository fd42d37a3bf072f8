//! Looking at a configuration with what is remembered.

use addrs::AbsResource;
use diag::Diagnostics;
use engine::{RememberedInstances, Silent};
use lang::LangScope;

use crate::interrupt::Interrupts;
use crate::project::Project;
use crate::providers::ProviderSet;
use crate::provisioners::LocalProvisioners;
use crate::run::{RunOptions, runtime, setup};

/// Evaluates everything that is written with what is remembered of resources, and shows what can be seen in the root module,
/// with what is wrong there. Nothing where nothing can be run.
pub fn examine<R>(
    project: &Project,
    providers: &ProviderSet,
    options: &RunOptions,
    remembered: &dyn Fn(&AbsResource) -> RememberedInstances,
    look: impl FnOnce(&LangScope<'_>, Diagnostics) -> R,
) -> Result<R, Diagnostics> {
    let mut diags = Diagnostics::new();
    let Some(runtime) = runtime(&mut diags) else { return Err(diags) };
    let interrupts = Interrupts::default();
    let provisioners = LocalProvisioners { interrupts: &interrupts };
    let setup = setup(project, providers, &provisioners, &Silent, options);
    Ok(runtime.block_on(engine::examine(&setup, remembered, look)))
}
