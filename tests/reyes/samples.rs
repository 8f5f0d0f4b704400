//! The Reyes example's renderer of several samples: jittered, transparent, moving.

use crate::{
    devices,
    reyes::{
        geometry::{
            camera::{self, Camera},
            cell, patch,
        },
        pipeline::{
            bound, program, progress,
            sampled::{
                self,
                composite::from_words,
                filter::{Filter, Kernel, weigh_sample},
                program::{Develop, Film, Sampled, Settings},
                sampling::{COUNTS, Pattern, hash_of},
                slots::EMPTY,
            },
            shade::{background, pack},
        },
        scene::{
            Scene, models, surface,
            view::{Lens, View},
        },
    },
};
use whipple::prelude::*;

/// What a frame came to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outcome {
    slots: Vec<u64>,
    colours: Vec<u64>,
    picture: Vec<u32>,
    progress: Vec<u64>,
    tasks: [u64; 3],
}

fn render(device: &Device, scene: &Scene, camera: Camera, settings: Settings, options: Options) -> Outcome {
    let run = || -> Result<Outcome, Error> {
        let film = Film::new(device, &camera, &settings)?;
        let patches = device.buffer_from(&scene.patches)?.read_only();
        let surfaces = device.buffer_from(&scene.surfaces)?.read_only();
        let program = Sampled::new(camera, &patches, &surfaces, &film, &settings, true);
        let mut launcher = Launcher::with_options(device, &program, options.clone())?;
        let report = launcher.seed::<sampled::bound::Bound>(&cell::pieces(&scene.patches))?.run()?;
        let develop = Develop::new(&camera, &film, &settings);
        Develop::run(&mut Launcher::with_options(device, &develop, options)?)?;
        Ok(Outcome {
            slots: in_order(&film.slots.read()?, settings.layers),
            colours: film.colours.read()?,
            picture: film.picture.read()?,
            progress: film.progress.read()?,
            tasks: ["Bound", "Split", "Dice"].map(|name| report.tasks_of(name)),
        })
    };
    let outcome = run().expect("the device renders");
    let whole = scene.patches.len() as u64 * progress::WHOLE;
    assert_eq!(outcome.progress[..2], [whole, 0], "all pieces are done, once, and none met the depth limit");
    outcome
}

/// Slots of samples, those of each from the nearest hit on.
fn in_order(slots: &[u64], layers: u32) -> Vec<u64> {
    let samples = slots.len() / layers as usize;
    let mut sorted = slots.to_vec();
    for sample in 0..samples {
        let mut hits: Vec<u64> = slots.iter().skip(sample).step_by(samples).copied().collect();
        hits.sort_unstable();
        hits.iter().enumerate().for_each(|(layer, hit)| sorted[layer * samples + sample] = *hit);
    }
    sorted
}

fn settings(scene: &Scene, samples: u32, layers: u32) -> Settings {
    let (moving, two_sided) = (scene.is_moving(), scene.two_sided);
    Settings { samples, layers, kernel: Kernel::Mitchell, moving, two_sided }
}

/// A scene whose surfaces are this opaque, and move so far.
fn changed(mut scene: Scene, opacity: f32, motion: Vec3) -> Scene {
    for surface in &mut scene.surfaces {
        (surface.opacity, surface.motion) = (opacity, motion);
    }
    scene.two_sided |= opacity < 1.0;
    scene
}

/// One sample of an opaque scene is what the plain renderer draws: in every bit of the depth; the colour but for what normals between
/// vertices are not those of the surface.
#[test]
fn one_sample_is_the_plain_picture() {
    let scene = models::teapot();
    let camera = scene.view.camera(160, 90, 0.0);
    let outcome = render(&Device::cpu(), &scene, camera, settings(&scene, 1, 1), Options::new());

    let device = Device::cpu();
    let run = || -> Result<Vec<u64>, Error> {
        let frame = program::Frame::new(&device, &camera)?;
        let reyes = program::Reyes::new(camera, &device.buffer_from(&scene.patches)?.read_only(), &frame, false);
        Launcher::new(&device, &reyes)?.seed::<bound::Bound>(&cell::pieces(&scene.patches))?.run()?;
        frame.image.read()
    };
    let plain = run().expect("the CPU renders");
    let mut by_difference = [0; 4];
    for (sampled, plain) in outcome.slots.iter().zip(&plain).filter(|(_, plain)| **plain != EMPTY) {
        assert_eq!(sampled >> 32, plain >> 32);
        let bytes = |hit: &u64| (*hit as u32).to_le_bytes();
        let most = (0..4).map(|k| bytes(sampled)[k].abs_diff(bytes(plain)[k])).max().unwrap_or(0);
        by_difference[[0, 2, 16].iter().filter(|limit| most > **limit).count()] += 1;
    }
    let [alike, near, apart, far] = by_difference;
    println!(
        "of the colours {alike} are alike, {near} differ by at most 2 of 255, {apart} by at most 16, {far} by more"
    );
    assert!((apart + far) * 50 < alike + near && far * 500 < alike + near);
}

