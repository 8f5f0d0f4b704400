//! Expressions as C++ expressions.

use super::{
    Receiver, Translator,
    code::{self, Code, concat},
    control::first_line,
    scope::{Kind, Reference},
    types::{self, Generic},
};
use crate::{
    names,
    operators::is_compound,
    piece::{Piece, Pieces},
};
use syn::{BinOp, Expr, Lit, UnOp};

/// The hint for an expression that C++ can only have as statements.
const ESCAPE: &str =
    "control flow cannot leave an expression in device code; give the value a variable with a type, `let x: Type = …;`";

impl Translator<'_> {
    /// Translates an expression in expression position. Statements that must run before it go to the current block
    /// if `self.hoist` allows; otherwise the expression becomes an immediately called lambda.
    pub fn value(&mut self, expr: &Expr) -> Code {
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Lit(literal) => self.literal(&literal.lit),
            Expr::Path(path) => self.path(path),
            Expr::Reference(reference) => self.value(&reference.expr),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if is_compound(&binary.op) => self.statement_value(expr),
            Expr::Binary(binary) => self.binary(expr, binary),
            Expr::Assign(_) => self.statement_value(expr),
            Expr::Cast(cast) => {
                let value = self.value(&cast.expr);
                let mut name = Pieces::text("cast<");
                name.append(self.type_pieces(&cast.ty));
                name.push_text(">");
                Code::call(name, vec![value])
            }
            Expr::Field(field) => {
                let member = self.member_name(&field.member);
                self.value(&field.base).member(&member)
            }
            Expr::Index(index) => {
                if matches!(&*index.index, Expr::Range(_)) {
                    self.errors.push(&index.index, "slices do not exist in device code; index single elements");
                    return Code::primary("0");
                }
                // The index is evaluated before the element is read, whatever it changes.
                let base = if Self::is_place(&index.expr) {
                    self.address_effects(&index.expr)
                } else {
                    self.effects(&index.expr)
                };
                if base.conflicts(self.effects(&index.index)) {
                    if self.hoist {
                        let object = self.value(&index.expr);
                        let name = self.scopes.temporary("place");
                        let reference = if Self::is_place(&index.expr) { "auto&" } else { "const auto" };
                        let statement =
                            concat([Pieces::text(format!("{reference} {name} = ")), object.pieces, Pieces::text(";")]);
                        self.out.statement(self.line, statement);
                        let position = self.value(&index.index);
                        return Code::primary(name).index(position);
                    }
                    if self.in_place {
                        return self
                            .refuse(expr, "the indices depend on their order here; evaluate them first: `let i = …;`");
                    }
                    return self.lambda(expr);
                }
                let object = self.value(&index.expr);
                let outer = std::mem::replace(&mut self.in_place, false);
                let position = self.value(&index.index);
                self.in_place = outer;
                object.index(position)
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Code::primary("Unit{}"),
            Expr::Tuple(tuple) if tuple.elems.len() > types::LARGEST_TUPLE => self.refuse(expr, types::TOO_LARGE),
            Expr::Array(array) if array.elems.is_empty() => self.refuse(expr, types::EMPTY),
            Expr::Repeat(repeat) if types::is_zero(&repeat.len) => self.refuse(expr, types::EMPTY),
            Expr::Tuple(syn::ExprTuple { elems, .. }) | Expr::Array(syn::ExprArray { elems, .. })
                if self.stores_reference(elems.iter()) =>
            {
                Code::primary("0")
            }
            Expr::Tuple(tuple) => self.call_named(expr, Pieces::text("tuple"), &tuple.elems.iter().collect::<Vec<_>>()),
            Expr::Array(array) => self.call_named(expr, Pieces::text("array"), &array.elems.iter().collect::<Vec<_>>()),
            Expr::Repeat(repeat) => {
                let length = self.constant_pieces(&repeat.len);
                let value = self.value(&repeat.expr);
                Code::call(concat([Pieces::text("filled<"), length, Pieces::text(">")]), vec![value])
            }
            Expr::Struct(literal) => self.struct_value(expr, literal),
            Expr::Call(call) => self.call(expr, call),
            Expr::MethodCall(call) => self.method_call(expr, call),
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) => self.choice_value(expr),
            Expr::Macro(_) | Expr::Loop(_) => self.lambda(expr),
            Expr::While(_) | Expr::ForLoop(_) => self.statement_value(expr),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                self.errors.push(expr, ESCAPE);
                Code::primary("0")
            }
            Expr::Range(_) => self.refuse(
                expr,
                "a range as a value does not exist in device code; write it in the `for` loop or pattern",
            ),
            Expr::Closure(_) => self.refuse(expr, "closures do not exist in device code; write a `#[device]` function"),
            Expr::Async(_) | Expr::Await(_) => {
                self.refuse(expr, "`async` does not exist in device code; spawn a task with `ctx.spawn` instead")
            }
            Expr::Try(attempt) => self.attempt(expr, attempt),
            Expr::Unsafe(_) => self.refuse(
                expr,
                "`unsafe` does not exist in device code; write the CUDA body by hand with `#[device(cuda = \"…\")]`",
            ),
            Expr::RawAddr(_) => {
                self.refuse(expr, "raw pointers do not exist in device code; use references, arrays or buffers")
            }
            Expr::Let(_) => self.refuse(expr, "`let` is only possible in the condition of `if` and `while`"),
            Expr::Const(_) => {
                self.refuse(expr, "`const` blocks do not exist in device code; write a `#[device] const`")
            }
            _ => self.refuse(
                expr,
                "this expression does not exist in device code; use plain operators, calls and control flow",
            ),
        }
    }

    /// Translates operands that C++ would evaluate in any order. Where their order matters, they become named values
    /// in Rust's order; `None` when that needs a lambda around the whole expression.
    pub fn operands(&mut self, whole: &Expr, exprs: &[&Expr]) -> Option<Vec<Code>> {
        let effects: Vec<_> = exprs.iter().map(|expr| self.effects(expr)).collect();
        let hoist = self.hoist;
        self.in_place = false;
        let attempted = |from: usize| exprs[from..].iter().any(|expr| super::control::attempts(expr));
        let named_before = attempted(1.min(exprs.len()));
        if !Self::any_conflict(&effects) && !named_before && !exprs.iter().any(|expr| self.is_mutable_value(expr)) {
            return Some(exprs.iter().map(|expr| self.value(expr)).collect());
        }
        if !hoist {
            return None;
        }
        let mut codes = Vec::new();
        for (index, expr) in exprs.iter().enumerate() {
            let later = &effects[index + 1..];
            // What may panic does so before a later `?` leaves.
            let named = self.is_mutable_value(expr)
                || later.iter().any(|effect| effects[index].conflicts(*effect))
                || (may_panic(expr) && attempted(index + 1));
            let code = self.value(expr);
            codes.push(if named { self.name_value(expr, code, first_line(whole)) } else { code });
        }
        Some(codes)
    }

    /// Gives a value a name in a statement of its own.
    pub fn name_value(&mut self, expr: &Expr, code: Code, line: usize) -> Code {
        let name = self.scopes.temporary("value");
        let mut statement = Pieces::text(match self.reference_of(expr) {
            Reference::Mutable => "auto& ",
            Reference::Shared => "const auto& ",
            Reference::None if self.is_mutable_value(expr) => "auto ",
            Reference::None => "const auto ",
        });
        statement.push_text(&format!("{name} = "));
        statement.append(code.pieces);
        statement.push_text(";");
        self.out.statement(line, statement);
        Code::primary(name)
    }

    /// `name(arguments)`, in Rust's order.
    pub fn call_named(&mut self, whole: &Expr, name: Pieces, arguments: &[&Expr]) -> Code {
        match self.operands(whole, arguments) {
            Some(codes) => Code::call(name, codes),
            None => self.lambda(whole),
        }
    }

    /// Translates an expression that is written to.
    pub fn place(&mut self, expr: &Expr) -> Code {
        let outer = std::mem::replace(&mut self.in_place, true);
        let code = self.value(expr);
        self.in_place = outer;
        code
    }

    /// The C++ name of a field.
    pub fn member_name(&mut self, member: &syn::Member) -> String {
        match member {
            syn::Member::Named(name) => names::field(&name.to_string()),
            syn::Member::Unnamed(index) => format!("_{}", index.index),
        }
    }

    /// `self`.
    pub fn this(&mut self, span: proc_macro2::Span) -> Code {
        match self.receiver {
            Receiver::Value { mutable: true } => Code::primary("self_"),
            Receiver::None => {
                self.errors.push_at(span, "`self` does not exist in this function; add a `self` parameter");
                Code::primary("0")
            }
            _ => Code::new(Pieces::text("*this"), code::UNARY),
        }
    }

    /// Whether this borrows a value that has no place yet: `&mut (a + b)`. C++ needs a variable for it.
    pub fn is_mutable_value(&self, expr: &Expr) -> bool {
        let is_value = |expr: &Expr| !Self::is_place(expr) || self.is_constant_place(expr);
        matches!(expr, Expr::Reference(reference) if reference.mutability.is_some() && is_value(&reference.expr))
    }

    /// Whether a place is a constant, a variant without fields, or a part of one, which is another value each time: `Kind::Plain`,
    /// `FIRST.x`.
    pub fn is_constant_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_constant_place(&inner.expr),
            Expr::Field(field) => self.is_constant_place(&field.base),
            Expr::Index(index) => self.is_constant_place(&index.expr),
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => {
                    let name = name.to_string();
                    name.starts_with(char::is_uppercase)
                        && (self.scopes.find(&name).is_none() || self.scopes.is_constant(&name))
                }
                None => true,
            },
            _ => false,
        }
    }

    /// Reports syntax outside the subset; the result stands for the expression.
    pub fn refuse(&mut self, expr: &Expr, message: &str) -> Code {
        self.errors.push(expr, message);
        Code::primary("0")
    }

    /// An expression of type `()` as a value.
    fn statement_value(&mut self, expr: &Expr) -> Code {
        self.lambda(expr)
    }

    fn path(&mut self, path: &syn::ExprPath) -> Code {
        if path.qself.is_some() {
            self.errors.push(path, "`<T as Trait>::name` does not exist in device code; write `Type::name`");
            return Code::primary("0");
        }
        if let Some(name) = path.path.get_ident() {
            let text = name.to_string();
            if text == "self" {
                return self.this(name.span());
            }
            if let Some(variable) = self.scopes.find(&text) {
                return Code::new(variable.code.clone(), variable.precedence);
            }
            if let Some(generic) = self.generics.get(&text) {
                return match generic {
                    Generic::Const(class) if class == "bool" => Code::primary(names::item(&text)),
                    Generic::Const(class) => Code::primary(format!("{class}({})", names::item(&text))),
                    Generic::Type => Code::primary(names::item(&text)),
                };
            }
        }
        if is_none(&path.path) {
            return self.none(&path.path);
        }
        self.item_path(&path.path)
    }

    /// `None`, `None::<T>` or `Option::<T>::None`.
    fn none(&mut self, path: &syn::Path) -> Code {
        let typed = path.segments.iter().find(|segment| !segment.arguments.is_none());
        let Some(typed) = typed else { return Code::primary("none") };
        let arguments = self.template_arguments(&typed.arguments);
        Code::call(concat([Pieces::text("Option"), arguments]), vec![Code::primary("none")])
    }

    /// `value?`: leaves the function where there is none.
    fn attempt(&mut self, whole: &Expr, attempt: &syn::ExprTry) -> Code {
        if self.is_in_lambda() {
            return self.refuse(whole, ESCAPE);
        }
        if !self.hoist {
            return self.refuse(
                whole,
                "`?` leaves the function, which it cannot do inside this expression in device code; give its value a variable: `let x = …?;`",
            );
        }
        let line = first_line(whole);
        let code = self.value(&attempt.expr);
        let value = self.name_value(&attempt.expr, code, line);
        let is_none = value.clone().member("is_none").pieces;
        self.out.statement(line, concat([Pieces::text("if ("), is_none, Pieces::text("()) return none;")]));
        value.member("value")
    }

    /// Whether an expression is the name of a constant that may be an integer, or a cast of one.
    fn is_constant(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_constant(&inner.expr),
            Expr::Group(inner) => self.is_constant(&inner.expr),
            Expr::Cast(cast) => self.is_constant(&cast.expr),
            Expr::Path(path) => {
                let segments: Vec<String> =
                    path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                match segments.as_slice() {
                    [name] => name != "self" && (self.scopes.find(name).is_none() || self.scopes.is_constant(name)),
                    [.., owner, _] => !matches!(owner.as_str(), "f32" | "f64" | "consts"),
                    [] => false,
                }
            }
            _ => false,
        }
    }

    fn item_path(&mut self, path: &syn::Path) -> Code {
        if let Some(code) = self.known_constant(path) {
            return code;
        }
        match self.type_prefix(path) {
            Some((mut pieces, _)) => {
                self.require_constant(path);
                let last = path.segments.last().map(|segment| names::member(&segment.ident.to_string()));
                pieces.push_text(&format!("::{}", last.unwrap_or_default()));
                Code::new(pieces, code::PRIMARY)
            }
            None => Code::new(self.item_pieces(path), code::PRIMARY),
        }
    }

    /// For `Type::name`: the C++ type, and the name of a primitive type.
    pub fn type_prefix(&mut self, path: &syn::Path) -> Option<(Pieces, Option<String>)> {
        let count = path.segments.len();
        if count < 2 {
            return None;
        }
        let before = &path.segments[count - 2];
        let name = before.ident.to_string();
        if !names::is_type_name(&name) {
            return None;
        }
        let mut owner = path.clone();
        owner.segments.pop();
        // `pop` leaves the separator before the segment that it took.
        owner.segments.pop_punct();
        Some((self.type_pieces(&super::types::named(owner)), names::is_primitive(&name).then_some(name)))
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Code {
        let sign = match unary.op {
            UnOp::Deref(_) => return self.value(&unary.expr),
            UnOp::Not(_) => "!",
            UnOp::Neg(_) => "-",
            _ => return self.refuse(&unary.expr, "this operator does not exist in device code; use `-`, `!` or `*`"),
        };
        // The smallest integers: their digits alone do not fit their type.
        if let (UnOp::Neg(_), Expr::Lit(literal)) = (&unary.op, &*unary.expr)
            && let Lit::Int(number) = &literal.lit
            && let Some(bits) = signed_bits(number.suffix())
            && number.base10_parse::<u128>().is_ok_and(|value| value == 1 << (bits - 1))
        {
            return Code::primary(format!("{}::MIN", number.suffix()));
        }
        if let (UnOp::Neg(_), Expr::Lit(literal)) = (&unary.op, &*unary.expr)
            && let Lit::Int(number) = &literal.lit
            && let Some(code) = self.negative(number)
        {
            return code;
        }
        let operand = self.value(&unary.expr).at(code::UNARY);
        // As a constant expression, so that NVVM knows its value, which it does not of the device library's negations.
        if sign == "-" && self.is_constant(&unary.expr) {
            let mut pieces = Pieces::text("[] { return ");
            pieces.append(operand);
            pieces.push_text("; }");
            return Code::call(Pieces::text("num::negated"), vec![Code::new(pieces, code::PRIMARY)]);
        }
        let mut pieces = Pieces::text(sign);
        if operand.starts_with('-') {
            pieces.append(concat([Pieces::text("("), operand, Pieces::text(")")]));
        } else {
            pieces.append(operand);
        }
        Code::new(pieces, code::UNARY)
    }

    fn binary(&mut self, whole: &Expr, binary: &syn::ExprBinary) -> Code {
        let (operator, precedence) = match binary.op {
            BinOp::Add(_) => ("+", code::SUM),
            BinOp::Sub(_) => ("-", code::SUM),
            BinOp::Mul(_) => ("*", code::PRODUCT),
            BinOp::Div(_) => ("/", code::PRODUCT),
            BinOp::Rem(_) => ("%", 0),
            BinOp::Shl(_) => ("<<", code::SHIFT),
            BinOp::Shr(_) => (">>", code::SHIFT),
            BinOp::Lt(_) => ("<", code::RELATION),
            BinOp::Le(_) => ("<=", code::RELATION),
            BinOp::Gt(_) => (">", code::RELATION),
            BinOp::Ge(_) => (">=", code::RELATION),
            BinOp::Eq(_) => ("==", code::EQUALITY),
            BinOp::Ne(_) => ("!=", code::EQUALITY),
            BinOp::BitAnd(_) => ("&", code::BIT_AND),
            BinOp::BitXor(_) => ("^", code::BIT_XOR),
            BinOp::BitOr(_) => ("|", code::BIT_OR),
            BinOp::And(_) | BinOp::Or(_) => return self.short_circuit(binary),
            _ => return self.refuse(&binary.left, "this operator does not exist in device code"),
        };
        let Some(mut codes) = self.operands(whole, &[&binary.left, &binary.right]) else {
            return self.lambda(whole);
        };
        let (Some(right), Some(left)) = (codes.pop(), codes.pop()) else { return Code::primary("0") };
        if operator == "%" {
            return Code::call(Pieces::text("num::rem"), vec![left, right]);
        }
        if matches!(operator, "&" | "|" | "^") && self.is_bool(whole) {
            // C++ would promote to int.
            return if operator == "^" {
                Code::binary(left, "!=", right, code::EQUALITY)
            } else {
                Code::call(Pieces::text("bool"), vec![Code::binary(left, operator, right, precedence)])
            };
        }
        let code = Code::binary(left, operator, right, precedence);
        let seen = !matches!(operator, "&" | "|" | "^")
            || [&binary.left, &binary.right].iter().any(|side| self.is_integer(side));
        if seen { code } else { Code::call(Pieces::text("num::joined"), vec![code]) }
    }

    fn short_circuit(&mut self, binary: &syn::ExprBinary) -> Code {
        let (operator, precedence) =
            if matches!(binary.op, BinOp::And(_)) { ("&&", code::AND) } else { ("||", code::OR) };
        let left = self.value(&binary.left);
        let hoist = std::mem::replace(&mut self.hoist, false);
        let right = self.value(&binary.right);
        self.hoist = hoist;
        Code::binary(left, operator, right, precedence)
    }

    /// Whether the initialiser of a `let` makes the variable a reference in C++ too.
    pub fn reference_of(&self, expr: &Expr) -> Reference {
        match expr {
            Expr::Paren(inner) => self.reference_of(&inner.expr),
            Expr::Group(inner) => self.reference_of(&inner.expr),
            Expr::Reference(reference) if !Self::is_place(&reference.expr) || self.is_mutable_value(expr) => {
                Reference::None
            }
            Expr::Reference(reference) if reference.mutability.is_some() => Reference::Mutable,
            Expr::Reference(_) => Reference::Shared,
            Expr::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(name) if name == "self" => match self.receiver {
                    Receiver::RefMut => Reference::Mutable,
                    Receiver::Ref => Reference::Shared,
                    _ => Reference::None,
                },
                Some(name) => self.scopes.find(&name).map_or(Reference::None, |variable| variable.reference),
                None => Reference::None,
            },
            Expr::MethodCall(call) if call.method == "shared" && self.is_context(&call.receiver) => Reference::Shared,
            Expr::If(choice) => match (super::control::is_tail(&choice.then_branch), &choice.else_branch) {
                (Some(then), Some((_, other))) => self.weaker(then, other),
                _ => Reference::None,
            },
            Expr::Block(block) => {
                super::control::is_tail(&block.block).map_or(Reference::None, |tail| self.reference_of(tail))
            }
            Expr::Match(choice) => {
                let mut arms = choice.arms.iter().map(|arm| self.reference_of(&arm.body));
                let first = arms.next().unwrap_or(Reference::None);
                if arms.all(|arm| arm == first) { first } else { Reference::None }
            }
            _ => Reference::None,
        }
    }

    /// Refuses values that refer to what may change: a tuple, an array or an `Option` of C++ would hold copies of that.
    pub fn stores_reference<'e>(&mut self, mut values: impl Iterator<Item = &'e Expr>) -> bool {
        const HINT: &str = "a reference to what may change cannot be kept in a tuple, an array or an `Option` in device code; choose each on its own: `let a = if c { &x } else { &y };`";
        let found = values.find(|value| self.gives_mutable_reference(value) || self.refers_to_shared_memory(value));
        if let Some(value) = found {
            self.errors.push(value, HINT);
        }
        found.is_some()
    }

    /// Whether an expression is a reference to shared memory, or to a part of it.
    fn refers_to_shared_memory(&self, expr: &Expr) -> bool {
        let Expr::Reference(reference) = expr else { return false };
        let of_variable = |root: String| self.scopes.find(&root).is_some_and(|variable| variable.kind == Kind::Memory);
        Self::is_place(&reference.expr) && Self::root(&reference.expr).is_some_and(of_variable)
    }

    fn weaker(&self, first: &Expr, second: &Expr) -> Reference {
        match (self.reference_of(first), self.reference_of(second)) {
            (Reference::None, _) | (_, Reference::None) => Reference::None,
            (Reference::Mutable, Reference::Mutable) => Reference::Mutable,
            _ => Reference::Shared,
        }
    }

    /// `Type{a, b}`: braces evaluate from left to right, as Rust does.
    pub fn braces(&mut self, ty: Pieces, arguments: &[&Expr]) -> Code {
        let attempted = arguments.iter().any(|argument| super::control::attempts(argument));
        let named = if attempted && self.hoist { self.operands(arguments[0], arguments) } else { None };
        let hoist = std::mem::replace(&mut self.hoist, false);
        let codes = named.unwrap_or_else(|| arguments.iter().map(|argument| self.value(argument)).collect());
        self.hoist = hoist;
        let pieces = concat([ty, Pieces::text("{"), code::list(codes), Pieces::text("}")]);
        Code::new(pieces, code::PRIMARY)
    }

    /// A reference to an item with template arguments, as `lerp<f32>`.
    pub fn function_item(&mut self, path: &syn::Path) -> Pieces {
        let mut pieces = self.item_pieces(path);
        if let Some(last) = path.segments.last() {
            pieces.append(self.template_arguments(&last.arguments));
        }
        debug_assert!(matches!(pieces.0.first(), Some(Piece::Item(_))));
        pieces
    }
}

/// Whether a path is `None`, with or without its type.
pub fn is_none(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    names.next().is_some_and(|name| name == "None") && names.next().is_none_or(|owner| owner == "Option")
}

/// Whether evaluating an expression may end in a panic, as far as its form shows.
pub fn may_panic(expr: &Expr) -> bool {
    !matches!(expr, Expr::Lit(_) | Expr::Path(_) | Expr::Reference(_))
}

fn signed_bits(suffix: &str) -> Option<u32> {
    match suffix {
        "i8" => Some(8),
        "i16" => Some(16),
        "i32" => Some(32),
        "i64" | "isize" => Some(64),
        _ => None,
    }
}
