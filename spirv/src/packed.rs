//! Tables of texts and of lists, one after another in memory and without a pointer for each: in a program that can be
//! loaded at any address, a pointer in constant data takes a relocation of 24 bytes, which is applied before the program
//! starts. The tables are computed at compile time by [`texts!`] and [`lists!`].

/// Texts by their index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts {
    all: &'static str,
    /// Where each text begins, and the end of the last one. A zero follows each text.
    starts: &'static [u16],
}

/// Texts by their index, of which many equal the one before: those are in memory once.
#[cfg(feature = "check")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    texts: Texts,
    /// By index, which of the texts.
    of: &'static [u8],
}

/// Lists by their index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lists<T: 'static> {
    all: &'static [T],
    /// Where each list begins, and the end of the last one.
    starts: &'static [u16],
}

/// A table of texts: `texts!["a", "b"]`. They are one literal, in which each ends with a zero: thousands of expressions
/// take the compiler seconds.
macro_rules! texts {
    ($($text:expr),* $(,)?) => {{
        const TEXT: &str = concat!($($text, "\0"),*);
        $crate::packed::texts_in!(TEXT)
    }};
}
pub(crate) use texts;

/// The table of the texts in a constant.
macro_rules! texts_in {
    ($all:ident) => {{
        const FOUND: ([u16; $all.len() + 1], usize) = $crate::packed::starts_of_texts($all);
        const STARTS: &[u16] = &$crate::packed::first_items::<u16, { FOUND.1 + 1 }>(&FOUND.0, 0);
        $crate::packed::Texts::new($all, STARTS)
    }};
}
pub(crate) use texts_in;

/// A table of texts of which many equal the one before: `runs!["a", "a", "b"]`.
#[cfg(feature = "check")]
macro_rules! runs {
    ($($text:expr),* $(,)?) => {{
        const ALL: &str = concat!($($text, "\0"),*);
        const FOUND: $crate::packed::FoundRuns<{ ALL.len() }> = $crate::packed::runs_of_texts(ALL);
        const OF: &[u8] = &$crate::packed::first_items::<u8, { FOUND.texts }>(&FOUND.of, 0);
        const BYTES: [u8; FOUND.length] = $crate::packed::first_items(&FOUND.bytes, 0);
        const TEXT: &str = match core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => "",
        };
        const _: () = assert!(TEXT.len() == FOUND.length, "whole texts are UTF-8");
        $crate::packed::Runs::new($crate::packed::texts_in!(TEXT), OF)
    }};
}
#[cfg(feature = "check")]
pub(crate) use runs;

/// A table of lists of a type: `lists![u32; [1, 2], []]`.
macro_rules! lists {
    ($of:ty; $([$($item:expr),*]),* $(,)?) => {{
        const LIST: &[&[$of]] = &[$(&[$($item),*]),*];
        const ITEMS: &[$of] = &[$($($item,)*)*];
        const STARTS: &[u16] = &$crate::packed::starts::<$of, { LIST.len() + 1 }>(LIST);
        $crate::packed::Lists::new(ITEMS, STARTS)
    }};
}
pub(crate) use lists;

impl Texts {
    pub(crate) const fn new(all: &'static str, starts: &'static [u16]) -> Self {
        Self { all, starts }
    }

    /// The text with an index.
    pub(crate) fn get(&self, at: usize) -> &'static str {
        &self.all[usize::from(self.starts[at])..usize::from(self.starts[at + 1]) - 1]
    }

    /// All texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static str> + use<> {
        let texts = *self;
        (0..texts.starts.len() - 1).map(move |at| texts.get(at))
    }
}

#[cfg(feature = "check")]
impl Runs {
    pub(crate) const fn new(texts: Texts, of: &'static [u8]) -> Self {
        Self { texts, of }
    }

    /// The text with an index.
    pub(crate) fn get(&self, at: usize) -> &'static str {
        self.texts.get(self.of[at].into())
    }
}

impl<T> Lists<T> {
    pub(crate) const fn new(all: &'static [T], starts: &'static [u16]) -> Self {
        Self { all, starts }
    }

    /// The list with an index.
    pub(crate) fn get(&self, at: usize) -> &'static [T] {
        &self.all[self.start(at)..self.start(at + 1)]
    }

    /// The index of the list that has an item, by the item's index among those of all lists.
    pub(crate) fn list_of(&self, item: usize) -> usize {
        self.starts.partition_point(|&start| usize::from(start) <= item) - 1
    }

    /// The number of items in the lists before the one with an index.
    pub(crate) fn start(&self, at: usize) -> usize {
        usize::from(self.starts[at])
    }
}

