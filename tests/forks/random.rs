//! Trees of random shape: tasks of all levels fork, join, finish by others, spawn and panic as a number says. Runs are short, and some are
//! cancelled, or have little memory. What they give is compared with plain recursion.

use super::{devices::is_full, everywhere};
use std::{thread, time::UNIX_EPOCH};
use whipple::{device::DeviceKind, prelude::*};

mod shapes {
    use whipple::prelude::*;

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Node {
        pub seed: u64,
        pub depth: u32,
    }

    #[device]
    pub fn mix(a: u64, b: u64) -> u64 {
        let x = (a ^ b.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^ x >> 29
    }

    #[device]
    pub fn child(node: &Node, number: u64) -> Node {
        Node { seed: mix(node.seed, number), depth: node.depth - 1 }
    }

    #[device]
    pub fn is_last(node: &Node) -> bool {
        node.depth == 0 || node.seed % 7 == 3
    }

    /// Children of a node that joins.
    #[device]
    pub fn children(node: &Node) -> u64 {
        node.seed / 64 % 6
    }

    macro_rules! node {
        ($name:ident($($level:tt)*)) => {
            #[procedure($($level)*, max_spawns = 7)]
            pub struct $name {
                /// What tasks note, added up.
                pub notes: Buffer<u64>,
                /// The node that panics.
                pub fatal: Buffer<u64>,
            }

            #[execute]
            impl Execute for $name {
                type Item = Node;
                type Output = u64;
                fn execute(&self, ctx: &Context<Self>, node: &Node) {
                    if self.fatal.get(0) == node.seed {
                        panic!("as planned");
                    }
                    if node.seed % 5 == 1 && ctx.thread() == 0 {
                        // Nobody waits for it.
                        ctx.spawn::<Note>(node.seed);
                    }
                    if is_last(node) {
                        return ctx.finish(node.seed);
                    }
                    let (a, b, c) = (child(node, 1), child(node, 2), child(node, 3));
                    match node.seed % 10 {
                        0 => ctx.fork::<[One; 3]>([a, b, c]).then::<Three>(()),
                        1 => ctx.fork::<(One, Few)>((a, b)).then::<Two>(node.seed),
                        2 => ctx.fork::<(Many, One)>((a, b)).then::<Two>(node.depth as u64),
                        3 => ctx.fork::<[Few; 1]>([c]).then::<Again>(*node),
                        4 => {
                            let join = ctx.join::<Sum>(node.seed);
                            for i in 0..children(node) {
                                if i % 2 == 0 {
                                    join.fork::<One>(child(node, i));
                                } else {
                                    join.fork::<Few>(child(node, i));
                                }
                            }
                        }
                        5 => {
                            let join = ctx.join::<List>(());
                            for i in 0..children(node) {
                                if i % 2 == 0 {
                                    join.fork::<Many>(child(node, i));
                                } else {
                                    join.fork::<One>(child(node, i));
                                }
                            }
                        }
                        6 => ctx.finish_with::<Few>(a),
                        7 => ctx.finish_with::<Many>(b),
                        8 => {
                            let join = ctx.join::<Noted>(node.seed);
                            for i in 0..children(node) {
                                join.fork::<Note>(mix(node.seed, i));
                            }
                        }
                        _ => {
                            let sum = ctx.finish_with_sum(node.seed);
                            for i in 0..children(node) {
                                if i % 2 == 0 {
                                    sum.fork::<Few>(child(node, i));
                                } else {
                                    sum.fork::<Many>(child(node, i));
                                }
                            }
                        }
                    }
                }
            }
        };
    }

    node!(One(level = 2));
    node!(Few(level = 0, threads = 4));
    node!(Many(level = 1, threads = 32));

    macro_rules! continuation {
        ($name:ident($($level:tt)*): $item:ty, |$joined:ident| $value:expr) => {
            #[procedure($($level)*)]
            pub struct $name;

            #[execute]
            impl Execute for $name {
                type Item = $item;
                type Output = u64;
                fn execute(&self, ctx: &Context<Self>, $joined: &$item) {
                    ctx.finish($value);
                }
            }
        };
    }

    continuation!(Three(level = 2): Joined<(), [u64; 3]>, |joined| {
        let [a, b, c] = joined.outputs;
        mix(mix(a, b), c)
    });
    continuation!(Two(level = 0, threads = 2): Joined<u64, Outputs2<u64, u64>>, |joined| {
        mix(mix(joined.outputs.0, joined.outputs.1), joined.state)
    });
    continuation!(Sum(level = 2): Joined<u64, Total<u64>>, |joined| mix(joined.state, joined.outputs.total));
    continuation!(List(level = 2): Joined<(), Several<u64, 5>>, |joined| {
        let mut value = joined.outputs.count as u64;
        for i in 0..joined.outputs.count {
            value = mix(value, joined.outputs.values[i as usize]);
        }
        value
    });
    continuation!(Noted(level = 2): Joined<u64, ()>, |joined| joined.state + 1);

    /// Forks once more before it gives the output.
    #[procedure(level = 2)]
    pub struct Again;

    #[execute]
    impl Execute for Again {
        type Item = Joined<Node, [u64; 1]>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<Node, [u64; 1]>) {
            let node = child(&joined.state, joined.outputs[0] & 7);
            ctx.fork::<(One, Few)>((node, node)).then::<Two>(joined.outputs[0]);
        }
    }

