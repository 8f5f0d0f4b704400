//! Generic types between the host and the device: as work items, outputs, elements of buffers, fields of procedures and shared memory. The same
//! on the CPU, the emulated device and a GPU as by plain Rust.

#[macro_use]
#[path = "common/devices.rs"]
mod devices;

use whipple::{buffer::Element, prelude::*};

/// From one to another.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span<T> {
    from: T,
    to: T,
}

#[device]
impl<T: Copy> Span<T> {
    fn new(from: T, to: T) -> Self {
        Self { from, to }
    }

    fn ends(&self) -> [T; 2] {
        [self.from, self.to]
    }
}

/// The last few of a sequence. The byte leaves padding before larger elements.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Last<T, const N: usize> {
    count: u8,
    items: [T; N],
}

#[device]
impl<T: Copy + Default, const N: usize> Last<T, N> {
    fn push(&mut self, item: T) {
        self.items[self.count as usize % N] = item;
        self.count += 1;
    }
}

/// A cell of a table, or why there is none.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell<T, const IS_SIGNED: bool> {
    Empty,
    Of(T),
    Two { first: T, second: u8 },
}

#[device]
impl<T: Copy, const IS_SIGNED: bool> Cell<T, IS_SIGNED> {
    fn or(&self, other: T) -> T {
        match self {
            Cell::Empty => other,
            Cell::Of(value) => *value,
            Cell::Two { first, .. } => *first,
        }
    }

    fn is_signed(&self) -> bool {
        IS_SIGNED
    }
}

/// A table by rows.
#[device]
#[derive(Clone)]
struct Table<T> {
    width: u32,
    cells: Buffer<T>,
}

#[device]
impl<T: Element> Table<T> {
    fn at(&self, row: u32, column: u32) -> T {
        self.cells.get(row * self.width + column)
    }

    fn put(&self, row: u32, column: u32, value: T) {
        self.cells.set(row * self.width + column, value);
    }
}

const WIDTH: u32 = 16;
const ROWS: u32 = 64;

/// Halves a span, down to one row, which it fills.
#[procedure(level = 2)]
struct Split {
    cells: Table<Cell<f64, true>>,
    lasts: Buffer<Last<u16, 5>>,
}

#[execute]
impl Execute for Split {
    type Item = Span<u32>;

    fn execute(&self, ctx: &Context<Self>, rows: &Span<u32>) {
        let [from, to] = rows.ends();
        if to - from > 1 {
            let middle = (from + to) / 2;
            ctx.spawn::<Split>(Span::new(from, middle));
            ctx.spawn::<Split>(Span { from: middle, to });
            return;
        }
        let mut last = Last::<u16, 5> { count: 0, items: [0; 5] };
        for column in 0..self.cells.width {
            let cell = match (from + column) % 3 {
                0 => Cell::Empty,
                1 => Cell::Of((from * column) as f64 / 4.0),
                _ => Cell::Two { first: -(from as f64), second: column as u8 },
            };
            self.cells.put(from, column, cell);
            last.push((from * 7 + column) as u16);
        }
        self.lasts.set(from, last);
    }
}

/// Adds up a row by the threads of a block.
#[procedure(level = 1, threads = 32, shared = SharedArray<Span<f64>, 32>)]
struct Add {
    cells: Table<Cell<f64, true>>,
    sums: Buffer<Span<f64>>,
}

#[execute]
impl Execute for Add {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, row: &u32) {
        let column = ctx.thread();
        let mut mine = Span::new(0.0, 0.0);
        if column < self.cells.width {
            let cell = self.cells.at(*row, column);
            mine = Span::new(cell.or(0.5), if cell.is_signed() { 1.0 } else { 100.0 });
        }
        ctx.shared().set(column, mine);
        ctx.barrier();
        if column == 0 {
            let mut sum = Span { from: 0.0, to: 0.0 };
            for thread in 0..32 {
                let [value, count] = ctx.shared().get(thread).ends();
                sum = Span::new(sum.from + value, sum.to + count);
            }
            self.sums.set(*row, sum);
        }
    }
}

#[program]
struct Filled {
    #[schedule(seeded)]
    split: Split,
    #[schedule(seeded)]
    add: Add,
}

/// The cells, the last of each row, and the sums.
type Outcome = (Vec<Cell<f64, true>>, Vec<Last<u16, 5>>, Vec<Span<f64>>);

fn run(device: &Device) -> Result<Outcome, Error> {
    let cells = Table { width: WIDTH, cells: device.buffer_filled((WIDTH * ROWS) as usize, Cell::Of(9.0))? };
    let lasts = device.buffer_filled(ROWS as usize, Last { count: 7, items: [1; 5] })?;
    let sums = device.buffer_filled(ROWS as usize, Span { from: 0.0, to: 0.0 })?;
    let split = Split { cells: cells.clone(), lasts: lasts.clone() };
    let program = Filled { split, add: Add { cells: cells.clone(), sums: sums.clone() } };
    let mut launcher = Launcher::new(device, &program)?;
    launcher.seed::<Split>(&[Span { from: 0, to: ROWS }])?.run()?;
    let rows: Vec<u32> = (0..ROWS).collect();
    launcher.seed::<Add>(&rows)?.run()?;
    Ok((cells.cells.read()?, lasts.read()?, sums.read()?))
}

fn expected() -> Outcome {
    let (mut cells, mut lasts, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..ROWS {
        let of_row = (0..WIDTH).map(|column| match (row + column) % 3 {
            0 => Cell::Empty,
            1 => Cell::Of(f64::from(row * column) / 4.0),
            _ => Cell::Two { first: -f64::from(row), second: column as u8 },
        });
        let value = |cell: &Cell<f64, true>| match cell {
            Cell::Empty => 0.5,
            Cell::Of(value) => *value,
            Cell::Two { first, .. } => *first,
        };
        let of_row: Vec<Cell<f64, true>> = of_row.collect();
        sums.push(Span { from: of_row.iter().map(value).sum(), to: f64::from(WIDTH) });
        cells.extend(of_row);
        // Of sixteen numbers the last stands where the first did.
        let items = [15, 11, 12, 13, 14].map(|column| (row * 7 + column) as u16);
        lasts.push(Last { count: WIDTH as u8, items });
    }
    (cells, lasts, sums)
}
equal_plain_rust!(run, expected, Filled);
