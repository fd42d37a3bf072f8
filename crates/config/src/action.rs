//! Actions: `action` blocks, and the `action_trigger` blocks of resources that name them.

use addrs::{Referenceable, Resource, ResourceMode, TriggerEvent};
use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{AbsTraversal, BodyBlock, BodySchema, Expression};

use crate::decode::Decode;
use crate::lifecycle::Lifecycle;
use crate::provider::ProviderRef;
use crate::query::config_body;
use crate::repetition::Repetition;
use crate::resource::ResourceConfig;

/// Reads an `action` block.
pub(crate) fn decode_action(block: &BodyBlock) -> (ResourceConfig, Diagnostics) {
    let schema = BodySchema::of(&["count", "for_each", "provider"], &[("config", &[])]);
    let mut decode = Decode::whole(block, &schema);
    decode.check_label(0, "Invalid action type name");
    decode.check_label(1, "Invalid action name");
    let config = decode.only_block("config", "This action");
    let config = ResourceConfig {
        resource: Resource {
            mode: ResourceMode::Action,
            type_name: block.label(0).clone(),
            name: block.label(1).clone(),
        },
        repetition: Repetition::decode(&mut decode, None, "instances of the action"),
        provider: decode
            .expr("provider")
            .and_then(|expr| ProviderRef::decode(&expr, "provider", &mut decode.diags))
            .map(Box::new),
        depends_on: Vec::new(),
        lifecycle: Lifecycle::unset(),
        connection: None,
        provisioners: Vec::new(),
        body: config_body(block, config, &schema),
        list: None,
        check: None,
        range: block.range(),
        type_range: block.label_range(0),
    };
    (config, decode.diags)
}

/// What is done when something happens with an object.
#[derive(Clone, Debug)]
pub struct ActionTrigger {
    /// When.
    pub events: Vec<TriggerEvent>,
    /// Only where this is true.
    pub condition: Option<Expression>,
    /// What, in this order.
    pub actions: Vec<ActionRef>,
    /// Where it is declared.
    pub range: SourceRange,
}

/// An action as a trigger names it.
#[derive(Clone, Debug)]
pub struct ActionRef {
    /// The block.
    pub action: Resource,
    /// Which of its instances.
    pub key: Option<ActionKey>,
    /// The whole of it, as it is written.
    pub expr: Expression,
}

/// How an instance of an action is named.
#[derive(Clone, Debug)]
pub enum ActionKey {
    /// By what is written.
    Constant(addrs::InstanceKey),
    /// By what each instance of the resource says, such as `count.index` or `each.key`.
    Expression(Expression),
}

impl ActionRef {
    /// The action, and what its key is computed from.
    fn references(&self) -> Vec<AbsTraversal> {
        match &self.expr {
            Expression::Native(..) => self.expr.references(),
            // In JSON a reference is a text.
            Expression::Data(_) => self.expr.as_traversal().into_iter().collect(),
        }
    }
}

impl ActionTrigger {
    pub(crate) fn decode(block: &BodyBlock) -> (ActionTrigger, Diagnostics) {
        let schema =
            BodySchema::of(&["events", "condition", "actions"], &[]).requiring(&["events", "actions"]);
        let mut decode = Decode::whole(block, &schema);
        let events = events(&mut decode);
        let actions = actions(&mut decode);
        let condition = decode.expr("condition");
        (ActionTrigger { events, condition, actions, range: block.range() }, decode.diags)
    }

    /// Whether something is done before a change.
    pub fn is_before(&self) -> bool {
        self.events.iter().any(|event| event.is_before())
    }

    /// Everything that is evaluated or refers to something.
    pub fn references(&self) -> impl Iterator<Item = AbsTraversal> {
        let conditions = self.condition.iter().flat_map(Expression::references);
        conditions.chain(self.actions.iter().flat_map(ActionRef::references))
    }
}

/// The items of a list that must not be empty.
fn items(decode: &mut Decode<'_>, name: &str, summary: &str, detail: &str) -> Vec<Expression> {
    let Some(expr) = decode.expr(name) else { return Vec::new() };
    match expr.as_list() {
        Ok(items) => {
            if items.is_empty() {
                decode.error(summary, detail, expr.range());
            }
            items
        }
        Err(diagnostic) => {
            decode.diags.push(*diagnostic);
            Vec::new()
        }
    }
}

