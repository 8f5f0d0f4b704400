//! What is read of RIB, and what notes say.

mod bases;
mod cameras;
mod mistakes;

use super::*;
use mistakes::check_mistake;
use std::slice;

const POINTS: &str =
    "0 0 0 1 0 0 2 0 0 3 0 0  0 1 0 1 1 0 2 1 0 3 1 0  0 2 0 1 2 0 2 2 0 3 2 0  0 3 0 1 3 0 2 3 0 3 3 0";

/// A text in which `PATCH` is a patch.
fn with_patch(text: &str) -> String {
    text.replace("PATCH", &format!("Patch \"bicubic\" \"P\" [{POINTS}]"))
}

/// The scene of a text in which `PATCH` is a patch, and its notes.
fn read(text: &str) -> (Scene, Vec<String>) {
    parse(&with_patch(text)).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"))
}

/// The scene of a text in which `PATCH` is a patch.
fn scene(text: &str) -> Scene {
    read(text).0
}

/// The first patch of a text.
fn first(text: &str) -> [Vec3; 16] {
    scene(text).patches[0].points
}

#[test]
fn patches_are_read_with_their_transforms_and_attributes() {
    let scene = scene(&format!(
        "##RenderMan RIB\nversion 3.03\nDisplay \"a b.tif\" \"file\" \"rgba\"\nTranslate 9 9 9 # the camera\nWorldBegin\n\
         AttributeBegin Color [1 0 0.5] Opacity 0.5 0.5 0.5\n  Translate 1 2 3 Scale 2 2 2\n\
         Patch \"bicubic\" \"vertex point P\" [{POINTS}]\nAttributeEnd\n\
         TransformBegin Rotate 90 0 0 1 ConcatTransform [1 0 0 0 0 1 0 0 0 0 1 0 5 0 0 1]\n\
         Patch \"bicubic\" \"P\" [{POINTS}] \"st\" [0 1] \"uniform string map\" \"a\" \"k\" [1]\nTransformEnd\nWorldEnd\n"
    ));
    assert_eq!(scene.patches.len(), 2);
    assert_eq!(scene.patches[0].points[15], Vec3::new(7.0, 8.0, 3.0));
    assert!(scene.patches[1].points[15].distance(Vec3::new(-3.0, 8.0, 0.0)) < 1e-5);
    assert_eq!((scene.surfaces[0].diffuse, scene.surfaces[0].opacity), (Vec3::new(1.0, 0.0, 0.5), 0.5));
    // What has no colour is white.
    assert_eq!((scene.surfaces[1].diffuse, scene.surfaces[1].opacity), (Vec3::ONE, 1.0));
    assert!(scene.two_sided);
}

#[test]
fn what_is_written_otherwise_is_read_too() {
    let plain = first("PATCH");
    for text in [
        "\u{feff}##RenderMan\r\nFrameBegin 1\r\nWorldBegin\r\nPATCH\r\nWorldEnd\r\nFrameEnd",
        // The camera may be a perspective, may move, and named systems do not matter to it.
        "MotionBegin [0 1] Translate 0 0 0 Translate 1 0 0 MotionEnd Perspective 40 WorldBegin PATCH WorldEnd",
        "ConcatTransform [1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0] CoordSysTransform \"x\" WorldBegin PATCH WorldEnd",
        "Perspective 40 Identity PATCH",
        // Lights may move.
        "WorldBegin MotionBegin [0 1] LightSource \"l\" 1 \"intensity\" 1 LightSource \"l\" 1 MotionEnd PATCH WorldEnd",
        "WorldBegin WorldEnd WorldBegin SolidBegin \"union\" SolidBegin \"primitive\" PATCH SolidEnd SolidEnd WorldEnd",
        "Basis \"bezier\" 3 \"bezier\" 3 ResourceBegin Resource \"a\" \"b\" ResourceEnd PATCH",
        "Display \"a\\\"b\\\\\" \"file\" \"rgba\" Declare \"é#[\" \"float\" PATCH # \"",
        "Transform [2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 2] PATCH",
        "Declare \"abc\" \"uniform float\" PATCH \"abc\" 5 \"uniform float b\" 5 \"c\" [5] \"s\" 0",
        "Option \"limits\" \"bucketsize\" [16 16] Attribute \"a\" \"string b\" [\"c\" \"d\"] PATCH",
    ] {
        assert_eq!(first(text), plain, "{text}");
    }
    let mut numbers = POINTS.replacen("0 0 0", "-1e0 .5 +2.5E-1", 1);
    numbers = numbers.replacen("1 0 0", "1. -.5e+1 -0", 1);
    for text in
        [format!("Patch \"bicubic\" \"P\"[{numbers}]\"s\"1"), format!("Patch \"bicubic\" \"P\" {numbers} \"s\" [1]")]
    {
        assert_eq!(first(&text)[..2], [Vec3::new(-1.0, 0.5, 0.25), Vec3::new(1.0, -5.0, 0.0)]);
    }
}

