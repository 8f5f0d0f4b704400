//! Fields and programs named like keywords.

#[program]
struct r#struct {
    first: First,
    r#fn: Second,
    #[schedule(seeded)]
    r#type: Third,
}

#[procedure(level = 2)]
struct r#loop {
    r#fn: u32,
}

#[device]
fn r#match(r#if: u32) -> u32 {
    r#if
}