fn events(decode: &mut Decode<'_>) -> Vec<TriggerEvent> {
    let detail = "An action_trigger block without events never triggers anything.";
    let mut events = Vec::new();
    for item in items(decode, "events", "No events specified", detail) {
        let word = item.as_keyword();
        let found = TriggerEvent::ALL.into_iter().find(|event| word.as_deref() == Some(event.keyword()));
        match found {
            Some(event) if events.contains(&event) => {
                let detail = format!("The event {event} is in this list already.");
                decode.error("Duplicate event", detail, item.range());
            }
            Some(event) => events.push(event),
            None => decode.diags.push(unknown_event(&item, word.as_deref())),
        }
    }
    events
}

fn unknown_event(item: &Expression, word: Option<&str>) -> Diagnostic {
    let known = TriggerEvent::ALL.map(TriggerEvent::keyword);
    let is_destroy = |word: &str| matches!(word, "before_destroy" | "after_destroy");
    let hint = match word {
        Some(word) if is_destroy(word) => " Destroying an object triggers no actions.".to_owned(),
        Some(word) => hcl::did_you_mean(word, known),
        None => " They are written without quotes.".to_owned(),
    };
    let detail = format!("The events of an object are {}.{hint}", known.join(", "));
    Diagnostic::error("Invalid action_trigger event", detail).at(item.range())
}

fn actions(decode: &mut Decode<'_>) -> Vec<ActionRef> {
    let detail = "An action_trigger block without actions does nothing.";
    let mut found = Vec::new();
    for item in items(decode, "actions", "No actions specified", detail) {
        match action_ref(&item) {
            Some(action) => found.push(action),
            None => {
                let detail = "Each item names one action or one of its instances, as in action.TYPE.NAME or action.TYPE.NAME[0].";
                decode.error("Invalid action reference", detail, item.range());
            }
        }
    }
    found
}

fn action_ref(expr: &Expression) -> Option<ActionRef> {
    let (traversal, dynamic) = match expr.as_traversal() {
        Ok(traversal) => (traversal, None),
        Err(_) => {
            let (base, key, rest) = expr.as_indexed()?;
            (base, Some(key).filter(|_| rest.is_empty())?.into())
        }
    };
    let parsed = lang::parse_reference(traversal.as_reference()).ok()?;
    let Referenceable::Resource(action) = parsed.subject else { return None };
    let key = match (&traversal.steps[parsed.used..], dynamic) {
        ([], None) => None,
        ([], Some(key)) => Some(ActionKey::Expression(key)),
        ([step], None) => Some(ActionKey::Constant(lang::instance_key(step)?)),
        _ => return None,
    };
    (action.mode == ResourceMode::Action).then(|| ActionRef { action, key, expr: expr.clone() })
}

#[cfg(test)]
mod tests {
    use crate::test_folder::{module, tree};
    use crate::{Graph, NoSchemas, validate};

    const ACTIONS: &str = "action \"a_b\" \"one\" {\n  config {\n    x = 1\n  }\n}\naction \"a_b\" \"many\" {\n  count = 2\n}\n\
                           action \"a_b\" \"each\" {\n  for_each = toset([\"k\"])\n}\n";

    /// The summaries of what is wrong with a trigger.
    fn problems(trigger: &str) -> Vec<String> {
        resource(&format!("lifecycle {{\n    action_trigger {{\n      {trigger}\n    }}\n  }}"))
    }

    fn resource(body: &str) -> Vec<String> {
        let main = format!("{ACTIONS}resource \"x_y\" \"z\" {{\n  {body}\n}}\n");
        let (tree, mut diags) = tree(&[("main.tf", &main)]);
        if !diags.has_errors() {
            diags.append(validate(&tree, &Graph::build(&tree), &lang::DiskFiles::new("."), &NoSchemas));
        }
        assert!(diags.iter().all(|found| found.subject.is_some() || found.summary.starts_with("Cycle")));
        diags.iter().map(|found| found.summary.clone()).collect()
    }

