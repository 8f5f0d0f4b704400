//! Lines that tasks print: the host reads whole ones, those of a thread in their order, and each that was not dropped.

use loom::{sync::Arc, thread};
use whipple_models::{NONE, PrintRules, Prints, check};

/// Two threads print two lines each. Meanwhile the host looks for lines `looks` times. `expect` gets how many lines were dropped.
fn run(slots: u32, looks: u32, rules: PrintRules, expect: fn(u32)) {
    check(3, move || {
        let prints = Arc::new(Prints::new(slots, rules));
        let threads = [10, 20].map(|first| {
            let prints = prints.clone();
            thread::spawn(move || {
                prints.print(first);
                prints.print(first + 1);
            })
        });
        let mut lines = Vec::new();
        for _ in 0..looks {
            lines.extend(prints.next(lines.len() as u32));
            thread::yield_now();
        }
        for thread in threads {
            thread.join().unwrap();
        }
        while lines.len() <= 4
            && let Some(line) = prints.next(lines.len() as u32)
        {
            lines.push(line);
        }
        assert_eq!(lines.len() as u32 + prints.dropped(), 4, "each line is read or dropped");
        for first in [10, 20] {
            let own: Vec<u32> = lines.iter().copied().filter(|line| line / 10 * 10 == first).collect();
            assert!(own.is_sorted() && own.iter().all(|line| *line <= first + 1), "a thread's lines: {own:?}");
        }
        expect(prints.dropped());
    });
}

/// All have room, whether or not the host has read some.
fn with_room(rules: PrintRules) {
    run(4, 2, rules, |dropped| assert_eq!(dropped, 0, "there is room"));
}

/// Slots are used again.
fn without_room(rules: PrintRules) {
    run(1, 2, rules, |dropped| assert!(dropped < 4, "the first line has room"));
}

#[test]
fn lines_are_whole_and_in_order() {
    with_room(PrintRules::default());
}

#[test]
fn slots_that_were_read_are_used_again() {
    without_room(PrintRules::default());
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_line_needs_the_release_of_its_mark() {
    with_room(PrintRules { publish: NONE, ..PrintRules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_line_needs_the_acquire_of_its_mark() {
    with_room(PrintRules { find: NONE, ..PrintRules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_slot_needs_the_release_of_the_host() {
    without_room(PrintRules { free: NONE, ..PrintRules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_slot_needs_the_acquire_of_the_next_line() {
    without_room(PrintRules { look: NONE, ..PrintRules::default() });
}

#[test]
#[should_panic(expected = "there is room")]
fn an_old_count_of_slots_must_not_drop_a_line() {
    with_room(PrintRules { used_is_signed: false, ..PrintRules::default() });
}

#[test]
#[should_panic]
fn a_mark_must_name_its_place() {
    without_room(PrintRules { marks_name_places: false, ..PrintRules::default() });
}