/// Transformed points, by what the RenderMan Interface says of `Skew`: points on the first axis are turned by the angle towards
/// the second one, along which all points move.
#[test]
fn skews_turn_their_first_axis_towards_the_second() {
    for (skew, angle, a, b) in [
        ("Skew 45 0 1 0 1 0 0", 45.0, Vec3::Y, Vec3::X),
        ("Skew [-30 0 0 2 0 3 0]", -30.0, Vec3::Z, Vec3::Y),
        ("Skew 100 1 1 0 -1 -.2 .3", 100.0, Vec3::new(1.0, 1.0, 0.0), Vec3::new(-1.0, -0.2, 0.3)),
        ("Skew -100 1 0 0 1 1 0", -100.0, Vec3::X, Vec3::new(1.0, 1.0, 0.0)),
    ] {
        let row = [a, b, a.cross(b), a + b * 2.0].map(|point| format!("{} {} {} ", point.x, point.y, point.z));
        let text = format!("{skew} Patch \"bicubic\" \"P\" [{}]", row.concat().repeat(4));
        let [turned, second, normal, sum] = first(&text)[..4] else { panic!("16 points") };
        assert!((turned.angle_between(a).to_degrees() - f32::abs(angle)).abs() < 0.02, "{skew}: {turned}");
        // Along the second axis, and towards it if the angle is above 0.
        let moved = turned - a;
        assert!(moved.cross(b).length() < 1e-4 && moved.dot(b) * angle > 0.0, "{skew}: {moved}");
        assert!(second.distance(b) < 1e-4 && normal.distance(a.cross(b)) < 1e-4, "{skew}: {second} {normal}");
        assert!(sum.distance(turned + second * 2.0) < 1e-4, "{skew}: {sum}");
    }
}

#[test]
fn one_sided_patches_show_their_outside() {
    let faces_up = |text: &str| {
        let scene = scene(&format!("Sides 1 {text}"));
        assert!(!scene.two_sided, "{text}");
        crate::reyes::geometry::patch::normal(&scene.patches[0], 0.5, 0.5).z > 0.0
    };
    // The cross product of the derivatives is up in the patch's coordinates, and a mirror of x leaves up where it is.
    for (text, expected) in [
        ("PATCH", true),
        ("Scale -1 1 1 PATCH", true),
        ("Scale -1 1 1 Scale 1 -1 1 PATCH", true),
        ("Scale 1 1 -1 PATCH", false),
        ("ReverseOrientation PATCH", false),
        ("ReverseOrientation Scale -1 1 1 PATCH", false),
        ("ReverseOrientation ReverseOrientation PATCH", true),
        ("Orientation \"inside\" PATCH", false),
        ("Orientation \"inside\" Orientation \"outside\" PATCH", true),
        ("Orientation \"inside\" ReverseOrientation PATCH", true),
        ("AttributeBegin Orientation \"inside\" AttributeEnd PATCH", true),
        // The camera's coordinates are left-handed, and a mirror's are not.
        ("Orientation \"lh\" PATCH", true),
        ("Orientation \"rh\" PATCH", false),
        ("Orientation \"rh\" Scale -1 1 1 PATCH", false),
        ("Scale -1 1 1 Orientation \"rh\" PATCH", true),
        ("Scale 1 1 -1 WorldBegin Orientation \"rh\" PATCH WorldEnd", true),
        ("Scale 1 1 -1 WorldBegin Orientation \"lh\" PATCH WorldEnd", false),
        ("Scale 1 1 -1 WorldBegin PATCH WorldEnd", true),
        ("Scale 1 1 -1 Orientation \"lh\" WorldBegin PATCH WorldEnd", false),
    ] {
        assert_eq!(faces_up(text), expected, "{text}");
    }
}

