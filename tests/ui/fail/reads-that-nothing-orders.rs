//! The error is there to see the warning: what a warning is about compiles. Nothing is said of the other programs.
use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Root;

#[execute]
impl Execute for Root {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.spawn::<Write>(*n);
        ctx.spawn::<Read>(*n);
    }
}

#[procedure(level = 2)]
pub struct Write {
    pub heights: Buffer<u32>,
}

#[execute]
impl Execute for Write {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, n: &u32) {
        self.heights.set(0, *n);
    }
}

#[procedure(level = 2)]
pub struct Read {
    pub heights: Buffer<u32>,
    pub doubled: Buffer<u32>,
}

#[device]
impl Read {
    fn twice(&self) -> u32 {
        2 * self.heights.get(0)
    }
}

#[execute]
impl Execute for Read {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, n: &u32) {
        self.doubled.set(*n, self.twice());
    }
}

/// `Read` may run before `Write`, or beside it.
#[program]
pub struct Unordered {
    root: Root,
    write: Write,
    read: Read,
}

/// The reader is spawned behind the write.
pub mod spawned {
    use whipple::prelude::*;

    #[procedure(level = 2)]
    pub struct Write {
        pub heights: Buffer<u32>,
    }

    #[execute]
    impl Execute for Write {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            self.heights.set(0, *n);
            ctx.spawn::<super::Read>(*n);
        }
    }

    #[program]
    pub struct Ordered {
        write: Write,
        read: super::Read,
    }
}

/// The reader waits for what the writer released, in a function.
pub mod released {
    use whipple::prelude::*;

    #[procedure(level = 2)]
    pub struct Root;

    #[execute]
    impl Execute for Root {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.spawn::<super::Write>(*n);
            ctx.spawn::<Wait>(*n);
        }
    }

    #[device]
    fn is_there(flags: &Buffer<u32>) -> bool {
        flags.get_acquire(0) != 0
    }

    #[procedure(level = 2)]
    pub struct Wait {
        pub flags: Buffer<u32>,
        pub heights: Buffer<u32>,
    }

    #[execute]
    impl Execute for Wait {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            if !is_there(&self.flags) {
                return ctx.spawn::<Wait>(*n);
            }
            self.flags.set(1, self.heights.get(0));
        }
    }

    #[program]
    pub struct Ordered {
        root: Root,
        write: super::Write,
        wait: Wait,
    }
}

/// The reader runs when the writers have finished.
pub mod joined {
    use whipple::prelude::*;

    #[procedure(level = 2)]
    pub struct Root;

    #[execute]
    impl Execute for Root {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.fork::<[Write; 2]>([*n, *n + 1]).then::<Read>(());
        }
    }

    #[procedure(level = 2)]
    pub struct Write {
        pub heights: Buffer<u32>,
    }

    #[execute]
    impl Execute for Write {
        type Item = u32;
        type Output = ();
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            self.heights.set(*n, *n);
            ctx.finish(());
        }
    }

    #[procedure(level = 2)]
    pub struct Read {
        pub heights: Buffer<u32>,
        pub sum: Buffer<u32>,
    }

    #[execute]
    impl Execute for Read {
        type Item = Joined<(), [(); 2]>;
        fn execute(&self, _ctx: &Context<Self>, _joined: &Joined<(), [(); 2]>) {
            self.sum.set(0, self.heights.get(0) + self.heights.get(1));
        }
    }

    #[program]
    pub struct Ordered {
        root: Root,
        write: Write,
        read: Read,
    }
}

/// The host may run the two one after the other.
#[program]
pub struct Apart {
    write: Write,
    #[schedule(seeded)]
    read: Read,
}

fn main() {
    let _: u32 = "the error";
}
