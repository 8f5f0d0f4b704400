//! A city piece by piece: each is derived, handed on and forgotten before the next, so that a city may be larger than memory.

use crate::city::{
    derive::{Derivation, Deriver, first_room},
    instance::{Instance, sorted},
    layout::Block,
    owners::Owners,
    plan::{PIECE, Plan, Tile},
    rules::RuleSet,
};
use std::{collections::btree_map, mem::take};
use whipple::prelude::*;

/// A piece of a city.
pub struct Piece {
    /// The blocks that it is.
    pub tile: Tile,
    /// All that is there, in an order that does not depend on the schedule.
    pub instances: Vec<Instance>,
    /// Which building each is a part of.
    pub owners: Owners,
}

/// The pieces of a city, each derived when it is asked for.
pub struct Pieces<'d, R: RuleSet> {
    plan: &'d Plan,
    tiles: btree_map::IntoIter<Tile, Vec<Block>>,
    source: Source<'d, R>,
    /// What all pieces together came to so far.
    pub total: Total,
}

/// Where pieces come from.
enum Source<'d, R: RuleSet> {
    /// They are derived.
    Deriver(Box<Deriver<'d, R>>),
    /// The only one has been.
    Derived(Vec<Instance>),
}

/// What pieces came to.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// The runs as one; `None` before the first.
    pub report: Option<Report>,
    /// Instances of each [`Kind`].
    pub kinds: [u64; 3],
    /// Pieces.
    pub pieces: u32,
    /// Runs that found the output too small.
    pub repeated: u32,
}

impl<'d, R: RuleSet> Pieces<'d, R> {
    /// The pieces of a city, each of `side` blocks each way.
    ///
    /// # Errors
    /// As [`Deriver::new`].
    pub fn new(device: &'d Device, plan: &'d Plan, options: &'d Options, side: i32) -> Result<Self, Error> {
        let tiles = plan.tiles(side);
        let largest = tiles.values().max_by_key(|blocks| blocks.len());
        let room = largest.map_or(0, |blocks| first_room(&plan.site_of(blocks)));
        let source = Source::Deriver(Box::new(Deriver::new(device, options, room)?));
        Ok(Self { plan, tiles: tiles.into_iter(), source, total: Total::default() })
    }

    /// The pieces of a city of which these are all instances. Those of a city of several pieces are derived again, since nothing
    /// tells of an instance in which piece it is.
    ///
    /// # Errors
    /// As [`Deriver::new`].
    pub fn after(
        device: &'d Device,
        plan: &'d Plan,
        options: &'d Options,
        instances: Vec<Instance>,
    ) -> Result<Self, Error> {
        let tiles = plan.tiles(PIECE);
        if tiles.len() > 1 {
            return Self::new(device, plan, options, PIECE);
        }
        Ok(Self { plan, tiles: tiles.into_iter(), source: Source::Derived(instances), total: Total::default() })
    }

    /// How many are still to come.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// The next piece.
    ///
    /// # Errors
    /// As [`derive`](crate::city::derive::derive).
    pub fn next_piece(&mut self) -> Result<Option<Piece>, Error> {
        let Some((tile, blocks)) = self.tiles.next() else { return Ok(None) };
        let instances = match &mut self.source {
            Source::Derived(instances) => take(instances),
            Source::Deriver(deriver) => {
                let report = deriver.run(&self.plan.site_of(&blocks))?;
                let instances = deriver.read()?;
                self.total.add(&report, &instances);
                self.total.repeated = deriver.repeated;
                instances
            }
        };
        Ok(Some(Piece { tile, instances: sorted(instances), owners: self.plan.owners(&blocks) }))
    }
}

impl Total {
    /// What one derivation came to.
    pub fn of(derivation: &Derivation) -> Self {
        let mut total = Self { repeated: derivation.repeated, ..Self::default() };
        total.add(&derivation.report, &derivation.instances);
        total
    }

    /// Adds what a run came to.
    pub fn add(&mut self, report: &Report, instances: &[Instance]) {
        match &mut self.report {
            Some(all) => add(all, report),
            none => *none = Some(report.clone()),
        }
        for instance in instances {
            self.kinds[instance.kind() as usize] += 1;
        }
        self.pieces += 1;
    }
}

/// Takes two runs, one after the other, as one. What only measuring options ask for is not summed: they have one run.
fn add(all: &mut Report, next: &Report) {
    all.total_time += next.total_time;
    all.device_time = all.device_time.zip(next.device_time).map(|(a, b)| a + b);
    all.rounds += next.rounds;
    all.suspensions += next.suspensions;
    all.swapped_bytes += next.swapped_bytes;
    all.chunks += next.chunks;
    all.queue_bytes = all.queue_bytes.max(next.queue_bytes);
    for (all, next) in all.procedures.iter_mut().zip(&next.procedures) {
        all.tasks += next.tasks;
        all.longest_queue = all.longest_queue.max(next.longest_queue);
    }
}
