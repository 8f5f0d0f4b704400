//! What the procedures of operators make: the shapes that the functions of the same names make, in each form.

use super::{
    attributes::{dress, label, paint},
    choice::{chance, choose},
    extrude::{extrude, inset, offset},
    faces::{border, corner, face},
    form::rules,
    repeat::{repeat, repeats, scatter, spread},
    split::{Parts, slice, split},
    transform::{half_turn, resize, rotate, scale, translate},
};
use crate::city::{
    instance::{Output, WORDS, word},
    layout::Layout,
    rules::{RuleSet, programs},
    shape::{Kind, Material, Shape, X, Y, Z},
};
use whipple::{prelude::*, program::Contains};

rules! {
    Fork = fork -> [BoxTerminal, none, QuadTerminal];
    Faces = faces -> [sides BoxTerminal, top PrismTerminal, bottom QuadTerminal];
    Split = |shape| split(Y, [1.0 m, 1.0 part, (shape.size.x - 6.0) m, 2.0 part]) -> [BoxTerminal, none, QuadTerminal, PrismTerminal];
    Border = border(0.5) -> BoxTerminal;
    Corners = |shape| corners(shape.size.x * 0.1) -> BoxTerminal;
    Repeat = repeat(X, 1.9, most 16) -> BoxTerminal;
    Spread = |shape| spread(Y, repeats(shape.size.y, 1.5, 8), 0.2, most 8) -> QuadTerminal;
    Scatter = scatter(Vec3::new(1.0, 2.0, 3.0), 4, most 5) -> PrismTerminal;
    Choose = choose(3, [1.0, 1.0, 1.0, 2.0]) -> [BoxTerminal, QuadTerminal, none, PrismTerminal];
    Chance = chance(5, 0.4) -> BoxTerminal;
    Either = chance(5, 0.4) -> [BoxTerminal, QuadTerminal];
    When = |shape| when(shape.seed > 1u32 << 31) -> BoxTerminal;
    Which = |shape| when(shape.seed > 1u32 << 31) -> [none, QuadTerminal];
    Translate = |shape| translate(Vec3::new(1.0, shape.size.x, -3.0)) -> BoxTerminal;
    Rotate = rotate(0.8) -> BoxTerminal;
    Scale = scale(Vec3::new(1.0, 2.0, 0.5)) -> BoxTerminal;
    Resize = resize(Vec3::new(2.0, 7.0, 1.0)) -> BoxTerminal;
    Slice = slice(Z, 1.0, 2.5) -> BoxTerminal;
    Extrude = extrude(-0.5) -> BoxTerminal;
    Inset = inset(0.5, 1.0, 0.25) -> BoxTerminal;
    Offset = offset(0.75) -> BoxTerminal;
    Paint = paint(Material::Slate) -> QuadTerminal;
    Label = label(200) -> PrismTerminal;
    Dress = |shape| dress(shape.label + 7) -> Dressed;
    Dressed = |shape| label(shape.style) -> BoxTerminal;
    Endless = translate(Vec3::Z) -> Endless;
}

programs! {
    lots Fork, open Fork, streets Faces,
    layout Layout {
        lot: (9.0, 9.0), columns: 1, streets: [5.0; 3], level: 0.0, outskirts: 9.0, middle: 9.0, parks: 0, squares: 0,
    };
    /// The operators, each by itself.
    Operators, mixed OperatorsMixed, one OperatorsOne, inverted OperatorsInverted;
    rules {
        fork: Fork, 0 or 0;
        faces: Faces, 0 or 0 seeded;
        split: Split, 0 or 0 seeded;
        border: Border, 0 or 0 seeded;
        corners: Corners, 0 or 0 seeded;
        repeat: Repeat, 0 or 0 seeded;
        spread: Spread, 0 or 0 seeded;
        scatter: Scatter, 0 or 0 seeded;
        choose: Choose, 0 or 0 seeded;
        chance: Chance, 0 or 0 seeded;
        either: Either, 0 or 0 seeded;
        when: When, 0 or 0 seeded;
        which: Which, 0 or 0 seeded;
        translate: Translate, 0 or 0 seeded;
        rotate: Rotate, 0 or 0 seeded;
        scale: Scale, 0 or 0 seeded;
        resize: Resize, 0 or 0 seeded;
        slice: Slice, 0 or 0 seeded;
        extrude: Extrude, 0 or 0 seeded;
        inset: Inset, 0 or 0 seeded;
        offset: Offset, 0 or 0 seeded;
        paint: Paint, 0 or 0 seeded;
        label: Label, 0 or 0 seeded;
        dress: Dress, 0 or 0 seeded;
        dressed: Dressed, 0 or 0;
        endless: Endless, 0 or 0 seeded;
    }
    terminals {
        box_terminal: BoxTerminal, 1 or 1;
        quad_terminal: QuadTerminal, 1 or 1;
        prism_terminal: PrismTerminal, 1 or 1;
    }
}

/// What the terminals write that come of shapes by the procedure `P`, in an order of its own.
fn written<R: RuleSet + Contains<P>, P: Execute<Item = Shape>>(
    shapes: &[Shape],
) -> Result<Vec<[u32; WORDS as usize]>, Error> {
    let device = Device::cpu();
    let output = Output::<R::Written>::new(&device, 1 << 14)?;
    let program = R::new(&output);
    let options = Options::new().floating_point(FloatingPoint::Exact);
    Launcher::with_options(&device, &program, options)?.seed::<P>(shapes)?.run()?;
    assert_eq!(output.needs()?, None, "the output has room");
    let mut words: Vec<_> = output.read()?.iter().map(|instance| instance.words()).collect();
    words.sort_unstable();
    Ok(words)
}

