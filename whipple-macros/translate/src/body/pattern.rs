//! Patterns: what they test, what they bind, and `match`.

use super::{
    Translator,
    code::{self, Code, concat},
    control::{Dest, either, first_line, ternary},
    scope::{Kind, Reference},
};
use crate::{fragments, piece::Pieces};
use proc_macro2::Span;
use syn::{
    Expr, Pat, RangeLimits,
    spanned::Spanned,
    visit::{self, Visit},
};

/// The hint for a `..` before other elements.
pub const REST_AT_THE_END: &str = "`..` must stand at the end in device code; write `_` for each element";

/// A name that a pattern binds to a part of the scrutinee.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name.
    pub name: syn::Ident,
    /// Whether it is `mut`.
    pub mutable: bool,
    /// The part.
    pub code: Code,
    /// Whether Rust binds a reference to the part: where the scrutinee is one.
    pub reference: Reference,
    /// What is known of the part's type.
    pub kind: Kind,
}

/// What a pattern looks at.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A value or place.
    Whole {
        /// Its C++.
        code: Code,
        /// Whether it is a reference, so that patterns bind references into it.
        reference: Reference,
        /// Whether it is memory that threads share.
        kind: Kind,
    },
    /// The elements of a tuple that is never built.
    Tuple(Vec<Subject>),
}

impl Subject {
    /// A part of this.
    fn part(&self, code: Code) -> Self {
        match self {
            Subject::Whole { reference, kind, .. } => Subject::Whole { code, reference: *reference, kind: *kind },
            Subject::Tuple(_) => Subject::Whole { code, reference: Reference::None, kind: Kind::Value },
        }
    }
}

/// What a pattern demands and binds.
#[derive(Clone, Debug, Default)]
pub struct Test {
    /// All must hold.
    pub conditions: Vec<Code>,
    /// In source order.
    pub bindings: Vec<Binding>,
}

impl Test {
    /// The conditions joined by `&&`; `None` when the pattern always matches.
    pub fn condition(&self) -> Option<Code> {
        self.conditions.iter().cloned().reduce(|left, right| Code::binary(left, "&&", right, code::AND))
    }
}

