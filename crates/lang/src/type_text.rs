//! Types as the console's `type` function shows them.

use value::Type;

/// The text of a type, over several lines where it has parts.
pub fn type_text(ty: &Type) -> String {
    let mut out = String::new();
    write_type(ty, 0, &mut out);
    out
}

fn write_type(ty: &Type, depth: usize, out: &mut String) {
    match ty {
        Type::Dynamic => out.push_str("dynamic"),
        Type::String => out.push_str("string"),
        Type::Number => out.push_str("number"),
        Type::Bool => out.push_str("bool"),
        Type::List(element) => write_collection("list", element, depth, out),
        Type::Set(element) => write_collection("set", element, depth, out),
        Type::Map(element) => write_collection("map", element, depth, out),
        Type::Tuple(elements) if elements.is_empty() => out.push_str("tuple([])"),
        Type::Tuple(elements) => {
            out.push_str("tuple([\n");
            for element in elements.iter() {
                indent(depth + 1, out);
                write_type(element, depth + 1, out);
                out.push_str(",\n");
            }
            indent(depth, out);
            out.push_str("])");
        }
        Type::Object(object) if object.attributes().is_empty() => out.push_str("object({})"),
        Type::Object(object) => {
            out.push_str("object({\n");
            for attribute in object.attributes() {
                indent(depth + 1, out);
                out.push_str(&attribute.name);
                out.push_str(": ");
                write_type(&attribute.ty, depth + 1, out);
                out.push_str(",\n");
            }
            indent(depth, out);
            out.push_str("})");
        }
    }
}

fn write_collection(name: &str, element: &Type, depth: usize, out: &mut String) {
    out.push_str(name);
    out.push('(');
    if !matches!(element, Type::Tuple(_) | Type::Object(_)) {
        write_type(element, depth, out);
    } else {
        out.push('\n');
        indent(depth + 1, out);
        write_type(element, depth + 1, out);
        out.push_str(",\n");
        indent(depth, out);
    }
    out.push(')');
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("    ", depth));
}
