//! Solves a sparse triangular system: a task for each row, which runs after the rows that it needs.

use super::{Row, Setting, expect, known};
use whipple::prelude::*;

/// A row of the matrix: finds its unknown, and counts for the rows that wait for it.
#[procedure(level = 2, max_spawns = 64)]
pub struct Unknown {
    /// Where the entries of each row begin.
    pub rows: Buffer<u32>,
    /// The column of each entry.
    pub columns: Buffer<u32>,
    /// The value of each entry. The diagonal is not stored: its values are 1.
    pub entries: Buffer<f64>,
    /// Where the followers of each row begin.
    pub followers: Buffer<u32>,
    /// The rows that wait for a row.
    pub following: Buffer<u32>,
    /// How many rows each row still waits for.
    pub waits_for: Buffer<u32>,
    pub right: Buffer<f64>,
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
        for i in self.followers.get(row)..self.followers.get(row + 1) {
            let next = self.following.get(i);
            ctx.spawn_after::<Unknown>(&self.waits_for, next, next);
        }
    }
}

/// The program.
#[program]
pub struct Solve {
    unknown: Unknown,
}

/// A matrix as of a grid of points: a front of rows that are ready moves over it.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let side = setting.size(1024, 32);
    let known::System { rows, columns, entries, followers, following, right, solution } = known::system(side);
    let waiting: Vec<u32> = rows.windows(2).map(|ends| ends[1] - ends[0]).collect();
    let device = setting.device;
    let program = Solve {
        unknown: Unknown {
            rows: device.buffer_from(&rows)?,
            columns: device.buffer_from(&columns)?,
            entries: device.buffer_from(&entries)?,
            followers: device.buffer_from(&followers)?,
            following: device.buffer_from(&following)?,
            waits_for: device.buffer_from(&waiting)?,
            right: device.buffer_from(&right)?,
            solution: device.buffer(solution.len())?,
        },
    };
    // The check rounds each product before it subtracts it. The device must do the same.
    let options = setting.options.clone().floating_point(FloatingPoint::Exact);
    let mut launcher = Launcher::with_options(device, &program, options)?;
    let first: Vec<u32> = (0..).zip(&waiting).filter(|(_, count)| **count == 0).map(|(row, _)| row).collect();
    launcher.seed::<Unknown>(&first)?;
    let Unknown { waits_for, solution: found, .. } = &program.unknown;
    setting.measure(format!("solve of {} rows", solution.len()), &mut launcher, |_| {
        expect("the system", &(found.read()? == solution), &true)?;
        found.write(&vec![0.0; solution.len()])?;
        waits_for.write(&waiting)
    })
}
