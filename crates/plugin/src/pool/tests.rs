//! Processes in memory, so that starts can be counted and calls can be held up.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use addrs::Provider as ProviderAddr;
use futures_executor::block_on;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use provider::*;
use schema::ProviderSchema;
use testkit::{Cloud, Effect, Fault, Method, TestProvider, object, schemas};
use value::{Type, Value};

use super::{Origin, ProcessPool, Running, Seat};

#[derive(Default)]
struct Counts {
    starts: AtomicUsize,
    alive: AtomicUsize,
    most: AtomicUsize,
}

struct Fake {
    provider: TestProvider,
    counts: Arc<Counts>,
}

impl Running for Fake {
    fn provider(&self) -> &dyn Provider {
        &self.provider
    }

    fn offer(&self) -> Arc<ProviderSchema> {
        Arc::new(schemas().clone())
    }

    fn end(&self) -> BoxFuture<'_, ()> {
        self.counts.alive.fetch_sub(1, Ordering::SeqCst);
        std::future::ready(()).boxed()
    }
}

/// A pool of processes in memory.
struct Setting {
    pool: ProcessPool,
    cloud: Cloud,
    counts: Arc<Counts>,
    provider: Seat,
}

impl Setting {
    fn new(limit: usize) -> Self {
        Self::of(limit, true)
    }

    fn of(limit: usize, is_ours: bool) -> Self {
        let pool = ProcessPool::new(limit).unwrap();
        let (cloud, counts) = (Cloud::default(), Arc::new(Counts::default()));
        let (of, counted) = (cloud.clone(), counts.clone());
        let start = move |_| {
            let process = Fake { provider: TestProvider::on(of.clone()), counts: counted.clone() };
            counted.starts.fetch_add(1, Ordering::SeqCst);
            let alive = counted.alive.fetch_add(1, Ordering::SeqCst) + 1;
            counted.most.fetch_max(alive, Ordering::SeqCst);
            async { Ok(Arc::new(process) as Arc<dyn Running>) }.boxed()
        };
        let origin = Origin { addr: ProviderAddr::implied("test"), start: Arc::new(start), is_ours };
        let provider = pool.known(origin, Arc::new(schemas().clone()));
        Self { pool, cloud, counts, provider }
    }

    /// A configuration of the provider, which is told to be in a region.
    fn configured(&self, region: &str) -> Seat {
        let seat = self.pool.configuration(&self.provider);
        assert_eq!(block_on(seat.configure(configuration(region))), vec![]);
        seat
    }

    fn starts(&self) -> usize {
        self.counts.starts.load(Ordering::SeqCst)
    }

    fn alive(&self) -> usize {
        self.counts.alive.load(Ordering::SeqCst)
    }

    fn most(&self) -> usize {
        self.counts.most.load(Ordering::SeqCst)
    }

    fn count_of(&self, method: Method) -> usize {
        self.cloud.calls().iter().filter(|call| call.method == method).count()
    }
}

fn configuration(region: &str) -> ConfigureRequest {
    let config = Value::object([("region", Value::string(region)), ("token", Value::null(Type::String))]);
    ConfigureRequest { config, terraform_version: "1.11.4".into(), deferral_allowed: false }
}

fn create(name: &str) -> ApplyRequest {
    let config = object("test_thing", &format!("{{\"name\":\"{name}\"}}"));
    let value::Kind::Object(entries) = config.kind() else { panic!("a thing is an object") };
    let planned = Value::object(entries.iter().map(|(key, value)| match key.as_str() {
        "id" | "region" => (key.clone(), Value::unknown(Type::String)),
        _ => (key.clone(), value.clone()),
    }));
    ApplyRequest {
        type_name: "test_thing".into(),
        prior: Value::null(planned.ty()),
        config,
        planned,
        private: Private::from([]),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    }
}

async fn region_of(seat: &Seat, name: &str) -> String {
    let made = seat.apply_resource_change(create(name)).await;
    assert_eq!(made.diags, vec![]);
    let object = made.object.unwrap();
    object.entry("region").unwrap().as_str().unwrap().to_owned()
}

fn secret() -> OpenEphemeralRequest {
    let config = Value::object([("name", Value::string("s")), ("value", Value::null(Type::String))]);
    OpenEphemeralRequest { type_name: "test_secret".into(), config }
}

