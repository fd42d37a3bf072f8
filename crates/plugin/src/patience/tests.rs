//! Calls that fail, with a clock that goes by itself.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use futures_executor::block_on;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending};
use provider::{ApplyRequest, ApplyResponse, Private, ProviderDiagnostic, ValidateListRequest};
use value::{Type, Value};
use wire::Call;

use super::*;

/// Every delay passes at once, and is remembered.
#[derive(Debug, Default)]
struct TestClock {
    now: Mutex<Duration>,
    slept: Mutex<Vec<Duration>>,
}

impl Clock for TestClock {
    fn now(&self) -> Duration {
        *self.now.lock().unwrap()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        *self.now.lock().unwrap() += time;
        self.slept.lock().unwrap().push(time);
        std::future::ready(()).boxed()
    }

    fn random(&self) -> f64 {
        0.5
    }
}

/// Answers in turn, the last for ever; nothing where a call hangs.
struct Script<A> {
    answers: Vec<Option<A>>,
    calls: AtomicU32,
    replaced: AtomicU32,
}

impl<A> Script<A> {
    fn new(answers: impl IntoIterator<Item = Option<A>>) -> Self {
        Self { answers: answers.into_iter().collect(), calls: AtomicU32::new(0), replaced: AtomicU32::new(0) }
    }

    fn calls(&self) -> u32 {
        self.calls.load(Ordering::SeqCst)
    }
}

impl<A: Clone + Send + Sync, C: Call<Answer = A>> Attempt<C> for Script<A> {
    async fn once(&self, _call: C, timer: Timer<'_>) -> Option<A> {
        let number = self.calls.fetch_add(1, Ordering::SeqCst) as usize;
        match &self.answers[number.min(self.answers.len() - 1)] {
            Some(answer) => timer.wait_for(std::future::ready(answer.clone())).await,
            None => timer.wait_for(pending()).await,
        }
    }

    fn replace(&self) {
        self.replaced.fetch_add(1, Ordering::SeqCst);
    }
}

struct Setting {
    clock: Arc<TestClock>,
    patience: Patience,
    breaker: Breaker,
}

fn setting(attempts: u32) -> Setting {
    let clock = Arc::new(TestClock::default());
    let timeout = Some(Duration::from_secs(1800));
    let patience = Patience { attempts, timeout, clock: clock.clone(), ..Patience::default() };
    Setting { clock, patience, breaker: Breaker::default() }
}

impl Setting {
    fn ask<C: Call<Answer: Answer + Clone + Sync> + Clone>(
        &self,
        call: C,
        may_repeat: MayRepeat<C>,
        script: &Script<C::Answer>,
    ) -> C::Answer {
        let attempts = Attempts {
            patience: &self.patience,
            timeout: self.patience.timeout,
            addr: &ProviderAddr::implied("test"),
            breaker: &self.breaker,
            stopped: pending().boxed(),
        };
        block_on(attempts.make(call, may_repeat, script))
    }

    fn look(&self, script: &Script<Vec<ProviderDiagnostic>>) -> Vec<String> {
        let call = ValidateListRequest { type_name: "test_thing".into(), config: Value::null(Type::Dynamic) };
        self.ask(call, always, script).into_iter().map(|found| found.summary).collect()
    }
}

fn error(summary: &str) -> Option<Vec<ProviderDiagnostic>> {
    Some(vec![ProviderDiagnostic::error(summary, "Said so.")])
}

const AGAIN: &str = "Provider was asked again";

#[test]
fn what_passes_is_asked_again_with_growing_delays() {
    let setting = setting(4);
    let script = Script::new([error("HTTP 503"), error("HTTP 503"), error("HTTP 429"), Some(vec![])]);
    assert_eq!(setting.look(&script), [AGAIN]);
    assert_eq!(script.calls(), 4);
    let slept = setting.clock.slept.lock().unwrap().clone();
    assert_eq!(slept, [500, 1000, 2000].map(Duration::from_millis));
}

#[test]
fn attempts_have_an_end() {
    for attempts in 1..6 {
        let script = Script::new([error("HTTP 503")]);
        let said = setting(attempts).look(&script);
        assert_eq!(script.calls(), attempts);
        assert_eq!(said, if attempts == 1 { vec!["HTTP 503"] } else { vec!["HTTP 503", AGAIN] });
    }
}

#[test]
fn what_is_final_is_asked_once() {
    for summary in ["HTTP 400", "HTTP 401", "HTTP 403", "HTTP 404", "HTTP 409", "Invalid name"] {
        let script = Script::new([error(summary), Some(vec![])]);
        assert_eq!(setting(5).look(&script), [summary]);
        assert_eq!(script.calls(), 1);
    }
}

