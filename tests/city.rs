//! The city example: the same city on every device and under every schedule, valid files, pictures of all that was built.

#![allow(dead_code, reason = "the example's command uses more of its modules")]

#[path = "city/buildings.rs"]
mod buildings;
#[path = "../examples/city/mod.rs"]
mod city;
#[path = "city/command.rs"]
mod command;
#[path = "../examples/common/mod.rs"]
mod common;
#[path = "common/devices.rs"]
mod devices;
#[path = "city/files.rs"]
mod files;
#[path = "city/surfaces.rs"]
mod surfaces;

mod endless {
    //! A grammar that never ends: a shape that leaves a smaller one, for ever.

    use crate::city::{
        layout::Layout,
        operators::{form::rules, split::slice},
        rules::programs,
        shape::{Shape, Z},
    };
    use whipple::prelude::*;

    rules! {
        /// Begins.
        rule Begin of 2: |ctx, shape, k| {
            ctx.spawn::<Forever>(shape.child(k));
        }

        /// Writes the lower half of a shape and goes on with the upper one.
        rule Forever of 2: |ctx, shape, k| {
            let half = shape.size.z * 0.5;
            if k == 0 {
                ctx.spawn::<BoxTerminal>(slice(shape.child(k), Z, 0.0, half));
            } else {
                ctx.spawn::<Forever>(slice(shape.child(k), Z, half, shape.size.z));
            }
        }
    }

    /// One lot.
    pub const LAYOUT: Layout = Layout {
        lot: (9.0, 9.0),
        columns: 1,
        streets: [5.0; 3],
        level: 0.0,
        outskirts: 9.0,
        middle: 9.0,
        parks: 0,
        squares: 0,
    };

    programs! {
        lots Begin, open Begin, streets Begin, layout LAYOUT;
        /// The grammar.
        Endless, mixed EndlessMixed, one EndlessOne, inverted EndlessInverted;
        rules {
            begin: Begin, 0 or 1;
            forever: Forever, 0 or 1;
        }
        terminals {
            box_terminal: BoxTerminal, 1 or 0;
        }
    }
}

use city::{
    derive::{Derivation, Runs, derive, derive_into},
    instance::{Instance, sorted},
    preview::{Renderer, trace::Preview, view::View},
    rules::{
        Forms, RuleSet,
        skyscraper::Skyscraper,
        suburb::{Suburb, SuburbOne},
        tower::{fused::TowerFused, operators::Tower},
    },
    shape::Kind,
};
use common::arguments::Size;
use std::collections::HashMap;
use whipple::{
    cuda::{Settings, compile_for, nvrtc::Nvrtc},
    prelude::*,
};

const ONCE: Runs = Runs { warmup: 0, timed: 1 };

fn exact() -> Options {
    Options::new().floating_point(FloatingPoint::Exact)
}

/// The city of some buildings, as a set.
fn city<R: RuleSet>(device: &Device, buildings: u32, options: &Options) -> Vec<Instance> {
    let site = R::LAYOUT.plan(buildings, 1).site();
    let derivation = derive::<R>(device, &site, options, ONCE);
    sorted(derivation.unwrap_or_else(|error| panic!("{}, {options:?}: {error}", R::NAME)).instances)
}

fn on_cpu<R: RuleSet>(buildings: u32) -> Vec<Instance> {
    city::<R>(&Device::cpu(), buildings, &exact().workers(1))
}

/// Says where two cities differ, rather than print both.
fn assert_same(found: &[Instance], expected: &[Instance], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}: the number of terminals");
    if let Some(place) = (0..found.len()).find(|place| found[*place].words() != expected[*place].words()) {
        panic!("{what}: terminal {place} is {:?}, not {:?}", found[place], expected[place]);
    }
}

fn schedules_do_not_change<R: RuleSet>(buildings: u32) {
    let expected = on_cpu::<R>(buildings);
    let cpu = Device::cpu();
    for workers in [2, 3, 7] {
        assert_same(&city::<R>(&cpu, buildings, &exact().workers(workers)), &expected, &format!("{workers} workers"));
    }
    for &policy in Policy::ALL {
        assert_same(&city::<R>(&cpu, buildings, &exact().policy(policy)), &expected, policy.name());
    }
    for seed in [1, 2, 12345] {
        assert_same(&city::<R>(&cpu, buildings, &exact().replay(seed)), &expected, &format!("replay seed {seed}"));
    }
}

#[test]
fn the_schedule_does_not_change_the_city() {
    schedules_do_not_change::<Skyscraper>(30);
    schedules_do_not_change::<Suburb>(30);
    schedules_do_not_change::<Tower>(5);
}

