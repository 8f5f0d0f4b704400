//! Writing text in const evaluation.

use super::Namespace;
use core::marker::PhantomData;

/// FNV-1a over the parts of an item's identity.
pub const fn hash(module: &str, name: &str, line: u32, column: u32) -> u64 {
    let mut state = BASIS;
    state = feed(state, module.as_bytes());
    state = feed(state, b"::");
    state = feed(state, name.as_bytes());
    state = feed(state, &line.to_le_bytes());
    feed(state, &column.to_le_bytes())
}

/// Goes on with a hash: FNV-1a.
pub(super) const fn feed(mut state: u64, bytes: &[u8]) -> u64 {
    let mut index = 0;
    while index < bytes.len() {
        state = (state ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    state
}

/// What a hash begins with.
pub(super) const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Decimal digits of a number: the buffer, and where they start in it.
pub const fn decimal(mut number: u64) -> ([u8; 20], usize) {
    let mut digits = [b'0'; 20];
    let mut start = 20;
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return (digits, start);
        }
    }
}

// Const evaluation counts calls and loop iterations, and rustc refuses programs that take two million of them
// (`long_running_const_eval`). The functions below run for each piece of a program's text: they index bytes and copy
// through pointers, where slice methods would take ten to thirty calls of the standard library each.

pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    // Eight bytes at a time: module paths are compared for each reference in a program.
    let mut index = 0;
    while index + 8 <= a.len() {
        if word(a, index) != word(b, index) {
            return false;
        }
        index += 8;
    }
    if a.len() >= 8 {
        return word(a, a.len() - 8) == word(b, b.len() - 8);
    }
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Whether a list of names has this one.
pub const fn names_contain(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if same(names[index], name) {
            return true;
        }
        index += 1;
    }
    false
}

/// Eight bytes from `start`.
const fn word(bytes: &[u8], start: usize) -> u64 {
    assert!(start + 8 <= bytes.len());
    // SAFETY: the eight bytes were checked to lie within the slice; any bytes are a number, and no alignment is asked for.
    unsafe { bytes.as_ptr().add(start).cast::<u64>().read_unaligned() }
}

/// The bytes `start..end`.
const fn part(bytes: &[u8], start: usize, end: usize) -> &[u8] {
    assert!(start <= end && end <= bytes.len());
    // SAFETY: the range was checked to lie within the slice.
    unsafe { core::slice::from_raw_parts(bytes.as_ptr().add(start), end - start) }
}

/// A name without the underscores at its end.
const fn without_underscores(name: &[u8]) -> &[u8] {
    match name {
        [rest @ .., b'_'] => without_underscores(rest),
        _ => name,
    }
}

/// Whether a module cannot be a namespace of this name: a keyword of C++ or a name of the device library.
#[rustfmt::skip]
const fn is_taken(name: &[u8]) -> bool {
    matches!(
        name,
        b"alignas" | b"alignof" | b"and" | b"and_eq" | b"array" | b"asm" | b"assert" | b"auto" | b"bitand" |
        b"bitor" | b"bool" | b"break" | b"bvec2" | b"bvec3" | b"bvec4" | b"bvec4a" | b"case" | b"cast" | b"catch" | b"char" | b"check" | b"class" | b"co_await"
        | b"co_return" | b"co_yield" | b"compl" | b"concept" | b"const" | b"const_cast" | b"consteval" |
        b"constexpr" | b"constinit" | b"continue" | b"decltype" | b"default" | b"delete" | b"detail" | b"do" |
        b"double" | b"dynamic_cast" | b"else" | b"enum" | b"explicit" | b"export" | b"extern" | b"f32" | b"f64" |
        b"false" | b"filled" | b"float" | b"for" | b"friend" | b"goto" | b"i128" | b"i16" | b"i32" | b"i64" | b"i8" | b"if"
        | b"inline" | b"int" | b"isize" | b"ivec2" | b"ivec3" | b"ivec4" | b"linux" | b"long" | b"mutable" | b"namespace" | b"new" | b"noexcept" |
        b"not" | b"not_eq" | b"nullptr" | b"num" | b"operator" | b"or" | b"or_eq" | b"panic" | b"private" |
        b"protected" | b"public" | b"quat" | b"range" | b"range_inclusive" | b"register" | b"reinterpret_cast" | b"requires"
        | b"return" | b"reversed" | b"short" | b"signed" | b"sizeof" | b"static" | b"static_assert" |
        b"static_cast" | b"std" | b"stepped" | b"struct" | b"switch" | b"template" | b"this" | b"thread_local" |
        b"throw" | b"true" | b"try" | b"tuple" | b"typedef" | b"typeid" | b"typename" | b"u128" | b"u16" | b"u32" | b"u64" |
        b"u8" | b"union" | b"unix" | b"unsigned" | b"usize" | b"using" | b"uvec2" | b"uvec3" | b"uvec4" | b"vec2" | b"vec3" | b"vec4" | b"virtual"
        | b"void" | b"volatile" | b"wchar_t" | b"while" | b"whipple" | b"xor" | b"xor_eq"
    )
}

