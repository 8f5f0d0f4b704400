//! How a body uses buffers: for the warning about a buffer that one procedure reads by `get` and another writes by `set`, with nothing between
//! them that orders the two.
//!
//! A buffer is known by its path from `self` or from a parameter, through fields and elements. A function that is handed a buffer, or a struct
//! with some, is followed by its name where the program is put together (`whipple_runtime::source::unordered`).

use crate::{
    hir::{Body, Callee, ExprId, ExprKind, Iterated, LocalId, Pat, PatKind, Stmt},
    names,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Lit, Member, Signature};

/// What the bodies of an item do.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// What is read by `get`: where a path begins, and its parts.
    reads: BTreeSet<(u64, String)>,
    /// What is written by `set`.
    writes: BTreeSet<(u64, String)>,
    /// What is handed to functions, and where the paths of these begin.
    lent: BTreeSet<(u64, String, u64)>,
    /// Whether there is an operation that may acquire what other tasks released.
    acquires: bool,
}

/// Where paths in a function begin: at `self`, or at a parameter by its number.
fn start(function: &str, at: &str) -> u64 {
    names::hash(&format!("{function} {at}"))
}

impl Accesses {
    /// Those of one body.
    pub fn of(body: &Body, signature: &Signature) -> Self {
        let mut found = Self::default();
        let paths = Paths::of(body, names::unraw(&signature.ident));
        body.each_in_block(&body.root, &mut |id| match body.kind(id) {
            ExprKind::Method { receiver, name, arguments, .. } => {
                let name = names::unraw(name);
                match (name.as_str(), arguments.len()) {
                    ("get", 1) => found.reads.extend(paths.of_place(*receiver)),
                    ("set", 2) => found.writes.extend(paths.of_place(*receiver)),
                    _ => found.acquires |= may_acquire(&name),
                }
                found.lend(&paths, *receiver, start(&name, "self"));
                found.lend_all(&paths, &name, arguments, 0);
            }
            ExprKind::Call(Callee::Function(path) | Callee::Associated(path), arguments) => {
                let Some(name) = path.segments.last().map(|last| names::unraw(&last.ident)) else { return };
                found.lend_all(&paths, &name, arguments, 0);
                // A method may be called as a function of its type.
                if let Some((first, others)) = arguments.split_first() {
                    found.lend(&paths, *first, start(&name, "self"));
                    found.lend_all(&paths, &name, others, 0);
                }
            }
            _ => {}
        });
        found
    }

    fn lend_all(&mut self, paths: &Paths<'_>, to: &str, arguments: &[ExprId], first: usize) {
        for (position, argument) in arguments.iter().enumerate() {
            self.lend(paths, *argument, start(to, &(first + position).to_string()));
        }
    }

    fn lend(&mut self, paths: &Paths<'_>, argument: ExprId, to: u64) {
        self.lent.extend(paths.of_place(argument).into_iter().map(|(from, path)| (from, path, to)));
    }

    /// What several bodies do.
    pub fn extend(&mut self, other: &Self) {
        self.reads.extend(other.reads.iter().cloned());
        self.writes.extend(other.writes.iter().cloned());
        self.lent.extend(other.lent.iter().cloned());
        self.acquires |= other.acquires;
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && self.lent.is_empty() && !self.acquires
    }
}

