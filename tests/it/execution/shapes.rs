//! Geometry and a rasterizer in double precision: the reference for rendered pictures.

pub type Vec3 = [f64; 3];
/// Four columns.
pub type Matrix = [[f64; 4]; 4];

#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    pub position: Vec3,
    pub normal: Vec3,
    pub uv: [f64; 2],
}

pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    std::array::from_fn(|i| a[i] + b[i])
}

pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    std::array::from_fn(|i| a[i] - b[i])
}

pub fn scale(a: Vec3, factor: f64) -> Vec3 {
    a.map(|x| x * factor)
}

pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn length(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

pub fn normalize(a: Vec3) -> Vec3 {
    scale(a, 1.0 / length(a))
}

pub fn mix<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

pub fn transform(matrix: &Matrix, v: [f64; 4]) -> [f64; 4] {
    std::array::from_fn(|row| (0..4).map(|column| matrix[column][row] * v[column]).sum())
}

pub fn mul(a: Matrix, b: Matrix) -> Matrix {
    b.map(|column| transform(&a, column))
}

pub fn scaling(factors: Vec3) -> Matrix {
    std::array::from_fn(|c| {
        std::array::from_fn(|r| {
            if r != c {
                0.0
            } else if c < 3 {
                factors[c]
            } else {
                1.0
            }
        })
    })
}

/// A rotation about an axis through the origin, by Rodrigues' formula.
pub fn rotation(axis: Vec3, angle: f64) -> Matrix {
    let axis = normalize(axis);
    let (sine, cosine) = angle.sin_cos();
    let turned = |v: Vec3| {
        let along = scale(axis, dot(axis, v) * (1.0 - cosine));
        let [x, y, z] = add(add(scale(v, cosine), scale(cross(axis, v), sine)), along);
        [x, y, z, 0.0]
    };
    [
        turned([1.0, 0.0, 0.0]),
        turned([0.0, 1.0, 0.0]),
        turned([0.0, 0.0, 1.0]),
        [0.0, 0.0, 0.0, 1.0],
    ]
}

/// Transforms world space to the space of a camera that looks along its negative z axis.
pub fn look_at(eye: Vec3, target: Vec3, up: Vec3) -> Matrix {
    let back = normalize(sub(eye, target));
    let right = normalize(cross(up, back));
    let up = cross(back, right);
    let column = |i: usize| [right[i], up[i], back[i], 0.0];
    [
        column(0),
        column(1),
        column(2),
        [-dot(right, eye), -dot(up, eye), -dot(back, eye), 1.0],
    ]
}

/// Transforms camera space to Vulkan's clip space: y points down, depth is 0 at `near` and 1 at `far`.
pub fn perspective(vertical_angle: f64, aspect: f64, near: f64, far: f64) -> Matrix {
    let focal = 1.0 / (vertical_angle / 2.0).tan();
    let depth = far / (near - far);
    [
        [focal / aspect, 0.0, 0.0, 0.0],
        [0.0, -focal, 0.0, 0.0],
        [0.0, 0.0, depth, -1.0],
        [0.0, 0.0, depth * near, 0.0],
    ]
}

/// A cube, and below it a floor whose back face is visible.
pub fn cube_above_floor() -> Vec<Vertex> {
    let mut mesh = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut normal = [0.0; 3];
            normal[axis] = side;
            let mut u = [0.0; 3];
            u[(axis + 1) % 3] = 0.8;
            let v = scale(cross(normal, u), 1.0);
            square(&mut mesh, scale(normal, 0.8), u, v, normal, 1.0);
        }
    }
    square(
        &mut mesh,
        [0.0, -1.3, 0.0],
        [2.5, 0.0, 0.0],
        [0.0, 0.0, 2.5],
        [0.0, -1.0, 0.0],
        3.0,
    );
    mesh
}