impl Translator<'_> {
    /// Translates the condition of `if` or `while`, which may have `let` patterns joined by `&&`.
    pub fn condition(&mut self, expr: &Expr) -> (Code, Vec<Binding>) {
        if !super::control::contains_let(expr) {
            return (self.value(expr), Vec::new());
        }
        match expr {
            Expr::Paren(inner) => self.condition(&inner.expr),
            Expr::Let(condition) => {
                let Some(subject) = self.subject(&condition.expr, &[&condition.pat]) else {
                    let name = "this value must be tested in a statement of its own; write `let x = …;` before, or `loop` with `let … else { break };`";
                    self.errors.push(&condition.expr, name);
                    return (Code::primary("true"), Vec::new());
                };
                let mut test = Test::default();
                self.pattern(&condition.pat, &subject, &mut test);
                self.bind(&test.bindings, false);
                (test.condition().unwrap_or_else(|| Code::primary("true")), test.bindings)
            }
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
                let outer = self.name_subjects;
                self.name_subjects |= self.effects(&binary.right).mutates;
                let (left, mut bindings) = self.condition(&binary.left);
                self.name_subjects = outer;
                let hoist = std::mem::replace(&mut self.hoist, false);
                let (right, more) = self.condition(&binary.right);
                self.hoist = hoist;
                bindings.extend(more);
                (Code::binary(left, "&&", right, code::AND), bindings)
            }
            other => (self.refuse(other, "`let` in a condition can only be joined by `&&`"), Vec::new()),
        }
    }

    /// Whether a condition looks at a value that must be named in a statement before it.
    pub fn needs_a_statement(&self, condition: &Expr) -> bool {
        match condition {
            Expr::Paren(inner) => self.needs_a_statement(&inner.expr),
            Expr::Binary(binary) => {
                // What a later condition changes is copied before.
                let changes = super::control::contains_let(&binary.left)
                    && self.effects(&binary.right).mutates
                    && self.looks_at_changing_values(&binary.left);
                changes || self.needs_a_statement(&binary.left) || self.needs_a_statement(&binary.right)
            }
            condition if super::control::attempts(condition) => true,
            Expr::Let(condition) => match &*condition.expr {
                Expr::Tuple(tuple) => tuple.elems.iter().any(|element| !self.is_direct(element)),
                other => !self.is_direct(other),
            },
            _ => false,
        }
    }

    /// Whether a pattern among conditions does what [`looks_at_what_changes`](Self::looks_at_what_changes) says.
    fn looks_at_changing_values(&self, condition: &Expr) -> bool {
        match condition {
            Expr::Paren(inner) => self.looks_at_changing_values(&inner.expr),
            Expr::Binary(both) => {
                self.looks_at_changing_values(&both.left) || self.looks_at_changing_values(&both.right)
            }
            Expr::Let(condition) => self.looks_at_what_changes(&condition.expr),
            _ => false,
        }
    }

    /// Whether a pattern looks at a variable that may change, itself or as a part of a tuple, and at no value that has a name of its own.
    pub fn looks_at_what_changes(&self, scrutinee: &Expr) -> bool {
        match scrutinee {
            Expr::Paren(inner) => self.looks_at_what_changes(&inner.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().any(|element| self.looks_at_what_changes(element)),
            other if !self.is_direct(other) => false,
            other => match Self::root(other) {
                Some(name) if name == "self" => true,
                Some(name) => {
                    self.scopes.find(&name).is_some_and(|it| it.mutable || it.reference == Reference::Mutable)
                }
                None => false,
            },
        }
    }

    /// Whether a pattern may look at an expression where it stands.
    pub fn is_direct(&self, expr: &Expr) -> bool {
        let place = strip_reference(expr);
        matches!(expr, Expr::Lit(_))
            || (Self::is_place(place) && self.address_effects(place) == super::order::Effects::default())
    }

    /// `match` as a chain of `if`.
    pub fn match_into(&mut self, choice: &syn::ExprMatch, dest: &Dest) {
        self.hoist = true;
        let Some(subject) = self.subject_of(choice) else { return };
        let mut open = false;
        let end = super::control::last_line(choice);
        for (index, arm) in choice.arms.iter().enumerate() {
            let line = arm.span().start().line;
            let last = index + 1 == choice.arms.len();
            let (pattern, guard) = split_guard(&arm.pat);
            self.scopes.push();
            let mut test = Test::default();
            self.pattern(pattern, &subject, &mut test);
            self.check_alternatives(pattern, guard);
            let condition = self.guarded(&test, guard);
            // rustc has checked that the arms cover everything, so the last one needs no test.
            let condition = if last && guard.is_none() { None } else { condition };
            let empty = matches!(&*arm.body, Expr::Tuple(tuple) if tuple.elems.is_empty())
                || matches!(&*arm.body, Expr::Block(block) if block.block.stmts.is_empty());
            if condition.is_none() && empty && open {
                self.scopes.pop();
                break;
            }
            match (condition.clone(), open) {
                (Some(condition), false) => {
                    let head = concat([Pieces::text("if ("), condition.pieces, Pieces::text(") {")]);
                    self.out.open(line, end, head);
                }
                (Some(condition), true) => {
                    let head = concat([Pieces::text("if ("), condition.pieces, Pieces::text(") {")]);
                    self.out.reopen(line, concat([Pieces::text("else "), head]));
                }
                (None, true) => self.out.reopen(line, Pieces::text("else {")),
                (None, false) => self.out.open(line, end, Pieces::text("{")),
            }
            open = true;
            self.bind(&used(&test.bindings, &arm.body), true);
            match &*arm.body {
                Expr::Block(block) if block.label.is_none() => self.block_into(&block.block, dest),
                body => self.expr_into(body, dest),
            }
            self.scopes.pop();
            if condition.is_none() {
                break;
            }
        }
        if open {
            self.out.close("");
        }
    }

    /// `match` as a chain of `? :`, or of `either` if it merges types, when its scrutinee can be bound first.
    pub fn match_value(&mut self, choice: &syn::ExprMatch, merges: bool) -> Option<Code> {
        let subject = self.subject_of(choice)?;
        let hoist = std::mem::replace(&mut self.hoist, false);
        let mut arms = Vec::new();
        for (index, arm) in choice.arms.iter().enumerate() {
            let (pattern, guard) = split_guard(&arm.pat);
            self.scopes.push();
            let mut test = Test::default();
            self.pattern(pattern, &subject, &mut test);
            self.check_alternatives(pattern, guard);
            let condition = self.guarded(&test, guard);
            self.bind(&test.bindings, false);
            let value = self.value(&arm.body);
            self.scopes.pop();
            let last = condition.is_none() || (index + 1 == choice.arms.len() && guard.is_none());
            arms.push((condition, value));
            if last {
                break;
            }
        }
        self.hoist = hoist;
        // What `matches!` stands for.
        if let [(Some(condition), yes), (_, no)] = &arms[..]
            && yes.is_text("true")
            && no.is_text("false")
        {
            return Some(condition.clone());
        }
        let (_, mut code) = arms.pop()?;
        while let Some((condition, value)) = arms.pop() {
            code = if merges { either(condition?, value, code) } else { ternary(condition?, value, code) };
        }
        Some(code)
    }

    /// What the arms of a `match` look at. Guards may change variables that a tuple is made of, which Rust has copied.
    fn subject_of(&mut self, choice: &syn::ExprMatch) -> Option<Subject> {
        let patterns: Vec<&Pat> = choice.arms.iter().map(|arm| split_guard(&arm.pat).0).collect();
        let mut guards = choice.arms.iter().filter_map(|arm| split_guard(&arm.pat).1);
        let changes = guards.any(|guard| self.effects(guard).mutates);
        let is_tuple = matches!(&*choice.expr, Expr::Tuple(_));
        let outer = std::mem::replace(&mut self.name_subjects, changes && is_tuple);
        let subject = self.subject(&choice.expr, &patterns);
        self.name_subjects = outer;
        subject
    }

    /// Evaluates what patterns look at, once. `None` when that needs a statement and none may be written.
    pub fn subject(&mut self, scrutinee: &Expr, patterns: &[&Pat]) -> Option<Subject> {
        if let Expr::Paren(inner) = scrutinee {
            return self.subject(&inner.expr, patterns);
        }
        if let Expr::Tuple(tuple) = scrutinee
            && patterns.iter().all(|pattern| is_tuple_pattern(pattern, tuple.elems.len()))
        {
            let exprs: Vec<&Expr> = tuple.elems.iter().collect();
            let effects: Vec<_> = exprs.iter().map(|expr| self.effects(expr)).collect();
            let conflict = Self::any_conflict(&effects);
            let mut subjects = Vec::new();
            for expr in exprs {
                subjects.push(self.subject_code(expr, conflict)?);
            }
            return Some(Subject::Tuple(subjects));
        }
        self.subject_code(scrutinee, false)
    }

    fn subject_code(&mut self, expr: &Expr, always_name: bool) -> Option<Subject> {
        let (reference, kind) = (self.reference_of(expr), self.kind_of_value(expr));
        let kind = if kind == Kind::Memory { kind } else { Kind::Value };
        let whole = |code| Subject::Whole { code, reference, kind };
        let changes = self.name_subjects && self.looks_at_what_changes(expr);
        if self.is_direct(expr) && !always_name && !changes {
            return Some(whole(self.value(expr)));
        }
        if !self.hoist {
            return None;
        }
        let code = self.value(expr);
        Some(whole(self.name_value(expr, code, first_line(expr))))
    }

    /// The condition of an arm with its guard; the guard sees the bindings.
    fn guarded(&mut self, test: &Test, guard: Option<&Expr>) -> Option<Code> {
        let Some(guard) = guard else { return test.condition() };
        self.scopes.push();
        self.bind(&test.bindings, false);
        let hoist = std::mem::replace(&mut self.hoist, false);
        let (guard, more) = self.condition(guard);
        if !more.is_empty() {
            self.errors.push_at(more[0].name.span(), "a guard cannot bind names in device code; test in the arm");
        }
        self.hoist = hoist;
        self.scopes.pop();
        Some(match test.condition() {
            Some(condition) => Code::binary(condition, "&&", guard, code::AND),
            None => guard,
        })
    }

    /// Adds what `pattern` demands of `subject` and binds.
    pub fn pattern(&mut self, pattern: &Pat, subject: &Subject, test: &mut Test) {
        let code = match (pattern, subject) {
            (Pat::Paren(inner), _) => return self.pattern(&inner.pat, subject, test),
            (Pat::Type(inner), _) => return self.pattern(&inner.pat, subject, test),
            (Pat::Reference(inner), Subject::Whole { code, .. }) => {
                let target = Subject::Whole { code: code.clone(), reference: Reference::None, kind: Kind::Value };
                return self.pattern(&inner.pat, &target, test);
            }
            (Pat::Wild(_) | Pat::Rest(_), _) => return,
            (Pat::Or(alternatives), _) => return self.alternatives(alternatives, subject, test),
            (Pat::Tuple(tuple), Subject::Tuple(subjects)) => {
                for (element, subject) in tuple.elems.iter().zip(subjects) {
                    self.pattern(element, subject, test);
                }
                return;
            }
            (_, Subject::Tuple(_)) => return,
            (_, Subject::Whole { code, .. }) => code.clone(),
        };
        match pattern {
            Pat::Ident(name) => self.ident_pattern(name, code, subject, test),
            Pat::Lit(literal) => {
                let value = self.literal(&literal.lit);
                test.conditions.push(Code::binary(code, "==", value, code::EQUALITY));
            }
            Pat::Range(range) => {
                if let Some(start) = &range.start {
                    let start = self.value(start);
                    test.conditions.push(Code::binary(code.clone(), ">=", start, code::RELATION));
                }
                if let Some(end) = &range.end {
                    let operator = if matches!(range.limits, RangeLimits::Closed(_)) { "<=" } else { "<" };
                    let end = self.value(end);
                    test.conditions.push(Code::binary(code, operator, end, code::RELATION));
                }
            }
            Pat::Path(path) if super::expr::is_none(&path.path) => {
                test.conditions.push(Code::call(code.member("is_none").pieces, Vec::new()));
            }
            Pat::Path(path) => {
                let variant = if path.qself.is_none() { self.variant_of(&path.path) } else { None };
                let condition = match variant {
                    Some(variant) => self.constant_test(&variant, &code),
                    None => {
                        let value = self.value(&Expr::Path(path.clone()));
                        Code::binary(code, "==", value, code::EQUALITY)
                    }
                };
                test.conditions.push(condition);
            }
            Pat::Tuple(tuple) => self.elements(tuple.elems.iter(), &code, subject, test, |index| format!("_{index}")),
            Pat::TupleStruct(syn::PatTupleStruct { qself: Some(_), .. })
            | Pat::Struct(syn::PatStruct { qself: Some(_), .. }) => {
                self.errors.push(pattern, "`<T>::Name` does not exist in device code; write `Type::Name`");
            }
            Pat::TupleStruct(tuple) => {
                let name = tuple.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                let of_std = super::variant::is_of_std(&tuple.path);
                if matches!(name.as_str(), "Ok" | "Err") && of_std {
                    self.errors.push(&tuple.path, "`Result` does not exist in device code; use an `Option`");
                    return;
                }
                if name == "Some" && of_std {
                    test.conditions.push(Code::call(code.clone().member("is_some").pieces, Vec::new()));
                    return self.elements(tuple.elems.iter(), &code, subject, test, |_| "value".to_owned());
                }
                let code = self.fields_of_pattern(&tuple.path, code, test);
                self.elements(tuple.elems.iter(), &code, subject, test, |index| format!("_{index}"));
            }
            Pat::Struct(fields) => {
                if let (Some(variant), true) = (self.variant_of(&fields.path), fields.fields.is_empty()) {
                    test.conditions.push(self.constant_test(&variant, &code));
                    return;
                }
                let code = self.fields_of_pattern(&fields.path, code, test);
                for field in &fields.fields {
                    let member = self.member_name(&field.member);
                    self.pattern(&field.pat, &subject.part(code.clone().member(&member)), test);
                }
            }
            Pat::Slice(slice) => {
                for (index, element) in slice.elems.iter().enumerate() {
                    if matches!(element, Pat::Rest(_)) {
                        if index + 1 < slice.elems.len() {
                            self.errors
                                .push(element, "`..` must stand at the end in device code; index the array instead");
                        }
                        return;
                    }
                    if matches!(element, Pat::Ident(name) if matches!(&name.subpat, Some((_, part)) if matches!(**part, Pat::Rest(_))))
                    {
                        self.errors
                            .push(element, "a part of an array has no name in device code; index the array instead");
                        return;
                    }
                    let part = code.clone().index(Code::primary(index.to_string()));
                    self.pattern(element, &subject.part(part), test);
                }
            }
            Pat::Guard(guard) => self.pattern(&guard.pat, subject, test),
            other => self.errors.push(other, "this pattern does not exist in device code; test the value with `if`"),
        }
    }

    /// Where the fields of a pattern are: for a variant of an enum, what says that it is this one comes first.
    fn fields_of_pattern(&mut self, path: &syn::Path, code: Code, test: &mut Test) -> Code {
        let Some(variant) = self.variant_of(path) else {
            self.require_type(path);
            return code;
        };
        let (is_it, name) = (self.variant_test(&variant, &code), variant.member());
        test.conditions.push(is_it);
        code.member("fields_").member(&name)
    }

    fn ident_pattern(&mut self, name: &syn::PatIdent, code: Code, subject: &Subject, test: &mut Test) {
        if let Some(by_ref) = &name.by_ref {
            self.errors.push(by_ref, "`ref` does not exist in device code; borrow in the arm: `let x = &value.field;`");
        }
        if name.ident == "None" {
            test.conditions.push(Code::call(code.member("is_none").pieces, Vec::new()));
            return;
        }
        if is_constant(name) {
            let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: name.ident.clone().into() };
            let value = self.value(&Expr::Path(path));
            test.conditions.push(Code::binary(code, "==", value, code::EQUALITY));
            return;
        }
        if let Some((_, inner)) = &name.subpat {
            self.pattern(inner, subject, test);
        }
        let (reference, kind) = match subject {
            Subject::Whole { reference, kind, .. } => (*reference, *kind),
            Subject::Tuple(_) => (Reference::None, Kind::Value),
        };
        let mutable = name.mutability.is_some();
        if mutable && reference != Reference::None {
            self.errors.push(name, "a variable that is a reference cannot be assigned to in device code; leave out `mut`, or match the value: `match *x`");
        }
        test.bindings.push(Binding { name: name.ident.clone(), mutable, code, reference, kind });
    }

    fn alternatives(&mut self, alternatives: &syn::PatOr, subject: &Subject, test: &mut Test) {
        let mut tests = Vec::new();
        for case in &alternatives.cases {
            let mut inner = Test::default();
            self.pattern(case, subject, &mut inner);
            let always = inner.conditions.is_empty();
            tests.push(inner);
            if always {
                break;
            }
        }
        let Some((last, before)) = tests.split_last() else { return };
        // A name is a part of the first alternative that matches.
        for binding in &last.bindings {
            let mut code = binding.code.clone();
            for test in before.iter().rev() {
                let other = test.bindings.iter().find(|other| other.name == binding.name);
                if let (Some(other), Some(condition)) = (other, test.condition()) {
                    code = ternary(condition, other.code.clone(), code);
                }
            }
            test.bindings.push(Binding { code, ..binding.clone() });
        }
        if last.conditions.is_empty() {
            return;
        }
        let conditions = tests.iter().filter_map(Test::condition);
        let joined = conditions.reduce(|left, right| Code::binary(left, "||", right, code::OR));
        test.conditions.extend(joined);
    }

    /// Refuses a guard over alternatives that may match both, if it changes something or they bind names: Rust asks it for each of them.
    fn check_alternatives(&mut self, pattern: &Pat, guard: Option<&Expr>) {
        let Some(guard) = guard else { return };
        let effects = self.effects(guard);
        if let Some(span) = overlapping_alternatives(pattern, effects.mutates || effects.writes) {
            self.errors.push_at(
                span,
                "Rust asks a guard for each of these alternatives, as more than one may match; write an arm for each",
            );
        }
    }

    fn elements<'p>(
        &mut self,
        elements: impl ExactSizeIterator<Item = &'p Pat>,
        code: &Code,
        subject: &Subject,
        test: &mut Test,
        member: impl Fn(usize) -> String,
    ) {
        let count = elements.len();
        for (index, element) in elements.enumerate() {
            if matches!(element, Pat::Rest(_)) {
                if index + 1 < count {
                    self.errors.push(element, REST_AT_THE_END);
                }
                return;
            }
            self.pattern(element, &subject.part(code.clone().member(&member(index))), test);
        }
    }
}

