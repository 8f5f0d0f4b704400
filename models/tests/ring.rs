//! The global queue: nothing lost, nothing twice, content published, nothing rests unseen.

use loom::{sync::Arc, thread};
use whipple_models::{Chunk, NONE, Ring, Rules, check, sync::Wait};

/// A ring and the chunks that it moves.
struct Queue {
    ring: Ring,
    chunks: Vec<Chunk>,
}

impl Queue {
    /// `filled` of `chunks` chunks are in the ring.
    fn new(slots: u32, chunks: u32, filled: u32, rules: Rules) -> Arc<Self> {
        let numbers: Vec<u32> = (0..filled).collect();
        Arc::new(Self { ring: Ring::new(slots, &numbers, rules), chunks: (0..chunks).map(|_| Chunk::new(0)).collect() })
    }

    /// Takes one chunk as soon as there is one.
    fn wait(&self) -> u32 {
        let mut wait = Wait::default();
        loop {
            if let Some(chunk) = self.ring.pop() {
                return chunk;
            }
            wait.back_off();
        }
    }
}

/// Two threads write a chunk each and publish it; two take one each and read it.
fn many_to_many(rules: Rules) {
    check(2, move || {
        let queue = Queue::new(2, 2, 0, rules);
        let producers = [0, 1].map(|chunk| {
            let queue = queue.clone();
            thread::spawn(move || {
                queue.chunks[chunk as usize].write(10 + chunk);
                queue.ring.push(chunk);
            })
        });
        let take = |queue: &Queue| {
            let chunk = queue.ring.pop();
            if let Some(chunk) = chunk {
                assert_eq!(queue.chunks[chunk as usize].read(), 10 + chunk, "the chunk's content");
            }
            chunk
        };
        let consumer = {
            let queue = queue.clone();
            thread::spawn(move || take(&queue))
        };
        let mut chunks: Vec<u32> = [take(&queue), consumer.join().unwrap()].into_iter().flatten().collect();
        for producer in producers {
            producer.join().unwrap();
        }
        chunks.extend(queue.ring.contents());
        chunks.sort_unstable();
        assert_eq!(chunks, [0, 1], "each chunk comes once, or rests");
    });
}

#[test]
fn many_producers_and_consumers() {
    many_to_many(Rules::default());
}

