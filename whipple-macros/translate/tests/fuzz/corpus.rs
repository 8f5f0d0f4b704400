//! The annotated items of the repository: of its examples, of the language tests, of the programs that the macros accept and
//! refuse, and those that are kept here.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    fs,
    path::{Path, PathBuf},
};
use whipple_translate::items;

/// Folders below the repository's root.
const SOURCES: &[&str] = &["examples", "tests/language", "tests/ui", "whipple-macros/translate/tests/fuzz/corpus"];
/// What once failed, below the repository's root.
const REGRESSIONS: &str = "whipple-macros/translate/tests/fuzz/regressions";

/// An attribute macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    Device,
    Procedure,
    Execute,
    Program,
}

impl Attribute {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Device, Self::Procedure, Self::Execute, Self::Program];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Procedure => "procedure",
            Self::Execute => "execute",
            Self::Program => "program",
        }
    }

    /// Expands an item.
    pub fn expand(self, arguments: TokenStream, item: TokenStream) -> TokenStream {
        match self {
            Self::Device => items::device(arguments, item),
            Self::Procedure => items::procedure(arguments, item),
            Self::Execute => items::execute(arguments, item),
            Self::Program => items::program(arguments, item),
        }
    }
}

/// What an attribute macro gets.
#[derive(Clone, Debug)]
pub struct Input {
    pub attribute: Attribute,
    pub arguments: TokenStream,
    pub item: TokenStream,
}

impl std::fmt::Display for Input {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "#[{}({})]\n{}", self.attribute.name(), self.arguments, self.item)
    }
}

/// The items that inputs are made from, in a fixed order.
pub fn corpus() -> Vec<Input> {
    SOURCES.iter().flat_map(|folder| read(folder)).flat_map(|(_, inputs)| inputs).collect()
}

/// The inputs that once failed, with their files.
pub fn regressions() -> Vec<(PathBuf, Vec<Input>)> {
    read(REGRESSIONS)
}

/// The annotated items of all Rust files in a folder.
fn read(folder: &str) -> Vec<(PathBuf, Vec<Input>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    files(&root.join(folder), &mut paths);
    paths.sort();
    let inputs = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a file of the repository can be read");
        // A broken program may not even be made of tokens.
        let found = text.parse().map(annotated).unwrap_or_default();
        (path, found)
    };
    paths.into_iter().map(inputs).collect()
}

fn files(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository can be listed") {
        let path = entry.expect("a folder of the repository can be listed").path();
        if path.is_dir() {
            files(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The annotated items among tokens, also those inside functions and macro calls.
pub fn annotated(tokens: TokenStream) -> Vec<Input> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_attribute = index > 0 && matches!(&tokens[index - 1], TokenTree::Punct(punct) if punct.as_char() == '#');
        match attribute(group.stream()).filter(|_| is_attribute && group.delimiter() == Delimiter::Bracket) {
            Some((attribute, arguments)) => {
                let item = item(&tokens[index + 1..]);
                found.push(Input { attribute, arguments, item });
            }
            None => found.extend(annotated(group.stream())),
        }
    }
    found
}

/// What stands in the brackets of an attribute, if it is one of whipple's.
fn attribute(tokens: TokenStream) -> Option<(Attribute, TokenStream)> {
    let mut tokens = tokens.into_iter();
    let TokenTree::Ident(name) = tokens.next()? else { return None };
    let attribute = Attribute::ALL.into_iter().find(|attribute| name == attribute.name())?;
    match tokens.next() {
        None => Some((attribute, TokenStream::new())),
        Some(TokenTree::Group(group)) => Some((attribute, group.stream())),
        Some(_) => None,
    }
}

/// The item that tokens begin with: up to `;`, or for most items up to a body in braces.
fn item(tokens: &[TokenTree]) -> TokenStream {
    let word = |index: usize, word: &str| matches!(tokens.get(index), Some(TokenTree::Ident(name)) if name == word);
    let mut is_constant = false;
    let mut end = tokens.len();
    for (index, token) in tokens.iter().enumerate() {
        is_constant |= word(index, "const") && !word(index + 1, "fn");
        let ends = match token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_constant,
            _ => false,
        };
        if ends {
            end = index + 1;
            break;
        }
    }
    tokens[..end].iter().cloned().collect()
}
