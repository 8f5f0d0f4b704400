#!/usr/bin/env python3
"""The tables of docs/results.md, written from the CSV files in docs/results/.

  ci/results.py                writes the tables into the page
  ci/results.py --check        fails where the page differs from the files
  ci/results.py --take FOLDER  takes over the files that `gpu/figures.sh --csv FOLDER` wrote, then writes the tables

A file has a line for each measured value: the table's row and column, the turn, the value, the card and the date. In the page a table
stands between `<!-- NAME.csv: title of the first column -->` and `<!-- end -->`.
"""

import csv
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "results.md"
FIELDS = ["row", "column", "turn", "value", "card", "date"]
TABLE = re.compile(r"<!-- (?P<file>[\w-]+\.csv): (?P<title>.*?) -->\n(?P<table>.*?)<!-- end -->", re.DOTALL)


def read(path):
    """The lines of a file, as dictionaries."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    for number, line in enumerate(lines, start=2):
        if sorted(map(str, line)) != sorted(FIELDS) or not all(line.values()):
            sys.exit(f"{path}:{number}: expected a value for each of {', '.join(FIELDS)}")
        try:
            int(line["turn"]), float(line["value"])
        except ValueError:
            sys.exit(f"{path}:{number}: turn and value must be numbers, found {line['turn']}, {line['value']}")
    return lines


def write(path, lines):
    """Writes lines in their order."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def cell_of(line):
    """What names a cell: its row and its column."""
    return line["row"], line["column"]


def take(folder):
    """Puts the values of each file in a folder in the place of older values of the same cells."""
    files = sorted(pathlib.Path(folder).glob("*.csv"))
    if not files:
        sys.exit(f"{folder} has no CSV files: gpu/figures.sh --csv FOLDER writes some")
    measured = {file: read(file) for file in files}
    for file, new in measured.items():
        if any("CPU" in line["card"] for line in new):
            sys.exit(f"{file}: measured without a GPU; such values are no results")
    for file, new in measured.items():
        target = DOCS / "results" / file.name
        old = read(target) if target.exists() else []
        fresh, known = {cell_of(line) for line in new}, {cell_of(line) for line in old}
        lines = []
        for cell in dict.fromkeys(cell_of(line) for line in old + new):
            lines += [line for line in (new if cell in fresh else old) if cell_of(line) == cell]
        write(target, lines)
        print(f"{target}: {len(fresh & known)} cells replaced, {len(fresh - known)} added")


def thousands(value):
    """The value as it is measured, with commas in whole numbers of five digits and more."""
    return f"{int(value):,}" if value.isdigit() and len(value) > 4 else value


def written(cells):
    """A line of a table, without spaces where it would be too long with them."""
    line = "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
    return (line if len(line) <= 100 else "|" + "".join(f"{cell}|" for cell in cells)) + "\n"


def table(lines, title):
    """A Markdown table of the values, those of several turns one after another, and where and when they were measured."""
    rows, columns = (list(dict.fromkeys(line[key] for line in lines)) for key in ("row", "column"))
    cards = sorted({line["card"] for line in lines})
    # What is the same for all values stands below the table, the rest in a column.
    origin = lambda line: line["date"] if len(cards) == 1 else f"{line['card']}, {line['date']}"
    origins = sorted(set(map(origin, lines)))
    head = [title, *columns] + (["measured"] if len(origins) > 1 else [])
    text = [head, ["---"] * len(head)]
    for row in rows:
        of_row = [line for line in lines if line["row"] == row]
        cells = [[thousands(line["value"]) for line in of_row if line["column"] == column] for column in columns]
        measured = [sorted(set(map(origin, of_row)))] if len(origins) > 1 else []
        text.append([row, *(", ".join(cell) for cell in cells + measured)])
    where = ", ".join(cards + (origins if len(origins) == 1 else []))
    return "".join(map(written, text)) + f"\n{where}.\n"


def page(text):
    """The page with the tables that the files ask for."""
    used = []

    def fill(match):
        path = DOCS / "results" / match["file"]
        if not path.exists():
            sys.exit(f"{PAGE} names {match['file']}, which is not in {path.parent}")
        used.append(match["file"])
        return f"<!-- {match['file']}: {match['title']} -->\n{table(read(path), match['title'])}<!-- end -->"

    text = TABLE.sub(fill, text)
    unused = sorted({path.name for path in (DOCS / "results").glob("*.csv")} - set(used))
    if unused:
        sys.exit(f"{PAGE} has no table of {', '.join(unused)}: add a line <!-- NAME.csv: first column --> and <!-- end -->")
    return text


def main(arguments):
    """What the command line asks for."""
    if arguments[:1] == ["--take"] and len(arguments) == 2:
        take(arguments[1])
    elif arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    old = PAGE.read_text(encoding="utf-8")
    new = page(old)
    if arguments == ["--check"]:
        if new != old:
            sys.exit(f"{PAGE} differs from the files in docs/results/: run ci/results.py")
    else:
        PAGE.write_text(new, encoding="utf-8")


main(sys.argv[1:])
