//! `println!` and its relatives in bodies on the host: they take what std's take, and print where the run prints
//! (`whipple_runtime::print`).

#[doc(hidden)]
#[macro_export]
macro_rules! __whipple_print {
    ($($text:tt)*) => {
        $crate::private::print_by_run($crate::private::StandardStream::Output, ::core::format_args!($($text)*))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __whipple_println {
    () => {
        $crate::__whipple_print!("\n")
    };
    ($($text:tt)*) => {
        $crate::__whipple_print!("{}\n", ::core::format_args!($($text)*))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __whipple_eprint {
    ($($text:tt)*) => {
        $crate::private::print_by_run($crate::private::StandardStream::Error, ::core::format_args!($($text)*))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __whipple_eprintln {
    () => {
        $crate::__whipple_eprint!("\n")
    };
    ($($text:tt)*) => {
        $crate::__whipple_eprint!("{}\n", ::core::format_args!($($text)*))
    };
}
