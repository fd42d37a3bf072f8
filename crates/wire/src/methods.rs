//! The methods of the service, by the names of each version.

/// A major version of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Version 5.
    V5,
    /// Version 6.
    V6,
}

impl Version {
    /// The version of a number.
    pub fn from_number(number: u64) -> Option<Self> {
        match number {
            5 => Some(Self::V5),
            6 => Some(Self::V6),
            _ => None,
        }
    }
}

/// A method of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// What it is called in messages: its name in version 6.
    pub name: &'static str,
    v5: Option<&'static str>,
    v6: &'static str,
}

impl Method {
    /// Its path in a version; nothing where the version has no such method.
    pub fn path(&self, version: Version) -> Option<&'static str> {
        match version {
            Version::V5 => self.v5,
            Version::V6 => Some(self.v6),
        }
    }
}

macro_rules! path {
    (5 $name:ident) => {
        Some(concat!("/tfplugin5.Provider/", stringify!($name)))
    };
    (5) => {
        None
    };
    (6 $name:ident) => {
        concat!("/tfplugin6.Provider/", stringify!($name))
    };
}

macro_rules! methods {
    ($($constant:ident = $v6:ident, 5: $($v5:ident)?;)*) => {
        $(
            #[allow(missing_docs)]
            pub const $constant: Method =
                Method { name: stringify!($v6), v5: path!(5 $($v5)?), v6: path!(6 $v6) };
        )*
    };
}

methods! {
    GET_SCHEMA = GetProviderSchema, 5: GetSchema;
    GET_IDENTITY_SCHEMAS = GetResourceIdentitySchemas, 5: GetResourceIdentitySchemas;
    VALIDATE_PROVIDER = ValidateProviderConfig, 5: PrepareProviderConfig;
    VALIDATE_RESOURCE = ValidateResourceConfig, 5: ValidateResourceTypeConfig;
    VALIDATE_DATA = ValidateDataResourceConfig, 5: ValidateDataSourceConfig;
    VALIDATE_EPHEMERAL = ValidateEphemeralResourceConfig, 5: ValidateEphemeralResourceConfig;
    VALIDATE_LIST = ValidateListResourceConfig, 5: ValidateListResourceConfig;
    VALIDATE_ACTION = ValidateActionConfig, 5: ValidateActionConfig;
    VALIDATE_STATE_STORE = ValidateStateStoreConfig, 5:;
    UPGRADE_STATE = UpgradeResourceState, 5: UpgradeResourceState;
    UPGRADE_IDENTITY = UpgradeResourceIdentity, 5: UpgradeResourceIdentity;
    CONFIGURE = ConfigureProvider, 5: Configure;
    READ = ReadResource, 5: ReadResource;
    PLAN = PlanResourceChange, 5: PlanResourceChange;
    APPLY = ApplyResourceChange, 5: ApplyResourceChange;
    IMPORT = ImportResourceState, 5: ImportResourceState;
    MOVE = MoveResourceState, 5: MoveResourceState;
    GENERATE_CONFIG = GenerateResourceConfig, 5: GenerateResourceConfig;
    READ_DATA = ReadDataSource, 5: ReadDataSource;
    OPEN_EPHEMERAL = OpenEphemeralResource, 5: OpenEphemeralResource;
    RENEW_EPHEMERAL = RenewEphemeralResource, 5: RenewEphemeralResource;
    CLOSE_EPHEMERAL = CloseEphemeralResource, 5: CloseEphemeralResource;
    LIST = ListResource, 5: ListResource;
    GET_FUNCTIONS = GetFunctions, 5: GetFunctions;
    CALL_FUNCTION = CallFunction, 5: CallFunction;
    PLAN_ACTION = PlanAction, 5: PlanAction;
    INVOKE_ACTION = InvokeAction, 5: InvokeAction;
    CONFIGURE_STATE_STORE = ConfigureStateStore, 5:;
    READ_STATE = ReadStateBytes, 5:;
    WRITE_STATE = WriteStateBytes, 5:;
    LOCK_STATE = LockState, 5:;
    UNLOCK_STATE = UnlockState, 5:;
    GET_STATES = GetStates, 5:;
    DELETE_STATE = DeleteState, 5:;
    STOP = StopProvider, 5: Stop;
}
