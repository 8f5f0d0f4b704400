//! What is read of RIB, and what is said of each mistake and where.

use super::*;
use std::slice;

const POINTS: &str =
    "0 0 0 1 0 0 2 0 0 3 0 0  0 1 0 1 1 0 2 1 0 3 1 0  0 2 0 1 2 0 2 2 0 3 2 0  0 3 0 1 3 0 2 3 0 3 3 0";

/// A text in which `PATCH` is a patch.
fn with_patch(text: &str) -> String {
    text.replace("PATCH", &format!("Patch \"bicubic\" \"P\" [{POINTS}]"))
}

/// The scene of a text in which `PATCH` is a patch, without any notes.
fn scene(text: &str) -> Scene {
    let (scene, notes) = parse(&with_patch(text)).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    assert_eq!(notes, Vec::<String>::new(), "{text}");
    scene
}

/// The first patch of a text.
fn first(text: &str) -> [Vec3; 16] {
    scene(text).patches[0].points
}

/// Checks what is said about a text in which `PATCH` is a patch, and `POINTS` are control points.
fn check_mistake(text: &str, expected: &str) {
    let Mistake { line, column, message } =
        parse(&with_patch(text).replace("POINTS", POINTS)).map(|_| ()).expect_err(text);
    let found = format!("{line}:{column}: {message}");
    assert!(found.starts_with(expected), "{text:?} gave\n{found} and not\n{expected}");
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
    assert_eq!((scene.surfaces[1].diffuse, scene.surfaces[1].opacity), (CLAY, 1.0));
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
        super::super::patch::normal(&scene.patches[0], 0.5, 0.5).z > 0.0
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
    for (text, two_sided, expected) in [
        (
            "WorldBegin\nSphere 1 -1 1 360\nPATCH\nPolygon \"P\" [0 0 0 1 0 0 0 1 0]\nSphere 1 -1 1 360\nWorldEnd",
            true,
            &[
                "left out, as only bicubic patches of one colour each are drawn: 2 Sphere (from line 2 on), 1 Polygon (line 4)",
            ][..],
        ),
        (
            "Patch \"bicubic\" \"Cs\" [1 0 0 1 0 0 1 0 0 1 0 0]\n\"P\" [POINTS]",
            true,
            &["left out, as only bicubic patches of one colour each are drawn: 1 Cs (line 1)"],
        ),
        (
            "Sides 1\nPATCH\nPATCH Sides 2\nPATCH",
            true,
            &["all patches are seen from both sides, as others have two: also 2 of one side (from line 2 on)"],
        ),
        ("Sides 1 Opacity 1 1 1\nPATCH\nOpacity .5 .5 .5", false, &[]),
        (
            "Sides 1 Opacity .5 .5 .5\nPATCH",
            false,
            &["all patches are seen from both sides, as some are transparent: also 1 of one side (line 2)"],
        ),
    ] {
        let (scene, notes) = parse(&with_patch(text).replace("POINTS", POINTS)).expect(text);
        assert_eq!(notes, expected, "{text}");
        assert_eq!(scene.two_sided, two_sided, "{text}");
    }
}

#[test]
fn mistakes_of_words_are_named_with_their_place() {
    for (text, expected) in [
        ("\n  17", "2:3: expected a request, as `Patch \"bicubic\" \"P\" [ … ]`"),
        ("\"abc\" 5 PATCH", "1:1: expected a request"),
        ("Display \"a", "1:9: this string has no end on its line"),
        ("Display \"a\\\"", "1:9: this string has no end on its line"),
        ("é", "1:1: `é` is neither a request nor a number"),
        ("PATCH\n \u{7}", "2:2: `\\u{7}` is neither a request nor a number"),
        ("Format 1x2", "1:8: `1x2` is not a number"),
        ("Translte 1 2 3\nPATCH", "1:1: `Translte` is no request: did you mean `Translate`?"),
        ("WorldBegin patch \"bicubic\"", "1:12: `patch` is no request: did you mean `Patch`?"),
        ("PATCH\nSpere 1", "2:1: `Spere` is no request: did you mean `Sphere`?"),
        ("PATCH Quaternions 1", "1:122: `Quaternions` is neither a number nor a request that is known"),
        ("Translate 1 x 3 PATCH", "1:13: `x` is neither a number nor a request that is known"),
        ("Translate 1 nan 3 PATCH", "1:13: the coordinate `nan` is not finite"),
    ] {
        check_mistake(text, expected);
    }
}

