//! The statements of random bodies.

use super::{
    bodies::{Around, Of, Type, Variable, Writer},
    meetings,
};

/// Choices below this are statements that each thread runs by itself.
const ALONE: u32 = 38;
/// Those from there to here meet.
const MEETING: u32 = 68;
/// The rest has blocks, in which threads may meet.
const NESTED: u32 = 108;

/// Writes a statement, or a few.
pub fn statement(writer: &mut Writer) {
    let kinds = match (writer.budget, writer.depth) {
        (0, _) => ALONE,
        (_, 3..) => MEETING,
        _ => NESTED,
    };
    writer.budget = writer.budget.saturating_sub(1);
    match writer.random.below(kinds) {
        0..11 => number(writer),
        11..18 => assignment(writer),
        18..25 => branch_of_each(writer),
        25..28 => pair(writer),
        28..32 => generator(writer),
        32..35 => generated(writer),
        35..ALONE => option(writer),
        ALONE..48 => met(writer),
        48..53 => together(writer),
        53..58 => assignment_of_a_meeting(writer),
        58..MEETING => shared_memory(writer),
        68..76 => nested(writer, branch),
        76..85 => nested(writer, for_loop),
        85..90 => nested(writer, while_loop),
        90..93 => early_return(writer),
        93..96 => nested(writer, plain_block),
        96..100 => nested(writer, endless_loop),
        100..105 => nested(writer, cases),
        _ => nested(writer, if_let),
    }
}

fn nested(writer: &mut Writer, write: fn(&mut Writer)) {
    writer.depth += 1;
    write(writer);
    writer.depth -= 1;
}

fn statements(writer: &mut Writer) {
    for _ in 0..=writer.random.below(4) {
        statement(writer);
    }
}

/// Ends the variables that have been declared since there were so many, after telling what they are.
fn end_scope(writer: &mut Writer, scope: usize) {
    if writer.variables.len() > scope && !writer.random.one_in(3) {
        let value = writer.all_variables();
        writer.line(&format!("self.sink.fetch_add(ctx.thread(), {value});"));
    }
    writer.variables.truncate(scope);
}

/// Statements, whose variables end with them.
fn block(writer: &mut Writer) {
    let scope = writer.variables.len();
    statements(writer);
    end_scope(writer, scope);
}

/// Statements which some threads run and others do not.
fn leaves(writer: &mut Writer) {
    for _ in 0..=writer.random.below(3) {
        let is_own =
            |variable: &Variable| variable.is_mutable && variable.of == Of::Each && variable.has == Type::Number;
        match writer.variable(is_own) {
            _ if writer.spawns > 0 && writer.loops.len() < 2 && writer.random.one_in(2) => {
                writer.spawns -= 1;
                let item = writer.number(Of::Each, 0);
                writer.line(&format!("ctx.spawn::<Leaf>({item});"));
            }
            Some(Variable { name, .. }) if !writer.random.one_in(5) => {
                let (operator, value) = (writer.random.of(&["=", "^=", "|="]), writer.number(Of::Each, 0));
                writer.line(&format!("{name} {operator} {value};"));
            }
            _ => {
                let value = writer.number(Of::Each, 0);
                writer.line(&format!("self.sink.fetch_add(ctx.thread(), {value} % 7);"));
            }
        }
    }
}

/// `let` and perhaps `mut`.
fn binding(is_mutable: bool) -> &'static str {
    if is_mutable { "let mut" } else { "let" }
}

fn number(writer: &mut Writer) {
    let of = if writer.random.below(5) < 2 { Of::All } else { Of::Each };
    let (is_mutable, value, name) = (writer.random.one_in(2), writer.number(of, 0), writer.name());
    let of_type = if writer.random.one_in(5) { ": u32" } else { "" };
    writer.line(&format!("{} {name}{of_type} = {value};", binding(is_mutable)));
    writer.declare(name, is_mutable, of, Type::Number);
}

