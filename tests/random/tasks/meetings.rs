//! Where the threads of random bodies meet.

use super::bodies::{Of, Writer};

/// A number out of a meeting, and who has it.
pub fn number(writer: &mut Writer) -> (String, Of) {
    if writer.is_block {
        return (vote_of_a_block(writer), Of::All);
    }
    match writer.random.below(10) {
        0..5 => (vote_or_reduction(writer), Of::All),
        _ => (shuffle(writer), Of::Each),
    }
}

/// A number out of a meeting that all threads agree on.
pub fn agreed(writer: &mut Writer) -> String {
    if writer.is_block { vote_of_a_block(writer) } else { vote_or_reduction(writer) }
}

/// A condition that all threads agree on, of which a meeting decides where what comes before does not.
pub fn behind_a_condition(writer: &mut Writer) -> String {
    let (condition, operator) = (writer.condition(Of::All), writer.random.of(&["&&", "||"]));
    match writer.random.below(3) {
        0 => format!("({condition}) {operator} ({}) % 4 == 1", agreed(writer)),
        1 => format!("({condition}) {operator} {}", vote(writer)),
        _ => format!("{} {operator} {}", vote(writer), vote(writer)),
    }
}

/// A statement at which all threads wait.
pub fn barrier(writer: &Writer) -> &'static str {
    if writer.is_block { "ctx.barrier();" } else { "ctx.warp_barrier();" }
}

fn vote(writer: &mut Writer) -> String {
    let name = writer.random.of(if writer.is_block { &["barrier_any", "barrier_all"] } else { &["any", "all"] });
    format!("ctx.{name}({})", writer.condition(Of::Each))
}

fn vote_of_a_block(writer: &mut Writer) -> String {
    if writer.random.one_in(3) {
        return format!("ctx.barrier_count({})", writer.condition(Of::Each));
    }
    format!("{} as u32", vote(writer))
}

fn vote_or_reduction(writer: &mut Writer) -> String {
    match writer.random.below(6) {
        0 | 1 => format!("{} as u32", vote(writer)),
        2 => format!("ctx.ballot({})", writer.condition(Of::Each)),
        _ => {
            let name = writer.random.of(&["reduce_add", "reduce_min", "reduce_max"]);
            format!("ctx.{name}({})", writer.number(Of::Each, 0))
        }
    }
}

/// A shuffle, of a lane that may be none.
fn shuffle(writer: &mut Writer) -> String {
    let name = writer.random.of(&["shuffle", "shuffle_xor", "shuffle_up", "shuffle_down"]);
    format!("ctx.{name}({}, {} % 9)", writer.number(Of::Each, 0), writer.number(Of::Each, 1))
}
