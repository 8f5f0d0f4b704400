//! Bounds at the end of `u64` overflowed where spawns are counted.

#[device]
fn spawns(ctx: &Context<P>) {
    if ctx.thread() <= 18446744073709551615 {
        ctx.spawn::<P>(1);
    }
    for i in 0..=18446744073709551615 {
        ctx.spawn::<P>(i);
    }
}