/// A namespace, and the bytes of the text where it was written.
#[derive(Clone, Copy)]
struct Written {
    namespace: Namespace,
    start: usize,
    end: usize,
}

/// How many namespaces a writer remembers.
const REMEMBERED: usize = 8;

/// What is wrong with a program. A part that does not fit is left out.
pub(super) struct Message {
    bytes: [u8; 4096],
    len: usize,
}

impl Message {
    pub const fn new() -> Self {
        Self { bytes: [0; 4096], len: 0 }
    }

    pub const fn text(&mut self, text: &str) {
        let text = text.as_bytes();
        if text.len() > self.bytes.len() - self.len {
            return;
        }
        let mut index = 0;
        while index < text.len() {
            self.bytes[self.len + index] = text[index];
            index += 1;
        }
        self.len += text.len();
    }

    pub const fn number(&mut self, number: u64) {
        let (digits, start) = decimal(number);
        match core::str::from_utf8(part(&digits, start, digits.len())) {
            Ok(digits) => self.text(digits),
            Err(_) => panic!("digits are ASCII"),
        }
    }

    /// Ends const evaluation with the message.
    #[track_caller]
    pub const fn fail(&self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("its parts are UTF-8"),
        }
    }
}

/// Writes text into a buffer. What does not fit is counted, and not written.
pub(super) struct ConstWriter<'a> {
    start: *mut u8,
    /// Bytes of the buffer.
    room: usize,
    len: usize,
    /// The last namespaces, which are copied and not found out again: each call of a function names one.
    written: [Written; REMEMBERED],
    /// The one that the next takes the place of.
    oldest: usize,
    of: PhantomData<&'a mut [u8]>,
}

impl<'a> ConstWriter<'a> {
    pub const fn new(buffer: &'a mut [u8]) -> Self {
        let none = Written { namespace: Namespace::of(""), start: 0, end: 0 };
        Self {
            room: buffer.len(),
            start: buffer.as_mut_ptr(),
            len: 0,
            written: [none; REMEMBERED],
            oldest: 0,
            of: PhantomData,
        }
    }

    /// Bytes of the text, with what did not fit.
    pub const fn length(&self) -> usize {
        self.len
    }

    pub const fn text(&mut self, text: &str) {
        let bytes = &raw const *text as *const [u8];
        // SAFETY: as for `raw`, which this is without some calls.
        unsafe { self.put(bytes as *const u8, bytes.len()) };
    }

    /// A module path as a C++ namespace, from what was written before where that is there.
    pub const fn namespace(&mut self, namespace: Namespace) {
        let mut index = 0;
        while index < REMEMBERED {
            let known = &self.written[index];
            if known.namespace.is(namespace) {
                assert!(known.start <= known.end && known.end <= self.len && known.end <= self.room);
                // SAFETY: source was checked to lie within the buffer, and `put` writes behind it.
                unsafe { self.put(self.start.add(known.start), known.end - known.start) };
                return;
            }
            index += 1;
        }
        let start = self.len;
        self.new_namespace(namespace.path);
        // What did not fit cannot be copied.
        if self.len <= self.room {
            self.written[self.oldest] = Written { namespace, start, end: self.len };
            self.oldest = (self.oldest + 1) % REMEMBERED;
        }
    }

