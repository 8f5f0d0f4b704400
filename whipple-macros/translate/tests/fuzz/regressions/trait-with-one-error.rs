//! A trait was written with the literal of one function changed, because another function has the error.

#[device]
trait Operation {
    fn length() -> u32 {
        1.
    }

    fn twice() {
        r"raw"
    }
}
