//! A work item that holds itself made the translator recurse without end.

#[execute]
impl Execute for P {
    type Item = (Self::Item, [u32; 2]);

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {}
}

// Types that are none between `<` and `as`.

#[program]
struct Counting {
    count: Count +,
}

#[procedure(level = 1, threads = 32, shared = Scratch +)]
struct P;

#[execute]
impl Execute for Work {
    type Item = a +;

    fn execute(&self, ctx: &Context<Self>, item: &Item) {}
}

// Fields that nothing can name.

#[device]
struct Size {
    _: [u32; 2],
}

#[procedure(level = 2)]
struct Relax {
    _: [u32; 2],
}

#[program]
struct Pipeline {
    _: Relax,
}

#[device]
impl Self {
    fn grey() -> Self {}
}

#[device]
impl Self {
    fn moved() {
        offset() * LIMIT + Self
    }
}

#[device]
impl Buffer<> {
    fn least() -> u32 {
        LIMIT + Self::LIMIT
    }
}