fn assignment(writer: &mut Writer) {
    let is_fit = |variable: &Variable| variable.is_mutable && matches!(variable.has, Type::Number | Type::Pair);
    let Some(Variable { name, of, has, .. }) = writer.variable(is_fit) else { return number(writer) };
    let part = if has == Type::Pair { writer.random.of(&[".0", ".1"]) } else { "" };
    let (operator, value) = (writer.random.of(&["=", "^=", "|=", "&="]), writer.number(of, 0));
    writer.line(&format!("{name}{part} {operator} {value};"));
}

fn branch_of_each(writer: &mut Writer) {
    let condition = writer.condition(Of::Each);
    writer.open(&format!("if {condition} {{"));
    leaves(writer);
    if writer.random.below(5) < 2 {
        writer.otherwise();
        leaves(writer);
    }
    writer.close("}");
}

fn pair(writer: &mut Writer) {
    let second = if writer.random.one_in(2) { Of::All } else { Of::Each };
    let (a, b) = (writer.number(Of::Each, 0), writer.number(second, 0));
    let (is_mutable, name) = (writer.random.one_in(2), writer.name());
    writer.line(&format!("{} {name} = ({a}, {b});", binding(is_mutable)));
    writer.declare(name, is_mutable, Of::Each, Type::Pair);
}

fn generator(writer: &mut Writer) {
    let (state, name, is_mutable) = (writer.number(Of::Each, 0), writer.name(), !writer.random.one_in(4));
    writer.line(&format!("{} {name} = Generator {{ state: {state} }};", binding(is_mutable)));
    writer.declare(name, is_mutable, Of::Each, Type::Generator);
}

/// A number out of a generator, which changes.
fn generated(writer: &mut Writer) {
    let is_fit = |variable: &Variable| variable.is_mutable && variable.has == Type::Generator;
    let Some(generator) = writer.variable(is_fit) else { return generator(writer) };
    let name = writer.name();
    writer.line(&format!("let {name} = {}.next();", generator.name));
    writer.declare(name, false, Of::Each, Type::Number);
}

fn option(writer: &mut Writer) {
    let (condition, value, name) = (writer.condition(Of::Each), writer.number(Of::Each, 0), writer.name());
    writer.line(&format!("let {name} = if {condition} {{ Some({value}) }} else {{ None }};"));
    writer.declare(name, false, Of::Each, Type::Maybe);
}

/// A variable of what meetings give.
fn met(writer: &mut Writer) {
    let (value, of) = met_value(writer);
    let (is_mutable, name) = (writer.random.one_in(3), writer.name());
    writer.line(&format!("{} {name} = {value};", binding(is_mutable)));
    writer.declare(name, is_mutable, of, Type::Number);
}

/// A variable of what a function gives that the threads call together.
fn together(writer: &mut Writer) {
    let (value, turns) = (writer.number(Of::Each, 0), writer.number(Of::All, 1));
    let (is_mutable, name) = (writer.random.one_in(3), writer.name());
    let (call, has) = match writer.random.below(3) {
        _ if writer.is_block => (format!("among_block(ctx, {value}, {turns})"), Type::Pair),
        0 => {
            let maybe = writer.variable(|variable| variable.has == Type::Maybe);
            let value = maybe.map_or_else(|| format!("Some({value})"), |variable| variable.name);
            (format!("of_some_lanes(ctx, {value}, {turns})"), Type::Maybe)
        }
        1 => {
            let other = writer.number(Of::Each, 1);
            (format!("mixed(among_lanes(ctx, {value}, (2, false)), {other})"), Type::Number)
        }
        _ => {
            let early = writer.condition(Of::All);
            (format!("among_lanes(ctx, {value}, ({turns}, {early}))"), Type::Number)
        }
    };
    writer.line(&format!("{} {name} = {call};", binding(is_mutable)));
    writer.declare(name, is_mutable, Of::Each, has);
}