#[test]
fn notes_say_what_is_not_shown() {
    let geometry = "(only bicubic patches are drawn)";
    for (text, expected) in [
        (
            "WorldBegin\nSphere 1 -1 1 360\nPATCH\nPolygon \"P\" [0 0 0 1 0 0 0 1 0]\nSphere 1 -1 1 360\nWorldEnd",
            vec![
                format!("Sphere: 2 left out, first at line 2 {geometry}"),
                format!("Polygon: 1 left out, first at line 4 {geometry}"),
            ],
        ),
        (
            "Patch \"bicubic\" \"Cs\" [1 0 0 1 0 0 1 0 0 1 0 0]\n\"P\" [POINTS]",
            vec!["Cs: 1 left out, first at line 1 (a patch has one colour)".into()],
        ),
        (
            "WorldBegin LightSource \"distantlight\" 1\nLightSource \"a\" 2 \"intensity\" [3]\nSurface \"plastic\" PATCH WorldEnd",
            vec![
                "LightSource: 2 left out, first at line 1 (the example has lights of its own)".into(),
                "Surface: 1 left out, first at line 3 (patches look as `Color` and `Opacity` say)".into(),
            ],
        ),
        (
            "Opacity 1 .5 0\nColor 255 0 0 PATCH\nOpacity .5 .5 .5 Opacity 0 0 1 Opacity 1 1 1 PATCH",
            vec![
                "Opacity: 2 coloured, first at line 1 (the mean of red, green and blue is taken)".into(),
                "Color: 1 beyond 0 to 1, first at line 2 (less is 0, and more is 1)".into(),
            ],
        ),
        (
            "DepthOfField 2 1 3 WorldBegin\nFormat 640 480 1 PATCH WorldEnd",
            vec![
                "DepthOfField: 1 left out, first at line 1 (all is in focus)".into(),
                "Format: 1 left out, first at line 2 (it belongs before `WorldBegin`)".into(),
            ],
        ),
        // How exact a picture is, and where it goes, does not matter.
        (
            "Display \"a\" \"file\" \"rgba\" PixelSamples 4 4 ShadingRate 1 Attribute \"a\" \"string b\" \"c\" PATCH",
            vec![],
        ),
    ] {
        let (_, notes) = parse(&with_patch(text).replace("POINTS", POINTS)).expect(text);
        let expected: Vec<String> = expected;
        assert_eq!(notes, expected, "{text}");
    }
}

