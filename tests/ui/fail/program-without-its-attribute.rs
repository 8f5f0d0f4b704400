use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Count {
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, index: &u32) {
        self.counts.fetch_add(*index, 1);
    }
}

pub struct Counts {
    pub count: Count,
}

fn main() -> Result<(), Error> {
    let device = Device::cpu();
    let program = Counts { count: Count { counts: device.buffer(8)? } };
    Launcher::new(&device, &program)?.seed::<Count>(&[3])?.run()?;
    Ok(())
}