/// Two triangles with the centre `center`, counterclockwise as seen from the direction `u` × `v`.
fn square(mesh: &mut Vec<Vertex>, center: Vec3, u: Vec3, v: Vec3, normal: Vec3, repeat: f64) {
    let corner = |a: f64, b: f64| Vertex {
        position: add(center, add(scale(u, a), scale(v, b))),
        normal,
        uv: [(a + 1.0) / 2.0 * repeat, (b + 1.0) / 2.0 * repeat],
    };
    let corners = [
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    mesh.extend([0, 1, 2, 0, 2, 3].map(|i| corners[i]));
}

/// The result for a pixel.
pub struct Fragment {
    /// Whether every edge is so far away that rounding cannot change the result.
    pub certain: bool,
    /// The nearest surface, interpolated, and whether it is front-facing.
    pub hit: Option<(Vertex, bool)>,
}

/// The pixels, in rows from the top, of triangles that are entirely in front of the camera.
pub fn rasterize(mesh: &[Vertex], view_projection: &Matrix, width: u32, height: u32) -> Vec<Fragment> {
    let clip: Vec<_> = mesh
        .iter()
        .map(
            |Vertex {
                 position: [x, y, z], ..
             }| transform(view_projection, [*x, *y, *z, 1.0]),
        )
        .collect();
    let screen = |v: &[f64; 4]| {
        [
            (v[0] / v[3] + 1.0) / 2.0 * f64::from(width),
            (v[1] / v[3] + 1.0) / 2.0 * f64::from(height),
        ]
    };
    let triangles: Vec<_> = clip
        .chunks_exact(3)
        .zip(mesh.chunks_exact(3))
        .map(|(clip, corners)| ([screen(&clip[0]), screen(&clip[1]), screen(&clip[2])], clip, corners))
        .collect();
    (0..width * height)
        .map(|index| {
            let pixel = [f64::from(index % width) + 0.5, f64::from(index / width) + 0.5];
            let mut fragment = Fragment {
                certain: true,
                hit: None,
            };
            let mut nearest = f64::INFINITY;
            for (points, clip, corners) in &triangles {
                let area = doubled_area(points[0], points[1], points[2]);
                let edges = [(1, 2), (2, 0), (0, 1)];
                let parts = edges.map(|(a, b)| doubled_area(points[a], points[b], pixel) / area);
                // The distance to the nearest edge in pixels, negative outside the triangle.
                let distance = (0..3).map(|i| {
                    let (a, b) = edges[i];
                    let edge = (points[b][0] - points[a][0]).hypot(points[b][1] - points[a][1]);
                    parts[i] * area.abs() / edge
                });
                let distance = distance.fold(f64::INFINITY, f64::min);
                fragment.certain &= distance.abs() > 0.1;
                if distance < 0.0 {
                    continue;
                }
                let depth: f64 = (0..3).map(|i| parts[i] * clip[i][2] / clip[i][3]).sum();
                if depth < nearest {
                    nearest = depth;
                    // The framebuffer's y axis points down, so the area of a counterclockwise triangle is negative.
                    fragment.hit = Some((interpolate(parts, clip, corners), area < 0.0));
                }
            }
            fragment
        })
        .collect()
}

fn doubled_area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Perspective-correct interpolation: linear in attribute / w.
fn interpolate(parts: [f64; 3], clip: &[[f64; 4]], corners: &[Vertex]) -> Vertex {
    let weights: [f64; 3] = std::array::from_fn(|i| parts[i] / clip[i][3]);
    let total: f64 = weights.iter().sum();
    let blend = |value: &dyn Fn(&Vertex) -> f64| (0..3).map(|i| weights[i] * value(&corners[i])).sum::<f64>() / total;
    Vertex {
        position: std::array::from_fn(|i| blend(&|vertex| vertex.position[i])),
        normal: std::array::from_fn(|i| blend(&|vertex| vertex.normal[i])),
        uv: std::array::from_fn(|i| blend(&|vertex| vertex.uv[i])),
    }
}
