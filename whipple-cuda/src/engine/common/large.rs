//! Large programs: what makes their first start bearable.

use crate::settings::Settings;
use whipple_runtime::{backend::ProgramDescription, options::Options};

/// Bytes of a program's text from which on the bodies of its tasks are functions of their own, which are compiled at the same time. A call
/// takes a little longer than what is inlined, but a function that has all bodies of a text of this size takes very long to compile.
const LARGE: usize = 256 << 10;

/// What the settings of all schedulers have.
pub fn common_settings(program: ProgramDescription, options: &Options) -> Settings {
    let settings = Settings::from(options);
    if program.cuda_source.len() < LARGE {
        return settings;
    }
    Settings { in_parallel: true, ..settings.define("WHIPPLE_APART", 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::megakernel::layout::tests::procedure;
    use whipple_runtime::{plan::Plan, program::ProcedureInfo};

    #[test]
    fn only_large_programs_have_bodies_apart() {
        let procedures: &'static [ProcedureInfo] = vec![procedure(2, 1, 8, 1)].leak();
        let plan: &'static Plan = Box::leak(Box::new(Plan::new("Tested", procedures)));
        for (length, apart) in [(0, false), (LARGE - 1, false), (LARGE, true)] {
            let cuda_source: &'static str = " ".repeat(length).leak();
            let program = ProgramDescription { name: "Tested", procedures, cuda_source, plan };
            let settings = common_settings(program, &Options::new());
            let defined = settings.defines.iter().any(|(name, value)| name == "WHIPPLE_APART" && value == "1");
            assert_eq!((settings.in_parallel, defined), (apart, apart), "{length}");
        }
    }
}