fn forms_are_the_same<R: Forms>(buildings: u32) {
    let expected = on_cpu::<R>(buildings);
    assert_same(&on_cpu::<R::Mixed>(buildings), &expected, <R::Mixed>::NAME);
    assert_same(&on_cpu::<R::One>(buildings), &expected, <R::One>::NAME);
    assert_same(&on_cpu::<R::Inverted>(buildings), &expected, <R::Inverted>::NAME);
}

#[test]
fn the_form_of_the_operators_does_not_change_the_city() {
    forms_are_the_same::<Skyscraper>(50);
    forms_are_the_same::<Suburb>(50);
    forms_are_the_same::<Tower>(20);
    forms_are_the_same::<TowerFused>(20);
}

/// A task for each operator comes to what a rule does that applies several.
#[test]
fn fused_operators_do_not_change_the_city() {
    let city = on_cpu::<Tower>(30);
    assert_same(&on_cpu::<TowerFused>(30), &city, "towers");
    for kind in [Kind::Box, Kind::Quad, Kind::Prism] {
        assert!(city.iter().any(|instance| instance.kind() == kind), "no {kind:?}");
    }
}

/// The programs of a rule set on a device against the CPU: the first under every scheduler and policy, the others under the
/// first of these.
fn device_agrees<R: Forms>(device: &Device, buildings: u32, schedulers: &[Scheduler], policies: &[Policy]) {
    let expected = on_cpu::<R>(buildings);
    for &scheduler in schedulers {
        for &policy in policies {
            let options = exact().scheduler(scheduler).policy(policy);
            let what = format!("{} under {scheduler}, {policy}", R::NAME);
            assert_same(&city::<R>(device, buildings, &options), &expected, &what);
        }
    }
    let options = exact().scheduler(schedulers[0]);
    assert_same(&city::<R::Mixed>(device, buildings, &options), &expected, <R::Mixed>::NAME);
    assert_same(&city::<R::One>(device, buildings, &options), &expected, <R::One>::NAME);
    assert_same(&city::<R::Inverted>(device, buildings, &options), &expected, <R::Inverted>::NAME);
}

/// What the emulated device has; dynamic parallelism and what is chosen among the others are the engine's own tests.
const EMULATED: [Scheduler; 4] =
    [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced, Scheduler::TimeSlicedGraph];

#[test]
fn the_emulated_device_derives_what_the_cpu_derives() {
    let Some(device) = devices::emulated() else { return };
    device_agrees::<Skyscraper>(&device, 2, &EMULATED, &[Policy::Plan]);
    device_agrees::<Suburb>(&device, 3, &EMULATED[..1], &[Policy::Plan]);
    assert_same(&city::<Tower>(&device, 4, &exact()), &on_cpu::<TowerFused>(4), Tower::NAME);
}

/// With a thread for each operator the local queues hold a round or two of each, and a chunk from a global queue may not fill one so far
/// that it is exported at once: a block that did so went on for ever.
#[test]
fn blocks_do_not_pass_chunks_to_and_fro() {
    let Some(device) = devices::emulated() else { return };
    let city = city::<<Skyscraper as Forms>::One>(&device, 16, &exact());
    assert_same(&city, &on_cpu::<Skyscraper>(16), "16 skyscrapers by operators of one thread");
}

/// Small enough for the sanitizers.
#[test]
fn the_emulated_device_derives_a_building() {
    let Some(device) = devices::emulated() else { return };
    assert_same(&city::<Skyscraper>(&device, 1, &exact()), &on_cpu::<Skyscraper>(1), "a building");
}

#[test]
fn deriving_does_not_race() {
    devices::again_with("thread", &["the_emulated_device_derives_a_building"]);
}

#[test]
fn deriving_stays_in_its_memory() {
    devices::again_with("address,undefined", &["the_emulated_device_derives_a_building"]);
}

/// Says so when there is none.
#[test]
fn cuda_derives_what_the_cpu_derives() {
    let Some(device) = devices::gpu() else { return };
    device_agrees::<Skyscraper>(&device, 256, Scheduler::ALL, &[Policy::Plan]);
    device_agrees::<Suburb>(&device, 256, &[Scheduler::Megakernel], &[Policy::Plan]);
    device_agrees::<Tower>(&device, 256, &[Scheduler::Megakernel, Scheduler::TimeSlicedGraph], &[Policy::Plan]);
    device_agrees::<TowerFused>(&device, 256, &[Scheduler::Megakernel], &[Policy::Plan]);
}

/// Under one scheduler: each policy is another kernel of many procedures, which NVRTC takes seconds for.
#[test]
fn cuda_derives_the_same_under_every_policy() {
    let Some(device) = devices::gpu() else { return };
    device_agrees::<Skyscraper>(&device, 256, &[Scheduler::Megakernel], Policy::ALL);
}