#[test]
fn notes_say_that_backs_are_seen() {
    for (text, two_sided, expected) in [
        (
            "Sides 1\nPATCH\nPATCH Sides 2\nPATCH",
            true,
            &["Sides: 2 of one side drawn from both, first at line 2 (as others have two)"][..],
        ),
        ("Sides 1 Opacity 1 1 1\nPATCH\nOpacity .5 .5 .5", false, &[]),
        (
            "Sides 1 Opacity .5 .5 .5\nPATCH",
            false,
            &["Sides: 1 of one side drawn from both, first at line 2 (as some are transparent)"],
        ),
    ] {
        let (scene, notes) = read(text);
        assert_eq!(
            (scene.two_sided, &notes[..]),
            (two_sided, &expected.iter().map(|note| String::from(*note)).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }
}

/// What stands for bytes that are no text may be in comments and strings alone.
#[test]
fn what_is_no_text_is_named() {
    assert_eq!(first("# caf\u{fffd}\nDisplay \"\u{fffd}\" PATCH # \u{fffd}"), first("PATCH"));
    for text in ["\u{fffd}@ PATCH", "Patch\u{fffd}", "Color 1 1\u{fffd} 0"] {
        let message = parse(&with_patch(text)).map(|_| ()).expect_err(text).message;
        assert!(message.starts_with("this is not text: binary RIB cannot be read"), "{text}: {message}");
    }
}

#[test]
fn strings_have_several_lines() {
    assert_eq!(first("Option \"a\" \"string b\" \"c\n d # e\n\" PATCH"), first("PATCH"));
    check_mistake("Option \"a\nb\"\n Translte", "3:2: `Translte` is no request");
    check_mistake("# \"a\nDisplay \"b\n\nTranslate 1 2 3", "2:9: this string has no end");
    let hint = "; a string goes from line 2 to line 4: is that right?";
    check_mistake("\nDisplay \"b\n\nPATCH", &format!("4:19: this string has no end{hint}"));
}

const GOOD: &str = "##RenderMan RIB é\nOption \"a\" \"b\" [1 -2.5e3]\nProjection \"perspective\" \"fov\" [40]\nTranslate 0 0 5\n\
    WorldBegin\nAttributeBegin\nColor [1 0 .5] Opacity 1 1 1 Sides 1 Orientation \"rh\"\nRotate 20 0 1 0\n\
    Skew 30 0 1 0 1 0 0 ConcatTransform [1 0 0 0 0 1 0 0 0 0 1 0 5 0 0 1]\nPATCH \"st\" [0 1]\nAttributeEnd\n\
    TransformBegin Scale 2 2 -2 MotionBegin [0 1] Surface \"a\" MotionEnd Sphere 1 -1 1 360\nPATCH\nTransformEnd\nWorldEnd";

/// Reads a text; a mistake must be in a place of it.
fn read_anything(text: &str) -> Result<(), Mistake> {
    let read = parse(text).map(|_| ());
    if let Err(Mistake { line, column, message }) = &read {
        let content = text.lines().nth(line - 1).unwrap_or("");
        assert!((1..=text.lines().count().max(1)).contains(line), "{line}: {message}\n{text}");
        assert!((1..=content.chars().count().max(1)).contains(column), "{line}:{column}: {message}\n{text}");
    }
    read
}

#[test]
fn a_file_that_ends_early_is_a_mistake() {
    let good = with_patch(GOOD);
    read_anything(&good).expect("well-formed");
    for (length, _) in good.char_indices() {
        read_anything(&good[..length]).expect_err(&format!("the first {length} bytes"));
    }
}

/// Words changed, exchanged, taken out and put in: a scene or a mistake with its place.
#[test]
fn no_text_is_too_strange() {
    const STRANGE: &[&str] = &[
        "[",
        "]",
        "\"",
        "\"P\"",
        "#",
        "\n",
        "nan",
        "1e999",
        "-",
        "é",
        "\\",
        "Patch",
        "WorldEnd",
        "MotionBegin",
        "AttributeEnd",
        "TransformBegin",
        "Identity",
        "1e6",
        "0",
        "Transform",
        "\u{0}",
        "Sides",
        "\r",
        "Skew",
    ];
    let good = with_patch(GOOD);
    let words: Vec<&str> = good.split(' ').collect();
    let mut scenes = 0;
    for seed in 0..4000u64 {
        println!("seed {seed}");
        let mut state = seed;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % limit
        };
        let mut changed = words.clone();
        for _ in 0..1 + below(3) {
            let (here, there) = (below(changed.len()), below(changed.len()));
            let strange = STRANGE[below(STRANGE.len())];
            match below(4) {
                0 => changed.swap(here, there),
                1 => _ = changed.remove(here),
                2 => changed.insert(here, strange),
                _ => changed.splice(here..=here, slice::from_ref(&strange).iter().copied()).for_each(drop),
            }
        }
        scenes += usize::from(read_anything(&changed.join(" ")).is_ok());
    }
    println!("{scenes} of 4000 are scenes");
    assert!((1..4000).contains(&scenes));
}
