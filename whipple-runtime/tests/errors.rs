//! Bad bodies, buffers and options end in an error that says what and where, and leave the launcher usable.

mod support;
use support::*;

procedure!(Fail { numbers: Buffer<u32> }, Thread, 1, ());
spawns!(Fail => Fail, Forever, Diverge);

impl Execute for Fail {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &kind: &u32) {
        match kind {
            0 => {}
            1 => panic!("kind is {kind}"),
            2 => assert!(kind == 3, "a plain assertion"),
            3 => self.numbers.set(10, 1),
            4 => ctx.spawn::<Forever>(0),
            5 => ctx.spawn::<Outsider>(1),
            6 => {
                let zero = self.numbers.get(0);
                self.numbers.set(0, kind / zero);
            }
            _ => ctx.spawn::<Diverge>(kind),
        }
    }
}

procedure!(Forever {}, Thread, 1, ());
spawns!(Forever => Forever);

impl Execute for Forever {
    type Item = u64;
    fn execute(&self, ctx: &Context<Self>, &number: &u64) {
        ctx.spawn::<Forever>(number);
        ctx.spawn::<Forever>(number);
    }
}

procedure!(Diverge { numbers: Buffer<u32> }, Block, 64, SharedArray<u32, 64>);
spawns!(Diverge => Forever);

impl Execute for Diverge {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &kind: &u32) {
        struct Noisy<'a>(&'a Buffer<u32>);
        impl Drop for Noisy<'_> {
            fn drop(&mut self) {
                self.0.fetch_add(1, 1);
            }
        }
        let _noisy = Noisy(&self.numbers);
        let early = (2..=5).contains(&ctx.thread()) || ctx.thread() == 60;
        match kind {
            10 if early => return,
            11 if early => {
                ctx.barrier_any(true);
            }
            12 if early => ctx.barrier(),
            13 if early => panic!("thread {} gives up", ctx.thread()),
            16 => {
                for number in 0..100 {
                    ctx.spawn::<Forever>(number);
                }
            }
            14 if early => ctx.shared().set(64, 0),
            _ => {}
        }
        ctx.barrier();
        if kind == 15 && early {
            panic!("after the barrier");
        }
        ctx.barrier();
    }
}

procedure!(Outsider {}, Thread, 1, ());
spawns!(Outsider =>);

impl Execute for Outsider {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, _: &u32) {}
}

program!(Failing { fail: Fail, forever: Forever, diverge: Diverge });

struct Case {
    numbers: Buffer<u32>,
    program: Failing,
}

fn case() -> Case {
    let numbers = Device::cpu().buffer::<u32>(10).unwrap();
    let fail = Fail { numbers: numbers.clone() };
    let diverge = Diverge { numbers: numbers.clone() };
    Case { numbers, program: Failing { fail, forever: Forever {}, diverge } }
}

fn failure(kind: u32, options: Options) -> Error {
    let case = case();
    let mut launcher = Launcher::with_options(&Device::cpu(), &case.program, options).unwrap();
    launcher.seed::<Fail>(&[0; 500]).unwrap().seed::<Fail>(&[kind]).unwrap();
    let error = launcher.run().unwrap_err();
    // The launcher stays usable.
    let report = launcher.clear_seeds().seed::<Fail>(&[0; 300]).unwrap().run().unwrap();
    assert_eq!(report.tasks::<Fail>(), 300);
    assert_eq!(report.total_tasks(), 300);
    error
}

fn panic_of(kind: u32) -> DevicePanic {
    let mut found = None;
    for workers in [1, 2, 4] {
        let error = failure(kind, Options::new().workers(workers));
        let panic = error.device_panic().unwrap_or_else(|| panic!("{error:?}")).clone();
        found = Some(DevicePanic { task: None, ..panic });
    }
    let panic = found.unwrap();
    println!("{panic}");
    panic
}

/// The line of this file that has `text`.
fn line_of(text: &str) -> u32 {
    let found = include_str!("errors.rs").lines().position(|line| line.contains(text));
    found.unwrap() as u32 + 1
}

#[test]
fn panics_name_procedure_file_and_line() {
    let panic = panic_of(1);
    assert_eq!(panic.procedure, "Fail");
    assert!(panic.file.ends_with("tests/errors.rs"), "{}", panic.file);
    assert_eq!(panic.line, line_of("panic!(\"kind is"));
    assert_eq!(panic.message, "kind is 1");
    assert_eq!(panic_of(2).message, "a plain assertion");
    assert_eq!(panic_of(6).message, "attempt to divide by zero");
}

