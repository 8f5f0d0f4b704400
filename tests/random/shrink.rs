//! Makes a function that fails small: its statements are deleted, and its expressions replaced by parts of them or by numbers, as long
//! as it fails in the same way. What is no Rust any more, rustc says, of many functions at once.

use super::package::{Failure, Function, Package, What};
use quote::ToTokens;
use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
};
use syn::{
    Block, Expr, File, Stmt, parse_quote,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// Functions that are tried at once: compiling them takes seconds.
const TRIED: usize = 250;
/// The most sets of functions that are tried.
const ROUNDS: usize = 40;

/// A change of a function: the number of the place among all of its blocks and expressions, and what happens there.
type Change = (usize, Edit);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Edit {
    /// Statements `start..end` of a block go.
    Delete(usize, usize),
    /// A statement with blocks becomes the content of one of them.
    Unwrap(usize, usize),
    /// An expression becomes one of those in it.
    Part(usize),
    /// An expression becomes a value of some type.
    Value(usize),
}

/// The smallest function found that fails in this way, and what is wrong with it.
///
/// One of `enough` bytes is small enough.
pub fn shrink(package: &Package, function: &Function, what: &What, enough: usize) -> (Function, What) {
    let mut failure = what.clone();
    let mut best: File = match syn::parse_str(&function.text) {
        Ok(items) if failure.is_like(what) => items,
        // What rustc or a macro refuses says why.
        _ => return (function.clone(), failure),
    };
    let mut rounds = 0;
    'smaller: loop {
        let mut single = changes(&best);
        single.sort_by_key(|change| size(&changed(&best, &[*change])));
        for some in single.chunks(TRIED) {
            rounds += 1;
            let sets: Vec<Vec<Change>> = some.iter().map(|change| vec![*change]).collect();
            let failing = still_failing(package, &function.name, &best, &sets, what);
            if failing.is_empty() {
                continue;
            }
            // Most of them do not need each other: all of them together, halves of them, and so on.
            let changes: Vec<Change> = failing.iter().map(|(set, _)| sets[*set][0]).collect();
            let mut together: Vec<Vec<Change>> = Vec::new();
            let mut width = changes.len();
            while width > 1 {
                together.extend(changes.chunks(width).map(<[Change]>::to_vec));
                width = width.div_ceil(2);
            }
            let joint = still_failing(package, &function.name, &best, &together, what);
            let candidates = joint.into_iter().map(|(set, what)| (changed(&best, &together[set]), what));
            let candidates =
                candidates.chain(failing.into_iter().map(|(set, what)| (changed(&best, &sets[set]), what)));
            if let Some((smallest, what)) = candidates.min_by_key(|(function, _)| size(function)) {
                (best, failure) = (smallest, what);
            }
            if rounds >= ROUNDS || size(&best) < enough {
                break 'smaller;
            }
            continue 'smaller;
        }
        break;
    }
    (Function { name: function.name.clone(), text: formatted(&best), guarded: None }, failure)
}

/// Which of these sets of changes leave a function that fails in this way, and how it fails then.
fn still_failing(
    package: &Package,
    name: &str,
    function: &File,
    sets: &[Vec<Change>],
    what: &What,
) -> Vec<(usize, What)> {
    let functions: Vec<Function> = sets
        .iter()
        .enumerate()
        .map(|(number, set)| {
            let mut changed = changed(function, set);
            let new = format!("case_{number}");
            // A line for each: errors name lines. The name is a part of the names of functions that it calls.
            let renamed = |file: &File| file.to_token_stream().to_string().replace(name, &new);
            let text = format!("{}\n", renamed(&changed)).replace("# [device]", "#[device]\n");
            Guard.visit_file_mut(&mut changed);
            Function { text, guarded: Some(format!("{}\n", renamed(&changed).replace("# [device]", ""))), name: new }
        })
        .collect();
    let failures = package.compare(&functions).unwrap_or_else(|error| {
        println!("it is not made smaller: {error}");
        Vec::new()
    });
    let alike = failures.into_iter().filter(|failure| failure.what.is_like(what));
    alike.map(|Failure { function, what }| (function, what)).collect()
}

/// How large a function is.
fn size(function: &File) -> usize {
    function.to_token_stream().to_string().len()
}

/// Calls that end loops which would not end.
struct Guard;

impl VisitMut for Guard {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let body = match expr {
            Expr::ForLoop(it) => &mut it.body,
            Expr::While(it) => &mut it.body,
            Expr::Loop(it) => &mut it.body,
            _ => return,
        };
        body.stmts.insert(0, parse_quote!(language::tick();));
    }
}

/// All changes of a function.
fn changes(function: &File) -> Vec<Change> {
    let mut finder = Finder { next: 0, found: Vec::new() };
    finder.visit_file(function);
    finder.found
}

