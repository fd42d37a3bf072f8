//! Time and chance, which tests replace.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

/// Time and chance.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// How long it is since some moment in the past.
    fn now(&self) -> Duration;

    /// Ready after a time.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// Anything from 0 to 1, without 1.
    fn random(&self) -> f64;
}

/// Time as it goes by.
#[derive(Clone, Copy, Debug)]
pub struct RealClock;

impl Clock for RealClock {
    fn now(&self) -> Duration {
        static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGIN.elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed()
    }

    fn random(&self) -> f64 {
        // Every hasher of the standard library has keys of its own.
        let bits = RandomState::new().build_hasher().finish() >> 11;
        bits as f64 / (1_u64 << 53) as f64
    }
}
