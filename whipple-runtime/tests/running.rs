//! Runs as handles on the CPU: progress, cancelling, time limits; what reports and traces then hold.

mod support;

use std::{
    thread,
    time::{Duration, Instant},
};
use support::*;
use whipple_runtime::trace::Trace;

procedure!(Grow { visits: Buffer<u64> }, Thread, 1, ());
spawns!(Grow => Grow, Meet);

impl Execute for Grow {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &depth: &u32) {
        self.visits.fetch_add(0, 1);
        spin(Duration::from_micros(2));
        if depth == 0 {
            ctx.spawn::<Meet>(1);
        } else {
            ctx.spawn::<Grow>(depth - 1);
            ctx.spawn::<Grow>(depth - 1);
        }
    }
}

procedure!(Meet { visits: Buffer<u64> }, Warp, 4, ());
spawns!(Meet =>);

impl Execute for Meet {
    type Item = u64;
    fn execute(&self, ctx: &Context<Self>, &by: &u64) {
        let sum = ctx.reduce_add(by);
        if ctx.thread() == 0 {
            self.visits.fetch_add(1, sum);
        }
    }
}

program!(Tree { grow: Grow, meet: Meet });

// Spawns itself for ever, in tasks of a given time in microseconds.
procedure!(Forever {}, Thread, 1, ());
spawns!(Forever => Forever);

impl Execute for Forever {
    type Item = u64;
    fn execute(&self, ctx: &Context<Self>, &microseconds: &u64) {
        spin(Duration::from_micros(microseconds));
        ctx.spawn::<Forever>(microseconds);
    }
}

program!(Endless { forever: Forever });

fn spin(time: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < time {}
}

fn tree() -> Tree {
    let visits = Device::cpu().buffer(2).unwrap();
    Tree { grow: Grow { visits: visits.clone() }, meet: Meet { visits } }
}

/// A generous bound: tests share the machine. What is asked of the executor is 10 ms.
const SOON: Duration = Duration::from_millis(200);

#[test]
fn progress_rises_to_the_report() {
    for workers in [1, 2] {
        let tree = tree();
        let mut launcher = Launcher::with_options(&Device::cpu(), &tree, Options::new().workers(workers)).unwrap();
        launcher.seed::<Grow>(&[14]).unwrap();
        thread::scope(|scope| {
            let run = launcher.start(scope);
            let mut seen = Vec::new();
            while !run.is_finished() {
                let progress = run.progress();
                assert!(progress.total_tasks() >= seen.last().copied().unwrap_or(0), "tasks were undone");
                seen.push(progress.total_tasks());
                thread::sleep(Duration::from_millis(1));
            }
            let distinct = seen.windows(2).filter(|pair| pair[0] < pair[1]).count();
            assert!(distinct > 5, "{seen:?}");
            let end = run.progress();
            assert_eq!((end.tasks::<Grow>(), end.tasks::<Meet>(), end.total_queued()), (32767, 16384, 0));
            assert_eq!(end.procedure::<Forever>().map(|procedure| procedure.tasks), None);
            thread::sleep(Duration::from_millis(2));
            assert_eq!(end.elapsed, run.progress().elapsed, "the clock stops at the end");
            assert_eq!(run.wait().unwrap().total_tasks(), 49151);
        });
    }
}

#[test]
fn cancelled_runs_end_soon_and_say_what_was_done() {
    for (workers, microseconds) in [(1, 0), (2, 0), (2, 3), (2, 2000)] {
        let endless = Endless { forever: Forever {} };
        let options = Options::new().workers(workers);
        let mut launcher = Launcher::with_options(&Device::cpu(), &endless, options).unwrap();
        launcher.seed::<Forever>(&[microseconds; 100]).unwrap();
        for _ in 0..3 {
            thread::scope(|scope| {
                let run = launcher.start(scope);
                while run.progress().total_tasks() == 0 || run.progress().total_queued() == 0 {
                    thread::sleep(Duration::from_millis(1));
                }
                assert!(!run.is_finished());
                let begin = Instant::now();
                run.cancel();
                let error = run.wait().unwrap_err();
                println!("{workers} workers, tasks of {microseconds} us: {:?} to stop; {error}", begin.elapsed());
                assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
                let Error::Cancelled { report, .. } = &error else { panic!("{error}") };
                assert!(report.tasks::<Forever>() > 0);
                assert!(error.to_string().starts_with("the run was cancelled after "), "{error}");
            });
        }
    }
}

#[test]
fn a_cancelled_launcher_runs_again() {
    let tree = tree();
    let mut launcher = Launcher::with_options(&Device::cpu(), &tree, Options::new().workers(2)).unwrap();
    launcher.seed::<Grow>(&[12]).unwrap();
    for wait in [0, 1, 5] {
        let error = thread::scope(|scope| {
            let run = launcher.start(scope);
            thread::sleep(Duration::from_millis(wait));
            run.cancel();
            run.wait().unwrap_err()
        });
        assert!(error.partial_report().unwrap().total_tasks() < 12287, "{error}");
        tree.grow.visits.fill(0).unwrap();
        let report = launcher.run().unwrap();
        assert_eq!((report.tasks::<Grow>(), report.tasks::<Meet>()), (8191, 4096));
        assert_eq!(tree.grow.visits.read().unwrap(), [8191, 4 * 4096]);
    }
}

