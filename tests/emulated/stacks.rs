//! Stacks of the emulated device's threads that overflow.

use super::devices;
use whipple::{prelude::*, program::Contains};

/// An array that no thread of a GPU has room for, but the CPU; in a function of its own or in the body.
#[device]
fn large(number: u32) -> u32 {
    let mut numbers = [0_u32; 200000];
    for index in 0..200_u32 {
        numbers[(index * 1000) as usize] = number + index;
    }
    let mut sum = 0_u32;
    for index in 0..200_u32 {
        sum = sum.wrapping_add(numbers[(index * 999) as usize]);
    }
    sum
}

macro_rules! deep {
    ($name:ident, $program:ident, ($($level:tt)*)) => {
        #[procedure($($level)*)]
        struct $name {
            sums: Buffer<u32>,
        }

        #[execute]
        impl Execute for $name {
            type Item = u32;
            fn execute(&self, ctx: &Context<Self>, number: &u32) {
                if ctx.thread() == 1 || ctx.threads() == 1 {
                    self.sums.fetch_add(0, large(*number));
                }
            }
        }

        #[program]
        struct $program {
            deep: $name,
        }
    };
}
deep!(DeepThread, DeepThreads, (level = 2));
deep!(DeepLanes, DeepWarps, (level = 0, threads = 8));
deep!(DeepBlock, DeepBlocks, (level = 1, threads = 64));

fn deep<P: Program + Contains<Q>, Q: Execute<Item = u32>>(name: &str, program: impl Fn(Buffer<u32>) -> P) {
    let device = Device::emulated().expect("there is a compiler");
    let program = program(device.buffer(1).expect("a buffer"));
    let mut launcher = Launcher::new(&device, &program).expect("it is prepared");
    let error = launcher.seed::<Q>(&[1, 2, 3]).expect("seeds").run().expect_err("it overflows").to_string();
    let words = [
        format!(
            "the stack of a thread of `{name}` overflowed: it has 655360 bytes, and CUDA gives a thread at most 524288"
        ),
        "`Options::thread_stack` is for the CPU alone".to_owned(),
    ];
    assert!(words.iter().all(|words| error.contains(words)), "{error}");
}

#[test]
fn stacks_that_overflow_are_named() {
    if devices::emulated().is_none() {
        return;
    }
    deep::<_, DeepThread>("DeepThread", |sums| DeepThreads { deep: DeepThread { sums } });
    deep::<_, DeepLanes>("DeepLanes", |sums| DeepWarps { deep: DeepLanes { sums } });
    deep::<_, DeepBlock>("DeepBlock", |sums| DeepBlocks { deep: DeepBlock { sums } });
}