/// Where alternatives stand of which more than one may match, and that matters to a guard: it changes something, or they bind names.
pub fn overlapping_alternatives(pattern: &Pat, changes: bool) -> Option<Span> {
    struct Finder {
        changes: bool,
        found: Option<Span>,
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_pat_or(&mut self, alternatives: &'ast syn::PatOr) {
            let cases: Vec<&Pat> = alternatives.cases.iter().collect();
            let meet = |index: usize| cases[index + 1..].iter().any(|other| !exclude(cases[index], other));
            let matters = self.changes || cases.iter().any(|case| super::control::binds(case));
            if matters && (0..cases.len()).any(meet) {
                self.found = Some(alternatives.span());
            }
            visit::visit_pat_or(self, alternatives);
        }
    }
    let mut finder = Finder { changes, found: None };
    finder.visit_pat(pattern);
    finder.found
}

/// Whether an identifier pattern names a constant: by Rust's convention, which `rustc` also warns about.
pub fn is_constant(name: &syn::PatIdent) -> bool {
    let text = name.ident.to_string();
    name.by_ref.is_none()
        && name.mutability.is_none()
        && name.subpat.is_none()
        && text.chars().next().is_some_and(char::is_uppercase)
}

/// An item that rustc refuses where a binding of a body is a constant's name: in C++ it would be a new variable. Only
/// patterns that may fail can name constants, and `n @ _` never does. The patterns themselves stay as the user's lints
/// know them.
pub fn no_constants(block: &syn::Block) -> Option<syn::Stmt> {
    struct Finder {
        may_fail: bool,
        names: Vec<syn::Ident>,
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_arm(&mut self, arm: &'ast syn::Arm) {
            self.may_fail = true;
            self.visit_pat(&arm.pat);
            self.may_fail = false;
            self.visit_expr(&arm.body);
        }
        fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
            self.may_fail = true;
            self.visit_pat(&condition.pat);
            self.may_fail = false;
            self.visit_expr(&condition.expr);
        }
        // A guard is a part of its pattern.
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let outer = std::mem::replace(&mut self.may_fail, false);
            visit::visit_expr(self, expr);
            self.may_fail = outer;
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            fragments::within_arguments(&mut call.clone(), |argument| {
                let mut inner = Finder { may_fail: false, names: std::mem::take(&mut self.names) };
                inner.visit_expr(argument);
                self.names = inner.names;
            });
        }
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            visit::visit_pat_ident(self, name);
            let is_new = name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none();
            if self.may_fail && is_new && !is_constant(name) && !self.names.contains(&name.ident) {
                self.names.push(name.ident.clone());
            }
        }
    }
    let mut finder = Finder { may_fail: false, names: Vec::new() };
    finder.visit_block(block);
    let names = finder.names;
    (!names.is_empty()).then(|| {
        syn::parse_quote! {
            #[allow(unused_variables, clippy::all, clippy::pedantic, clippy::restriction)]
            const _: fn() = || { #(let #names @ _ = ();)* };
        }
    })
}

