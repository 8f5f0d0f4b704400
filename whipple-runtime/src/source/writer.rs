//! Writing text in const evaluation.

/// FNV-1a over the parts of an item's identity.
pub const fn hash(module: &str, name: &str, line: u32, column: u32) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325;
    state = feed(state, module.as_bytes());
    state = feed(state, b"::");
    state = feed(state, name.as_bytes());
    state = feed(state, &line.to_le_bytes());
    feed(state, &column.to_le_bytes())
}

const fn feed(mut state: u64, bytes: &[u8]) -> u64 {
    let mut index = 0;
    while index < bytes.len() {
        state = (state ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    state
}

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

pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Text of a fixed capacity; with capacity 0 it only counts.
pub(super) struct Writer<const N: usize> {
    pub bytes: [u8; N],
    pub len: usize,
}

impl<const N: usize> Writer<N> {
    pub const fn new() -> Self {
        Self { bytes: [0; N], len: 0 }
    }

    pub const fn text(&mut self, text: &str) {
        self.raw(text.as_bytes());
    }

    /// Ends const evaluation with the text written so far.
    pub const fn fail(&self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("names are UTF-8"),
        }
    }

    pub const fn number(&mut self, number: u64) {
        let (digits, start) = decimal(number);
        self.raw(digits.split_at(start).1);
    }

    const fn raw(&mut self, bytes: &[u8]) {
        if N > 0 {
            let (_, free) = self.bytes.split_at_mut(self.len);
            let (target, _) = free.split_at_mut(bytes.len());
            target.copy_from_slice(bytes);
        }
        self.len += bytes.len();
    }
}
