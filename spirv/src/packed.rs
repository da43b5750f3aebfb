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
        const STARTS: &[u16] = &$crate::packed::starts_of_texts::<{ $crate::packed::count(TEXT) + 1 }>(TEXT);
        $crate::packed::Texts::new(TEXT, STARTS)
    }};
}
pub(crate) use texts;

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

/// The number of zeros, one for each text or list.
pub(crate) const fn count(all: &str) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < all.len() {
        count += (all.as_bytes()[at] == 0) as usize;
        at += 1;
    }
    count
}

/// Where each text begins, and where the last one ends.
pub(crate) const fn starts_of_texts<const COUNT: usize>(all: &str) -> [u16; COUNT] {
    assert!(all.len() <= u16::MAX as usize, "a table has 65,535 bytes at most");
    let mut starts = [0; COUNT];
    let (mut text, mut at) = (0, 0);
    while at < all.len() {
        if all.as_bytes()[at] == 0 {
            text += 1;
            starts[text] = at as u16 + 1;
        }
        at += 1;
    }
    starts
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
        static LISTS: Lists<u32> = lists![u32; [], [1, 2], [], [3], []];
        let lists: [&[u32]; 5] = core::array::from_fn(|at| LISTS.get(at));
        assert_eq!(lists, [&[][..], &[1, 2], &[], &[3], &[]]);
        assert_eq!(LISTS.start(3), 2);
        assert_eq!([0, 1, 2].map(|item| LISTS.list_of(item)), [1, 1, 3]);
    }
}
