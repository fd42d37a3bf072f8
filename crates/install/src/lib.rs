//! Packages of providers and modules: registries, mirrors, signatures, the cache and the lock file. Knows
//! nothing of plans.
