//! Reads the machine-readable grammars of SPIR-V and of the extended instruction sets, and writes
//! `spirv/src/words/grammar/tables.rs`.
//!
//! A row has only what the grammar states. What the grammars lack is here: the names under which the extended sets are
//! imported, and two sets that rspirv has and the registry lacks.

use crate::Result;
use crate::emit::{header, line, read};
use rspirv::grammar::{OperandQuantifier, ext_inst_table};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// The files of extended instruction sets, with their names in `OpExtInstImport` (the title of each set's
/// specification). A name that ends in a full stop is followed by a revision.
const SETS: &[(&str, &[&str])] = &[
    ("extinst.debuginfo", &["DebugInfo"]),
    ("extinst.glsl.std.450", &["GLSL.std.450"]),
    (
        "extinst.nonsemantic.clspvreflection",
        &["NonSemantic.ClspvReflection", "NonSemantic.ClspvReflection."],
    ),
    ("extinst.nonsemantic.debugbreak", &["NonSemantic.DebugBreak"]),
    ("extinst.nonsemantic.debugprintf", &["NonSemantic.DebugPrintf"]),
    (
        "extinst.nonsemantic.shader.debuginfo.100",
        &["NonSemantic.Shader.DebugInfo.100"],
    ),
    (
        "extinst.nonsemantic.shader.debuginfo",
        &["NonSemantic.Shader.DebugInfo.101"],
    ),
    (
        "extinst.nonsemantic.vkspreflection",
        &["NonSemantic.VkspReflection", "NonSemantic.VkspReflection."],
    ),
    ("extinst.opencl.debuginfo.100", &["OpenCL.DebugInfo.100"]),
    ("extinst.opencl.std.100", &["OpenCL.std"]),
    ("extinst.spv-amd-gcn-shader", &["SPV_AMD_gcn_shader"]),
    ("extinst.spv-amd-shader-ballot", &["SPV_AMD_shader_ballot"]),
    (
        "extinst.spv-amd-shader-explicit-vertex-parameter",
        &["SPV_AMD_shader_explicit_vertex_parameter"],
    ),
    (
        "extinst.spv-amd-shader-trinary-minmax",
        &["SPV_AMD_shader_trinary_minmax"],
    ),
];

/// The sets that the registry lacks, by their names in rspirv.
const SETS_OF_RSPIRV: &[&str] = &["Arm.MotionEngine.100", "TOSA.001000.1"];

/// An instruction or an enumerant.
struct Row {
    name: String,
    number: u32,
    /// Kinds of operands, as in the tables: `[X]` is optional, `{X}` repeats.
    operands: Vec<String>,
    /// The first and the last version that have it: `V1_0 to V1_5`.
    versions: String,
    /// The capabilities and extensions that it needs: `needs [Shader] from [SPV_KHR_x]`.
    needs: String,
    extensions: Vec<String>,
    /// Aliases.
    aliases: Vec<String>,
}

/// A kind of operands.
struct Kind {
    name: String,
    category: &'static str,
    rows: Vec<Row>,
}

/// An extended instruction set.
struct Set {
    names: Vec<String>,
    rows: Vec<Row>,
}

/// A capability, as the tables of targets need it.
pub struct Capability {
    pub name: String,
    pub aliases: Vec<String>,
    pub number: u32,
    /// The minor version that has it without an extension.
    pub since: Option<u32>,
    pub extensions: Vec<String>,
}

/// The extensions that the grammar names, each with the minor version that has all of its rows in core.
pub type Absorbed = BTreeMap<String, Option<u32>>;

/// The capabilities, sorted by number, and the extensions.
pub fn capabilities(folder: &Path) -> Result<(Vec<Capability>, Absorbed)> {
    let core = json(&folder.join("spirv.core.grammar.json"))?;
    let kinds = array(&core, "operand_kinds");
    let mut capabilities = Vec::new();
    for value in kinds
        .iter()
        .filter(|kind| kind["kind"] == "Capability")
        .flat_map(|kind| array(kind, "enumerants"))
    {
        capabilities.push(Capability {
            name: string(value, "enumerant")?.to_owned(),
            aliases: strings(value, "aliases"),
            number: number(&value["value"])?,
            since: minor(value),
            extensions: strings(value, "extensions"),
        });
    }
    capabilities.sort_by_key(|capability| capability.number);
    let mut extensions = Absorbed::new();
    let enumerants = kinds.iter().flat_map(|kind| array(kind, "enumerants"));
    for value in array(&core, "instructions").iter().chain(enumerants) {
        for name in strings(value, "extensions") {
            let since = minor(value);
            let absorbed = extensions.entry(name).or_insert(since);
            *absorbed = absorbed.zip(since).map(|(a, b)| a.max(b));
        }
    }
    Ok((capabilities, extensions))
}

