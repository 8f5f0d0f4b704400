//! Plots, by what is in their SVG: labels, widths of bars, and where the legend is.

use super::{
    common::trace,
    examples::{quick, run},
};
use std::{fs, time::Duration};
use whipple::trace::{Change, Event, Trace};

/// A shape or a text of a plot.
#[derive(Debug)]
struct Element<'a> {
    kind: &'a str,
    attributes: &'a str,
    text: &'a str,
}

impl Element<'_> {
    /// The value of an attribute, if it is there.
    fn get(&self, name: &str) -> Option<&str> {
        let (_, rest) = self.attributes.split_once(&format!(" {name}=\""))?;
        rest.split('"').next()
    }

    fn number(&self, name: &str) -> f64 {
        let value = self.get(name).unwrap_or_else(|| panic!("{name} in {self:?}"));
        value.parse().unwrap_or_else(|_| panic!("{value} is a number"))
    }

    /// The points of a line.
    fn points(&self) -> Vec<(f64, f64)> {
        let point = |text: &str| {
            let (x, y) = text.split_once(',').expect("a point");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        };
        self.get("points").expect("a line").split_whitespace().map(point).collect()
    }

    /// Whether it is drawn in a colour, and not in black, white or grey.
    fn is_coloured(&self) -> bool {
        let colour =
            [self.get("fill"), self.get("stroke")].into_iter().flatten().find(|colour| colour.starts_with('#'));
        colour.is_some_and(|colour| colour[1..3] != colour[3..5] || colour[3..5] != colour[5..7])
    }
}

/// All elements of a plot.
fn elements(svg: &str) -> Vec<Element<'_>> {
    let parts = svg.split('<').skip(1).filter(|part| !part.starts_with('/'));
    parts
        .map(|part| {
            let (tag, text) = part.split_once('>').expect("a tag ends");
            let kind = tag.split_whitespace().next().expect("a tag has a name");
            Element { kind, attributes: &tag[kind.len()..], text: text.trim() }
        })
        .collect()
}

