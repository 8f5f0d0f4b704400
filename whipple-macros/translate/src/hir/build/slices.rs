//! Slices that are cut out of others: `windows`, `chunks`, `chunks_exact` and `rchunks`.

use super::{
    Builder,
    cursors::Cursor,
    ready::{ReadySource, Slices},
};
use crate::hir::{Block, ExprId, ExprKind, LocalId, Message, Operator, Range, Stmt};
use syn::Expr;

/// How slices are cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// One from each element on.
    Windows,
    /// One after the other.
    Chunks,
    /// The same, without a last one that is shorter.
    ExactChunks,
    /// One before the other, from the end on.
    ChunksBack,
    /// The same, without a first one that is shorter.
    ExactChunksBack,
}

impl Cut {
    /// What a method cuts, and whether its slices may change.
    pub fn of(method: &str) -> Option<(Self, bool)> {
        Some(match method {
            "windows" => (Self::Windows, false),
            "chunks" => (Self::Chunks, false),
            "chunks_exact" => (Self::ExactChunks, false),
            "chunks_mut" => (Self::Chunks, true),
            "chunks_exact_mut" => (Self::ExactChunks, true),
            "rchunks" => (Self::ChunksBack, false),
            "rchunks_exact" => (Self::ExactChunksBack, false),
            "rchunks_mut" => (Self::ChunksBack, true),
            "rchunks_exact_mut" => (Self::ExactChunksBack, true),
            _ => return None,
        })
    }
}

