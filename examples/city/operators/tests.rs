//! What operators promise, on a turned box.

use super::{
    choice::{chance, choose, vary},
    extrude::{extrude, inset, offset},
    faces::{border, corner, face},
    repeat::{repeat, repeats, scatter, spread},
    split::{Parts, split},
    transform::{half_turn, resize, rotate, translate},
};
use crate::city::shape::{Frame, Material, Shape, X, Y, Z};
use whipple::prelude::*;

fn turned_box() -> Shape {
    Shape {
        origin: Vec3::new(3.0, -7.0, 1.5),
        frame: half_turn(0.7),
        size: Vec3::new(6.0, 4.0, 9.0),
        seed: 99,
        label: 0,
        style: 0,
        material: Material::Concrete,
        depth: 0,
    }
}

fn assert_close(a: Vec3, b: Vec3) {
    assert!(a.distance(b) < 1e-4, "{a} is not {b}");
}

fn middle(shape: Shape) -> Vec3 {
    shape.point(shape.size * 0.5)
}

fn area(quad: Shape) -> f32 {
    quad.size.x * quad.size.y
}

#[test]
fn turns_are_rotations_by_their_angle() {
    for step in -31..=31 {
        let angle = step as f32 * 0.1;
        let turned = half_turn(angle).in_world(Vec3::X);
        assert_close(turned, Vec3::new(angle.cos(), angle.sin(), 0.0));
        assert_close(half_turn(angle).local(turned), Vec3::X);
    }
}

#[test]
fn frames_follow_each_other() {
    let (outer, inner) = (half_turn(0.4), Frame { i: 0.5, j: 0.5, k: 0.5, real: 0.5 });
    let v = Vec3::new(1.0, 2.0, 3.0);
    assert_close(outer.of(inner).in_world(v), outer.in_world(inner.in_world(v)));
}

#[test]
fn rotating_and_resizing_keep_the_middle() {
    let shape = turned_box();
    assert_close(middle(rotate(shape, -1.1)), middle(shape));
    let smaller = resize(shape, Vec3::new(1.0, 2.0, 9.0));
    assert_close(middle(smaller), middle(shape));
}

#[test]
fn faces_look_outwards_and_lie_on_the_box() {
    let shape = turned_box();
    for k in 0..6 {
        let quad = face(shape, k);
        let outwards = middle(quad) - middle(shape);
        let normal = quad.frame.in_world(Vec3::Z);
        assert_close(normal, outwards.normalize());
        // Each corner of the quad is one of the box.
        for place in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE] {
            let local = shape.frame.local(quad.point(place * quad.size) - shape.origin) / shape.size;
            assert_close(local, local.round());
        }
        if k < 4 {
            assert_close(quad.frame.in_world(Vec3::Y), Vec3::Z);
        }
    }
    let total: f32 = (0..6).map(|k| area(face(shape, k))).sum();
    assert!((total - 2.0 * (24.0 + 36.0 + 54.0)).abs() < 1e-3);
}

#[test]
fn borders_cover_what_an_inset_leaves() {
    let quad = face(turned_box(), 4);
    let strips: f32 = (0..4).map(|k| area(border(quad, 0.5, k))).sum();
    let inner = inset(quad, 0.5, 0.5, 0.5);
    assert!((strips + area(inner) - area(quad)).abs() < 1e-4);
    assert_close(middle(inner), middle(quad));
}

#[test]
fn parts_have_absolute_sizes_and_share_the_rest() {
    let parts = Parts { absolute: [1.0, 0.0, 2.0, 0.0, 0.0, 0.0], relative: [0.0, 1.0, 0.0, 2.0, 0.0, 0.0] };
    let shape = turned_box();
    let sizes: Vec<f32> = (0..4).map(|k| split(shape, Z, parts, k).size.z).collect();
    assert_eq!(sizes, [1.0, 2.0, 2.0, 4.0]);
    assert_close(split(shape, Z, parts, 2).origin, shape.point(Vec3::Z * 3.0));
    // What is too large is cut off.
    let low = Parts { absolute: [1.0, 0.0, 20.0, 0.0, 0.0, 0.0], ..parts };
    let ends: Vec<f32> = (0..4).map(|k| split(shape, Z, low, k).size.z).collect();
    assert_eq!(ends, [1.0, 0.0, 8.0, 0.0]);
}

#[test]
fn repeated_shapes_fill_and_spread_shapes_reach_both_ends() {
    let shape = turned_box();
    assert_eq!((repeats(6.0, 1.9, 16), repeats(0.1, 2.0, 16), repeats(100.0, 1.0, 16)), (3, 1, 16));
    let total: f32 = (0..3).map(|k| repeat(shape, X, 3, k).size.x).sum();
    assert!((total - shape.size.x).abs() < 1e-4);
    assert_close(spread(shape, Y, 5, 0.2, 0).origin, shape.origin);
    let last = spread(shape, Y, 5, 0.2, 4);
    assert_close(last.point(last.size), shape.point(shape.size));
    assert_close(middle(spread(shape, X, 1, 1.0, 0)), middle(shape));
}

#[test]
fn extruded_and_offset_shapes_stay_where_they_were() {
    let quad = face(turned_box(), 1);
    let (out, inwards) = (extrude(quad, 0.5), extrude(quad, -0.5));
    assert_eq!((out.size.z, inwards.size.z), (0.5, 0.5));
    assert_close(out.origin, quad.origin);
    assert_close(inwards.point(Vec3::Z * 0.5), quad.origin);
    let shape = turned_box();
    assert_close(middle(offset(shape, 0.7)), middle(shape));
    assert_eq!(offset(shape, -10.0).size, Vec3::new(0.0, 0.0, 9.0));
    assert_close(translate(shape, Vec3::Z).origin, shape.origin + Vec3::Z);
}

#[test]
fn corners_and_scattered_shapes_are_inside() {
    let shape = turned_box();
    let inside = |part: Shape| {
        for place in [Vec3::ZERO, part.size] {
            let local = shape.frame.local(part.point(place) - shape.origin);
            assert!(local.cmpge(Vec3::splat(-1e-4)).all() && local.cmple(shape.size + 1e-4).all(), "{local}");
        }
    };
    for k in 0..40 {
        inside(corner(shape, 0.5, k % 4));
        inside(scatter(shape.child(k), Vec3::new(1.0, 2.0, 3.0), 0));
    }
}

#[test]
fn random_numbers_are_even_and_belong_to_their_shape() {
    let shape = turned_box();
    assert_eq!(vary(shape, 3, 0.0, 1.0), vary(shape, 3, 0.0, 1.0));
    let numbers: Vec<f32> = (0..4000).map(|k| vary(shape.child(k), 1, -1.0, 3.0)).collect();
    assert!(numbers.iter().all(|number| (-1.0..=3.0).contains(number)));
    assert!((numbers.iter().sum::<f32>() / 4000.0 - 1.0).abs() < 0.1);
    let hits = (0..4000).filter(|k| chance(shape.child(*k), 0, 0.25)).count();
    assert!((900..1100).contains(&hits), "{hits}");
    let mut counts = [0; 4];
    for k in 0..4000 {
        counts[choose(shape.child(k), 0, [1.0, 0.0, 2.0, 1.0]) as usize] += 1;
    }
    assert!(counts[1] == 0 && (1850..2150).contains(&counts[2]), "{counts:?}");
}
