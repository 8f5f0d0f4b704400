//! Parts of command lines: devices, schedulers, policies, sizes of images.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use whipple::prelude::*;

/// Reads the name of a device.
pub fn devices() -> impl TypedValueParser<Value = DeviceChoice> {
    let names = DeviceChoice::ALL.iter().map(|device| {
        PossibleValue::new(device.name()).help(match device {
            DeviceChoice::Cpu => "The CPU executor",
            DeviceChoice::Cuda => "A CUDA GPU",
            DeviceChoice::Emulated => "A CUDA GPU that is emulated on the CPU, slowly, for tests",
            _ => "A CUDA GPU if there is one, else the CPU",
        })
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<DeviceChoice>())
}

/// Reads the name of a scheduler.
pub fn schedulers() -> impl TypedValueParser<Value = Scheduler> {
    let names = PossibleValuesParser::new(Scheduler::ALL.iter().map(|scheduler| scheduler.name()));
    names.try_map(|name| name.parse::<Scheduler>())
}

/// Reads the name of a policy.
pub fn policies() -> impl TypedValueParser<Value = Policy> {
    let names = PossibleValuesParser::new(Policy::ALL.iter().map(|policy| policy.name()));
    names.try_map(|name| name.parse::<Policy>())
}

/// One value, or all that there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice<T> {
    /// Written `all`.
    All,
    /// One.
    One(T),
}

/// Reads the name of a scheduler, or `all`.
pub fn any_schedulers() -> impl TypedValueParser<Value = Choice<Scheduler>> {
    or_all(Scheduler::ALL, Scheduler::name)
}

/// Reads the name of a policy, or `all`.
pub fn any_policies() -> impl TypedValueParser<Value = Choice<Policy>> {
    or_all(Policy::ALL, Policy::name)
}

fn or_all<T>(all: &'static [T], name_of: fn(T) -> &'static str) -> impl TypedValueParser<Value = Choice<T>>
where
    T: Copy + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(all.iter().map(|value| name_of(*value)).chain(["all"]));
    names.map(move |name| {
        let value = all.iter().find(|value| name_of(**value) == name);
        value.map_or(Choice::All, |value| Choice::One(*value))
    })
}

/// The values that were chosen, of those that there are.
pub fn resolve<T: Copy>(choices: &[Choice<T>], all: &[T]) -> Vec<T> {
    let values = choices.iter().flat_map(|choice| match choice {
        Choice::All => all,
        Choice::One(value) => std::slice::from_ref(value),
    });
    values.copied().collect()
}

/// Width and height of an image in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Reads a size as `1920x1080`, of at most `LARGEST` pixels each way.
pub fn size<const LARGEST: u32>(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').ok_or("write it as 1920x1080")?;
    let side = |text: &str| match text.parse::<u32>() {
        Ok(0) => Err("an image needs at least one pixel each way".to_owned()),
        Ok(side) if side <= LARGEST => Ok(side),
        Ok(_) => Err(format!("an image has at most {LARGEST} pixels each way")),
        Err(_) => Err(format!("`{text}` is not a number of pixels; write the size as 1920x1080")),
    };
    Ok(Size { width: side(width)?, height: side(height)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_or_refused() {
        assert_eq!(size::<1920>("1920x1080"), Ok(Size { width: 1920, height: 1080 }));
        for bad in ["0x5", "5x0", "", "x", "5", "-1x5", "5x99999999999", "1921x1", "5x5x5", "1e3x5"] {
            assert!(size::<1920>(bad).is_err(), "{bad}");
        }
    }
}
