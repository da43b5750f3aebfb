//! Modules from WGSL that compiles and that nobody would write: the texts of our shaders with random changes. Each is
//! written, or refused with a reason.
//!
//! A word is replaced by another of its kind, a type everywhere by another, a value by one that is converted, a line by
//! another. What a text then has and naga's validator accepts, a user can write.
//!
//! `SEEDS=100000` sets how many texts are tried, starting with `SEED=17` if that is also given. `SPIRULA_SHADERS` is a
//! folder with more of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::parse::{self, Shader};
use crate::common::prng::Random;
use crate::common::shaders_below;
use crate::random::configuration::options;
use crate::random::properties::caught;
use crate::random::shader::Source;
use crate::random::{quiet, seeds};

/// The default number of texts.
const TEXTS: u64 = 6_000;
/// How many changes are tried one after the other. One that naga rejects is taken back.
const ATTEMPTS: usize = 16;
/// The length in bytes of the longest text that is changed.
const LONGEST: usize = 9_000;

/// The kind of a token. A token is replaced by one of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Attribute,
    Number,
    Operator,
    Scalar,
    /// `vec3`, before a scalar type or components.
    Vector,
    /// `vec3f` and the like.
    ScalarVector,
    Matrix,
    Texture,
    Format,
    Access,
    Space,
    Declaration,
    /// The name of a function or type, before its arguments.
    Called,
    /// A member or a swizzle, after its dot.
    Member,
    Name,
    /// White space, punctuation, comments and other keywords, which are not replaced.
    Fixed,
}

type Token = (Kind, String);

const OPERATORS: &[&str] = &[
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">",
];
const SCALARS: &[&str] = &["bool", "i32", "u32", "f32", "f16", "i64", "u64", "f64", "i16", "u16"];
/// The suffixes of literals of the types that have one.
const SUFFIXES: &[(&str, &str)] = &[
    ("i32", "i"),
    ("u32", "u"),
    ("f32", "f"),
    ("f16", "h"),
    ("i64", "li"),
    ("u64", "lu"),
    ("f64", "lf"),
];
/// Numbers at the ends of ranges, which our texts seldom have.
const NUMBERS: &str = "0 1 2 3 4 7 8 15 16 31 32 33 63 64 255 256 65535 65536 0x7fffffff 0x80000000 4294967295 0.5 0.0 1e30 \
    65504.0";
const KEYWORDS: &str = "alias array atomic break case const_assert continue continuing default diagnostic discard else \
    enable false fn for if loop ptr requires return struct switch true while";

/// The texts, and their tokens by kind.
struct Texts {
    texts: Vec<(String, Vec<Token>)>,
    vocabulary: BTreeMap<Kind, Vec<String>>,
    /// A directive that enables every extension of any text.
    enable: String,
}

static TEXTS_AND_WORDS: LazyLock<Texts> = LazyLock::new(|| {
    let given = std::env::var_os("SPIRULA_SHADERS").map(PathBuf::from);
    let paths = super::shaders().chain(given.iter().flat_map(|folder| shaders_below(folder)));
    let is_wgsl = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "wgsl");
    let mut texts = Vec::new();
    let mut words: BTreeMap<Kind, BTreeSet<String>> = BTreeMap::new();
    let mut extensions = BTreeSet::new();
    for path in paths.filter(is_wgsl) {
        let text = std::fs::read_to_string(&path).unwrap();
        let enables = text
            .lines()
            .filter_map(|line| line.strip_prefix("enable ")?.strip_suffix(';'));
        extensions.extend(enables.flat_map(|names| names.split(", ").map(str::to_owned)));
        let tokens = tokens(&text);
        for (kind, token) in &tokens {
            words.entry(*kind).or_default().insert(token.clone());
        }
        if text.len() <= LONGEST {
            texts.push((path.display().to_string(), tokens));
        }
    }
    let mut add = |kind, word: &str| words.entry(kind).or_default().insert(word.to_owned());
    for operator in OPERATORS {
        add(Kind::Operator, operator);
    }
    for scalar in SCALARS {
        add(Kind::Scalar, scalar);
    }
    for number in NUMBERS.split(' ') {
        add(Kind::Number, number);
    }
    Texts {
        texts,
        vocabulary: words
            .into_iter()
            .map(|(kind, words)| (kind, Vec::from_iter(words)))
            .collect(),
        enable: format!("enable {};\n", Vec::from_iter(extensions).join(", ")),
    }
});