#[test]
fn a_run_that_ended_is_not_cancelled() {
    let tree = tree();
    let mut launcher = Launcher::new(&Device::cpu(), &tree).unwrap();
    launcher.seed::<Grow>(&[3]).unwrap();
    thread::scope(|scope| {
        let run = launcher.start(scope);
        while !run.is_finished() {
            thread::yield_now();
        }
        run.cancel();
        assert_eq!(run.wait().unwrap().total_tasks(), 23);
    });
}

#[test]
fn a_dropped_handle_lets_the_run_go_on() {
    let tree = tree();
    let mut launcher = Launcher::new(&Device::cpu(), &tree).unwrap();
    launcher.seed::<Grow>(&[6]).unwrap();
    thread::scope(|scope| drop(launcher.start(scope)));
    assert_eq!(tree.grow.visits.read().unwrap(), [127, 256]);
}

#[test]
fn time_limits_hold_for_every_kind_of_run() {
    let limit = Duration::from_millis(20);
    for (workers, microseconds) in [(1, 0), (2, 5), (2, 3000)] {
        let endless = Endless { forever: Forever {} };
        let options = Options::new().workers(workers).time_limit(limit);
        let mut launcher = Launcher::with_options(&Device::cpu(), &endless, options).unwrap();
        launcher.seed::<Forever>(&[microseconds; 10]).unwrap();
        for handle in [false, true] {
            let begin = Instant::now();
            let result = if handle { thread::scope(|scope| launcher.start(scope).wait()) } else { launcher.run() };
            let error = result.unwrap_err();
            println!("{workers} workers, tasks of {microseconds} us: {:?}; {error}", begin.elapsed());
            assert!(begin.elapsed() >= limit && begin.elapsed() < limit + SOON, "{:?}", begin.elapsed());
            let Error::TimeLimit { limit: told, report, .. } = &error else { panic!("{error}") };
            assert_eq!(*told, limit);
            assert!(report.total_tasks() > 0 && report.total_time >= limit);
        }
    }
    let tree = tree();
    let options = Options::new().time_limit(Duration::from_secs(60));
    let mut launcher = Launcher::with_options(&Device::cpu(), &tree, options).unwrap();
    assert_eq!(launcher.seed::<Grow>(&[8]).unwrap().run().unwrap().total_tasks(), 767, "in time");
}

#[test]
fn a_panic_comes_before_the_limit() {
    procedure!(Fail {}, Thread, 1, ());
    spawns!(Fail =>);

    impl Execute for Fail {
        type Item = u32;
        fn execute(&self, _: &Context<Self>, _: &u32) {
            panic!("told to");
        }
    }
    program!(Failing { fail: Fail });
    let failing = Failing { fail: Fail {} };
    let mut launcher = Launcher::new(&Device::cpu(), &failing).unwrap();
    launcher.seed::<Fail>(&[1]).unwrap();
    thread::scope(|scope| {
        let error = launcher.start(scope).wait().unwrap_err();
        assert_eq!(error.device_panic().unwrap().message, "told to");
    });
}

#[test]
fn weights_change_while_it_runs() {
    let endless = Endless { forever: Forever {} };
    let mut launcher = Launcher::new(&Device::cpu(), &endless).unwrap();
    launcher.seed::<Forever>(&[1]).unwrap();
    thread::scope(|scope| {
        let run = launcher.start(scope);
        run.set_weight::<Forever>(7).unwrap();
        assert!(matches!(run.set_weight::<Forever>(0), Err(Error::Options { option: "weight", .. })));
        run.cancel();
        assert!(matches!(run.wait(), Err(Error::Cancelled { .. })));
    });
}

fn traced(options: Options) -> Report {
    let tree = tree();
    let mut launcher = Launcher::with_options(&Device::cpu(), &tree, options).unwrap();
    launcher.seed::<Grow>(&[10]).unwrap();
    launcher.run().unwrap()
}

