//! Gives unsuffixed literals their types, on both sides at once: the host's Rust gets the suffix that the C++ has.
//!
//! Where the body itself shows the type of a literal, both sides get it as a suffix: if it is wrong, rustc says so at the literal,
//! so that the meaning never differs. An unsuffixed integer stays as it is where C++ converts it to what stands beside it (an
//! operand, an argument, a field). Of any other literal rustc is asked ([`Typed::asked`]): the host's has no suffix then, and the
//! CUDA text gets the type that rustc finds. Only generic functions, whose types rustc knows for each instance alone, and literals
//! directly under a cast or before a method have a type of their own then: `i32` or `f32`.

pub mod ask;
mod assign;
mod calls;
mod classes;
mod context;
mod literals;
mod walk;

use crate::{errors::Errors, names};
pub use classes::part;
use classes::{Classes, Known, Width};
use std::collections::BTreeMap;
use syn::{
    Block, Expr, ExprLit, ExprRepeat, ItemConst, Lit, LitFloat, LitInt, Macro, Pat, PatType, Signature, Stmt, Token,
    Type, parse::Parser, punctuated::Punctuated, spanned::Spanned, visit_mut, visit_mut::VisitMut,
};

/// A body whose literals are typed.
#[derive(Clone, Debug)]
pub struct Typed {
    /// For the host: with suffixes, and with types on variables that C++ must declare first.
    pub host: Block,
    /// For CUDA: the same, but literals whose type only rustc can look up have the suffix `w` and a number.
    pub cuda: Block,
    /// The types of those.
    pub numbers: BTreeMap<usize, Type>,
    /// Whether those that are floats are f64, as constant expressions.
    pub doubles: Vec<Expr>,
    /// The body with a question around each literal of which rustc is asked, unless the function is generic. In `cuda` these have the suffix `q` and the number of
    /// the question.
    pub asked: Block,
    /// How many questions there are.
    pub questions: usize,
    /// The constants inside, as the host has them, by what [`marked_constant`] gives for those of CUDA.
    pub constants: BTreeMap<usize, ItemConst>,
}

/// Types the literals of a body.
pub fn type_literals(signature: &Signature, block: &Block, errors: &mut Errors) -> Typed {
    let mut cuda = block.clone();
    Unmarked { errors: &mut *errors }.visit_block_mut(&mut cuda);
    let mut walker = walk::Walker::new(signature);
    walker.function(signature, &mut cuda);
    Numbered(0).visit_block_mut(&mut cuda);
    let (mut host, mut asked) = (cuda.clone(), cuda.clone());
    let may_ask = ask::can_be_asked(signature);
    let mut writer = Writer::new(walker.into_classes(), errors, Side::Cuda, may_ask);
    writer.visit_block_mut(&mut cuda);
    let numbers = std::mem::take(&mut writer.numbers);
    let doubles = writer.doubles.iter().map(|(path, position)| is_double(path, *position)).collect();
    let questions = writer.questions;
    // What was wrong has been said.
    let mut silent = Errors::new();
    let mut writer = Writer::new(writer.classes, &mut silent, Side::Host, may_ask);
    writer.visit_block_mut(&mut host);
    let mut constants = Constants(BTreeMap::new());
    constants.visit_block_mut(&mut host);
    if may_ask {
        Writer::new(writer.classes, &mut silent, Side::Asked, may_ask).visit_block_mut(&mut asked);
        Constants(BTreeMap::new()).visit_block_mut(&mut asked);
    }
    Typed { host, cuda, numbers, doubles, asked, questions, constants: constants.0 }
}

/// A constant expression: whether a number in the signature of a function is f64. False for generic functions.
fn is_double(path: &syn::Path, position: usize) -> Expr {
    Expr::Verbatim(quote::quote_spanned! {path.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::Doubles as _;
        ::whipple::private::contains(<#path>::WHIPPLE_DOUBLES, #position)
    }})
}