/// A number out of an expression with meetings, and who has it.
fn met_value(writer: &mut Writer) -> (String, Of) {
    let (value, of) = meetings::number(writer);
    match writer.random.below(10) {
        0 | 1 => (format!("({value}) ^ {}", writer.number(of, 2)), of),
        2 => (format!("mixed({}, {value})", writer.number(of, 2)), of),
        3 => (format!("({}) as u32", meetings::behind_a_condition(writer)), Of::All),
        4 if !writer.is_block => {
            let lane = writer.number(Of::Each, 1);
            (format!("ctx.shuffle({value}, {lane} % 9)"), Of::Each)
        }
        5 => {
            let (other, of_other) = meetings::number(writer);
            let of = if of_other == Of::Each { Of::Each } else { of };
            (format!("mixed({value}, {other})"), of)
        }
        _ => (value, of),
    }
}

fn assignment_of_a_meeting(writer: &mut Writer) {
    let is_own = |variable: &Variable| variable.is_mutable && variable.of == Of::Each && variable.has == Type::Number;
    let Some(Variable { name, .. }) = writer.variable(is_own) else { return met(writer) };
    let (operator, (value, _)) = (writer.random.of(&["=", "^=", "|="]), meetings::number(writer));
    writer.line(&format!("{name} {operator} {value};"));
}

/// What another thread has written to shared memory.
fn shared_memory(writer: &mut Writer) {
    let (value, name, threads) = (writer.number(Of::Each, 0), writer.name(), writer.threads());
    let (barrier, ahead) = (meetings::barrier(writer), 1 + writer.random.below(7));
    writer.line(&format!("mem.set(ctx.thread(), {value});"));
    writer.line(barrier);
    writer.line(&format!("let {name} = mem.get((ctx.thread() + {ahead}) % {threads});"));
    writer.line(barrier);
    writer.declare(name, false, Of::Each, Type::Number);
}

fn branch(writer: &mut Writer) {
    let condition = writer.agreed();
    writer.open(&format!("if {condition} {{"));
    block(writer);
    if writer.random.one_in(2) {
        writer.otherwise();
        block(writer);
    }
    writer.close("}");
}

/// A `match` whose arms all threads agree on.
fn cases(writer: &mut Writer) {
    let value = match writer.random.below(4) {
        0 => format!("({}) % 5", meetings::agreed(writer)),
        1 => "*item".to_owned(),
        _ => format!("{} % 5", writer.number(Of::All, 1)),
    };
    writer.open(&format!("match {value} {{"));
    let arms = ["0 => {", "1 | 3 => {", "2.. if self.scale % 2 == 0 => {"];
    for arm in arms {
        if writer.random.one_in(2) {
            writer.open(arm);
            block(writer);
            writer.close("}");
        }
    }
    let name = writer.new_name("n");
    let (arm, is_named) = match writer.random.below(3) {
        0 => ("_".to_owned(), false),
        1 => (name.clone(), true),
        _ => (format!("{name} @ 0..=u32::MAX"), true),
    };
    writer.open(&format!("{arm} => {{"));
    let scope = writer.variables.len();
    if is_named {
        writer.declare(name, false, Of::All, Type::Number);
    }
    statements(writer);
    end_scope(writer, scope);
    writer.close("}");
    writer.close("}");
}

fn if_let(writer: &mut Writer) {
    let (condition, value, maybe) = (writer.condition(Of::All), writer.number(Of::All, 1), writer.new_name("m"));
    writer.line(&format!("let {maybe} = if {condition} {{ Some({value}) }} else {{ None }};"));
    let name = writer.new_name("n");
    writer.open(&format!("if let Some({name}) = {maybe} {{"));
    let scope = writer.variables.len();
    writer.declare(name, false, Of::All, Type::Number);
    statements(writer);
    end_scope(writer, scope);
    if writer.random.one_in(2) {
        writer.otherwise();
        block(writer);
    }
    writer.close("}");
}

fn plain_block(writer: &mut Writer) {
    writer.open("{");
    block(writer);
    writer.close("}");
}

