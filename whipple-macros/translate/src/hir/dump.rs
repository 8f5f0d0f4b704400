//! A body as text, for readers: Rust with names resolved, a number behind each variable and each label.

use super::{
    Arm, At, Base, Block, Body, By, Callee, ExprId, ExprKind, Iterated, LocalId, Message, Operator, Parts, Pat,
    PatKind, Range, Stmt, TargetId,
};
use quote::ToTokens;
use std::fmt::Write;
use syn::{Member, Path};

impl Body {
    /// The variables, then the statements.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for index in 0..self.locals.len() as u32 {
            let (id, local) = (LocalId(index), self.local(LocalId(index)));
            let mutable = if local.mutable { " mut" } else { "" };
            let ty = local.ty.as_ref().map(|ty| format!(": {}", text(ty))).unwrap_or_default();
            let _ = writeln!(out, "{}{mutable}{ty}", self.variable(id));
        }
        out.push_str("---\n");
        self.statements(&self.root, 0, &mut out);
        out
    }

    fn variable(&self, id: LocalId) -> String {
        format!("{}#{}", self.local(id).name, id.0)
    }

    fn label(&self, id: TargetId) -> String {
        format!("'{}#{}", self.target(id).label.as_deref().unwrap_or("loop"), id.0)
    }

    fn statements(&self, block: &Block, depth: usize, out: &mut String) {
        let margin = "    ".repeat(depth);
        for constant in &block.constants {
            let value = self.shown(constant.value, depth);
            let _ = writeln!(out, "{margin}const {} = {value}", self.variable(constant.local));
        }
        for statement in &block.statements {
            let line = match statement {
                Stmt::Expr(id) => self.shown(*id, depth),
                Stmt::Let(binding) => {
                    let mut line = format!("let {}", self.pattern(&binding.pattern));
                    if let Some(value) = binding.value {
                        line += &format!(" = {}", self.shown(value, depth));
                    }
                    if let Some(other) = binding.other {
                        line += &format!(" else {}", self.shown(other, depth));
                    }
                    line
                }
            };
            let _ = writeln!(out, "{margin}{line};");
        }
        if let Some(value) = block.value {
            let _ = writeln!(out, "{margin}{}", self.shown(value, depth));
        }
    }

    fn block(&self, block: &Block, depth: usize) -> String {
        let mut out = "{\n".to_owned();
        self.statements(block, depth + 1, &mut out);
        out + &"    ".repeat(depth) + "}"
    }

    fn arms(&self, arms: &[Arm], depth: usize) -> String {
        let mut out = "{\n".to_owned();
        for arm in arms {
            let guard = arm.guard.map(|guard| format!(" if {}", self.shown(guard, depth + 1)));
            let (pattern, guard) = (self.pattern(&arm.pattern), guard.unwrap_or_default());
            let margin = "    ".repeat(depth + 1);
            let _ = writeln!(out, "{margin}{pattern}{guard} => {},", self.shown(arm.value, depth + 1));
        }
        out + &"    ".repeat(depth) + "}"
    }

    fn list(&self, ids: &[ExprId], depth: usize) -> String {
        ids.iter().map(|id| self.shown(*id, depth)).collect::<Vec<_>>().join(", ")
    }

    fn slice(&self, of: ExprId, bounds: [Option<ExprId>; 2], closed: bool, depth: usize) -> String {
        let [start, end] = bounds.map(|bound| bound.map(|bound| self.shown(bound, depth)).unwrap_or_default());
        format!("{}[{start}{}{end}]", self.shown(of, depth), if closed { "..=" } else { ".." })
    }

    fn shown(&self, id: ExprId, depth: usize) -> String {
        let show = |id: &ExprId| self.shown(*id, depth);
        let after =
            |value: &Option<ExprId>| value.as_ref().map(|value| format!(" {}", show(value))).unwrap_or_default();
        match self.kind(id) {
            ExprKind::Literal(literal) => text(literal),
            ExprKind::Local(local) => self.variable(*local),
            ExprKind::This => "self".to_owned(),
            ExprKind::Item(path) | ExprKind::None(path) => text(path),
            ExprKind::Unit => "()".to_owned(),
            ExprKind::Neutral { is_sum } => if *is_sum { "an empty sum" } else { "an empty product" }.to_owned(),
            ExprKind::Way(of) => format!("of an {of:?}"),
            ExprKind::Text(message) => format!("{message:?}"),
            ExprKind::Field(base, member) => format!("{}.{}", show(base), text(member)),
            ExprKind::Index(base, index) => format!("{}[{}]", show(base), show(index)),
            ExprKind::Slice { of, start, end, closed } => self.slice(*of, [*start, *end], *closed, depth),
            ExprKind::Deref(of) => format!("*{}", show(of)),
            ExprKind::Borrow { mutable, of } => {
                let temporary = if self.is_place(*of) { "" } else { "temporary " };
                format!("&{}{temporary}{}", if *mutable { "mut " } else { "" }, show(of))
            }
            ExprKind::Not(of) => format!("!{}", show(of)),
            ExprKind::Negate(of) => format!("-{}", show(of)),
            ExprKind::Binary(operator, left, right) => format!("({} {} {})", show(left), operator.sign(), show(right)),
            ExprKind::And(left, right) => format!("({} && {})", show(left), show(right)),
            ExprKind::Or(left, right) => format!("({} || {})", show(left), show(right)),
            ExprKind::Assign(place, value) => format!("{} = {}", show(place), show(value)),
            ExprKind::Compound(operator, place, value) => {
                format!("{} {}= {}", show(place), operator.sign(), show(value))
            }
            ExprKind::TakeApart(parts, value) => format!("{} = {}", self.places(parts, depth), show(value)),
            ExprKind::Cast(of, ty) => format!("({} as {})", show(of), text(ty)),
            ExprKind::Tuple(elements) => format!("({})", self.list(elements, depth)),
            ExprKind::Array(elements) => format!("[{}]", self.list(elements, depth)),
            ExprKind::Repeat(of, length) => format!("[{}; {}]", show(of), text(length)),
            ExprKind::Some(of) => format!("Some({})", show(of)),
            ExprKind::Outcome { path, value, .. } => format!("{}({})", text(path), show(value)),
            ExprKind::Renewed(renewal, of, value) => {
                let value = value.as_ref().map(|value| format!(", {}", show(value))).unwrap_or_default();
                format!("{renewal:?}({}{value})", show(of))
            }
            ExprKind::Struct { path, fields, base } => self.literal(path, fields, base.as_ref(), depth),
            ExprKind::Call(callee, arguments) => format!("{}({})", called(callee), self.list(arguments, depth)),
            ExprKind::Function(callee) => called(callee),
            ExprKind::Closure { before, parameters, body } => self.closure(before, parameters, *body, depth),
            ExprKind::Method { receiver, name, turbofish, arguments } => {
                let turbofish = turbofish.as_ref().map(text).unwrap_or_default();
                format!("{}.{name}{turbofish}({})", show(receiver), self.list(arguments, depth))
            }
            ExprKind::Let(pattern, value) => format!("let {} = {}", self.pattern(pattern), show(value)),
            ExprKind::If { condition, then, other } => {
                let other = other.as_ref().map(|other| format!(" else {}", show(other))).unwrap_or_default();
                format!("if {} {}{other}", show(condition), self.block(then, depth))
            }
            ExprKind::Match(value, arms) => format!("match {} {}", show(value), self.arms(arms, depth)),
            ExprKind::Block(target, block) => {
                let label = target.map(|target| format!("{}: ", self.label(target))).unwrap_or_default();
                label + &self.block(block, depth)
            }
            ExprKind::Loop(target, block) => format!("{}: loop {}", self.label(*target), self.block(block, depth)),
            ExprKind::While(target, condition, block) => {
                format!("{}: while {} {}", self.label(*target), show(condition), self.block(block, depth))
            }
            ExprKind::For(target, pattern, iterated, block) => {
                let (pattern, over) = (self.pattern(pattern), self.iterated(iterated, depth));
                format!("{}: for {pattern} in {over} {}", self.label(*target), self.block(block, depth))
            }
            ExprKind::Break(target, value) => format!("break {}{}", self.label(*target), after(value)),
            ExprKind::Continue(target) => format!("continue {}", self.label(*target)),
            ExprKind::Return(value) => format!("return{}", after(value)),
            ExprKind::Try(of) => format!("{}?", show(of)),
            ExprKind::Check { condition, message, debug } => {
                let debug = if *debug { "debug " } else { "" };
                let condition = condition.as_ref().map(show).unwrap_or_default();
                format!("{debug}check({condition}, {})", self.message(message, depth))
            }
            ExprKind::Print(message) => format!("print({})", self.message(message, depth)),
            ExprKind::Error => "refused".to_owned(),
        }
    }

    fn closure(&self, before: &Block, parameters: &[Option<LocalId>], body: ExprId, depth: usize) -> String {
        let name = |parameter: &Option<LocalId>| parameter.map_or_else(|| "_".to_owned(), |it| self.variable(it));
        let parameters = parameters.iter().map(name).collect::<Vec<_>>().join(", ");
        let before = if before.statements.is_empty() { String::new() } else { self.block(before, depth) + " " };
        format!("{before}|{parameters}| {}", self.shown(body, depth))
    }

    fn message(&self, message: &Message, depth: usize) -> String {
        let values = message.values.iter().map(|value| format!(", {}", self.shown(*value, depth)));
        format!("{:?}{}", message.text, values.collect::<String>())
    }

    fn literal(&self, path: &Path, fields: &[(Member, ExprId)], base: Option<&Base>, depth: usize) -> String {
        let fields = fields.iter().map(|(member, value)| format!("{}: {}", text(member), self.shown(*value, depth)));
        let base = match base {
            None => String::new(),
            Some(Base::Default) => ", ..default".to_owned(),
            Some(Base::Value(base)) => format!(", ..{}", self.shown(*base, depth)),
        };
        format!("{} {{ {}{base} }}", text(path), fields.collect::<Vec<_>>().join(", "))
    }

    fn places(&self, parts: &Parts, depth: usize) -> String {
        match parts {
            Parts::Nothing => "_".to_owned(),
            Parts::Place(place) => self.shown(*place, depth),
            Parts::Fields(_, fields) => {
                let field =
                    |(member, part): &(Member, Parts)| format!("{}: {}", text(member), self.places(part, depth));
                format!("({})", fields.iter().map(field).collect::<Vec<_>>().join(", "))
            }
            Parts::Elements(elements) => {
                let element = |(_, part): &(usize, Parts)| self.places(part, depth);
                format!("[{}]", elements.iter().map(element).collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn iterated(&self, iterated: &Iterated, depth: usize) -> String {
        match iterated {
            Iterated::Range(range) => self.range(range, depth),
            Iterated::Array { array, by, reversed, enumerated } => {
                let by = match by {
                    By::Value => "into_iter",
                    By::Copy => "iter().copied",
                    By::Clone => "iter().cloned",
                    By::Reference => "iter",
                    By::Mutable => "iter_mut",
                };
                let enumerated = if *enumerated { ".enumerate()" } else { "" };
                let reversed = if *reversed { ".rev()" } else { "" };
                format!("{}.{by}(){enumerated}{reversed}", self.shown(*array, depth))
            }
        }
    }

    fn range(&self, range: &Range, depth: usize) -> String {
        match range {
            Range::Plain { start, end, closed } => {
                let dots = if *closed { "..=" } else { ".." };
                format!("({}{dots}{})", self.shown(*start, depth), self.shown(*end, depth))
            }
            Range::Reversed(range) => format!("{}.rev()", self.range(range, depth)),
            Range::Stepped(range, step) => {
                format!("{}.step_by({})", self.range(range, depth), self.shown(*step, depth))
            }
        }
    }

    fn pattern(&self, pattern: &Pat) -> String {
        let named = |fields: &[(Member, Pat)]| {
            let field = |(member, field): &(Member, Pat)| format!("{}: {}", text(member), self.pattern(field));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        };
        let numbered = |elements: &[(At, Pat)]| {
            let element = |(at, element): &(At, Pat)| match at {
                At::Start(_) => self.pattern(element),
                At::End(after) => format!("{after} from the end: {}", self.pattern(element)),
                At::Rest(..) => format!("{}..", self.pattern(element)),
            };
            elements.iter().map(element).collect::<Vec<_>>().join(", ")
        };
        let end = |end: &Option<ExprId>| end.map(|end| self.shown(end, 0)).unwrap_or_default();
        match &pattern.kind {
            PatKind::Wild => "_".to_owned(),
            PatKind::Bind(local, None) => self.variable(*local),
            PatKind::Bind(local, Some(inner)) => format!("{} @ {}", self.variable(*local), self.pattern(inner)),
            PatKind::Equal(value) => format!("== {}", self.shown(*value, 0)),
            PatKind::Range { start, end: last, closed } => {
                format!("{}{}{}", end(start), if *closed { "..=" } else { ".." }, end(last))
            }
            PatKind::None => "None".to_owned(),
            PatKind::Some(inner) => format!("Some({})", self.pattern(inner)),
            PatKind::Outcome(is_ok, inner) => format!("{}({})", if *is_ok { "Ok" } else { "Err" }, self.pattern(inner)),
            PatKind::Variant(path, fields) => format!("{} {{ {} }}", text(path), named(fields)),
            PatKind::Struct(fields) => format!("{{ {} }}", named(fields)),
            PatKind::Tuple(elements, is_whole) => {
                format!("({}{})", numbered(elements), if *is_whole { "" } else { ", .." })
            }
            PatKind::Array(elements, _) => format!("[{}]", numbered(elements)),
            PatKind::Or(cases) => cases.iter().map(|case| self.pattern(case)).collect::<Vec<_>>().join(" | "),
            PatKind::Deref(inner) => format!("&{}", self.pattern(inner)),
        }
    }
}

/// Tokens, with spaces between words only.
fn text(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    for word in tokens.to_token_stream().to_string().split(' ') {
        let joins = |end: Option<char>| end.is_some_and(char::is_alphanumeric);
        if joins(text.chars().last()) && joins(word.chars().next()) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

fn called(callee: &Callee) -> String {
    match callee {
        Callee::Function(path) | Callee::Associated(path) | Callee::Struct(path) | Callee::Variant(path) => text(path),
        Callee::Joined(path, members) => {
            let members: Vec<String> = members.iter().map(text).collect();
            format!("{}{{{}}}", text(path), members.join(", "))
        }
        Callee::Vector(name) => name.clone(),
        Callee::Measured(path, _) => text(path),
        Callee::Foreign(foreign) => format!("<{} as {}>::{}", text(&foreign.ty), text(&foreign.of_trait), foreign.name),
        Callee::Default => "Default::default".to_owned(),
        Callee::Converted(conversion) => conversion.written(),
        Callee::Primitive(ty, name) => format!("{ty}::{name}"),
        Callee::Exchange(exchange) => format!("mem::{}", exchange.name()),
        Callee::Parameter(local) => format!("parameter#{}", local.0),
        Callee::Ranged(closed) => if *closed { "range_inclusive" } else { "range" }.to_owned(),
        Callee::Pulled => "pulled".to_owned(),
        Callee::Items => "items".to_owned(),
    }
}

impl Operator {
    /// As Rust writes it, without `=` behind it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}