/// How much a literal needs a suffix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Need {
    /// C++ converts it.
    No,
    /// It stands in a tuple or an array: C++ finds its type beside it if the macros do not see it.
    Little,
    /// C++ converts it, unless it ends up as the result of a lambda.
    May,
    /// C++ would take it for an int.
    Must,
}

/// Marks a literal with its class, `5w3` if it must have a suffix, `5v3` if it may be left out, `5t3` if it need not be looked up.
fn mark(literal: &mut LitInt, class: usize, need: Need) {
    let letter = match need {
        Need::No => return,
        Need::Little => 't',
        Need::May => 'v',
        Need::Must => 'w',
    };
    *literal = LitInt::new(&format!("{literal}{letter}{class}"), literal.span());
}

/// Marks a float literal with its class, `0.5w3`.
fn mark_float(literal: &mut LitFloat, class: usize) {
    let mut digits = literal.to_string();
    if digits.ends_with('.') {
        digits.push('0');
    }
    *literal = LitFloat::new(&format!("{digits}w{class}"), literal.span());
}

/// Says that what stands beside a marked float literal gives it its type, in Rust and in C++ alike: `0.5v3`.
fn mark_pinned(literal: &mut LitFloat) {
    mark_again(literal, 'v');
}

/// Says that a marked float literal stands in a pattern: `0.5p3`. What is matched gives it its type in Rust.
fn mark_matched(literal: &mut LitFloat) {
    mark_again(literal, 'p');
}

/// Changes the letter of the mark of [`mark_float`].
fn mark_again(literal: &mut LitFloat, letter: char) {
    let text = literal.to_string();
    if let Some(class) = literal.suffix().strip_prefix('w')
        && let Some(digits) = text.strip_suffix(literal.suffix())
    {
        *literal = LitFloat::new(&format!("{digits}{letter}{class}"), literal.span());
    }
}

/// What a mark says of a float literal beside its class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing.
    Anywhere,
    /// See [`mark_pinned`].
    Pinned,
    /// See [`mark_matched`].
    Pattern,
}

/// The class of a float literal, and where it stands.
fn marked_float(literal: &LitFloat) -> Option<(usize, Place)> {
    let suffix = literal.suffix();
    let letters = [('w', Place::Anywhere), ('v', Place::Pinned), ('p', Place::Pattern)];
    let (number, place) = letters.iter().find_map(|(letter, place)| Some((suffix.strip_prefix(*letter)?, *place)))?;
    Some((number.parse().ok()?, place))
}

/// Whether f32 and f64 have the same number for these digits.
fn is_exact(digits: &str) -> bool {
    let digits = digits.replace('_', "");
    match (digits.parse::<f32>(), digits.parse::<f64>()) {
        (Ok(single), Ok(double)) => f64::from(single) == double,
        _ => false,
    }
}

fn marked(literal: &LitInt) -> Option<(usize, Need)> {
    let suffix = literal.suffix();
    let letters = [('w', Need::Must), ('v', Need::May), ('t', Need::Little)];
    let (number, need) = letters.iter().find_map(|(letter, need)| Some((suffix.strip_prefix(*letter)?, *need)))?;
    Some((number.parse().ok()?, need))
}

/// The attribute of such a variable.
const MARK: &str = "whipple_class";

/// Marks a variable whose type C++ must know before its value, by an attribute.
fn mark_local(local: &mut syn::Local, class: usize) {
    local.attrs.push(attribute(class));
}

