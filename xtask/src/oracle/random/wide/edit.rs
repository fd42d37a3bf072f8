//! Edits of a wider random configuration.

use super::super::rng::Rng;
use super::model::{IGNORED, Item, Kind, Model, Repeat};
use super::types::TYPES;

impl Model {
    /// Changes something, or several things.
    pub(super) fn edit(&mut self, rng: &mut Rng) {
        for body in &mut self.bodies {
            // What was moved twice needs both statements; others are taken away in time.
            body.statements.retain(|_| rng.one_in(2));
        }
        for _ in 0..1 + rng.below(4) {
            let body = if rng.one_in(2) { 0 } else { rng.below(self.bodies.len()) };
            self.edit_body(rng, body);
        }
    }

    fn edit_body(&mut self, rng: &mut Rng, body: usize) {
        let items = self.bodies[body].items.len();
        if items == 0 {
            return self.add(rng, body);
        }
        let at = rng.below(items);
        match rng.below(28) {
            0 | 1 => self.add(rng, body),
            2 | 3 if items > 1 => self.remove(rng, body, at),
            4 | 5 => self.rename(rng, body, at),
            6..=8 => self.change_repeat(rng, body, at),
            9 | 10 => self.change_value(rng, body, at),
            11 | 12 => self.put_into_call(rng, body),
            13 | 14 => self.out_of_call(rng, body),
            15 => self.import(rng),
            16..=18 => self.change_input(rng, body),
            19 => self.add_input(rng, body),
            20 => {
                self.add_output(rng, body);
                if rng.one_in(2) {
                    self.bodies[body].outputs.remove(0);
                }
            }
            21 => self.remote = rng.below(5),
            22 => {
                let on = self.bodies[body].earlier(rng, at, |item| !matches!(item.kind, Kind::Check(..)));
                self.bodies[body].items[at].depends_on = on;
            }
            23 => {
                let outputs = &mut self.bodies[body].outputs;
                let which = rng.below(outputs.len());
                if let Some(output) = outputs.get_mut(which) {
                    output.sensitive ^= true;
                }
            }
            _ => self.change_lifecycle(rng, body, at),
        }
    }

    fn change_lifecycle(&mut self, rng: &mut Rng, body: usize, at: usize) {
        let source = self.bodies[body].trigger_source(rng, at);
        let condition = self.bodies[body].expr(rng, at, 0);
        let item = &mut self.bodies[body].items[at];
        let which = rng.below(7);
        if let Kind::Resource(resource) = &mut item.kind {
            match which {
                0 | 1 => resource.before_destroy ^= true,
                2 => resource.ignore = (!rng.one_in(3)).then(|| rng.below(IGNORED.len())),
                3 => resource.triggered_by = source,
                4 => resource.provisioners = vec![rng.below(16)],
                5 => item.precondition = Some(condition),
                _ => item.postcondition ^= true,
            }
        }
    }

    fn change_value(&mut self, rng: &mut Rng, body: usize, at: usize) {
        let value = self.bodies[body].expr(rng, at, 2);
        let called = match &self.bodies[body].items[at].kind {
            Kind::Call(called, _) => Some(*called),
            _ => None,
        };
        let arguments = called.map(|called| self.arguments(rng, body, at, called)).unwrap_or_default();
        let second = rng.one_in(3);
        match &mut self.bodies[body].items[at].kind {
            Kind::Resource(resource) if second => resource.trigger = Some(value),
            Kind::Resource(resource) => resource.input = value,
            Kind::Local(local) => *local = value,
            Kind::Call(_, old) => *old = arguments,
            Kind::Data(data) => data.defaults = Some(value),
            Kind::Check(checked, _) => *checked = value,
        }
    }

    fn change_input(&mut self, rng: &mut Rng, body: usize) {
        let which = rng.below(self.bodies[body].inputs.len());
        let Some(input) = self.bodies[body].inputs.get_mut(which) else { return };
        match rng.below(8) {
            0 => {
                input.ty = rng.below(TYPES.len());
                input.default = input.default.as_ref().map(|_| TYPES[input.ty].literal(rng));
                input.given = None;
            }
            1 => input.sensitive ^= true,
            2 if body > 0 => input.not_null ^= true,
            3 | 4 if body == 0 => input.given = Some(TYPES[input.ty].literal(rng)),
            _ => input.default = Some(TYPES[input.ty].literal(rng)),
        }
    }

    fn remove(&mut self, rng: &mut Rng, body: usize, at: usize) {
        let item = self.bodies[body].items.remove(at);
        if !item.is_movable() || rng.one_in(2) {
            return;
        }
        let destroy = rng.one_in(2);
        let provisioner = if destroy && body == 0 && item.is_resource() && rng.one_in(3) {
            "  provisioner \"local-exec\" {\n    when    = destroy\n    command = \"echo removed\"\n  }\n"
        } else {
            ""
        };
        let from = item.address();
        self.bodies[body].statements.push(format!(
            "removed {{\n  from = {from}\n  lifecycle {{\n    destroy = {destroy}\n  }}\n{provisioner}}}\n"
        ));
    }

