//! Queens on a board that do not reach each other: a task for each queen that is placed.

use super::{Row, Setting, expect};
use whipple::prelude::*;

/// Queens on the first rows: the columns and diagonals of the next row that they reach.
#[device]
#[derive(Clone, Copy)]
pub struct Board {
    pub rows_left: u32,
    pub columns: u32,
    pub left: u32,
    pub right: u32,
}

#[device]
impl Board {
    /// The columns of the next row that no queen reaches.
    pub fn free(&self, size: u32) -> u32 {
        !(self.columns | self.left | self.right) & ((1 << size) - 1)
    }

    /// With one queen more, in the next row.
    pub fn with(&self, queen: u32) -> Board {
        Board {
            rows_left: self.rows_left - 1,
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
        }
    }
}

/// Counts the ways to place the other queens.
#[procedure(level = 2, max_spawns = 32)]
pub struct Place {
    pub size: u32,
    /// With fewer rows left one thread goes on alone.
    pub alone: u32,
}

#[execute]
impl Execute for Place {
    type Item = Board;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, board: &Board) {
        if board.rows_left <= self.alone {
            return ctx.finish(if board.rows_left == 0 { 1 } else { ways(board, self.size) });
        }
        let ways = ctx.finish_with_sum(0);
        let mut free = board.free(self.size);
        while free != 0 {
            ways.fork::<Place>(board.with(free & free.wrapping_neg()));
            free &= free - 1;
        }
    }
}

/// The same in one thread, of a board that has rows left: what is still to be tried waits in `free`, a row each.
#[device]
pub fn ways(board: &Board, size: u32) -> u64 {
    let (mut boards, mut free) = ([*board; 32], [board.free(size); 32]);
    let (mut row, mut found) = (0, 0);
    loop {
        let queen = free[row] & free[row].wrapping_neg();
        free[row] ^= queen;
        if queen == 0 && row == 0 {
            return found;
        } else if queen == 0 {
            row -= 1;
        } else if boards[row].rows_left == 1 {
            found += 1;
        } else {
            boards[row + 1] = boards[row].with(queen);
            row += 1;
            free[row] = boards[row].free(size);
        }
    }
}

/// The program.
#[program]
pub struct Queens {
    place: Place,
}

/// Runs the program twice. First every queen is a task, then only those on the first half of the rows are. OEIS A000170 lists how many ways
/// there are to place 16 queens.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let (size, known) = if setting.quick { (8, 92) } else { (16, 14_772_512) };
    let mut rows = Vec::new();
    for alone in [0, size / 2] {
        let program = Queens { place: Place { size, alone } };
        let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
        launcher.seed::<Place>(&[Board { rows_left: size, columns: 0, left: 0, right: 0 }])?;
        let check = |launcher: &Launcher<'_, Queens>| expect("the search", &launcher.outputs::<Place>()?, &vec![known]);
        rows.extend(setting.measure(format!("{size} queens, {alone} rows alone"), &mut launcher, check)?);
    }
    Ok(rows)
}