#[test]
fn mistakes_of_brackets_are_named_with_their_place() {
    let patch = "Patch \"bicubic\" \"P\"";
    for (text, expected) in [
        (format!("{patch} [[ POINTS ]"), "1:22: arrays have no arrays in them: delete this `[`"),
        (format!("{patch} [ POINTS ]]"), "1:123: this `]` closes nothing: its `[` is missing"),
        ("PATCH\n]".into(), "2:1: this `]` closes nothing: its `[` is missing"),
        (format!("{patch}\n1 ]"), "2:3: this `]` closes nothing: its `[` is missing"),
        (
            format!("WorldBegin\n{patch} [ POINTS\nWorldEnd"),
            "2:21: this `[` is not closed before `WorldEnd` in line 3: expected `]`",
        ),
        (format!("WorldBegin\n{patch} [ POINTS"), "2:21: this `[` is never closed: expected `]`"),
        ("Option \"a\" [1 2 PATCH".into(), "1:12: this `[` is not closed before `Patch` in line 1"),
        ("Color [1 0] 0 PATCH".into(), "1:1: Color has 3 numbers; here are only 2"),
        ("Color [1 0 0] 0 PATCH".into(), "1:15: Color ends with its `]`: expected a request"),
        ("Color 1 [0 0] PATCH".into(), "1:9: expected number 2 of the 3 of Color"),
    ] {
        check_mistake(&text, expected);
    }
}

#[test]
fn mistakes_of_numbers_are_named_with_their_place() {
    let patch = |from: &str, to: &str| format!("Patch \"bicubic\" \"P\"\n[{}]", POINTS.replacen(from, to, 1));
    for (text, expected) in [
        ("Color [1 0]".into(), "1:1: Color has 3 numbers; here are only 2"),
        ("Translate 1 2 3 4".into(), "1:17: Translate has 3 numbers; this is one more"),
        ("Translate 1 \"a\" 3".into(), "1:13: expected number 2 of the 3 of Translate"),
        (patch("2 2 0", "2 x2 0"), "2:66: `x2` is not a number"),
        (patch("2 2 0", "2 +x 0"), "2:66: `+x` is not a number"),
        (patch("2 2 0", "2 1.2.3 0"), "2:66: `1.2.3` is not a number"),
        (patch("2 2 0", "2 nan 0"), "2:66: the coordinate `nan` is not finite"),
        (patch("2 2 0", "2 -inf 0"), "2:66: the coordinate `-inf` is not finite"),
        (patch("2 2 0", "2 1e999 0"), "2:66: the coordinate `1e999` is not finite"),
        (patch("2 2 0", "2 1e7 0"), "2:66: the coordinate `1e7` is absurd"),
        (patch("2 2 0", "2 \"2\" 0"), "2:66: expected number 32 of the 48 of \"P\""),
        (patch("2 2 0", "2 2"), "1:17: \"P\" has 48 numbers; here are only 47"),
        (patch("3 3 0", "3 3 0 7"), "2:101: \"P\" has 48 numbers; this is one more"),
        ("Rotate 5 0 0 0".into(), "1:1: the axis of this rotation has no length"),
        ("Skew 5 0 0 0 1 0 0".into(), "1:1: an axis of this skew has no length"),
        ("Skew 5 2 0 0 -1 0 0".into(), "1:1: the axes of this skew are parallel"),
        (
            "Skew 90 0 1 0 1 0 0".into(),
            "1:1: a skew by 90 degrees is none: with these axes it is more than -90.0 and less than 90.0",
        ),
        ("Skew -135 1 0 0 1 1 0".into(), "1:1: a skew by -135 degrees is none"),
        ("Sides 3".into(), "1:7: a surface has 1 or 2 sides"),
        ("Scale 999999 1 1 PATCH".into(), "1:18: a control point, transformed: the coordinate"),
        // Overflows to what is not a number in x alone.
        (
            format!("{} PATCH", "Scale 999999 1 1 ".repeat(7)),
            "1:121: a control point, transformed: the coordinate `NaN`",
        ),
    ] {
        check_mistake(&text, expected);
    }
}

