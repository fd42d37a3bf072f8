//! What is done about calls that fail or are not answered, where the user asks for it: given up after a time, and asked
//! again where that can do no harm. The one place for all providers, so that attempts cannot multiply.

mod answer;
mod breaker;
mod clock;
mod delay;
mod verdict;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use futures_util::future::BoxFuture;
use provider::ProviderDiagnostic;
use wire::Call;

pub(crate) use answer::Answer;
pub(crate) use breaker::Breaker;
pub use clock::{Clock, RealClock};
use verdict::Verdict;
pub(crate) use verdict::{MayRepeat, always, if_nothing_was_done, never};

/// No attempt begins later than so long after the first failure.
const WHOLE_TIME: Duration = Duration::from_secs(600);

/// What is done about providers that fail. By default nothing: they are waited for, and asked once.
#[derive(Clone, Debug)]
pub struct Patience {
    /// How long a call may take.
    pub timeout: Option<Duration>,
    /// The same for single resources, by their address in the configuration.
    pub timeouts: BTreeMap<String, Option<Duration>>,
    /// How often something is asked at most.
    pub attempts: u32,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
}

impl Default for Patience {
    fn default() -> Self {
        Self { timeout: None, timeouts: BTreeMap::new(), attempts: 1, clock: Arc::new(RealClock) }
    }
}

impl Patience {
    /// How long a call about a resource may take.
    pub(crate) fn timeout_of(&self, address: Option<&str>) -> Option<Duration> {
        address.and_then(|address| self.timeouts.get(address)).copied().unwrap_or(self.timeout)
    }
}

/// One call, with all its attempts.
pub(crate) struct Attempts<'a> {
    pub(crate) patience: &'a Patience,
    pub(crate) timeout: Option<Duration>,
    pub(crate) addr: &'a ProviderAddr,
    pub(crate) breaker: &'a Breaker,
    /// Ready when the user asks for an end.
    pub(crate) stopped: BoxFuture<'a, ()>,
}

/// How long an attempt may take.
pub(crate) struct Timer<'a> {
    clock: &'a dyn Clock,
    limit: Option<Duration>,
}

impl Timer<'_> {
    /// Waits for something, but not longer; nothing comes of it then.
    pub(crate) async fn wait_for<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        match self.limit {
            None => Some(work.await),
            Some(limit) => tokio::select! {
                biased;
                done = work => Some(done),
                // The time begins when there is something to wait for.
                () = async { self.clock.sleep(limit).await } => None,
            },
        }
    }
}

/// How an attempt is made.
pub(crate) trait Attempt<C: Call> {
    /// Asks once; nothing where that takes too long.
    fn once(&self, call: C, timer: Timer<'_>) -> impl Future<Output = Option<C::Answer>> + Send;

    /// The process does not answer any more: the next attempt needs another.
    fn replace(&self);
}

impl Attempts<'_> {
    /// Asks until there is an answer that counts.
    pub(crate) async fn make<C>(
        mut self,
        call: C,
        may_repeat: MayRepeat<C>,
        attempt: &impl Attempt<C>,
    ) -> C::Answer
    where
        C: Call<Answer: Answer> + Clone,
    {
        let clock = self.patience.clock.as_ref();
        let repeats = self.patience.attempts > 1;
        if repeats && !self.breaker.lets_through(clock.now()) {
            return call.failed(self.not_asked());
        }
        let mut first_failure = None;
        let mut told = None;
        let mut number = 1;
        loop {
            let timer = Timer { clock, limit: self.timeout };
            let (mut answer, verdict) = match attempt.once(call.clone(), timer).await {
                Some(answer) => {
                    let verdict = Verdict::of(answer.diags());
                    (answer, verdict)
                }
                None => (call.failed(self.too_long(&call)), Verdict::Unknown),
            };
            let begun = *first_failure.get_or_insert_with(|| clock.now());
            let wait = delay::before_next(number, answer.diags(), clock.random());
            let goes_on = number < self.patience.attempts
                && verdict.passes()
                && may_repeat(&call, &answer, verdict)
                && clock.now() + wait <= begun + WHOLE_TIME
                && self.waits(wait).await;
            if !goes_on {
                if repeats {
                    self.breaker.learn(verdict.passes(), clock.now());
                }
                if let Some(why) = told {
                    answer.warn(self.asked_again(&call, number, why));
                }
                return answer;
            }
            if verdict == Verdict::Gone {
                attempt.replace();
            }
            let is_error = |found: &&ProviderDiagnostic| found.severity == diag::Severity::Error;
            told = answer.diags().iter().find(is_error).map(verdict::first_words);
            number += 1;
        }
    }

    /// Waits before the next attempt; whether there is one.
    async fn waits(&mut self, time: Duration) -> bool {
        tokio::select! {
            biased;
            () = &mut self.stopped => false,
            () = async { self.patience.clock.sleep(time).await } => true,
        }
    }

    fn too_long(&self, call: &impl Call) -> ProviderDiagnostic {
        let method = call.method().name;
        let detail = format!(
            "The provider {} did not answer {method} within {}, and the call was given up. If it was to change something, \
             what became of that is not known: look before you apply again. -call-timeout says how long a call may take.",
            self.addr,
            delay::in_words(self.timeout.unwrap_or_default()),
        );
        ProviderDiagnostic::error("Provider call timed out", detail)
    }

    fn not_asked(&self) -> ProviderDiagnostic {
        let detail = format!(
            "The provider {} failed several times in a row, each time with something that should pass, so this configuration \
             of it is left alone for a while. What it said is among the other errors.",
            self.addr
        );
        ProviderDiagnostic::error("Provider is not asked", detail)
    }

    fn asked_again(&self, call: &impl Call, attempts: u32, why: String) -> ProviderDiagnostic {
        let detail = format!(
            "The provider {} was asked {attempts} times for {}, because it failed with something that may pass: {why}",
            self.addr,
            call.method().name
        );
        ProviderDiagnostic::warning("Provider was asked again", detail)
    }
}
