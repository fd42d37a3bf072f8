//! Functions on IP networks.

use dashu_int::IBig;
use value::{Type, Value};

use crate::message::whole_number;
use crate::string::text;
use crate::support::cidr::{Prefix, subnets};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const PREFIX: Param = Param::new("prefix", ParamType::String);
const NEWBITS: Param = Param::new("newbits", ParamType::Number);

fn prefix(value: &Value) -> Result<Prefix, FunctionError> {
    Prefix::parse(text(value)?).map_err(FunctionError::new)
}

/// A whole number of any size.
fn whole(value: &Value) -> Result<IBig, FunctionError> {
    let number = value.as_num().and_then(|number| number.to_bigint());
    number.ok_or_else(|| FunctionError::new("value must be a whole number"))
}

pub(crate) const CIDRCONTAINS: Function = Function {
    name: "cidrcontains",
    params: &[
        Param::new("containing_prefix", ParamType::String),
        Param::new("contained_ip_or_prefix", ParamType::String),
    ],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::Nothing,
    doc: "Tells whether a network contains an address or another network.",
    examples: &[Example { call: "cidrcontains(\"192.168.2.0/20\", \"192.168.2.1\")", result: "true" }],
    body: Body::Plain(|args| {
        let contains = prefix(&args[0])?.contains(text(&args[0])?, text(&args[1])?);
        Ok(Value::bool(contains.map_err(FunctionError::new)?))
    }),
};