#[test]
fn mistakes_of_arguments_are_named_with_their_place() {
    for (text, expected) in [
        ("PATCH\n\"abc\" 5", "2:1: expected a request: as a parameter, \"abc\" needs `[ … ]` or a `Declare`"),
        ("PATCH\n\"abc\" \"b\"", "2:1: expected a request: as a parameter, \"abc\" needs"),
        ("PATCH\n\"abc\" [5] 5", "2:11: expected the name of a parameter, as \"P\", or a request"),
        ("PATCH\n[5]", "2:1: expected the name of a parameter"),
        ("PATCH\n\"abc\"", "2:1: the parameter \"abc\" has no value"),
        ("Patch \"bicubic\" \"P\" \"st\" [1]", "1:17: the parameter \"P\" has no value"),
        ("WorldBegin \"abc\" 5 PATCH WorldEnd", "1:12: `WorldBegin` has no arguments: expected a request"),
        ("AttributeBegin PATCH AttributeEnd 5", "1:150: `AttributeEnd` has no arguments: expected a request"),
        ("Identity 1", "1:10: `Identity` has no arguments: expected a request"),
        ("Orientation \"left\"", "1:13: expected one of \"outside\", \"inside\", \"lh\", \"rh\" for `Orientation`"),
        ("Orientation", "1:1: expected one of"),
        ("Orientation \"lh\" 1", "1:18: `Orientation` has one argument: expected a request"),
        ("Patch", "1:1: expected `Patch \"bicubic\" \"P\" [48 numbers]`"),
        ("Patch \"bilinear\" \"P\" [1]", "1:7: expected \"bicubic\": other patches cannot be read"),
        ("Patch \"bicubic\"", "1:1: this patch has no control points: expected \"P\" [48 numbers]"),
        ("Patch \"bicubic\" \"Pz\" [1]", "1:1: this patch has no control points"),
        ("Patch \"bicubic\" \"P\" [1 2]", "1:17: \"P\" has 48 numbers; here are only 2"),
        ("Basis \"b-spline\" 1 \"b-spline\" 1", "1:7: only patches of the basis \"bezier\" can be read"),
        ("Basis \"bezier\" 3 \"b-spline\" 1 PATCH", "1:18: only patches of the basis \"bezier\" can be read"),
        ("Basis [1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1] 3 \"bezier\" 3 PATCH", "1:7: only patches of the basis"),
    ] {
        check_mistake(text, expected);
    }
}

