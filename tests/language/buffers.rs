//! Structs that hold buffers, and arrays of buffers: their methods and fields, the functions that get them, the variables that name them,
//! and the order of what they do. `tests/graphs.rs` has them as fields of procedures.

conformance! {
    program Held;
    cases |input, log, at| {
        fields(log, at, input.a),
        methods(log, at, input.k),
        structs_in_structs(log, at, input.k),
        tuple_structs(log, at, input.a),
        elements(log, at, input.k, input.a),
        elements_of_literal_indices(log, at, input.a),
        elements_in_loops(log, at, input.k),
        elements_numbered(log, at),
        iterators(log, at, input.k),
        methods_of_arrays(log, at, input.k),
        patterns(log, at, input.a, input.b),
        borrowed(log, at, input.a),
        chosen_by_reference(log, at, input.k),
        chosen_by_value(log, at, input.k),
        chosen_later(log, at, input.k, input.l),
        pointed_elsewhere(log, at, input.k),
        swapped(log, at, input.k),
        in_tuples(log, at, input.a),
        in_options(log, at, input.k),
        in_arrays_of_references(log, at, input.k),
        clones_name_the_same_memory(log, at, input.a),
        clones_that_change(log, at, input.a, input.k),
        with_a_base(log, at, input.k),
        given_to_functions(log, at, input.k),
        given_as_slices(log, at),
        given_to_generic_functions(log, at),
        given_by_value(log, at, input.k),
        results_of_functions(log, at, input.k),
        captured(log, at, input.k),
        methods_of_traits(log, at),
        operands_in_order(log, at),
        operands_by_value_in_order(log, at),
        operands_by_functions_in_order(log, at),
        places_in_order(log, at),
        conditions_in_order(log, at, input.k),
        bindings_before_changes(log, at, input.k),
        changes_in_closures(log, at, input.k),
        ordered_by_atomics(log, at),
        keys_without_buffers(log, at, input.k),
    }

    use crate::input::mix;
    use whipple::prelude::*;

    /// Words that begin somewhere in a buffer.
    #[device]
    #[derive(Clone)]
    pub struct Words {
        pub start: u32,
        pub of: Buffer<u32>,
        pub is_odd: bool,
    }

    #[device]
    impl Words {
        pub const COUNT: u32 = 4;

        pub fn at(of: &Buffer<u32>, start: u32) -> Words {
            Words { start, of: of.clone(), is_odd: start % 2 == 1 }
        }

        pub fn get(&self, index: u32) -> u32 {
            self.of.get(self.start + index % Self::COUNT)
        }

        pub fn put(&self, index: u32, word: u32) -> u32 {
            self.of.set(self.start + index % Self::COUNT, word);
            word
        }

        pub fn next(&self) -> u32 {
            self.of.fetch_add(self.start, 1)
        }

        pub fn taken(self) -> u32 {
            self.of.fetch_add(self.start, 3)
        }

        pub fn moved(&mut self, by: u32) -> u32 {
            self.start += by;
            self.of.fetch_add(self.start, 10)
        }

        pub fn sum(&self) -> u64 {
            let mut sum = 0;
            for index in 0..Self::COUNT {
                sum = mix(sum, self.get(index) as u64);
            }
            sum
        }
    }

    /// With a struct of buffers, and arrays of both, between small fields.
    #[device]
    #[derive(Clone)]
    pub struct Scene {
        pub kind: u8,
        pub words: Words,
        pub levels: [Buffer<u32>; 2],
        pub scale: f64,
        pub parts: [Words; 2],
        pub nested: [[Buffer<u32>; 1]; 2],
        pub end: u16,
    }

    #[device]
    impl Scene {
        pub fn at(log: &Buffer<u32>, at: u32) -> Scene {
            Scene {
                kind: 3,
                words: Words::at(log, at),
                levels: [log.clone(), log.clone()],
                scale: 0.5,
                parts: [Words::at(log, at), Words::at(log, at + 1)],
                nested: [[log.clone()], [log.clone()]],
                end: 500,
            }
        }

        pub fn step(&self) -> u32 {
            self.words.next() + self.words.next() * 2
        }
    }

    #[device]
    pub struct Pair(pub Buffer<u32>, pub Words);

    #[device]
    pub fn fields(log: &Buffer<u32>, at: u32, a: u32) -> u64 {
        let scene = Scene::at(log, at);
        scene.words.of.set(scene.words.start + 1, a);
        scene.nested[1][0].set(at + 2, scene.end as u32 + scene.kind as u32);
        mix(scene.words.of.get(at + 2) as u64, log.get(at + 1) as u64) + (scene.scale * 4.0) as u64 + scene.parts[1].is_odd as u64
    }

    #[device]
    pub fn methods(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let words = Words::at(log, at);
        words.put(k, 7 + k);
        words.next();
        mix(words.sum(), Words::get(&words, k) as u64)
    }

    #[device]
    pub fn structs_in_structs(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let step = scene.step();
        scene.parts[(k % 2) as usize].put(1, step + k);
        mix(scene.words.sum(), scene.parts[1].get(0) as u64)
    }

    #[device]
    pub fn tuple_structs(log: &Buffer<u32>, at: u32, a: u32) -> u64 {
        let pair = Pair(log.clone(), Words::at(log, at));
        pair.0.set(at + 3, a);
        let Pair(buffer, words) = &pair;
        mix(words.get(3) as u64, buffer.len() as u64)
    }

    #[device]
    pub fn elements(log: &Buffer<u32>, at: u32, k: u32, a: u32) -> u64 {
        let levels = [log.clone(), log.clone()];
        let next = &levels[(k + 1) as usize % 2];
        levels[k as usize % 2].set(at, a);
        next.fetch_add(at, 1);
        next.get(at) as u64 + levels.len() as u64
    }

    #[device]
    pub fn elements_of_literal_indices(log: &Buffer<u32>, at: u32, a: u32) -> u64 {
        let scene = Scene::at(log, at);
        scene.levels[0].set(at + 1, a);
        scene.levels[1].set(at + 2, scene.levels[0].get(at + 1) / 2);
        scene.words.sum()
    }

    #[device]
    pub fn elements_in_loops(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        for level in &scene.levels {
            level.fetch_add(at + 1, k);
        }
        for part in scene.parts.iter().rev() {
            part.put(1, part.get(0) + 5);
        }
        scene.words.sum()
    }

    #[device]
    pub fn elements_numbered(log: &Buffer<u32>, at: u32) -> u64 {
        let scene = Scene::at(log, at);
        for (index, level) in scene.levels.iter().enumerate() {
            level.set(at + index as u32, index as u32 + 9);
        }
        scene.words.sum()
    }

    #[device]
    pub fn iterators(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        scene.parts[1].put(0, k);
        let sum = scene.parts.iter().map(|part| part.get(0)).sum::<u32>();
        let any = scene.levels.iter().any(|level| level.get(at + 1) > 3);
        mix(sum as u64, any as u64)
    }

    #[device]
    pub fn methods_of_arrays(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        log.set(at, k);
        let first = scene.levels.first().unwrap().get(at);
        let last = scene.levels.last().unwrap().get(at + 1);
        let other = scene.levels.get(k as usize).map_or(99, |level| level.get(at));
        mix(first as u64, mix(last as u64, other as u64)) + scene.levels.is_empty() as u64
    }

    #[device]
    pub fn patterns(log: &Buffer<u32>, at: u32, a: u32, b: u32) -> u64 {
        let scene = Scene::at(log, at);
        let Scene { levels: [first, second], words: Words { start, of, .. }, .. } = &scene;
        first.set(at, a);
        second.set(at + 1, b);
        mix(of.get(*start) as u64, of.get(*start + 1) as u64)
    }

    #[device]
    pub fn borrowed(log: &Buffer<u32>, at: u32, a: u32) -> u64 {
        let scene = Scene::at(log, at);
        let words = &scene.words;
        let same: &Words = words;
        let buffer = &same.of;
        buffer.set(at, a);
        let row = &scene.nested[0];
        mix(words.get(0) as u64, row[0].get(at) as u64)
    }

    #[device]
    pub fn chosen_by_reference(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let part = if k % 3 == 0 { &scene.parts[0] } else { &scene.parts[1] };
        part.put(0, k + 1);
        let level = match k {
            0..4 => &scene.levels[0],
            _ => log,
        };
        level.fetch_add(at, 2);
        scene.words.sum()
    }

    #[device]
    pub fn chosen_by_value(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let part = if k % 3 == 0 { scene.parts[0].clone() } else { Words::at(log, at + 1) };
        part.put(0, k + 1);
        scene.words.sum()
    }

    #[device]
    pub fn chosen_later(log: &Buffer<u32>, at: u32, k: u32, l: u32) -> u64 {
        let scene = Scene::at(log, at);
        let part;
        let buffer;
        if k > l {
            part = &scene.parts[1];
            buffer = scene.levels[0].clone();
        } else {
            scene.words.next();
            part = &scene.parts[0];
            buffer = log.clone();
        }
        part.put(1, k);
        buffer.fetch_add(at, l);
        scene.words.sum()
    }

    #[device]
    pub fn pointed_elsewhere(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let mut part = &scene.parts[0];
        for step in 0..3 {
            part.put(0, step + 1);
            if step >= k {
                part = &scene.parts[1];
            }
        }
        scene.words.sum()
    }

    #[device]
    pub fn swapped(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let (mut now, mut next) = (&scene.parts[0], &scene.parts[1]);
        for step in 0..k % 4 {
            next.put(0, now.get(0) + step + 1);
            std::mem::swap(&mut now, &mut next);
        }
        scene.words.sum()
    }

    #[device]
    pub fn in_tuples(log: &Buffer<u32>, at: u32, a: u32) -> u64 {
        let scene = Scene::at(log, at);
        let pair = (&scene.words, a, scene.levels[1].clone());
        pair.2.set(at + 1, pair.1);
        mix(pair.0.sum(), taken(&pair))
    }

    #[device]
    pub fn taken(pair: &(&Words, u32, Buffer<u32>)) -> u64 {
        pair.0.get(1) as u64 + pair.2.get(pair.0.start) as u64
    }

    #[device]
    pub fn in_options(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let part = if k > 3 { Some(&scene.parts[1]) } else { None };
        if let Some(part) = part {
            part.put(0, k);
        }
        let owned = (k > 6).then(|| scene.words.clone());
        let next = owned.map_or(77, |words| words.next());
        mix(scene.words.sum(), next as u64)
    }

    #[device]
    pub fn in_arrays_of_references(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let parts = [&scene.parts[1], &scene.words, &scene.parts[0]];
        parts[k as usize % 3].put(1, k);
        let levels = [log, &scene.levels[1]];
        levels[k as usize % 2].fetch_add(at + 3, 4);
        scene.words.sum()
    }

    #[device]
    pub fn clones_name_the_same_memory(log: &Buffer<u32>, at: u32, a: u32) -> u64 {
        let scene = Scene::at(log, at);
        let (other, levels, buffer) = (scene.clone(), scene.levels.clone(), scene.levels[0].clone());
        other.words.put(0, a);
        levels[1].set(at + 1, buffer.get(at) / 3);
        scene.words.sum()
    }

    #[device]
    pub fn clones_that_change(log: &Buffer<u32>, at: u32, a: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let mut other = scene.clone();
        other.words.start += k % 4;
        other.levels = [other.nested[0][0].clone(), log.clone()];
        other.parts.swap(0, 1);
        other.parts[0] = other.words.clone();
        other.parts[0].put(0, a);
        mix(scene.words.sum(), other.words.start as u64 - at as u64) + (scene.words.start - at) as u64
    }

    #[device]
    pub fn with_a_base(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let words = Words { is_odd: true, ..Words::at(log, at) };
        let other = Words { start: words.start + k % 4, ..words.clone() };
        other.put(0, 5);
        mix(words.sum(), other.is_odd as u64)
    }

    #[device]
    pub fn given_to_functions(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        visited(&scene, &scene.words, &scene.levels, k)
    }

    #[device]
    pub fn visited(scene: &Scene, words: &Words, levels: &[Buffer<u32>; 2], k: u32) -> u64 {
        levels[k as usize % 2].set(words.start + 1, k);
        let inner = &scene.parts[1];
        mix(words.sum(), inner.get(0) as u64)
    }

    #[device]
    pub fn given_as_slices(log: &Buffer<u32>, at: u32) -> u64 {
        let scene = Scene::at(log, at);
        mix(added_up(&scene.levels, at), added_up(&scene.levels[1..], at))
    }

    #[device]
    pub fn added_up(levels: &[Buffer<u32>], at: u32) -> u64 {
        let mut sum = levels.len() as u64;
        for level in levels {
            sum = mix(sum, level.fetch_add(at, 1) as u64);
        }
        sum
    }

    #[device]
    pub fn given_to_generic_functions(log: &Buffer<u32>, at: u32) -> u64 {
        let scene = Scene::at(log, at);
        mix(all_of(&scene.levels, at), counted(&scene.words) as u64)
    }

    #[device]
    pub fn all_of<const N: usize>(levels: &[Buffer<u32>; N], at: u32) -> u64 {
        let mut sum = 0;
        for index in 0..N {
            sum = mix(sum, levels[index].fetch_add(at, 2) as u64);
        }
        sum
    }

    #[device]
    pub fn counted<T: Counts>(of: &T) -> u32 {
        of.count_up() + of.count_up()
    }

    pub trait Counts {
        fn count_up(&self) -> u32;
    }

    #[device]
    impl Counts for Words {
        fn count_up(&self) -> u32 {
            self.of.fetch_add(self.start + 3, 1)
        }
    }

    #[device]
    pub fn given_by_value(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let words = Words::at(log, at);
        mix(consumed(words.clone(), k), words.sum())
    }

    #[device]
    pub fn consumed(mut words: Words, k: u32) -> u64 {
        words.start += k % 4;
        words.taken() as u64
    }

    #[device]
    pub fn results_of_functions(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        picked(&scene, k).put(0, k + 3);
        let level = level_of(&scene, k);
        level.fetch_add(at + 1, 6);
        mix(scene.words.sum(), lent(&scene, k).get(0) as u64)
    }

    #[device]
    pub fn picked(scene: &Scene, k: u32) -> Words {
        scene.parts[k as usize % 2].clone()
    }

    #[device]
    pub fn level_of(scene: &Scene, k: u32) -> Buffer<u32> {
        scene.levels[k as usize % 2].clone()
    }

    #[device]
    pub fn lent(scene: &Scene, k: u32) -> &Words {
        &scene.parts[k as usize % 2]
    }

    #[device]
    pub fn captured(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let put = |index: u32| scene.words.put(index, k + index);
        let see = |words: &Words| words.get(1);
        mix(put(1) as u64, mix(see(&scene.words) as u64, put(2) as u64)) ^ scene.words.sum()
    }

    #[device]
    pub fn methods_of_traits(log: &Buffer<u32>, at: u32) -> u64 {
        let words = Words::at(log, at);
        mix(words.count_up() as u64, words.count_up() as u64)
    }

    #[device]
    pub fn three(a: u32, b: u32, c: u32) -> u64 {
        mix(mix(a as u64, b as u64), c as u64)
    }

    #[device]
    pub fn operands_in_order(log: &Buffer<u32>, at: u32) -> u64 {
        let scene = Scene::at(log, at);
        let sum = scene.words.next() * 3 + scene.words.get(0) * 5 + scene.step() * 7 + log.get(at) * 11;
        mix(three(scene.words.get(0), scene.step(), scene.words.get(0)), sum as u64)
    }

    #[device]
    pub fn operands_by_value_in_order(log: &Buffer<u32>, at: u32) -> u64 {
        let words = Words::at(log, at);
        let mut other = words.clone();
        let first = three(words.clone().taken(), words.get(0), words.clone().taken());
        let second = three(other.moved(1), words.get(1), other.moved(0));
        mix(first, mix(second, other.moved(1) as u64) + other.start as u64 - at as u64)
    }

    #[device]
    pub fn next_of(words: &Words) -> u32 {
        words.next()
    }

    #[device]
    pub fn seen_of(words: &Words) -> u32 {
        words.of.get(words.start)
    }

    #[device]
    pub fn operands_by_functions_in_order(log: &Buffer<u32>, at: u32) -> u64 {
        let words = Words::at(log, at);
        let all = (seen_of(&words), next_of(&words), seen_of(&words));
        let more = [next_of(&words), seen_of(&words), next_of(&words)];
        mix(three(all.0, all.1, all.2), three(more[0], more[1], more[2])) + (seen_of(&words) * 3 + next_of(&words) * 5) as u64
    }

    #[device]
    pub fn places_in_order(log: &Buffer<u32>, at: u32) -> u64 {
        let scene = Scene::at(log, at);
        let mut values = [1, 2, 3, 4];
        values[scene.words.next() as usize % 4] = scene.words.next();
        scene.levels[scene.words.next() as usize % 2].set(at + 1 + scene.words.next() % 2, scene.words.next());
        mix(three(values[0], values[1], values[2]), scene.words.sum())
    }

    #[device]
    pub fn conditions_in_order(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let words = Words::at(log, at);
        words.put(0, k);
        let both = words.next() > 3 && words.next() > 5;
        let either = words.next() < 9 || words.next() < 12;
        let found = match (words.get(0), words.next(), words.get(0)) {
            (a, b, c) if a == b => three(a, b, c),
            (a, ..) => a as u64,
        };
        mix(found, both as u64 * 2 + either as u64)
    }

    #[device]
    pub fn bindings_before_changes(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let words = Words::at(log, at);
        words.put(1, k);
        if let Some(word) = Some(words.get(1)) && words.put(1, 70) == 70 && word != words.get(1) {
            return mix(word as u64, words.sum());
        }
        words.sum()
    }

    #[device]
    pub fn changes_in_closures(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let scene = Scene::at(log, at);
        let counts = [k, 2, 3];
        let sum = counts.iter().map(|count| scene.words.put(0, scene.words.get(0) + count)).fold(0, |a, b| a * 3 + b);
        let last = scene.parts.iter().filter(|part| part.next() > 2).last().map_or(0, |part| part.get(0));
        mix(sum as u64, last as u64)
    }

    #[device]
    pub fn ordered_by_atomics(log: &Buffer<u32>, at: u32) -> u64 {
        let levels = [log.clone(), log.clone()];
        let order = [levels[0].fetch_add(at, 1), levels[1].get(at), levels[1].exchange(at, 40), levels[0].fetch_sub(at, 2)];
        let sum = levels[0].get(at) * 3 + levels[1].fetch_max(at, 50) * 5 + levels[0].compare_exchange(at, 50, 6) * 7;
        mix(three(order[0], order[1], order[2]), sum as u64 + order[3] as u64)
    }

    /// What holds no buffers may be used where Rust leaves open how often a closure runs.
    #[device]
    pub fn keys_without_buffers(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let points = [Point { x: k, y: 1 }, Point { x: 3, y: 2 }];
        let sum = points.iter().map(|point| point.scaled(2) + log.get(at)).zip([5, 6]).map(|(a, b)| a * b).sum::<u32>();
        let mut sorted = points;
        sorted.sort_by_key(|point| point.scaled(1) + log.get(at + 1));
        mix(sum as u64, sorted[0].y as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Point {
        pub x: u32,
        pub y: u32,
    }

    #[device]
    impl Point {
        pub fn scaled(&self, by: u32) -> u32 {
            self.x * by + self.y
        }
    }
}