/// Whether two patterns evidently never match the same value: different variants, or parts that are.
fn exclude(one: &Pat, other: &Pat) -> bool {
    // The last name of a path that is a variant's for sure.
    fn name(pattern: &Pat) -> Option<String> {
        let (path, may_be_constant) = match pattern {
            Pat::Path(path) => (&path.path, true),
            Pat::TupleStruct(tuple) => (&tuple.path, false),
            Pat::Struct(fields) => (&fields.path, false),
            Pat::Ident(name) if name.ident == "None" => return Some("None".to_owned()),
            _ => return None,
        };
        let last = path.segments.last()?.ident.to_string();
        let is_variant = match path.segments.len() {
            1 => matches!(last.as_str(), "Some" | "None"),
            // `Kind::FIRST` may be a constant that equals a variant.
            _ => !may_be_constant || last.contains(char::is_lowercase),
        };
        is_variant.then_some(last)
    }
    let parts = |pattern: &Pat| -> Vec<Pat> {
        match pattern {
            Pat::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
            Pat::TupleStruct(tuple) => tuple.elems.iter().cloned().collect(),
            _ => Vec::new(),
        }
    };
    match (one, other) {
        (Pat::Paren(inner), _) => exclude(&inner.pat, other),
        (_, Pat::Paren(inner)) => exclude(one, &inner.pat),
        (Pat::Or(cases), _) => cases.cases.iter().all(|case| exclude(case, other)),
        (_, Pat::Or(cases)) => cases.cases.iter().all(|case| exclude(one, case)),
        (Pat::Ident(syn::PatIdent { subpat: Some((_, inner)), .. }), _) => exclude(inner, other),
        (_, Pat::Ident(syn::PatIdent { subpat: Some((_, inner)), .. })) => exclude(one, inner),
        (Pat::Reference(one), Pat::Reference(other)) => exclude(&one.pat, &other.pat),
        (Pat::Lit(one), Pat::Lit(other)) => match (&one.lit, &other.lit) {
            (syn::Lit::Int(one), syn::Lit::Int(other)) => one.base10_digits() != other.base10_digits(),
            (syn::Lit::Bool(one), syn::Lit::Bool(other)) => one.value != other.value,
            _ => false,
        },
        _ => {
            let differ = matches!((name(one), name(other)), (Some(one), Some(other)) if one != other);
            let (one, other) = (parts(one), parts(other));
            let rest = |parts: &[Pat]| parts.iter().any(|part| matches!(part, Pat::Rest(_)));
            let aligned = !rest(&one) && !rest(&other);
            differ || (aligned && one.iter().zip(&other).any(|(one, other)| exclude(one, other)))
        }
    }
}