impl Builder<'_, '_, '_> {
    /// What slices are cut out of, and where they start. Rust panics here if they are to have no elements.
    pub fn slices(
        &mut self,
        (of, mutable): (ExprId, bool),
        cut: Cut,
        size: ExprId,
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> Slices {
        let of = self.behind(of, whole);
        let all = self.add_unwritten(ExprKind::Slice { of, start: None, end: None, closed: false }, whole);
        let all = self.add_unwritten(ExprKind::Borrow { mutable, of: all }, whole);
        let of = self.item("elements", all, whole, before);
        let size = self.counter("size", size, whole, before);
        let message = match cut {
            Cut::Windows => "window size must be non-zero",
            _ => "chunk size must be non-zero",
        };
        let (value, zero) = (self.use_of(size, whole), self.size(0, whole));
        let condition = Some(self.add_unwritten(ExprKind::Binary(Operator::Ne, value, zero), whole));
        let check = ExprKind::Check { condition, message: Message::plain(message), debug: false };
        before.push(Stmt::Expr(self.add_unwritten(check, whole)));
        let length = self.method_of(of, "len", Vec::new(), whole);
        let length = self.counter("length", length, whole, before);
        let start = self.size(0, whole);
        let starts = match cut {
            Cut::Windows => {
                let end = self.count_of_windows(length, size, whole);
                Range::Plain { start, end, closed: false }
            }
            Cut::Chunks | Cut::ChunksBack => {
                let end = self.use_of(length, whole);
                self.stepped(Range::Plain { start, end, closed: false }, size, whole)
            }
            Cut::ExactChunks | Cut::ExactChunksBack => {
                let (all, size_of) = (self.use_of(length, whole), self.use_of(size, whole));
                let rest = self.add_unwritten(ExprKind::Binary(Operator::Rem, all, size_of), whole);
                let all = self.use_of(length, whole);
                let end = self.add_unwritten(ExprKind::Binary(Operator::Sub, all, rest), whole);
                self.stepped(Range::Plain { start, end, closed: false }, size, whole)
            }
        };
        let from_end = matches!(cut, Cut::ChunksBack | Cut::ExactChunksBack);
        let length = (cut == Cut::Chunks || from_end).then_some(length);
        Slices { starts, of, size, length, mutable, from_end }
    }

    /// A cursor over slices, which counts them.
    pub fn cursor_of_slices(&mut self, slices: Slices, whole: &Expr, before: &mut Vec<Stmt>) -> Cursor<'static> {
        let back = matches!(slices.starts, Range::Reversed(_));
        let Some(count) = self.count_of_slices(&slices.starts, whole) else { return Cursor::Refused };
        let zero = self.size(0, whole);
        let ends = [self.counter("first", zero, whole, before), self.counter("last", count, whole, before)];
        Cursor::Slices { ends, back, slices }
    }

    /// What `chunks_exact` in a variable leaves out.
    pub fn remainder_of(&mut self, local: LocalId, whole: &Expr) -> Option<ExprId> {
        let kept = self.iterators.get(&local).filter(|kept| kept.ready.stages.is_empty())?.clone();
        let ReadySource::Pulled(Cursor::Slices { slices, .. }) = &kept.ready.source else { return None };
        let starts = match &slices.starts {
            Range::Reversed(starts) => starts,
            starts => starts,
        };
        let Range::Stepped(starts, _) = starts else { return None };
        let (Range::Plain { end, .. }, None, false) = (&**starts, slices.length, slices.mutable) else { return None };
        let (of, start) = (self.use_of(slices.of, whole), Some(self.once_more(*end, whole)));
        let slice = self.add_unwritten(ExprKind::Slice { of, start, end: None, closed: false }, whole);
        Some(self.lent(slice, whole))
    }

    /// How many slices there are.
    pub fn count_of_slices(&mut self, starts: &Range, whole: &Expr) -> Option<ExprId> {
        Some(match starts {
            Range::Reversed(starts) => return self.count_of_slices(starts, whole),
            Range::Stepped(starts, size) => {
                let Range::Plain { end, .. } = **starts else { return None };
                let [end, size] = [end, *size].map(|number| self.once_more(number, whole));
                let whole_ones = self.add_unwritten(ExprKind::Binary(Operator::Div, end, size), whole);
                let [again, size_again] = [end, size].map(|number| self.once_more(number, whole));
                let rest = self.add_unwritten(ExprKind::Binary(Operator::Rem, again, size_again), whole);
                let (zero, one, none) = (self.size(0, whole), self.size(1, whole), self.size(0, whole));
                let is_shorter = self.add_unwritten(ExprKind::Binary(Operator::Ne, rest, zero), whole);
                let last = self.one_of(is_shorter, one, none, whole);
                self.add_unwritten(ExprKind::Binary(Operator::Add, whole_ones, last), whole)
            }
            Range::Plain { end, .. } => self.once_more(*end, whole),
        })
    }

    /// Where the slice of this number starts.
    pub fn start_of_slice(&mut self, slices: &Slices, number: LocalId, whole: &Expr) -> ExprId {
        let number = self.use_of(number, whole);
        let starts = match &slices.starts {
            Range::Reversed(starts) => &**starts,
            starts => starts,
        };
        if !matches!(starts, Range::Stepped(..)) {
            return number;
        }
        let size = self.use_of(slices.size, whole);
        self.add_unwritten(ExprKind::Binary(Operator::Mul, number, size), whole)
    }

    /// The slice that starts here.
    pub fn next_slice(&mut self, slices: &Slices, start: LocalId, whole: &Expr) -> ExprId {
        if let (true, Some(length)) = (slices.from_end, slices.length) {
            return self.slice_before(slices, length, start, whole);
        }
        let (from, size) = (self.use_of(start, whole), self.use_of(slices.size, whole));
        let mut end = self.add_unwritten(ExprKind::Binary(Operator::Add, from, size), whole);
        if let Some(length) = slices.length {
            // What is left may be so long that the sum would overflow.
            let (all, from) = (self.use_of(length, whole), self.use_of(start, whole));
            let left = self.add_unwritten(ExprKind::Binary(Operator::Sub, all, from), whole);
            let size = self.use_of(slices.size, whole);
            let is_last = self.add_unwritten(ExprKind::Binary(Operator::Lt, left, size), whole);
            let all = self.use_of(length, whole);
            end = self.one_of(is_last, all, end, whole);
        }
        let (of, start) = (self.use_of(slices.of, whole), Some(self.use_of(start, whole)));
        let slice = ExprKind::Slice { of, start, end: Some(end), closed: false };
        let slice = self.add_unwritten(slice, whole);
        self.add_unwritten(ExprKind::Borrow { mutable: slices.mutable, of: slice }, whole)
    }

    /// The slice that ends so far before the end.
    fn slice_before(&mut self, slices: &Slices, length: LocalId, before: LocalId, whole: &Expr) -> ExprId {
        let end = |builder: &mut Self| {
            let [all, before] = [length, before].map(|local| builder.use_of(local, whole));
            builder.add_unwritten(ExprKind::Binary(Operator::Sub, all, before), whole)
        };
        let (from, size) = (end(self), self.use_of(slices.size, whole));
        let start = Some(self.method_named(from, "saturating_sub", vec![size], whole));
        let (of, end) = (self.use_of(slices.of, whole), Some(end(self)));
        let slice = self.add_unwritten(ExprKind::Slice { of, start, end, closed: false }, whole);
        self.add_unwritten(ExprKind::Borrow { mutable: slices.mutable, of: slice }, whole)
    }

    /// How many windows there are.
    fn count_of_windows(&mut self, length: LocalId, size: LocalId, whole: &Expr) -> ExprId {
        let (all, of_one) = (self.use_of(length, whole), self.use_of(size, whole));
        let fits = self.add_unwritten(ExprKind::Binary(Operator::Ge, all, of_one), whole);
        let (all, of_one, one) = (self.use_of(length, whole), self.use_of(size, whole), self.size(1, whole));
        let others = self.add_unwritten(ExprKind::Binary(Operator::Sub, all, of_one), whole);
        let count = self.add_unwritten(ExprKind::Binary(Operator::Add, others, one), whole);
        let zero = self.size(0, whole);
        self.one_of(fits, count, zero, whole)
    }

    fn stepped(&mut self, range: Range, size: LocalId, whole: &Expr) -> Range {
        let step = self.use_of(size, whole);
        Range::Stepped(Box::new(range), step)
    }

    /// `if condition { one } else { other }`
    fn one_of(&mut self, condition: ExprId, one: ExprId, other: ExprId, whole: &Expr) -> ExprId {
        let block = |value| Box::new(Block { value: Some(value), ..Block::default() });
        let other = self.add_unwritten(ExprKind::Block(None, block(other)), whole);
        self.add_unwritten(ExprKind::If { condition, then: block(one), other: Some(other) }, whole)
    }
}
