//! Functions that get the context: all threads of a task call them together, so that a call is a meeting. Such a function has a form in loops, too,
//! which takes what each thread hands it as a [`Handed`](whipple_runtime::cpu::Handed), and gives such values.

use super::{
    Phases, Splitter, flow,
    lines::Line,
    meetings::{self, Before, is_name},
    phase,
    variables::{Kind, Variable},
};
use crate::{
    context::{last_name, strip_type},
    hir::{Body, Callee, ExprKind},
    numbering::Numbering,
    piece,
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{
    Block, Expr, ExprCall, ExprPath, FnArg, GenericParam, Pat, PathArguments, ReturnType, Signature, Stmt, Type,
    parse_quote,
    visit::{self, Visit},
};

/// The context of a body, and the functions that the threads call with it.
#[derive(Clone, Debug)]
pub struct Callers {
    pub context: Ident,
    /// As they are named.
    functions: BTreeSet<String>,
}

impl Callers {
    /// Those of a body, and the calls that give references, as text.
    pub fn of(context: Ident, host: &Block, body: &Body) -> (Self, BTreeSet<String>) {
        let mut finder = Finder {
            numbering: Numbering::of(host),
            body,
            functions: BTreeSet::new(),
            refer: BTreeSet::new(),
            others: BTreeSet::new(),
        };
        finder.visit_block(host);
        let Finder { functions, refer, others, .. } = finder;
        (Self { context, functions: &functions - &others }, refer)
    }

    /// Whether a call is one of all threads.
    pub fn calls_together(&self, call: &ExprCall) -> bool {
        let hands_context = || call.args.iter().filter(|argument| is_name(argument, &self.context)).count() == 1;
        self.functions.contains(&call.func.to_token_stream().to_string()) && hands_context()
    }
}

struct Finder<'b> {
    numbering: Numbering<'b>,
    body: &'b Body,
    functions: BTreeSet<String>,
    refer: BTreeSet<String>,
    /// What else is called, by closures' names.
    others: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let value = self.numbering.value(expr).and_then(|number| self.body.values.get(&number)).copied();
        if value.is_some_and(|id| self.body.expr(id).shape.holds_reference()) {
            self.refer.insert(expr.to_token_stream().to_string());
        }
        if let Expr::Call(call) = expr {
            let kind = value.map(|id| self.body.kind(id));
            let is_function = matches!(kind, Some(ExprKind::Call(Callee::Function(_), _)));
            let found = if is_function { &mut self.functions } else { &mut self.others };
            found.insert(call.func.to_token_stream().to_string());
        }
        visit::visit_expr(self, expr);
    }
}

/// A function that gets the context.
pub struct Function {
    /// The procedure of which the context is.
    procedure: Type,
    /// The name of the context, if it has one.
    pub context: Option<Ident>,
    /// What it takes beside that.
    pub parameters: Vec<Parameter>,
    /// What it gives.
    pub result: Type,
    /// What must be true, too, for such a form, and for a call by each thread alone.
    pub conditions: Vec<TokenStream>,
    /// Whether there can be a form in loops.
    pub may_split: bool,
}

/// A parameter of a function in loops.
pub struct Parameter {
    name: Option<Ident>,
    is_mutable: bool,
    /// The name of what the threads hand over.
    handed: Ident,
    ty: Type,
}

impl Function {
    /// A function with such a signature, if it gets the context.
    pub fn of(signature: &Signature) -> Option<Self> {
        let result = match &signature.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        let generics = names_of_generics(signature);
        let (mut contexts, mut parameters) = (Vec::new(), Vec::new());
        for (index, input) in signature.inputs.iter().enumerate() {
            let FnArg::Typed(typed) = input else { return None };
            let (name, is_mutable) = match &*typed.pat {
                Pat::Ident(name) => (Some(name.ident.clone()), name.mutability.is_some()),
                _ => (None, false),
            };
            if let Some(procedure) = procedure_of(&typed.ty) {
                contexts.push((name, procedure.clone()));
                continue;
            }
            let handed = Ident::new(&format!("whipple_handed_{index}"), Span::mixed_site());
            parameters.push(Parameter { name, is_mutable, handed, ty: (*typed.ty).clone() });
        }
        let (Some((context, procedure)), true) = (contexts.pop(), contexts.is_empty()) else { return None };
        let types = || parameters.iter().map(|parameter| &parameter.ty).chain([&result]);
        let may_split = types().all(|ty| may_be_handed(ty, &generics));
        let conditions = if may_split { types().filter_map(asked).collect() } else { Vec::new() };
        Some(Self { procedure, context, parameters, result, conditions, may_split })
    }