/// Inside its outline every sample sees a transparent sphere twice, and outside never: borders of pieces neither gape nor overlap, however
/// arithmetic is done.
#[test]
fn a_transparent_sphere_is_hit_twice_everywhere() {
    hit_twice_everywhere(&Device::cpu(), FloatingPoint::Exact);
    if let Some(device) = devices::gpu() {
        FloatingPoint::ALL.iter().for_each(|kind| hit_twice_everywhere(&device, *kind));
    }
}

fn hit_twice_everywhere(device: &Device, kind: FloatingPoint) {
    for motion in [Vec3::ZERO, Vec3::new(0.0, 0.0, 1e-6)] {
        let scene = changed(models::sphere(), 0.5, motion);
        let camera = scene.view.camera(240, 136, 0.0);
        let layers = 4;
        let options = Options::new().floating_point(kind);
        let outcome = render(device, &scene, camera, settings(&scene, 4, layers), options);
        let samples = outcome.slots.len() / layers as usize;
        let pattern = Pattern::new(4);
        let mut counts = [0; 5];
        for sample in 0..samples {
            let hits = (0..layers as usize).filter(|layer| outcome.slots[layer * samples + sample] != EMPTY).count();
            let (pixel, index) = (sample as u32 / 4, sample as u32 % 4);
            let (x, y) = (pixel % camera.width, pixel / camera.width);
            let place = pattern.place(index, x, y, &pattern.shift(x, y));
            // How near the ray passes the centre of the sphere, of radius 1.8.
            let ray = camera.ray(place.x / camera::SUBPIXELS, place.y / camera::SUBPIXELS).normalize();
            let distance = camera.eye.cross(ray).length() / 1.8;
            if distance < 0.97 {
                assert_eq!(hits, 2, "sample {index} of pixel {x}, {y}, at {distance} of the radius");
            } else if distance > 1.01 {
                assert_eq!(hits, 0, "sample {index} of pixel {x}, {y}, at {distance} of the radius");
            }
            counts[hits] += 1;
        }
        println!("{kind}: samples by their number of hits: {counts:?}");
        assert!(counts[2] > samples / 5);
    }
}

/// A plane seen through a plane: the colours are those of the formula, in the order of depth and not of the patches.
#[test]
fn layers_are_blended_from_front_to_back() {
    let plane = |y: f32| patch::Patch {
        points: std::array::from_fn(|k| Vec3::new((k % 4) as f32 - 1.5, y, (k / 4) as f32 - 1.5)),
    };
    let surface = |diffuse, opacity| surface::Surface { diffuse, opacity, motion: Vec3::ZERO };
    let (red, green, blue) = (Vec3::new(0.5, 0.0, 0.0), Vec3::new(0.0, 0.5, 0.0), Vec3::new(0.0, 0.0, 0.5));
    let scene = Scene {
        patches: vec![plane(1.0), plane(-1.0), plane(0.0)],
        surfaces: vec![surface(green, 1.0), surface(red, 0.25), surface(blue, 0.5)],
        two_sided: true,
        view: View {
            eye: Vec3::new(0.0, -9.0, 0.0),
            target: Vec3::ZERO,
            up: Vec3::Z,
            lens: Lens::Fitting(0.2),
            near: None,
        },
        view_is_given: true,
        left_handed: false,
        format: None,
    };
    let camera = scene.view.camera(32, 18, 0.0);
    let outcome = render(&Device::cpu(), &scene, camera, settings(&scene, 4, 4), Options::new());
    let centre = from_words(outcome.colours[4 * (9 * 32 + 16)]) / 65535.0;
    // All have the same normal, and so the same light; the specular light of all is white.
    let samples = outcome.slots.len() / 4;
    let alone: Vec<Vec3> = (0..3)
        .map(|layer| {
            let hit = outcome.slots[layer * samples + 4 * (9 * 32 + 16)];
            Vec3::from_array([0, 8, 16].map(|shift| ((hit >> shift & 255) as f32 / 255.0).powi(2)))
        })
        .collect();
    assert!(
        alone[0].x > alone[0].y && alone[1].z > alone[1].x && alone[2].y > alone[2].x,
        "red, blue, green: {alone:?}"
    );
    let opacity = |part: f32| (part * 255.0 + 0.5).floor() / 255.0;
    let (first, second) = (opacity(0.25), opacity(0.5));
    let expected = alone[0] * first + (alone[1] * second + alone[2] * (1.0 - second)) * (1.0 - first);
    assert!(centre.truncate().distance(expected) < 1e-4 && centre.w == 1.0, "{centre} is not {expected}");
}