fn minor(value: &Value) -> Option<u32> {
    value["version"].as_str()?.strip_prefix("1.")?.parse().ok()
}

/// The text of the tables.
pub fn tables(folder: &Path) -> Result<String> {
    let core = json(&folder.join("spirv.core.grammar.json"))?;
    let instructions = rows(&core, "instructions", "opname", &|kind| kind.to_owned())?;
    let mut kinds = kinds(&core, "")?;
    let mut sets = Vec::new();
    for (file, names) in SETS {
        let grammar = json(&folder.join(format!("{file}.grammar.json")))?;
        sets.push(set(&grammar, names, &mut kinds).map_err(|error| format!("{file}: {error}"))?);
    }
    for &name in SETS_OF_RSPIRV {
        sets.push(set_of_rspirv(name)?);
    }
    let revision = format!(
        "{}.{} revision {}",
        core["major_version"], core["minor_version"], core["revision"]
    );
    let mut text = header(
        "registry/spirv",
        "Copyright 2014-2026 The Khronos Group Inc.",
        "MIT",
        &format!("{PURPOSE_BEFORE}{revision}{PURPOSE}"),
    );
    text.push_str(
        "\nuse super::extended::extended_sets;\n\
         use super::kind::{enumerant_aliases, kinds};\n\
         use super::{capabilities, extensions, instruction_aliases, instructions};\n",
    );
    instruction_tables(&mut text, &instructions);
    kind_tables(&mut text, &kinds);
    set_tables(&mut text, &sets);
    let rows = kinds.iter().flat_map(|kind| &kind.rows).chain(&instructions);
    let extensions: BTreeSet<&String> = rows.flat_map(|row| &row.extensions).collect();
    text.push_str("\nextensions! {\n");
    for name in extensions {
        line(&mut text, 4, &format!("{name};"));
    }
    text.push_str("}\n");
    Ok(text)
}

const PURPOSE_BEFORE: &str = "The tables of the grammar of SPIR-V ";
const PURPOSE: &str = ": opcodes, kinds of operands with their enumerants, and extended\n\
instruction sets, in the order of their numbers. Data and nothing else.\n\n\
`V1_0` and so on is the version of SPIR-V that brought something, `RESERVED` that none has it without an extension, `to`\n\
the last version that has it; `needs` lists the capabilities of which one must be declared, `from` the extensions of which\n\
one brings it. Of the operands `[X]` may be left out and `{X}` repeats.";

