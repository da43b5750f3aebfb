//! The declared form of a type, built from the answers of `layout` as a writer builds it; a second implementation of
//! the rules of Vulkan "Offset and Stride Assignment" on that form; and its rendering as SPIR-V assembly.

use std::fmt::Write as _;

use naga::{Handle, ScalarKind, Type, TypeInner, UniqueArena};

use crate::layout::{Layouts, MemoryLayout, Rules, TwinMember, column_stride, twin_members};

/// A declared type, independent of naga.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclaredType {
    Scalar {
        kind: ScalarKind,
        width: u32,
    },
    Vector {
        kind: ScalarKind,
        width: u32,
        size: u32,
    },
    Matrix {
        columns: u32,
        rows: u32,
        width: u32,
        stride: u32,
    },
    Array {
        element: Box<DeclaredType>,
        length: u32,
        stride: u32,
    },
    Struct {
        members: Vec<(u32, DeclaredType)>,
    },
}

fn scalar(scalar: naga::Scalar) -> DeclaredType {
    DeclaredType::Scalar {
        kind: scalar.kind,
        width: scalar.width.into(),
    }
}

fn vector(size: naga::VectorSize, scalar: naga::Scalar) -> DeclaredType {
    DeclaredType::Vector {
        kind: scalar.kind,
        width: scalar.width.into(),
        size: size as u32,
    }
}

/// The declared form of a type under a layout.
pub fn declare(layouts: &Layouts, types: &UniqueArena<Type>, ty: Handle<Type>, layout: MemoryLayout) -> DeclaredType {
    let canonical = layouts.canonical(ty, layout);
    match types[ty].inner {
        TypeInner::Scalar(inner) | TypeInner::Atomic(inner) => scalar(inner),
        TypeInner::Vector { size, scalar } => vector(size, scalar),
        TypeInner::Matrix { .. } | TypeInner::Struct { .. } if canonical == MemoryLayout::Std140 => {
            let mut members = Vec::new();
            for twin_member in twin_members(types, ty) {
                members.push(match twin_member {
                    TwinMember::Whole { ty, offset, .. } => (offset, declare(layouts, types, ty, layout)),
                    TwinMember::Column {
                        rows, scalar, offset, ..
                    } => (offset, vector(rows, scalar)),
                });
            }
            assert_eq!(members.len() as u32, layouts.member_count(types, ty, layout));
            DeclaredType::Struct { members }
        }
        TypeInner::Matrix { columns, rows, scalar } => DeclaredType::Matrix {
            columns: columns as u32,
            rows: rows as u32,
            width: scalar.width.into(),
            stride: column_stride(rows, scalar),
        },
        TypeInner::Array { base, size, stride } => {
            let length = match size {
                naga::ArraySize::Constant(length) => length.get(),
                naga::ArraySize::Dynamic => 1,
                naga::ArraySize::Pending(_) => unreachable!("not made by the generator"),
            };
            let element = Box::new(declare(layouts, types, base, layout));
            DeclaredType::Array {
                element,
                length,
                stride,
            }
        }
        TypeInner::Struct { ref members, .. } => {
            let declared = members
                .iter()
                .map(|member| (member.offset, declare(layouts, types, member.ty, layout)));
            DeclaredType::Struct {
                members: declared.collect(),
            }
        }
        ref other => unreachable!("not in laid-out memory: {other:?}"),
    }
}

impl DeclaredType {
    /// The byte offset and width of every scalar, in declaration order.
    pub fn leaves(&self, base: u32, out: &mut Vec<(u32, u32)>) {
        match self {
            &DeclaredType::Scalar { width, .. } => out.push((base, width)),
            &DeclaredType::Vector { width, size, .. } => out.extend((0..size).map(|i| (base + i * width, width))),
            &DeclaredType::Matrix {
                columns,
                rows,
                width,
                stride,
            } => {
                for column in 0..columns {
                    out.extend((0..rows).map(|row| (base + column * stride + row * width, width)));
                }
            }
            DeclaredType::Array {
                element,
                length,
                stride,
            } => {
                (0..*length).for_each(|i| element.leaves(base + i * stride, out));
            }
            DeclaredType::Struct { members } => members
                .iter()
                .for_each(|(offset, member)| member.leaves(base + offset, out)),
        }
    }

