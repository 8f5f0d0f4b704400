//! Derives a city: runs a rule set on a site, with as much room for the output as it turns out to need.

use crate::city::{
    instance::{Instance, Output},
    layout::Site,
    rules::RuleSet,
};
use std::time::Duration;
use whipple::prelude::*;

/// Room for the output that the first try has, in instances for each lot.
const FIRST_ROOM: usize = 384;

/// What a derivation came to.
pub struct Derivation {
    /// The instances, in the order in which they were written.
    pub instances: Vec<Instance>,
    /// The report of the last run.
    pub report: Report,
    /// The times of the runs that count, on the device's clock where it has one.
    pub times: Vec<Duration>,
    /// Runs that found the output too small.
    pub repeated: u32,
}

/// How often a derivation runs.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// Runs before those that are timed.
    pub warmup: u32,
    /// Runs that are timed; at least one.
    pub timed: u32,
}

/// Derives the city of a site. All runs give the same instances.
///
/// # Errors
/// What a run meets: also [`Error::DevicePanic`] with the rule's name where a grammar never ends.
pub fn derive<R: RuleSet>(device: &Device, site: &Site, options: &Options, runs: Runs) -> Result<Derivation, Error> {
    derive_into::<R>(device, site, options, runs, site.lots.len().max(16) * FIRST_ROOM)
}

/// As [`derive`], with this much room for the first try, in instances.
///
/// # Errors
/// As [`derive`].
pub fn derive_into<R: RuleSet>(
    device: &Device,
    site: &Site,
    options: &Options,
    runs: Runs,
    mut room: usize,
) -> Result<Derivation, Error> {
    let mut repeated = 0;
    loop {
        let output = Output::<R::Written>::new(device, room)?;
        let program = R::new(&output);
        let mut launcher = Launcher::with_options(device, &program, options.clone())?;
        launcher.seed::<R::Lot>(&site.lots)?;
        launcher.seed::<R::Street>(&site.streets)?;
        output.clear()?;
        let mut report = launcher.run()?;
        // The terminals count on where there is no room, so that the second try has all that it needs.
        if let Some(needed) = output.needs()? {
            room = needed;
            repeated += 1;
            continue;
        }
        let mut times = Vec::new();
        if runs.warmup == 0 {
            times.push(report.device_time.unwrap_or(report.total_time));
        }
        for run in 1..runs.warmup + runs.timed {
            output.clear()?;
            report = launcher.run()?;
            if run >= runs.warmup {
                times.push(report.device_time.unwrap_or(report.total_time));
            }
        }
        return Ok(Derivation { instances: output.read()?, report, times, repeated });
    }
}
