//! The functions of `std::mem` that device code has: `swap`, `replace` and `take`.
//!
//! They are known by their path as it is mostly written, `std::mem::swap` or `mem::swap`. Whether that is the function of std, rustc says.

use syn::{Expr, ExprCall, Path};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// `swap(&mut a, &mut b)`.
    Swap,
    /// `replace(&mut place, value)`.
    Replace,
    /// `take(&mut place)`.
    Take,
}

impl Exchange {
    /// Which one is called, if any.
    pub fn of(call: &ExprCall) -> Option<Self> {
        let Expr::Path(function) = &*call.func else { return None };
        let mut names = names_within_mem(&function.path).filter(|_| function.qself.is_none())?.into_iter();
        match (names.next()?.as_str(), names.next(), call.args.len()) {
            ("swap", None, 2) => Some(Self::Swap),
            ("replace", None, 2) => Some(Self::Replace),
            ("take", None, 1) => Some(Self::Take),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::Replace => "replace",
            Self::Take => "take",
        }
    }
}

/// What follows `std::mem`, `core::mem` or `mem` in a path.
pub fn names_within_mem(path: &Path) -> Option<Vec<String>> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let rest = match names.as_slice() {
        [root, module, rest @ ..] if matches!(root.as_str(), "std" | "core") && module == "mem" => rest,
        [module, rest @ ..] if module == "mem" => rest,
        _ => return None,
    };
    Some(rest.to_vec())
}
