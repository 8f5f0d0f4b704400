//! Notes: what a scene does not show of its file, counted, with the first place of each kind.

use super::tokens::Placed;

/// What came of requests of one name.
struct Kind<'t> {
    name: &'t str,
    /// What came of them, as "left out".
    fate: &'static str,
    /// Why, or what is shown in their place.
    because: &'static str,
    count: usize,
    first: Placed<'t>,
}

/// The notes about a file.
#[derive(Default)]
pub struct Notes<'t> {
    kinds: Vec<Kind<'t>>,
    others: Vec<String>,
}

impl<'t> Notes<'t> {
    /// Counts a request that is left out.
    pub fn left_out(&mut self, name: &'t str, at: Placed<'t>, because: &'static str) {
        self.count(name, at, "left out", because);
    }

    /// Counts a request and what came of it.
    pub fn count(&mut self, name: &'t str, at: Placed<'t>, fate: &'static str, because: &'static str) {
        match self.kinds.iter_mut().find(|kind| (kind.name, kind.fate) == (name, fate)) {
            Some(kind) => kind.count += 1,
            None => self.kinds.push(Kind { name, fate, because, count: 1, first: at }),
        }
    }

    /// Adds a note of its own.
    pub fn add(&mut self, note: String) {
        self.others.push(note);
    }

    /// The first request that was counted and fits.
    pub fn first(&self, fits: impl Fn(&str) -> bool) -> Option<(&'t str, Placed<'t>)> {
        self.kinds.iter().find(|kind| fits(kind.name)).map(|kind| (kind.name, kind.first))
    }

    /// The notes, a line each.
    pub fn lines(self) -> Vec<String> {
        let counted = self.kinds.iter().map(|Kind { name, fate, because, count, first }| {
            format!("{name}: {count} {fate}, first at line {} ({because})", first.line)
        });
        counted.chain(self.others.iter().cloned()).collect()
    }
}