#[test]
fn what_takes_too_long_is_given_up_and_asked_again() {
    let mut setting = setting(3);
    setting.patience.timeout = Some(Duration::from_secs(60));
    let script = Script::new([None, None, Some(vec![])]);
    assert_eq!(setting.look(&script), [AGAIN]);
    let hangs = Script::new([None]);
    assert_eq!(setting.look(&hangs), ["Provider call timed out", AGAIN]);
    assert_eq!(hangs.calls(), 3);
    setting.patience.timeout = Some(Duration::from_secs(1800));
    let hangs = Script::new([None]);
    assert_eq!(setting.look(&hangs), ["Provider call timed out", AGAIN]);
    assert_eq!(hangs.calls(), 2, "all together took too long");
}

#[test]
fn a_process_that_is_gone_is_replaced() {
    let script = Script::new([error("Plugin did not respond"), Some(vec![])]);
    assert_eq!(setting(3).look(&script), [AGAIN]);
    assert_eq!(script.replaced.load(Ordering::SeqCst), 1);
}

#[test]
fn all_attempts_together_have_an_end_too() {
    let mut setting = setting(1000);
    setting.patience.timeout = None;
    let script = Script::new([error("HTTP 503")]);
    setting.look(&script);
    assert!(setting.clock.now() <= WHOLE_TIME, "{:?}", setting.clock.now());
    assert!((40..1000).contains(&script.calls()), "{}", script.calls());
    let later = Script::new([Some(vec![ProviderDiagnostic::error("HTTP 429", "Retry-After: 3600")])]);
    assert_eq!(setting.look(&later).len(), 1);
    assert_eq!(later.calls(), 1, "nobody waits that long");
}

#[test]
fn a_provider_that_fails_and_fails_is_left_alone_for_a_while() {
    let setting = setting(2);
    let script = Script::new([error("HTTP 503")]);
    for _ in 0..5 {
        assert_eq!(setting.look(&script), ["HTTP 503", AGAIN]);
    }
    assert_eq!(setting.look(&script), ["Provider is not asked"]);
    assert_eq!(script.calls(), 10);
    *setting.clock.now.lock().unwrap() += Duration::from_secs(60);
    let well = Script::new([Some(vec![])]);
    assert_eq!(setting.look(&well), Vec::<String>::new());
    assert_eq!(setting.look(&well), Vec::<String>::new());
}

#[test]
fn changes_are_asked_again_only_where_nothing_was_done() {
    let text = |text: &str| Value::string(text);
    let null = || Value::null(Type::String);
    let answer = |summary: &str, object: Option<Value>| {
        Some(ApplyResponse {
            object,
            private: Private::from([]),
            legacy_type_system: false,
            identity: None,
            diags: vec![ProviderDiagnostic::error(summary, "")],
        })
    };
    // What was, what is wanted, what the provider said, and how often it is asked.
    let cases = [
        ("refused creation", null(), text("b"), answer("HTTP 429", Some(null())), 3),
        ("creation of which something is left", null(), text("b"), answer("HTTP 429", Some(text("b"))), 1),
        ("creation that failed inside", null(), text("b"), answer("HTTP 500", Some(null())), 1),
        ("creation that took too long there", null(), text("b"), answer("HTTP 504", Some(null())), 1),
        ("creation without an answer", null(), text("b"), answer("Plugin did not respond", None), 1),
        ("creation that hangs", null(), text("b"), None, 1),
        ("update that did nothing", text("a"), text("b"), answer("HTTP 503", Some(text("a"))), 3),
        ("update that did something", text("a"), text("b"), answer("HTTP 503", Some(text("b"))), 1),
        ("update without an answer", text("a"), text("b"), answer("Plugin did not respond", None), 1),
        ("destruction that did nothing", text("a"), null(), answer("HTTP 503", Some(text("a"))), 3),
        ("destruction that must not be", text("a"), null(), answer("HTTP 403", Some(text("a"))), 1),
    ];
    for (what, prior, planned, answer, calls) in cases {
        let request = ApplyRequest {
            type_name: "test_thing".into(),
            prior,
            config: planned.clone(),
            planned,
            private: Private::from([]),
            provider_meta: null(),
            identity: None,
        };
        let script = Script::new([answer]);
        setting(3).ask(request, if_nothing_was_done, &script);
        assert_eq!(script.calls(), calls, "{what}");
    }
}