/// More layers than a sample has slots for: the farthest are left out, and counted, whatever the order.
#[test]
fn the_farthest_layers_are_dropped_and_counted() {
    let scene = models::bubbles();
    let camera = scene.view.camera(64, 64, 0.0);
    let all = render(&Device::cpu(), &scene, camera, settings(&scene, 4, 16), Options::new());
    let few = render(&Device::cpu(), &scene, camera, settings(&scene, 4, 2), Options::new());
    assert_eq!(all.progress[progress::DROPPED as usize], 0);
    let samples = few.slots.len() / 2;
    assert!(few.slots[..] == all.slots[..2 * samples]);
    let behind = all.slots[2 * samples..].iter().filter(|hit| **hit != EMPTY).count() as u64;
    assert!(behind > 0);
    assert_eq!(few.progress[progress::DROPPED as usize], behind);
}

/// What moves across a pixel covers it for as long as it is there: the picture's sum is that of what stands still.
#[test]
fn motion_spreads_and_loses_nothing() {
    let sum = |motion| {
        let mut scene = changed(models::sphere(), 1.0, motion);
        scene.view.eye *= 3.0;
        let camera = scene.view.camera(160, 90, 0.0);
        let outcome = render(&Device::cpu(), &scene, camera, settings(&scene, 16, 1), Options::new());
        let covered: Vec<f32> =
            outcome.colours.chunks(16).map(|pixel| pixel.iter().map(|c| from_words(*c).w / 65535.0).sum()).collect();
        (covered.iter().sum::<f32>() / 16.0, covered.iter().filter(|part| **part > 0.0 && **part < 16.0).count())
    };
    let (still, outline) = sum(Vec3::ZERO);
    let (moved, blurred) = sum(Vec3::new(3.0, 0.9, 0.0));
    println!("{still} pixels covered, {moved} on average while it moves; {outline} and {blurred} in part");
    assert!((moved / still - 1.0).abs() < 0.03);
    assert!(blurred > 5 * outline);
}

/// Random colours of the samples of a film: each pixel has its own, which its samples vary.
fn random_colours(seed: u32, width: u32, height: u32, samples: u32) -> Vec<u64> {
    (0..width * height * samples)
        .map(|sample| {
            let word = |channel| {
                let of_pixel = hash_of(sample / samples, seed + channel) >> 17;
                u64::from(of_pixel + (hash_of(sample, seed + channel + 4) >> 17)) << (16 * channel)
            };
            (0..4).map(word).sum()
        })
        .collect()
}

/// The picture that [`Filter`] makes of these colours of samples.
fn filtered(device: &Device, camera: &Camera, settings: &Settings, colours: &[u64]) -> Vec<u32> {
    let run = || -> Result<Vec<u32>, Error> {
        let mut film = Film::new(device, camera, settings)?;
        film.colours = device.buffer_from(colours)?;
        let develop = Develop::new(camera, &film, settings);
        let options = Options::new().floating_point(FloatingPoint::Exact);
        let mut launcher = Launcher::with_options(device, &develop, options)?;
        launcher.seed::<Filter>(&(0..develop.filter.tiles()).collect::<Vec<u32>>())?.run()?;
        film.picture.read()
    };
    run().expect("the device filters")
}

/// The same, each pixel by itself, from every sample that may count for it.
fn filtered_directly(camera: &Camera, settings: &Settings, colours: &[u64]) -> Vec<u32> {
    let Camera { width, height, .. } = *camera;
    let pattern = Pattern::new(settings.samples);
    let colour_of = |x: u32, y: u32| {
        let (mut sum, mut weights) = ([0.0; 4], 0.0);
        for row in y.saturating_sub(3)..(y + 4).min(height) {
            for column in x.saturating_sub(3)..(x + 4).min(width) {
                for index in 0..settings.samples {
                    let place = pattern.place(index, column, row, &pattern.shift(column, row));
                    let along_x = place.x / camera::SUBPIXELS - (x as f32 + 0.5);
                    let along_y = place.y / camera::SUBPIXELS - (y as f32 + 0.5);
                    let weight =
                        f64::from(weigh_sample(settings.kernel, along_x) * weigh_sample(settings.kernel, along_y));
                    let words = colours[((row * width + column) * settings.samples + index) as usize];
                    (0..4).for_each(|k| sum[k] += (words >> (16 * k) & 0xffff) as f64 / 65535.0 * weight);
                    weights += weight;
                }
            }
        }
        let [red, green, blue, opacity] = sum.map(|sum| (sum / weights) as f32);
        pack(Vec3::new(red, green, blue) + background(y, height) * (1.0 - opacity))
    };
    (0..width * height).map(|pixel| colour_of(pixel % width, pixel / width)).collect()
}