/// Where each text begins and the last one ends, and how many there are. The compiler interprets these functions, some
/// microseconds for each byte.
pub(crate) const fn starts_of_texts<const MOST: usize>(all: &str) -> ([u16; MOST], usize) {
    let bytes = all.as_bytes();
    let length = bytes.len();
    assert!(length <= u16::MAX as usize, "a table has 65,535 bytes at most");
    let mut starts = [0; MOST];
    let (mut texts, mut at) = (0, 0);
    while at < length {
        if bytes[at] == 0 {
            texts += 1;
            starts[texts] = at as u16 + 1;
        }
        at += 1;
    }
    (starts, texts)
}

/// The first items. `any` is any item.
pub(crate) const fn first_items<T: Copy, const COUNT: usize>(items: &[T], any: T) -> [T; COUNT] {
    let (mut first, mut at) = ([any; COUNT], 0);
    while at < COUNT {
        first[at] = items[at];
        at += 1;
    }
    first
}

/// The runs of equal texts.
#[cfg(feature = "check")]
pub(crate) struct FoundRuns<const MOST: usize> {
    /// One text of each run.
    pub bytes: [u8; MOST],
    pub length: usize,
    /// By text, the number of runs before its own.
    pub of: [u8; MOST],
    pub texts: usize,
}

/// Finds the runs of equal texts.
#[cfg(feature = "check")]
pub(crate) const fn runs_of_texts<const MOST: usize>(all: &str) -> FoundRuns<MOST> {
    let all = all.as_bytes();
    let (mut bytes, mut of) = ([0; MOST], [0; MOST]);
    // `start` is where the text begins, `last` where that of the run before does in `bytes`.
    let (mut texts, mut start, mut last, mut length, mut runs) = (0, 0, 0, 0, 0);
    while start < MOST {
        let (first, mut at) = (length, start);
        let mut is_same = runs > 0;
        loop {
            let byte = all[at];
            is_same = is_same && bytes[last + at - start] == byte;
            bytes[length] = byte;
            (at, length) = (at + 1, length + 1);
            if byte == 0 {
                break;
            }
        }
        if is_same {
            length = first;
        } else {
            (last, runs) = (first, runs + 1);
        }
        assert!(runs <= 256, "a table has 256 runs at most");
        of[texts] = (runs - 1) as u8;
        (start, texts) = (at, texts + 1);
    }
    FoundRuns {
        bytes,
        length,
        of,
        texts,
    }
}

/// Where each list begins in the joined one, and where the last one ends.
pub(crate) const fn starts<T, const COUNT: usize>(lists: &[&[T]]) -> [u16; COUNT] {
    let mut starts = [0; COUNT];
    let (mut length, mut at) = (0, 0);
    while at < lists.len() {
        length += lists[at].len();
        assert!(length <= u16::MAX as usize, "a table has 65,535 items at most");
        at += 1;
        starts[at] = length as u16;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::{Lists, Texts};

    #[test]
    fn texts_and_lists_by_index() {
        static TEXTS: Texts = texts!["one", "", "zwölf", concat!("a", "/b")];
        assert!(TEXTS.iter().eq(["one", "", "zwölf", "a/b"]));
        #[cfg(feature = "check")]
        {
            static RUNS: super::Runs = runs!["one", "one", "on", "zwölf", "zwölf", "", "", "one", "two"];
            let texts: [&str; 9] = core::array::from_fn(|at| RUNS.get(at));
            assert_eq!(texts, ["one", "one", "on", "zwölf", "zwölf", "", "", "one", "two"]);
            assert!(RUNS.texts.iter().eq(["one", "on", "zwölf", "", "one", "two"]));
        }
        static LISTS: Lists<u32> = lists![u32; [], [1, 2], [], [3], []];
        let lists: [&[u32]; 5] = core::array::from_fn(|at| LISTS.get(at));
        assert_eq!(lists, [&[][..], &[1, 2], &[], &[3], &[]]);
        assert_eq!(LISTS.start(3), 2);
        assert_eq!([0, 1, 2].map(|item| LISTS.list_of(item)), [1, 1, 3]);
    }
}