/// Whether tokens mention a name.
pub fn mentions(tokens: proc_macro2::TokenStream, name: &syn::Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == *name,
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// The bindings that tokens mention: the others may have served a guard only.
pub fn used(bindings: &[Binding], tokens: &impl quote::ToTokens) -> Vec<Binding> {
    bindings.iter().filter(|binding| mentions(tokens.to_token_stream(), &binding.name)).cloned().collect()
}

/// The pattern of an arm and its guard.
fn split_guard(pattern: &Pat) -> (&Pat, Option<&Expr>) {
    match pattern {
        Pat::Guard(guard) => (&guard.pat, Some(&guard.guard)),
        Pat::Paren(inner) => split_guard(&inner.pat),
        other => (other, None),
    }
}

/// Whether the pattern takes a tuple of this many elements apart, or ignores it.
fn is_tuple_pattern(pattern: &Pat, count: usize) -> bool {
    match pattern {
        Pat::Paren(inner) => is_tuple_pattern(&inner.pat, count),
        Pat::Wild(_) => true,
        Pat::Tuple(tuple) => {
            tuple.elems.len() == count && !tuple.elems.iter().any(|element| matches!(element, Pat::Rest(_)))
        }
        Pat::Or(alternatives) => alternatives.cases.iter().all(|case| is_tuple_pattern(case, count)),
        _ => false,
    }
}

fn strip_reference(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(reference) => &reference.expr,
        Expr::Paren(inner) => strip_reference(&inner.expr),
        Expr::Group(inner) => strip_reference(&inner.expr),
        other => other,
    }
}