#[test]
fn a_trace_covers_all_tasks() {
    for options in [Options::new().workers(1), Options::new().workers(3), Options::new().replay(5)] {
        let report = traced(options.trace(true));
        let trace = report.trace.as_ref().unwrap();
        assert_eq!((trace.procedures.as_slice(), trace.dropped), (["Grow", "Meet"].as_slice(), 0));
        for procedure in 0..2 {
            let tasks = |event: &&whipple_runtime::trace::Event| event.procedure == procedure;
            let sum: u64 = trace.events.iter().filter(tasks).map(|event| u64::from(event.tasks)).sum();
            assert_eq!(sum, report.procedures[procedure as usize].tasks);
        }
        assert!(trace.events.is_sorted_by_key(|event| event.start));
        for event in &trace.events {
            assert!(event.start <= event.end && event.end <= report.total_time, "{event:?}");
            assert!(event.worker < report.workers && event.warp == 0 && event.tasks > 0, "{event:?}");
        }
        events_of_a_worker_do_not_overlap(trace);

        let series = trace.queue_lengths();
        assert!(series.times.is_sorted());
        assert_eq!(series.lengths[0][0], 1, "the initial task");
        for lengths in &series.lengths {
            assert_eq!((lengths.len(), lengths.last()), (series.times.len(), Some(&0)), "the queues end empty");
            assert!(lengths.iter().any(|&length| length > 0));
        }
    }
    assert!(traced(Options::new()).trace.is_none());
}

fn events_of_a_worker_do_not_overlap(trace: &Trace) {
    for worker in 0..3 {
        let own: Vec<_> = trace.events.iter().filter(|event| event.worker == worker).collect();
        assert!(own.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }
}

#[test]
fn a_trace_is_json() {
    let report = traced(Options::new().workers(2).trace(true));
    let trace = report.trace.unwrap();
    let mut text = Vec::new();
    trace.write_chrome(&mut text).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let all = json["traceEvents"].as_array().unwrap();
    let of = |kind: &str| all.iter().filter(|event| event["ph"] == kind).collect::<Vec<_>>();
    assert_eq!(of("X").len(), trace.events.len());
    let tasks: u64 = of("X").iter().map(|event| event["args"]["tasks"].as_u64().unwrap()).sum();
    assert_eq!(tasks, 2047 + 1024);
    assert!(of("X").iter().all(|event| event["name"] == "Grow" || event["name"] == "Meet"));
    assert!(of("X").iter().all(|event| event["ts"].is_number() && event["dur"].as_f64().unwrap() >= 0.0));
    assert_eq!(of("C").len(), trace.queue_lengths().times.len());
    assert_eq!(json["otherData"]["dropped"], 0);
}

#[test]
fn statistics_are_there_when_asked_for() {
    let report = traced(Options::new().workers(2).statistics(true));
    println!("{report}");
    let grow = report.procedure::<Grow>().unwrap();
    let spent: Duration = report.procedures.iter().filter_map(|procedure| procedure.time).sum();
    assert!(grow.time.unwrap() >= Duration::from_micros(2 * 2047), "{grow:?}");
    assert!(spent + report.idle_time.unwrap() <= 2 * report.total_time, "{report}");
    assert_eq!(grow.local_transfers, Some(2046), "all but the initial task were spawned");
    assert!(report.utilisation.unwrap() > 0.0 && report.utilisation.unwrap() <= 1.0);
    assert!(grow.longest_queue.unwrap() > 0);

    let quiet = traced(Options::new());
    let grow = quiet.procedure::<Grow>().unwrap();
    assert_eq!((grow.time, grow.local_transfers, quiet.idle_time), (None, None, None));
    assert!(quiet.utilisation.unwrap() > 0.0 && quiet.utilisation.unwrap() <= 1.0, "how busy is always known");
}

procedure!(Pour { microseconds: u32 }, Thread, 1, ());
spawns!(Pour => Pour);

impl Execute for Pour {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &drops: &u32) {
        if drops == 0 {
            return thread::sleep(Duration::from_micros(self.microseconds.into()));
        }
        for _ in 0..drops {
            ctx.spawn::<Pour>(0);
        }
    }
}

program!(Pouring { pour: Pour });

/// What one worker has and hands over is in two queues after each other.
#[test]
fn no_queue_is_longer_than_there_are_tasks() {
    let program = Pouring { pour: Pour { microseconds: 200 } };
    let options = Options::new().workers(4);
    let mut launcher = Launcher::with_options(&Device::cpu(), &program, options).unwrap();
    let report = launcher.seed::<Pour>(&[200]).unwrap().run().unwrap();
    let pour = report.procedure::<Pour>().unwrap();
    assert_eq!(pour.tasks, 201);
    assert!((100..=200).contains(&pour.longest_queue.unwrap()), "{report}");
}

#[test]
fn a_report_says_what_limited_the_run() {
    let program = Pouring { pour: Pour { microseconds: 200 } };
    let said = |workers, seeds: &[u32]| {
        let options = Options::new().workers(workers).statistics(true);
        let mut launcher = Launcher::with_options(&Device::cpu(), &program, options).unwrap();
        let text = launcher.seed::<Pour>(seeds).unwrap().run().unwrap().to_string();
        let limit = text.lines().find_map(|line| line.strip_prefix("  limited by: "));
        limit.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    assert_eq!(said(2, &[]), "no tasks: nothing was seeded");
    assert_eq!(said(4, &[0]), "few tasks: there were fewer than workers");
    assert_eq!(said(1, &[100]), "the tasks: workers were busy with them");
}
