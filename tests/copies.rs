//! Copies between buffers and the host: large and small, whole and in part, of elements of all kinds. Without a GPU its part says so and
//! passes. What copies take is printed (`--nocapture`).

#[path = "common/devices.rs"]
mod devices;

use std::{fmt::Debug, hint::black_box, time::Instant};
use whipple::{buffer::Element, device::DeviceKind, prelude::*};

/// Has padding after its first and its last field.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
struct Padded {
    flag: bool,
    number: u32,
    last: u8,
}

fn padded(index: u32) -> Padded {
    Padded { flag: index & 1 == 1, number: index.wrapping_mul(0x9e37_79b9), last: index as u8 }
}

fn all() -> Vec<Device> {
    [Some(Device::cpu()), devices::emulated(), devices::gpu()].into_iter().flatten().collect()
}

/// Writes and reads `count` elements in every way, in three pieces that begin and end anywhere.
fn copies_are_exact<T: Element + PartialEq + Debug>(device: &Device, count: usize, element: impl Fn(u32) -> T) {
    let elements: Vec<T> = (0..count as u32).map(&element).collect();
    let same = |read: &[T], what: &str| {
        let different = read.iter().zip(&elements).position(|(read, expected)| read != expected);
        assert_eq!((read.len(), different), (count, None), "{what} of {} on {device:?}", std::any::type_name::<T>());
    };
    let buffer = device.buffer_from(&elements).expect("a buffer");
    same(&buffer.read().expect("it is read"), "read");
    let mut into = vec![element(7); count];
    buffer.read_into(&mut into).expect("it is read");
    same(&into, "read_into");

    let cuts = [0, count / 3 + 1, count - count / 5, count];
    buffer.fill(element(1)).expect("it is filled");
    assert!(buffer.read().expect("it is read").iter().all(|read| *read == element(1)), "fill on {device:?}");
    for cut in cuts.windows(2).rev() {
        buffer.write_range(cut[0], &elements[cut[0]..cut[1]]).expect("it is written");
    }
    let parts = cuts.windows(2).map(|cut| buffer.read_range(cut[0], cut[1] - cut[0]).expect("it is read"));
    same(&parts.collect::<Vec<_>>().concat(), "read_range");
    into.fill(element(7));
    for cut in cuts.windows(2) {
        buffer.read_range_into(cut[0], &mut into[cut[0]..cut[1]]).expect("it is read");
    }
    same(&into, "read_range_into");
}

#[test]
fn copies_of_every_kind_are_exact() {
    for device in all() {
        // From one byte to more than one piece of 2 MiB.
        let large = if device.kind() == DeviceKind::Cuda { 50_000_000 } else { 2_500_000 };
        for bytes in [1_usize, 100, large] {
            copies_are_exact(&device, bytes.div_ceil(2), |index| index as u8);
            copies_are_exact(&device, bytes.div_ceil(12), padded);
            copies_are_exact(&device, bytes.div_ceil(12), |index| [index, !index, index << 7]);
        }
        copies_are_exact(&device, large / 16, |index| Vec4::splat(index as f32));
        copies_are_exact(&device, large / 2, |index| index % 3 == 0);
    }
}

/// On a thread whose stack holds them.
#[test]
fn elements_larger_than_a_piece_are_copied() {
    let thread = std::thread::Builder::new().stack_size(128 << 20).spawn(copies_of_large_elements);
    thread.expect("a thread").join().expect("it does not panic");
}

fn copies_of_large_elements() {
    for device in all() {
        let element = |index: u32| [index as u8; 3 << 20];
        let buffer = device.buffer::<[u8; 3 << 20]>(2).expect("a buffer");
        let elements = vec![element(3), element(4)];
        buffer.write(&elements).expect("it is written");
        assert!(buffer.read().expect("it is read") == elements, "{device:?}");
    }
}

#[test]
fn more_than_a_buffer_has_is_an_error() {
    for device in all() {
        let buffer = device.buffer_from(&[1_u32, 2, 3]).expect("a buffer");
        let mut four = [9; 4];
        for outcome in [
            buffer.read_into(&mut four),
            buffer.read_range_into(1, &mut four[..3]),
            buffer.read_range(usize::MAX, 2).map(drop),
            buffer.write_range(usize::MAX, &[1]),
        ] {
            assert!(matches!(outcome, Err(Error::OutOfBounds { length: 3, .. })), "{device:?}: {outcome:?}");
        }
        assert_eq!(four, [9; 4], "nothing is copied");
        buffer.read_range_into(3, &mut []).expect("nothing is within bounds");
    }
}