impl ToTokens for Accesses {
    /// An `Accesses`.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let all = |accesses: &BTreeSet<(u64, String)>| {
            let each = accesses.iter().map(|(from, path)| quote!((#from, #path)));
            quote!(&[#(#each),*])
        };
        let (reads, writes, acquires) = (all(&self.reads), all(&self.writes), self.acquires);
        let lent = self.lent.iter().map(|(from, path, to)| quote!((#from, #path, #to)));
        tokens.extend(quote! {
            ::whipple::private::Accesses { reads: #reads, writes: #writes, lent: &[#(#lent),*], acquires: #acquires }
        });
    }
}

/// The paths of places.
struct Paths<'b> {
    body: &'b Body,
    function: String,
    /// What variables may be: parts of expressions.
    values: BTreeMap<LocalId, Vec<(ExprId, Vec<String>)>>,
}

impl<'b> Paths<'b> {
    fn of(body: &'b Body, function: String) -> Self {
        let mut paths = Self { body, function, values: BTreeMap::new() };
        for statement in body.blocks().into_iter().flat_map(|block| &block.statements) {
            if let Stmt::Let(binding) = statement
                && let Some(value) = binding.value
            {
                paths.bind(&binding.pattern, value, &[]);
            }
        }
        body.each_in_block(&body.root, &mut |id| match body.kind(id) {
            ExprKind::Let(pattern, value) => paths.bind(pattern, *value, &[]),
            ExprKind::Match(value, arms) => {
                arms.iter().for_each(|arm| paths.bind(&arm.pattern, *value, &[]));
            }
            ExprKind::For(_, pattern, Iterated::Array { array, enumerated, .. }, _) => {
                let item = match &pattern.kind {
                    PatKind::Tuple(elements, _) if *enumerated => elements.last().map(|(_, item)| item),
                    _ => Some(&**pattern),
                };
                item.into_iter().for_each(|item| paths.bind(item, *array, &[element(None)]));
            }
            ExprKind::Assign(place, value) => {
                if let ExprKind::Local(local) = body.kind(*place) {
                    paths.values.entry(*local).or_default().push((*value, Vec::new()));
                }
            }
            _ => {}
        });
        paths
    }

    /// Gives the variables of a pattern the parts of a value.
    fn bind(&mut self, pattern: &Pat, value: ExprId, parts: &[String]) {
        let with = |part: String| [parts, &[part]].concat();
        match &pattern.kind {
            PatKind::Bind(local, inner) => {
                self.values.entry(*local).or_default().push((value, parts.to_vec()));
                inner.iter().for_each(|inner| self.bind(inner, value, parts));
            }
            PatKind::Struct(fields) => {
                fields.iter().for_each(|(member, inner)| self.bind(inner, value, &with(field(member))));
            }
            PatKind::Tuple(elements, _) => {
                let elements = elements.iter().enumerate();
                elements.for_each(|(at, (_, inner))| self.bind(inner, value, &with(format!(".{at}"))));
            }
            PatKind::Array(elements, _) => {
                let elements = elements.iter().enumerate();
                elements.for_each(|(at, (_, inner))| self.bind(inner, value, &with(element(Some(at as u64)))));
            }
            _ => pattern.parts().into_iter().for_each(|inner| self.bind(inner, value, parts)),
        }
    }

    /// The paths of what a place may be.
    fn of_place(&self, id: ExprId) -> Vec<(u64, String)> {
        let mut found = Vec::new();
        self.find(id, &[], (&[], &mut found));
        found
    }

    /// `parts`: those behind it, the last one first. `through`: the variables on the way, which may be what they were before.
    fn find(&self, id: ExprId, parts: &[String], (through, found): (&[LocalId], &mut Vec<(u64, String)>)) {
        let with = |part: String| [parts, &[part]].concat();
        let all = || parts.iter().rev().map(String::as_str).collect::<String>();
        match self.body.kind(id) {
            ExprKind::This => found.push((start(&self.function, "self"), all())),
            ExprKind::Local(local) if !through.contains(local) => {
                if let Some(position) = self.body.parameters.iter().position(|of| *of == Some(*local)) {
                    found.push((start(&self.function, &position.to_string()), all()));
                }
                for (value, of_value) in self.values.get(local).into_iter().flatten() {
                    let parts: Vec<String> = parts.iter().chain(of_value.iter().rev()).cloned().collect();
                    self.find(*value, &parts, (&[through, &[*local]].concat(), found));
                }
            }
            ExprKind::Field(of, member) => self.find(*of, &with(field(member)), (through, found)),
            ExprKind::Index(of, index) => self.find(*of, &with(element(self.number(*index))), (through, found)),
            ExprKind::Deref(of) | ExprKind::Borrow { of, .. } | ExprKind::Slice { of, .. } | ExprKind::Some(of) => {
                self.find(*of, parts, (through, found));
            }
            ExprKind::Tuple(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    if let Some((last, rest)) = parts.split_last()
                        && *last == format!(".{at}")
                    {
                        self.find(*element, rest, (through, found));
                    }
                }
            }
            ExprKind::Array(elements) => {
                let rest = parts.split_last().map_or(parts, |(_, rest)| rest);
                elements.iter().for_each(|element| self.find(*element, rest, (through, found)));
            }
            ExprKind::Method { receiver, name, arguments, .. } => match (name.to_string().as_str(), arguments.len()) {
                ("clone" | "unwrap" | "iter" | "as_slice", 0) | ("expect", 1) => {
                    self.find(*receiver, parts, (through, found))
                }
                ("first" | "last", 0) | ("get", 1) => self.find(*receiver, &with(element(None)), (through, found)),
                _ => {}
            },
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                tails.into_iter().filter(|tail| *tail != id).for_each(|tail| self.find(tail, parts, (through, found)));
            }
            _ => {}
        }
    }

    fn number(&self, index: ExprId) -> Option<u64> {
        match self.body.kind(index) {
            ExprKind::Literal(Lit::Int(number)) => number.base10_parse().ok(),
            _ => None,
        }
    }
}

fn field(member: &Member) -> String {
    format!(".{}", member.to_token_stream())
}

/// An element of an array. One whose index is no literal is taken for one alone.
fn element(index: Option<u64>) -> String {
    index.map_or_else(|| "[]".to_owned(), |index| format!("[{index}]"))
}

/// Whether a method of this name may acquire. Where it does not, since its answer is dropped or it is the user's, a warning is missed.
fn may_acquire(name: &str) -> bool {
    let is_atomic = name.starts_with("fetch_") || name.starts_with("exchange") || name.starts_with("compare_exchange");
    is_atomic && !name.ends_with("_relaxed") || matches!(name, "get_acquire" | "fence" | "spawn_after")
}
