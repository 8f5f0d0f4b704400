//! Level-2 tasks with large local arrays: what one worker stands, each does.

mod support;

use std::thread;
use support::*;

procedure!(Fill { sums: Buffer<u32> }, Thread, 1, ());
spawns!(Fill =>);

/// More than the 2 MiB that threads have by default, by which a stack overflows and the process ends.
const LENGTH: usize = 3 << 20;

impl Execute for Fill {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, &number: &u32) {
        let mut bytes = [0_u8; LENGTH];
        for index in (0..LENGTH).step_by(1 << 10) {
            bytes[index] = 1;
        }
        let sum: u32 = std::hint::black_box(&bytes).iter().step_by(1 << 10).map(|byte| u32::from(*byte)).sum();
        self.sums.set(number, sum);
    }
}

program!(Filling { fill: Fill });

#[test]
fn workers_stand_what_a_main_thread_stands() {
    let sums = Device::cpu().buffer::<u32>(100).unwrap();
    let program = Filling { fill: Fill { sums: sums.clone() } };
    let numbers: Vec<u32> = (0..100).collect();
    let run = |workers| {
        sums.fill(0).unwrap();
        let options = Options::new().workers(workers);
        let mut launcher = Launcher::with_options(&Device::cpu(), &program, options).unwrap();
        assert_eq!(launcher.seed::<Fill>(&numbers).unwrap().run().unwrap().total_tasks(), 100);
        assert_eq!(sums.read().unwrap(), [LENGTH as u32 >> 10; 100]);
        // On a thread of its own, too, which is the first worker.
        thread::scope(|scope| assert_eq!(launcher.start(scope).wait().unwrap().total_tasks(), 100));
    };
    // As a main thread has it.
    let main = thread::Builder::new().stack_size(8 << 20);
    thread::scope(|scope| {
        let ran = main.spawn_scoped(scope, || [1, 2, 4].map(run)).unwrap().join();
        assert!(ran.is_ok());
    });
}