fn texts<'a>(all: &'a [Element<'a>]) -> Vec<&'a str> {
    all.iter().filter(|element| element.kind == "text").map(|element| element.text).collect()
}

/// Coloured rectangles.
fn rectangles<'a>(all: &'a [Element<'a>]) -> Vec<&'a Element<'a>> {
    all.iter().filter(|element| element.kind == "rect" && element.is_coloured()).collect()
}

/// The plots of some tests of the synthetic example, by their names.
fn plots(tests: &str, names: &[&str]) -> Option<Vec<String>> {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let more = ["--tests", tests, "--policies", "plan,random", "--svg", "plots", "--trace", "plots/trace.json"];
    let ran = run(quick("synthetic", &more, scratch.path()))?;
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    let read = |name: &&str| fs::read_to_string(scratch.path().join(format!("plots/{name}.svg"))).expect("a plot");
    Some(names.iter().map(read).collect())
}

/// Each bar is as long as its number says, and has its label at its height, also where tests differ by orders of magnitude.
#[test]
fn bars_are_in_proportion() {
    let Some(plots) = plots("recursion2", &["recursion2"]) else { return };
    let all = elements(&plots[0]);
    let bars = rectangles(&all);
    let tests = ["recursion2-none", "recursion2-fma", "recursion2-memory", "recursion2-million"];
    assert_eq!(bars.len(), 2 * tests.len());
    assert!(tests.iter().all(|test| texts(&all).contains(test)), "{:?}", texts(&all));
    let mut pairs = Vec::new();
    for bar in &bars {
        let middle = bar.number("y") + bar.number("height") / 2.0;
        let beside: Vec<&Element> =
            all.iter().filter(|element| element.kind == "text" && (element.number("y") - middle).abs() < 3.0).collect();
        let label = beside.iter().find(|text| text.number("x") < bar.number("x")).expect("a label");
        assert!(["cpu", "cpu, random"].contains(&label.text), "{label:?}");
        let number = beside.iter().find(|text| text.number("x") > bar.number("x") + bar.number("width"));
        pairs.push((number.expect("a number").text.parse::<f64>().expect("a time"), bar.number("width")));
    }
    let longest =
        pairs.iter().copied().fold((0.0, 0.0), |one: (f64, f64), other| if other.0 > one.0 { other } else { one });
    for (time, width) in &pairs {
        assert!((width - longest.1 * time / longest.0).abs() <= 2.0, "{pairs:?}");
    }
    assert!(longest.1 < 900.0 * 0.9, "the longest bar leaves room");
}

/// What is written in a plot's legend stands to the right of all data.
fn legend_is_beside(svg: &str, names: &[&str]) {
    let all = elements(svg);
    let legend = all.iter().filter(|element| element.kind == "text" && names.contains(&element.text));
    let legend: Vec<f64> = legend.map(|element| element.number("x")).collect();
    assert_eq!(legend.len(), names.len(), "{:?} has {names:?}", texts(&all));
    let begin = legend.iter().copied().fold(f64::MAX, f64::min) - 30.0;
    let mut data = 0;
    for element in all.iter().filter(|element| element.is_coloured()) {
        let right = match element.kind {
            "polyline" => element.points().into_iter().map(|(x, _)| x).fold(0.0, f64::max),
            "circle" => element.number("cx"),
            // The legend has a rectangle for each name.
            "rect" if element.number("x") > begin => continue,
            "rect" => element.number("x") + element.number("width"),
            _ => continue,
        };
        data += 1;
        assert!(right < begin, "{element:?} reaches into the legend, which begins at {begin}");
    }
    assert!(data > 0, "there is something to see");
}

#[test]
fn lines_have_their_legend_beside_them() {
    let Some(plots) = plots("tree", &["tree", "queues"]) else { return };
    legend_is_beside(&plots[0], &["cpu", "cpu, random"]);
    legend_is_beside(&plots[1], &[rightmost(&plots[1])]);
    // Depths are whole numbers, each once.
    let all = elements(&plots[0]);
    for depth in ["6", "7", "8", "9"] {
        assert_eq!(texts(&all).iter().filter(|text| **text == depth).count(), 1, "{depth} in {:?}", texts(&all));
    }
}

/// The text that begins furthest to the right: the name in the legend of a plot of one procedure.
fn rightmost(svg: &str) -> &str {
    let texts = elements(svg).into_iter().filter(|element| element.kind == "text");
    texts.max_by(|one, other| one.number("x").total_cmp(&other.number("x"))).expect("a plot has texts").text
}

/// Rows of a GPU's warps, more than are shown, and more procedures than there are colours.
#[test]
fn rows_of_tasks_have_names() {
    let mut made = Trace::default();
    made.procedures = vec!["First", "Second"];
    for index in 0..80 {
        let (start, end) = (Duration::from_micros(index), Duration::from_micros(1000));
        let (worker, warp) = (index as u32 / 8, index as u32 % 8);
        made.events.push(Event { procedure: index as u32 % 2, worker, warp, tasks: 1, start, end });
    }
    let mut svg = Vec::new();
    trace::tasks(&mut svg, "a test", &made).expect("it is drawn");
    let svg = String::from_utf8(svg).expect("text");
    legend_is_beside(&svg, &["First", "Second"]);
    let all = elements(&svg);
    let rows: Vec<&str> = texts(&all).into_iter().filter(|text| text.starts_with("block ")).collect();
    assert_eq!((rows.len(), rows[0], rows[63]), (64, "block 0, warp 0", "block 7, warp 7"));
    assert!(texts(&all).contains(&"a test: tasks of the first 64 of 80 warps"), "{:?}", texts(&all));
}

#[test]
fn many_queues_have_their_legend_beside_them() {
    let mut made = Trace::default();
    made.procedures = vec!["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    for index in 0..10 {
        let time = Duration::from_micros(10 * u64::from(index));
        let change = |time, added, taken| Change { procedure: index, time, added, taken };
        made.changes.push(change(time, 100 - u64::from(index), 0));
        made.changes.push(change(time + Duration::from_micros(100), 0, 100 - u64::from(index)));
    }
    made.sort();
    let mut svg = Vec::new();
    trace::queues(&mut svg, "a test", &made).expect("it is drawn");
    let svg = String::from_utf8(svg).expect("text");
    legend_is_beside(&svg, &["A", "B", "C", "D", "E", "F", "G", "all others"]);
}

/// Titles have the words of the command line.
#[test]
fn titles_have_no_inner_names() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    for (more, title) in [
        (&["--rules", "skyscraper"][..], "1 buildings by the rules skyscraper: work items that wait"),
        (
            &["--rules", "tower-fused", "--one-thread"],
            "1 buildings by the rules tower-fused, one thread each: work items that wait",
        ),
    ] {
        let Some(ran) = run(quick("city", &[more, &["--queues", "-"]].concat(), scratch.path())) else { return };
        let svg = String::from_utf8(ran.out).expect("text");
        assert_eq!(texts(&elements(&svg))[0], title);
    }
}