pub(crate) const CIDRHOST: Function = Function {
    name: "cidrhost",
    params: &[PREFIX, Param::new("hostnum", ParamType::Number)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the address with a number inside a network. A negative number counts from the end.",
    examples: &[Example { call: "cidrhost(\"10.12.112.0/20\", 16)", result: "\"10.12.112.16\"" }],
    body: Body::Plain(|args| {
        let number = whole(&args[1])?;
        Ok(Value::string(prefix(&args[0])?.host(&number).map_err(FunctionError::new)?))
    }),
};

pub(crate) const CIDRNETMASK: Function = Function {
    name: "cidrnetmask",
    params: &[PREFIX],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the mask of an IPv4 network in dotted form.",
    examples: &[Example { call: "cidrnetmask(\"172.16.0.0/12\")", result: "\"255.240.0.0\"" }],
    body: Body::Plain(|args| Ok(Value::string(prefix(&args[0])?.netmask().map_err(FunctionError::new)?))),
};

pub(crate) const CIDRSUBNET: Function = Function {
    name: "cidrsubnet",
    params: &[PREFIX, NEWBITS, Param::new("netnum", ParamType::Number)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives a smaller network inside a network: how many bits to add, and the number that goes into them.",
    examples: &[Example { call: "cidrsubnet(\"172.16.0.0/12\", 4, 2)", result: "\"172.18.0.0/16\"" }],
    body: Body::Plain(|args| {
        let new_bits = whole_number(&args[1]).map_err(FunctionError::new)?;
        let number = whole(&args[2])?;
        let subnet = prefix(&args[0])?.subnet(new_bits, &number).map_err(FunctionError::new)?;
        Ok(Value::string(subnet.to_string()))
    }),
};

pub(crate) const CIDRSUBNETS: Function = Function {
    name: "cidrsubnets",
    params: &[PREFIX],
    variadic: Some(NEWBITS),
    returns: Returns::Fixed(ParamType::ListOfString),
    refine: Refine::NotNull,
    doc: "Gives consecutive networks inside a network, each with its own number of added bits, as close together \
          as alignment allows.",
    examples: &[Example {
        call: "cidrsubnets(\"10.1.0.0/16\", 4, 4)",
        result: "tolist([\n  \"10.1.0.0/20\",\n  \"10.1.16.0/20\",\n])",
    }],
    body: Body::Plain(|args| {
        let base = Prefix::parse(text(&args[0])?).map_err(|error| FunctionError::argument(0, error))?;
        let new_bits = args.iter().enumerate().skip(1);
        let new_bits: Vec<i64> = new_bits
            .map(|(index, bits)| whole_number(bits).map_err(|error| FunctionError::argument(index, error)))
            .collect::<Result<_, _>>()?;
        let found = subnets(&base, &new_bits)
            .map_err(|error| FunctionError::argument(error.index + 1, error.message))?;
        Ok(Value::list(Type::String, found.iter().map(|subnet| Value::string(subnet.to_string())).collect()))
    }),
};

#[cfg(test)]
mod tests {
    use value::Type;

    use crate::testing::*;

    #[test]
    fn cidrcontains() {
        check("cidrcontains", [s("192.168.2.0/20"), s("192.168.2.1")], b(true));
        check("cidrcontains", [s("192.168.2.0/24"), s("192.168.2.0/22")], b(false));
        check("cidrcontains", [s("fd00::/8"), sensitive(s("fd12::1"))], sensitive(b(true)));
        check("cidrcontains", [unknown(STRING), s("10.0.0.1")], unknown(BOOL));
        check("cidrcontains", [s("x"), some(STRING)], unknown(BOOL));
        check_error(
            "cidrcontains",
            [s("10.0.0.0/8"), s("fd12::1")],
            "address family mismatch: 10.0.0.0/8 vs. fd12::1",
        );
        check_error("cidrcontains", [s("10.0.0.0/8"), s("x")], "invalid IP address or prefix: x");
        check_error(
            "cidrcontains",
            [s("10.0.0.0/8"), untyped_null()],
            "contained_ip_or_prefix: argument must not be null",
        );
    }

    #[test]
    fn cidrhost() {
        check("cidrhost", [s("10.12.112.0/20"), n("268")], s("10.12.113.12"));
        check("cidrhost", [s("10.12.112.0/20"), n("-1")], s("10.12.127.255"));
        check(
            "cidrhost",
            [s("::/0"), n("340282366920938463463374607431768211455")],
            s("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        );
        check("cidrhost", [s("10.0.0.0/8"), sensitive(s("5"))], sensitive(s("10.0.0.5")));
        check("cidrhost", [unknown(STRING), n("1")], some(STRING));
        check("cidrhost", [s("x"), number_between(1, None)], some(STRING));
        check_error("cidrhost", [s("10.0.0.0/8"), n("1.5")], "value must be a whole number");
        check_error("cidrhost", [s("10.0.0.0/8"), infinity()], "value must be a whole number");
        check_error(
            "cidrhost",
            [s("10.0.0.0/8"), n("1e10")],
            "prefix of 8 does not accommodate a host numbered 10000000000",
        );
        check_error("cidrhost", [s("10"), n("1")], "invalid CIDR expression: invalid CIDR address: 10");
        check_error("cidrhost", [s("10.0.0.0/8"), s("x")], "hostnum: a number is required");
        check_error("cidrhost", [untyped_null(), n("1")], "prefix: argument must not be null");
    }

    #[test]
    fn cidrnetmask() {
        check("cidrnetmask", [s("172.16.0.0/12")], s("255.240.0.0"));
        check("cidrnetmask", [s("010.0.0.0/8")], s("255.0.0.0"));
        check("cidrnetmask", [sensitive(s("10.0.0.0/8"))], sensitive(s("255.0.0.0")));
        check("cidrnetmask", [dynamic()], some(STRING));
        check("cidrnetmask", [some(STRING)], some(STRING));
        check_error("cidrnetmask", [s("fd00::/8")], "IPv6 addresses cannot have a netmask: fd00::/8");
        check_error("cidrnetmask", [null(STRING)], "prefix: argument must not be null");
        check_error("cidrnetmask", [tuple([])], "prefix: string required");
    }

    #[test]
    fn cidrsubnet() {
        check("cidrsubnet", [s("172.16.0.0/12"), n("4"), n("2")], s("172.18.0.0/16"));
        check("cidrsubnet", [s("::/0"), n("128"), n("1")], s("::1/128"));
        check("cidrsubnet", [s("10.0.0.0/8"), s("8"), sensitive(n("1"))], sensitive(s("10.1.0.0/16")));
        check("cidrsubnet", [unknown(STRING), n("4"), n("2")], some(STRING));
        check("cidrsubnet", [s("10.0.0.0/8"), dynamic(), n("2")], some(STRING));
        check_error(
            "cidrsubnet",
            [s("10.0.0.0/8"), n("8"), n("256")],
            "prefix extension of 8 does not accommodate a subnet numbered 256",
        );
        check_error(
            "cidrsubnet",
            [s("10.0.0.0/8"), n("1.5"), n("0")],
            "value must be a whole number, between -9223372036854775808 and 9223372036854775807",
        );
        check_error(
            "cidrsubnet",
            [s("10.0.0.0/8"), n("8"), untyped_null()],
            "netnum: argument must not be null",
        );
    }

    #[test]
    fn cidrsubnets() {
        check("cidrsubnets", [s("10.1.0.0/16"), n("4"), s("8")], list([s("10.1.0.0/20"), s("10.1.16.0/24")]));
        check("cidrsubnets", [s("10.1.0.0/16")], list_of(STRING, []));
        check("cidrsubnets", [s("10.0.0.0/8"), sensitive(n("4"))], sensitive(list([s("10.0.0.0/12")])));
        check("cidrsubnets", [s("10.0.0.0/8"), unknown(NUMBER)], some(Type::list(STRING)));
        check("cidrsubnets", [sensitive(dynamic())], sensitive(some(Type::list(STRING))));
        check_error(
            "cidrsubnets",
            [s("10.0.0.0/8"), n("4"), n("0")],
            "newbits: must extend prefix by at least one bit",
        );
        check_error(
            "cidrsubnets",
            [s("10"), n("4")],
            "prefix: invalid CIDR expression: invalid CIDR address: 10",
        );
        check_error("cidrsubnets", [s("10.0.0.0/8"), null(NUMBER)], "newbits: argument must not be null");
    }
}
