//! The wider family of cases: nested modules whose bodies vary, everything that a block may say, and more commands.
//! It draws its numbers in its own way, so that the cases of the first family stay what they are.

mod edit;
mod expr;
mod model;
mod secret;
mod text;
mod types;

use std::collections::BTreeMap;

use model::Model;

use super::super::cases::document::Case;
use super::add_changed;
use super::rng::Rng;

/// The case that a seed decides.
pub(super) fn case(seed: u64) -> Case {
    let mut rng = Rng::new(seed ^ 0x7769_6465);
    let mut case = Case { title: format!("wide seed {seed}"), ..Case::default() };
    let mut model = Model::new(&mut rng);
    let mut written: BTreeMap<String, String> = BTreeMap::new();
    for round in 0..3 + rng.below(2) {
        if round > 0 {
            model.edit(&mut rng);
        }
        add_changed(model.files(), &mut written, &mut case);
        let address = model.some_address(&mut rng);
        let other = model.some_address(&mut rng);
        round_of(rng.below(34), address.as_deref(), other.as_deref(), &mut case);
    }
    for command in ["apply", "plan", "destroy"] {
        case.add_command(command);
    }
    case
}

/// What is done in one round.
fn round_of(which: usize, address: Option<&str>, other: Option<&str>, case: &mut Case) {
    let mut run = |commands: &[&str]| {
        for command in commands {
            let command = command.replace("ADDRESS", address.unwrap_or("terraform_data.none"));
            case.add_command(&command.replace("OTHER", other.unwrap_or("module.none.terraform_data.none")));
        }
    };
    match which {
        0 => run(&["apply '-replace=ADDRESS'"]),
        1 | 2 => run(&["plan '-target=ADDRESS'", "apply '-target=ADDRESS'"]),
        3 => run(&["apply", "plan '-target=ADDRESS' '-target=OTHER'", "apply '-target=OTHER'"]),
        4 | 5 => run(&["apply", "destroy '-target=ADDRESS'", "plan"]),
        6 => run(&["apply", "taint 'ADDRESS'", "plan", "apply"]),
        7 => run(&["apply", "taint 'ADDRESS'", "untaint 'ADDRESS'", "plan"]),
        8 => run(&["apply", "state rm 'ADDRESS'", "plan", "apply"]),
        9 | 10 => run(&["apply", "state mv 'ADDRESS' 'OTHER'", "plan", "apply"]),
        11 => run(&["plan -refresh-only", "apply -refresh-only"]),
        12 => run(&["plan -destroy", "apply"]),
        13 => run(&["apply -refresh=false"]),
        // Not the same plan twice: Terraform writes several checks in any order, and counts that as a change.
        14 => run(&["apply", "plan -out=p", "apply p", "plan -destroy"]),
        15..=17 => run(&["plan -out=p", "apply p"]),
        18 => run(&["plan -destroy -out=p", "show -json p", "apply p"]),
        19 => run(&["plan -detailed-exitcode '-replace=ADDRESS'", "apply '-replace=OTHER'"]),
        20 => run(&["apply", "output -json", "show -json"]),
        21 => run(&["apply", "refresh", "state list"]),
        22 => run(&["plan -refresh=false", "apply", "apply"]),
        23 => run(&["plan -destroy '-target=ADDRESS'", "apply"]),
        24 => run(&["validate", "apply", "apply -destroy '-target=OTHER'"]),
        _ => run(&["plan", "apply"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_a_case() {
        assert_eq!(case(3).to_markdown(), case(3).to_markdown());
        assert_ne!(case(3).to_markdown(), case(4).to_markdown());
        assert!((1..200).all(|seed| case(seed).steps.len() >= 6));
    }
}