    /// The body in which each exit is a `return`, and what may change is a variable.
    pub fn body(&self, host: &Block, callers: &Callers) -> Block {
        let mut block = host.clone();
        for parameter in self.parameters.iter().filter(|parameter| parameter.is_mutable).rev() {
            let name = &parameter.name;
            block.stmts.insert(0, parse_quote!(let mut #name = #name;));
        }
        let is_unit = matches!(&self.result, Type::Tuple(tuple) if tuple.elems.is_empty());
        return_at_end(&mut block.stmts, is_unit, callers);
        block
    }

    /// The parameters as variables of the form in loops.
    pub fn variables(&self, context: &Ident) -> Vec<Variable> {
        let of = |Parameter { name, handed, .. }: &Parameter| {
            let name = name.as_ref()?;
            let kind = Kind::Again {
                statement: quote!(let #name = #handed.of(#context);),
                names: Default::default(),
                is_same: false,
            };
            Some(Variable::new(name.clone(), kind, 0))
        };
        self.parameters.iter().filter_map(of).collect()
    }

    /// The form in loops. Without one it has the same types, which a call names or leaves to rustc.
    pub fn form(&self, signature: &Signature, phases: &Phases) -> TokenStream {
        let handed = list_of_handed(self.parameters.iter().map(|parameter| parameter.handed.to_token_stream()));
        let type_of = |Parameter { ty, .. }: &Parameter| quote!(::whipple::private::Handed<#ty>);
        let types = list_of_handed(self.parameters.iter().map(type_of));
        let (threads, procedure, generics) = (super::threads(), &self.procedure, &signature.generics);
        let parameters = &generics.params;
        let bounds = generics.where_clause.iter().flat_map(|bounds| &bounds.predicates);
        let result = match &self.result {
            Type::Never(_) | Type::ImplTrait(_) => quote!(!),
            result => quote!(::whipple::private::Handed<#result>),
        };
        let body = match phases {
            Phases::Several(several) => {
                let (traits, block) = (super::traits(), &several.block);
                quote!(#traits #block)
            }
            Phases::One | Phases::Coroutines => quote!(::core::unreachable!()),
        };
        quote! {
            fn in_loops<#parameters>(#threads: &::whipple::private::Threads<#procedure>, #handed: #types) -> #result
            where
                #procedure: ::whipple::private::Execute,
                #(#bounds),*
            {
                #body
            }
        }
    }
}

/// The procedure of a parameter that is the context.
pub fn procedure_of(ty: &Type) -> Option<&Type> {
    let Type::Reference(reference) = strip_type(ty) else { return None };
    let (name, Type::Path(path)) = (last_name(&reference.elem)?, strip_type(&reference.elem)) else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.last().filter(|_| name == "Context")
}

/// Whether threads may hand over a value of a type, or get one, if it can be copied.
fn may_be_handed(ty: &Type, generics: &BTreeSet<String>) -> bool {
    match strip_type(ty) {
        Type::Reference(reference) => {
            reference.mutability.is_none() && !matches!(*reference.elem, Type::ImplTrait(_) | Type::TraitObject(_))
        }
        Type::FnPtr(_) | Type::ImplTrait(_) | Type::Never(_) => false,
        ty => !mentions_any(&ty.to_token_stream(), generics),
    }
}

fn names_of_generics(signature: &Signature) -> BTreeSet<String> {
    let name = |generic: &GenericParam| match generic {
        GenericParam::Type(generic) => generic.ident.to_string(),
        GenericParam::Const(generic) => generic.ident.to_string(),
        GenericParam::Lifetime(generic) => generic.lifetime.ident.to_string(),
    };
    signature.generics.params.iter().map(name).collect()
}

fn mentions_any(tokens: &TokenStream, names: &BTreeSet<String>) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => names.contains(&name.to_string()),
        TokenTree::Group(group) => mentions_any(&group.stream(), names),
        _ => false,
    })
}

/// Writes the `return` of what a body gives at its end; in the branches, where the threads meet in one.
fn return_at_end(statements: &mut Vec<Stmt>, is_unit: bool, callers: &Callers) {
    let returned: Option<Expr> = match statements.last_mut() {
        Some(Stmt::Expr(expr, semicolon)) => match expr {
            Expr::Return(_) => return,
            Expr::If(choice) if meets_inside(choice, callers) && (is_unit || semicolon.is_none()) => {
                return_at_end(&mut choice.then_branch.stmts, is_unit, callers);
                let other = choice.else_branch.take().map(|(_, other)| flow::statements_of(&other));
                let mut other = other.unwrap_or_default();
                return_at_end(&mut other, is_unit, callers);
                choice.else_branch = Some((Default::default(), parse_quote!({ #(#other)* })));
                return;
            }
            Expr::Match(choice) if is_unit || semicolon.is_none() => {
                if choice.arms.iter().any(|arm| meetings::in_expr(&arm.body, callers)) {
                    for arm in &mut choice.arms {
                        let mut body = flow::statements_of(&arm.body);
                        return_at_end(&mut body, is_unit, callers);
                        arm.body = parse_quote!({ #(#body)* });
                    }
                    return;
                }
                semicolon.is_none().then(|| expr.clone())
            }
            Expr::Block(block) if block.label.is_none() && (is_unit || semicolon.is_none()) => {
                return return_at_end(&mut block.block.stmts, is_unit, callers);
            }
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => None,
            _ => semicolon.is_none().then(|| expr.clone()),
        },
        Some(Stmt::Macro(call)) if call.semi_token.is_none() => {
            let call = &call.mac;
            Some(parse_quote!(#call))
        }
        _ => None,
    };
    match returned {
        Some(value) => {
            statements.pop();
            statements.push(parse_quote!(return #value;));
        }
        None if is_unit => statements.push(parse_quote!(return ();)),
        None => {}
    }
}

fn meets_inside(choice: &syn::ExprIf, callers: &Callers) -> bool {
    let meets = |block: &Block| block.stmts.iter().any(|statement| meetings::in_statement(statement, callers));
    meets(&choice.then_branch)
        || choice.else_branch.as_ref().is_some_and(|(_, other)| meetings::in_expr(other, callers))
}

impl Splitter {
    /// Writes a call by all threads, and gives what stands for its result.
    pub fn called_together(
        &mut self,
        call: &ExprCall,
        before: &Before,
        rest: &[Line],
        written: &mut TokenStream,
    ) -> Expr {
        let Expr::Path(function) = &*call.func else { return self.refused() };
        let arguments: Vec<&Expr> =
            call.args.iter().filter(|argument| !is_name(argument, &self.known.callers.context)).collect();
        let part: Expr = parse_quote!((#(#arguments),*));
        let changes = phase::changed_by(&part).iter().any(|name| before.reads.contains(&name.to_string()));
        if before.moves || changes || arguments.iter().any(|argument| self.may_end_with_its_phase(argument)) {
            return self.refused();
        }
        let is_same =
            |argument: &&Expr| self.dependence(argument).is_some_and(|depends| !depends.on_thread && !depends.panics);
        let are_same: Vec<bool> = arguments.iter().map(is_same).collect();
        let (waiting, again) = self.end_phase_before(&part, rest, written);
        let columns: Vec<Option<Ident>> =
            are_same.iter().map(|is_same| (!is_same).then(|| self.name("values"))).collect();
        let of_each = arguments.iter().zip(&are_same).filter(|(_, is_same)| !**is_same).map(|(argument, _)| argument);
        let parts = phase::list(of_each.map(|argument| argument.to_token_stream()));
        let handing = self.phase(&waiting, Some(&Expr::Verbatim(parts)), rest);
        let calling = self.phase(&waiting, Some(&Expr::Call(call.clone())), rest);
        self.variables.extend(again);
        let handed = arguments.iter().zip(&columns).map(|(argument, column)| match column {
            Some(values) => quote!(::whipple::private::Handed::Each(#values)),
            None => {
                let before = self.computed_again(argument);
                quote!(::whipple::private::Handed::Same({ #before #argument }))
            }
        });
        let handed = list_of_handed(handed.collect::<Vec<_>>().into_iter());
        let pattern = phase::list(columns.iter().flatten().map(|values| values.to_token_stream()));
        let (result, values, threads) = (self.name("met"), self.name("values"), super::threads());
        let (path, types) = without_types(function);
        let is_in_loops = piece::with_type(&path, |of| quote!(#of::IN_LOOPS));
        // Where the type is imported, other names may be, too.
        let call = piece::with_type(&path, |of| quote!(#of::in_loops #types(#threads, whipple_handed)));
        written.extend(quote! {
            let #values = if #is_in_loops {
                let #pattern = #threads.map(#handing);
                let whipple_handed = #handed;
                #call
            } else {
                #threads.give(#calling)
            };
        });
        self.calls.push(piece::with_type(&path, |of| quote!((#of::IN_LOOPS || #of::ALONE))));
        let kind = Kind::Kept { values, is_mutable: false };
        self.variables.push(Variable::new(result.clone(), kind, self.depth));
        parse_quote!(#result)
    }

    /// Whether an argument may refer to a variable that ends with its phase.
    fn may_end_with_its_phase(&self, argument: &Expr) -> bool {
        match argument {
            Expr::Lit(_) | Expr::Cast(_) | Expr::Binary(_) => false,
            Expr::Paren(inner) => self.may_end_with_its_phase(&inner.expr),
            Expr::Group(inner) => self.may_end_with_its_phase(&inner.expr),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => {
                root(argument).is_none_or(|name| self.is_reference_of_phase(name))
            }
            Expr::Unary(unary) => self.may_end_with_its_phase(&unary.expr),
            Expr::Reference(reference) => match root(&reference.expr) {
                _ if reference.mutability.is_some() => true,
                Some(name) if *name == self.known.callers.context => false,
                Some(name) => match self.variable(name).map(|variable| &variable.kind) {
                    _ if self.is_pending(name) => true,
                    Some(Kind::Again { .. }) => !self.known.references.contains(&name.to_string()),
                    Some(Kind::Kept { .. }) => true,
                    Some(Kind::Once { .. }) | None => false,
                },
                None => true,
            },
            Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.may_end_with_its_phase(part)),
            Expr::Array(array) => array.elems.iter().any(|part| self.may_end_with_its_phase(part)),
            Expr::Call(ExprCall { args, .. }) | Expr::MethodCall(syn::ExprMethodCall { args, .. }) => {
                let is_of_context = root(argument) == Some(&self.known.callers.context);
                !is_of_context && self.known.calls_that_refer.contains(&argument.to_token_stream().to_string())
                    || args.iter().any(|argument| matches!(argument, Expr::Closure(_)))
            }
            Expr::Struct(made) => made.fields.iter().any(|field| self.may_end_with_its_phase(&field.expr)),
            _ => true,
        }
    }

    /// Writes that all threads leave a function with their values.
    pub fn give(&mut self, value: &Expr, rest: &[Line], written: &mut TokenStream) {
        let pending = std::mem::take(&mut self.pending);
        let phase = self.phase(&pending, Some(value), rest);
        self.write_given(&phase, written);
    }

    /// The same of a phase that threads may leave with a value.
    pub fn write_given(&self, phase: &TokenStream, written: &mut TokenStream) {
        let (threads, result) = (super::threads(), &self.gives);
        written.extend(quote!(return #threads.give::<#result, _>(#phase);));
    }
}

/// The variable of which an expression is a part, or which it is.
fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Path(path) => path.path.segments.last().map(|last| &last.ident),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Group(inner) => root(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => root(&unary.expr),
        // The context's shared memory.
        Expr::MethodCall(call) if call.method == "shared" && call.args.is_empty() => root(&call.receiver),
        _ => None,
    }
}

/// The name of a function, and the types that the call names.
fn without_types(function: &ExprPath) -> (syn::Path, TokenStream) {
    let mut path = function.path.clone();
    let types = path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments)).unwrap_or_default();
    (path, types.to_token_stream())
}

/// What threads hand a function, as `(a, (b, ()))`.
fn list_of_handed(parts: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    parts.rev().fold(quote!(()), |rest, part| quote!((#part, #rest)))
}

/// What is asked of a type that a function takes or gives.
fn asked(ty: &Type) -> Option<TokenStream> {
    let is_reference = matches!(strip_type(ty), Type::Reference(_));
    (!is_reference).then(|| quote!(::whipple::private::WhetherKept::<#ty>::KEPT))
}
