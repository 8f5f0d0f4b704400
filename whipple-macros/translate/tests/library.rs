//! The table of methods is what the device library has: each row is a member or a function there, with the same arguments and result,
//! and panics where that takes a place to report.

use std::{collections::BTreeSet, fs, path::Path, process::Command};
use whipple_translate::{
    methods::{self, Effect, Method, Owner, Panics, Receiver, Spelling, Ty},
    names,
};

#[path = "library/glam.rs"]
mod glam;

/// A function in a header.
#[derive(Clone, Debug)]
struct Declared {
    name: String,
    is_static: bool,
    is_const: bool,
    result: String,
    parameters: Vec<String>,
    /// What follows the parameters.
    suffix: String,
}

fn header(name: &str) -> String {
    let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../whipple-cuda/device");
    let text = fs::read_to_string(device.join(name)).expect("a header");
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end_matches('\\'));
    lines.collect::<Vec<_>>().join("\n")
}

/// The part of a text that begins with one word and ends before another.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let from = text.find(start).unwrap_or_else(|| panic!("no {start}"));
    let length = text[from..].find(end).unwrap_or_else(|| panic!("no {end} after {start}"));
    &text[from..from + length]
}

/// The functions that a text declares, but for operators.
fn declared(text: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    for part in text.split("__device__").skip(1) {
        let Some(open) = part.find('(') else { continue };
        let mut words: Vec<&str> = part[..open].split_whitespace().collect();
        let Some(name) = words.pop() else { continue };
        if part[..open].contains("operator") || words.is_empty() || name.contains("##") {
            continue;
        }
        let is_static = words.contains(&"static");
        let result: Vec<&str> =
            words.into_iter().filter(|word| !["static", "constexpr", "inline", "friend"].contains(word)).collect();
        let (parameters, rest) = enclosed(&part[open..]);
        let suffix = rest.split(['{', ';']).next().unwrap_or_default().to_owned();
        found.push(Declared {
            name: name.to_owned(),
            is_static,
            is_const: suffix.trim_start().starts_with("const"),
            result: result.join(" "),
            parameters: split(parameters),
            suffix,
        });
    }
    with_macros(text, found)
}

