//! Each loop around another doubled the time of the check for divergence.

#[device]
fn nested(ctx: &Context<P>, a: u32) {
    for i in 0..a { for i in 0..a { for i in 0..a { for i in 0..a { for i in 0..a { for i in 0..a {
    while i > a { while i > a { while i > a { while i > a { while i > a { while i > a { while i > a {
    loop { loop { loop { loop { loop { loop { loop { loop { loop { loop { loop { loop { loop { loop {
    for i in 0..a { for i in 0..a { for i in 0..a { for i in 0..a { for i in 0..a { for i in 0..a {
        ctx.barrier();
    } } } } } }
    } } } } } } } } } } } } } }
    } } } } } } }
    } } } } } }
}
