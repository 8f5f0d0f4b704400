//! The Reyes example against an independent reference, and against itself under every schedule.

use crate::{
    common::{failure::with_causes, memory},
    devices, reference,
    reyes::{
        app::{cli, render as command},
        geometry::{camera::Camera, cell, patch::Patch},
        pipeline::{
            bound::Bound,
            dice::Dice,
            program::{EMPTY, Frame, Reyes},
            progress,
            shade::Shade,
            single,
            split::Split,
        },
        scene::models,
    },
};
use whipple::prelude::*;

/// What a frame came to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    pixels: Vec<u64>,
    /// Tasks of bound, split, dice, shade.
    tasks: [u64; 4],
    progress: Vec<u64>,
}

/// The view of the teapot that the example renders.
fn teapot_view(width: u32, height: u32) -> Camera {
    models::teapot().view.camera(width, height, 0.0)
}

/// Renders patches on a device.
fn render(device: &Device, patches: &[Patch], camera: Camera, options: Options) -> Result<Outcome, Error> {
    let frame = Frame::new(device, &camera)?;
    let reyes = Reyes::new(camera, &device.buffer_from(patches)?.read_only(), &frame, true);
    let mut launcher = Launcher::with_options(device, &reyes, options)?;
    launcher.seed::<Bound>(&cell::pieces(patches))?;
    let report = launcher.run()?;
    Ok(Outcome {
        pixels: frame.image.read()?,
        tasks: [report.tasks::<Bound>(), report.tasks::<Split>(), report.tasks::<Dice>(), report.tasks::<Shade>()],
        progress: frame.progress.read()?,
    })
}

fn on_cpu(camera: Camera, options: Options) -> Outcome {
    render(&Device::cpu(), &models::teapot().patches, camera, options).expect("the CPU renders")
}

/// Compares depths with the reference; `outcome` must agree up to the tolerances.
///
/// A pixel on the outline of a part may show the part or what is behind it. That counts as coverage that differs, if
/// the depth it shows is that of the reference right next to it, up to what depth changes from pixel to pixel where a
/// surface is seen at a grazing angle.
fn compare(outcome: &Outcome, camera: &Camera, patches: &[Patch]) {
    let expected = reference::depths(patches, camera);
    let (width, height) = (camera.width as usize, camera.height as usize);
    let near = |found: f64, expected: f64| (found - expected).abs() <= 1e-3 * expected;
    let (mut differing, mut covered, mut worst) = (0usize, 0usize, 0.0f64);
    for (index, (pixel, expected_depth)) in outcome.pixels.iter().zip(&expected).enumerate() {
        let found = if *pixel == EMPTY { f64::INFINITY } else { f64::from(f32::from_bits((*pixel >> 32) as u32)) };
        covered += usize::from(expected_depth.is_finite());
        if found.is_finite() && expected_depth.is_finite() && near(found, *expected_depth) {
            worst = worst.max((found / expected_depth - 1.0).abs());
            continue;
        }
        if found.is_infinite() && expected_depth.is_infinite() {
            continue;
        }
        differing += 1;
        let (x, y) = (index % width, index / width);
        let around = (y.saturating_sub(1)..(y + 2).min(height))
            .flat_map(|y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x));
        let explained = around.map(|index| expected[index]).any(|next| {
            if found.is_finite() { next.is_finite() && (found / next - 1.0).abs() < 1.5e-2 } else { next.is_infinite() }
        });
        assert!(explained, "pixel ({x}, {y}) has depth {found}, the reference {expected_depth}");
    }
    println!(
        "{width} x {height}: {covered} pixels covered, {differing} of {} differ, worst relative depth {worst:.1e}",
        outcome.pixels.len()
    );
    assert!(covered * 10 > outcome.pixels.len(), "the teapot must be in view");
    assert!(differing * 1000 <= outcome.pixels.len(), "coverage differs in {differing} pixels");
}

/// All patches were culled or diced exactly once, and none met the depth limit.
fn check_progress(outcome: &Outcome, patches: usize) {
    assert_eq!(outcome.progress[..3], [patches as u64 * progress::WHOLE, 0, 0]);
    let [bound, split, ..] = outcome.tasks;
    let parts = bound - patches as u64;
    assert!(
        (2 * split..=16 * split).contains(&parts),
        "{split} tasks cut 2 to 16 parts each, and {parts} were bounded"
    );
}

#[test]
fn the_teapot_matches_the_reference() {
    let camera = teapot_view(480, 270);
    let outcome = on_cpu(camera, Options::new());
    check_progress(&outcome, 32);
    compare(&outcome, &camera, &models::teapot().patches);
}

