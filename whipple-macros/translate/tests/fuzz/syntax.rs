//! Changes that keep the syntax valid: expressions for expressions, types for types, and other forms around them.

use super::{bank::Bank, random::Random};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{
    BinOp, Block, Expr, Item, Lit, Pat, Stmt, Type,
    parse::Parser,
    visit_mut::{self, VisitMut},
};

/// Changes an item this often. Tokens that are no item stay as they are.
pub fn mutate(tokens: TokenStream, times: usize, bank: &Bank, random: &mut Random) -> TokenStream {
    let Ok(mut item) = syn::parse2::<Item>(tokens.clone()) else { return tokens };
    for _ in 0..times {
        let kind =
            [Kind::Expr, Kind::Expr, Kind::Expr, Kind::Expr, Kind::Type, Kind::Pattern, Kind::Block, Kind::Literal]
                [random.below(8)];
        let mut counter = Editor { kind, target: usize::MAX, seen: 0, bank, random };
        counter.visit_item_mut(&mut item);
        let target = counter.seen;
        let target = random.below(target);
        Editor { kind, target, seen: 0, bank, random }.visit_item_mut(&mut item);
    }
    item.to_token_stream()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Expr,
    Type,
    Pattern,
    Block,
    Literal,
}

/// Changes the node of a kind that is the `target`th.
struct Editor<'a> {
    kind: Kind,
    target: usize,
    seen: usize,
    bank: &'a Bank,
    random: &'a mut Random,
}

