//! Statements: `let`, assignments, struct literals.

use super::{
    Translator,
    code::{self, Code, concat},
    control::{Dest, attempts},
    expr::may_panic,
    order::Effects,
    pattern::Test,
    scope::{Kind, Reference, Variable},
    types::{named, strip, type_name},
};
use crate::{infer, names, operators::is_compound, piece::Pieces, places::takes_apart};
use syn::{Expr, Local, Pat, Stmt, Type, spanned::Spanned};

/// The hint for an assignment to a reference itself.
pub const POINTED_ELSEWHERE: &str =
    "a reference cannot be pointed elsewhere in device code; use an index, or copy the value";

impl Translator<'_> {
    /// One statement of a block; the last one without `;` gives the block's value.
    pub fn statement(&mut self, statement: &Stmt, last: bool, dest: &Dest) {
        match statement {
            Stmt::Local(local) => self.local(local),
            // A semicolon too many.
            Stmt::Expr(Expr::Verbatim(tokens), _) if tokens.is_empty() => {}
            Stmt::Expr(expr, None) if last => self.expr_into(expr, dest),
            Stmt::Expr(expr, _) => self.expr_into(expr, &Dest::Discard),
            Stmt::Macro(call) => self.macro_statement(&call.mac, call.mac.path.span().start().line),
            // See [`constants`](Self::constants).
            Stmt::Item(syn::Item::Const(_)) => {}
            Stmt::Item(item) => {
                self.errors.push(
                    item,
                    "items cannot stand inside device code; move this out of the function, with `#[device]`",
                );
            }
        }
    }

    /// Records a variable.
    pub fn declare(&mut self, rust: &str, cpp: String, mutable: bool, reference: Reference, kind: Kind) {
        self.scopes.add(Variable {
            rust: rust.to_owned(),
            code: Pieces::text(cpp),
            precedence: code::PRIMARY,
            mutable,
            reference,
            kind,
        });
    }

    /// What a declared type says about a variable.
    pub fn kind_of(ty: &Type) -> Kind {
        match type_name(ty).as_deref() {
            Some("bool") if !matches!(strip(ty), Type::Reference(_)) => Kind::Bool,
            Some(name) if names::is_integer(name) => Kind::Integer,
            Some("Context") => Kind::Context,
            Some("Buffer" | "Shared" | "SharedArray") => Kind::Memory,
            _ => Kind::Value,
        }
    }

    fn local(&mut self, local: &Local) {
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) if !matches!(strip(&typed.ty), Type::Infer(_)) => (&*typed.pat, Some(&*typed.ty)),
            Pat::Type(typed) => (&*typed.pat, None),
            other => (other, None),
        };
        let line = local.let_token.span.start().line;
        self.line = line;
        let Some(init) = &local.init else {
            return self.deferred(local, pattern, ty, line);
        };
        if let Some((_, diverge)) = &init.diverge {
            return self.let_else(pattern, &init.expr, diverge, line);
        }
        self.initialize(pattern, ty, &init.expr, line);
    }

    /// `let pattern = value else { … };`, whose block never ends.
    fn let_else(&mut self, pattern: &Pat, init: &Expr, diverge: &Expr, line: usize) {
        self.hoist = true;
        let Some(subject) = self.subject(init, &[pattern]) else { return };
        let mut test = Test::default();
        self.pattern(pattern, &subject, &mut test);
        if let Some(condition) = test.condition() {
            let condition = concat([Pieces::text("if (!("), condition.pieces, Pieces::text(")) {")]);
            self.out.open(line, super::control::last_line(diverge), condition);
            match diverge {
                Expr::Block(block) => self.block_into(&block.block, &Dest::Discard),
                other => self.expr_into(other, &Dest::Discard),
            }
            self.out.close("");
        }
        self.bind(&test.bindings, true);
    }

    fn deferred(&mut self, local: &Local, pattern: &Pat, ty: Option<&Type>, line: usize) {
        let (Pat::Ident(name), Some(ty)) = (pattern, ty) else {
            self.errors.push(local, "a variable without a value needs a type; write `let x: Type;`");
            return;
        };
        if matches!(strip(ty), Type::Reference(_)) {
            self.errors.push(ty, "a reference needs its target at once; write `let r = &x;`");
            return;
        }
        let rust = name.ident.to_string();
        let cpp = self.scopes.fresh(&rust);
        let mut statement = self.declaration(ty, &cpp);
        statement.push_text(";");
        self.out.statement(line, statement);
        self.declare(&rust, cpp, true, Reference::None, Self::kind_of(ty));
    }

    fn initialize(&mut self, pattern: &Pat, ty: Option<&Type>, init: &Expr, line: usize) {
        match (pattern, init) {
            (Pat::Paren(inner), _) => self.initialize(&inner.pat, ty, init, line),
            (_, Expr::Paren(inner)) => self.initialize(pattern, ty, &inner.expr, line),
            (Pat::Wild(_), _) => {
                if !Self::is_place(init) {
                    self.expr_into(init, &Dest::Discard);
                }
            }
            // A constant would not always match, so in a `let` even `NULL` is a new variable.
            (Pat::Ident(name), _) if name.by_ref.is_none() && name.subpat.is_none() => {
                self.named(name, ty, init, line);
            }
            (Pat::Tuple(tuple), _) if tuple.elems.is_empty() => self.expr_into(init, &Dest::Discard),
            (Pat::Tuple(tuple), Expr::Tuple(values)) if is_plain_tuple(tuple, values) => {
                self.element_by_element(tuple, values, ty, line);
            }
            (Pat::Tuple(tuple), _) if let Some(names) = plain_names(tuple) => {
                self.structured_binding(&names, ty, init, line);
            }
            _ => {
                self.hoist = true;
                let Some(subject) = self.subject(init, &[pattern]) else { return };
                let mut test = Test::default();
                self.pattern(pattern, &subject, &mut test);
                // rustc has checked that it always matches: the only variant of an enum is no condition.
                self.bind(&test.bindings, true);
            }
        }
    }

    /// `let name: T = init;`
    fn named(&mut self, name: &syn::PatIdent, ty: Option<&Type>, init: &Expr, line: usize) {
        let rust = name.ident.to_string();
        if is_unit(init) {
            self.expr_into(init, &Dest::Discard);
            let cpp = self.scopes.fresh(&rust);
            self.out.statement(line, Pieces::text(format!("[[maybe_unused]] Unit {cpp}{{}};")));
            return self.declare(&rust, cpp, name.mutability.is_some(), Reference::None, Kind::Value);
        }
        if matches!((strip_paren(init), ty), (value, None) if super::control::is_open_none(value)) {
            self.errors.push(init, super::control::UNSEEN_NONE);
        }
        let cpp = self.scopes.fresh(&rust);
        // `&mut (a + b)`: the variable itself is what the reference points to.
        let mutable = name.mutability.is_some() || self.is_mutable_value(strip_paren(init));
        let mut reference = self.reference_of(init);
        let kind = match ty {
            Some(ty) => Self::kind_of(ty),
            None => self.kind_of_value(init),
        };
        if reference == Reference::None && ty.is_some_and(|ty| matches!(strip(ty), Type::Reference(_))) {
            // A call that gives a reference: what it refers to cannot change while it is borrowed.
            reference = Reference::Shared;
        }
        if reference == Reference::None && is_control(strip_paren(init)) && self.gives_mutable_reference(init) {
            reference = Reference::Mutable;
        }
        if is_control(strip_paren(init)) && !self.is_simple(init) {
            // The statements of the branches end in a copy.
            if reference == Reference::Mutable {
                self.errors.push(init, "a mutable reference cannot come out of statements in device code; choose an index, or change the value in each branch");
            }
            reference = Reference::None;
        }
        if reference != Reference::None && mutable {
            self.errors.push(name, "a variable that is a reference cannot be assigned to in device code; leave out `mut`, or copy the value");
        }
        let is_reference = |ty: &Type| matches!(strip(ty), Type::Reference(_));
        let value_type = ty.filter(|ty| !is_reference(ty));
        match (strip_paren(init), value_type) {
            (Expr::Struct(literal), _)
                if (!literal.fields.is_empty() || literal.rest.is_some())
                    && self.variant_of(&literal.path).is_none() =>
            {
                self.struct_fields(literal, &cpp, line);
            }
            (control, Some(ty)) if is_control(control) && !self.reads_as_expression(control) => {
                let mut statement = self.declaration(ty, &cpp);
                statement.push_text(";");
                self.out.statement(line, statement);
                self.expr_into(control, &Dest::Assign(Pieces::text(cpp.clone())));
            }
            _ => {
                self.hoist = true;
                let value = self.value(init);
                let mut statement = match (reference, ty) {
                    (Reference::Mutable, _) => Pieces::text(format!("auto& {cpp}")),
                    (Reference::Shared, _) => Pieces::text(format!("const auto& {cpp}")),
                    (Reference::None, Some(ty)) => {
                        let declaration = self.declaration(ty, &cpp);
                        if mutable || is_reference(ty) {
                            declaration
                        } else {
                            concat([Pieces::text("const "), declaration])
                        }
                    }
                    (Reference::None, None) if mutable => Pieces::text(format!("auto {cpp}")),
                    (Reference::None, None) => Pieces::text(format!("const auto {cpp}")),
                };
                statement.push_text(" = ");
                statement.append(value.pieces);
                statement.push_text(";");
                self.out.statement(line, statement);
            }
        }
        self.declare(&rust, cpp, mutable, reference, kind);
    }

    /// What is known of the value of an expression.
    pub fn kind_of_value(&self, init: &Expr) -> Kind {
        match init {
            Expr::Reference(inner) => self.kind_of_value(&inner.expr),
            Expr::Path(path) => path
                .path
                .get_ident()
                .and_then(|name| self.scopes.find(&name.to_string()))
                .map_or(Kind::Value, |variable| variable.kind),
            Expr::MethodCall(call) if call.method == "shared" && self.is_context(&call.receiver) => Kind::Memory,
            Expr::Field(_) if self.reference_of(init) == Reference::None && self.is_memory_place(init) => Kind::Memory,
            _ if self.is_bool(init) => Kind::Bool,
            _ if self.is_integer(init) => Kind::Integer,
            _ => Kind::Value,
        }
    }

    fn is_memory_place(&self, expr: &Expr) -> bool {
        Self::root(expr).is_some_and(|root| {
            (root == "self" && self.input.role == super::Role::Execute)
                || self.scopes.find(&root).is_some_and(|variable| matches!(variable.kind, Kind::Memory | Kind::Context))
        })
    }

    /// Whether control flow in `let x: T = …` stays one expression.
    fn reads_as_expression(&self, expr: &Expr) -> bool {
        match expr {
            Expr::If(choice) => {
                self.is_simple(expr)
                    && !matches!(&choice.else_branch, Some((_, other)) if matches!(**other, Expr::If(_)))
            }
            _ => false,
        }
    }

    /// `let (a, b) = (x, y);`: the tuple is never built.
    fn element_by_element(&mut self, tuple: &syn::PatTuple, values: &syn::ExprTuple, ty: Option<&Type>, line: usize) {
        let types: Vec<Option<&Type>> = match ty.map(strip) {
            Some(Type::Tuple(types)) if types.elems.len() == tuple.elems.len() => {
                types.elems.iter().map(Some).collect()
            }
            _ => vec![None; tuple.elems.len()],
        };
        // New names must not be visible to the values after them.
        let mut pending = Vec::new();
        for ((element, value), ty) in tuple.elems.iter().zip(&values.elems).zip(types) {
            self.scopes.push();
            self.initialize(element, ty, value, line);
            for variable in self.scopes.take() {
                // C++ names count at once, Rust names after the statement.
                let is_visible = variable.rust.is_empty();
                if is_visible { self.scopes.add(variable) } else { pending.push(variable) }
            }
        }
        for variable in pending {
            self.scopes.add(variable);
        }
    }

    /// `const auto [a, b] = value;`
    fn structured_binding(&mut self, names: &[(String, bool)], ty: Option<&Type>, init: &Expr, line: usize) {
        let kinds: Vec<Kind> = (0..names.len()).map(|index| Self::kind_of_part(ty, init, index)).collect();
        self.hoist = true;
        let value = self.value(init);
        let mutable = names.iter().any(|(_, mutable)| *mutable);
        let list: Vec<String> = names.iter().map(|(name, _)| self.scopes.fresh(name)).collect();
        let qualifier = match self.reference_of(init) {
            Reference::Mutable => "auto&",
            Reference::Shared => "const auto&",
            Reference::None if mutable => "auto",
            Reference::None => "const auto",
        };
        let mut statement = Pieces::text(format!("{qualifier} [{}] = ", list.join(", ")));
        statement.append(value.pieces);
        statement.push_text(";");
        self.out.statement(line, statement);
        let reference = self.reference_of(init);
        for (((rust, mutable), cpp), kind) in names.iter().zip(list).zip(kinds) {
            self.declare(rust, cpp, *mutable, reference, kind);
        }
    }

    /// What is known of an element of a tuple: of its declared type, or in one of the branches that it comes from.
    fn kind_of_part(ty: Option<&Type>, init: &Expr, index: usize) -> Kind {
        if let Some(Type::Tuple(types)) = ty.map(strip)
            && let Some(ty) = types.elems.get(index)
        {
            return Self::kind_of(ty);
        }
        let mut values = Vec::new();
        infer::tails(init, &mut values);
        let is_bool = |value: &Expr| match value {
            Expr::Tuple(tuple) => tuple.elems.get(index).is_some_and(Self::is_evidently_bool),
            _ => false,
        };
        if values.into_iter().any(is_bool) { Kind::Bool } else { Kind::Value }
    }

    /// `place = value;`
    pub fn assignment(&mut self, assign: &syn::ExprAssign, line: usize) {
        if matches!(&*assign.left, Expr::Infer(_)) {
            return self.expr_into(&assign.right, &Dest::Discard);
        }
        if takes_apart(&assign.left) {
            return self.take_apart(&assign.left, &assign.right, line);
        }
        if self.is_reference_variable(&assign.left) && self.reference_of(&assign.right) != Reference::None {
            return self.errors.push(assign, POINTED_ELSEWHERE);
        }
        if self.changes_a_copy(&assign.left) {
            return;
        }
        let address = self.address_effects(&assign.left);
        let right = strip_paren(&assign.right);
        if is_control(right) && !self.reads_as_expression(right) && address == super::order::Effects::default() {
            let place = self.place(&assign.left).at(code::UNARY);
            return self.expr_into(right, &Dest::Assign(place));
        }
        // C++17 evaluates the right side of an assignment first, as Rust does.
        self.hoist = true;
        let value = self.value(&assign.right);
        self.hoist = !address.conflicts(self.effects(&assign.right));
        let place = self.place(&assign.left).at(code::UNARY);
        self.deliver(line, value, &Dest::Assign(place));
    }

    /// `place += value;`
    pub fn compound(&mut self, binary: &syn::ExprBinary, line: usize) {
        use syn::BinOp;
        if self.changes_a_copy(&binary.left) {
            return;
        }
        if self.address_effects(&binary.left).conflicts(self.effects(&binary.right)) {
            self.errors.push(
                &binary.left,
                "whether the index or the value comes first depends on the type here; evaluate one before: `let i = …;`",
            );
        }
        let operator = match binary.op {
            BinOp::AddAssign(_) => "+",
            BinOp::SubAssign(_) => "-",
            BinOp::MulAssign(_) => "*",
            BinOp::DivAssign(_) => "/",
            BinOp::RemAssign(_) => "%",
            BinOp::BitXorAssign(_) => "^",
            BinOp::BitAndAssign(_) => "&",
            BinOp::BitOrAssign(_) => "|",
            BinOp::ShlAssign(_) => "<<",
            _ => ">>",
        };
        self.hoist = true;
        let value = self.value(&binary.right);
        let place = self.place(&binary.left);
        if operator == "%" {
            let place_once = if self.address_effects(&binary.left) == super::order::Effects::default() {
                place
            } else {
                let name = self.scopes.temporary("place");
                let statement = concat([Pieces::text(format!("auto& {name} = ")), place.pieces, Pieces::text(";")]);
                self.out.statement(line, statement);
                Code::primary(name)
            };
            let rem = Code::call(Pieces::text("num::rem"), vec![place_once.clone(), value]);
            return self.deliver(line, rem, &Dest::Assign(place_once.pieces));
        }
        let (place, operator) = (place.at(code::UNARY), Pieces::text(format!(" {operator}= ")));
        let statement = concat([place, operator, value.pieces, Pieces::text(";")]);
        self.out.statement(line, statement);
    }

    /// Refuses an assignment to a value that nothing reads afterwards.
    fn changes_a_copy(&mut self, left: &Expr) -> bool {
        let is_copy = self.is_unnamed_copy(left);
        if is_copy {
            self.errors.push(left, "this changes a copy that nobody reads; assign to the variable, or to a part of it");
        }
        is_copy
    }

    /// Whether an expression is a variable that is a reference.
    pub fn is_reference_variable(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = expr else { return false };
        path.path
            .get_ident()
            .and_then(|name| self.scopes.find(&name.to_string()))
            .is_some_and(|variable| variable.reference != Reference::None)
    }

    /// The C++ type of a struct literal; of one that is a variant of an enum, that of the variant's fields.
    pub fn struct_type(&mut self, path: &syn::Path) -> Pieces {
        match self.variant_of(path) {
            Some(variant) => self.variant_fields(&variant),
            None => self.type_pieces(&named(path.clone())),
        }
    }

    /// The default of a type.
    pub fn default_of(&mut self, ty: &syn::Path) -> Code {
        let default: Expr = syn::parse_quote_spanned!(ty.span()=> #ty::default());
        self.value(&default)
    }

    /// Builds a struct literal in a new variable; gives the value. A part of an expression may be built outside of the current block.
    pub fn struct_variable(&mut self, literal: &syn::ExprStruct, is_part: bool) -> Code {
        let ty = literal.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let own = self.input.self_type.and_then(type_name);
        let base = snake_case(if ty == "Self" { own.as_deref().unwrap_or("value") } else { &ty });
        let name = if is_part { self.scopes.temporary(&base) } else { self.scopes.fresh(&base) };
        self.struct_fields(literal, &name, literal.path.span().start().line);
        let built = Code::primary(name);
        match self.variant_of(&literal.path) {
            Some(variant) => self.variant_value(&variant, built),
            None => built,
        }
    }

    /// What the other fields of a struct literal are copied from. `Default::default()` is that of the literal's type here.
    fn base(&mut self, literal: &syn::ExprStruct, base: &Expr) -> Code {
        let Some(owner) = default_of_trait(base) else { return self.value(base) };
        self.require_default(owner);
        let ty = &literal.path;
        let default: Expr = syn::parse_quote_spanned!(base.span()=> #ty::default());
        self.value(&default)
    }

    fn struct_fields(&mut self, literal: &syn::ExprStruct, name: &str, line: usize) {
        let mut statement = self.struct_type(&literal.path);
        statement.push_text(&format!(" {name}"));
        let mut values: Vec<Option<Code>> = literal.fields.iter().map(|_| None).collect();
        if let Some(base) = &literal.rest {
            self.hoist = true;
            let base_effects = self.effects(base);
            let conflict = literal.fields.iter().any(|field| self.effects(&field.expr).conflicts(base_effects));
            // What may panic does so before a later `?` leaves.
            let leaves = attempts(base) || literal.fields.iter().any(|field| attempts(&field.expr));
            if conflict || leaves {
                // The fields come first in Rust, and the base does in C++.
                for (value, field) in values.iter_mut().zip(&literal.fields) {
                    if self.effects(&field.expr) != Effects::default() || (leaves && may_panic(&field.expr)) {
                        let code = self.value(&field.expr);
                        *value = Some(self.name_value(&field.expr, code, line));
                    }
                }
            }
            statement.push_text(" = ");
            statement.append(self.base(literal, base).pieces);
        }
        statement.push_text(";");
        self.out.statement(line, statement);
        for (field, value) in literal.fields.iter().zip(values) {
            let member = self.member_name(&field.member);
            match value {
                Some(value) => {
                    let mut statement = Pieces::text(format!("{name}.{member} = "));
                    statement.append(value.pieces);
                    statement.push_text(";");
                    self.out.statement(line, statement);
                }
                None => self.expr_into(&field.expr, &Dest::Assign(Pieces::text(format!("{name}.{member}")))),
            }
        }
    }
}

/// `Default` of `Default::default()`.
fn default_of_trait(base: &Expr) -> Option<syn::Path> {
    let Expr::Call(call) = strip_paren(base) else { return None };
    let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
    let mut owner = path.clone();
    let name = owner.segments.pop()?.ident;
    owner.segments.pop_punct();
    let is_default = name == "default" && owner.segments.last()?.ident == "Default" && call.args.is_empty();
    is_default.then_some(owner)
}

/// Whether an expression evidently has the value `()`.
pub fn is_unit(expr: &Expr) -> bool {
    let ends = |block: &syn::Block| match block.stmts.last() {
        Some(Stmt::Expr(tail, None)) => is_unit(tail),
        _ => true,
    };
    match strip_paren(expr) {
        Expr::Assign(_) | Expr::While(_) | Expr::ForLoop(_) => true,
        Expr::Binary(binary) => is_compound(&binary.op),
        Expr::Tuple(tuple) => tuple.elems.is_empty(),
        Expr::Block(block) => block.label.is_none() && ends(&block.block),
        Expr::If(choice) => {
            ends(&choice.then_branch) && choice.else_branch.as_ref().is_none_or(|(_, other)| is_unit(other))
        }
        Expr::Match(choice) => !choice.arms.is_empty() && choice.arms.iter().all(|arm| is_unit(&arm.body)),
        Expr::Macro(call) => {
            call.mac.path.segments.last().is_some_and(|last| last.ident.to_string().contains("assert"))
        }
        _ => false,
    }
}

/// Whether the initialiser is control flow.
fn is_control(expr: &Expr) -> bool {
    matches!(expr, Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_))
}

pub fn strip_paren(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Paren(inner) => &inner.expr,
            Expr::Group(inner) => &inner.expr,
            other => return other,
        };
    }
}

fn is_plain_tuple(tuple: &syn::PatTuple, values: &syn::ExprTuple) -> bool {
    tuple.elems.len() == values.elems.len() && !tuple.elems.iter().any(|element| matches!(element, Pat::Rest(_)))
}

/// The names of a tuple pattern that has only names, with whether they are `mut`.
fn plain_names(tuple: &syn::PatTuple) -> Option<Vec<(String, bool)>> {
    tuple
        .elems
        .iter()
        .map(|element| match element {
            Pat::Ident(name)
                if name.by_ref.is_none() && name.subpat.is_none() && !super::pattern::is_constant(name) =>
            {
                Some((name.ident.to_string(), name.mutability.is_some()))
            }
            _ => None,
        })
        .collect()
}

/// `SplitScratch` → `split_scratch`.
pub fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, character) in name.char_indices() {
        if character.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(character.to_lowercase());
    }
    out
}