/// What stands in parentheses, and what follows.
fn enclosed(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// Parameters without their names and defaults.
fn split(parameters: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for character in parameters.chars() {
        match character {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        match parts.last_mut() {
            Some(last) if character != ',' || depth > 0 => last.push(character),
            _ => parts.push(String::new()),
        }
    }
    let ty = |part: &String| {
        let part = part.split('=').next().unwrap_or_default().trim();
        let end = part.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(part.len(), |at| at + 1);
        part[..end].trim().trim_start_matches("const ").trim_end_matches('&').trim().to_owned()
    };
    parts.iter().map(ty).filter(|ty| !ty.is_empty()).collect()
}

/// Functions that a macro declares, of the names that it is given.
fn with_macros(text: &str, found: Vec<Declared>) -> Vec<Declared> {
    let (pattern, mut plain): (Vec<_>, Vec<_>) = found.into_iter().partition(|function| function.name == "name");
    for (start, call) in ["WHIPPLE_FETCH(", "WHIPPLE_UNARY("]
        .into_iter()
        .flat_map(|start| text.match_indices(start).map(move |(at, _)| (start, &text[at + start.len()..])))
    {
        let name = call.split([',', ')']).next().unwrap_or_default();
        // Each struct has a macro of its own.
        let pattern = pattern.iter().find(|function| (function.result == "F") == (start == "WHIPPLE_UNARY("));
        if let Some(pattern) = pattern.filter(|_| name != "name") {
            plain.push(Declared { name: name.to_owned(), ..pattern.clone() });
            if text.contains("name##_relaxed(") {
                plain.push(Declared { name: format!("{name}_relaxed"), ..pattern.clone() });
            }
        }
    }
    plain
}

/// What a C++ type is in a row of this owner.
fn ty(cpp: &str, owner: &str) -> String {
    let cpp = cpp.trim_start_matches("const ").trim_end_matches('&').trim();
    // With references to what is in it, or copies of it.
    let again = ["Option<detail::Lent<const T>>", "Option<detail::Copied<T>>"].contains(&cpp) && owner == "Option"
        || cpp == "Result<detail::Lent<const T>, detail::Lent<const E>>";
    if cpp == owner || again {
        return "Same".to_owned();
    }
    match cpp.trim_end_matches('>') {
        "View<const T" | "View<T" => return "Slice".to_owned(),
        "Reference<const T" | "Reference<T" | "detail::Lent<const T" => return "Element".to_owned(),
        _ => {}
    }
    if let Some(inner) = cpp.strip_prefix("Option<").filter(|_| owner != "Option") {
        return format!("Option({})", ty(inner.trim_end_matches('>'), owner));
    }
    if let Some((first, second)) = cpp.strip_prefix("Tuple<").and_then(|inner| inner.split_once(',')) {
        return format!("Pair({}, {})", ty(first, owner), ty(second.trim().trim_end_matches('>'), owner));
    }
    if let Some(inner) = cpp.strip_prefix("Array<").filter(|_| owner != "Array") {
        let (inner, _) = inner.rsplit_once(',').expect("a length");
        return format!("Array({})", ty(inner, owner));
    }
    match cpp.trim_end_matches(|c| c == '>' && cpp.starts_with("IntegerVector")) {
        "Exactly<F>" => "Same",
        "detail::FloatBits<F>" => "Bits",
        "detail::Bytes<F>" => "Bytes",
        "UnsignedType" => "Unsigned",
        "SignedType" => "Signed",
        "Unsigned" => "UnsignedElement",
        "IntegerVector<T, 2" => "Vector(2)",
        "IntegerVector<T, 3" => "Vector(3)",
        "IntegerVector<T, 4" => "Vector(4)",
        "u32" => "U32",
        "i32" => "I32",
        "usize" | "Index" => "Usize",
        "f32" => "F32",
        "bool" => "Bool",
        "void" => "Unit",
        "Result<usize, usize>" | "detail::Part" => "Other",
        "typename Q::Item" | "typename Q::Output" | "typename joins::Fork<F>::Items" | "joins::State<C>" => "Item",
        "Counter" => "Counter",
        "Join<Context, C>" | "Join<Context, joins::OwnSum>" => "Join",
        "typename P::Shared" => "Scratch",
        "char*" => "Text",
        "T" => "Element",
        "Option<U>" | "Result<U, E>" | "Result<T, F>" => "First",
        "E" if owner == "Result" => "Error",
        "E" => "First",
        "auto" => "Other",
        other => other,
    }
    .to_owned()
}

/// Whether rows and declarations of an owner are the same; `internal` are those that are no methods.
fn compare(owner: Owner, cpp: &str, declarations: &[Declared], internal: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    let rows: Vec<&Method> = methods::all().filter(|method| method.of.contains(&owner) && in_header(method)).collect();
    let declarations: Vec<&Declared> = declarations
        .iter()
        .filter(|function| !function.is_static && !internal.contains(&function.name.as_str()))
        .filter(|function| !function.suffix.contains("None") && !function.parameters.contains(&"None".to_owned()))
        .collect();
    for function in &declarations {
        let name = function.name.trim_end_matches('_');
        if !rows.iter().any(|row| row.name == name) {
            wrong.push(format!("{owner:?}: `{name}` of the device library has no row"));
        }
    }
    for row in rows {
        let Some(function) = declarations.iter().find(|function| function.name.trim_end_matches('_') == row.name)
        else {
            wrong.push(format!("{owner:?}: the device library has no `{}`", row.name));
            continue;
        };
        let mut parameters: Vec<String> = function.parameters.iter().map(|cpp_type| ty(cpp_type, cpp)).collect();
        let is_located = function.parameters.iter().any(|ty| matches!(ty.as_str(), "Location" | "Index"));
        parameters.retain(|ty| ty != "Location");
        // What C++ deduces is a T there, as elements are.
        let of_row = |ty: &Ty| match ty {
            Ty::First if owner == Owner::Context => "Element".to_owned(),
            other => format!("{other:?}"),
        };
        let found = (parameters, ty(&function.result, cpp));
        let expected = (row.arguments.iter().map(of_row).collect(), of_row(&row.result));
        if found != expected {
            wrong.push(format!("{owner:?}: `{}` is {found:?} there, and {expected:?} in its row", row.name));
        }
        let is_shared = matches!(owner, Owner::Shared);
        // What panics there is the user's default, at a place of its own.
        let calls_the_user = row.name == "unwrap_or_default";
        if is_located != (row.panics != Panics::Never && !calls_the_user) && !is_shared {
            wrong.push(format!("{owner:?}: `{}` {:?} panics, by its row", row.name, row.panics));
        }
        if function.is_const == (row.receiver == Receiver::Changed) && owner != Owner::Float {
            wrong.push(format!("{owner:?}: `{}` may change its receiver, or not", row.name));
        }
    }
    wrong
}

/// Whether a method has a text in the header of its owner.
fn in_header(method: &Method) -> bool {
    matches!(method.cpp, Spelling::Member | Spelling::Num)
}

fn expect_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn integers() {
    let text = header("num.cuh");
    let public = between(&text, "class Integer {", "\nprivate:");
    let all = declared(public);
    assert!(all.len() > 60, "only {} functions", all.len());
    // The operators are written as such.
    let internal = ["raw", "Integer", "div", "rem", "least", "greatest"];
    let signed: Vec<Declared> = all.iter().filter(|function| !function.suffix.contains("!SIGNED")).cloned().collect();
    let unsigned: Vec<Declared> =
        all.iter().filter(|function| !function.suffix.contains("bool(SIGNED)")).cloned().collect();
    let casts = |other: &'static str| internal.into_iter().chain([other]).collect::<Vec<_>>();
    let mut wrong = compare(Owner::Signed, "Integer", &signed, &casts("cast_signed"));
    wrong.extend(compare(Owner::Unsigned, "Integer", &unsigned, &casts("cast_unsigned")));
    expect_none(&wrong);
}

#[test]
fn floats() {
    let text = header("float.cuh");
    let mut functions = declared(between(&text, "namespace num {", "#include \"forward.cuh\""));
    // All but the first parameter are arguments.
    for function in &mut functions {
        function.parameters.remove(0);
        let is_single = |ty: &mut String| {
            if ty == "f32" || ty == "f64" {
                *ty = "F".to_owned();
            }
        };
        function.parameters.iter_mut().chain([&mut function.result]).for_each(is_single);
    }
    let wrong =
        compare(Owner::Float, "F", &functions, &["rem", "from_bits", "from_be_bytes", "from_le_bytes", "inverse_lerp"]);
    expect_none(&wrong);
}

#[test]
fn functions_that_classes_forward() {
    let text = header("forward.cuh");
    let forwarded: BTreeSet<&str> = text
        .match_indices("WHIPPLE_FORWARD")
        .filter_map(|(at, _)| text[at..].split_once('(')?.1.split(')').next())
        .filter(|name| !["name", "rem"].contains(name) && !name.contains(char::is_whitespace))
        .collect();
    let rows: BTreeSet<&str> =
        methods::all().filter(|method| method.cpp == Spelling::Num).map(|method| method.name).collect();
    assert_eq!(forwarded, rows);
}

#[test]
fn arrays_options_and_results() {
    let text = header("array.cuh");
    let array = between(&text, "\nstruct Array {", "\n};");
    let mut wrong = compare(Owner::Array, "Array", &declared(array), &["begin", "end", "clone", "turn"]);
    let text = header("option.cuh");
    let option = between(&text, "\nstruct Option {\n    bool present;\n    T value;", "\n};");
    wrong.extend(compare(Owner::Option, "Option", &declared(option), &["begin", "end", "len", "Option", "clone"]));
    let text = header("result.cuh");
    let result = between(&text, "\nstruct Result {\n    bool good;", "\n};");
    wrong.extend(compare(Owner::Result, "Result", &declared(result), &["Result", "is_some", "clone"]));
    expect_none(&wrong);
}

#[test]
fn orderings() {
    let text = header("order.cuh");
    let ordering = between(&text, "\nstruct Ordering {", "\n};");
    expect_none(&compare(Owner::Ordering, "Ordering", &declared(ordering), &[]));
}

#[test]
fn characters() {
    let text = header("char.cuh");
    let character = between(&text, "\nstruct Char {", "\n};");
    expect_none(&compare(Owner::Char, "Char", &declared(character), &["Char", "at_position_", "position_"]));
    let functions = declared(between(&text, "\nnamespace num {", "\n}  \n"));
    for function in ["from_u32", "from_digit"] {
        let named = functions.iter().find(|found| found.name == format!("char_{function}"));
        let named = named.unwrap_or_else(|| panic!("the device library has no `char_{function}`"));
        assert_eq!(named.result, "Option<Char>");
        let Some(methods::Associated::Function(row)) = methods::associated("char", function) else {
            panic!("`char::{function}` has no row")
        };
        let taken = named.parameters.iter().filter(|ty| *ty != "Location").count();
        assert_eq!((row.arguments.len(), row.result), (taken, Ty::Option(&Ty::Same)), "{function}");
    }
}

#[test]
fn memory() {
    let text = header("buffer.cuh");
    let buffer = between(&text, "\nstruct Buffer {", "private:");
    let mut wrong = compare(Owner::Buffer, "Buffer", &declared(buffer), &[]);
    let read_only = between(&text, "\nstruct ReadOnly {", "\n};");
    wrong.extend(compare(Owner::ReadOnly, "ReadOnly", &declared(read_only), &[]));
    let text = header("shared.cuh");
    let shared = between(&text, "\nstruct Shared {", "private:");
    wrong.extend(compare(Owner::Shared, "Shared", &declared(shared), &[]));
    let array = between(&text, "\nstruct SharedArray {", "private:");
    // Rust's has no `is_empty`.
    wrong.extend(compare(Owner::SharedArray, "SharedArray", &declared(array), &["is_empty"]));
    expect_none(&wrong);
}

#[test]
fn contexts() {
    let text = header("context.cuh");
    let context = between(&text, "\nclass Context ", "\nprivate:");
    let declarations = declared(context);
    let join = between(&text, "\nstruct Join {", "\n};");
    expect_none(&compare(Owner::Join, "Join", &declared(join), &[]));
    expect_none(&compare(Owner::Context, "Context", &declarations, &["Context", "end_task", "fork_one"]));
}

#[test]
fn names_are_taken_for_what_they_do() {
    for method in methods::all() {
        let reads = method.effect == Effect::None && method.receiver == Receiver::Value;
        assert!(reads || !method.reserved, "{} is no method that only reads", method.name);
        assert!(!method.of.is_empty(), "{} is nobody's", method.name);
    }
    for (index, method) in methods::all().enumerate() {
        let is_twin = |other: &&Method| other.name == method.name && other.of.iter().any(|of| method.of.contains(of));
        assert!(!methods::all().skip(index + 1).any(|other| is_twin(&other)), "{} has two rows", method.name);
    }
    assert!(methods::all().all(|method| method.result != Ty::Loop || method.cpp == Spelling::Loop));
    for refused in methods::REFUSED {
        for name in refused.names {
            let is_device = methods::by_name(name).any(|method| method.cpp != Spelling::Loop);
            assert!(!is_device, "{name} is refused, and a method of device code");
        }
    }
}

/// A name that is a macro would be replaced wherever the text has it.
#[test]
fn no_name_is_a_macro_of_the_device_library() {
    let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../whipple-cuda/device");
    let program = device.join("whipple.cuh");
    // A module, as the emulated device compiles one; its headers include each other by `<whipple/…>`.
    let include = Path::new(env!("CARGO_TARGET_TMPDIR")).join("macros");
    fs::create_dir_all(&include).expect("a folder");
    #[cfg(unix)]
    drop(std::os::unix::fs::symlink(&device, include.join("whipple")));
    let command = std::env::var("WHIPPLE_CXX").unwrap_or_else(|_| "g++".to_owned());
    let mut command = Command::new(command);
    command.args(["-std=c++20", "-DWHIPPLE_MODULE", "-x", "c++", "-dM", "-E"]).arg("-I").arg(&include);
    command.arg("-I").arg(device.join("../emulator/include")).arg(program);
    let output = match command.output() {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout).expect("text"),
        _ => return println!("skipped: there is no g++ that reads the device library"),
    };
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
    let defined = output.lines().filter_map(|line| line.strip_prefix("#define ")?.split(is_end).next());
    let macros: Vec<&str> = defined.collect();
    assert!(macros.len() > 500, "only {} macros", macros.len());
    let stays =
        |name: &&&str| [names::item, names::member, names::field, names::label].iter().any(|cpp| cpp(name) == **name);
    let stay: Vec<&&str> = macros.iter().filter(stays).collect();
    assert!(stay.is_empty(), "these names would be macros: {stay:?}");
}