/// All threads give what they have, and end: those of some items, or by any condition.
fn early_return(writer: &mut Writer) {
    let condition = match writer.random.below(3) {
        0 => writer.agreed(),
        _ => format!("*item % 5 == {}", writer.random.below(5)),
    };
    writer.open(&format!("if {condition} {{"));
    let value = writer.all_variables();
    writer.write(&value);
    writer.line("return;");
    writer.close("}");
}

/// Opens a loop, which may have a label.
fn open_loop(writer: &mut Writer, head: &str, may_continue: bool) {
    let label = writer.random.one_in(3).then(|| writer.new_name("'around"));
    let before = label.as_ref().map_or(String::new(), |label| format!("{label}: "));
    writer.open(&format!("{before}{head} {{"));
    writer.loops.push(Around { label, may_continue, scope: writer.variables.len() });
}

/// Closes a loop, after what its rounds end with.
fn close_loop(writer: &mut Writer, last: &str) {
    let around = writer.loops.pop().expect("it has been opened");
    end_scope(writer, around.scope);
    if !last.is_empty() {
        writer.line(last);
    }
    writer.close("}");
}

/// All threads leave a loop around, or go on with its next round.
fn jump(writer: &mut Writer) {
    let labelled: Vec<Around> = writer.loops.iter().filter(|around| around.label.is_some()).cloned().collect();
    let innermost = writer.loops.last().cloned().map(|around| Around { label: None, ..around });
    let around = match labelled.len() {
        0 => innermost,
        count if writer.random.one_in(2) => Some(labelled[writer.random.below(count as u32) as usize].clone()),
        _ => innermost,
    };
    let Some(Around { label, may_continue, .. }) = around else { return };
    let jump = if may_continue { writer.random.of(&["break", "continue"]) } else { "break" };
    let (condition, label) = (writer.agreed(), label.map_or(String::new(), |label| format!(" {label}")));
    writer.line(&format!("if {condition} {{ {jump}{label}; }}"));
    if !writer.random.one_in(3) {
        writer.line(meetings::barrier(writer));
    }
}

fn for_loop(writer: &mut Writer) {
    let end = if writer.random.one_in(2) { "3_u32".to_owned() } else { format!("{} % 4", writer.number(Of::All, 2)) };
    let name = writer.new_name("i");
    open_loop(writer, &format!("for {name} in 0..{end}"), true);
    writer.declare(name, false, Of::All, Type::Number);
    statements(writer);
    if writer.random.below(5) < 2 {
        jump(writer);
    }
    if writer.random.one_in(6) {
        let condition = writer.condition(Of::Each);
        writer.line(&format!("if {condition} {{ continue; }}"));
        leaves(writer);
    }
    close_loop(writer, "");
}

fn while_loop(writer: &mut Writer) {
    let (name, rounds) = (writer.new_name("w"), 1 + writer.random.below(5));
    writer.line(&format!("let mut {name} = 0_u32;"));
    writer.declare(name.clone(), false, Of::All, Type::Number);
    open_loop(writer, &format!("while {name} < {rounds}"), false);
    statements(writer);
    if writer.random.one_in(4) {
        jump(writer);
    }
    let step = if writer.random.one_in(2) { format!("{name} += 1;") } else { format!("{name} = {name} * 2 + 1;") };
    close_loop(writer, &step);
}

/// A `loop`, which is left by a count or by what a meeting gives.
fn endless_loop(writer: &mut Writer) {
    let (name, rounds) = (writer.new_name("w"), 1 + writer.random.below(4));
    writer.line(&format!("let mut {name} = 0_u32;"));
    writer.declare(name.clone(), false, Of::All, Type::Number);
    open_loop(writer, "loop", true);
    writer.line(&format!("{name} += 1;"));
    let met = meetings::agreed(writer);
    writer.line(&format!("if {name} > {rounds} || ({met}) % 4 == 1 {{ break; }}"));
    statements(writer);
    if writer.random.one_in(4) {
        jump(writer);
    }
    close_loop(writer, "");
}
