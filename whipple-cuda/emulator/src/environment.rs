//! Variables of the environment, read in one way: a value that is not understood is an error that names the variable.

use std::{env, ffi::OsString, fmt, ops::RangeInclusive, str::FromStr};
use whipple_runtime::error::Error;

/// What a variable says; `None` where it is not set, or empty.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// The error of a variable whose value does not fit.
pub(crate) fn refused(name: &'static str, reason: impl Into<String>) -> Error {
    let value = env::var_os(name).unwrap_or_default().to_string_lossy().into_owned();
    Error::Options { option: name, value, reason: reason.into() }
}

/// The number in a variable, if it is set.
///
/// # Errors
/// [`Error::Options`] where it is none, or not in the range.
pub(crate) fn number<T>(name: &'static str, range: RangeInclusive<T>) -> Result<Option<T>, Error>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    let Some(value) = variable(name) else { return Ok(None) };
    let read = value.to_str().and_then(|text| text.trim().parse().ok()).filter(|number| range.contains(number));
    let refuse = || refused(name, format!("it must be a number from {} to {}", range.start(), range.end()));
    read.map(Some).ok_or_else(refuse)
}

/// Whether a variable turns something on; not where it is not set.
///
/// # Errors
/// [`Error::Options`] where it neither turns it on nor off.
pub(crate) fn flag(name: &'static str) -> Result<bool, Error> {
    let Some(value) = variable(name) else { return Ok(false) };
    let word = value.to_string_lossy().trim().to_ascii_lowercase();
    match word.as_str() {
        "1" | "on" | "yes" | "true" => Ok(true),
        "0" | "off" | "no" | "false" => Ok(false),
        _ => Err(refused(name, "it must be one of 1, on, yes and true, or of 0, off, no and false")),
    }
}
