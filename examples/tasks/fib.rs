//! Fibonacci numbers, a task for each call.

use super::{Row, Setting, expect};
use whipple::prelude::*;

/// The number of `n`, by those of `n - 1` and `n - 2`.
#[procedure(level = 2)]
pub struct Fib {
    /// Numbers below this are found by one task.
    pub least: u32,
}

#[execute]
impl Execute for Fib {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if *n < self.least {
            return ctx.finish(alone(*n));
        }
        ctx.fork::<[Fib; 2]>([*n - 1, *n - 2]).then::<Add>(());
    }
}

/// The same calls in one thread, with a stack of its own.
#[device]
pub fn alone(n: u32) -> u64 {
    let mut stack = [0; 32];
    stack[0] = n;
    let mut waiting = 1;
    let mut sum = 0;
    while waiting > 0 {
        waiting -= 1;
        let mut top = stack[waiting as usize];
        while top > 1 {
            stack[waiting as usize] = top - 2;
            waiting += 1;
            top -= 1;
        }
        sum += top as u64;
    }
    sum
}

/// Adds two numbers.
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

/// The program.
#[program]
pub struct Numbers {
    fib: Fib,
    add: Add,
}

/// The number without tasks.
pub fn number(n: u32) -> u64 {
    (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
}

/// Every call a task; and calls below 14 in one task.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let n = setting.size(40, 20);
    let mut rows = Vec::new();
    for least in [2, 14] {
        let program = Numbers { fib: Fib { least }, add: Add };
        let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
        launcher.seed::<Fib>(&[n])?;
        rows.extend(setting.measure(format!("fib({n}), tasks from {least}"), &mut launcher, |launcher| {
            expect("fib", &launcher.outputs::<Fib>()?, &vec![number(n)])
        })?);
    }
    Ok(rows)
}
