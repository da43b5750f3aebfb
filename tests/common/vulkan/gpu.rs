//! The device as tests use it: its properties are queried in this process, and shaders run in a child process.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::compute::Compute;
use super::enabled::{Enabled, Host};
use super::physical::Physical;
use super::pipelines::{Layout, Pipelines};
use super::render::{Extras, Front, Pixels, Render, Stage};
use super::trace::Trace;
use crate::common::assertions::Observed;
use crate::common::process::{self, Worker};
use crate::common::wire::Wire;
use crate::common::{alone, executed, optimize, reported, validate};

/// A physical device, and a child process with a logical device of it.
pub struct Gpu {
    physical: Physical,
    worker: Mutex<Worker>,
}

impl std::ops::Deref for Gpu {
    type Target = Physical;

    fn deref(&self) -> &Physical {
        &self.physical
    }
}

impl Gpu {
    pub fn open() -> Result<Self, String> {
        Physical::open().map(|physical| Self {
            physical,
            worker: Mutex::default(),
        })
    }

    /// A device of its own, on which a shader that takes longer is a hang.
    pub fn open_limited(seconds: u32) -> Result<Self, String> {
        Physical::open().map(|physical| Self {
            physical,
            worker: Mutex::new(Worker::limited(seconds)),
        })
    }

    /// Runs a compute shader and returns the contents of its storage buffers and storage images, in the order of the
    /// bindings.
    pub fn compute(&self, run: &Compute<'_>) -> Result<Vec<Vec<u8>>, String> {
        self.compute_and_compare(process::COMPUTE, run)
    }

    /// As [`Gpu::compute`], with the device's checks of buffers and images.
    pub fn compute_robust(&self, run: &Compute<'_>) -> Result<Vec<Vec<u8>>, String> {
        self.compute_and_compare(process::COMPUTE_ROBUST, run)
    }

    fn compute_and_compare(&self, kind: u8, run: &Compute<'_>) -> Result<Vec<Vec<u8>>, String> {
        let results = self.compute_as(kind, run)?;
        if !run.validate && validate::validate(run.words, self.newest_target()).is_err() {
            return Ok(results);
        }
        alone::compare(&[run.words], results, |stages| {
            let words = &stages[0];
            self.compute_as(kind, &Compute { words, ..run.clone() })
        })
    }

    fn compute_as(&self, kind: u8, run: &Compute<'_>) -> Result<Vec<Vec<u8>>, String> {
        let compiled = reported::enabled(&[run.words]);
        let words = if run.validate {
            self.accepted(run.words)?
        } else {
            self.optimized(run.words)?
        };
        let observed = Observed::new(vec![run.words], run.bindings);
        let run = Compute {
            words: &words,
            bindings: observed.bindings(),
            ..run.clone()
        };
        let mut request = vec![kind];
        run.put(&mut request);
        let mut results = self.ask_exact(&request, compiled, Host::of(run.bindings), &[run.words])?;
        observed.judge(&mut results)?;
        Ok(results)
    }

    /// Draws. Words that spirv-val rejects are not passed to the driver.
    pub fn render(&self, run: &Render<'_>) -> Result<Pixels, String> {
        self.draw(run, Front::Vertices, Extras::default())
    }

    /// As [`Gpu::render`], with options that few draws need.
    pub fn render_with(&self, run: &Render<'_>, extras: Extras) -> Result<Pixels, String> {
        self.draw(run, Front::Vertices, extras)
    }

    /// Draws with a mesh shader, given as the vertex shader, and a task shader if there is one: as many workgroups as the run
    /// has vertices, times its instances.
    pub fn render_mesh(&self, run: &Render<'_>, task: Option<Stage<'_>>) -> Result<Pixels, String> {
        self.draw(run, Front::Mesh(task), Extras::default())
    }

    fn draw(&self, run: &Render<'_>, front: Front<'_>, extras: Extras) -> Result<Pixels, String> {
        let pixels = self.draw_once(run, front, extras)?;
        let stages = [Some(run.vertex), run.fragment, front.task()].into_iter().flatten();
        let stages: Vec<_> = stages.map(|stage| stage.words).collect();
        alone::compare(&stages, pixels, |words| {
            let (vertex, mut others) = (&words[0], words[1..].iter());
            let run = Render {
                vertex: run.vertex.with(vertex),
                fragment: run.fragment.and_then(|stage| Some(stage.with(others.next()?))),
                ..run.clone()
            };
            let task = others.next();
            self.draw_once(&run, front.with_task(task.map(Vec::as_slice)), extras)
        })
    }