fn attribute(number: usize) -> syn::Attribute {
    let number = syn::Index::from(number);
    let mark = syn::Ident::new(MARK, proc_macro2::Span::call_site());
    syn::parse_quote!(#[#mark(#number)])
}

/// Numbers the constants in a body.
struct Numbered(usize);

impl VisitMut for Numbered {
    fn visit_item_const_mut(&mut self, constant: &mut ItemConst) {
        constant.attrs.push(attribute(self.0));
        self.0 += 1;
        visit_mut::visit_item_const_mut(self, constant);
    }
}

/// The number of such a constant.
pub fn marked_constant(constant: &ItemConst) -> Option<usize> {
    let mark = constant.attrs.iter().rfind(|attribute| attribute.path().is_ident(MARK))?;
    mark.parse_args::<LitInt>().ok()?.base10_parse().ok()
}

/// Collects the constants by their numbers, and takes these away.
struct Constants(BTreeMap<usize, ItemConst>);

impl VisitMut for Constants {
    fn visit_item_const_mut(&mut self, constant: &mut ItemConst) {
        visit_mut::visit_item_const_mut(self, constant);
        let Some(number) = marked_constant(constant) else { return };
        constant.attrs.pop();
        self.0.insert(number, constant.clone());
    }
}

/// Takes the mark away again.
fn marked_local(local: &mut syn::Local) -> Option<usize> {
    let position = local.attrs.iter().position(|attribute| attribute.path().is_ident(MARK))?;
    let attribute = local.attrs.remove(position);
    attribute.parse_args::<LitInt>().ok()?.base10_parse().ok()
}

/// Refuses what a user wrote that looks like a mark, and takes it away.
struct Unmarked<'a> {
    errors: &'a mut Errors,
}

impl Unmarked<'_> {
    /// Reports a suffix that names no number of the device.
    fn refuse(&mut self, literal: &Lit, suffix: &str) {
        if !matches!(suffix, "i128" | "u128" | "f16" | "f128") {
            return self.errors.leave_to_rustc();
        }
        let message = format!("`{suffix}` is not the type of a number; write one that is, as `1_u32` or `1.0_f32`");
        self.errors.push(literal, message);
    }
}

impl VisitMut for Unmarked<'_> {
    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        let (text, suffix) = match literal {
            Lit::Int(number) => (number.to_string(), number.suffix().to_owned()),
            Lit::Float(number) => (number.to_string(), number.suffix().to_owned()),
            _ => return,
        };
        if suffix.is_empty() || names::is_number(&suffix) {
            return;
        }
        self.refuse(literal, &suffix);
        let digits = text.strip_suffix(&suffix).unwrap_or("0");
        match literal {
            Lit::Int(number) => *number = LitInt::new(digits, number.span()),
            Lit::Float(number) => *number = LitFloat::new(digits, number.span()),
            _ => {}
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        local.attrs.retain(|attribute| {
            let is_mark = attribute.path().is_ident(MARK);
            if is_mark {
                self.errors.push(attribute, "this attribute does not exist; remove it");
            }
            !is_mark
        });
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if let Some(mut arguments) = macro_arguments(call) {
            arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            call.tokens = quote::quote!(#arguments);
        }
    }
}

/// The arguments of a macro as expressions, if they are.
fn macro_arguments(call: &Macro) -> Option<Punctuated<Expr, Token![,]>> {
    Punctuated::parse_terminated.parse2(call.tokens.clone()).ok()
}

/// For whom the literals are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// For the CPU.
    Host,
    /// For the CUDA text.
    Cuda,
    /// For rustc, which is asked.
    Asked,
}

/// Replaces marks by suffixes.
struct Writer<'a> {
    classes: Classes,
    errors: &'a mut Errors,
    side: Side,
    /// Whether rustc can be asked here.
    may_ask: bool,
    /// How many questions there are so far.
    questions: usize,
    /// A statement that follows the one that is visited.
    after: Option<Stmt>,
    numbers: BTreeMap<usize, Type>,
    /// Where the widths of float literals are declared that have the suffix `w` and an index into this.
    doubles: Vec<(syn::Path, usize)>,
}