    /// A module path as a C++ namespace: without `r#`, with `_` after the crate's name, which must differ from all that C, CUDA and the
    /// device library have in the global namespace (`qsort`, `clock`), and after other names that C++ or the device library has; with the
    /// bytes of characters that are not ASCII in hexadecimal.
    const fn new_namespace(&mut self, path: &str) {
        let bytes = path.as_bytes();
        let (mut start, mut root) = (0, true);
        loop {
            if bytes.len() > start + 2 && bytes[start] == b'r' && bytes[start + 1] == b'#' {
                start += 2;
            }
            let mut end = start;
            while end < bytes.len() && bytes[end] != b':' {
                end += 1;
            }
            let segment = part(bytes, start, end);
            self.ascii(segment);
            // With those after it, so that `int` and `int_` stay two names.
            if root || is_taken(without_underscores(segment)) {
                self.raw(b"_");
            }
            if end == bytes.len() {
                return;
            }
            self.raw(b"::");
            (start, root) = (end + 2, false);
        }
    }

    /// A name with each byte that is not ASCII as `u` with its number and `_`.
    const fn ascii(&mut self, name: &[u8]) {
        let mut start = 0;
        let mut index = 0;
        while index < name.len() {
            let byte = name[index];
            if !byte.is_ascii() {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                self.raw(part(name, start, index));
                self.raw(&[b'u', DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize], b'_']);
                start = index + 1;
            }
            index += 1;
        }
        self.raw(part(name, start, name.len()));
    }

    pub const fn number(&mut self, number: u64) {
        let (digits, start) = decimal(number);
        self.raw(part(&digits, start, digits.len()));
    }

    pub const fn raw(&mut self, bytes: &[u8]) {
        // SAFETY: the bytes of a slice can be read, and it does not overlap the buffer, which the writer borrows alone.
        unsafe { self.put(&raw const *bytes as *const u8, bytes.len()) };
    }

    /// Copies bytes to the end of the text.
    ///
    /// # Safety
    /// `count` bytes can be read from `from`, and are no part of the buffer behind the text.
    const unsafe fn put(&mut self, from: *const u8, count: usize) {
        // Once something does not fit, nothing does.
        if self.len <= self.room && count <= self.room - self.len {
            // SAFETY: the target was checked to lie within the buffer, and the caller says that the source can be read and does not
            // overlap it.
            unsafe { core::ptr::copy_nonoverlapping(from, self.start.add(self.len), count) };
        }
        self.len += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namespace(path: &str) -> String {
        let mut bytes = [0; 100];
        let mut out = ConstWriter::new(&mut bytes);
        out.new_namespace(path);
        let length = out.length();
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    }

    #[test]
    fn crates_may_be_named_as_what_c_and_cuda_have() {
        for name in ["qsort", "clock", "abs", "index", "class", "whipple", "my_crate"] {
            assert_eq!(namespace(name), format!("{name}_"));
            assert_eq!(namespace(&format!("{name}::qsort")), format!("{name}_::qsort"));
        }
    }

    #[test]
    fn namespaces_that_were_written_before_are_the_same() {
        let paths: [&'static str; 12] = ["a", "b", "a::b", "int::int", "c", "d", "e", "f", "g", "h", "a", "int::int"];
        let mut bytes = [0; 200];
        let mut out = ConstWriter::new(&mut bytes);
        let mut expected = String::new();
        for path in paths.iter().chain(&paths).chain(paths.iter().rev()) {
            out.namespace(Namespace::of(path));
            expected += &namespace(path);
        }
        assert_eq!(out.length(), expected.len());
        assert_eq!(str::from_utf8(&bytes[..expected.len()]), Ok(&*expected));
    }

    #[test]
    fn namespaces_that_do_not_fit_are_counted() {
        let mut bytes = [0; 8];
        let mut out = ConstWriter::new(&mut bytes);
        for _ in 0..4 {
            out.namespace(Namespace::of("one::new"));
        }
        assert_eq!(out.length(), 4 * "one_::new_".len());
        assert_eq!(bytes, *b"one_::\0\0");
    }

    #[test]
    fn modules_may_have_names_of_cpp_and_letters_of_any_language() {
        assert_eq!(namespace("a::new::r#try::x"), "a_::new_::try_::x");
        assert_eq!(namespace("a::int"), "a_::int_");
        assert_eq!(namespace("a::int_"), "a_::int__");
        assert_eq!(namespace("grün::ä"), "gruc3_ubc_n_::uc3_ua4_");
    }
}