    fn draw_once(&self, run: &Render<'_>, front: Front<'_>, extras: Extras) -> Result<Pixels, String> {
        let accepted = |stage: Option<Stage<'_>>| stage.map(|stage| self.accepted(stage.words).map(Cow::into_owned));
        let compiled: Vec<&[u32]> = [Some(run.vertex), run.fragment, front.task()]
            .into_iter()
            .flatten()
            .map(|stage| stage.words)
            .collect();
        let observed = Observed::new(compiled.clone(), run.bindings);
        let compiled = reported::enabled(&compiled);
        let vertex = self.accepted(run.vertex.words)?;
        let fragment = accepted(run.fragment).transpose()?;
        let task = accepted(front.task()).transpose()?;
        let modules: Vec<&[u32]> = [Some(&*vertex), fragment.as_deref(), task.as_deref()]
            .into_iter()
            .flatten()
            .collect();
        let run = Render {
            vertex: run.vertex.with(&vertex),
            fragment: run
                .fragment
                .zip(fragment.as_deref())
                .map(|(stage, words)| stage.with(words)),
            bindings: observed.bindings(),
            ..run.clone()
        };
        let front = front.with_task(task.as_deref());
        let mut request = vec![process::DRAW];
        run.put(front, extras, &mut request);
        let mut pixels: Pixels = self.ask_exact(&request, compiled, Host::of(run.bindings).with(extras), &modules)?;
        observed.judge(&mut pixels.storage)?;
        Ok(pixels)
    }

    /// Traces rays, and returns the contents of storage buffers and images, in the order of the bindings.
    pub fn trace(&self, trace: &Trace<'_>) -> Result<Vec<Vec<u8>>, String> {
        let results = self.trace_once(trace)?;
        alone::compare(&[trace.words], results, |stages| {
            let words = &stages[0];
            self.trace_once(&Trace { words, ..trace.clone() })
        })
    }

    fn trace_once(&self, trace: &Trace<'_>) -> Result<Vec<Vec<u8>>, String> {
        let compiled = reported::enabled(&[trace.words]);
        let words = self.accepted(trace.words)?;
        let observed = Observed::new(vec![trace.words], trace.bindings);
        let trace = Trace {
            words: &words,
            bindings: observed.bindings(),
            ..trace.clone()
        };
        let mut request = vec![process::TRACE];
        trace.put(&mut request);
        let host = Host::of(trace.bindings).with_addresses();
        let mut results = self.ask_exact(&request, compiled, host, &[trace.words])?;
        observed.judge(&mut results)?;
        Ok(results)
    }

    /// Creates pipelines on a device with only these features and extensions, under the validation layer, and returns
    /// the messages of the layer.
    pub fn pipelines_on(&self, enabled: &Enabled, pipelines: &Pipelines) -> Result<Vec<String>, String> {
        let mut request = Vec::new();
        process::PIPELINES.put(&mut request);
        pipelines.put(&mut request);
        let modules: Vec<&[u32]> = pipelines.modules.iter().map(Vec::as_slice).collect();
        let (made, messages) = self.ask_on::<Result<(), String>>(enabled, &request, &modules)?;
        made.map(|()| messages)
    }

    /// As [`Gpu::compute`], on such a device and with the stages of a pipeline layout. Returns the messages of the
    /// layer.
    pub fn compute_on(&self, enabled: &Enabled, layout: &Layout, run: &Compute<'_>) -> Result<Vec<String>, String> {
        let observed = Observed::new(vec![run.words], run.bindings);
        let run = Compute {
            bindings: observed.bindings(),
            ..run.clone()
        };
        let mut request = vec![process::COMPUTE];
        Some(observed.layout(layout)).put(&mut request);
        run.put(&mut request);
        let (ran, messages) = self.ask_on::<Result<Vec<Vec<u8>>, String>>(enabled, &request, &[run.words])?;
        observed.judge(&mut ran?)?;
        Ok(messages)
    }

