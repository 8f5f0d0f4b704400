//! What is said of each mistake, and where.

use super::*;

/// Checks what is said about a text in which `PATCH` is a patch, and `POINTS` are control points.
pub fn check_mistake(text: &str, expected: &str) {
    let Mistake { line, column, message } =
        parse(&with_patch(text).replace("POINTS", POINTS)).map(|_| ()).expect_err(text);
    let found = format!("{line}:{column}: {message}");
    assert!(found.starts_with(expected), "{text:?} gave\n{found} and not\n{expected}");
}

#[test]
fn mistakes_of_words_are_named_with_their_place() {
    for (text, expected) in [
        ("\n  17", "2:3: expected a request, as `Patch \"bicubic\" \"P\" [ … ]`"),
        ("\"abc\" 5 PATCH", "1:1: expected a request"),
        ("Display \"a", "1:9: this string has no end"),
        ("Display \"a\\\"", "1:9: this string has no end"),
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
        (
            "Basis \"nurbs\" 1 \"b-spline\" 1",
            "1:7: expected \"bezier\", \"b-spline\", \"catmull-rom\", \"hermite\", \"power\" or `[16",
        ),
        ("Basis \"bezier\" 3 5 PATCH", "1:18: expected \"bezier\", "),
        ("Basis \"bezier\" 3 \"bezier\" 3 1 PATCH", "1:29: `Basis` has two bases, each with its step"),
        ("Basis \"bezier\"", "1:1: `Basis` has two bases: expected \"bezier\""),
        ("Basis [1 0 0 0 0 1 0 0 0 0 1 0 0 0 0] 3 \"bezier\" 3 PATCH", "1:7: a basis has 16 numbers; here are only 15"),
        ("Projection \"perspective\" \"fov\" [180]", "1:33: a field of view is more than 0 and less than 180"),
        ("Projection \"perspective\" \"fov\" \"x\"", "1:32: expected the field of view in degrees"),
        ("Format 1 2", "1:1: Format has 3 numbers; here are only 2"),
        ("ScreenWindow 1 1 0 2", "1:1: this window is empty"),
        ("FrameAspectRatio 0", "1:1: a picture's width by its height is above 0"),
        ("Clipping 5 2", "1:1: expected the depths of the near plane"),
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