/// With a single producer, `available` would order the content just as well. With two, a claim may count one's unit and take
/// the other's ticket.
#[test]
#[should_panic(expected = "Causality violation")]
fn content_needs_the_release_of_the_producer() {
    many_to_many(Rules { fill: NONE, ..Rules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn content_needs_the_acquire_of_the_consumer() {
    many_to_many(Rules { take: NONE, ..Rules::default() });
}

/// One thread publishes two chunks at once while another publishes one; a third takes two.
fn several_at_once(rules: Rules) {
    check(2, move || {
        let queue = Queue::new(4, 3, 0, rules);
        let others = [vec![0, 1], vec![2]].map(|chunks| {
            let queue = queue.clone();
            thread::spawn(move || {
                chunks.iter().for_each(|chunk| queue.chunks[*chunk as usize].write(10 + chunk));
                queue.ring.push_all(&chunks);
            })
        });
        let (granted, first) = queue.ring.claim(2);
        let mut chunks: Vec<u32> = (first..first + granted).map(|ticket| queue.ring.take(ticket)).collect();
        for chunk in &chunks {
            assert_eq!(queue.chunks[*chunk as usize].read(), 10 + chunk, "the chunk's content");
        }
        for other in others {
            other.join().unwrap();
        }
        chunks.extend(queue.ring.contents());
        chunks.sort_unstable();
        assert_eq!(chunks, [0, 1, 2], "each chunk comes once, or rests");
    });
}

#[test]
fn several_are_published_at_once() {
    several_at_once(Rules::default());
}

#[test]
#[should_panic(expected = "Causality violation")]
fn the_content_of_several_needs_the_release_of_each() {
    several_at_once(Rules { fill: NONE, ..Rules::default() });
}

/// Threads take a chunk, count in it, and give it back, over two laps of the ring's slots.
fn laps(threads: u32, preemptions: usize, rules: Rules) {
    check(preemptions, move || {
        let queue = Queue::new(2, 2, 2, rules);
        let work = |queue: &Queue| {
            for _ in 0..2 {
                let chunk = queue.wait();
                let content = &queue.chunks[chunk as usize];
                content.write(content.read() + 1);
                queue.ring.push(chunk);
            }
        };
        let others: Vec<_> = (1..threads)
            .map(|_| {
                let queue = queue.clone();
                thread::spawn(move || work(&queue))
            })
            .collect();
        work(&queue);
        for other in others {
            other.join().unwrap();
        }
        let mut chunks = queue.ring.contents();
        chunks.sort_unstable();
        assert_eq!(chunks, [0, 1], "each chunk is in the ring once");
        let total: u32 = queue.chunks.iter().map(Chunk::read).sum();
        assert_eq!(total, 2 * threads, "each count");
    });
}

#[test]
fn nothing_is_lost_over_laps() {
    laps(2, 3, Rules::default());
}

#[test]
#[should_panic]
fn a_producer_must_wait_for_its_slot() {
    laps(2, 3, Rules { wait_for_slot: false, ..Rules::default() });
}

/// A claim of several gets what is there, and the rest stays for others.
#[test]
fn claims_of_several_share() {
    check(3, || {
        let queue = Queue::new(4, 3, 2, Rules::default());
        let other = {
            let queue = queue.clone();
            thread::spawn(move || {
                queue.ring.push(2);
                queue.ring.claim(2)
            })
        };
        let mine = queue.ring.claim(2);
        let theirs = other.join().unwrap();
        let mut chunks: Vec<u32> = [mine, theirs]
            .into_iter()
            .flat_map(|(granted, first)| first..first + granted)
            .map(|ticket| queue.ring.take(ticket))
            .collect();
        chunks.extend(queue.ring.contents());
        chunks.sort_unstable();
        assert_eq!(chunks, [0, 1, 2], "each chunk is claimed once or rests");
        assert!(mine.0 > 0 && theirs.0 > 0, "each found some: {mine:?} {theirs:?}");
    });
}

/// Two threads race for one chunk while a third publishes another and then looks once more. Each goes on until it finds the
/// queue empty. What is published must not rest then.
fn race(rules: Rules) {
    check(3, move || {
        let queue = Queue::new(2, 2, 1, rules);
        let drain = |queue: &Queue| {
            let mut taken = 0;
            while queue.ring.available_acquire() > 0 {
                match queue.ring.pop() {
                    Some(_) => taken += 1,
                    None => break,
                }
            }
            taken
        };
        let others = [0, 1].map(|_| {
            let queue = queue.clone();
            thread::spawn(move || drain(&queue))
        });
        queue.ring.push(1);
        let mut taken = drain(&queue);
        for other in others {
            taken += other.join().unwrap();
        }
        assert_eq!(queue.ring.contents(), [] as [u32; 0], "nothing rests");
        assert_eq!(taken, 2, "each chunk comes once");
    });
}

#[test]
fn nothing_rests_unseen() {
    race(Rules::default());
}

#[test]
#[should_panic(expected = "nothing rests")]
fn a_claim_that_gives_back_must_look_again() {
    race(Rules { look_at_return: false, ..Rules::default() });
}

/// One thread takes the chunk of ticket 0, another takes one and publishes it again with ticket 4, in the same slot, while a
/// third takes three and publishes one of them.
fn overtake(rules: Rules) {
    check(2, move || {
        let queue = Queue::new(4, 4, 4, rules);
        let first = {
            let queue = queue.clone();
            thread::spawn(move || queue.ring.pop().expect("a chunk"))
        };
        let second = {
            let queue = queue.clone();
            thread::spawn(move || {
                let chunk = queue.ring.pop().expect("a chunk");
                queue.ring.push(chunk);
            })
        };
        let chunk = queue.ring.pop().expect("a chunk");
        queue.ring.push(chunk);
        let mut chunks: Vec<u32> = [queue.ring.pop(), queue.ring.pop()].into_iter().flatten().collect();
        chunks.push(first.join().unwrap());
        second.join().unwrap();
        chunks.extend(queue.ring.contents());
        chunks.sort_unstable();
        assert_eq!(chunks, [0, 1, 2, 3], "each chunk comes once, or rests");
    });
}

#[test]
fn a_slot_serves_one_ticket_at_a_time() {
    overtake(Rules::default());
}

/// A consumer of the next lap would find the chunk that the slot's consumer is about to take, and both would.
#[test]
#[should_panic(expected = "each chunk comes once")]
fn a_slot_must_name_its_ticket() {
    overtake(Rules { slots_name_tickets: false, ..Rules::default() });
}

/// The order of `available` is not for the ring itself: its counts are exact in any order, and a claim of a chunk that is
/// not yet seen waits at its slot. Termination needs it (`termination.rs`).
#[test]
fn the_ring_alone_needs_no_order_of_available() {
    let rules = Rules { available: NONE, look: NONE, ..Rules::default() };
    many_to_many(rules);
    laps(2, 2, rules);
    race(rules);
}
