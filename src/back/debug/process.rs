//! `OpModuleProcessed`: the name and version of the writer, and the options that change the behaviour of the module.

use crate::back::emitter::Emitter;
use naga::proc::BoundsCheckPolicy;

impl Emitter<'_> {
    /// Emits `OpModuleProcessed` after all names (SPIR-V §2.4, "Logical Layout of a Module").
    #[cold]
    pub(crate) fn write_process(&mut self) {
        let options = self.options;
        let policy = |policy| match policy {
            BoundsCheckPolicy::Restrict => "restrict",
            BoundsCheckPolicy::ReadZeroSkipWrite => "read-zero",
            BoundsCheckPolicy::Unchecked => "unchecked",
        };
        let policies = &options.bounds_check_policies;
        let names = &mut self.tables.sections.names;
        names.module_processed(concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")));
        names.module_processed(&format!(
            "bounds checks: index {}, buffer {}, image load {}, binding array {}",
            policy(policies.index),
            policy(policies.buffer),
            policy(policies.image_load),
            policy(policies.binding_array)
        ));
        // Options that differ from their default.
        for (is_said, text) in [
            (options.rely_on_robust_access, "robust access relied on"),
            (!options.zero_initialize_workgroup_memory, "workgroup memory not zeroed"),
            (!options.force_loop_bounding, "loops not bounded"),
            (!options.emit_int_div_checks, "integer division not guarded"),
            (options.spec_constants, "overrides open"),
            (options.adjust_coordinate_space, "y axis turned"),
            (options.clamp_frag_depth, "fragment depth clamped"),
            (options.force_point_size, "point size forced"),
        ] {
            if is_said {
                names.module_processed(text);
            }
        }
    }
}