/// Several threads copy at once: each gets what it wrote.
#[test]
fn copies_on_several_threads_are_apart() {
    for device in all() {
        std::thread::scope(|scope| {
            for thread in 0..4_u32 {
                let device = &device;
                scope.spawn(move || copies_are_exact(device, 300_000, |index| index ^ (thread << 24)));
            }
        });
    }
}

/// The least of several times, as bytes in a nanosecond: gigabytes in a second.
fn speed(bytes: usize, mut copy: impl FnMut()) -> f64 {
    let times = (0..5).map(|_| {
        let begin = Instant::now();
        copy();
        begin.elapsed().as_nanos()
    });
    bytes as f64 / times.min().unwrap_or(1).max(1) as f64
}

fn print_speeds<T: Element>(device: &Device, what: &str, bytes: usize, element: T) {
    let count = bytes / size_of::<T>();
    let elements = vec![element; count];
    let buffer = device.buffer::<T>(count).expect("a buffer");
    let mut into = elements.clone();
    let first = speed(bytes, || buffer.write(&vec![element; count]).expect("it is written"));
    let again = speed(bytes, || buffer.write(&elements).expect("it is written"));
    let read = speed(bytes, || drop(black_box(buffer.read().expect("it is read"))));
    let read_into = speed(bytes, || buffer.read_into(&mut into).expect("it is read"));
    println!(
        "{:>4} MiB of {what:<8} write of a new vector (and making it) {first:5.1} GB/s, write {again:5.1}, read {read:5.1}, read_into {read_into:5.1}",
        bytes >> 20
    );
}

#[test]
fn what_copies_take_on_a_gpu() {
    let Some((device, _alone)) = devices::gpu_alone() else { return };
    println!("{device:?}, {:?} threads at once", std::thread::available_parallelism());
    for megabytes in [1, 4, 16, 64, 128, 256] {
        print_speeds(&device, "Vec4", megabytes << 20, Vec4::splat(1.5));
    }
    print_speeds(&device, "f32", 256 << 20, 1.5_f32);
    print_speeds(&device, "bool", 256 << 20, true);
    print_speeds(&device, "[u32; 3]", 255 << 20, [1_u32, 2, 3]);
    print_speeds(&device, "Padded", 255 << 20, padded(3));
}

/// Adds one to all words of an element.
#[procedure(level = 2)]
struct Touch {
    buffer: Buffer<[u32; 4]>,
}

#[execute]
impl Execute for Touch {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, index: &u32) {
        let element = self.buffer.get(*index);
        self.buffer.set(*index, [element[0] + 1, element[1] + 1, element[2] + 1, element[3] + 1]);
    }
}

#[program]
struct Touching {
    touch: Touch,
}

/// As many elements as there may be, of 16 bytes: all can be reached where the GPU has room for them.
#[test]
fn the_longest_buffer_works_or_is_refused_on_a_gpu() {
    let Some((device, _alone)) = devices::gpu_alone() else { return };
    let begin = Instant::now();
    let buffer = match device.buffer::<[u32; 4]>(u32::MAX as usize) {
        Ok(buffer) => buffer,
        Err(error @ Error::OutOfMemory { .. }) => {
            println!("refused: {error}");
            assert!(begin.elapsed().as_secs() < 10, "before the work");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    buffer.fill([1, 2, 3, 4]).expect("it is filled");
    let (last, half) = (u32::MAX - 1, 1_u32 << 31);
    let program = Touching { touch: Touch { buffer: buffer.clone() } };
    let mut launcher = Launcher::new(&device, &program).expect("it is prepared");
    launcher.seed::<Touch>(&[0, half, last]).and_then(|launcher| launcher.run()).expect("it runs");
    for index in [0, half, last] {
        let start = (index as usize).saturating_sub(1).min(u32::MAX as usize - 3);
        let near = buffer.read_range(start, 3).expect("it is read");
        for (place, element) in near.iter().enumerate() {
            let expected = if start + place == index as usize { [2, 3, 4, 5] } else { [1, 2, 3, 4] };
            assert_eq!(*element, expected, "element {} near {index}", start + place);
        }
    }
    println!("{} elements in {:?}", buffer.len(), begin.elapsed());
}
