//! What the guide shows of tasks that wait for their children.

use whipple::prelude::*;

/// The Fibonacci number of `n`, a task for each call.
#[procedure(level = 2)]
pub struct Fib;

#[execute]
impl Execute for Fib {
    type Item = u32;
    type Output = u64;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if *n < 2 {
            return ctx.finish(*n as u64);
        }
        ctx.fork::<[Fib; 2]>([*n - 1, *n - 2]).then::<Add>(());
    }
}

/// Adds the numbers of two children.
#[procedure(level = 2)]
pub struct Add;

#[execute]
impl Execute for Add {
    type Item = Joined<(), [u64; 2]>;
    type Output = u64;

    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u64; 2]>) {
        ctx.finish(joined.outputs[0] + joined.outputs[1]);
    }
}

#[program]
pub struct Numbers {
    pub fib: Fib,
    pub add: Add,
}

pub fn numbers(device: &Device) -> Result<(), Error> {
    let program = Numbers { fib: Fib, add: Add };
    let mut launcher = Launcher::new(device, &program)?;
    assert_eq!(launcher.call::<Fib>(15)?, 610);
    let report = launcher.clear_seeds().seed::<Fib>(&[7, 8, 9])?.run()?;
    assert_eq!(report.outputs::<Fib>()?, [13, 21, 34]);
    Ok(())
}

/// Numbers of a buffer.
#[device]
#[derive(Clone, Copy)]
pub struct Range {
    pub start: u32,
    pub length: u32,
}

/// How far the largest number of a range is above the mean.
#[procedure(level = 2)]
pub struct Peak;

#[execute]
impl Execute for Peak {
    type Item = Range;
    type Output = f32;

    fn execute(&self, ctx: &Context<Self>, range: &Range) {
        ctx.fork::<(Largest, Sum)>((*range, *range)).then::<Compare>(*range);
    }
}

/// The largest number of a range.
#[procedure(level = 2)]
pub struct Largest {
    pub values: Buffer<u32>,
}

#[execute]
impl Execute for Largest {
    type Item = Range;
    type Output = u32;

    fn execute(&self, ctx: &Context<Self>, range: &Range) {
        let mut largest = 0;
        for i in 0..range.length {
            largest = largest.max(self.values.get(range.start + i));
        }
        ctx.finish(largest);
    }
}

/// The sum of a range.
#[procedure(level = 0, threads = 8)]
pub struct Sum {
    pub values: Buffer<u32>,
}

#[execute]
impl Execute for Sum {
    type Item = Range;
    type Output = u64;

    fn execute(&self, ctx: &Context<Self>, range: &Range) {
        let mut sum = 0;
        for i in (ctx.thread()..range.length).step_by(8) {
            sum += self.values.get(range.start + i) as u64;
        }
        let sum = ctx.reduce_add(sum);
        ctx.finish(sum);
    }
}

/// Compares the largest number with the mean.
#[procedure(level = 2)]
pub struct Compare;

#[execute]
impl Execute for Compare {
    type Item = Joined<Range, Outputs2<u32, u64>>;
    type Output = f32;

    fn execute(&self, ctx: &Context<Self>, joined: &Joined<Range, Outputs2<u32, u64>>) {
        let mean = joined.outputs.1 as f32 / joined.state.length as f32;
        ctx.finish(joined.outputs.0 as f32 - mean);
    }
}

#[program]
pub struct Peaks {
    pub peak: Peak,
    pub largest: Largest,
    pub sum: Sum,
    pub compare: Compare,
}

pub fn peaks(device: &Device) -> Result<(), Error> {
    let values = device.buffer_from(&[1, 9, 2, 3, 5, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
    let program = Peaks {
        peak: Peak,
        largest: Largest { values: values.clone() },
        sum: Sum { values: values.clone() },
        compare: Compare,
    };
    let mut launcher = Launcher::new(device, &program)?;
    launcher.seed::<Peak>(&[Range { start: 0, length: 5 }, Range { start: 5, length: 10 }])?.run()?;
    assert_eq!(launcher.outputs::<Peak>()?, [5.0, 90.0]);
    Ok(())
}