fn tokens(text: &str) -> Vec<Token> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = |of: &str, is_part: &dyn Fn(char) -> bool| of.find(|c| !is_part(c)).unwrap_or(of.len());
        let (kind, length) = if rest.starts_with("//") {
            (Kind::Fixed, end(rest, &|c| c != '\n'))
        } else if first == '@' {
            let name = 1 + end(&rest[1..], &is_word);
            let arguments = rest[name..].starts_with('(').then(|| rest[name..].find(')')).flatten();
            (Kind::Attribute, name + arguments.map_or(0, |close| close + 1))
        } else if first.is_ascii_digit() {
            (Kind::Number, end(rest, &|c| is_word(c) || c == '.'))
        } else if is_word(first) {
            let length = end(rest, &is_word);
            let is_member = tokens.last().is_some_and(|(_, token)| token == ".");
            (
                kind(&rest[..length], is_member, rest[length..].starts_with('(')),
                length,
            )
        } else if let Some(operator) = OPERATORS.iter().find(|&&operator| rest.starts_with(operator)) {
            // Without spaces around, it can be a bracket of types, or a sign.
            let is_infix = text[..text.len() - rest.len()].ends_with(' ') && rest[operator.len()..].starts_with(' ');
            (if is_infix { Kind::Operator } else { Kind::Fixed }, operator.len())
        } else {
            (Kind::Fixed, first.len_utf8())
        };
        tokens.push((kind, rest[..length].to_owned()));
        rest = &rest[length..];
    }
    tokens
}

fn kind(word: &str, is_member: bool, is_called: bool) -> Kind {
    let is_format = |word: &str| {
        word.starts_with(['r', 'b'])
            && word.contains(|c: char| c.is_ascii_digit())
            && ["norm", "int", "float"].iter().any(|end| word.ends_with(end))
    };
    match word {
        _ if is_member => Kind::Member,
        _ if KEYWORDS.split(' ').any(|keyword| keyword == word) => Kind::Fixed,
        _ if SCALARS.contains(&word) => Kind::Scalar,
        _ if word.starts_with("texture_") => Kind::Texture,
        _ if is_format(word) => Kind::Format,
        "read" | "write" | "read_write" => Kind::Access,
        "private" | "workgroup" | "storage" | "uniform" | "function" | "immediate" => Kind::Space,
        "const" | "let" | "override" | "var" => Kind::Declaration,
        "vec2" | "vec3" | "vec4" => Kind::Vector,
        _ if word.len() == 5 && word.starts_with("vec") => Kind::ScalarVector,
        _ if word.len() <= 7 && word.starts_with("mat") && word[3..].contains('x') => Kind::Matrix,
        _ if is_called => Kind::Called,
        _ => Kind::Name,
    }
}

/// Makes random changes in a text.
struct Changes {
    random: Random,
    tokens: Vec<Token>,
}

impl Changes {
    fn any(&mut self, words: &[String]) -> String {
        words[self.random.below(words.len())].clone()
    }

    /// The position of a random token whose kind satisfies a predicate.
    fn find(&mut self, is_wanted: impl Fn(Kind) -> bool) -> Option<usize> {
        let found: Vec<usize> = (0..self.tokens.len())
            .filter(|&at| is_wanted(self.tokens[at].0))
            .collect();
        found.get(self.random.below(found.len())).copied()
    }

    /// Replaces a token by one of its kind. All kinds are equally likely, so that the rare ones change too.
    fn replace(&mut self) {
        let kinds: BTreeSet<Kind> = self.tokens.iter().map(|(kind, _)| *kind).collect();
        let kinds: Vec<Kind> = kinds.into_iter().filter(|&kind| kind != Kind::Fixed).collect();
        if kinds.is_empty() {
            return;
        }
        let kind = self.random.choose(&kinds);
        let Some(at) = self.find(|other| other == kind) else {
            return;
        };
        let is_own = match kind {
            Kind::Name => true,
            Kind::Member | Kind::Called => self.random.chance(50),
            // catch-all: the others mean the same in every text
            _ => false,
        };
        if !is_own {
            self.tokens[at].1 = self.any(&TEXTS_AND_WORDS.vocabulary[&kind]);
        } else if let Some(own) = self.find(|other| other == kind) {
            self.tokens[at].1 = self.tokens[own].1.clone();
        }
    }

