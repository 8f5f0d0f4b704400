//! Solves a sparse triangular system: a task for each row, which runs after the rows that it needs.

use super::{Row, Setting, expect, known::System};
use whipple::prelude::*;

/// Rows that a task counts for, before it leaves the rest to another task.
#[device]
const AT_ONCE: u32 = 32;

/// A row of the matrix: finds its unknown.
#[procedure(level = 2)]
pub struct Unknown {
    /// Where the entries of each row begin.
    pub rows: ReadOnly<u32>,
    /// The column of each entry.
    pub columns: ReadOnly<u32>,
    /// The value of each entry. The diagonal is not stored: its values are 1.
    pub entries: ReadOnly<f64>,
    /// Where the followers of each row begin.
    pub followers: ReadOnly<u32>,
    pub right: ReadOnly<f64>,
    pub solution: Buffer<f64>,
}

#[execute]
impl Execute for Unknown {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &row: &u32) {
        let mut value = self.right.get(row);
        for i in self.rows.get(row)..self.rows.get(row + 1) {
            value -= self.entries.get(i) * self.solution.get(self.columns.get(i));
        }
        self.solution.set(row, value);
        ctx.spawn::<Follow>([self.followers.get(row), self.followers.get(row + 1)]);
    }
}

/// Counts for rows that wait for a row which is known now: each runs when it was counted for by all that it needs.
#[procedure(level = 2, max_spawns = 33)]
pub struct Follow {
    /// The rows that wait for a row.
    pub following: ReadOnly<u32>,
    /// How many rows each row still waits for.
    pub waits_for: Buffer<u32>,
}

#[execute]
impl Execute for Follow {
    type Item = [u32; 2];
    fn execute(&self, ctx: &Context<Self>, &[first, end]: &[u32; 2]) {
        let stop = end.min(first + AT_ONCE);
        for i in first..stop {
            let next = self.following.get(i);
            ctx.spawn_after::<Unknown>(&self.waits_for, next, next);
        }
        if stop < end {
            ctx.spawn::<Follow>([stop, end]);
        }
    }
}

/// The program.
#[program]
pub struct Solve {
    unknown: Unknown,
    follow: Follow,
}

/// A matrix from a file, or as of a grid of points: a front of rows that are ready moves over it.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let grid = || Ok(System::of_grid(setting.size(1024, 32)));
    let system = setting.matrix.map_or_else(grid, System::of_file)?;
    let waiting: Vec<u32> = system.rows.windows(2).map(|ends| ends[1] - ends[0]).collect();
    let (device, size) = (setting.device, system.solution.len());
    let program = Solve {
        unknown: Unknown {
            rows: device.buffer_from(&system.rows)?.read_only(),
            columns: device.buffer_from(&system.columns)?.read_only(),
            entries: device.buffer_from(&system.entries)?.read_only(),
            followers: device.buffer_from(&system.followers)?.read_only(),
            right: device.buffer_from(&system.right)?.read_only(),
            solution: device.buffer(size)?,
        },
        follow: Follow {
            following: device.buffer_from(&system.following)?.read_only(),
            waits_for: device.buffer_from(&waiting)?,
        },
    };
    // The check rounds each product before it subtracts it. The device must do the same.
    let options = setting.options.clone().floating_point(FloatingPoint::Exact);
    let mut launcher = Launcher::with_options(device, &program, options)?;
    let first: Vec<u32> = (0..).zip(&waiting).filter(|(_, count)| **count == 0).map(|(row, _)| row).collect();
    launcher.seed::<Unknown>(&first)?;
    let (waits_for, found) = (&program.follow.waits_for, &program.unknown.solution);
    setting.measure(format!("solve of {size} rows"), &mut launcher, |_| {
        expect("the system", &(found.read()? == system.solution), &true)?;
        found.write(&vec![0.0; size])?;
        waits_for.write(&waiting)
    })
}
