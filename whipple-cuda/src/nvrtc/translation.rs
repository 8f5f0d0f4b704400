//! A text that is optimised once, and assembled for several numbers of resident blocks.
//!
//! How many blocks the registers leave room for is a line of PTX, which NVVM copies from the launch bounds and otherwise does not use. So the
//! texts of all numbers are one, and only the assembler runs again. It is NVRTC's own: NVRTC takes no PTX, but it copies the text of an `asm`
//! statement into the PTX that it assembles. Such a text ends the function that it stands in, and begins another one after the module's
//! own functions.

use super::{Nvrtc, Output, Request, ended, mended};
use whipple_runtime::error::Error;

/// The PTX of a text, for any number of resident blocks.
#[derive(Clone, Debug)]
pub struct Translation {
    ptx: String,
    /// What the front end said.
    log: String,
}

/// The line for resident blocks, up to their number.
const BLOCKS: &str = ".minnctapersm ";
/// The last line of a module's head, up to its number.
const HEAD_END: &str = ".address_size";
/// Marks the ends of the PTX in C++.
const MARK: &str = "whipple_ptx";
/// The option for lines of source in the machine code.
const LINES: &str = "-lineinfo";

impl Nvrtc {
    /// Compiles a text to PTX, which [`assemble`](Self::assemble) takes; `None` where the architecture has none of its own.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn translate(&self, request: &Request<'_>) -> Result<Option<Translation>, Error> {
        let Some(number) = request.architecture.strip_prefix("sm_") else { return Ok(None) };
        let architecture = format!("compute_{number}");
        let request = Request { architecture: &architecture, ..*request };
        self.compiled(&request, |program, log| Ok(Some(Translation { ptx: program.ptx()?, log })))
    }

    /// Assembles what [`translate`](Self::translate) made of `request`, for kernels of which so many blocks are resident. The result is that
    /// of [`compile`](Self::compile) for a text with this number in its launch bounds. Any number of threads may do so at once.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn assemble(&self, request: &Request<'_>, translation: &Translation, blocks: u32) -> Result<Output, Error> {
        let ptx = translation.with_blocks(blocks);
        let Some(source) = carrier(&ptx) else {
            return Err(request.failed("NVRTC gives PTX of an unknown form".to_owned()));
        };
        let options: Vec<String> = request.options.iter().filter_map(|option| of_assembler(option)).collect();
        let carried = Request { source: &source, options: &options, headers: &[], ..*request };
        self.compiled(&carried, |program, log| {
            let code = match mended::mended(&ptx, self.version, request.architecture) {
                Some(text) => ended(&text),
                None => program.cubin()?,
            };
            Ok(Output { code, log: format!("{}\n{log}", translation.log).trim_start().to_owned() })
        })
    }
}

impl Translation {
    /// The text for so many resident blocks.
    fn with_blocks(&self, blocks: u32) -> String {
        let mut text = String::with_capacity(self.ptx.len() + 16);
        for line in self.ptx.lines() {
            if line.starts_with(BLOCKS) {
                text.push_str(BLOCKS);
                text.push_str(&blocks.to_string());
            } else {
                text.push_str(line);
            }
            text.push('\n');
        }
        text
    }
}

/// C++ that becomes this PTX; `None` where the PTX has no head or holds the mark.
fn carrier(ptx: &str) -> Option<String> {
    let (_, rest) = ptx.split_once(HEAD_END)?;
    let (_, module) = rest.split_once('\n')?;
    // Neither function is called, so that the assembler leaves both out.
    let open = "extern \"C\" __device__ __attribute__((used)) void whipple_head() {\n    asm volatile(R\"";
    let close = "\");\n}\n";
    (!module.contains(MARK)).then(|| format!("{open}{MARK}(ret; }}\n{module}\n.func whipple_tail() {{){MARK}{close}"))
}

/// What an option is for the assembler alone; `None` for those of the text.
fn of_assembler(option: &str) -> Option<String> {
    match option {
        // The lines are in the PTX.
        LINES => Some(format!("--ptxas-options={LINES}")),
        _ if option.starts_with("-D") => None,
        _ => Some(option.to_owned()),
    }
}
