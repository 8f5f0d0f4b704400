//! Reads patch files; `teapot.txt` says what they look like.

use super::{
    Scene,
    file::{Mistake, coordinate},
    surface::{CLAY, Surface},
    view::View,
};
use crate::reyes::geometry::patch::Patch;
use whipple::prelude::*;

/// A word of a line, and the column of its first character, from 1.
#[derive(Clone, Copy)]
struct Word<'t> {
    column: usize,
    text: &'t str,
}

/// The words of a line before any comment.
fn words(line: &str) -> Vec<Word<'_>> {
    let line = line.split('#').next().unwrap_or("");
    let mut words = Vec::new();
    let mut start = None;
    for (column, (index, character)) in (1..).zip(line.char_indices()) {
        match (character.is_whitespace(), start) {
            (false, None) => start = Some((column, index)),
            (true, Some((column, begin))) => {
                words.push(Word { column, text: &line[begin..index] });
                start = None;
            }
            _ => {}
        }
    }
    if let Some((column, begin)) = start {
        words.push(Word { column, text: &line[begin..] });
    }
    words
}

/// Reads the text of a patch file.
///
/// # Errors
/// What is wrong first, and where; also coordinates that are not finite or larger than a million, and a text without patches.
pub fn parse(text: &str) -> Result<Scene, Mistake> {
    let mut patches = Vec::new();
    let mut surfaces = Vec::new();
    let mut surface = Surface { diffuse: CLAY, opacity: 1.0, motion: Vec3::ZERO };
    // The patch being read: its first line, and its control points so far.
    let mut open: Option<(usize, Vec<Vec3>)> = None;
    let mut last_line = 1;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        last_line = number;
        let mistake = |column, message| Mistake { line: number, column, message };
        let words = words(line);
        let Some(first) = words.first() else { continue };
        if let "patch" | "surface" | "motion" = first.text {
            if let Some((start, points)) = &open {
                let rows = points.len() / 4;
                let message = format!("the patch of line {start} has only {rows} of 4 rows of control points");
                return Err(mistake(first.column, message));
            }
            match first.text {
                "surface" => {
                    let [red, green, blue, opacity] = numbers(number, "`surface RED GREEN BLUE OPACITY`", &words[1..])?;
                    if let Some(k) = [red, green, blue, opacity].iter().position(|part| !(0.0..=1.0).contains(part)) {
                        let message = format!("`{}` is not between 0 and 1", words[k + 1].text);
                        return Err(mistake(words[k + 1].column, message));
                    }
                    (surface.diffuse, surface.opacity) = (Vec3::new(red, green, blue), opacity);
                }
                "motion" => surface.motion = Vec3::from_array(numbers(number, "`motion X Y Z`", &words[1..])?),
                _ => open = Some((number, Vec::with_capacity(16))),
            }
            continue;
        }
        let Some((start, mut points)) = open.take() else {
            return Err(mistake(first.column, format!("expected `patch NAME`, found `{}`", first.text)));
        };
        let row: [f32; 12] = numbers(number, "a row of four control points, which is 12 numbers", &words)?;
        points.extend([0, 3, 6, 9].map(|k| Vec3::new(row[k], row[k + 1], row[k + 2])));
        match <[Vec3; 16]>::try_from(points) {
            Ok(points) => {
                patches.push(Patch { points });
                surfaces.push(surface);
            }
            Err(points) => open = Some((start, points)),
        }
    }
    if let Some((line, points)) = open {
        let rows = points.len() / 4;
        let message = format!("the file ends after {rows} of 4 rows of this patch's control points");
        return Err(Mistake { line, column: 1, message });
    }
    if patches.is_empty() {
        let message = "the file has no patch: expected `patch NAME` and four rows of control points".into();
        return Err(Mistake { line: last_line, column: 1, message });
    }
    let two_sided = surfaces.iter().any(|surface| surface.opacity < 1.0);
    let view = View::around(patches.iter().flat_map(|patch| patch.points));
    Ok(Scene { patches, surfaces, two_sided, view, view_is_given: false, left_handed: false, format: None })
}

/// The numbers that all these words must be; `expected` says what they are.
fn numbers<const N: usize>(line: usize, expected: &str, words: &[Word<'_>]) -> Result<[f32; N], Mistake> {
    if words.len() != N {
        // The first word too many, or the last that is there.
        let column = words.get(N).or(words.last()).map_or(1, |word| word.column);
        return Err(Mistake { line, column, message: format!("expected {expected}, found {} words", words.len()) });
    }
    let mut numbers = [0.0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = coordinate(word.text).map_err(|message| Mistake { line, column: word.column, message })?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let Mistake { line, column, message } = parse(text).expect_err("must be refused");
        format!("{line}:{column}: {message}")
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let row = "0 0 0  1 0 0  2 0 0  3 0 0\n";
        assert_eq!(error(""), "1:1: the file has no patch: expected `patch NAME` and four rows of control points");
        assert_eq!(error("# nothing\n  1 2 3"), "2:3: expected `patch NAME`, found `1`");
        assert_eq!(
            error(&format!("patch a\n{row}{row}")),
            "1:1: the file ends after 2 of 4 rows of this patch's control points"
        );
        assert_eq!(
            error(&format!("patch a\n{row}patch b")),
            "3:1: the patch of line 1 has only 1 of 4 rows of control points"
        );
        let expected = "expected a row of four control points, which is 12 numbers, found";
        assert_eq!(error(&format!("patch a\n{row}1 2 3")), format!("3:5: {expected} 3 words"));
        assert_eq!(error(&format!("patch a\n{} 17", row.trim())), format!("2:28: {expected} 13 words"));
        let with = |word: &str| format!("patch a\n{}", row.replace('3', word));
        assert_eq!(error(&with("NaN")), "2:22: the coordinate `NaN` is not finite");
        assert_eq!(error(&with("1e99")), "2:22: the coordinate `1e99` is not finite");
        assert_eq!(error(&with("1e9")), "2:22: the coordinate `1e9` is absurd: the limit is a million");
        assert_eq!(error(&with("\u{e9}")), "2:22: `\u{e9}` is not a number");
        assert_eq!(error("surface 0 0 0"), "1:13: expected `surface RED GREEN BLUE OPACITY`, found 3 words");
        assert_eq!(error("surface 0 0 1.5 1"), "1:13: `1.5` is not between 0 and 1");
        assert_eq!(error("motion a 0 0"), "1:8: `a` is not a number");
    }

    #[test]
    fn surfaces_and_motions_hold_for_the_patches_below() {
        let rows = "0 0 0  1 0 0  2 0 0  3 0 0\n".repeat(4);
        let text = format!("patch a\n{rows}surface 1 0 0.5 0.25 # red\nmotion 0 1 2\npatch b\n{rows}");
        let scene = parse(&text).expect("well-formed");
        assert_eq!((scene.surfaces[0].diffuse, scene.surfaces[0].opacity), (CLAY, 1.0));
        let second = Surface { diffuse: Vec3::new(1.0, 0.0, 0.5), opacity: 0.25, motion: Vec3::new(0.0, 1.0, 2.0) };
        assert_eq!((scene.surfaces[1], scene.two_sided), (second, true));
        assert!(scene.is_moving() && scene.is_transparent());
    }
}
