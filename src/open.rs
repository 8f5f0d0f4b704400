//! Opening a device of any kind: what the runtime, which knows no CUDA, cannot offer on `Device` itself.

use std::{fmt, str::FromStr};
use whipple_runtime::{device::Device, error::Error};

mod sealed {
    pub trait Sealed {}
    impl Sealed for whipple_runtime::device::Device {}
}

/// More ways to open a [`Device`], besides [`Device::cpu`]. In the prelude.
pub trait OpenDevice: sealed::Sealed + Sized {
    /// The first GPU if there is one, else the CPU.
    ///
    /// # Errors
    /// When there is a GPU that cannot be used.
    ///
    /// ```no_run
    /// use whipple::prelude::*;
    ///
    /// let device = Device::best()?;
    /// println!("{}", device.description());
    /// # Ok::<(), whipple::error::Error>(())
    /// ```
    fn best() -> Result<Self, Error>;

    /// The first GPU that `CUDA_VISIBLE_DEVICES` leaves visible.
    ///
    /// # Errors
    /// [`Error::DriverMissing`] without a driver or a GPU; [`Error::Driver`] when the driver fails.
    fn cuda() -> Result<Self, Error> {
        Self::cuda_at(0)
    }

    /// The GPU with this ordinal, as `CUDA_VISIBLE_DEVICES` numbers them.
    ///
    /// # Errors
    /// As [`cuda`](Self::cuda), and [`Error::Driver`] when there is no GPU with this ordinal.
    fn cuda_at(ordinal: usize) -> Result<Self, Error>;

    /// A new device that runs the CUDA side of programs on the CPU, slowly, and finds what they do wrong: for tests on machines
    /// without a GPU. Needs g++ 12 or newer. [`emulated`](whipple_cuda::emulated) has its options. Its memory is the host's, and all of it is
    /// resident: the queues of a launcher start with 8 MiB there (64 on a GPU), or as
    /// [`Options::initial_queue_memory`](whipple_runtime::options::Options::initial_queue_memory) says.
    ///
    /// # Errors
    /// [`Error::HostCompilerMissing`] without a compiler, [`Error::Options`] for a variable that is no number.
    fn emulated() -> Result<Self, Error>;
}

impl OpenDevice for Device {
    fn best() -> Result<Self, Error> {
        match Self::cuda() {
            Err(Error::DriverMissing { .. }) => Ok(Self::cpu()),
            opened => opened,
        }
    }

    fn cuda_at(ordinal: usize) -> Result<Self, Error> {
        whipple_cuda::open(ordinal)
    }

    fn emulated() -> Result<Self, Error> {
        whipple_cuda::emulated::open()
    }
}

/// Which device is asked for, for programs that let their users choose. Written and read in words, as `cuda`.
///
/// ```
/// use whipple::prelude::*;
///
/// let choice: DeviceChoice = "cpu".parse()?;
/// println!("{choice}: {}", choice.open()?.description());
/// let error = "gpu".parse::<DeviceChoice>().unwrap_err().to_string();
/// assert_eq!(error, "the option `device` cannot be gpu: choose one of auto, cpu, cuda, emulated");
/// # Ok::<(), whipple::error::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum DeviceChoice {
    /// The first GPU if there is one, else the CPU.
    #[default]
    Auto,
    /// The CPU executor.
    Cpu,
    /// The first GPU.
    Cuda,
    /// A GPU that is emulated on the CPU, slowly, for tests.
    Emulated,
}

impl DeviceChoice {
    /// Every choice.
    pub const ALL: &'static [Self] = &[Self::Auto, Self::Cpu, Self::Cuda, Self::Emulated];

    /// The name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Emulated => "emulated",
        }
    }

    /// Opens the device.
    ///
    /// # Errors
    /// As [`OpenDevice::best`], [`OpenDevice::cuda`] and [`OpenDevice::emulated`].
    pub fn open(self) -> Result<Device, Error> {
        match self {
            Self::Auto => Device::best(),
            Self::Cpu => Ok(Device::cpu()),
            Self::Cuda => Device::cuda(),
            Self::Emulated => Device::emulated(),
        }
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DeviceChoice {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|choice| choice.name()).collect();
            Error::Options {
                option: "device",
                value: name.to_owned(),
                reason: format!("choose one of {}", known.join(", ")),
            }
        })
    }
}
