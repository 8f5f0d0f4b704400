//! A program that evaluates device functions on the rows of the table of inputs. The language tests and the packages of random functions
//! (tests/random/) share it.

/// In a module with the functions: the enumeration `Case` of them, the procedure `Evaluate`, a program and `run`.
///
/// Each function is called with parts of a row; or of the words of a buffer that belong to the task, the first of which is named last.
#[macro_export]
macro_rules! evaluator {
    (
        program $program:ident;
        cases |$input:ident, $log:ident, $at:ident| { $($case:ident($($argument:expr),* $(,)?)),* $(,)? }
    ) => {
        /// The functions by name.
        #[device]
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Case {
            $($case),*
        }

        pub const CASES: &[Case] = &[$(Case::$case),*];

        /// A function and the row that it is evaluated on.
        #[device]
        #[derive(Clone, Copy)]
        pub struct Task {
            pub case: Case,
            pub row: u32,
        }

        #[device]
        pub fn evaluate(case: Case, $input: &$crate::input::Input, $log: &Buffer<u32>, $at: u32) -> u64 {
            match case {
                $(Case::$case => $case($($argument),*)),*
            }
        }

        /// Evaluates one function on one row.
        #[procedure(level = 2)]
        pub struct Evaluate {
            pub rows: u32,
            pub inputs: Buffer<$crate::input::Input>,
            pub log: Buffer<u32>,
            pub results: Buffer<u64>,
        }

        #[execute]
        impl Execute for Evaluate {
            type Item = Task;

            fn execute(&self, _ctx: &Context<Self>, task: &Task) {
                let input = self.inputs.get(task.row);
                let number = task.case as u32 * self.rows + task.row;
                self.results.set(number, evaluate(task.case, &input, &self.log, number * $crate::input::LOG_WORDS));
            }
        }

        #[program]
        pub struct $program {
            pub evaluate: Evaluate,
        }

        /// The results of all functions on all rows, function by function.
        pub fn run(device: &Device, rows: &[$crate::input::Input]) -> Result<Vec<u64>, Error> {
            let count = CASES.len() * rows.len();
            let results = device.buffer_filled(count, 0x5555_5555_5555_5555)?;
            let log = device.buffer(count * $crate::input::LOG_WORDS as usize)?;
            let inputs = device.buffer_from(rows)?;
            let evaluate = Evaluate { rows: rows.len() as u32, inputs, log, results: results.clone() };
            let program = $program { evaluate };
            let options = Options::new().floating_point(FloatingPoint::Exact);
            let tasks: Vec<Task> =
                CASES.iter().flat_map(|&case| (0..rows.len() as u32).map(move |row| Task { case, row })).collect();
            Launcher::with_options(device, &program, options)?.seed::<Evaluate>(&tasks)?.run()?;
            results.read()
        }
    };
}
