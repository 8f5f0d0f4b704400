//! What a text captures, `"{l}"`, is written behind it. The check took that for a change of an item with errors.

#[device()]
fn say(case: *const u32) {
    match case {
        0 => match () {
            () => assert_ne!(l, 9, "l is {l}"),
        },
    }
}
