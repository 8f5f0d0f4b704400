//! A work item that holds itself made the translator recurse without end.

#[execute]
impl Execute for P {
    type Item = (Self::Item, [u32; 2]);

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {}
}