#[test]
fn mistakes_of_blocks_are_named_with_their_place() {
    for (text, expected) in [
        ("AttributeEnd", "1:1: `AttributeEnd` ends a block that did not begin"),
        ("PATCH\nWorldEnd", "2:1: `WorldEnd` ends a block that did not begin"),
        (
            "AttributeBegin\nPATCH\n TransformEnd",
            "3:2: `TransformEnd` cannot end the `AttributeBegin` of line 1: expected `AttributeEnd`",
        ),
        (
            "WorldBegin\nTransformBegin\nPATCH\nWorldEnd",
            "4:1: `WorldEnd` cannot end the `TransformBegin` of line 2: expected `TransformEnd`",
        ),
        ("FrameBegin 1 WorldBegin PATCH\nFrameEnd", "2:1: `FrameEnd` cannot end the `WorldBegin`"),
        ("SolidBegin \"union\" PATCH\nAttributeEnd", "2:1: `AttributeEnd` cannot end the `SolidBegin`"),
        ("\n AttributeBegin PATCH", "2:2: `AttributeBegin` is never ended: expected `AttributeEnd`"),
        ("WorldBegin PATCH", "1:1: `WorldBegin` is never ended: expected `WorldEnd`"),
        ("MotionBegin [0 1]", "1:1: `MotionBegin` is never ended: expected `MotionEnd`"),
        ("WorldBegin\nWorldBegin", "2:1: a world cannot be in a world"),
        ("WorldBegin PATCH WorldEnd\nWorldBegin", "2:1: patches before this world would be drawn with it"),
        ("WorldBegin WorldEnd\nPATCH", "2:1: this patch is outside of the world: write it before `WorldEnd`"),
        ("SolidBegin \"difference\" PATCH", "1:12: expected one of \"primitive\", \"union\" for `SolidBegin`"),
    ] {
        check_mistake(text, expected);
    }
}

#[test]
fn what_would_lose_patches_is_refused() {
    let motion =
        "what moves cannot be read: write where it is, without `MotionBegin`; the option `--motion X,Y,Z` moves";
    for (text, expected) in [
        ("\nMotionBegin [0 1] Translate 0 0 0 Translate 1 0 0 MotionEnd PATCH", format!("2:1: {motion}")),
        ("WorldBegin\nMotionBegin [0 1] PATCH PATCH MotionEnd WorldEnd", format!("2:1: {motion}")),
        ("WorldBegin\n MotionBegin [0 1] Color 1 0 0 Color 1 1 0 MotionEnd", format!("2:2: {motion}")),
        ("TransformBegin MotionBegin [0] Identity MotionEnd PATCH", format!("1:16: {motion}")),
        ("ObjectBegin 1 PATCH ObjectEnd", "1:1: objects cannot be read: write their patches where".into()),
        ("PATCH\nObjectInstance 1", "2:1: objects cannot be read".into()),
        ("PATCH\nReadArchive \"a.rib\"", "2:1: archives cannot be read: put what is in the archive here".into()),
        ("ArchiveBegin \"a\" PATCH ArchiveEnd", "1:1: archives cannot be read".into()),
        ("PATCH\nProcedural \"RunProgram\" [\"a\"] [0]", "2:1: what a program makes cannot be read".into()),
        ("IfBegin \"$a\" PATCH IfEnd", "1:1: conditions cannot be read".into()),
        ("DetailRange [0 0 1 2] PATCH", "1:1: levels of detail cannot be read".into()),
        ("ColorSamples [1 1 1] [1 1 1] Color 0.5", "1:1: colours are red, green and blue".into()),
        ("PatchMesh \"bicubic\"", "1:1: meshes of patches cannot be read: write each as `Patch \"bicubic\"`".into()),
        ("WorldBegin\nPerspective 40 PATCH", "2:1: a perspective bends patches".into()),
        ("WorldBegin\nCoordSysTransform \"a\" PATCH", "2:1: named coordinate systems are not known".into()),
        ("ConcatTransform [1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0]\nPATCH", "1:1: this matrix is a perspective".into()),
        ("Scale 1 1 1\nTransform [1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 0]\nPATCH", "2:1: this matrix is a perspective".into()),
        ("WorldBegin\nWorldEnd", "2:1: the file has no patch: expected `Patch \"bicubic\" \"P\" [48 numbers]`".into()),
        ("", "1:1: the file has no patch".into()),
        ("# a\n# b", "2:1: the file has no patch".into()),
        ("WorldBegin\n  Sphere 1 -1 1 360\nWorldEnd", "2:3: `Sphere` cannot be read, and the file has no patch".into()),
    ] {
        check_mistake(text, &expected);
    }
}

#[test]
fn what_is_no_text_is_named() {
    assert!(not_text(&[0x1f, 0x8b, 8]).contains("compressed by gzip"));
    assert!(not_text(&[0xa6, 0x40]).contains("binary RIB"));
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
