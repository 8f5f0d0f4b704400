//! Buffers: typed copies, atomics from many threads, mistakes.

mod support;
use support::*;

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
struct Mixed {
    position: [f32; 3],
    flags: [u8; 4],
}
impl whipple_runtime::Typed for Mixed {
    const WHIPPLE_TYPED: &'static [Piece] = &[];
}
impl whipple_runtime::Encode for Mixed {
    fn encode(&self, out: &mut ParameterWriter) {
        out.value(self);
    }
}
// SAFETY: it holds numbers alone.
unsafe impl whipple_runtime::Data for Mixed {}
// SAFETY: C layout, no padding, zero is a value; nothing runs it on a GPU.
unsafe impl DeviceType for Mixed {
    const NO_PADDING: bool = true;
    const ANY_BITS: bool = true;
    const MIXES: bool = true;
}

#[test]
fn elements_of_all_sizes_are_copied() {
    let device = Device::cpu();
    let mixed: Vec<Mixed> = (0..9_u8).map(|i| Mixed { position: [i.into(), 0.5, -1.0], flags: [i, 1, 2, 3] }).collect();
    let buffer = device.buffer_from(&mixed).unwrap();
    assert_eq!(buffer.read().unwrap(), mixed);
    buffer.set(3, mixed[7]);
    assert_eq!((buffer.get(3), buffer.get(4)), (mixed[7], mixed[4]));
    assert_eq!(buffer.read_range(7, 2).unwrap(), mixed[7..]);
    assert_eq!(device.buffer_filled(3, true).unwrap().read().unwrap(), [true; 3]);
    assert_eq!(device.buffer_filled(3, 0x1234_u16).unwrap().read().unwrap(), [0x1234; 3]);
    assert_eq!(device.buffer_filled(5, glam::Vec3::ONE).unwrap().get(4), glam::Vec3::ONE);
    assert_eq!(device.buffer_filled(2, glam::Vec4::Y).unwrap().get(1), glam::Vec4::Y);
    assert_eq!(device.buffer::<u64>(0).unwrap().read().unwrap(), []);
}

/// What is no `DeviceType` has another layout on a device than in Rust.
#[test]
fn buffers_in_arrays_are_parameters() {
    let (device, mut out) = (Device::cpu(), ParameterWriter::default());
    let (first, second) = (device.buffer::<u32>(3).unwrap(), device.buffer::<u32>(5).unwrap());
    Parameter::encode(&true, &mut out);
    let nested = [[first.clone(), second.clone()], [first.clone(), first]];
    assert_eq!(<[[Buffer<u32>; 2]; 2] as Parameter>::PARAMETER_LAYOUT, (64, 8));
    Parameter::encode(&nested, &mut out);
    Parameter::encode(&[7_u16; 3], &mut out);
    let encoded = out.into_encoded().unwrap();
    assert_eq!(encoded.bytes.len(), 8 + 64 + 6);
    let lengths = [0, 1, 2, 3].map(|buffer| encoded.bytes[8 + buffer * 16 + 8]);
    assert_eq!((lengths, &encoded.bytes[72..]), ([3, 5, 3, 3], &[7, 0, 7, 0, 7, 0][..]));
    assert_eq!(encoded.storages.len(), 2);
}

#[test]
fn host_ranges_are_checked() {
    let buffer = Device::cpu().buffer::<u32>(10).unwrap();
    buffer.write_range(8, &[1, 2]).unwrap();
    let error = buffer.write_range(9, &[1, 2]).unwrap_err();
    assert_eq!(error.to_string(), "elements 9..11 are outside a buffer of 10 elements");
    assert!(buffer.read_range(usize::MAX, 2).is_err());
    assert!(matches!(Device::cpu().buffer::<u32>(1 << 40), Err(Error::TooLong { .. })));
}

#[test]
fn too_large_a_buffer_is_an_error() {
    let error = Device::cpu().buffer::<[u64; 1 << 27]>(1 << 30).unwrap_err();
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
}