#[test]
fn other_views_match_the_reference() {
    let views = [
        (Vec3::new(-6.0, 5.0, 6.0), Vec3::new(0.0, 0.0, 1.3)),
        (Vec3::new(0.3, -0.2, 9.0), Vec3::new(0.3, 0.0, 1.0)),
        (Vec3::new(5.0, -3.0, -4.0), Vec3::new(0.2, 0.0, 1.2)),
    ];
    for (eye, target) in views {
        let camera = Camera::look_at(eye, target, 0.8, 320, 200);
        let outcome = on_cpu(camera, Options::new());
        check_progress(&outcome, 32);
        compare(&outcome, &camera, &models::teapot().patches);
    }
}

/// Close to the spout, most of the teapot is outside of the view: the patches there are culled, not diced.
#[test]
fn what_is_outside_of_the_view_is_culled() {
    let camera = Camera::look_at(Vec3::new(3.6, -2.0, 2.6), Vec3::new(2.9, 0.0, 2.3), 0.7, 320, 200);
    let outcome = on_cpu(camera, Options::new());
    check_progress(&outcome, 32);
    compare(&outcome, &camera, &models::teapot().patches);
    assert!(outcome.tasks[2] < 4000, "{:?}", outcome.tasks);
}

/// A patch that passes the eye is cut at the near plane, and the part in front is drawn.
#[test]
fn patches_across_the_near_plane_are_drawn_up_to_it() {
    // A floor one below the eye, which looks along y, from far behind the eye to far in front.
    let points = std::array::from_fn(|k| Vec3::new((k % 4) as f32 * 20.0 - 30.0, (k / 4) as f32 * 20.0 - 30.0, -1.0));
    let floor = Patch { points };
    let camera = Camera::look_at(Vec3::ZERO, Vec3::Y, 1.5, 120, 80);
    let outcome = render(&Device::cpu(), &[floor], camera, Options::new()).expect("the CPU renders");
    assert_eq!(outcome.progress[..3], [progress::WHOLE, 0, 0]);
    for (index, pixel) in outcome.pixels.iter().enumerate() {
        let below_horizon = index / 120 >= 43;
        if below_horizon || index / 120 < 38 {
            assert_eq!(*pixel != EMPTY, below_horizon, "pixel {} {}", index % 120, index / 120);
        }
    }
}

#[test]
fn the_schedule_does_not_change_the_image() {
    let camera = teapot_view(160, 90);
    let expected = on_cpu(camera, Options::new().workers(1));
    check_progress(&expected, 32);
    for workers in [2, 3, 4] {
        assert!(on_cpu(camera, Options::new().workers(workers)) == expected, "{workers} workers");
    }
    for &policy in Policy::ALL {
        assert!(on_cpu(camera, Options::new().policy(policy)) == expected, "{policy:?}");
    }
    for seed in [1, 2, 12345] {
        assert!(on_cpu(camera, Options::new().replay(seed)) == expected, "replay seed {seed}");
    }
}

/// Tasks of one thread do the same work, and draw the same picture in every bit.
#[test]
fn tasks_of_one_thread_render_the_same() {
    let camera = teapot_view(320, 180);
    let expected = on_cpu(camera, Options::new());
    let render = |device: &Device, options| -> Result<Outcome, Error> {
        let frame = Frame::new(device, &camera)?;
        let patches = models::teapot().patches;
        let program =
            single::program::SingleThreaded::new(camera, &device.buffer_from(&patches)?.read_only(), &frame, true);
        let mut launcher = Launcher::with_options(device, &program, options)?;
        let report = launcher.seed::<single::bound::Bound>(&cell::pieces(&patches))?.run()?;
        let tasks = ["Bound", "Split", "Dice", "Shade"].map(|name| report.tasks_of(name));
        Ok(Outcome { pixels: frame.image.read()?, tasks, progress: frame.progress.read()? })
    };
    assert!(render(&Device::cpu(), Options::new()).expect("the CPU renders") == expected);
    if let Some(device) = devices::gpu() {
        let exact = Options::new().floating_point(FloatingPoint::Exact);
        assert!(render(&device, exact).expect("the GPU renders") == expected);
    }
}

