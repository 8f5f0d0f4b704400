//! What the command does: measures the chosen tests and writes what came of them.

use super::{
    cli::Arguments,
    expect::Expected,
    json,
    measure::{Failure, Measurable, Measurement, Session},
    plots,
    suite::{Buffers, tests},
    table,
};
use crate::common::{
    output::{self, wanted},
    trace,
};
use std::{error, io::Write, path::Path};
use whipple::{device::DeviceKind, prelude::*};

/// A test under one scheduler and policy.
pub struct Row {
    /// The test.
    pub test: String,
    /// The scheduler; `cpu` for the CPU executor's own.
    pub scheduler: &'static str,
    /// The policy.
    pub policy: Policy,
    /// What had to come of it.
    pub expected: Expected,
    /// The least time that arithmetic or memory allow, in seconds: on a GPU, where one of them is known to limit the test.
    pub limit: Option<f64>,
    /// What was measured.
    pub outcome: Result<Measurement, Failure>,
}

impl Row {
    /// The scheduler, with the policy where that is not the plan's.
    pub fn label(&self) -> String {
        match self.policy {
            Policy::Plan => self.scheduler.to_owned(),
            policy => format!("{}, {policy}", self.scheduler),
        }
    }

    /// The measurement, if there is one.
    pub fn measured(&self) -> Option<&Measurement> {
        self.outcome.as_ref().ok()
    }
}

/// Does what the command line asks for. The table goes to `out`, row by row.
///
/// # Errors
/// What kept the command from starting or from writing its files; and when tests failed, in words, after all have run.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
    let mut tests = tests(arguments.size(), &arguments.depths());
    if arguments.list {
        return list(&tests, out);
    }
    if let Some(start) = arguments.tests.iter().find(|start| !tests.iter().any(|test| test.name().starts_with(*start)))
    {
        let names: Vec<&str> = tests.iter().map(|test| test.name()).collect();
        return Err(format!("no test is named `{start}…`: there are {}", names.join(", ")).into());
    }
    tests.retain(|test| arguments.wants(test.name()));
    if arguments.emit_cuda {
        let mut sources: Vec<&str> = tests.iter().map(|test| test.description().cuda_source).collect();
        sources.dedup();
        return Ok(writeln!(out, "{}", sources.join("\n"))?);
    }

    arguments.check_outputs()?;
    let device = arguments.device.open()?;
    let buffers = Buffers::new(&device)?;
    let session = Session { device, buffers, runs: arguments.runs(), warmup: arguments.warmup() };
    table::write_header(out, &session)?;
    let mut rows = Vec::new();
    for test in &tests {
        let expected = test.expect().map_err(|error| format!("{}: {error}", test.name()))?;
        for (scheduler, name) in schedulers(arguments, &session.device) {
            for policy in arguments.policies() {
                let options = arguments.options(scheduler, policy);
                let outcome = test.measure(&session, &options, &expected);
                let limit = expected.work.limit().filter(|_| session.device.kind() != DeviceKind::Cpu);
                let (test, expected) = (test.name().to_owned(), expected.clone());
                let row = Row { test, scheduler: name, policy, expected, limit, outcome };
                table::write_row(out, &row)?;
                rows.push(row);
            }
        }
    }

    if let Some(path) = arguments.json.as_deref().and_then(wanted) {
        output::write(path, |sink| json::write(sink, arguments, &session, &rows))?;
    }
    if let Some(folder) = &arguments.svg {
        plots::write(folder, &session.device.description(), &rows)?;
    }
    if let (Some(path), Some(test)) = (arguments.trace.as_deref().and_then(wanted), tests.first()) {
        write_trace(path, arguments, &session, &**test)?;
    }
    let failed = rows.iter().filter(|row| !matches!(row.outcome, Ok(_) | Err(Failure::NotAvailable(_)))).count();
    if failed > 0 {
        return Err(format!("{failed} of {} measurements failed: the table says why", rows.len()).into());
    }
    Ok(())
}

/// Runs a test once more and writes its trace, and plots of it where there is a folder for plots.
fn write_trace(
    path: &Path,
    arguments: &Arguments,
    session: &Session,
    test: &dyn Measurable,
) -> Result<(), Box<dyn error::Error>> {
    let expected = test.expect()?;
    let name = test.name();
    let scheduler = arguments.schedulers().first().copied().unwrap_or_default();
    let options = arguments.options(scheduler, arguments.policies().first().copied().unwrap_or_default());
    let report = test
        .run_once(session, &options.trace(true), &expected)
        .map_err(|failure| format!("cannot trace {name} under {scheduler}: {failure}"))?;
    let Some(trace) = &report.trace else {
        return Err(format!("{scheduler} writes no trace: choose `--schedulers megakernel`").into());
    };
    output::write(path, |sink| trace.write_chrome(sink))?;
    let Some(folder) = &arguments.svg else { return Ok(()) };
    output::write(&folder.join("tasks.svg"), |sink| trace::tasks(sink, name, trace))?;
    output::write(&folder.join("queues.svg"), |sink| trace::queues(sink, name, trace))
}

/// The schedulers that were asked for; on the CPU its only one.
fn schedulers(arguments: &Arguments, device: &Device) -> Vec<(Scheduler, &'static str)> {
    if device.kind() == DeviceKind::Cpu {
        return vec![(Scheduler::default(), "cpu")];
    }
    arguments.schedulers().into_iter().map(|scheduler| (scheduler, scheduler.name())).collect()
}

fn list(tests: &[Box<dyn Measurable>], out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
    let tests: Vec<&str> = tests.iter().map(|test| test.name()).collect();
    let schedulers: Vec<&str> = Scheduler::ALL.iter().map(|scheduler| scheduler.name()).collect();
    let policies: Vec<&str> = Policy::ALL.iter().map(|policy| policy.name()).collect();
    writeln!(out, "tests: {}", tests.join(", "))?;
    writeln!(out, "schedulers: {}", schedulers.join(", "))?;
    writeln!(out, "policies: {}", policies.join(", "))?;
    Ok(())
}
