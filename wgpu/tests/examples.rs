//! The two examples: how many lines Spirula takes, and that they draw the same picture.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../examples/with.rs"]
mod with;
#[path = "../examples/without.rs"]
mod without;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn wait<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("wgpu's futures are ready at once on native platforms"),
    }
}

#[test]
fn ten_lines() {
    let (with, without) = (
        include_str!("../examples/with.rs"),
        include_str!("../examples/without.rs"),
    );
    let (lines, base) = (with.lines().count(), without.lines().count());
    assert!(without.contains("device.create_compute_pipeline") && without.contains("device.create_render_pipeline"));
    assert!(with.contains("spirula_wgpu::") && !without.contains("spirula_wgpu::"));
    assert!(lines <= base + 10, "{lines} lines with Spirula, {base} without");
}

#[test]
fn the_same_picture() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapter = || wait(instance.request_adapter(&Default::default()));
    if let Err(error) = adapter() {
        let required = std::env::var("SPIRULA_REQUIRE_VULKAN").is_ok_and(|value| value == "1");
        assert!(!required, "no Vulkan adapter: {error}");
        eprintln!("skipped: no Vulkan adapter: {error}");
        return;
    }
    let expected = wait(without::picture(adapter().unwrap())).unwrap();
    let picture = wait(with::picture(adapter().unwrap())).unwrap();
    assert!(expected.iter().any(|byte| *byte != expected[0]), "an empty picture");
    assert!(picture == expected, "the pictures differ");
}