/// Degenerate input is drawn or left out, but harms nothing.
#[test]
fn degenerate_patches_are_harmless() {
    let camera = teapot_view(64, 36);
    let render = |points| render(&Device::cpu(), &[Patch { points }], camera, Options::new());
    let point = render([Vec3::ZERO; 16]).expect("a point renders");
    assert!(point.pixels.iter().all(|pixel| *pixel == EMPTY));
    let at_eye = render([camera.eye; 16]).expect("a point at the eye renders");
    assert_eq!(at_eye.tasks, [1, 0, 0, 0]);
    let line = render(std::array::from_fn(|k| Vec3::X * (k % 4) as f32)).expect("a line renders");
    assert!(line.pixels.iter().all(|pixel| *pixel == EMPTY));
    let vast = render(std::array::from_fn(|k| Vec3::new((k % 4) as f32 - 1.5, (k / 4) as f32 - 1.5, -1e-6) * 6e5));
    assert!(vast.expect("a vast plane renders").pixels.iter().any(|pixel| *pixel != EMPTY));
}

#[test]
fn too_little_queue_memory_is_an_error_with_the_queue() {
    let camera = teapot_view(160, 90);
    match render(&Device::cpu(), &models::teapot().patches, camera, Options::new().queue_memory(1000)) {
        Err(Error::QueueMemory { procedure, length, .. }) => {
            assert!(["Bound", "Split", "Dice", "Shade"].contains(&procedure.as_str()), "{procedure}");
            assert!(length > 0);
        }
        other => panic!("expected an error about queue memory, got {:?}", other.map(|outcome| outcome.tasks)),
    }
}

/// Whether the host has less free memory than this.
fn job_memory_is_below(bytes: u64) -> bool {
    memory::available().is_some_and(|available| available < bytes)
}

/// Runs the example with these arguments and gives its error, causes included.
fn run_example(arguments: &[&str]) -> Result<(), String> {
    use clap::Parser;
    let parsed = cli::Arguments::try_parse_from([&["reyes"], arguments].concat()).map_err(|error| error.to_string())?;
    command::run(&parsed, &mut std::io::sink()).map_err(|error| with_causes(&*error))
}

#[test]
fn bad_input_is_refused_with_a_clear_message() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file for the test");
        path.to_str().expect("the path is text").to_owned()
    };
    let out = folder.join("out.png").to_str().expect("the path is text").to_owned();
    let check = |arguments: &[&str], expected: &str| {
        let all = [&["--device", "cpu", "--size", "32x18"], arguments].concat();
        let error = run_example(&all).expect_err(&format!("{arguments:?} must be refused"));
        assert!(error.contains(expected), "{arguments:?} gave: {error}");
    };

    check(&["--out", &out, "--patches", "/no/such/file"], "cannot read the patch file /no/such/file: No such file");
    check(
        &["--out", &out, "--patches", &file("short", "patch a\n1 2 3\n")],
        "short:2:5: expected a row of four control points",
    );
    let nan = "patch a\n0 0 0 1 0 0 2 0 0 3 0 0\n0 0 0 1 0 nan 2 0 0 3 0 0\n";
    check(&["--out", &out, "--patches", &file("nan", nan)], "nan:3:11: the coordinate `nan` is not finite");
    check(&["--out", "/no/such/folder/reyes.png"], "cannot write to /no/such/folder/reyes.png: No such file");
    check(&["--out", &out, "--queue-memory", "1000"], "queue");
    for size in ["0x18", "32x0", "99999x99999", "32", "axb"] {
        let error = run_example(&["--size", size]).expect_err("the size must be refused");
        assert!(error.contains("--size"), "{size} gave: {error}");
    }
    check(
        &["--out", &out, "--scene", &file("b.rib", "Color [1 0]")],
        "b.rib:1:1: Color has 3 numbers; here are only 2",
    );
    check(&["--out", &out, "--queues", "/no/such/folder/q.svg"], "cannot write to /no/such/folder/q.svg: No such file");
    check(&["--out", &out, "--samples", "16", "--levels", "2"], "--levels 2 has one sample a pixel");
    check(&["--out", &out, "--scene", "grass:0"], "`0` is no number of blades");
    check(&["--out", &out, "--samples", "2"], "a pixel has 1, 4, 16 or 42 samples");
    let large = |more: &[&str]| {
        let size = ["--device", "cpu", "--size", "16384x16384", "--out", &out];
        run_example(&[&size, more].concat()).expect_err("too large")
    };
    let advice = "choose a smaller --size, fewer --samples or fewer --layers";
    let error = large(&["--samples", "42"]);
    assert!(
        error.contains("16384x16384 pixels of 42 samples of 1 layers are too many") && error.contains(advice),
        "{error}"
    );
    // 33 GiB; where so much is free there is no error to test.
    if job_memory_is_below(33 << 30) {
        let error = large(&["--samples", "4", "--layers", "3", "--opacity", "0.5"]);
        assert!(error.contains("GB of memory, and") && error.contains(advice), "{error}");
    }
    assert!(!std::path::Path::new(&out).exists(), "a refused run leaves no image");

    run_example(&["--device", "cpu", "--size", "32x18", "--out", &out]).expect("good input renders");
    assert!(std::path::Path::new(&out).exists());
}

