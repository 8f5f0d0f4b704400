//! What the assembler says about kernels.

/// What one kernel uses. Sizes in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelResources {
    /// The kernel.
    pub name: String,
    /// Registers of a thread.
    pub registers: u32,
    /// Stack of a thread, spills included.
    pub stack: u32,
    /// Stores of spilled registers, in bytes of a thread.
    pub spill_stores: u32,
    /// Loads of spilled registers, in bytes of a thread.
    pub spill_loads: u32,
    /// Static shared memory of a block.
    pub shared: u32,
}

/// Reads the assembler's report, which `--ptxas-options=-v` puts into the log.
///
/// ```
/// let log = "ptxas info    : Compiling entry function 'k' for 'sm_90'
/// ptxas info    : Function properties for k
/// ptxas         .     256 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads
/// ptxas info    : Used 32 registers, used 1 barriers, 256 bytes cumulative stack size, 400 bytes smem";
/// let kernels = whipple_cuda::nvrtc::resources(log);
/// assert_eq!((kernels[0].name.as_str(), kernels[0].registers, kernels[0].shared), ("k", 32, 400));
/// ```
pub fn resources(log: &str) -> Vec<KernelResources> {
    let mut kernels: Vec<KernelResources> = Vec::new();
    // The report also has the properties of functions that were not inlined: those are not kernels.
    let mut in_kernel = false;
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or_default().to_owned();
            kernels.push(KernelResources { name, ..KernelResources::default() });
        } else if let Some((_, function)) = line.split_once("Function properties for ") {
            in_kernel = kernels.last().is_some_and(|kernel| kernel.name == function.trim());
        } else if let Some(kernel) = kernels.last_mut() {
            if in_kernel && line.contains("bytes stack frame") {
                kernel.stack = number_before(line, " bytes stack frame");
                kernel.spill_stores = number_before(line, " bytes spill stores");
                kernel.spill_loads = number_before(line, " bytes spill loads");
            } else if line.contains(": Used ") {
                kernel.registers = number_before(line, " registers");
                kernel.shared = number_before(line, " bytes smem");
            }
        }
    }
    kernels
}

/// The number in front of a unit; 0 when the line does not have the unit.
fn number_before(line: &str, unit: &str) -> u32 {
    let Some((before, _)) = line.split_once(unit) else { return 0 };
    let digits = before.len() - before.bytes().rev().take_while(u8::is_ascii_digit).count();
    before[digits..].parse().unwrap_or(0)
}