    fn rename(&mut self, rng: &mut Rng, body: usize, at: usize) {
        let name = self.fresh();
        let item = &mut self.bodies[body].items[at];
        let from = item.address();
        item.name = name;
        let to = item.address();
        if item.is_movable() && !rng.one_in(4) {
            self.moved(body, &from, &to);
        }
    }

    fn moved(&mut self, body: usize, from: &str, to: &str) {
        self.bodies[body].statements.push(format!("moved {{\n  from = {from}\n  to   = {to}\n}}\n"));
    }

    fn change_repeat(&mut self, rng: &mut Rng, body: usize, at: usize) {
        let item = &self.bodies[body].items[at];
        if matches!(item.kind, Kind::Local(_) | Kind::Check(..)) {
            return;
        }
        let new = self.bodies[body].repeat(rng, at, Some(&item.repeat));
        let from = item.some_key(rng);
        let item = &mut self.bodies[body].items[at];
        item.repeat = new;
        let to = item.some_key(rng);
        let address = item.address();
        if item.is_movable() && from != to && rng.one_in(2) {
            self.moved(body, &format!("{address}{from}"), &format!("{address}{to}"));
        }
    }

    /// Moves a resource of a body into a module that it calls.
    fn put_into_call(&mut self, rng: &mut Rng, body: usize) {
        let end = self.bodies[body].items.len();
        let (Some(call), Some(id)) =
            (self.some_call(rng, body), { self.bodies[body].earlier(rng, end, Item::is_resource) })
        else {
            return;
        };
        let Some(at) = self.bodies[body].items.iter().position(|item| item.id == id) else { return };
        let item = self.bodies[body].items.remove(at);
        let (from, to) = (item.address(), format!("{}.{}", call.1, item.address()));
        self.bodies[call.0].items.push(item);
        if !rng.one_in(5) {
            self.moved(body, &from, &to);
        }
    }

    /// Moves a resource of a called module into the caller's body.
    fn out_of_call(&mut self, rng: &mut Rng, body: usize) {
        let Some(call) = self.some_call(rng, body) else { return };
        let end = self.bodies[call.0].items.len();
        let Some(id) = self.bodies[call.0].earlier(rng, end, Item::is_resource) else { return };
        let Some(at) = self.bodies[call.0].items.iter().position(|item| item.id == id) else { return };
        let item = self.bodies[call.0].items.remove(at);
        let (from, to) = (format!("{}.{}", call.1, item.address()), item.address());
        self.bodies[body].items.push(item);
        if !rng.one_in(5) {
            self.moved(body, &from, &to);
        }
    }

    /// A call in a body: what it calls, and the address of one of its instances.
    fn some_call(&self, rng: &mut Rng, body: usize) -> Option<(usize, String)> {
        let end = self.bodies[body].items.len();
        let id = self.bodies[body].earlier(rng, end, |item| matches!(item.kind, Kind::Call(..)))?;
        let item = self.bodies[body].item(id)?;
        match &item.kind {
            Kind::Call(called, _) => Some((*called, format!("{}{}", item.address(), item.some_key(rng)))),
            _ => None,
        }
    }

    fn import(&mut self, rng: &mut Rng) {
        let Some((path, item)) = self.some_item(rng) else { return };
        if !item.is_resource() {
            return;
        }
        let address = format!("{path}{}", item.address());
        let keyed = matches!(item.repeat, Repeat::Keys(_) | Repeat::Map(..));
        let text = if keyed && rng.one_in(2) {
            format!(
                "import {{\n  for_each = {{ a = \"found-a\", b = \"found-b\" }}\n  to       = {address}[each.key]\n  id       = each.value\n}}\n"
            )
        } else {
            let key = item.some_key(rng);
            format!("import {{\n  to = {address}{key}\n  id = \"found-{}\"\n}}\n", item.id)
        };
        self.bodies[0].statements.push(text);
    }

    /// Some declaration, with the address of an instance of its module.
    pub(super) fn some_item(&self, rng: &mut Rng) -> Option<(String, &Item)> {
        let mut body = 0;
        let mut path = String::new();
        loop {
            let items = &self.bodies[body].items;
            let item = items.get(rng.below(items.len()))?;
            match &item.kind {
                Kind::Call(called, _) if !rng.one_in(4) => {
                    path.push_str(&format!("{}{}.", item.address(), item.some_key(rng)));
                    body = *called;
                }
                _ => return Some((path, item)),
            }
        }
    }

    /// An address for options that name one.
    pub(super) fn some_address(&self, rng: &mut Rng) -> Option<String> {
        let (path, item) = self.some_item(rng)?;
        if !item.is_movable() {
            return None;
        }
        // Not always with a key where there should be one.
        let key = if rng.one_in(6) { String::new() } else { item.some_key(rng) };
        Some(format!("{path}{}{key}", item.address()))
    }
}