    #[test]
    fn triggers() {
        let check = |trigger: &str, expect: &[&str]| assert_eq!(problems(trigger), expect, "{trigger}");
        let one = "actions = [action.a_b.one]";
        for events in ["before_create", "after_create", "before_update, after_update"] {
            check(&format!("events = [{events}]\n{one}"), &[]);
        }
        check(&format!("events = [after_create]\ncondition = false\n{one}"), &[]);
        check("events = [after_create]\nactions = [action.a_b.many[1], action.a_b.each[\"k\"]]", &[]);
        check(&format!("events = []\n{one}"), &["No events specified"]);
        check("events = [after_create]\nactions = []", &["No actions specified"]);
        check(&format!("{one}\n"), &["Missing required argument"]);
        for events in ["after_destroy", "\"after_create\"", "after_creat", "1"] {
            check(&format!("events = [{events}]\n{one}"), &["Invalid action_trigger event"]);
        }
        check(&format!("events = [after_create, after_create]\n{one}"), &["Duplicate event"]);
        for (action, expect) in [
            ("action.a_b.other", "Reference to undeclared action"),
            ("action.a_b.many", "Missing action instance key"),
            ("action.a_b.each", "Missing action instance key"),
            ("action.a_b.one[0]", "Unexpected action instance key"),
            ("action.a_b.one.x", "Invalid action reference"),
            ("x_y.z", "Invalid action reference"),
            ("action.a_b.many[count.index]", "Reference to \"count\" in non-counted context"),
        ] {
            check(&format!("events = [after_create]\nactions = [{action}]"), &[expect]);
        }
        check(&format!("events = [after_create]\ncondition = [true]\n{one}"), &["Incorrect value type"]);
    }

    #[test]
    fn actions_are_done_by_triggers_only() {
        assert_eq!(resource("v = action.a_b.one.x"), ["Invalid action reference"]);
        assert_eq!(resource("depends_on = [action.a_b.one]"), ["Invalid action reference"]);
        let data = "data \"x_y\" \"z\" {\n  lifecycle {\n    action_trigger {\n      events = [after_create]\n      actions = \
                    [action.a_b.one]\n    }\n  }\n}\n";
        let (_, diags) = tree(&[("main.tf", &format!("{ACTIONS}{data}"))]);
        let found: Vec<&str> = diags.iter().map(|found| found.summary.as_str()).collect();
        assert_eq!(found, ["Invalid action_trigger block"]);
        let (_, diags) = tree(&[("main.tf", "action \"a_b\" \"c\" {\n  depends_on = []\n  x = 1\n}\n")]);
        assert_eq!(diags.len(), 2, "{diags:?}");
    }

    #[test]
    fn what_comes_before_a_change_cannot_need_it() {
        let check = |event: &str, expect: &[&str]| {
            let main = format!(
                "action \"a_b\" \"c\" {{\n  config {{\n    x = x_y.z.id\n  }}\n}}\nresource \"x_y\" \"z\" {{\n  lifecycle {{\n    \
                 action_trigger {{\n      events = [{event}]\n      actions = [action.a_b.c]\n    }}\n  }}\n}}\noutput \"o\" \
                 {{\n  value = x_y.z.id\n}}\n"
            );
            let (tree, _) = tree(&[("main.tf", &main)]);
            let diags = validate(&tree, &Graph::build(&tree), &lang::DiskFiles::new("."), &NoSchemas);
            let found: Vec<&str> = diags.iter().map(|found| found.summary.as_str()).collect();
            assert_eq!(found, expect, "{event}");
        };
        check("after_create", &[]);
        check("before_create", &["Cycle: action.a_b.c, x_y.z"]);
    }

    #[test]
    fn override_files_replace_triggers() {
        let trigger = |event: &str| {
            format!(
                "resource \"x_y\" \"z\" {{\n  lifecycle {{\n    action_trigger {{\n      events = [{event}]\n      actions = \
                 [action.a_b.one]\n    }}\n  }}\n}}\n"
            )
        };
        let main = format!("{ACTIONS}{}", trigger("after_create"));
        let over = trigger("before_update");
        let module = module(&[("main.tf", &main), ("override.tf", &over)]);
        let triggers = module.resources.values().flat_map(|config| &config.lifecycle.action_triggers);
        let events: Vec<String> = triggers.map(|trigger| format!("{:?}", trigger.events)).collect();
        assert_eq!(events, ["[BeforeUpdate]"]);
    }
}
