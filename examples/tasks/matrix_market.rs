//! Lower triangles of matrices in the exchange format of Matrix Market (Boisvert, Pozo and Remington, NISTIR 5935, 1996).

use std::{fs, path::Path};
use whipple::prelude::Error;

/// Rows of a lower triangle: columns below the diagonal, each with its value, which is divided by that of the diagonal; and these values.
pub struct Triangle {
    pub rows: Vec<Vec<(u32, f64)>>,
    pub diagonal: Vec<f64>,
}

/// Reads the lower triangle of a matrix of real numbers, with a diagonal that has no zeros. Entries above it are left out.
pub fn read(path: &Path) -> Result<Triangle, Error> {
    let text = fs::read_to_string(path)
        .map_err(|error| Error::other(format!("{} cannot be read: {error}", path.display()), None))?;
    parse(&text).map_err(|what| Error::other(format!("{}: {what}", path.display()), None))
}

fn parse(text: &str) -> Result<Triangle, String> {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let (_, head) = lines.next().unwrap_or_default();
    let words: Vec<String> = head.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["%%matrixmarket", "matrix", "coordinate", "real" | "integer" | "pattern", "general" | "symmetric"] = words[..]
    else {
        return Err(
            "line 1 is not `%%MatrixMarket matrix coordinate real general`, or with `integer`, `pattern`, `symmetric`"
                .to_owned(),
        );
    };
    let is_pattern = words[3] == "pattern";
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let (number, sizes) = lines.next().ok_or("there is no line with the size")?;
    let sizes: Vec<Option<usize>> = sizes.split_whitespace().map(|size| size.parse().ok()).collect();
    let [Some(height), Some(width), Some(entries)] = sizes[..] else {
        return Err(format!("line {number} is not the number of rows, of columns and of entries"));
    };
    if height != width || height == 0 || u32::try_from(height).is_err() {
        return Err(format!(
            "a triangular system is square and has rows: this matrix has {height} rows and {width} columns"
        ));
    }
    let (mut rows, mut diagonal, mut count) = (vec![Vec::new(); height], vec![0.0; height], 0);
    for (number, line) in lines {
        let (row, column, value) =
            entry(line, is_pattern, height).ok_or_else(|| format!("line {number} is no entry: {line}"))?;
        count += 1;
        if row == column {
            diagonal[row] += value;
        } else if column < row {
            rows[row].push((column as u32, value));
        }
    }
    if count != entries {
        return Err(format!("it has {count} entries, and its size says {entries}"));
    }
    for (number, (row, diagonal)) in (1..).zip(rows.iter_mut().zip(&diagonal)) {
        if *diagonal == 0.0 {
            return Err(format!("the diagonal is zero in row {number}"));
        }
        row.iter_mut().for_each(|(_, value)| *value /= diagonal);
    }
    Ok(Triangle { rows, diagonal })
}

/// Row, column and value of an entry. The file counts from one.
fn entry(line: &str, is_pattern: bool, size: usize) -> Option<(usize, usize, f64)> {
    let mut words = line.split_whitespace();
    let mut index = || words.next()?.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < size);
    let (row, column) = (index()?, index()?);
    let value = if is_pattern { 1.0 } else { words.next()?.parse().ok()? };
    words.next().is_none().then_some((row, column, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_read() {
        let text =
            "%%MatrixMarket matrix coordinate real general\n% a comment\n3 3 5\n1 1 2\n2 1 4\n2 2 8\n\n3 3 1\n1 3 9\n";
        let Triangle { rows, diagonal } = parse(text).expect("a triangle");
        assert_eq!(rows, [vec![], vec![(0, 0.5)], vec![]]);
        assert_eq!(diagonal, [2.0, 8.0, 1.0]);
    }

    #[test]
    fn mistakes_are_said() {
        let head = "%%MatrixMarket matrix coordinate real symmetric\n";
        let said = |text: &str| parse(text).err().unwrap_or_default();
        assert!(said("1 1 1\n").starts_with("line 1 is not"));
        assert_eq!(said(head), "there is no line with the size");
        assert_eq!(said(&format!("{head}2 2\n")), "line 2 is not the number of rows, of columns and of entries");
        assert!(said(&format!("{head}2 x 1\n")).starts_with("line 2 is not the number of rows"));
        assert!(said(&format!("{head}2 3 1\n")).ends_with("2 rows and 3 columns"));
        assert_eq!(said(&format!("{head}1 1 1\n2 1 1\n")), "line 3 is no entry: 2 1 1");
        assert_eq!(said(&format!("{head}1 1 2\n1 1 1\n")), "it has 1 entries, and its size says 2");
        assert_eq!(said(&format!("{head}2 2 1\n1 1 1\n")), "the diagonal is zero in row 2");
    }
}
