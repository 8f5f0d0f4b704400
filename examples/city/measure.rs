//! Times of derivations under each scheduler, as table 7 of Steinberger et al. 2014, and lengths of queues, as figure 9.

use crate::city::{
    cli::{Arguments, Form},
    derive::{Runs, derive},
    limit::{Expected, Work},
    outputs::Outputs,
    rules::{RuleSet, with_program},
    run::memory_of,
};
use crate::common::failure::run_error;
use std::{error, io::Write, time::Duration};
use whipple::{device::DeviceKind, prelude::*};

/// Measures what the command line asks for. The table goes to `out`, row by row.
///
/// # Errors
/// No such device, and what the runs meet.
pub fn measure(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
    if Outputs::of(arguments).queues.is_some() {
        return Err("--queues with a file plots one derivation: leave out the file or --measure".into());
    }
    let device = arguments.device.open()?;
    writeln!(out, "{}: median of {} derivations, in ms", device.description(), arguments.timed())?;
    writeln!(
        out,
        "{:>9}  {:<20}  {:<8}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}",
        "buildings", "scheduler", "threads", "median", "fastest", "slowest", "tasks", "terminals", "queue KiB"
    )?;
    for &buildings in &arguments.buildings {
        let schedulers =
            if device.kind() == DeviceKind::Cpu { vec![Scheduler::default()] } else { arguments.schedulers() };
        for scheduler in schedulers {
            let forms = match arguments.form() {
                Form::Mixed => &[Form::Many, Form::Mixed, Form::One][..],
                form => &[form],
            };
            for form in forms {
                let row = Row { device: &device, arguments, buildings, scheduler, form: *form };
                with_program!(arguments.rules, form, row.measure(out))?;
            }
        }
    }
    Ok(())
}

/// A row of the table.
struct Row<'r> {
    device: &'r Device,
    arguments: &'r Arguments,
    buildings: u32,
    scheduler: Scheduler,
    form: Form,
}

impl Row<'_> {
    fn measure<R: RuleSet>(&self, out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
        let plan = R::LAYOUT.plan(self.buildings, self.arguments.seed);
        if let Some(expected) = Expected::of::<R>(&plan)? {
            expected.check_memory(Work::AtOnce("--measure"), memory_of(self.arguments, self.device))?;
            expected.check_numbers::<R>("--measure")?;
        }
        let site = plan.site();
        let runs = Runs { warmup: self.arguments.warmup(), timed: self.arguments.timed() };
        let name = if self.device.kind() == DeviceKind::Cpu { "cpu" } else { self.scheduler.name() };
        let form = format!("{:?}", self.form).to_lowercase();
        // Nothing of the row is printed before the bar of the derivation is gone.
        let row = format!("{:>9}  {name:<20}  {form:<8}", self.buildings);
        match derive::<R>(self.device, &site, &self.arguments.options(self.scheduler), runs) {
            Ok(derivation) => {
                let [median, fastest, slowest] = statistics(&derivation.times);
                let (report, terminals) = (&derivation.report, derivation.instances.len());
                let kib = report.queue_bytes.div_ceil(1024);
                writeln!(
                    out,
                    "{row}  {median:>9.3}  {fastest:>9.3}  {slowest:>9.3}  {:>9}  {terminals:>9}  {kib:>9}",
                    report.total_tasks()
                )?;
                if self.arguments.queues.is_some() {
                    print_queues::<R>(report, out)?;
                }
            }
            // What a device cannot run is a row without figures.
            Err(error) if self.scheduler != Scheduler::default() => writeln!(out, "{row}  {}", run_error(&error))?,
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// Median, least and most of some times, in milliseconds.
pub fn statistics(times: &[Duration]) -> [f64; 3] {
    let mut sorted = times.to_vec();
    sorted.sort();
    [sorted.len() / 2, 0, sorted.len() - 1].map(|k| sorted[k].as_secs_f64() * 1e3)
}

/// Prints how many tasks waited at most, as the trace of a run tells: all together without the initial ones, and of each
/// procedure.
///
/// # Errors
/// The run has no trace.
pub fn print_queues<R: RuleSet>(report: &Report, out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
    let Some(trace) = &report.trace else {
        return Err("only the megakernel and the CPU say how long their queues are".into());
    };
    let queues = trace.queue_lengths();
    let is_spawned = |procedure: usize| R::PLAN.facts.spawns.iter().any(|spawns| spawns[procedure] > 0);
    let spawned = || queues.lengths.iter().enumerate().filter(|(procedure, _)| is_spawned(*procedure));
    let waiting = |moment: usize| spawned().map(|(_, lengths)| lengths[moment]).sum::<u64>();
    let most = (0..queues.times.len()).map(waiting).max().unwrap_or(0);
    writeln!(out, "at most {most} spawned tasks waited, all together; {} changes were not recorded", trace.dropped)?;
    for (procedure, lengths) in trace.procedures.iter().zip(&queues.lengths) {
        writeln!(out, "  {procedure:<16} {:>9}", lengths.iter().max().unwrap_or(&0))?;
    }
    Ok(())
}
