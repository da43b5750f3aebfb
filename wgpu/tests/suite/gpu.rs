//! The adapter, the devices and what the validation layer says.

use std::cell::RefCell;
use std::io::Write;
use std::pin::pin;
use std::sync::OnceLock;
use std::task::{Context, Poll, Waker};

/// A device that wgpu and Spirula share.
pub struct Gpu {
    pub device: spirula_wgpu::Device,
    pub queue: wgpu::Queue,
    pub adapter: wgpu::Adapter,
}

/// Says something although the test harness keeps what a passing test prints.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

thread_local! {
    static MESSAGES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What wgpu-hal logs without the layer.
const NO_LAYER: &str = "unable to find layer";

/// Keeps what the validation layer and wgpu report on the thread that called them.
struct Messages;

impl log::Log for Messages {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Debug && metadata.target().starts_with("wgpu_hal::vulkan")
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let text = record.args().to_string();
            if record.level() <= log::Level::Warn || text.contains(NO_LAYER) {
                MESSAGES.with_borrow_mut(|messages| messages.push(text));
            }
        }
    }

    fn flush(&self) {}
}

/// What was reported on this thread since the last call.
pub fn take_messages() -> Vec<String> {
    MESSAGES.take()
}

/// Futures of wgpu's are ready as soon as the device is.
pub fn wait<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

pub fn adapter() -> Option<wgpu::Adapter> {
    static LOGGER: Messages = Messages;
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(log::LevelFilter::Debug);
    }
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN,
        flags: wgpu::InstanceFlags::VALIDATION | wgpu::InstanceFlags::DEBUG,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    if take_messages().iter().any(|message| message.contains(NO_LAYER)) {
        let required = std::env::var("SPIRULA_REQUIRE_LAYER").is_ok_and(|value| value == "1");
        assert!(!required, "Khronos's validation layer is not installed");
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| say("skipped: messages: Khronos's validation layer is not installed"));
    }
    let adapter = wait(instance.request_adapter(&wgpu::RequestAdapterOptions::default()));
    if let Err(error) = &adapter {
        assert!(
            std::env::var_os("SPIRULA_REQUIRE_VULKAN").is_none_or(|value| value != "1"),
            "no Vulkan adapter: {error}"
        );
        say(&format!("skipped: no Vulkan adapter: {error}"));
    }
    adapter.ok()
}

impl Gpu {
    /// A device with all limits of the adapter and some of its features.
    pub fn with(adapter: wgpu::Adapter, features: wgpu::Features) -> Self {
        let (device, queue) = wait(adapter.request_device(&wgpu::DeviceDescriptor {
            label: None,
            required_features: features | wgpu::Features::PASSTHROUGH_SHADERS,
            required_limits: adapter.limits(),
            // SAFETY: the tests use mesh shaders and ray queries as wgpu documents them.
            experimental_features: unsafe { wgpu::ExperimentalFeatures::enabled() },
            ..Default::default()
        }))
        .unwrap();
        let device = spirula_wgpu::Device::new(&adapter, device).unwrap();
        Self { device, queue, adapter }
    }

    /// The device with everything that the adapter has, one for all tests.
    pub fn all() -> Option<&'static Self> {
        static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
        let gpu = GPU.get_or_init(|| {
            let adapter = adapter()?;
            let features = adapter.features();
            let gpu = Self::with(adapter, features);
            let info = gpu.adapter.get_info();
            say(&format!("adapter: {}, {}", info.name, info.driver_info));
            Some(gpu)
        });
        gpu.as_ref()
    }

    /// The same device, with shaders for another target.
    ///
    /// # Safety
    ///
    /// The device does everything that the target says.
    pub unsafe fn again(&self, target: spirula::Target) -> Self {
        let device = self.device.wgpu().clone();
        Self {
            // SAFETY: the caller's promise.
            device: unsafe { spirula_wgpu::Device::with_target(&self.adapter, device, target) }.unwrap(),
            queue: self.queue.clone(),
            adapter: self.adapter.clone(),
        }
    }

    /// Whether the device has the features; says what is skipped where it has not.
    pub fn has(&self, features: wgpu::Features, what: &str) -> bool {
        let missing = features - self.device.features();
        if !missing.is_empty() {
            say(&format!("skipped: {what}: the adapter lacks {missing:?}"));
        }
        missing.is_empty()
    }
}