#[test]
fn a_panic_names_task_and_thread_in_its_text() {
    let error = failure(1, Options::new().replay(1));
    let panic = error.device_panic().unwrap();
    let expected = format!("`Fail` panicked in thread 0 of task {}: kind is 1", panic.task.unwrap());
    assert!(error.to_string().ends_with(&expected), "{error}");
}

#[test]
fn an_index_out_of_range_names_the_users_line() {
    let panic = panic_of(3);
    assert_eq!(panic.line, line_of("self.numbers.set(10, 1)"));
    assert_eq!(panic.message, "index out of bounds: the len is 10 but the index is 10");
    let panic = panic_of(14);
    assert_eq!(panic.line, line_of("ctx.shared().set(64, 0)"));
    assert_eq!((panic.message.as_str(), panic.thread), ("index out of bounds: the len is 64 but the index is 64", 2));
}

#[test]
fn a_spawn_outside_the_program_is_an_error() {
    let panic = panic_of(5);
    assert!(panic.message.starts_with("`Outsider` is spawned, but is not a procedure of this program"), "{panic}");
    assert_eq!(panic.line, line_of("ctx.spawn::<Outsider>(1)"));
}

#[test]
fn a_full_queue_is_an_error_that_names_it() {
    for workers in [1, 2] {
        for limit in [9_000, 20_000, 1 << 20] {
            match failure(4, Options::new().workers(workers).queue_memory(limit)) {
                Error::QueueMemory { procedure, length, limit_bytes, .. } => {
                    assert_eq!((procedure.as_str(), limit_bytes), ("Forever", limit as u64));
                    assert!(length * 8 <= limit_bytes, "{length}");
                    assert!(workers > 1 || length * 8 > limit_bytes - 4096, "{length} of {limit_bytes} bytes");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_queue_that_a_thread_of_a_block_fills_is_an_error() {
    let case = case();
    let options = Options::new().workers(1).queue_memory(9_000);
    let mut launcher = Launcher::with_options(&Device::cpu(), &case.program, options).unwrap();
    let error = launcher.seed::<Diverge>(&[16]).unwrap().run().unwrap_err();
    assert!(matches!(&error, Error::QueueMemory { procedure, .. } if procedure == "Forever"), "{error:?}");
    // Eleven threads filled the queue, ten of them wait at the barrier: their destructors ran too.
    assert_eq!(case.numbers.get(1), 12);
    assert_eq!(launcher.clear_seeds().seed::<Diverge>(&[0, 0]).unwrap().run().unwrap().total_tasks(), 2);
}

#[test]
fn too_many_seeds_for_the_queue_memory_are_an_error() {
    let case = case();
    let options = Options::new().queue_memory(1000);
    let mut launcher = Launcher::with_options(&Device::cpu(), &case.program, options).unwrap();
    let error = launcher.seed::<Fail>(&[0; 251]).unwrap().run().unwrap_err();
    assert!(matches!(&error, Error::QueueMemory { procedure, length: 251, .. } if procedure == "Fail"), "{error:?}");
    assert_eq!(launcher.clear_seeds().seed::<Fail>(&[0; 250]).unwrap().run().unwrap().total_tasks(), 250);
}

#[test]
fn threads_that_end_before_a_barrier_diverge() {
    let panic = panic_of(10);
    assert_eq!(panic.procedure, "Diverge");
    let barrier = line_of("        ctx.barrier();");
    assert_eq!(panic.line, barrier);
    let expected = format!(
        "the threads of a task diverge: threads 0..=1, 6..=59, 61..=63 wait in `barrier` at {}:{barrier}; threads 2..=5, 60 have ended: all threads must reach the same operation",
        panic.file
    );
    assert_eq!(panic.message, expected);
}

#[test]
fn threads_in_different_operations_diverge() {
    let panic = panic_of(11);
    assert!(panic.message.contains("threads 2..=5, 60 wait in `barrier_any`"), "{panic}");
    let panic = panic_of(12);
    assert!(panic.message.contains("threads 2..=5, 60 wait in `barrier` at"), "{panic}");
}

#[test]
fn a_panic_of_one_thread_unwinds_the_others() {
    for (kind, entered) in [(13, 3), (15, 64)] {
        let case = case();
        let options = Options::new().workers(1);
        let mut launcher = Launcher::with_options(&Device::cpu(), &case.program, options).unwrap();
        let error = launcher.seed::<Diverge>(&[kind]).unwrap().run().unwrap_err();
        assert_eq!(error.device_panic().unwrap().thread, 2, "{error}");
        assert_eq!(case.numbers.get(1), entered, "destructors that ran");
    }
}

#[test]
fn panics_of_the_application_are_not_swallowed() {
    failure(1, Options::new());
    let payload = std::panic::catch_unwind(|| panic!("the application's own")).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"the application's own"));
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let case = case();
    for options in [Options::new().workers(0), Options::new().workers(5000), Options::new().workers(2).replay(1)] {
        let error = Launcher::with_options(&Device::cpu(), &case.program, options).err().unwrap();
        assert!(error.to_string().starts_with("the option `workers` cannot be"), "{error}");
    }
    for threads in [0, 33, 100_000] {
        let options = Options::new().block_threads(threads);
        let error = Launcher::with_options(&Device::cpu(), &case.program, options).err().unwrap();
        assert!(error.to_string().starts_with("the option `block_threads` cannot be"), "{error}");
    }
    for bytes in [0, usize::MAX] {
        let options = Options::new().thread_stack(bytes);
        let error = Launcher::with_options(&Device::cpu(), &case.program, options).err().unwrap();
        assert!(error.to_string().starts_with("the option `thread_stack` cannot be"), "{error}");
    }
}

#[test]
fn a_buffer_of_another_device_is_refused() {
    let other = Device::from_backend(std::sync::Arc::new(whipple_runtime::cpu::Cpu::new()));
    let numbers = other.buffer::<u32>(10).unwrap();
    let fail = Fail { numbers: numbers.clone() };
    let program = Failing { fail, forever: Forever {}, diverge: Diverge { numbers } };
    let error = Launcher::new(&Device::cpu(), &program).err().unwrap();
    assert!(matches!(error, Error::WrongDevice { .. }), "{error:?}");
}

#[test]
fn a_run_with_a_buffer_of_another_device_is_refused() {
    let case = case();
    let other = Device::from_backend(std::sync::Arc::new(whipple_runtime::cpu::Cpu::new()));
    let numbers = other.buffer::<u32>(10).unwrap();
    let strange =
        Failing { fail: Fail { numbers: numbers.clone() }, forever: Forever {}, diverge: Diverge { numbers } };
    let device = Device::cpu();
    let mut launcher = Launcher::new(&device, &case.program).unwrap();
    let error = launcher.run_with(&strange).err().unwrap();
    assert!(matches!(error, Error::WrongDevice { .. }), "{error:?}");
    launcher.run().unwrap();
}

/// `fn main() -> Result<(), Error>` prints `Debug`.
#[test]
fn debug_reads_as_display_does_and_names_the_causes() {
    let refused = || std::io::Error::new(std::io::ErrorKind::PermissionDenied, "permission denied");
    let errors = [
        (failure(1, Options::new().workers(1)), ""),
        (failure(4, Options::new().queue_memory(9_000)), ""),
        (stopped(Options::new().time_limit(std::time::Duration::ZERO)), ""),
        (Error::DriverMissing { reason: String::from("no libcuda.so.1") }, ""),
        (Error::Compile { program: String::from("P"), log: String::from("a.rs(3): error\n1 error") }, ""),
        (Error::Driver { call: "cuMemAlloc", code: 719, message: String::from("a line\nand a \"quoted\" one") }, ""),
        (Error::Options { option: "workers", value: String::from("0"), reason: String::from("one at least") }, ""),
        (Error::Io { path: "/somewhere".into(), source: refused() }, "\ncause: permission denied"),
        (Error::Resources { what: "worker thread", source: refused() }, "\ncause: permission denied"),
        (Error::other("it failed", Some(refused().into())), "\ncause: permission denied"),
        (Error::other("it failed", None), ""),
    ];
    for (error, cause) in errors {
        assert_eq!(format!("{error:?}"), format!("{error}{cause}"));
        assert_eq!(format!("{error:#?}"), format!("{error}{cause}"));
    }
}

/// The error of a run that its options stop.
fn stopped(options: Options) -> Error {
    let case = case();
    let mut launcher = Launcher::with_options(&Device::cpu(), &case.program, options).unwrap();
    launcher.seed::<Fail>(&[0; 10]).unwrap().run().unwrap_err()
}
