//! The Reyes example: its pictures against an independent reference and under every schedule, its samples, its scenes, files of
//! patches.

#[path = "../../examples/common/mod.rs"]
mod common;
#[path = "../common/devices.rs"]
mod devices;
mod files;
mod pictures;
mod reference;
#[path = "../../examples/reyes/mod.rs"]
mod reyes;
mod samples;
mod scenes;
