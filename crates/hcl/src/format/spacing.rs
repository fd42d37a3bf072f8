//! Whether two neighbouring tokens of a line have a space between them.

use crate::lossless::bracket_change;
use crate::syntax::token::TokenKind as T;

/// Decides for `left` and `right`. `before` is the token in front of `left`, if it is in the same cell of the
/// line; `left_is_in` says that `left` reads `in`.
pub(super) fn space_between(before: Option<T>, left: T, left_is_in: bool, right: T) -> bool {
    match (left, right) {
        (_, T::Newline) => false,
        (T::Ident, T::OParen | T::DoubleColon) | (T::DoubleColon, T::Ident) => false,
        (T::Dot, _) | (_, T::Dot | T::Comma | T::Ellipsis) => false,
        (T::Comma, _) => true,
        // Inside templates a space would change the text.
        (T::QuotedLit | T::StringLit | T::OQuote | T::OHeredoc, _) => false,
        (_, T::QuotedLit | T::StringLit | T::CQuote | T::CHeredoc) => false,
        // `[for x in [1, 2] : x]`, unlike an index into a thing called `in`.
        _ if left_is_in && before == Some(T::Ident) => true,
        (T::Ident | T::NumberLit, T::OBrack) => false,
        (_, T::OBrack) if bracket_change(left) < 0 => false,
        (T::Bang, _) => false,
        (T::Minus, _) => before.is_some_and(may_end_operand),
        (T::OBrace, T::CBrace) => false,
        (T::OBrace, _) | (_, T::CBrace) => true,
        (T::TemplateInterp | T::TemplateControl, T::OBrace) | (T::CBrace, T::TemplateSeqEnd) => true,
        (T::TemplateSeqEnd, T::TemplateInterp | T::TemplateControl) => false,
        _ => bracket_change(left) <= 0 && bracket_change(right) >= 0,
    }
}

/// Whether a minus behind this token is taken for a subtraction. Anything that is not known to come before an
/// operand counts, which makes `=> - x` and `${- x}` look like subtractions; Terraform does the same.
fn may_end_operand(before: T) -> bool {
    let opens = matches!(before, T::OParen | T::OBrace | T::OBrack);
    let separates = matches!(before, T::Equal | T::Colon | T::Comma | T::Question);
    let calculates = matches!(before, T::Plus | T::Minus | T::Star | T::Slash | T::Percent);
    let compares = matches!(
        before,
        T::EqualOp | T::NotEqual | T::GreaterThan | T::GreaterThanEq | T::LessThan | T::LessThanEq
    );
    let combines = matches!(before, T::And | T::Or | T::Bang);
    !(opens || separates || calculates || compares || combines)
}
