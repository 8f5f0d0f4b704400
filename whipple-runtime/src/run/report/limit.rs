//! What limited a run, in words, as far as its report tells.

use super::{Report, grouped, milliseconds};
use std::{fmt, time::Duration};

/// What limited a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Limit {
    /// There was nothing to do.
    NoTasks,
    /// Tasks waited in host memory.
    Swapped { bytes: u64 },
    /// The device worked for this part of the time alone.
    Host { outside: Duration },
    /// At the end some workers had nothing more to do for so long.
    Tail { time: Duration },
    /// Workers had nothing to do for this part of their time; `tasks` are fewer than could run at once.
    FewTasks { idle: f64, fewer: bool },
    /// Workers were busy with what lies between tasks for this part of their time.
    Scheduling { part: f64, each: Option<Duration> },
    /// Workers were busy with tasks, most of all with those of a procedure.
    Tasks { most: Option<(&'static str, f64)> },
    /// It was not measured.
    Unknown,
}

/// Parts of the time from which on something is said to limit a run.
const HOST: f64 = 0.5;
const TAIL: f64 = 0.25;
const IDLE: f64 = 0.25;
const SCHEDULING: f64 = 0.33;

impl Limit {
    pub(super) fn of(report: &Report) -> Self {
        let tasks = report.total_tasks();
        if tasks == 0 {
            return Self::NoTasks;
        }
        if report.swapped_bytes > 0 {
            return Self::Swapped { bytes: report.swapped_bytes };
        }
        if tasks < u64::from(report.workers) {
            return Self::FewTasks { idle: 1.0, fewer: true };
        }
        let total = report.total_time;
        // The clock of an emulated device counts what it does, and has nothing to do with the host's.
        let device_time = report.device_time.filter(|_| !report.device.starts_with("emulated"));
        let outside = device_time.map_or(Duration::ZERO, |time| total.saturating_sub(time));
        if outside > total.mul_f64(HOST) {
            return Self::Host { outside };
        }
        if let Some(time) = report.tail_time.filter(|time| *time > total.mul_f64(TAIL) && report.workers > 1) {
            return Self::Tail { time };
        }
        let Some(busy) = report.utilisation else { return Self::Unknown };
        let idle = report.idle_part().unwrap_or(0.0);
        if idle > IDLE {
            return Self::FewTasks { idle, fewer: false };
        }
        let part = 1.0 - busy - idle;
        if part > SCHEDULING {
            let time = report.procedures.iter().filter_map(|procedure| procedure.time).sum::<Duration>();
            let each = time.checked_div(u32::try_from(tasks).unwrap_or(u32::MAX)).filter(|each| !each.is_zero());
            return Self::Scheduling { part, each };
        }
        Self::Tasks { most: report.most_of_the_time() }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: f64| format!("{:.0} %", 100.0 * part);
        match self {
            Self::NoTasks => write!(f, "no tasks: nothing was seeded"),
            Self::Swapped { bytes } => write!(
                f,
                "queue memory: {} KiB of tasks went to host memory and back (`Options::queue_memory`)",
                grouped(bytes.div_ceil(1024))
            ),
            Self::Host { outside } => {
                write!(f, "the host: {} passed before and after the work of the device", milliseconds(*outside))
            }
            Self::Tail { time } => {
                write!(f, "a long tail: in the last {} some workers had nothing more to do", milliseconds(*time))
            }
            Self::FewTasks { fewer: true, .. } => write!(f, "few tasks: there were fewer than workers"),
            Self::FewTasks { idle, .. } => {
                write!(f, "few tasks at a time: workers had none for {} of the time", percent(*idle))
            }
            Self::Scheduling { part, each } => {
                write!(f, "small tasks: {} of the time went by between them", percent(*part))?;
                each.map_or(Ok(()), |each| write!(f, ", at {:.2} us for each", each.as_secs_f64() * 1e6))
            }
            Self::Tasks { most: Some((name, part)) } => {
                write!(f, "the tasks: those of `{name}` took {} of their time", percent(*part))
            }
            Self::Tasks { most: None } => write!(f, "the tasks: workers were busy with them"),
            Self::Unknown => write!(f, "not measured (under the megakernel `Options::statistics` tells)"),
        }
    }
}

impl Report {
    /// The part of the workers' time in which they had no tasks, 0 to 1.
    fn idle_part(&self) -> Option<f64> {
        // On the CPU a worker that has no tasks has nothing else.
        if self.device_time.is_none() {
            return self.utilisation.map(|busy| 1.0 - busy);
        }
        let warps = f64::from(self.workers) * f64::from((self.block_threads / 32).max(1));
        let lives = self.device_time?.as_secs_f64() * warps;
        Some((self.idle_time?.as_secs_f64() / lives.max(1e-9)).min(1.0))
    }

    /// The procedure whose tasks took most of the time of all tasks, with its part, where there are several.
    fn most_of_the_time(&self) -> Option<(&'static str, f64)> {
        let all = self.procedures.iter().filter_map(|procedure| procedure.time).sum::<Duration>();
        let most = self.procedures.iter().filter(|procedure| procedure.time.is_some()).max_by_key(|it| it.time)?;
        let part = most.time?.as_secs_f64() / all.as_secs_f64().max(1e-9);
        (self.procedures.len() > 1 && !all.is_zero()).then_some((most.name, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::ProcedureReport;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn report(change: impl FnOnce(&mut Report)) -> String {
        let mut report = Report::new("a device".into(), &[]);
        let procedure = |name, time| ProcedureReport { name, tasks: 500, time, ..Default::default() };
        report.procedures.extend([procedure("Split", Some(ms(3))), procedure("Dice", Some(ms(9)))]);
        (report.total_time, report.workers) = (ms(10), 2);
        change(&mut report);
        Limit::of(&report).to_string()
    }

    #[test]
    fn limits_are_told_apart() {
        let said = report(|it| it.procedures.clear());
        assert_eq!(said, "no tasks: nothing was seeded");
        let said = report(|it| it.swapped_bytes = 5000);
        assert_eq!(said, "queue memory: 5 KiB of tasks went to host memory and back (`Options::queue_memory`)");
        let said = report(|it| it.device_time = Some(ms(2)));
        assert_eq!(said, "the host: 8.000 ms passed before and after the work of the device");
        let said = report(|it| (it.utilisation, it.tail_time) = (Some(0.6), Some(ms(6))));
        assert_eq!(said, "a long tail: in the last 6.000 ms some workers had nothing more to do");
        let said = report(|it| (it.utilisation, it.tail_time) = (Some(0.6), Some(ms(1))));
        assert_eq!(said, "few tasks at a time: workers had none for 40 % of the time");
        let said = report(|it| (it.utilisation, it.workers) = (Some(0.6), 2000));
        assert_eq!(said, "few tasks: there were fewer than workers");
        let said = report(|it| it.utilisation = Some(0.9));
        assert_eq!(said, "the tasks: those of `Dice` took 75 % of their time");
        let on_gpu = |it: &mut Report, busy, idle| {
            (it.device_time, it.block_threads, it.utilisation, it.idle_time) =
                (Some(ms(9)), 64, Some(busy), Some(idle));
        };
        // Two workers of two warps live for 36 ms.
        let said = report(|it| on_gpu(it, 0.3, ms(18)));
        assert_eq!(said, "few tasks at a time: workers had none for 50 % of the time");
        let said = report(|it| on_gpu(it, 0.3, ms(1)));
        assert_eq!(said, "small tasks: 67 % of the time went by between them, at 12.00 us for each");
        let said = report(|it| (it.device_time, it.block_threads) = (Some(ms(9)), 64));
        assert_eq!(said, "not measured (under the megakernel `Options::statistics` tells)");
    }
}