    /// The byte offset and width of the part that an access chain with these indices designates.
    pub fn follow(&self, chain: &[u32]) -> (u32, Option<u32>) {
        let Some((&index, rest)) = chain.split_first() else {
            let width = if let &DeclaredType::Scalar { width, .. } = self {
                Some(width)
            } else {
                None
            };
            return (0, width);
        };
        let (offset, part) = match self {
            DeclaredType::Scalar { .. } => panic!("index into a scalar"),
            &DeclaredType::Vector { kind, width, size } => {
                assert!(index < size);
                (index * width, DeclaredType::Scalar { kind, width })
            }
            &DeclaredType::Matrix {
                columns,
                rows,
                width,
                stride,
            } => {
                assert!(index < columns);
                (
                    index * stride,
                    DeclaredType::Vector {
                        kind: ScalarKind::Float,
                        width,
                        size: rows,
                    },
                )
            }
            DeclaredType::Array {
                element,
                length,
                stride,
            } => {
                assert!(index < *length);
                (index * stride, (**element).clone())
            }
            DeclaredType::Struct { members } => members[index as usize].clone(),
        };
        let (inner, width) = part.follow(rest);
        (offset + inner, width)
    }

    pub fn alignment(&self, rules: Rules) -> u32 {
        let array = |element: u32| {
            if rules == Rules::Extended {
                element.next_multiple_of(16)
            } else {
                element
            }
        };
        match self {
            &DeclaredType::Scalar { width, .. } => width,
            &DeclaredType::Vector { width, size, .. } => match rules {
                Rules::Scalar => width,
                Rules::Base | Rules::Relaxed | Rules::Extended => width * if size == 2 { 2 } else { 4 },
            },
            &DeclaredType::Matrix { rows, width, .. } => array(
                DeclaredType::Vector {
                    kind: ScalarKind::Float,
                    width,
                    size: rows,
                }
                .alignment(rules),
            ),
            DeclaredType::Array { element, .. } => array(element.alignment(rules)),
            DeclaredType::Struct { members } => {
                array(members.iter().map(|(_, member)| member.alignment(rules)).max().unwrap())
            }
        }
    }

    /// The offset after the last byte.
    pub fn end(&self) -> u32 {
        match self {
            &DeclaredType::Scalar { width, .. } => width,
            &DeclaredType::Vector { width, size, .. } => width * size,
            &DeclaredType::Matrix { columns, stride, .. } => columns * stride,
            DeclaredType::Array { length, stride, .. } => length * stride,
            DeclaredType::Struct { members } => members
                .iter()
                .map(|(offset, member)| offset + member.end())
                .max()
                .unwrap(),
        }
    }

    /// Whether the form satisfies the rules, including straddling and overlap.
    pub fn keeps(&self, rules: Rules) -> bool {
        let alignment = self.alignment(rules);
        match self {
            DeclaredType::Scalar { .. } | DeclaredType::Vector { .. } => true,
            DeclaredType::Matrix { stride, .. } => stride % alignment == 0,
            DeclaredType::Array { element, stride, .. } => {
                element.keeps(rules) && stride % alignment == 0 && *stride >= element.end()
            }
            DeclaredType::Struct { members } => {
                let mut next = 0;
                members.iter().all(|(offset, member)| {
                    let is_vector = matches!(member, DeclaredType::Vector { .. });
                    let alignment = match rules {
                        Rules::Relaxed if is_vector => member.alignment(Rules::Scalar),
                        _ => member.alignment(rules),
                    };
                    let mut good = member.keeps(rules) && offset % alignment == 0 && *offset >= next;
                    next = offset + member.end();
                    if is_vector && rules != Rules::Scalar {
                        let last = next - 1;
                        good &= if next - offset <= 16 {
                            offset / 16 == last / 16
                        } else {
                            offset % 16 == 0
                        };
                    }
                    if !is_vector && rules != Rules::Scalar {
                        next = next.next_multiple_of(alignment);
                    }
                    good
                })
            }
        }
    }

