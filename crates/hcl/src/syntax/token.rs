//! Tokens of the native syntax.

/// What a token is. The later kinds are never valid but are recognised so that errors can be helpful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the tokens")]
pub enum TokenKind {
    OBrace,
    CBrace,
    OBrack,
    CBrack,
    OParen,
    CParen,
    OQuote,
    CQuote,
    /// `<<MARK` or `<<-MARK` with its newline.
    OHeredoc,
    /// The closing marker with the spaces around it, without its newline.
    CHeredoc,

    Star,
    Slash,
    Plus,
    Minus,
    Percent,

    Equal,
    EqualOp,
    NotEqual,
    LessThan,
    LessThanEq,
    GreaterThan,
    GreaterThanEq,

    And,
    Or,
    Bang,

    Dot,
    Comma,
    Ellipsis,
    FatArrow,
    Question,
    Colon,
    DoubleColon,

    /// `${` or `${~`
    TemplateInterp,
    /// `%{` or `%{~`
    TemplateControl,
    /// `}` or `~}` that ends one of the two above.
    TemplateSeqEnd,

    /// Text between quotes, with its escapes.
    QuotedLit,
    /// Text of a heredoc or bare template: at most one line, with its newline.
    StringLit,
    NumberLit,
    Ident,

    /// A line comment has its newline; a `/* */` one has not.
    Comment,
    Newline,
    Eof,

    BitwiseAnd,
    BitwiseOr,
    BitwiseNot,
    BitwiseXor,
    StarStar,
    Apostrophe,
    Backtick,
    Semicolon,
    Tabs,
    Invalid,
    BadUtf8,
    /// Line ends between quotes.
    QuotedNewline,
}

impl TokenKind {
    /// Whether no valid file has such a token.
    pub fn is_invalid(self) -> bool {
        self as u8 >= TokenKind::BitwiseAnd as u8
    }
}

/// One token: its kind and the bytes it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Literal text that is ASCII without any escape, so that it needs no decoding.
    pub(crate) plain: bool,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Where it stands.
    #[inline]
    pub fn span(self) -> diag::Span {
        diag::Span::new(self.start, self.end)
    }
}
