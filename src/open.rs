//! Opening a device of any kind: what the runtime, which knows no CUDA, cannot offer on `Device` itself.

use std::{fmt, str::FromStr, sync::Once};
use whipple_cuda::nvrtc::Nvrtc;
use whipple_runtime::{device::Device, error::Error};

mod sealed {
    pub trait Sealed {}
    impl Sealed for whipple_runtime::device::Device {}
}

/// More ways to open a [`Device`], besides [`Device::cpu`]. In the prelude.
pub trait OpenDevice: sealed::Sealed + Sized {
    /// The first GPU if there is one, else the CPU. So it is where a GPU has no compiler: standard error says what to install.
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
    /// without a GPU. Needs g++ 12 or newer, and the feature `emulation`. [`emulated`](whipple_cuda::emulated) has its options. Its memory is the host's, and all of it is
    /// resident: the queues of a launcher start with 8 MiB there (64 on a GPU), or as
    /// [`Options::initial_queue_memory`](whipple_runtime::options::Options::initial_queue_memory) says.
    ///
    /// # Errors
    /// [`Error::HostCompilerMissing`] without a compiler, [`Error::Options`] for a variable that is no number.
    #[cfg(feature = "emulation")]
    fn emulated() -> Result<Self, Error>;
}

impl OpenDevice for Device {
    fn best() -> Result<Self, Error> {
        let compiler = || Nvrtc::get().map(drop);
        let (device, note) = first_usable(whipple_cuda::available(), compiler, Self::cuda, Self::cpu)?;
        if let Some(note) = note {
            static SAID: Once = Once::new();
            SAID.call_once(|| eprintln!("{note}"));
        }
        Ok(device)
    }

    fn cuda_at(ordinal: usize) -> Result<Self, Error> {
        whipple_cuda::open(ordinal)
    }

    #[cfg(feature = "emulation")]
    fn emulated() -> Result<Self, Error> {
        whipple_cuda::emulated::open()
    }
}

/// The GPU, or the CPU where there is no GPU or no compiler for it; and what to say of the latter.
fn first_usable<T>(
    driver: Result<(), Error>,
    compiler: impl FnOnce() -> Result<(), Error>,
    gpu: impl FnOnce() -> Result<T, Error>,
    cpu: impl FnOnce() -> T,
) -> Result<(T, Option<String>), Error> {
    match driver.and_then(|()| compiler()) {
        Ok(()) => gpu().map(|device| (device, None)),
        Err(Error::DriverMissing { .. }) => Ok((cpu(), None)),
        Err(error @ Error::CompilerMissing { .. }) => {
            Ok((cpu(), Some(format!("whipple: there is a GPU, but the CPU is used: {error}"))))
        }
        Err(error) => Err(error),
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
/// # #[cfg(feature = "emulation")]
/// assert_eq!(error, "the option `device` cannot be gpu: choose one of auto, cpu, cuda, emulated");
/// # Ok::<(), whipple::error::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum DeviceChoice {
    /// The first GPU if there is one that can be used, else the CPU.
    #[default]
    Auto,
    /// The CPU executor.
    Cpu,
    /// The first GPU.
    Cuda,
    /// A GPU that is emulated on the CPU, slowly, for tests. Needs the feature `emulation`.
    #[cfg(feature = "emulation")]
    Emulated,
}

impl DeviceChoice {
    /// Every choice.
    pub const ALL: &'static [Self] = &[
        Self::Auto,
        Self::Cpu,
        Self::Cuda,
        #[cfg(feature = "emulation")]
        Self::Emulated,
    ];

    /// The name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            #[cfg(feature = "emulation")]
            Self::Emulated => "emulated",
        }
    }

    /// Opens the device.
    ///
    /// # Errors
    /// As [`OpenDevice::best`], [`OpenDevice::cuda`] and `OpenDevice::emulated`.
    pub fn open(self) -> Result<Device, Error> {
        match self {
            Self::Auto => Device::best(),
            Self::Cpu => Ok(Device::cpu()),
            Self::Cuda => Device::cuda(),
            #[cfg(feature = "emulation")]
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

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(driver: Result<(), Error>, compiler: Result<(), Error>) -> Result<(&'static str, Option<String>), Error> {
        first_usable(driver, || compiler, || Ok("GPU"), || "CPU")
    }

    fn missing_driver() -> Error {
        Error::DriverMissing { reason: "none".to_owned() }
    }

    fn missing_compiler() -> Error {
        Error::CompilerMissing { reason: "nowhere".to_owned() }
    }

    #[test]
    fn a_gpu_is_used_where_there_is_all_that_it_needs() {
        assert_eq!(choose(Ok(()), Ok(())).unwrap(), ("GPU", None));
        assert_eq!(choose(Err(missing_driver()), Err(missing_compiler())).unwrap(), ("CPU", None));
    }

    /// A laptop with a driver and no toolkit.
    #[test]
    fn a_gpu_without_a_compiler_gives_the_cpu_and_says_what_to_install() {
        let (device, note) = choose(Ok(()), Err(missing_compiler())).unwrap();
        let note = note.expect("it is said");
        assert!(device == "CPU" && note.contains("nowhere") && note.contains("nvidia-cuda-nvrtc"), "{note}");
    }

    #[test]
    fn a_driver_that_fails_is_an_error() {
        let refused = Error::Driver { call: "cuInit", code: 999, message: "unknown".to_owned() };
        assert!(matches!(choose(Err(refused), Ok(())), Err(Error::Driver { .. })));
    }
}