/// Waits for something that happens on the other thread.
fn soon(what: &str, is: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is() {
        assert!(begun.elapsed() < Duration::from_secs(10), "not yet: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn nothing_is_started_before_it_is_called() {
    let setting = Setting::new(4);
    let seats: Vec<_> = (0..9).map(|_| setting.pool.configuration(&setting.provider)).collect();
    assert_eq!(setting.starts(), 0);
    assert_eq!(block_on(seats[3].configure(configuration("r3"))), vec![]);
    assert_eq!(setting.starts(), 1);
}

#[test]
fn one_process_checks_what_is_written_and_serves_the_first_configuration() {
    let setting = Setting::new(4);
    setting.provider.prepare();
    let validated = block_on(setting.provider.validate_provider_config(configuration("a").config));
    assert_eq!(validated, vec![]);
    let seat = setting.configured("a");
    for name in ["x", "y", "z"] {
        assert_eq!(block_on(region_of(&seat, name)), "a");
    }
    assert_eq!((setting.starts(), setting.count_of(Method::Configure)), (1, 1));
    assert_eq!(block_on(region_of(&setting.configured("b"), "w")), "b");
    assert_eq!(setting.starts(), 2);
}

#[test]
fn never_more_are_alive_than_the_limit_and_each_keeps_its_configuration() {
    let setting = Setting::new(3);
    setting.cloud.fail(Fault::new(Method::Configure, Effect::Warning("Old")));
    let seats: Vec<_> = (0..12).map(|_| setting.pool.configuration(&setting.provider)).collect();
    let one = |index: usize| {
        let seat = &seats[index];
        async move {
            let region = format!("r{index}");
            let warnings = seat.configure(configuration(&region)).await;
            for round in 0..3 {
                assert_eq!(region_of(seat, &format!("n{index}-{round}")).await, region);
                tokio::task::yield_now().await;
            }
            warnings.len()
        }
    };
    let warnings: usize = block_on(join_all((0..12).map(one))).into_iter().sum();
    assert_eq!(warnings, 12, "a process that is started again says nothing twice");
    assert_eq!(setting.most(), 3);
    // Those that were ended are started again, and configured before anything else.
    assert_eq!(block_on(region_of(&seats[0], "again")), "r0");
    assert!((13..40).contains(&setting.starts()), "{}", setting.starts());
    assert_eq!(setting.count_of(Method::Configure), setting.starts());
    drop(seats);
    soon("all are ended", || setting.alive() == 0);
}

#[test]
fn a_configuration_that_is_refused_the_second_time_is_told() {
    let setting = Setting::new(1);
    let (first, second) = (setting.configured("a"), setting.configured("b"));
    assert_eq!(block_on(region_of(&second, "x")), "b");
    setting.cloud.fail(Fault::new(Method::Configure, Effect::Error("Expired")));
    let failed = block_on(first.apply_resource_change(create("y")));
    assert_eq!(failed.diags[0].summary, "Expired");
    assert!(failed.object.is_none());
    setting.cloud.heal();
    assert_eq!(block_on(region_of(&first, "y")), "a");
}

#[test]
fn a_process_stays_while_something_of_it_is_open() {
    let setting = Setting::new(1);
    let (first, second) = (setting.configured("a"), setting.pool.configuration(&setting.provider));
    let opened = block_on(first.open_ephemeral(secret()));
    assert_eq!(opened.diags, vec![]);
    // It would wait for ever if what is open could keep the last place.
    assert_eq!(block_on(second.configure(configuration("b"))), vec![]);
    assert_eq!(block_on(region_of(&second, "x")), "b");
    assert_eq!((setting.starts(), setting.alive()), (2, 2));
    let close = CloseEphemeralRequest { type_name: "test_secret".into(), private: opened.private };
    assert_eq!(block_on(first.close_ephemeral(close)), vec![]);
    assert_eq!(setting.starts(), 2);
    let third = setting.configured("c");
    assert_eq!(block_on(region_of(&third, "y")), "c");
    assert_eq!(setting.most(), 2);
}

#[test]
fn who_waits_for_a_process_does_not_need_those_who_call_others() {
    let setting = Setting::new(1);
    let (first, second) = (setting.configured("a"), setting.configured("b"));
    setting.cloud.fail(Fault::new(Method::Create, Effect::Hang).of("slow"));
    let mut slow = first.apply_resource_change(create("slow"));
    assert!(slow.as_mut().now_or_never().is_none());
    soon("the slow call is under way", || setting.count_of(Method::Create) == 1);
    let cloud = setting.cloud.clone();
    let release = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        cloud.release();
    });
    // Nobody asks the slow call how it is, as when a function is called in the middle of an expression.
    assert_eq!(block_on(region_of(&second, "fast")), "b");
    assert_eq!(block_on(slow).diags, vec![]);
    assert_eq!(setting.most(), 1);
    release.join().unwrap();
}

#[test]
fn a_call_that_nobody_waits_for_any_more_is_given_up() {
    let setting = Setting::new(1);
    let (first, second) = (setting.configured("a"), setting.configured("b"));
    setting.cloud.fail(Fault::new(Method::Create, Effect::Hang).of("slow"));
    let mut slow = first.apply_resource_change(create("slow"));
    assert!(slow.as_mut().now_or_never().is_none());
    soon("the slow call is under way", || setting.count_of(Method::Create) == 1);
    drop(slow);
    assert_eq!(block_on(region_of(&second, "fast")), "b");
}

#[test]
fn those_that_are_not_ours_are_never_ended_to_make_room() {
    let setting = Setting::of(1, false);
    let seats: Vec<_> = (0..4).map(|index| setting.configured(&format!("r{index}"))).collect();
    for (index, seat) in seats.iter().enumerate() {
        assert_eq!(block_on(region_of(seat, "x")), format!("r{index}"));
    }
    assert_eq!((setting.starts(), setting.alive()), (4, 4));
    drop(seats);
    assert_eq!(setting.alive(), 4);
    block_on(setting.pool.shutdown());
    assert_eq!(setting.alive(), 0);
}

#[test]
fn all_that_are_alive_are_asked_to_stop() {
    let setting = Setting::new(4);
    let _seats: Vec<_> = (0..3).map(|index| setting.configured(&format!("r{index}"))).collect();
    setting.pool.stop();
    soon("three are asked", || setting.count_of(Method::Stop) == 3);
}