impl VisitMut for Writer<'_> {
    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        match literal {
            Lit::Int(number) => {
                if let Some((class, need)) = marked(number) {
                    self.settle(number, class, need);
                }
            }
            Lit::Float(number) => {
                if let Some((class, place)) = marked_float(number) {
                    self.settle_float(number, class, place);
                }
            }
            _ => {}
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let class = marked_local(local);
        visit_mut::visit_local_mut(self, local);
        let Some(class) = class else { return };
        let known = self.classes.number(class);
        let ty = match known {
            Some(_) if self.may_ask => self.ask_local(local),
            None if self.may_ask && local.init.is_none() => self.ask_local(local),
            Some(name) => Some(syn::Ident::new(&name, local.pat.span())),
            None => None,
        };
        if let Some(ty) = ty {
            local.pat = Pat::Type(PatType {
                attrs: Vec::new(),
                pat: Box::new(local.pat.clone()),
                colon_token: Default::default(),
                ty: Box::new(Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: ty.into() })),
            });
        }
    }

    // The question of a variable is a statement after the variable.
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut statement in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut statement);
            block.stmts.push(statement);
            block.stmts.extend(self.after.take());
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if let Some(mut arguments) = macro_arguments(call) {
            for argument in &mut arguments {
                self.visit_expr_mut(argument);
            }
            call.tokens = quote::quote!(#arguments);
        }
    }

    fn visit_expr_repeat_mut(&mut self, repeat: &mut ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    // A cast gives its type to a literal directly under it.
    fn visit_expr_cast_mut(&mut self, cast: &mut syn::ExprCast) {
        let is_literal = literals::cast_literal(&cast.expr).is_some();
        self.without_questions(is_literal, |writer| writer.visit_expr_mut(&mut cast.expr));
    }

    // A literal before a method has a type of its own, or rustc does not know which method is meant.
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        let is_literal = matches!(literals::strip(&call.receiver), Expr::Lit(_));
        self.without_questions(is_literal, |writer| writer.visit_expr_mut(&mut call.receiver));
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
    }

    // Patterns hold literals, no expressions; a guard is one.
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if let Pat::Guard(guard) = pattern {
            self.visit_pat_mut(&mut guard.pat);
            return self.visit_expr_mut(&mut guard.guard);
        }
        self.without_questions(true, |writer| visit_mut::visit_pat_mut(writer, pattern));
    }

    // Constants have types of their own.
    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        self.without_questions(true, |writer| visit_mut::visit_item_mut(writer, item));
    }

    // Literals in types and generic arguments are constants of declared types.
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // Minus a literal is one question.
        match expr {
            Expr::Unary(unary)
                if self.side == Side::Asked
                    && matches!((&unary.op, &*unary.expr), (syn::UnOp::Neg(_), Expr::Lit(_))) =>
            {
                visit_mut::visit_expr_mut(self, &mut unary.expr);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        if self.side == Side::Cuda {
            return;
        }
        if let Some(number) = self.looked_up(expr).or_else(|| ask::question(expr)) {
            *expr = number;
        }
    }
}

impl<'a> Writer<'a> {
    fn new(classes: Classes, errors: &'a mut Errors, side: Side, may_ask: bool) -> Self {
        Self {
            classes,
            errors,
            side,
            may_ask,
            questions: 0,
            after: None,
            numbers: BTreeMap::new(),
            doubles: Vec::new(),
        }
    }

    /// Goes on where rustc cannot be asked, if that is so.
    fn without_questions(&mut self, is_so: bool, go_on: impl FnOnce(&mut Self)) {
        let may_ask = self.may_ask;
        self.may_ask &= !is_so;
        go_on(self);
        self.may_ask = may_ask;
    }

    /// The suffix of a literal of which rustc is asked.
    fn ask(&mut self) -> String {
        let question = self.questions;
        self.questions += 1;
        if self.side == Side::Host { String::new() } else { format!("q{question}") }
    }

    /// Asks for the type of a variable that C++ must declare first: that is its type in the CUDA text.
    fn ask_local(&mut self, local: &syn::Local) -> Option<syn::Ident> {
        let question = self.questions;
        self.questions += 1;
        match (self.side, &local.pat) {
            (Side::Asked, Pat::Ident(name)) => self.after = Some(ask::question_of(&name.ident, question)),
            (Side::Cuda, _) => return Some(ask::answer_type(question, local.pat.span())),
            _ => {}
        }
        None
    }

