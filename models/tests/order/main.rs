//! What a task wrote by `set` before it spawned, counted or released is there for a plain `get` of the task that it did so for.

use loom::sync::Arc;
use whipple_models::{Buffer, Handoff, ItemRules, Items, Orders, Ring, Rules, Work, sync::Wait};

/// What every model here asserts, and each planted fault breaks.
fn expect(found: u32, written: u32) {
    assert_eq!(found, written, "`get` gives what was written before");
}

/// Runs a task that a stack had, which reads what its spawner wrote. Under a planted fault the item may be unseen as well.
fn run(buffer: &Buffer, spawner: u32, orders: Orders) {
    if spawner != 0 {
        expect(buffer.get(spawner), 7);
    } else {
        assert_ne!(orders, Orders::default(), "the item is there");
    }
}

/// Tests of models with one order weakened, which must fail.
macro_rules! faults {
    ($($(#[$about:meta])* $name:ident: $model:expr;)*) => {$(
        $(#[$about])*
        #[test]
        #[should_panic(expected = "`get` gives what was written before")]
        fn $name() {
            $model;
        }
    )*};
}

mod counting;
mod kernels;
mod spawning;

fn rules() -> Rules {
    Rules::default()
}

fn items() -> ItemRules {
    ItemRules::default()
}

fn orders() -> Orders {
    Orders::default()
}

/// What moves a task to another block: `send` after the spawn, `receive` before the run.
trait Carrier: Send + Sync + 'static {
    fn send(&self, task: u32);
    /// Waits for a task; 0 where its item is not seen.
    fn receive(&self) -> u32;
}

/// The global queue of a procedure. The number of a chunk is its task.
impl Carrier for Ring {
    fn send(&self, task: u32) {
        self.push(task);
    }

    fn receive(&self) -> u32 {
        let mut wait = Wait::default();
        loop {
            if let Some(chunk) = self.pop() {
                return chunk;
            }
            wait.back_off();
        }
    }
}

impl Carrier for Handoff {
    fn send(&self, task: u32) {
        self.give(task);
    }

    fn receive(&self) -> u32 {
        self.wait(self.starve().0, || false).expect("nothing ends the wait")
    }
}

/// The ring of a procedure under `MegakernelGlobal`.
impl Carrier for Items {
    fn send(&self, task: u32) {
        self.push(task);
        self.offer(1);
    }

    fn receive(&self) -> u32 {
        let mut wait = Wait::default();
        loop {
            if let (1, ticket) = self.claim(1) {
                return self.take(ticket);
            }
            wait.back_off();
        }
    }
}

fn ring(rules: Rules) -> Arc<Ring> {
    Arc::new(Ring::new(4, &[], rules))
}

fn handoff(rules: Rules) -> Arc<Handoff> {
    Arc::new(Handoff::new(0, 0, rules))
}

fn item_ring(rules: ItemRules) -> Arc<Items> {
    Items::new(Work { slots: 4, unchecked: true, ..Work::default() }, rules)
}