#[test]
fn the_texts_compile_for_every_architecture() {
    if let Err(error) = Nvrtc::get() {
        assert!(std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_none(), "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        println!("skipped: {error}");
        return;
    }
    let programs = [
        (Skyscraper::CUDA_SOURCE, Skyscraper::NAME, &["sm_75", "sm_90", "sm_120"][..]),
        (SuburbOne::CUDA_SOURCE, SuburbOne::NAME, &["sm_75", "sm_90", "sm_120"]),
        (Tower::CUDA_SOURCE, Tower::NAME, &["sm_90"]),
        (Preview::CUDA_SOURCE, Preview::NAME, &["sm_75", "sm_90", "sm_120"]),
    ];
    for (source, name, architectures) in programs {
        for architecture in architectures {
            let compiled = compile_for(source, name, architecture, &Settings::default()).expect("it compiles");
            assert_eq!((compiled.warnings.as_str(), compiled.is_ptx()), ("", false), "{name} for {architecture}");
            let kernels = compiled.kernels.iter().map(|kernel| (kernel.registers, kernel.spill_stores));
            println!("{name} for {architecture}, registers and bytes spilled: {:?}", kernels.collect::<Vec<_>>());
        }
    }
}

#[test]
fn other_seeds_give_other_cities() {
    let derive_seeded = |seed| {
        let site = Skyscraper::LAYOUT.plan(10, seed).site();
        sorted(derive::<Skyscraper>(&Device::cpu(), &site, &exact(), ONCE).expect("a city").instances)
    };
    assert_same(&derive_seeded(7), &derive_seeded(7), "the same seed");
    let (first, second) = (derive_seeded(1), derive_seeded(2));
    assert!(first.len() != second.len() || first.iter().zip(&second).any(|(a, b)| a.words() != b.words()));
}

/// How many of each kind, of two cities that are known.
#[test]
fn the_summary_stays_the_same() {
    let count = |instances: &[Instance]| {
        [Kind::Box, Kind::Quad, Kind::Prism].map(|kind| instances.iter().filter(|i| i.kind() == kind).count())
    };
    assert_eq!(count(&on_cpu::<Skyscraper>(256)), [59_689, 5_281, 32]);
    assert_eq!(count(&on_cpu::<Suburb>(100)), [22_624, 1_990, 583]);
}

/// Nothing is lost where the output has too little room: the derivation is repeated with as much as it needs.
#[test]
fn the_output_grows() {
    let site = Skyscraper::LAYOUT.plan(5, 1).site();
    let derive_in = |room| derive_into::<Skyscraper>(&Device::cpu(), &site, &exact(), ONCE, room).expect("a city");
    let Derivation { instances, repeated, .. } = derive_in(1 << 16);
    assert_eq!(repeated, 0);
    for room in [1, 10, instances.len() - 1] {
        let small = derive_in(room);
        assert_eq!(small.repeated, 1, "{room}");
        assert_same(&sorted(small.instances), &sorted(instances.clone()), "a small output");
    }
}

#[test]
fn a_grammar_that_never_ends_is_an_error_with_the_rule() {
    let refused = |device: &Device, options: &Options| {
        let site = endless::LAYOUT.plan(1, 1).site();
        let error =
            derive::<endless::Endless>(device, &site, options, ONCE).err().expect("must be refused").to_string();
        assert!(error.contains("`Forever`") && error.contains("a grammar that never ends"), "{error}");
        let error = derive::<endless::EndlessOne>(device, &site, options, ONCE).err().expect("refused").to_string();
        assert!(error.contains("`Forever`") && error.contains("a grammar that never ends"), "{error}");
    };
    refused(&Device::cpu(), &exact());
    if let Some(device) = devices::emulated() {
        refused(&device, &exact());
    }
}

/// All is at its place: nothing below the street, nothing outside of the city, no terminal without extent, no two the same.
#[test]
fn cities_are_in_order() {
    let check = |instances: &[Instance], radius: f32, highest: f32| {
        let mut copies: HashMap<[u32; 12], u32> = HashMap::new();
        for instance in instances {
            *copies.entry(instance.words()).or_default() += 1;
            let size = instance.size;
            let flat = instance.kind() == Kind::Quad;
            assert!(size.x > 0.0 && size.y > 0.0 && (flat || size.z > 0.0), "{instance:?} has no extent");
            for corner in [Vec3::ZERO, size] {
                let point = instance.point(corner);
                assert!(point.truncate().abs().max_element() < radius + 1.0, "{instance:?} is outside of the city");
                assert!((-0.6..highest).contains(&point.z), "{instance:?} is too low or too high");
            }
        }
        assert!(copies.values().all(|count| *count == 1));
    };
    check(&on_cpu::<Skyscraper>(200), Skyscraper::LAYOUT.plan(200, 1).radius, 290.0);
    check(&on_cpu::<Suburb>(200), Suburb::LAYOUT.plan(200, 1).radius, 15.0);
    check(&on_cpu::<TowerFused>(100), TowerFused::LAYOUT.plan(100, 1).radius, 125.0);
}

/// The mean of green in tiles of 16 x 18 pixels of a picture of 96 x 54.
fn tiles(picture: &image::RgbImage) -> [[u8; 6]; 3] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let pixels = (0..18).flat_map(|y| (0..16).map(move |x| (x, y)));
            let greens = pixels.map(|(x, y)| picture.get_pixel(column as u32 * 16 + x, row as u32 * 18 + y).0[1]);
            (greens.map(u32::from).sum::<u32>() / (16 * 18)) as u8
        })
    })
}