/// The same picture and, in exact mode, the same tasks on a CUDA GPU. Says so when there is none.
#[test]
fn cuda_renders_what_the_cpu_renders() {
    let Some(device) = devices::gpu() else { return };
    let camera = teapot_view(1920, 1080);
    let expected = on_cpu(camera, Options::new());
    for &policy in Policy::ALL {
        let options = Options::new().policy(policy).floating_point(FloatingPoint::Exact);
        let exact = render(&device, &models::teapot().patches, camera, options).expect("the GPU renders");
        check_progress(&exact, 32);
        assert_eq!(exact.tasks, expected.tasks, "{policy:?}");
        let differing = exact.pixels.iter().zip(&expected.pixels).filter(|(gpu, cpu)| gpu != cpu).count();
        println!("{policy:?}, exact: {differing} pixels differ in any bit");
        assert_close(&exact, &expected);
    }
    for kind in [FloatingPoint::Fast, FloatingPoint::Approximate] {
        let options = Options::new().policy(Policy::FillFirst).floating_point(kind);
        let other = render(&device, &models::teapot().patches, camera, options).expect("the GPU renders");
        check_progress(&other, 32);
        assert_close(&other, &expected);
    }
}

/// The same picture and the same tasks in every bit on the emulated device, under every scheduler and policy: each policy under the megakernel
/// and another scheduler in turn, or under all with `WHIPPLE_FULL=1`. `whipple-cuda/tests/engine.rs` has each under all.
#[test]
fn the_emulated_device_renders_what_the_cpu_renders() {
    let Some(device) = devices::emulated() else { return };
    let camera = if devices::is_sanitized() { teapot_view(16, 9) } else { teapot_view(64, 36) };
    let expected = on_cpu(camera, Options::new());
    let others: Vec<Scheduler> =
        devices::schedulers().filter(|scheduler| *scheduler != Scheduler::Megakernel).collect();
    for &scheduler in Scheduler::ALL {
        for (turn, &policy) in Policy::ALL.iter().enumerate() {
            // What is chosen among runs under the other schedulers.
            let again = scheduler == Scheduler::Auto && policy != Policy::Plan;
            let has_turn = policy == Policy::Plan
                || scheduler == Scheduler::Megakernel
                || others[turn % others.len()] == scheduler;
            if again
                || !(has_turn || devices::is_full())
                || devices::is_sanitized() && (policy != Policy::Plan || scheduler == Scheduler::Auto)
            {
                continue;
            }
            let options = Options::new().scheduler(scheduler).policy(policy).floating_point(FloatingPoint::Exact);
            let outcome =
                render(&device, &models::teapot().patches, camera, options).expect("the emulated device renders");
            assert!(
                outcome == expected,
                "{scheduler}, {policy}: {:?} tasks, {:?} on the CPU",
                outcome.tasks,
                expected.tasks
            );
        }
    }
}

#[test]
fn rendering_does_not_race() {
    devices::again_with("thread", &["pictures::the_emulated_device_renders_what_the_cpu_renders"]);
}

#[test]
fn rendering_stays_in_its_memory() {
    devices::again_with("address,undefined", &["pictures::the_emulated_device_renders_what_the_cpu_renders"]);
}

/// At most 0.05 % of the pixels differ by more than 2/255 in a channel.
fn assert_close(found: &Outcome, expected: &Outcome) {
    let channel = |pixel: u64, shift: u32| ((pixel >> shift) & 255) as i32;
    let apart = |(a, b): &(&u64, &u64)| {
        (**a == EMPTY) != (**b == EMPTY)
            || [0, 8, 16].iter().any(|shift| (channel(**a, *shift) - channel(**b, *shift)).abs() > 2)
    };
    let differing = found.pixels.iter().zip(&expected.pixels).filter(apart).count();
    println!("{differing} of {} pixels differ by more than 2/255", expected.pixels.len());
    assert!(differing * 2000 <= expected.pixels.len(), "{differing} pixels differ by more than 2/255");
}
