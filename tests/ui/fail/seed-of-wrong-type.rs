use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        let _ = (ctx, item);
    }
}

#[program]
pub struct Pipeline {
    work: Work,
}

fn main() {
    let program = Pipeline { work: Work };
    let mut launcher = Launcher::new(&Device::cpu(), &program).unwrap();
    launcher.seed::<Work>(&[1_u32]).unwrap();
}