    /// Replaces a scalar type and its literals everywhere.
    fn retype(&mut self) {
        let Some(at) = self.find(|kind| kind == Kind::Scalar) else {
            return;
        };
        let (from, to) = (self.tokens[at].1.clone(), self.random.choose(SCALARS));
        let suffix = |of: &str| SUFFIXES.iter().find(|(ty, _)| *ty == of).map(|(_, suffix)| *suffix);
        for (kind, token) in &mut self.tokens {
            if *kind == Kind::Scalar && *token == from {
                *token = to.to_owned();
            } else if let (Kind::Number, Some(old)) = (*kind, suffix(&from))
                && let Some(digits) = token.strip_suffix(old)
                && !digits.starts_with("0x")
            {
                *token = suffix(to).map_or_else(|| format!("{to}({digits})"), |new| format!("{digits}{new}"));
            }
        }
    }

    /// Makes a value the argument of a conversion or of a function.
    fn wrap(&mut self) {
        let Some(at) = self.find(|kind| matches!(kind, Kind::Name | Kind::Number)) else {
            return;
        };
        let of = self.random.choose(&[Kind::Scalar, Kind::Scalar, Kind::Called]);
        let name = self.any(&TEXTS_AND_WORDS.vocabulary[&of]);
        self.tokens[at].1 = format!("{name}({})", self.tokens[at].1);
    }

    /// Copies, removes or swaps lines.
    fn move_lines(&mut self) {
        let text = self.text();
        let mut lines: Vec<&str> = text.lines().collect();
        let [from, to] = [(); 2].map(|()| self.random.below(lines.len()));
        match self.random.below(3) {
            0 => drop(lines.remove(from)),
            1 => lines.insert(to, lines[from]),
            _ => lines.swap(from, to),
        }
        self.tokens = tokens(&lines.join("\n"));
    }

    fn text(&self) -> String {
        self.tokens.iter().map(|(_, token)| token.as_str()).collect()
    }
}

/// The changed module of a seed, its text, and the file that it comes from; `None` if naga accepts none of the changes.
pub fn changed(seed: u64) -> Option<(Shader, String, &'static str)> {
    let Texts { texts, enable, .. } = &*TEXTS_AND_WORDS;
    let mut random = Random::new(seed);
    let (name, tokens) = &texts[random.below(texts.len())];
    let mut changes = Changes {
        random,
        tokens: tokens.clone(),
    };
    let mut accepted = None;
    for _ in 0..ATTEMPTS {
        let before = changes.tokens.clone();
        match changes.random.below(10) {
            0 => changes.retype(),
            1 => changes.wrap(),
            2 => changes.move_lines(),
            _ => changes.replace(),
        }
        let text = format!("{enable}{}", changes.text());
        // naga's front end and validator panic for some texts.
        match caught(|| parse::wgsl(&text, "test.wgsl")) {
            Ok(Ok(shader)) => accepted = Some((shader, text, name.as_str())),
            Ok(Err(_)) | Err(_) => changes.tokens = before,
        }
    }
    accepted
}

#[test]
fn changed_texts_are_written_or_refused() {
    quiet();
    let all = seeds("SEEDS", TEXTS);
    let is_one = all.end - all.start == 1;
    let shaders = all.filter_map(|seed| {
        let (shader, text, file) = changed(seed)?;
        if is_one {
            println!("{text}");
        }
        // Targets that lack features, and options that are seldom used, for every other one.
        let setup = match seed % 2 {
            0 => super::configuration(seed),
            _ => options(seed, &shader, &Source::of(text)),
        };
        Some((seed, shader, setup, file))
    });
    let (written, refused) = super::written_or_refused(shaders);
    println!("{written} changed texts written, {refused} refused");
    assert!(is_one || written > refused, "most texts that naga accepts are written");
}
