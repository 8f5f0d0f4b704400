//! Functions that give `impl Iterator`, on the host: the iterator stands in a type of whipple's, by which rustc knows where device code may
//! use it. Beside errors the function stands as it was written.

use crate::context::items;
use quote::quote_spanned;
use syn::{Block, Expr, ImplItem, ItemImpl, ReturnType, Signature, Stmt, Type};

/// Gives the iterator at the end of the body of such a function this type.
pub fn wrap_value(signature: &Signature, block: &mut Block) {
    let Some(item) = items::item_given(signature) else { return };
    if let Some(Stmt::Expr(tail, None)) = block.stmts.last_mut() {
        let first = crate::ask::ends(tail)[0];
        *tail = Expr::Verbatim(quote_spanned!(first=> ::whipple::private::Items::of::<#item>(#tail)));
    }
}

/// Gives the result of such a function this type.
pub fn wrap_result(signature: &mut Signature) {
    let Some(of) = items::given(signature).filter(|_| items::item_given(signature).is_some()) else { return };
    let output = quote_spanned!(of.impl_token.span=> ::whipple::private::Items<#of>);
    if let ReturnType::Type(_, ty) = &mut signature.output {
        **ty = Type::Verbatim(output);
    }
}

/// Gives the iterators that functions give whipple's type.
pub fn wrap_all(implementation: &mut ItemImpl, as_written: &mut [Signature]) {
    for item in &mut implementation.items {
        if let ImplItem::Fn(method) = item {
            wrap_value(&method.sig, &mut method.block);
        }
    }
    as_written.iter_mut().for_each(wrap_result);
}