/// Tiles, their borders and those of the image: each pixel is the weighted mean of the samples around it.
#[test]
fn filters_are_weighted_means() {
    let others: Vec<Device> = [devices::emulated(), devices::gpu()].into_iter().flatten().collect();
    let mut seed = 1000;
    for kernel in [Kernel::Box, Kernel::Tent, Kernel::Mitchell] {
        for samples in COUNTS {
            for (width, height) in [(1, 1), (2, 40), (15, 3), (16, 28), (33, 61)] {
                seed += 10;
                let case = format!("{kernel:?}, {samples} samples, {width} x {height}, seed {seed}");
                let camera = models::teapot().view.camera(width, height, 0.0);
                let settings = Settings { samples, layers: 1, kernel, moving: false, two_sided: false };
                let colours = random_colours(seed, width, height, samples);
                let found = filtered(&Device::cpu(), &camera, &settings, &colours);
                let expected = filtered_directly(&camera, &settings, &colours);
                let apart = |k: usize| found[k / 4].to_le_bytes()[k % 4].abs_diff(expected[k / 4].to_le_bytes()[k % 4]);
                let farthest = (0..4 * found.len()).max_by_key(|k| apart(*k)).expect("a pixel");
                let (x, y) = (farthest as u32 / 4 % width, farthest as u32 / 4 / width);
                assert!(apart(farthest) <= 1, "{case}: pixel {x}, {y} differs by {}", apart(farthest));
                let differing = (0..4 * found.len()).filter(|k| apart(*k) > 0).count();
                assert!(differing * 1000 <= 4 * found.len(), "{case}: {differing} channels differ");
                for device in &others {
                    assert!(filtered(device, &camera, &settings, &colours) == found, "{case}: on another device");
                }
            }
        }
    }
}

/// The scene that the comparisons render: transparent, moving, and small.
fn comparison() -> (Scene, Camera, Settings) {
    let scene = changed(models::bubbles(), 0.3, Vec3::new(0.4, 0.0, 0.2));
    let camera = scene.view.camera(40, 30, 0.0);
    let settings = settings(&scene, 4, 8);
    (scene, camera, settings)
}

#[test]
fn the_schedule_does_not_change_the_samples() {
    let (scene, camera, settings) = comparison();
    let on_cpu = |options| render(&Device::cpu(), &scene, camera, settings, options);
    let expected = on_cpu(Options::new().workers(1));
    assert!(on_cpu(Options::new().workers(3)) == expected);
    assert!(on_cpu(Options::new().policy(Policy::FullestFirst)) == expected);
    assert!(on_cpu(Options::new().replay(7)) == expected);
}

#[test]
fn the_emulated_device_takes_the_same_samples() {
    let Some(device) = devices::emulated() else { return };
    let (scene, camera, settings) = comparison();
    let expected = render(&Device::cpu(), &scene, camera, settings, Options::new());
    let exact = Options::new().floating_point(FloatingPoint::Exact);
    assert!(render(&device, &scene, camera, settings, exact) == expected);
}

/// On a GPU the same in exact mode, in every bit; and otherwise the same picture but for a few pixels.
#[test]
fn a_gpu_takes_the_same_samples() {
    let Some(device) = devices::gpu() else { return };
    let scenes = [
        changed(models::bubbles(), 0.3, Vec3::new(0.4, 0.0, 0.2)),
        models::grass(1600),
        changed(models::teapot(), 1.0, Vec3::new(0.5, 0.0, 0.2)),
    ];
    for scene in scenes {
        let camera = scene.view.camera(200, 150, 0.0);
        let settings = settings(&scene, 16, if scene.is_transparent() { 8 } else { 1 });
        let expected = render(&Device::cpu(), &scene, camera, settings, Options::new());
        let exact = render(&device, &scene, camera, settings, Options::new().floating_point(FloatingPoint::Exact));
        assert!(exact == expected, "{:?} tasks, {:?} on the CPU", exact.tasks, expected.tasks);
        for kind in [FloatingPoint::Fast, FloatingPoint::Approximate] {
            let other = render(&device, &scene, camera, settings, Options::new().floating_point(kind));
            let apart = |(a, b): &(&u32, &u32)| (0..3).any(|k| (a.to_le_bytes()[k]).abs_diff(b.to_le_bytes()[k]) > 4);
            let differing = other.picture.iter().zip(&expected.picture).filter(apart).count();
            println!("{kind}: {differing} of {} pixels differ by more than 4/255", expected.picture.len());
            assert!(differing * 200 <= expected.picture.len());
        }
    }
}
