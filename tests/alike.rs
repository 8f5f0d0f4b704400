//! What users get wrong is told alike by every device.

#[path = "common/devices.rs"]
mod devices;

use whipple::prelude::*;

/// Counts down.
#[procedure(level = 2)]
struct Count {
    counts: Buffer<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, left: &u32) {
        self.counts.fetch_add(0, 1);
        if *left > 0 {
            ctx.spawn::<Count>(*left - 1);
        }
    }
}

#[program]
struct Counting {
    count: Count,
}

fn counting(device: &Device) -> Counting {
    Counting { count: Count { counts: device.buffer(1).expect("a buffer") } }
}

/// The CPU, and what runs the CUDA side here.
fn all() -> Vec<Device> {
    [Some(Device::cpu()), devices::emulated(), devices::gpu()].into_iter().flatten().collect()
}

/// Also those that the device does not read.
#[test]
fn options_that_no_device_takes_are_refused_by_each() {
    let options = [
        (Options::new().workers(0), "the option `workers` cannot be 0: the executor needs at least one"),
        (Options::new().workers(usize::MAX), "1024 is the most; one for each core is the default"),
        (Options::new().replay(1).workers(2), "the option `workers` cannot be 2: a replayed schedule has one worker"),
        (
            Options::new().thread_stack(0),
            "the option `thread_stack` cannot be 0: a thread of a task needs 16 KiB to 1 GiB",
        ),
        (
            Options::new().block_threads(33),
            "the option `block_threads` cannot be 33: a worker block has a multiple of 32",
        ),
        (Options::new().scheduler(Scheduler::TimeSliced).block_threads(33), "a worker block has a multiple of 32"),
    ];
    for device in all() {
        let program = counting(&device);
        for (options, words) in &options {
            let error = Launcher::with_options(&device, &program, options.clone()).unwrap_err();
            assert!(matches!(error, Error::Options { .. }), "{device:?}: {error}");
            assert!(error.to_string().contains(words), "{device:?}: {error}");
        }
    }
}

#[test]
fn buffers_of_another_device_are_told_apart_also_where_descriptions_are_the_same() {
    let [Some(first), Some(second)] = [devices::emulated(), devices::emulated()] else { return };
    let refused = |buffers: &Device, launcher: &Device| {
        let error = Launcher::new(launcher, &counting(buffers)).unwrap_err();
        assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
        error.to_string()
    };
    let expected = format!(
        "a buffer of another device of the same description was passed to a program on {}: make both with the same `Device` value, or clones of it; each `Device::emulated()` is a device of its own",
        first.description()
    );
    assert_eq!(refused(&first, &second), expected);
    let expected = format!(
        "a buffer of {} was passed to a program on {}: make the buffer with the launcher's device",
        first.description(),
        Device::cpu().description()
    );
    assert_eq!(refused(&first, &Device::cpu()), expected);
}