    /// For the host, a float literal whose width is looked up: rustc gives it the type that it stands with.
    fn looked_up(&self, expr: &Expr) -> Option<Expr> {
        let Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) = expr else { return None };
        let (path, position) = self.doubles.get(number.suffix().strip_prefix('w')?.parse::<usize>().ok()?)?;
        let text = number.to_string();
        let plain = LitFloat::new(text.strip_suffix(number.suffix())?, number.span());
        let is_double = is_double(path, *position);
        Some(Expr::Verbatim(quote::quote_spanned! {number.span()=>
            ::whipple::private::number::<<::whipple::private::Float<#is_double> as ::whipple::private::HasNumber>::Number>(#plain)
        }))
    }

    fn settle(&mut self, number: &mut LitInt, class: usize, need: Need) {
        let text = number.to_string();
        let digits = text.strip_suffix(number.suffix()).unwrap_or(&text).to_owned();
        let suffix = match (self.classes.known(class), need) {
            _ if self.may_ask => self.ask(),
            (Some(Known::Primitive(name)), _) if names::is_integer(&name) => name,
            // Generic functions, and types under other names, say nothing.
            (Some(Known::Signature(..)), Need::Little) => String::new(),
            (Some(Known::Signature(path, position)), _) => {
                if self.side != Side::Cuda {
                    String::new()
                } else {
                    let root = self.classes.find(class);
                    let ty = quote::quote_spanned!(path.span() => <#path as ::whipple::private::DeviceSignature<#position>>::Number);
                    self.numbers.entry(root).or_insert_with(|| Type::Verbatim(ty));
                    format!("w{root}")
                }
            }
            (_, Need::Must) => "i32".to_owned(),
            (_, Need::No | Need::Little | Need::May) => String::new(),
        };
        *number = LitInt::new(&format!("{digits}{suffix}"), number.span());
        if names::is_integer(&suffix) {
            self.check_range(number);
        }
    }

    fn settle_float(&mut self, number: &mut LitFloat, class: usize, place: Place) {
        let text = number.to_string();
        let digits = text.strip_suffix(number.suffix()).unwrap_or(&text);
        let suffix = match self.classes.width(class) {
            Width::Double => "f64".to_owned(),
            Width::Single => "f32".to_owned(),
            // C++ converts it, and loses nothing.
            _ if place == Place::Pinned && is_exact(digits) => {
                if self.side == Side::Cuda { "f32" } else { "" }.to_owned()
            }
            Width::Signature(..) | Width::Unknown if self.may_ask => self.ask(),
            Width::Signature(..) if place == Place::Pattern && self.side != Side::Cuda => String::new(),
            Width::Signature(path, position) => {
                let index = self.doubles.len();
                self.doubles.push((path, position));
                format!("w{index}")
            }
            Width::Unknown => "f32".to_owned(),
        };
        *number = LitFloat::new(&format!("{digits}{suffix}"), number.span());
    }

    fn check_range(&mut self, number: &LitInt) {
        let largest: u128 = match number.suffix() {
            "u8" => u8::MAX.into(),
            "u16" => u16::MAX.into(),
            "u32" => u32::MAX.into(),
            // One more for the negative number.
            "i8" => 1 << 7,
            "i16" => 1 << 15,
            "i32" => 1 << 31,
            "i64" | "isize" => 1 << 63,
            _ => u64::MAX.into(),
        };
        let digits = number.base10_digits().trim_start_matches('-').to_owned();
        if digits.parse::<u128>().is_ok_and(|value| value > largest) {
            let message = format!(
                "this number does not fit `{}`, the type found for it; write it with its type",
                number.suffix()
            );
            self.errors.push(number, message);
        }
    }
}