    /// As [`Gpu::render`], on such a device and with the stages of a pipeline layout. Returns the messages of the
    /// layer too.
    pub fn render_on(
        &self,
        enabled: &Enabled,
        layout: &Layout,
        run: &Render<'_>,
    ) -> Result<(Pixels, Vec<String>), String> {
        let modules = [Some(run.vertex), run.fragment].into_iter().flatten();
        let observed = Observed::new(modules.map(|stage| stage.words).collect(), run.bindings);
        let run = Render {
            bindings: observed.bindings(),
            ..run.clone()
        };
        let mut request = vec![process::DRAW];
        Some(observed.layout(layout)).put(&mut request);
        run.put(Front::Vertices, Extras::default(), &mut request);
        let (drawn, messages) = self.ask_on::<Result<Pixels, String>>(enabled, &request, &[run.vertex.words])?;
        let mut pixels = drawn?;
        observed.judge(&mut pixels.storage)?;
        Ok((pixels, messages))
    }

    /// Runs a request: on a device with what the modules and the host need and nothing else, under the layer, if that is
    /// known; otherwise on the device with everything.
    fn ask_exact<T: Wire>(
        &self,
        request: &[u8],
        modules_need: Option<Enabled>,
        host: Host,
        modules: &[&[u32]],
    ) -> Result<T, String> {
        let Some(enabled) = modules_need.and_then(|enabled| host.added_to(enabled)) else {
            return self.ask::<Result<T, String>>(request, modules)?;
        };
        let (kind, rest) = request.split_at(1);
        let mut exact = kind.to_vec();
        None::<Layout>.put(&mut exact);
        exact.extend_from_slice(rest);
        let (answer, mut messages) = self.ask_on::<Result<T, String>>(&enabled, &exact, modules)?;
        messages.retain(|message| reported::WRONG.iter().all(|(part, _)| !message.contains(part)));
        if messages.is_empty() {
            answer
        } else {
            Err(format!("on a device with {enabled:?}: {}", messages.join("\n")))
        }
    }

    fn ask_on<T: Wire>(
        &self,
        enabled: &Enabled,
        request: &[u8],
        modules: &[&[u32]],
    ) -> Result<(T, Vec<String>), String> {
        let mut whole = vec![process::LAYERED];
        enabled.put(&mut whole);
        whole.extend_from_slice(request);
        let (answer, messages) = self.ask::<Result<(Vec<u8>, Vec<String>), String>>(&whole, modules)??;
        Ok((T::get(&mut answer.as_slice()), messages))
    }

    /// Ends the child process as a driver crash on these words would.
    pub fn crash(&self, words: &[u32]) -> Result<Vec<Vec<u8>>, String> {
        self.ask(&[process::ABORT], &[words])?
    }

    /// The words to run, if spirv-val accepts them.
    fn accepted<'a>(&self, words: &'a [u32]) -> Result<Cow<'a, [u32]>, String> {
        validate::validate(words, self.newest_target())?;
        self.optimized(words)
    }

    /// The words after SPIRV-Tools' optimizer, if the environment requests it; unchanged if the optimizer fails.
    fn optimized<'a>(&self, words: &'a [u32]) -> Result<Cow<'a, [u32]>, String> {
        executed::executed(words);
        match optimize::asked() {
            // Another backend's invalid words are run unchanged, only for comparison.
            Some(recipe) if validate::validate(words, self.newest_target()).is_ok() => {
                let name = self.newest_target();
                let target = spirula::Target::parse(name).map_err(|error| error.to_string())?;
                match optimize::optimize(&mut self.worker(), words, name, &target, None, recipe) {
                    Ok(words) => Ok(Cow::Owned(words)),
                    Err(fault) if optimize::FAULTS.iter().any(|known| fault.contains(known)) => {
                        Ok(Cow::Borrowed(words))
                    }
                    Err(fault) => Err(fault),
                }
            }
            _ => Ok(Cow::Borrowed(words)),
        }
    }

    fn ask<T: Wire>(&self, request: &[u8], modules: &[&[u32]]) -> Result<T, String> {
        self.worker().ask(request, modules)
    }

    fn worker(&self) -> MutexGuard<'_, Worker> {
        self.worker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