#[test]
fn atomics_return_the_old_value() {
    let device = Device::cpu();
    let signed = device.buffer_filled(2, -5_i64).unwrap();
    assert_eq!(signed.fetch_add(0, 3), -5);
    assert_eq!(signed.fetch_sub(0, 8), -2);
    assert_eq!(signed.fetch_min(0, -20), -10);
    assert_eq!(signed.fetch_max(0, 7), -20);
    assert_eq!(signed.fetch_and(0, 6), 7);
    assert_eq!(signed.fetch_or(0, 8), 6);
    assert_eq!(signed.fetch_xor(0, 15), 14);
    assert_eq!(signed.exchange(0, 40), 1);
    assert_eq!(signed.compare_exchange(0, 41, 1), 40);
    assert_eq!(signed.compare_exchange(0, 40, 1), 40);
    assert_eq!(signed.read().unwrap(), [1, -5]);
    let float = device.buffer_filled(1, 0.5_f32).unwrap();
    assert_eq!((float.fetch_add(0, 0.25), float.get(0)), (0.5, 0.75));
    let double = device.buffer_filled(1, 0.1_f64).unwrap();
    assert_eq!((double.fetch_add(0, 0.2), double.get(0)), (0.1, 0.1 + 0.2));
    let wrapping = device.buffer_filled(1, u32::MAX).unwrap();
    assert_eq!((wrapping.fetch_add(0, 2), wrapping.get(0)), (u32::MAX, 1));
}

#[test]
fn threads_share_a_buffer() {
    let counts = Device::cpu().buffer::<u64>(4).unwrap();
    let sums = Device::cpu().buffer::<f32>(1).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (counts, sums) = (counts.clone(), sums.clone());
            scope.spawn(move || {
                for index in 0..10_000 {
                    counts.fetch_add(index % 4, thread);
                    sums.fetch_add(0, 1.0);
                    counts.get(index % 4);
                }
            });
        }
    });
    assert_eq!(counts.read().unwrap(), [15_000; 4]);
    assert_eq!(sums.get(0), 40_000.0);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 3 but the index is 3")]
fn an_index_out_of_range_panics() {
    Device::cpu().buffer::<u32>(3).unwrap().get(3);
}

#[test]
fn a_programs_memory_is_known_once_and_can_be_restored() {
    let device = Device::cpu();
    let [first, second] = [[1_u32, 2], [3, 4]].map(|elements| device.buffer_from(&elements).unwrap());
    let mut writer = ParameterWriter::default();
    for buffer in [&first, &second, &first.clone()] {
        buffer.encode(&mut writer);
    }
    7_u32.encode(&mut writer);
    let whipple_runtime::parameter::Encoded { bytes, scalars, storages } = writer.into_encoded().unwrap();
    assert_eq!((bytes.len(), storages.len()), (52, 2));
    assert_eq!(scalars, [2_u32, 2, 2, 7].map(u32::to_ne_bytes).concat(), "lengths and numbers, no addresses");
    let snapshots: Vec<_> = storages.iter().map(|storage| storage.snapshot().unwrap()).collect();
    for _ in 0..2 {
        first.fetch_add(0, 10);
        second.fill(0).unwrap();
        snapshots.iter().for_each(|snapshot| snapshot.restore().unwrap());
        assert_eq!([first.read().unwrap(), second.read().unwrap()], [[1, 2], [3, 4]]);
    }
}

#[test]
fn what_tasks_only_read_is_what_was_written_before() {
    let device = Device::cpu();
    let buffer = device.buffer_from(&[5_u16, 6, 7]).unwrap();
    let clone = buffer.clone();
    let table = buffer.read_only();
    clone.set(1, 60);
    assert_eq!([table.get(0), table.get(1)], [5, 60], "another handle still writes");
    drop(clone);
    assert_eq!((table.len(), table.is_empty(), table.read().unwrap()), (3, false, vec![5, 60, 7]));
    assert_eq!(table.read_range(1, 2).unwrap(), [60, 7]);
    let mut two = [0; 2];
    table.read_into(&mut two).unwrap();
    assert_eq!(two, [5, 60]);
    assert_eq!(format!("{table:?}"), "ReadOnly<u16>[3] on Cpu");
    assert!(device.buffer::<u64>(0).unwrap().read_only().is_empty());
}

#[test]
fn tables_are_read_by_several_threads() {
    let table = Device::cpu().buffer_from(&[true, false, true, true]).unwrap().read_only();
    let counts: u32 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| {
                let table = table.clone();
                scope.spawn(move || (0..4).map(|index| u32::from(table.get(index))).sum::<u32>())
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(counts, 9);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 2 but the index is 2")]
fn an_index_behind_the_end_of_a_table_panics() {
    Device::cpu().buffer::<u32>(2).unwrap().read_only().get(2);
}
