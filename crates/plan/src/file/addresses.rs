//! Addresses, by their parts: nothing has to be parsed, and modules and providers are shared again when read.

use addrs::{
    AbsProviderConfig, AbsResource, AbsResourceInstance, InstanceKey, Module, ModuleInstance, ModuleStep,
    Provider, Resource, ResourceInstance, ResourceMode, Target,
};

use super::PlanFileError;
use super::part::{Part, choices, fields};
use super::stream::{Reader, Writer};

choices!(ResourceMode { Managed, Data, Ephemeral, List, Action });
fields!(Resource { mode, type_name, name });
fields!(ResourceInstance { resource, key });
fields!(AbsResource { module, resource });
fields!(AbsResourceInstance { module, resource });
fields!(ModuleStep { name, key });
fields!(Provider { host, namespace, type_name });

impl Part for InstanceKey {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        match self {
            InstanceKey::Int(index) => {
                false.write(out)?;
                index.write(out)
            }
            // Most keys are there once or twice, so that a table of them would only take room.
            InstanceKey::String(key) => {
                true.write(out)?;
                out.bytes(key.as_bytes());
                Ok(())
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(if bool::read(from)? {
            InstanceKey::String(String::read(from)?.into())
        } else {
            InstanceKey::Int(i64::read(from)?)
        })
    }
}

impl Part for ModuleInstance {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.shared(
            |tables| &mut tables.modules,
            self,
            |out| {
                out.number(self.steps().len() as u64);
                self.steps().iter().try_for_each(|step| step.write(out))
            },
        )
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.shared(|tables| &mut tables.modules, |from| Vec::read(from).map(ModuleInstance::new))
    }
}

impl Part for Module {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        self.0.write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Vec::read(from).map(Module)
    }
}

impl Part for AbsProviderConfig {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let Self { module, provider, alias, key } = self;
        out.shared(
            |tables| &mut tables.providers,
            self,
            |out| {
                module.write(out)?;
                provider.write(out)?;
                alias.write(out)?;
                key.write(out)
            },
        )
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.shared(
            |tables| &mut tables.providers,
            |from| {
                let (module, provider) = Part::read(from)?;
                let (alias, key) = Part::read(from)?;
                Ok(Self { module, provider, alias, key })
            },
        )
    }
}

impl Part for Target {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        match self {
            Target::Module(module) => {
                out.number(0);
                module.write(out)
            }
            Target::Resource(resource) => {
                out.number(1);
                resource.write(out)
            }
            Target::Instance(instance) => {
                out.number(2);
                instance.write(out)
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        match from.number()? {
            0 => Part::read(from).map(Target::Module),
            1 => Part::read(from).map(Target::Resource),
            2 => Part::read(from).map(Target::Instance),
            _ => Err(PlanFileError::Invalid("a target is of no kind that is known")),
        }
    }
}
