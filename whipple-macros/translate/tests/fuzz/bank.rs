//! What mutations put in: parts of the corpus, and tokens at the edges of what there can be.

use super::{
    corpus::Input,
    random::Random,
    tokens::{Tree, trees},
};
use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Expr, Pat, Stmt, Type,
    visit::{self, Visit},
};

/// One of so many nodes of the corpus is kept, so that it is not all read for a few inputs.
const STRIDE: usize = 6;

const LITERALS: &[&str] = &[
    "0",
    "1",
    "7",
    "127u8",
    "128",
    "255u8",
    "256u8",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "0xffffffffffffffffffffffffffffffffffffffff",
    "0xff_u8",
    "0b1010_1010",
    "0o777",
    "00",
    "0_",
    "1__000_",
    "5i128",
    "5u128",
    "5w0",
    "5w3",
    "5v99999",
    "0x1fw2",
    "5fn",
    "5self",
    "5_usize",
    "5whipple",
    "1f32",
    "1_f64",
    "1.",
    "1.0",
    "1.5f64",
    "1.0foo",
    "1.0w1",
    "1e400",
    "1e-400f32",
    "1E+5_f32",
    "0.1_2_3",
    "\"\"",
    "\"text {} {{\"",
    "\"a\\\nb\\0\\u{10ffff}\\\\\"",
    "\"suffixed\"kg",
    "r\"raw\"",
    "r#\"ra\"w\\\"#",
    "b\"bytes\\xff\"",
    "br\"\\\"",
    "c\"c\"",
    "'x'",
    "'\\u{10ffff}'",
    "b'\\n'",
    "b'a'",
];

const WORDS: &[&str] = &[
    "self",
    "Self",
    "super",
    "crate",
    "_",
    "r#fn",
    "r#type",
    "r#struct",
    "true",
    "false",
    "None",
    "Some",
    "Ok",
    "NULL",
    "EOF",
    "execute",
    "Execute",
    "Item",
    "Context",
    "Buffer",
    "ReadOnly",
    "SharedArray",
    "ctx",
    "spawn",
    "shared",
    "thread",
    "barrier",
    "shuffle",
    "ballot",
    "assert",
    "assert_eq",
    "debug_assert_ne",
    "unreachable",
    "format",
    "vec2",
    "f32",
    "u8",
    "i128",
    "usize",
    "bool",
    "Vec3",
    "async",
    "await",
    "unsafe",
    "extern",
    "ref",
    "mut",
    "box",
    "union",
    "auto",
    "dyn",
    "impl",
    "trait",
    "where",
    "for",
    "loop",
    "while",
    "break",
    "continue",
    "return",
    "let",
    "else",
    "match",
    "if",
    "in",
    "as",
    "const",
    "static",
    "move",
    "pub",
    "default",
    "enum",
    "struct",
    "fn",
    "type",
    "yield",
    "try",
    "gen",
    "raw",
    "macro_rules",
    "é",
    "value",
    "value_2",
    "__a__b",
    "c",
    "whipple_class",
    "rev",
    "step_by",
    "min",
    "set",
    "get",
    "fetch_add",
    "consts",
    "PI",
];

const SNIPPETS: &[&str] = &[
    "'a",
    "'static",
    "'_",
    "'r#for",
    "'a: loop { break 'a; }",
    "'a: { break 'a 1 }",
    "&mut",
    "..",
    "..=",
    "->",
    "=>",
    "::",
    "<<",
    ">>=",
    "&&",
    "||",
    "|x|",
    "?",
    "#",
    "$",
    "~",
    "@",
    "!",
    "-",
    "*",
    ";",
    ",",
    ":",
    "=",
    "+=",
    "%=",
    "()",
    "[]",
    "{}",
    "#[cfg(any())]",
    "#[whipple_class(7)]",
    "#[repr(u8)]",
    "#[repr(C, align(8))]",
    "#[repr]",
    "#[derive(PartialEq)]",
    "#[doc = \"one\\\\\\ntwo\"]",
    "#[doc]",
    "#[device]",
    "#[device(cuda = \"return;\")]",
    "#[schedule(weight = 0)]",
    "#[schedule(weight = 1_000_000, priority = 4294967296)]",
    "#[schedule(seeded, seeded)]",
    "#[schedule = 1]",
    "pub(in crate::a)",
    "where T: Copy",
    "<T: Copy, const N: usize>",
    "<'a>",
    "for<'a>",
    "as u8",
    ".0",
    ".0.1",
    "[..]",
    "[i]",
    ".min(1)",
    "as _",
    "else { 0 }",
    "if let Some(x) = y",
    "let x;",
    "let else",
    "assert_eq!(a == b, c == d);",
    "assert!(a = b, \"{}\");",
    "debug_assert!();",
    "macro_rules! m { () => {} }",
    "ctx.spawn::<Self>(1);",
    "ctx.spawn::<P>(item)",
    "ctx.barrier();",
    "if ctx.thread() <= 18446744073709551615 { ctx.spawn::<P>(1); }",
    "for i in 0..=18446744073709551615 { ctx.spawn::<P>(1); }",
    "for i in (0..9).rev().step_by(0) { }",
    "match x { }",
    "a @ 1..=2",
    "ref mut x",
    "Point { x, .. }",
    "..Default::default()",
    "<T as Trait>::NAME",
    "impl Fn(u32) -> u32",
    "dyn A + B",
    "[u32; { 1 + 2 }]",
    "*const u8",
    "!",
    "unsafe extern \"C\" fn()",
];

