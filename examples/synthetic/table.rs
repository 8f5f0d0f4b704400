//! The table on the terminal.

use super::{expect::Work, measure::Session, run::Row};
use std::io::{self, Write};

/// Writes what the columns are.
///
/// # Errors
/// The writer's.
pub fn write_header(out: &mut impl Write, session: &Session) -> io::Result<()> {
    let Session { device, runs, warmup, .. } = session;
    writeln!(out, "{}; median, least and largest of {runs} runs after {warmup}", device.description())?;
    writeln!(out, "limit: the part of 60 TFLOP/s or 4.3 TB/s; checks: counts, checksum, contents of memory")?;
    writeln!(
        out,
        "{:22} {:19} {:11} {:>10} {:>10} {:>10} {:>10} {:>16} {:>6}  checks",
        "test", "scheduler", "policy", "ms", "least", "largest", "Mtasks/s", "rate", "limit"
    )
}

/// Writes one row.
///
/// # Errors
/// The writer's.
pub fn write_row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    write!(out, "{:22} {:19} {:11} ", row.test, row.scheduler, row.policy)?;
    let measurement = match &row.outcome {
        Ok(measurement) => measurement,
        Err(failure) => {
            writeln!(out, "{failure}")?;
            return out.flush();
        }
    };
    let median = measurement.median();
    let rate = match row.expected.work {
        Work::Nothing => String::from("-"),
        Work::Arithmetic { flops } => format!("{:.1} GFLOP/s", flops as f64 / median / 1e9),
        Work::Memory { bytes } => format!("{:.1} GB/s", bytes as f64 / median / 1e9),
    };
    let limit = row.limit.map_or(String::from("-"), |limit| format!("{:.1} %", 100.0 * limit / median));
    writeln!(
        out,
        "{:10.4} {:10.4} {:10.4} {:10.2} {rate:>16} {limit:>6}  ok",
        median * 1e3,
        measurement.min() * 1e3,
        measurement.max() * 1e3,
        row.expected.tasks as f64 / median / 1e6,
    )?;
    out.flush()
}