struct Finder {
    next: usize,
    found: Vec<Change>,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_block(&mut self, block: &'ast Block) {
        let place = self.next;
        self.next += 1;
        let count = block.stmts.len();
        let mut width = count;
        while width > 0 {
            for start in (0..count).step_by(width) {
                self.found.push((place, Edit::Delete(start, (start + width).min(count))));
            }
            width /= 2;
        }
        for (number, statement) in block.stmts.iter().enumerate() {
            if let Stmt::Expr(expr, _) = statement {
                self.found.extend((0..blocks(expr).len()).map(|inner| (place, Edit::Unwrap(number, inner))));
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        let place = self.next;
        self.next += 1;
        if !matches!(expr, Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_)) {
            self.found.extend((0..parts(expr).len()).map(|part| (place, Edit::Part(part))));
        }
        if !matches!(expr, Expr::Lit(_) | Expr::Paren(_) | Expr::Assign(_) | Expr::Break(_)) {
            self.found.extend((0..values().len()).map(|value| (place, Edit::Value(value))));
        }
        visit::visit_expr(self, expr);
    }
}

/// Values of the types that expressions have most.
fn values() -> [Expr; 4] {
    [parse_quote!(0), parse_quote!(1), parse_quote!(true), parse_quote!(1.0)]
}

/// The blocks of a statement.
fn blocks(expr: &Expr) -> Vec<Block> {
    match expr {
        Expr::If(it) => {
            let no = it.else_branch.as_ref().map(|(_, branch)| branch.to_token_stream());
            let no = no.and_then(|tokens| syn::parse2(tokens).ok());
            [Some(it.then_branch.clone()), no].into_iter().flatten().collect()
        }
        Expr::ForLoop(it) => vec![it.body.clone()],
        Expr::While(it) => vec![it.body.clone()],
        Expr::Loop(it) => vec![it.body.clone()],
        Expr::Block(it) => vec![it.block.clone()],
        Expr::Match(it) => it.arms.iter().filter_map(|arm| syn::parse2(arm.body.to_token_stream()).ok()).collect(),
        _ => Vec::new(),
    }
}

/// The expressions directly in an expression, also as the last ones of its blocks.
fn parts(expr: &Expr) -> Vec<Expr> {
    struct Parts(Vec<Expr>);
    impl<'ast> Visit<'ast> for Parts {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0.push(expr.clone());
        }
    }
    let mut parts = Parts(Vec::new());
    visit::visit_expr(&mut parts, expr);
    parts.0
}

/// A function with changes.
fn changed(function: &File, changes: &[Change]) -> File {
    let mut by_place: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
    for (place, edit) in changes {
        by_place.entry(*place).or_default().push(*edit);
    }
    let mut function = function.clone();
    Changer { next: 0, changes: by_place }.visit_file_mut(&mut function);
    function
}

/// Visits places in the order of [`Finder`]; a place is changed after what is in it.
struct Changer {
    next: usize,
    changes: BTreeMap<usize, Vec<Edit>>,
}

impl VisitMut for Changer {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let edits = self.changes.get(&self.next).cloned().unwrap_or_default();
        self.next += 1;
        visit_mut::visit_block_mut(self, block);
        let mut statements: Vec<Vec<Stmt>> = block.stmts.drain(..).map(|statement| vec![statement]).collect();
        for edit in edits {
            match edit {
                Edit::Delete(start, end) => statements[start..end].iter_mut().for_each(Vec::clear),
                Edit::Unwrap(number, inner) => {
                    let Some(Stmt::Expr(expr, _)) = statements[number].first() else { continue };
                    let content = blocks(expr).into_iter().nth(inner);
                    statements[number] = content.map(|block| block.stmts).unwrap_or_default();
                }
                Edit::Part(_) | Edit::Value(_) => {}
            }
        }
        block.stmts = statements.concat();
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let edits = self.changes.get(&self.next).cloned().unwrap_or_default();
        self.next += 1;
        visit_mut::visit_expr_mut(self, expr);
        match edits.first() {
            Some(Edit::Part(part)) => {
                if let Some(part) = parts(expr).into_iter().nth(*part) {
                    *expr = part;
                }
            }
            Some(Edit::Value(value)) => *expr = values()[*value].clone(),
            _ => {}
        }
    }
}

/// The text of a function as rustfmt writes it, or as tokens where there is no rustfmt.
fn formatted(function: &File) -> String {
    let text = function.to_token_stream().to_string();
    let child =
        Command::new("rustfmt").args(["--edition", "2024"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let output = child.and_then(|mut child| {
        if let Some(mut input) = child.stdin.take() {
            input.write_all(text.as_bytes())?;
        }
        child.wait_with_output()
    });
    let output = output.ok().filter(|output| output.status.success());
    output.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or(text)
}
