//! The measurements as JSON.

use super::{
    cli::Arguments,
    expect::Work,
    measure::{Failure, Session},
    run::Row,
};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use whipple::prelude::*;

/// Writes all rows. Times are in milliseconds.
///
/// # Errors
/// What `out` meets.
pub fn write(out: &mut impl Write, arguments: &Arguments, session: &Session, rows: &[Row]) -> io::Result<()> {
    let measurements: Vec<Value> = rows.iter().map(entry).collect();
    let document = json!({
        "device": session.device.description(),
        "quick": arguments.quick,
        "runs": session.runs,
        "warmup": session.warmup,
        "measurements": measurements,
    });
    writeln!(out, "{document:#}")
}

/// The object of one row: with times, with `not_available` or with `error`.
fn entry(row: &Row) -> Value {
    let Row { test, scheduler, policy, expected, outcome, .. } = row;
    let mut entry = Map::new();
    let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
    put("test", json!(test));
    put("scheduler", json!(scheduler));
    put("policy", json!(policy.name()));
    put("tasks", json!(expected.tasks));
    put("checksum", json!(format!("{:#018x}", expected.checksum)));
    let measurement = match outcome {
        Ok(measurement) => measurement,
        Err(failure @ Failure::NotAvailable(_)) => {
            put("not_available", json!(failure.to_string()));
            return entry.into();
        }
        Err(failure) => {
            put("error", json!(failure.to_string()));
            return entry.into();
        }
    };
    let median = measurement.median();
    put("median_ms", json!(median * 1e3));
    put("min_ms", json!(measurement.min() * 1e3));
    put("max_ms", json!(measurement.max() * 1e3));
    put("tasks_per_second", json!(expected.tasks as f64 / median));
    match expected.work {
        Work::Nothing => None,
        Work::Arithmetic { flops } => put("flops_per_second", json!(flops as f64 / median)),
        Work::Memory { bytes } => put("bytes_per_second", json!(bytes as f64 / median)),
    };
    if let Some(limit) = row.limit {
        put("limit_ms", json!(limit * 1e3));
    }
    let Report { workers, block_threads, rounds, suspensions, chunks, queue_bytes, .. } = &measurement.report;
    put("workers", json!(workers));
    put("block_threads", json!(block_threads));
    put("rounds", json!(rounds));
    put("suspensions", json!(suspensions));
    put("chunks", json!(chunks));
    put("queue_bytes", json!(queue_bytes));
    entry.into()
}
