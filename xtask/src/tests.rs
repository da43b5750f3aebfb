//! Tests of the committed tables, and of the refusal of list entries that the registry already has.
#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn committed_tables_are_those_of_the_registry() {
    emit::compare(&tables(&root()).unwrap(), "tables").unwrap();
}

/// The tables for a registry with a change in `vulkan.xml`.
fn changed(from: &str, to: &str) -> Result<String> {
    let folder = tempfile::tempdir().unwrap();
    let spirv = folder.path().join("spirv");
    std::fs::create_dir(&spirv).unwrap();
    for entry in std::fs::read_dir(root().join("registry/spirv")).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), spirv.join(entry.file_name())).unwrap();
    }
    let text = emit::read(&root().join("registry/vulkan.xml")).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(folder.path().join("vulkan.xml"), text.replacen(from, to, 1)).unwrap();
    target::tables(folder.path())
}

/// Every list of `selection` that corrects the registry refuses an entry that the registry already has.
#[test]
fn what_the_registry_has_is_not_listed() {
    let last = "</registry>";
    let refused = |added: &str| changed(last, &format!("{added}{last}")).unwrap_err();
    assert_eq!(
        changed(last, last).unwrap(),
        emit::read(&root().join("spirv/src/target/tables.rs")).unwrap()
    );
    assert_eq!(
        refused(
            "<spirvextension name=\"SPV_AMDX_shader_enqueue\"><enable extension=\"VK_AMDX_shader_enqueue\"/></spirvextension>"
        ),
        "the registry shows what permits SPV_AMDX_shader_enqueue"
    );
    assert_eq!(
        refused("<spirvcapability name=\"Kernel\"><enable extension=\"VK_KHR_spirv_1_4\"/></spirvcapability>"),
        "VK_KHR_spirv_1_4 is listed, and named by a row"
    );
    assert_eq!(
        refused(
            "<feature number=\"1.4\"><require><feature name=\"shaderSignedZeroInfNanPreserveFloat16\"/></require></feature>"
        ),
        "shaderSignedZeroInfNanPreserveFloat16 is listed, and required by the registry"
    );
    assert_eq!(
        refused(
            "<spirvcapability name=\"Kernel\"><enable struct=\"VkPhysicalDeviceVulkan13Features\" feature=\"maintenance4\" requires=\"VK_VERSION_1_3\"/></spirvcapability>"
        ),
        "maintenance4 is listed, and permits a capability"
    );
    assert_eq!(
        refused("<spirvcapability name=\"OfNobody\"/>"),
        "the grammar has no capability OfNobody"
    );
}
