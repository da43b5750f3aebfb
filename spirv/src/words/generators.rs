//! The tools that are registered with Khronos, by the number in the upper half of a module's generator word, and the line
//! of a listing that states the word.
//!
//! The names are those of Khronos's registry of tool ids (`spir-v.xml` of SPIRV-Headers, Copyright 2015-2026 The Khronos
//! Group Inc., SPDX-License-Identifier: MIT): the vendor, and the tool if the vendor names one.

use alloc::string::String;
use core::fmt::Write as _;

/// The vendor and tool of each number.
const TOOLS: [&str; 50] = [
    "Khronos",
    "LunarG",
    "Valve",
    "Codeplay",
    "NVIDIA",
    "ARM",
    "Khronos LLVM/SPIR-V Translator",
    "Khronos SPIR-V Tools Assembler",
    "Khronos Glslang Reference Front End",
    "Qualcomm",
    "AMD",
    "Intel",
    "Imagination",
    "Google Shaderc over Glslang",
    "Google spiregg",
    "Google rspirv",
    "X-LEGEND Mesa-IR/SPIR-V Translator",
    "Khronos SPIR-V Tools Linker",
    "Wine VKD3D Shader Compiler",
    "Tellusim Clay Shader Compiler",
    "W3C WebGPU Group WHLSL Shader Translator",
    "Google Clspv",
    "LLVM MLIR SPIR-V Serializer",
    "Google Tint Compiler",
    "Google ANGLE Shader Compiler",
    "Netease Games Messiah Shader Compiler",
    "Xenia Xenia Emulator Microcode Translator",
    "Embark Studios Rust GPU Compiler Backend",
    "gfx-rs community Naga",
    "Mikkosoft Productions MSP Shader Compiler",
    "SpvGenTwo community SpvGenTwo SPIR-V IR Tools",
    "Google Skia SkSL",
    "TornadoVM Beehive SPIRV Toolkit",
    "DragonJoker ShaderWriter",
    "Rayan Hatout SPIRVSmith",
    "Saarland University Shady",
    "Taichi Graphics Taichi",
    "heroseh Hero C Compiler",
    "Meta SparkSL",
    "SirLynix Nazara ShaderLang Compiler",
    "Khronos Slang Compiler",
    "Zig Software Foundation Zig Compiler",
    "Rendong Liang spq",
    "LLVM LLVM SPIR-V Backend",
    "Robert Konrad Kongruent",
    "Kitsunebi Games Nuvk SPIR-V Emitter and DLSL compiler",
    "Nintendo",
    "ARM",
    "Goopax",
    "Icyllis Milica Arc3D Shader Compiler",
];

/// Appends the tool of a generator word and the number that the tool gives itself: `Khronos Slang Compiler; 0`.
pub(super) fn write(text: &mut String, word: u32) {
    let (tool, own) = (word >> 16, word & 0xFFFF);
    // Writing to a `String` cannot fail.
    let _ = match TOOLS.get(tool as usize) {
        Some(name) => write!(text, "{name}; {own}"),
        None => write!(text, "Unknown({tool}); {own}"),
    };
}

/// The generator word of such a text; the first number of a name that has several. `None` if the text is another one.
pub(super) fn read(text: &str) -> Option<u32> {
    let (name, own) = text.rsplit_once(';')?;
    let (name, own): (&str, u16) = (name.trim(), own.trim().parse().ok()?);
    let unknown = name.strip_prefix("Unknown(").and_then(|rest| rest.strip_suffix(')'));
    let tool: u16 = match unknown {
        Some(number) => number.parse().ok()?,
        None => u16::try_from(TOOLS.iter().position(|&tool| tool == name)?).ok()?,
    };
    Some(u32::from(tool) << 16 | u32::from(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_from_its_text() {
        for (word, due) in [
            (0, "Khronos; 0"),
            (0x0008_000B, "Khronos Glslang Reference Front End; 11"),
            (0x0031_0000, "Icyllis Milica Arc3D Shader Compiler; 0"),
            (0xFFFF_FFFF, "Unknown(65535); 65535"),
        ] {
            let mut text = String::new();
            write(&mut text, word);
            assert_eq!((text.as_str(), read(&text)), (due, Some(word)));
        }
        for text in ["", "Khronos", "Khronos; 65536", "Nobody; 1", "Unknown(65536); 1"] {
            assert_eq!(read(text), None, "{text}");
        }
        // Two numbers have the name of this vendor alone.
        assert_eq!(read("ARM; 1"), Some(0x0005_0001));
    }
}