fn json(path: &Path) -> Result<Value> {
    serde_json::from_str(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn array<'j>(value: &'j Value, key: &str) -> &'j [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn string<'j>(value: &'j Value, key: &str) -> Result<&'j str> {
    value[key].as_str().ok_or_else(|| format!("no `{key}` in {value}"))
}

fn strings(value: &Value, key: &str) -> Vec<String> {
    let values = array(value, key).iter();
    values.filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

/// A number, or a number as text: `17`, `"0x0011"`.
fn number(value: &Value) -> Result<u32> {
    let number = match value {
        Value::String(text) => match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        },
        value => value.as_u64(),
    };
    let number = number.and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{value} is no number of 32 bits"))
}

/// The rows of a list, sorted by number. `kind` returns the names of operand kinds in the tables.
fn rows(value: &Value, list: &str, name: &str, kind: &dyn Fn(&str) -> String) -> Result<Vec<Row>> {
    let (operands, value_key) = match list {
        "instructions" => ("operands", "opcode"),
        _ => ("parameters", "value"),
    };
    let mut rows = Vec::new();
    for value in array(value, list) {
        let kinds = array(value, operands).iter();
        rows.push(Row {
            name: string(value, name)?.to_owned(),
            number: number(&value[value_key])?,
            operands: kinds.map(|operand| quantified(operand, kind)).collect::<Result<_>>()?,
            versions: versions(value)?,
            needs: needs(value),
            extensions: strings(value, "extensions"),
            aliases: strings(value, "aliases"),
        });
    }
    rows.sort_by_key(|row| row.number);
    if let Some(two) = rows.windows(2).find(|two| two[0].number == two[1].number) {
        return Err(format!("{} and {} have one number", two[0].name, two[1].name));
    }
    Ok(rows)
}

fn quantified(operand: &Value, kind: &dyn Fn(&str) -> String) -> Result<String> {
    let kind = kind(string(operand, "kind")?);
    match operand["quantifier"].as_str() {
        None => Ok(kind),
        Some("?") => Ok(format!("[{kind}]")),
        Some("*") => Ok(format!("{{{kind}}}")),
        Some(other) => Err(format!("the quantifier `{other}` is not known")),
    }
}

fn versions(value: &Value) -> Result<String> {
    let version = |key: &str| match value[key].as_str() {
        None => Ok(None),
        Some("None") => Ok(Some("RESERVED".to_owned())),
        Some(version) => match version.split_once('.') {
            Some(("1", minor)) => Ok(Some(format!("V1_{minor}"))),
            _ => Err(format!("{version} is no version of SPIR-V 1")),
        },
    };
    // The operand kinds of extended sets have no version.
    let since = version("version")?.unwrap_or_else(|| "V1_0".to_owned());
    Ok(match version("lastVersion")? {
        Some(last) => format!("{since} to {last}"),
        None => since,
    })
}

fn needs(value: &Value) -> String {
    let mut capabilities = strings(value, "capabilities");
    // One grammar of an extended set uses this key.
    capabilities.extend(value["capability"].as_str().map(str::to_owned));
    let mut text = String::new();
    for (word, names) in [("needs", capabilities), ("from", strings(value, "extensions"))] {
        if !names.is_empty() {
            text += &format!(" {word} [{}]", names.join(" "));
        }
    }
    text
}

/// The operand kinds of a grammar. Their names get a prefix.
fn kinds(grammar: &Value, prefix: &str) -> Result<Vec<Kind>> {
    let mut kinds = Vec::new();
    for value in array(grammar, "operand_kinds") {
        let category = match string(value, "category")? {
            "BitEnum" => "Mask",
            "ValueEnum" => "Value",
            "Id" => "Id",
            "Literal" => "Literal",
            "Composite" => "Pair",
            other => return Err(format!("the category {other} is not known")),
        };
        kinds.push(Kind {
            name: format!("{prefix}{}", string(value, "kind")?),
            category,
            rows: rows(value, "enumerants", "enumerant", &|kind| kind.to_owned())?,
        });
    }
    Ok(kinds)
}

/// An instruction set. Adds its own operand kinds that are used to `kinds_of_all`. In non-semantic sets every operand
/// is an id (SPV_KHR_non_semantic_info).
fn set(grammar: &Value, names: &[&str], kinds_of_all: &mut Vec<Kind>) -> Result<Set> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let prefix: String = names[0].chars().filter(char::is_ascii_alphanumeric).collect();
    let own = kinds(grammar, &prefix)?;
    let full = |kind: &str| {
        let name = format!("{prefix}{kind}");
        if own.iter().any(|own| own.name == name) {
            name
        } else {
            kind.to_owned()
        }
    };
    let rows = rows(grammar, "instructions", "opname", &full)?;
    let used: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| &row.operands)
        .map(|kind| bare(kind))
        .collect();
    for mut kind in own {
        if used.contains(kind.name.as_str()) {
            // The instruction lists these operands too, as repeated ones.
            kind.rows.iter_mut().for_each(|row| row.operands.clear());
            kinds_of_all.push(kind);
        }
    }
    Ok(Set { names, rows })
}

fn bare(operand: &str) -> &str {
    operand.trim_matches(['[', ']', '{', '}'])
}

