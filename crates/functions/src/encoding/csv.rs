//! Comma-separated values.

use std::collections::HashSet;

use value::{Type, Value};

use crate::message::quoted;
use crate::string::{STR, text};
use crate::support::csv::{CsvError, Records};
use crate::{Body, Example, Function, FunctionError, ParamType, Refine, Returns};

pub(crate) const CSVDECODE: Function = Function {
    name: "csvdecode",
    params: &[STR],
    variadic: None,
    // Only the text tells the columns.
    returns: Returns::Fixed(ParamType::Any),
    refine: Refine::NotNull,
    doc: "Reads comma-separated values: a list of objects, one for each line after the first, which names the \
          attributes. All values are strings.",
    examples: &[Example {
        call: "csvdecode(\"a,b\\n1,2\\n\")",
        result: "tolist([\n  {\n    \"a\" = \"1\"\n    \"b\" = \"2\"\n  },\n])",
    }],
    body: Body::Plain(|args| {
        let failed = |error: CsvError| FunctionError::new(error.to_string());
        let mut records = Records::new(text(&args[0])?);
        let header =
            records.next().ok_or_else(|| FunctionError::new("missing header line"))?.map_err(failed)?;
        let mut seen = HashSet::new();
        if let Some(double) = header.iter().find(|name| !seen.insert(name.as_str())) {
            return Err(FunctionError::new(format!("duplicate column name {}", quoted(double))));
        }
        let row =
            |fields: Vec<String>| Value::object(header.iter().zip(fields.into_iter().map(Value::string)));
        let rows: Vec<Value> =
            records.map(|fields| fields.map(row)).collect::<Result<_, _>>().map_err(failed)?;
        let columns = Type::object(header.iter().map(|name| (name, Type::String)));
        Ok(Value::list(columns, rows))
    }),
};