    /// A module that declares the form as its only uniform buffer, as a member of a block if it is not a struct.
    pub fn assembly(&self) -> String {
        let mut text = Assembly::default();
        let root = match self {
            DeclaredType::Struct { .. } => text.id(self),
            _ => text.id(&DeclaredType::Struct {
                members: vec![(0, self.clone())],
            }),
        };
        let Assembly { decorations, types, .. } = text;
        format!(
            "OpCapability Shader\nOpCapability Float16\nOpCapability Float64\nOpCapability Int16\nOpCapability Int64\n\
             OpCapability StorageUniform16\nOpExtension \"SPV_KHR_16bit_storage\"\nOpMemoryModel Logical GLSL450\n\
             OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n\
             OpDecorate {root} Block\nOpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 0\n{decorations}\
             %void = OpTypeVoid\n%fn = OpTypeFunction %void\n%u32 = OpTypeInt 32 0\n{types}\
             %pointer = OpTypePointer Uniform {root}\n%buffer = OpVariable %pointer Uniform\n\
             %main = OpFunction %void None %fn\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n"
        )
    }
}

#[derive(Default)]
struct Assembly {
    decorations: String,
    types: String,
    known: Vec<String>,
    next: u32,
}

impl Assembly {
    /// Scalars and vectors are declared once, other types at each use.
    fn once(&mut self, id: String, declaration: &str) -> String {
        if !self.known.contains(&id) {
            writeln!(self.types, "{id} = {declaration}").unwrap();
            self.known.push(id.clone());
        }
        id
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%t{}", self.next)
    }

    fn id(&mut self, shape: &DeclaredType) -> String {
        match shape {
            &DeclaredType::Scalar { kind, width } => {
                let bits = width * 8;
                match kind {
                    ScalarKind::Float => self.once(format!("%f{bits}"), &format!("OpTypeFloat {bits}")),
                    ScalarKind::Sint => self.once(format!("%i{bits}"), &format!("OpTypeInt {bits} 1")),
                    _ if bits == 32 => "%u32".to_owned(),
                    _ => self.once(format!("%u{bits}"), &format!("OpTypeInt {bits} 0")),
                }
            }
            &DeclaredType::Vector { kind, width, size } => {
                let scalar = self.id(&DeclaredType::Scalar { kind, width });
                self.once(format!("{scalar}v{size}"), &format!("OpTypeVector {scalar} {size}"))
            }
            &DeclaredType::Matrix {
                columns, rows, width, ..
            } => {
                let column = self.id(&DeclaredType::Vector {
                    kind: ScalarKind::Float,
                    width,
                    size: rows,
                });
                self.once(
                    format!("{column}m{columns}"),
                    &format!("OpTypeMatrix {column} {columns}"),
                )
            }
            DeclaredType::Array {
                element,
                length,
                stride,
            } => {
                let element = self.id(element);
                let length = self.once(format!("%n{length}"), &format!("OpConstant %u32 {length}"));
                let id = self.fresh();
                writeln!(self.decorations, "OpDecorate {id} ArrayStride {stride}").unwrap();
                writeln!(self.types, "{id} = OpTypeArray {element} {length}").unwrap();
                id
            }
            DeclaredType::Struct { members } => {
                let ids: Vec<String> = members.iter().map(|(_, member)| self.id(member)).collect();
                let id = self.fresh();
                for (index, (offset, member)) in members.iter().enumerate() {
                    writeln!(self.decorations, "OpMemberDecorate {id} {index} Offset {offset}").unwrap();
                    let mut matrix = member;
                    while let DeclaredType::Array { element, .. } = matrix {
                        matrix = element;
                    }
                    if let DeclaredType::Matrix { stride, .. } = matrix {
                        writeln!(self.decorations, "OpMemberDecorate {id} {index} ColMajor").unwrap();
                        writeln!(self.decorations, "OpMemberDecorate {id} {index} MatrixStride {stride}").unwrap();
                    }
                }
                writeln!(self.types, "{id} = OpTypeStruct {}", ids.join(" ")).unwrap();
                id
            }
        }
    }
}
