//! Items may stand in a function, as in a test.

use whipple::prelude::*;

pub fn main() -> Result<(), Error> {
    #[device]
    #[derive(Clone, Copy)]
    struct Step {
        number: u32,
    }

    #[device]
    fn next(step: Step) -> Step {
        Step { number: step.number + 1 }
    }

    #[procedure(level = 2)]
    struct Count {
        last: u32,
        total: Buffer<u32>,
    }

    #[execute]
    impl Execute for Count {
        type Item = Step;
        fn execute(&self, ctx: &Context<Self>, step: &Step) {
            self.total.fetch_add(0, step.number);
            if step.number < self.last {
                ctx.spawn::<Count>(next(*step));
            }
        }
    }

    #[program]
    struct Counting {
        count: Count,
    }

    let device = Device::cpu();
    let total = device.buffer(1)?;
    let program = Counting { count: Count { last: 10, total: total.clone() } };
    Launcher::new(&device, &program)?.seed::<Count>(&[Step { number: 1 }])?.run()?;
    assert_eq!(total.read()?, [55]);
    Ok(())
}