/// Turned boxes with random numbers of their own.
fn shapes() -> Vec<Shape> {
    let shape = |number: u32| Shape {
        origin: Vec3::new(3.0, -7.0, 1.5),
        frame: half_turn(0.1 * number as f32),
        size: Vec3::new(6.0 + 0.5 * number as f32, 4.0, 9.0),
        seed: crate::city::shape::mix(number),
        label: number as u8,
        style: 0,
        material: Material::Concrete,
        depth: 0,
    };
    (0..20).map(shape).collect()
}

/// The words of what is to come of all [`shapes`].
fn expected(of: impl Fn(Shape) -> Vec<(Kind, Shape)>) -> Vec<[u32; WORDS as usize]> {
    let made = shapes().into_iter().flat_map(of);
    let mut words: Vec<_> = made.map(|(kind, shape)| std::array::from_fn(|k| word(&shape, kind, k as u32))).collect();
    words.sort_unstable();
    words
}

/// Compares a procedure with what it is to make of a shape, in both forms.
macro_rules! makes {
    ($procedure:ident, |$shape:ident| $made:expr) => {{
        let expected = expected(|$shape| $made.into_iter().collect());
        assert!(!expected.is_empty());
        let name = stringify!($procedure);
        assert_eq!(written::<Operators, many::$procedure>(&shapes()).expect(name), expected, "{name}");
        assert_eq!(written::<OperatorsOne, one::$procedure>(&shapes()).expect(name), expected, "{name} of one thread");
    }};
}

#[test]
fn operators_with_several_successors_make_each_by_its_number() {
    use Kind::{Box, Prism, Quad};
    makes!(Fork, |shape| [(Box, shape.child(0)), (Quad, shape.child(2))]);
    makes!(Faces, |shape| (0..6).map(|k| {
        let kind = if k < 4 {
            Box
        } else if k == 4 {
            Prism
        } else {
            Quad
        };
        (kind, face(shape.child(k), k))
    }));
    makes!(Split, |shape| {
        let parts =
            Parts { absolute: [1.0, 0.0, shape.size.x - 6.0, 0.0, 0.0, 0.0], relative: [0.0, 1.0, 0.0, 2.0, 0.0, 0.0] };
        let part = |k: u32| split(shape.child(k), Y, parts, k);
        [(Box, part(0)), (Quad, part(2)), (Prism, part(3))].into_iter().filter(|(_, part)| part.size.y > 0.0)
    });
    makes!(Border, |shape| (0..4).map(|k| (Box, border(shape.child(k), 0.5, k))));
    makes!(Corners, |shape| (0..4).map(|k| (Box, corner(shape.child(k), shape.size.x * 0.1, k))));
    makes!(Repeat, |shape| {
        let count = repeats(shape.size.x, 1.9, 16);
        (0..count).map(move |k| (Box, repeat(shape.child(k), X, count, k)))
    });
    makes!(Spread, |shape| {
        let count = repeats(shape.size.y, 1.5, 8);
        (0..count).map(move |k| (Quad, spread(shape.child(k), Y, count, 0.2, k)))
    });
    makes!(Scatter, |shape| (0..5).map(|k| (Prism, scatter(shape.child(k), Vec3::new(1.0, 2.0, 3.0), 4))));
}

#[test]
fn operators_that_decide_pass_a_shape_to_one_of_their_successors() {
    use Kind::{Box, Prism, Quad};
    makes!(Choose, |shape| {
        let kinds = [Some(Box), Some(Quad), None, Some(Prism)];
        kinds[choose(shape, 3, [1.0, 1.0, 1.0, 2.0]) as usize].map(|kind| (kind, shape))
    });
    makes!(Chance, |shape| chance(shape, 5, 0.4).then_some((Box, shape)));
    makes!(Either, |shape| [(if chance(shape, 5, 0.4) { Box } else { Quad }, shape)]);
    makes!(When, |shape| (shape.seed > 1 << 31).then_some((Box, shape)));
    makes!(Which, |shape| (shape.seed <= 1 << 31).then_some((Quad, shape)));
}

#[test]
fn operators_with_one_successor_keep_its_random_numbers() {
    use Kind::{Box, Prism, Quad};
    makes!(Translate, |shape| [(Box, translate(shape, Vec3::new(1.0, shape.size.x, -3.0)))]);
    makes!(Rotate, |shape| [(Box, rotate(shape, 0.8))]);
    makes!(Scale, |shape| [(Box, scale(shape, Vec3::new(1.0, 2.0, 0.5)))]);
    makes!(Resize, |shape| [(Box, resize(shape, Vec3::new(2.0, 7.0, 1.0)))]);
    makes!(Slice, |shape| [(Box, slice(shape, Z, 1.0, 2.5))]);
    makes!(Extrude, |shape| [(Box, extrude(shape, -0.5))]);
    makes!(Inset, |shape| [(Box, inset(shape, 0.5, 1.0, 0.25))]);
    makes!(Offset, |shape| [(Box, offset(shape, 0.75))]);
    makes!(Paint, |shape| [(Quad, paint(shape, Material::Slate))]);
    makes!(Label, |shape| [(Prism, label(shape, 200))]);
    makes!(Dress, |shape| {
        let dressed = dress(shape, shape.label + 7);
        [(Box, label(dressed, dressed.style))]
    });
}

#[test]
fn operators_that_follow_each_other_without_end_are_an_error() {
    let error = written::<Operators, many::Endless>(&shapes()[..1]).expect_err("must be refused").to_string();
    assert!(error.contains("`Endless`") && error.contains("a grammar that never ends"), "{error}");
}
