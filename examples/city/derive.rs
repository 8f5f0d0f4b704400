//! Derives a city: runs a rule set on a site, with as much room for the output as it turns out to need.

use crate::city::{
    instance::{Instance, Output},
    plan::Site,
    rules::RuleSet,
};
use crate::common::progress::{Steps, shown};
use std::time::Duration;
use whipple::prelude::*;

/// Room for the output that the first try has, in instances for each lot.
pub const FIRST_ROOM: usize = 384;

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

/// Derives the city of a site, and shows meanwhile how many of the runs are done. All runs give the same instances.
///
/// # Errors
/// What a run meets: also [`Error::DevicePanic`] with the rule's name where a grammar never ends.
pub fn derive<R: RuleSet>(device: &Device, site: &Site, options: &Options, runs: Runs) -> Result<Derivation, Error> {
    derive_into::<R>(device, site, options, runs, first_room(site))
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
    room: usize,
) -> Result<Derivation, Error> {
    let all = runs.warmup + runs.timed;
    let steps = Steps::of(all.into());
    let derive = || {
        let mut deriver = Deriver::<R>::new(device, options, room)?;
        let mut report = deriver.run(site)?;
        steps.step();
        let mut times = Vec::new();
        if runs.warmup == 0 {
            times.push(time(&report));
        }
        for run in 1..all {
            report = deriver.again()?;
            steps.step();
            if run >= runs.warmup {
                times.push(time(&report));
            }
        }
        Ok(Derivation { instances: deriver.read()?, report, times, repeated: deriver.repeated })
    };
    shown("deriving", || Some(steps.part(0.0)), derive)
}

/// The time of a run, on the device's clock where it has one.
fn time(report: &Report) -> Duration {
    report.device_time.unwrap_or(report.total_time)
}

/// Instances that the output has room for at first.
pub fn first_room(site: &Site) -> usize {
    site.lots.len().max(16) * FIRST_ROOM
}

/// How many instances a site comes to, none of which is kept.
///
/// # Errors
/// As [`derive`].
pub fn count<R: RuleSet>(device: &Device, site: &Site, options: &Options) -> Result<u64, Error> {
    let mut prepared = Prepared::<R>::new(device, options, 0)?;
    prepared.seed(site)?;
    prepared.run()?;
    prepared.output.written()
}

/// A rule set with an output, for one site after another: neither the program nor its output is made anew, but where the output is too small.
pub struct Deriver<'d, R: RuleSet> {
    device: &'d Device,
    options: &'d Options,
    /// `None` only while the output becomes larger.
    prepared: Option<Prepared<R>>,
    /// Runs that found the output too small.
    pub repeated: u32,
}

/// A program with its output.
struct Prepared<R: RuleSet> {
    output: Output<R::Written>,
    launcher: Launcher<'static, R>,
}

impl<'d, R: RuleSet> Deriver<'d, R> {
    /// With room for this many instances.
    ///
    /// # Errors
    /// No memory for the output, and what [`Launcher::with_options`] meets.
    pub fn new(device: &'d Device, options: &'d Options, room: usize) -> Result<Self, Error> {
        Ok(Self { device, options, prepared: Some(Prepared::new(device, options, room)?), repeated: 0 })
    }

    /// Derives a site, again with more room where there was too little.
    ///
    /// # Errors
    /// As [`derive`].
    pub fn run(&mut self, site: &Site) -> Result<Report, Error> {
        loop {
            let prepared = self.prepared();
            prepared.seed(site)?;
            let report = prepared.run()?;
            // The terminals count on where there is no room, so that the second try has all that it needs.
            let Some(needed) = prepared.output.needs()? else { return Ok(report) };
            // Before the larger one is made, the smaller one goes.
            self.prepared = None;
            self.prepared = Some(Prepared::new(self.device, self.options, needed)?);
            self.repeated += 1;
        }
    }

    /// Derives the last site again.
    fn again(&mut self) -> Result<Report, Error> {
        self.prepared().run()
    }

    /// The instances of the last site, in the order in which they were written.
    ///
    /// # Errors
    /// As [`Output::read`].
    pub fn read(&mut self) -> Result<Vec<Instance>, Error> {
        self.prepared().output.read()
    }

    fn prepared(&mut self) -> &mut Prepared<R> {
        self.prepared.as_mut().expect("a program is there unless making it failed, which ends the derivation")
    }
}

impl<R: RuleSet> Prepared<R> {
    fn new(device: &Device, options: &Options, room: usize) -> Result<Self, Error> {
        let output = Output::new(device, room)?;
        let launcher = Launcher::owning(device, R::new(&output), options.clone())?;
        Ok(Self { output, launcher })
    }

    fn seed(&mut self, site: &Site) -> Result<(), Error> {
        self.launcher.clear_seeds();
        self.launcher.seed::<R::Lot>(&site.lots)?;
        self.launcher.seed::<R::Open>(&site.open)?;
        self.launcher.seed::<R::Street>(&site.streets)?;
        Ok(())
    }

    fn run(&mut self) -> Result<Report, Error> {
        self.output.clear()?;
        self.launcher.run()
    }
}