const ARGUMENTS: &[&str] = &[
    "",
    "level = 0, threads = 4",
    "level = 1, threads = 256, shared = SharedArray<f32, 256>",
    "level = 2, max_spawns = 3",
    "level = 3",
    "level = 18446744073709551616",
    "level = \"0\"",
    "level = -1",
    "level(0)",
    "level",
    "level = 0, threads = 0",
    "level = 0, threads = 340282366920938463463374607431768211456",
    "level = 0, threads = N + 1, threads = 4",
    "level = 0, threads = if a { 1 } else { 2 }",
    "level = 2, shared = ()",
    "level = 0, threads = 4, shared = dyn A + B, shared = u32",
    "level = 0, threads = 4, max_spawns = -1, unknown = 3",
    "cuda = \"return;\"",
    "cuda = \"\"",
    "cuda = r\"é\n  é\n é\n\n\"",
    "cuda = \"a\\nb\\t\"kg",
    "cuda = b\"x\"",
    "cuda",
    "cuda = 1, cuda = 2",
    "fast",
    "= 3",
    ",",
];

/// What mutations put in.
pub struct Bank {
    pub literals: Vec<TokenTree>,
    pub words: Vec<TokenTree>,
    pub snippets: Vec<Vec<Tree>>,
    pub arguments: Vec<TokenStream>,
    pub pieces: Vec<Vec<Tree>>,
    pub exprs: Vec<Expr>,
    pub types: Vec<Type>,
    pub patterns: Vec<Pat>,
    pub statements: Vec<Stmt>,
}

impl Bank {
    /// Takes the corpus apart.
    pub fn new(corpus: &[Input]) -> Self {
        let one = |text: &&str| text.parse::<TokenStream>().ok()?.into_iter().next();
        let stream = |text: &&str| text.parse::<TokenStream>().ok();
        let mut bank = Self {
            literals: LITERALS.iter().filter_map(one).collect(),
            words: WORDS.iter().filter_map(one).collect(),
            snippets: SNIPPETS.iter().filter_map(stream).map(trees).collect(),
            arguments: ARGUMENTS.iter().filter_map(stream).collect(),
            pieces: Vec::new(),
            exprs: Vec::new(),
            types: Vec::new(),
            patterns: Vec::new(),
            statements: Vec::new(),
        };
        // A macro can hand over a negative number as one token.
        bank.literals.push(proc_macro2::Literal::i32_unsuffixed(-5).into());
        bank.literals.push(proc_macro2::Literal::i8_suffixed(-128).into());
        bank.literals.push(proc_macro2::Literal::f32_unsuffixed(-1.5).into());
        let mut collector = Collector { bank: &mut bank, seen: 0 };
        for input in corpus {
            collector.pieces(&trees(input.item.clone()));
            if let Ok(item) = syn::parse2::<syn::Item>(input.item.clone()) {
                collector.visit_item(&item);
            }
        }
        bank
    }

    /// A run of tokens from elsewhere.
    pub fn piece(&self, random: &mut Random) -> Vec<Tree> {
        let leaf = |token: Option<&TokenTree>| token.map(|token| Tree::Leaf(token.clone())).into_iter().collect();
        match random.below(8) {
            0 | 1 => leaf(random.pick(&self.literals)),
            2 => leaf(random.pick(&self.words)),
            3 => random.pick(&self.snippets).cloned().unwrap_or_default(),
            _ => random.pick(&self.pieces).cloned().unwrap_or_default(),
        }
    }
}

struct Collector<'a> {
    bank: &'a mut Bank,
    seen: usize,
}

impl Collector<'_> {
    fn keeps(&mut self) -> bool {
        self.seen += 1;
        self.seen.is_multiple_of(STRIDE)
    }

    /// Keeps runs of one to four tokens.
    fn pieces(&mut self, trees: &[Tree]) {
        for (index, tree) in trees.iter().enumerate() {
            if self.keeps() {
                let end = (index + 1 + self.seen / STRIDE % 4).min(trees.len());
                self.bank.pieces.push(trees[index..end].to_vec());
            }
            if let Tree::Group(_, inner, _) = tree {
                self.pieces(inner);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if self.keeps() {
            self.bank.exprs.push(expr.clone());
        }
        visit::visit_expr(self, expr);
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        if self.keeps() {
            self.bank.types.push(ty.clone());
        }
        visit::visit_type(self, ty);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if self.keeps() {
            self.bank.patterns.push(pattern.clone());
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if self.keeps() {
            self.bank.statements.push(statement.clone());
        }
        visit::visit_stmt(self, statement);
    }
}
