//! More blocks than are visited or destroyed at once: nobody waits for ever, whatever they wait for.

use testkit::{Effect, Fault, Method};

use crate::stage::{Stage, path, thing};

/// More than may be under way.
const BLOCKS: usize = 600;

/// Two blocks for each number, the second of which needs the first; every third first one is replaced before it is
/// destroyed.
fn pairs(size: usize) -> String {
    let mut text = String::new();
    for number in 0..BLOCKS {
        let first = if number % 3 == 0 { "lifecycle {\n create_before_destroy = true\n }" } else { "" };
        text += &thing(&format!("a{number}"), &format!("size = {size}\n {first}"));
        text += &thing(
            &format!("b{number}"),
            &format!("size = {size}\n tags = {{ of = test_thing.a{number}.id }}"),
        );
    }
    text
}

#[test]
fn they_are_made_replaced_and_destroyed() {
    let mut stage = Stage::with(&pairs(1));
    assert_eq!(stage.state.resources.len(), 2 * BLOCKS);
    stage.cloud.fail(Fault::new(Method::Plan, Effect::NeedsNew(path("size"))));
    let outcome = stage.apply(&pairs(2));
    assert_eq!(outcome.problems(), "");
    let actions = outcome.actions();
    let count = |action: &str| actions.split(", ").filter(|line| line.starts_with(action)).count();
    // What needs what is replaced first is replaced after it is made, and destroyed before.
    assert_eq!(count("create+delete"), 200);
    assert_eq!(count("delete+create"), 1000);
    stage.cloud.heal();
    assert_eq!(stage.plan(&pairs(2)).actions(), "");
    assert_eq!(stage.destroy(&pairs(2)).problems(), "");
    assert_eq!(stage.addresses(), "");
}
