//! The class names that `\p{…}` and `[[:…:]]` accept.
//!
//! Terraform's Go wants category and script names exactly; OpenTofu's newer
//! one compares them loosely and knows the long category names. The looser
//! reading is taken: it gives the same class wherever both accept. Both know
//! the characters of Unicode 15, so later ones are left out.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// The class of a Unicode category or script.
pub(super) fn unicode_class(name: &str) -> Option<ClassUnicode> {
    let name = canonical(name);
    match name.as_str() {
        "any" => return Some(ranges(&[('\0', char::MAX)])),
        "ascii" => return Some(ranges(&[('\0', '\x7f')])),
        // Go's tables leave the unassigned code points out of the category "C".
        "c" | "other" => return query(r"[\p{gc=Cc}\p{gc=Cf}\p{gc=Co}]"),
        // Strings hold no surrogates.
        "cs" | "surrogate" => return Some(ClassUnicode::empty()),
        "assigned" => return query(r"[\p{age=15.0}--\p{gc=Cn}]"),
        "cn" | "unassigned" => {
            let mut class = unicode_class("assigned")?;
            class.negate();
            return Some(class);
        }
        _ => {}
    }
    if CATEGORIES.split_whitespace().any(|c| canonical(c) == name) {
        let class = match name.as_str() {
            "cntrl" => "cc",
            "digit" => "nd",
            "punct" => "p",
            "combiningmark" => "m",
            other => other,
        };
        return query(&format!(r"[\p{{gc={class}}}&&\p{{age=15.0}}]"));
    }
    if SCRIPTS.split_whitespace().any(|s| canonical(s) == name) {
        return query(&format!(r"[\p{{sc={name}}}&&\p{{age=15.0}}]"));
    }
    None
}

/// The ASCII class of a POSIX name such as `alpha`.
pub(super) fn posix_class(name: &str) -> Option<ClassUnicode> {
    Some(ranges(match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "ascii" => &[('\0', '\x7f')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "upper" => &[('A', 'Z')],
        "word" => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return None,
    }))
}

/// The ASCII class of `\d`, `\s` or `\w`.
pub(super) fn perl_class(letter: char) -> Option<ClassUnicode> {
    match letter {
        'd' => posix_class("digit"),
        // Unlike [[:space:]] without the vertical tab.
        's' => Some(ranges(&[('\t', '\n'), ('\x0c', '\r'), (' ', ' ')])),
        'w' => posix_class("word"),
        _ => None,
    }
}

fn ranges(pairs: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(pairs.iter().map(|&(lo, hi)| ClassUnicodeRange::new(lo, hi)))
}

/// Asks regex-syntax's tables.
fn query(pattern: &str) -> Option<ClassUnicode> {
    match regex_syntax::parse(pattern).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        // A class of one character comes back as a literal.
        HirKind::Literal(lit) => {
            let c = std::str::from_utf8(&lit.0).ok()?.chars().next()?;
            Some(ranges(&[(c, c)]))
        }
        _ => None,
    }
}

fn canonical(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

const CATEGORIES: &str = "
    Cc Cf Co L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
    Cased_Letter Close_Punctuation Combining_Mark Connector_Punctuation Control Currency_Symbol
    Dash_Punctuation Decimal_Number Enclosing_Mark Final_Punctuation Format Initial_Punctuation Letter
    Letter_Number Line_Separator Lowercase_Letter Mark Math_Symbol Modifier_Letter Modifier_Symbol
    Nonspacing_Mark Number Open_Punctuation Other_Letter Other_Number Other_Punctuation Other_Symbol
    Paragraph_Separator Private_Use Punctuation Separator Space_Separator Spacing_Mark Symbol
    Titlecase_Letter Uppercase_Letter cntrl digit punct";

/// The scripts of Unicode 15, which the reference implementations are built on.
const SCRIPTS: &str = "
    Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali
    Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma
    Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari
    Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic
    Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew
    Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi
    Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha
    Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen
    Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi
    Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu
    Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic
    Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong
    Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada
    Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac
    Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan
    Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";