impl Editor<'_> {
    fn is_target(&mut self, kind: Kind) -> bool {
        if self.kind != kind {
            return false;
        }
        self.seen += 1;
        self.seen == self.target.wrapping_add(1)
    }

    fn expr(&mut self) -> Expr {
        self.random.pick(&self.bank.exprs).cloned().unwrap_or_else(|| Expr::Verbatim(TokenStream::new()))
    }

    fn change_expr(&mut self, expr: &mut Expr) {
        let old = expr.clone();
        if self.random.once_in(3) {
            *expr = self.expr();
            return;
        }
        match expr {
            Expr::Binary(binary) if self.random.once_in(2) => {
                if self.random.once_in(3) {
                    std::mem::swap(&mut binary.left, &mut binary.right);
                } else {
                    binary.op = self.operator();
                }
                return;
            }
            Expr::Call(call) if self.random.once_in(2) => {
                self.change_list(&mut call.args);
                return;
            }
            Expr::MethodCall(call) if self.random.once_in(2) => {
                if self.random.once_in(2) {
                    self.change_list(&mut call.args);
                } else if let Some(proc_macro2::TokenTree::Ident(name)) = self.random.pick(&self.bank.words) {
                    call.method = name.clone();
                }
                return;
            }
            Expr::Array(array) if self.random.once_in(2) => {
                self.change_list(&mut array.elems);
                return;
            }
            Expr::Tuple(tuple) if self.random.once_in(2) => {
                self.change_list(&mut tuple.elems);
                return;
            }
            _ => {}
        }
        let other = self.expr();
        let pattern = self.random.pick(&self.bank.patterns).cloned();
        let ty = self.random.pick(&self.bank.types).cloned();
        let statement = self.random.pick(&self.bank.statements).cloned();
        let operator = self.operator();
        // In groups, so that what binds less tightly stays one operand.
        let (old, other) = (quote!((#old)), quote!((#other)));
        let form = match self.random.below(32) {
            0 => quote!(#old #operator #other),
            1 => quote!(#other #operator #old),
            2 => quote!(-#old),
            3 => quote!(!#old),
            4 => quote!(*#old),
            5 => quote!(&mut #old),
            6 => quote!(#old as #ty),
            7 => quote!(if #old { #other } else { #old }),
            8 => quote!(if #other { #old } else if #other { #other } else { #statement #old }),
            9 => quote!({ #statement #old }),
            10 => quote!('a: { if #other { break 'a #old; } #other }),
            11 => quote!('a: loop { #statement break 'a #old; }),
            12 => quote!(match #old { #pattern => #other, #pattern if #other => #old, _ => #old }),
            13 => quote!(while #other { #statement #old; continue; }),
            14 => quote!(for #pattern in #old..=#other { #statement }),
            15 => quote!((#old, #other).0),
            16 => quote!([#old, #other, #old][#other]),
            17 => quote!([#old; 3]),
            18 => quote!(#old = #other),
            19 => quote!(|x| #old),
            20 => quote!(return #old),
            21 => quote!(#old?),
            22 => quote!(#old.min(#other).max(#old)),
            23 => quote!(ctx.shuffle(#old, #other)),
            24 => quote!(if let #pattern = #old && #other { #old } else { #other }),
            25 => quote!(P { x: #old, y: #other, ..#old }),
            26 => quote!({ assert_eq!(#old, #other, "text"); #old }),
            27 => quote!(f::<#ty>(&mut #old, &#other)),
            28 => quote!(loop { if #other { continue; } #statement break #old; }),
            29 => quote!(unsafe { #old }),
            30 => quote!({ let x; x = #old; x }),
            _ => quote!(#old.x[#other]),
        };
        if let Ok(changed) = syn::parse2(form) {
            *expr = without_parentheses(changed, self.random);
        }
    }

    fn change_list(&mut self, list: &mut syn::punctuated::Punctuated<Expr, syn::Token![,]>) {
        match self.random.below(3) {
            0 => drop(list.pop()),
            1 => {
                let other = self.expr();
                list.push(other);
            }
            _ => {
                let mut all: Vec<Expr> = std::mem::take(list).into_iter().collect();
                all.reverse();
                list.extend(all);
            }
        }
    }

    fn operator(&mut self) -> BinOp {
        const OPERATORS: &[&str] = &[
            "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "+=",
            "%=", ">>=",
        ];
        let text = OPERATORS[self.random.below(OPERATORS.len())];
        syn::parse_str(text).expect("an operator parses")
    }

    fn change_block(&mut self, block: &mut Block) {
        let position = self.random.below(block.stmts.len());
        match self.random.below(6) {
            0 if position < block.stmts.len() => drop(block.stmts.remove(position)),
            1 if position < block.stmts.len() => {
                let last = block.stmts.len() - 1;
                block.stmts.swap(position, last);
            }
            2 if position < block.stmts.len() => block.stmts.insert(position, block.stmts[position].clone()),
            3 => {
                if let Some(Stmt::Expr(_, semicolon)) = block.stmts.last_mut() {
                    *semicolon = if semicolon.is_some() { None } else { Some(Default::default()) };
                }
            }
            _ => {
                if let Some(statement) = self.random.pick(&self.bank.statements) {
                    block.stmts.insert(position, statement.clone());
                }
            }
        }
    }

    fn change_pattern(&mut self, pattern: &mut Pat) {
        let old = pattern.clone();
        let form = match self.random.below(12) {
            0 => quote!((#old, _)),
            1 => quote!([#old, ..]),
            2 => quote!(&#old),
            3 => quote!(x @ (#old)),
            4 => quote!(Some(#old)),
            5 => quote!(P { x: #old, .. }),
            6 => quote!(#old | 1..=2),
            7 => quote!(ref mut x),
            8 => quote!(mut NULL),
            _ => self.random.pick(&self.bank.patterns).cloned().unwrap_or(old).to_token_stream(),
        };
        if let Ok(changed) = Pat::parse_multi.parse2(form) {
            *pattern = changed;
        }
    }

    fn change_type(&mut self, ty: &mut Type) {
        let old = ty.clone();
        let form = match self.random.below(12) {
            0 => quote!([#old; 3]),
            1 => quote!(&mut #old),
            2 => quote!((#old, u32)),
            3 => quote!(Buffer<#old>),
            4 => quote!(&Context<#old>),
            5 => quote!([#old]),
            6 => quote!(*const #old),
            7 => quote!(Self::Item),
            _ => self.random.pick(&self.bank.types).cloned().unwrap_or(old).to_token_stream(),
        };
        if let Ok(changed) = syn::parse2(form) {
            *ty = changed;
        }
    }
}

/// Takes the parentheses off that the forms put around their operands, now and then.
fn without_parentheses(mut expr: Expr, random: &mut Random) -> Expr {
    struct Stripper<'a>(&'a mut Random);
    impl VisitMut for Stripper<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Paren(inner) = expr
                && self.0.once_in(2)
            {
                *expr = (*inner.expr).clone();
                return;
            }
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    Stripper(random).visit_expr_mut(&mut expr);
    expr
}

impl VisitMut for Editor<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.is_target(Kind::Expr) {
            self.change_expr(expr);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if self.is_target(Kind::Type) {
            self.change_type(ty);
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if self.is_target(Kind::Pattern) {
            self.change_pattern(pattern);
            return;
        }
        visit_mut::visit_pat_mut(self, pattern);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        if self.is_target(Kind::Block) {
            self.change_block(block);
            return;
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        if self.is_target(Kind::Literal)
            && let Some(proc_macro2::TokenTree::Literal(other)) = self.random.pick(&self.bank.literals)
        {
            *literal = Lit::new(other.clone());
        }
    }
}
