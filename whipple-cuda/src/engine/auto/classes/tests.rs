//! Classes whose runs differ.

use super::*;
use whipple_runtime::{choice::Origin, options::Scheduler};

/// What works take under each of two candidates, of which the first is the plan's: tasks, and microseconds.
#[derive(Clone, Copy, Debug)]
struct Job {
    tasks: u64,
    takes: [u64; 2],
}

/// Few tasks, for which the second candidate is better, and many, for which it is worse.
const FEW: Job = Job { tasks: 1000, takes: [100, 50] };
const MANY: Job = Job { tasks: 1_000_000, takes: [32_000, 43_000] };

const NONE: &[u8] = b"";

fn class(scalars: &[u8]) -> Class {
    Class { seeds: vec![1], scalars: scalars.to_vec() }
}

/// Does a work; says what it did: `m` measured, `0` or `1` ran a candidate. A measuring run takes what is the best.
fn run(classes: &mut Classes, class: &Class, job: Job) -> char {
    let (index, said) = match classes.begin(class) {
        Begin::With(decision) => (decision.index, char::from(b'0' + decision.index as u8)),
        Begin::Planned => (0, '0'),
        Begin::Choose { .. } => {
            let index = usize::from(job.takes[1] < job.takes[0]);
            let [planned, chosen] = [0, index].map(|index| Duration::from_micros(job.takes[index]));
            let evidence = Evidence { tasks: job.tasks, chosen, planned: (index > 0).then_some(planned) };
            let choice = Choice {
                scheduler: Scheduler::Megakernel,
                block_threads: None,
                name: index.to_string(),
                origin: Origin::Measured { not_kept: None },
                trials: Vec::new(),
            };
            classes.decided(class, Decision { index, choice, evidence: Some(evidence) });
            (index, 'm')
        }
    };
    classes.end(class, Done { tasks: job.tasks, time: Duration::from_micros(job.takes[index]) });
    said
}

fn runs(classes: &mut Classes, jobs: &[(&[u8], Job)]) -> String {
    jobs.iter().map(|(scalars, job)| run(classes, &class(scalars), *job)).collect()
}

#[test]
fn a_choice_holds_while_runs_are_alike() {
    let mut classes = Classes::default();
    assert_eq!(runs(&mut classes, &[(NONE, FEW); 5]), "m1111");
    let more = Job { tasks: 1900, takes: [190, 95] };
    assert_eq!(runs(&mut classes, &[(NONE, more), (NONE, FEW)]), "11");
}

#[test]
fn other_work_of_a_class_is_measured_at_its_second_run() {
    let mut classes = Classes::default();
    assert_eq!(runs(&mut classes, &[(NONE, FEW), (NONE, FEW), (NONE, MANY), (NONE, MANY), (NONE, MANY)]), "m11m0");
}

#[test]
fn scalars_tell_works_apart() {
    let mut classes = Classes::default();
    let turns = [(&b"12"[..], FEW), (&b"16"[..], MANY)].repeat(6);
    assert_eq!(runs(&mut classes, &turns), "m11m10101010", "each has its own choice from its third run on");
}

#[test]
fn scalars_that_change_from_run_to_run_share_a_choice() {
    let mut classes = Classes::default();
    let said: String = (0..100)
        .map(|frame| run(&mut classes, &class(&[frame]), Job { tasks: 1000 + u64::from(frame), ..FEW }))
        .collect();
    assert_eq!(said, "m".to_owned() + &"1".repeat(99));
    assert_eq!(classes.known.len(), 1);
}

#[test]
fn scalars_that_never_come_again_and_differ_run_by_plan() {
    let mut classes = Classes::default();
    let said: String = (0..2000_u32)
        .map(|frame| run(&mut classes, &class(&frame.to_le_bytes()), Job { tasks: 1 << (frame * 7 % 40), ..FEW }))
        .collect();
    assert!(!said[4..].contains(['m', '1']), "{said}");
    assert!(classes.known.len() <= MOST_CLASSES);
}

/// Items, which are not looked at, may say what the work is.
#[test]
fn works_of_one_class_that_take_turns_run_by_plan() {
    let mut classes = Classes::default();
    let turns = [(NONE, FEW), (NONE, MANY)].repeat(500);
    let said = runs(&mut classes, &turns);
    assert!(said.starts_with("m1m10") && said[4..].chars().all(|said| said == '0'), "{said}");
    // When it settles, it is chosen again.
    let said = runs(&mut classes, &[(NONE, FEW); 40]);
    assert_eq!(said.trim_start_matches('0').chars().next(), Some('m'), "{said}");
    assert!(said.ends_with('1'), "{said}");
}

#[test]
fn a_choice_that_is_slower_than_the_plans_is_dropped_once_that_lasts() {
    let slow = Job { tasks: 1000, takes: [100, 106] };
    let mut classes = Classes::default();
    assert_eq!(
        runs(
            &mut classes,
            &[(NONE, FEW), (NONE, slow), (NONE, FEW), (NONE, slow), (NONE, slow), (NONE, slow), (NONE, slow)]
        ),
        "m1111m0"
    );
    let mut classes = Classes::default();
    // Up to 5 % slower than the plan's, of twice as many tasks.
    let [near, within] = [Job { tasks: 1000, takes: [100, 90] }, Job { tasks: 2000, takes: [200, 209] }];
    assert_eq!(runs(&mut classes, &[(NONE, near), (NONE, within), (NONE, within), (NONE, within)]), "m111");
}

#[test]
fn a_choice_that_takes_much_longer_than_it_did_is_dropped() {
    let other = Job { tasks: 1000, takes: [10, 101] };
    let mut classes = Classes::default();
    assert_eq!(runs(&mut classes, &[(NONE, FEW), (NONE, other), (NONE, other), (NONE, other), (NONE, other)]), "m11m0");
}

#[test]
fn what_was_dropped_long_ago_is_forgotten() {
    let mut classes = Classes::default();
    let few = [(NONE, FEW)].repeat(100);
    let many = [(NONE, MANY)].repeat(100);
    for _ in 0..5 {
        runs(&mut classes, &few);
        let said = runs(&mut classes, &many);
        assert_eq!(said[1..3], *"m0", "the second run measures: {said}");
    }
}

/// A work that comes again is never slower than the plan's by more than 5 % after its second run, whatever came before.
#[test]
fn no_work_is_slower_than_the_plans_after_its_second_run() {
    let seed =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
    println!("seed {seed}");
    let mut state = seed;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..300 {
        let mut classes = Classes::default();
        // Each does another number of tasks: what the same number costs is all that a report tells of a work.
        let works: Vec<(Class, Job)> = (0..1 + random(4))
            .map(|work| {
                let takes = [10 + random(1000), 5 + random(2000)];
                (class(&[random(2) as u8]), Job { tasks: 1 << (4 * work + random(2)), takes })
            })
            .collect();
        for _ in 0..12 {
            let (class, job) = &works[random(works.len() as u64) as usize];
            let said: Vec<char> = (0..5).map(|_| run(&mut classes, class, *job)).collect();
            for said in &said[2..] {
                let index = usize::from(*said == '1' || *said == 'm' && job.takes[1] < job.takes[0]);
                assert!(job.takes[index] as f64 <= SLOW * job.takes[0] as f64, "{said} of {job:?}");
            }
        }
    }
}
