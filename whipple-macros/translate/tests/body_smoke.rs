//! Prints translations.
mod support;

#[test]
fn show() {
    let cases = std::fs::read_to_string("/tmp/a1ws/cases.rs").unwrap();
    for case in cases.split("//---\n") {
        if case.trim().is_empty() { continue; }
        let text = if case.starts_with("impl") { support::method(case, whipple_translate::body::Role::Execute) } else { support::full(case) };
        match text {
            Ok(text) => println!("{text}"),
            Err(messages) => println!("REFUSED {messages:#?}\n"),
        }
    }
}