/// What [`tiles`] gives for the small picture.
const PICTURE: [[u8; 6]; 3] =
    [[185, 184, 183, 179, 184, 184], [152, 151, 132, 127, 140, 144], [143, 138, 138, 125, 125, 142]];

/// A small picture: the sky above, the city below, both in light and in shadow.
#[test]
fn pictures_show_the_city() {
    let radius = Skyscraper::LAYOUT.plan(40, 1).radius;
    let view = View::new(radius, &on_cpu::<Skyscraper>(40), Size { width: 96, height: 54 }, 1);
    let render = |device: &Device, view: &View, options: Options| {
        let mut renderer = Renderer::new(device, &options).expect("the program is prepared");
        renderer.render(&on_cpu::<Skyscraper>(40), view).expect("a picture")
    };
    let rendering = render(&Device::cpu(), &view, exact());
    let again = render(&Device::cpu(), &view, exact().workers(1));
    assert!(rendering.picture == again.picture, "the schedule changes the picture");
    let tiles = tiles(&rendering.picture);
    for (tile, expected) in tiles.as_flattened().iter().zip(PICTURE.as_flattened()) {
        assert!(tile.abs_diff(*expected) <= 3, "{tiles:?} is not {PICTURE:?}");
    }
    if let Some(device) = devices::emulated() {
        let view = View { size: Size { width: 32, height: 18 }, ..view };
        let (cpu, emulated) = (render(&Device::cpu(), &view, exact()), render(&device, &view, exact()));
        assert!(cpu.picture == emulated.picture, "the emulated device's picture is another");
    }
}

/// Where a point is seen: parts of the picture's width and height.
fn seen(view: &View, point: Vec3) -> Vec2 {
    let scene = view.scene();
    let ray = (point - scene.eye) / view.forward.dot(point - scene.eye) - scene.corner;
    let place = |step: Vec3, samples: u32| ray.dot(step) / step.length_squared() / samples as f32;
    Vec2::new(place(scene.right, scene.width), place(scene.down, scene.height))
}

/// All that was built is inside of the picture, with a margin, which is not much wider than it needs to be.
fn picture_frames<R: RuleSet>(buildings: u32) {
    let (radius, instances) = (R::LAYOUT.plan(buildings, 1).radius, on_cpu::<R>(buildings));
    for (width, height) in [(1280, 720), (720, 1280), (100, 100), (8192, 1), (1, 8192), (1, 1)] {
        let view = View::new(radius, &instances, Size { width, height }, 2);
        let what = format!("{buildings} of {}, {width}x{height}", R::NAME);
        let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in instances.iter().flat_map(Instance::corners) {
            assert!(view.forward.dot(corner - view.eye) > 0.0, "{what}: {corner} is behind the eye");
            let place = seen(&view, corner);
            (least, most) = (least.min(place), most.max(place));
        }
        assert!(least.min_element() > 0.02 && most.max_element() < 0.98, "{what}: from {least} to {most}");
        let sides = Vec2::new(width as f32, height as f32);
        let filled = (most - least) * sides / sides.min_element();
        assert!(filled.max_element() > 0.85, "{what}: from {least} to {most}");
        assert!((least.x + most.x - 1.0).abs() < 0.02, "{what}: from {least} to {most} is not in the middle");
        assert!(view.eye.z > 1.0, "{what}: the eye is in the ground");
    }
}

#[test]
fn pictures_frame_what_was_built() {
    for buildings in [1, 2, 4, 7, 60] {
        picture_frames::<Skyscraper>(buildings);
        picture_frames::<Suburb>(buildings);
        picture_frames::<TowerFused>(buildings);
    }
}
