//! The kernels: their sources, the initial contents of their bindings, and for some the result computed on the host.

/// The initial content of a binding.
#[derive(Clone, Copy)]
pub enum Fill {
    /// 32-bit words.
    Words(&'static [u32]),
    /// Random integers below the first number, one per word; the second number is their count.
    Below(u32, usize),
    /// Floats from 0 to 1.
    Floats(usize),
    Zeros(usize),
}

/// Computes the expected result from the words of the bindings.
pub type Expected = fn(&[Vec<u32>]) -> Vec<u32>;

pub struct Kernel {
    pub name: &'static str,
    pub source: &'static str,
    /// Whether the backends get the kernel as SPIR-V that was read back.
    pub through_spirv: bool,
    pub fills: &'static [Fill],
    pub groups: [u32; 3],
    /// The binding with the result, and the function that computes the expected words.
    pub result: Option<(usize, Expected)>,
}

impl Kernel {
    pub fn is_picture(&self) -> bool {
        self.source.contains("@fragment")
    }
}

impl Fill {
    /// The words of a binding, the same on each call.
    pub fn words(self) -> Vec<u32> {
        let mut state = 0x9E37_79B9_u32;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        match self {
            Self::Words(words) => words.to_vec(),
            Self::Below(limit, count) => (0..count).map(|_| next() % limit).collect(),
            Self::Floats(count) => (0..count)
                .map(|_| ((next() >> 8) as f32 / 16_777_216.0).to_bits())
                .collect(),
            Self::Zeros(count) => vec![0; count],
        }
    }
}

macro_rules! source {
    ($name:literal) => {
        include_str!(concat!("shaders/", $name))
    };
}

const fn kernel(name: &'static str, source: &'static str, fills: &'static [Fill], groups: u32) -> Kernel {
    Kernel {
        name,
        source,
        through_spirv: false,
        fills,
        groups: [groups, 1, 1],
        result: None,
    }
}

const N: usize = 1 << 14;

pub const KERNELS: &[Kernel] = &[
    kernel(
        "nbody",
        source!("nbody.wgsl"),
        &[Fill::Words(&[1024, 0x3C23_D70A]), Fill::Floats(4096), Fill::Zeros(4096)],
        16,
    ),
    Kernel {
        groups: [8, 8, 1],
        ..kernel(
            "matrix",
            source!("matrix.wgsl"),
            &[Fill::Words(&[128]), Fill::Floats(N), Fill::Floats(N), Fill::Zeros(N)],
            1,
        )
    },
    Kernel {
        result: Some((1, scanned)),
        ..kernel(
            "scan",
            source!("scan.wgsl"),
            &[Fill::Below(100, N), Fill::Zeros(N)],
            128,
        )
    },
    Kernel {
        result: Some((1, reduced)),
        ..kernel(
            "reduction",
            source!("reduction.wgsl"),
            &[Fill::Below(100, N), Fill::Zeros(64)],
            64,
        )
    },
    kernel("fft", source!("fft.wgsl"), &[Fill::Floats(2 * N)], 128),
    Kernel {
        result: Some((0, sorted)),
        ..kernel("bitonic", source!("bitonic.wgsl"), &[Fill::Below(u32::MAX, N)], 128)
    },
    Kernel {
        result: Some((1, counted)),
        ..kernel(
            "histogram",
            source!("histogram.wgsl"),
            &[Fill::Below(u32::MAX, N), Fill::Zeros(256)],
            4,
        )
    },
    kernel(
        "sha256",
        source!("sha256.wgsl"),
        &[Fill::Below(u32::MAX, N), Fill::Zeros(N / 2)],
        16,
    ),
    kernel(
        "sparse",
        source!("sparse.wgsl"),
        &[
            Fill::Words(&[64]),
            Fill::Words(&[0, 10, 300, 4000]),
            Fill::Below(4096, 4096),
            Fill::Floats(4096),
            Fill::Floats(4096),
            Fill::Zeros(64),
        ],
        1,
    ),
    Kernel {
        groups: [32, 32, 1],
        ..kernel(
            "life",
            source!("life.wgsl"),
            &[Fill::Below(2, 1 << 16), Fill::Zeros(1 << 16)],
            1,
        )
    },
    kernel(
        "blur",
        source!("blur.wgsl"),
        &[Fill::Words(&[128, 128]), Fill::Floats(N), Fill::Zeros(N)],
        256,
    ),
    Kernel {
        result: Some((1, middles)),
        ..kernel(
            "median",
            source!("median.wgsl"),
            &[Fill::Floats(N), Fill::Zeros(N)],
            256,
        )
    },
    kernel(
        "mandelbrot",
        source!("mandelbrot.wgsl"),
        &[Fill::Words(&[128, 200]), Fill::Zeros(N)],
        256,
    ),
    kernel(
        "bvh",
        source!("bvh.wgsl"),
        &[Fill::Zeros(1024), Fill::Floats(4096), Fill::Zeros(1024)],
        16,
    ),
    kernel(
        "skinning",
        source!("skinning.wgsl"),
        &[Fill::Floats(1024), Fill::Floats(12 * 4096), Fill::Zeros(4 * 4096)],
        64,
    ),
    Kernel {
        result: Some((1, prefixes)),
        ..kernel(
            "prefix.comp",
            source!("prefix.comp"),
            &[Fill::Below(100, 1024), Fill::Zeros(1024)],
            1,
        )
    },
    Kernel {
        result: Some((0, sieved)),
        ..kernel("sieve.comp", source!("sieve.comp"), &[Fill::Zeros(4096)], 1)
    },
    Kernel {
        through_spirv: true,
        result: Some((1, scanned)),
        ..kernel(
            "scan.spv",
            source!("scan.wgsl"),
            &[Fill::Below(100, N), Fill::Zeros(N)],
            128,
        )
    },
    Kernel {
        through_spirv: true,
        ..kernel(
            "nbody.spv",
            source!("nbody.wgsl"),
            &[Fill::Words(&[1024, 0x3C23_D70A]), Fill::Floats(4096), Fill::Zeros(4096)],
            16,
        )
    },
    kernel("lights", source!("pic_lights.wgsl"), &[], 0),
    kernel("filter", source!("pic_kernel.wgsl"), &[], 0),
    kernel("levels", source!("pic_levels.wgsl"), &[], 0),
    kernel("march", source!("pic_march.wgsl"), &[], 0),
    kernel("palette", source!("pic_palette.wgsl"), &[], 0),
    kernel("julia", source!("pic_julia.wgsl"), &[], 0),
];

/// The vertex stage of all pictures.
pub const QUAD: &str = source!("quad.wgsl");

fn running(sum: &mut u32, word: &u32) -> Option<u32> {
    *sum = sum.wrapping_add(*word);
    Some(*sum)
}

fn scanned(bindings: &[Vec<u32>]) -> Vec<u32> {
    let parts = bindings[0].chunks(128);
    parts
        .flat_map(|part| part.iter().scan(0, running).collect::<Vec<_>>())
        .collect()
}

fn reduced(bindings: &[Vec<u32>]) -> Vec<u32> {
    bindings[0].chunks(256).map(|part| part.iter().sum()).collect()
}

fn sorted(bindings: &[Vec<u32>]) -> Vec<u32> {
    let mut words = bindings[0].clone();
    for part in words.chunks_mut(128) {
        part.sort_unstable();
    }
    words
}

fn counted(bindings: &[Vec<u32>]) -> Vec<u32> {
    let mut bins = vec![0; 256];
    for word in &bindings[0] {
        bins[(word >> 24) as usize] += 1;
    }
    bins
}

fn middles(bindings: &[Vec<u32>]) -> Vec<u32> {
    let source = &bindings[0];
    let middle = |at: usize| {
        let mut window: Vec<u32> = (at..at + 9).map(|at| source[at.min(source.len() - 1)]).collect();
        // The bits of non-negative floats have the same order as the floats.
        window.sort_unstable();
        window[4]
    };
    (0..source.len()).map(middle).collect()
}

fn prefixes(bindings: &[Vec<u32>]) -> Vec<u32> {
    let mut sums: Vec<u32> = bindings[0].iter().scan(0, running).collect();
    for sum in &mut sums[..64] {
        *sum ^= 1;
    }
    sums
}

fn sieved(_: &[Vec<u32>]) -> Vec<u32> {
    let mut flags = vec![0; 4096];
    for p in 2..64 {
        for k in (p * p..4096).step_by(p) {
            flags[k] = 1;
        }
    }
    flags
}