fn set_of_rspirv(name: &str) -> Result<Set> {
    let table = ext_inst_table(name).ok_or_else(|| format!("rspirv does not know {name}"))?;
    let quantified = |operand: &rspirv::grammar::LogicalOperand| match operand.quantifier {
        OperandQuantifier::One => format!("{:?}", operand.kind),
        OperandQuantifier::ZeroOrOne => format!("[{:?}]", operand.kind),
        OperandQuantifier::ZeroOrMore => format!("{{{:?}}}", operand.kind),
    };
    let rows = table.iter().map(|row| Row {
        name: row.opname.to_owned(),
        number: row.opcode.into(),
        operands: row.operands.iter().map(quantified).collect(),
        versions: String::new(),
        needs: String::new(),
        extensions: Vec::new(),
        aliases: Vec::new(),
    });
    Ok(Set {
        names: vec![name.to_owned()],
        rows: rows.collect(),
    })
}

fn instruction_tables(text: &mut String, rows: &[Row]) {
    text.push_str("\ninstructions! {\n");
    for row in rows {
        let Row {
            name,
            number,
            versions,
            needs,
            ..
        } = row;
        let operands = row.operands.join(" ");
        line(text, 4, &format!("{number} {name} {versions} ({operands}){needs};"));
    }
    text.push_str("}\n\ninstruction_aliases! {\n");
    let mut aliases: Vec<(&str, u32)> = Vec::new();
    for row in rows {
        aliases.extend(row.aliases.iter().map(|name| (name.as_str(), row.number)));
    }
    aliases.sort_unstable();
    for (name, opcode) in aliases {
        line(text, 4, &format!("{name} {opcode};"));
    }
    text.push_str("}\n");
}

fn kind_tables(text: &mut String, kinds: &[Kind]) {
    text.push_str("\nkinds! {\n");
    for kind in kinds {
        let Kind { name, category, rows } = kind;
        line(text, 4, &format!("/// {}: `{name}`.", described(category)));
        if rows.is_empty() {
            line(text, 4, &format!("{name} {category} {{}}"));
            continue;
        }
        line(text, 4, &format!("{name} {category} {{"));
        for row in rows {
            enumerant(text, row, *category == "Mask");
        }
        line(text, 4, "}");
    }
    text.push_str("}\n\nenumerant_aliases! {\n");
    let mut aliases: Vec<(&str, &str, u32)> = Vec::new();
    for kind in kinds {
        for row in &kind.rows {
            let names = row.aliases.iter();
            aliases.extend(names.map(|name| (kind.name.as_str(), name.as_str(), row.number)));
        }
    }
    aliases.sort_unstable();
    for (kind, name, value) in aliases {
        line(text, 4, &format!("{kind} {name:?} {value};"));
    }
    text.push_str("}\n\ncapabilities! {\n");
    for row in kinds
        .iter()
        .filter(|kind| kind.name == "Capability")
        .flat_map(|kind| &kind.rows)
    {
        line(text, 4, &format!("{} {};", row.name, row.number));
    }
    text.push_str("}\n");
}

fn enumerant(text: &mut String, row: &Row, is_mask: bool) {
    let Row {
        name,
        number,
        versions,
        needs,
        ..
    } = row;
    let number = match is_mask {
        true => format!("{number:#x}"),
        false => number.to_string(),
    };
    let operands = match row.operands.join(" ") {
        none if none.is_empty() => none,
        operands => format!(" ({operands})"),
    };
    line(text, 8, &format!("{name:?} {number} {versions}{operands}{needs};"));
}

fn described(category: &str) -> &'static str {
    match category {
        "Mask" => "A mask",
        "Value" => "An enumerant",
        "Id" => "An id",
        "Pair" => "Two operands that repeat together",
        _ => "A literal",
    }
}

fn set_tables(text: &mut String, sets: &[Set]) {
    text.push_str("\nextended_sets! {\n");
    for set in sets {
        let names: Vec<String> = set.names.iter().map(|name| format!("{name:?}")).collect();
        let _ = writeln!(text, "    [{}] {{", names.join(" "));
        for row in &set.rows {
            // The extension in the row is that of the set.
            let needs = row.needs.split(" from ").next().unwrap_or_default();
            let operands = row.operands.join(" ");
            line(text, 8, &format!("{} {:?} ({operands}){needs};", row.number, row.name));
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n");
}
