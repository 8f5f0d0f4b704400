//! A module that is called was imported and called in a block of its own, which does not parse.

#[device]
fn called(values: u32) -> u64 {
    (crate(values))
}

#[device]
fn called_self(values: u32) -> u64 {
    self(values) + super(values)
}

#[device]
fn module_of_a_module() -> u64 { body::self }

#[device]
fn module_above_a_module() -> u64 { body::super }

#[device]
fn function_of_a_module_above() -> u64 { body::super::f() }

#[device]
fn type_of_a_module() -> u64 { body::Self }

#[device]
fn call_of_a_module() -> u64 { body::crate(1) }