    #[procedure(level = 2)]
    pub struct Note {
        pub notes: Buffer<u64>,
    }

    #[execute]
    impl Execute for Note {
        type Item = u64;
        type Output = ();
        fn execute(&self, ctx: &Context<Self>, value: &u64) {
            self.notes.fetch_add_relaxed(0, mix(*value, 7));
            ctx.finish(());
        }
    }

    #[program]
    pub struct Shapes {
        pub one: One,
        pub few: Few,
        pub many: Many,
        pub three: Three,
        pub two: Two,
        pub sum: Sum,
        pub list: List,
        pub noted: Noted,
        pub again: Again,
        pub note: Note,
    }

    /// The same without tasks: the output, with what is noted and the last node.
    pub fn value(node: Node, notes: &mut u64, last: &mut u64) -> u64 {
        *last = node.seed;
        if node.seed % 5 == 1 {
            *notes = notes.wrapping_add(mix(node.seed, 7));
        }
        if is_last(&node) {
            return node.seed;
        }
        let mut of = |number| value(child(&node, number), notes, last);
        match node.seed % 10 {
            0 => {
                let [a, b, c] = [of(1), of(2), of(3)];
                mix(mix(a, b), c)
            }
            kind @ (1 | 2) => {
                let [a, b] = [of(1), of(2)];
                mix(mix(a, b), if kind == 1 { node.seed } else { u64::from(node.depth) })
            }
            3 => {
                let first = of(3);
                let [a, b] = [of(first & 7), of(first & 7)];
                mix(mix(a, b), first)
            }
            4 => mix(node.seed, (0..children(&node)).fold(0, |sum: u64, i| sum.wrapping_add(of(i)))),
            5 => {
                let count = children(&node);
                (0..count).fold(count, |value, i| mix(value, of(i)))
            }
            6 => of(1),
            7 => of(2),
            9 => (0..children(&node)).fold(node.seed, |sum: u64, i| sum.wrapping_add(of(i))),
            _ => {
                let noted = (0..children(&node)).map(|i| mix(mix(node.seed, i), 7));
                *notes = noted.fold(*notes, u64::wrapping_add);
                node.seed + 1
            }
        }
    }
}

/// Bytes for queues that are little for these programs, and enough for a device of two multiprocessors.
const SCARCE: usize = 1 << 20;

/// Runs of a device with the same options.
fn runs(device: &Device) -> u64 {
    match (is_full(), device.kind() == DeviceKind::Emulated) {
        (false, true) => 2,
        (true, true) => 33,
        (false, false) => 20,
        (true, false) => 400,
    }
}

#[test]
fn random_shapes_give_what_plain_recursion_gives() {
    use shapes::*;
    let seed = UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    println!("seed {seed}");
    everywhere(|device, options| {
        let [notes, fatal] = [(); 2].map(|()| device.buffer::<u64>(1).expect("memory"));
        let program = Shapes {
            one: One { notes: notes.clone(), fatal: fatal.clone() },
            few: Few { notes: notes.clone(), fatal: fatal.clone() },
            many: Many { notes: notes.clone(), fatal: fatal.clone() },
            three: Three,
            two: Two,
            sum: Sum,
            list: List,
            noted: Noted,
            again: Again,
            note: Note { notes: notes.clone() },
        };
        let mut kinds = vec![options.clone(), options.clone().policy(Policy::RoundRobin)];
        if device.kind() != DeviceKind::Cuda {
            kinds.push(options.queue_memory(SCARCE));
        }
        for options in kinds {
            let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
            for run in 0..runs(device) {
                let seed = mix(seed, run);
                let nodes: Vec<Node> = (0..6).map(|i| Node { seed: mix(seed, i), depth: 5 }).collect();
                let (mut noted, mut last) = (0, 0);
                let known: Vec<u64> = nodes.iter().map(|node| value(*node, &mut noted, &mut last)).collect();
                launcher.clear_seeds().seed::<One>(&nodes[..3]).expect("room").seed::<Many>(&nodes[3..]).expect("room");
                // A run that panics or is cancelled leaves nothing to the next.
                if seed.is_multiple_of(3) {
                    fatal.write(&[last]).expect("a copy");
                    let error = launcher.run().expect_err("a task panics").to_string();
                    assert!(error.contains("as planned"), "seed {seed}: {error}");
                } else if seed % 3 == 1 {
                    thread::scope(|scope| {
                        let running = launcher.start(scope);
                        running.cancel();
                        let ended = running.wait();
                        assert!(matches!(ended, Ok(_) | Err(Error::Cancelled { .. })), "seed {seed}: {ended:?}");
                    });
                }
                [&notes, &fatal].into_iter().for_each(|buffer| buffer.write(&[0]).expect("a copy"));
                launcher.run().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                assert_eq!(launcher.outputs::<One>().expect("outputs"), known[..3], "seed {seed}");
                assert_eq!(launcher.outputs::<Many>().expect("outputs"), known[3..], "seed {seed}");
                assert_eq!(notes.read().expect("a copy"), [noted], "seed {seed}");
            }
        }
    });
}
