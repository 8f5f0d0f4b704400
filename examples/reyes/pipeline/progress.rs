//! How much of a frame is done, exactly, whatever the schedule.
//!
//! A patch that was halved n times stands for a share 2⁻ⁿ of the patch it came from. The shares of all patches that
//! were culled or diced add up, so their sum says how far the frame is; at its end it is one for each initial patch,
//! which also shows that no task was lost or ran twice.

use whipple::prelude::*;

/// The element of the progress buffer that counts shares, 2³² for a whole patch.
#[device]
pub const FINISHED: u32 = 0;

/// The element that counts the pieces that met a limit: that were halved too often, or came too near the eye.
#[device]
pub const LIMITED: u32 = 1;

/// The element that counts the hits that samples had no slots for: [`sampled`](super::sampled).
#[device]
pub const DROPPED: u32 = 2;

/// The element that counts micropolygons.
#[device]
pub const MICROPOLYGONS: u32 = 3;

/// Length of the progress buffer.
pub const LENGTH: usize = 4;

/// What a whole patch counts.
#[device]
pub const WHOLE: u64 = 1 << 32;

/// What a patch of this depth counts.
#[device]
pub fn share(depth: u32) -> u64 {
    WHOLE >> depth
}
