//! A child process for code of others that may crash on valid words: a driver, or SPIRV-Tools' optimizer. A crash ends
//! only the child process: the request returns an error, its words are saved to a file, and the next request starts
//! another process.
//!
//! The child process runs this program: a test program started with one test to run, [`serve`], or an example that
//! calls [`serve_if_asked`] first. It reads requests from standard input and writes answers to standard output: the
//! length in bytes, then the bytes of `wire`.

use std::fs::File;
use std::io::{BufReader, Error, Read, Seek as _, SeekFrom, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use super::vulkan::{Device, Layered, Robust};
use super::wire::Wire;
use super::{optimize, root, validate};

/// Set only for child processes.
const VARIABLE: &str = "SPIRULA_CHILD_PROCESS";
/// Marks the end of the test runner's text on standard output.
const START: [u8; 16] = *b"\0spirula child!\0";
/// How much of its last standard error is shown, in bytes.
const SHOWN_BYTES: usize = 4096;
/// The kinds of requests.
pub const COMPUTE: u8 = 0;
pub const DRAW: u8 = 1;
pub const TRACE: u8 = 2;
pub const OPTIMIZE: u8 = 3;
pub const ABORT: u8 = 4;
pub const LAYERED: u8 = 5;
/// Only inside a request under the layer.
pub const PIPELINES: u8 = 6;
/// A dispatch on a pipeline with the device's own checks.
pub const COMPUTE_ROBUST: u8 = 7;
pub const VALIDATE: u8 = 8;

/// A child process, if there is one: started by the first request, and by the next one after a crash.
#[derive(Default)]
pub struct Worker {
    process: Option<Process>,
    /// The longest time of a submission, if it is not that of the environment.
    seconds: Option<u32>,
}

impl Worker {
    /// A worker in which a submission that takes longer is a hang.
    pub fn limited(seconds: u32) -> Self {
        Self {
            process: None,
            seconds: Some(seconds),
        }
    }

    /// The answer to a request. The error has the exit status of the process, and the path of the words that crashed
    /// it.
    pub fn ask<T: Wire>(&mut self, request: &[u8], modules: &[&[u32]]) -> Result<T, String> {
        let mut process = match self.process.take() {
            Some(running) => running,
            None => Process::start(self.seconds)?,
        };
        match process.ask(request) {
            Some(answer) => {
                self.process = Some(process);
                Ok(T::get(&mut answer.as_slice()))
            }
            None => {
                let kept = keep(modules).map_err(|error| format!("the words are not kept: {error}"))?;
                let kept: Vec<_> = kept.iter().map(|path| path.display().to_string()).collect();
                Err(format!("{}\nits words: {}", process.obituary(), kept.join(", ")))
            }
        }
    }
}

/// A running process and the pipes to it.
struct Process {
    child: Child,
    /// `None` after the last request.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// Its standard error.
    printed: File,
}

impl Process {
    fn start(seconds: Option<u32>) -> Result<Self, String> {
        let described = |error: Error| format!("no child process: {error}");
        // The path of this module begins with the crate's name, which test names do not.
        let (_, module) = module_path!().split_once("::").expect("a module of a crate");
        let printed = tempfile::tempfile().map_err(described)?;
        let mut command = Command::new(std::env::current_exe().map_err(described)?);
        command
            .args([&format!("{module}::serve"), "--exact", "--ignored", "--nocapture"])
            .env(VARIABLE, "1")
            // The validation layer reports a message ten times otherwise.
            .env("VK_LAYER_DUPLICATE_MESSAGE_LIMIT", "1000000000")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(printed.try_clone().map_err(described)?);
        if let Some(seconds) = seconds {
            command.env("SPIRULA_SHADER_SECONDS", seconds.to_string());
        }
        let mut child = command.spawn().map_err(described)?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no child process: it has no pipes".to_owned());
        };
        let mut process = Self {
            child,
            requests: Some(requests),
            answers: BufReader::new(answers),
            printed,
        };
        match process.skip_to_start() {
            Ok(()) => Ok(process),
            Err(_) => Err(process.obituary()),
        }
    }

    /// Skips the text of the test runner.
    fn skip_to_start(&mut self) -> Result<(), Error> {
        let mut last = [0; START.len()];
        while last != START {
            last.rotate_left(1);
            self.answers.read_exact(&mut last[START.len() - 1..])?;
        }
        Ok(())
    }

    /// Sends a request; `None` if the process has ended.
    fn ask(&mut self, request: &[u8]) -> Option<Vec<u8>> {
        send(self.requests.as_mut()?, request).ok()?;
        receive(&mut self.answers).ok()?
    }

    /// The exit status of the process, and its last standard error.
    fn obituary(mut self) -> String {
        let status = self
            .end()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        let mut bytes = Vec::new();
        let read = self
            .printed
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.printed.read_to_end(&mut bytes));
        let text = match read {
            Ok(_) => String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(SHOWN_BYTES)..]).into_owned(),
            Err(error) => error.to_string(),
        };
        format!("the child process ended: {status}\n{}", text.trim_end())
    }

    /// Ends the process by closing its requests.
    fn end(&mut self) -> Result<ExitStatus, Error> {
        self.requests = None;
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Saves words below `target/crash`, under the name of the running test, and returns their paths.
fn keep(modules: &[&[u32]]) -> Result<Vec<PathBuf>, Error> {
    let folder = root("target/crash");
    std::fs::create_dir_all(&folder)?;
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("unnamed").replace("::", ".");
    let kept = modules.iter().enumerate().map(|(number, words)| {
        let path = folder.join(match number {
            0 => format!("{test}.spv"),
            _ => format!("{test}.{number}.spv"),
        });
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(&path, bytes).map(|()| path)
    });
    kept.collect()
}

fn send(to: &mut impl Write, bytes: &[u8]) -> Result<(), Error> {
    to.write_all(&(bytes.len() as u64).to_le_bytes())?;
    to.write_all(bytes)?;
    to.flush()
}

/// The next message; `None` after the last.
fn receive(from: &mut impl Read) -> Result<Option<Vec<u8>>, Error> {
    let mut length = [0; 8];
    if from.read_exact(&mut length).is_err() {
        return Ok(None);
    }
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == length).then_some(bytes))
}

#[test]
#[ignore = "this is the child process of the other tests"]
fn serve() {
    serve_if_asked();
}

/// In a child process, answers requests until there are no more, and exits.
pub fn serve_if_asked() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let (mut requests, mut answers) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut devices = (None, Layered::default());
    let mut sent = answers.write_all(&START).and_then(|()| answers.flush());
    while sent.is_ok()
        && let Ok(Some(request)) = receive(&mut requests)
    {
        sent = send(&mut answers, &answer(&mut devices, &mut request.as_slice()));
    }
    // Exits without the test runner, which would print to a closed pipe.
    std::process::exit(0);
}

#[cfg_attr(not(feature = "ash"), allow(unused_variables, clippy::unit_arg))]
fn answer((device, layered): &mut (Option<Device>, Layered), request: &mut &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let kind = u8::get(request);
    if let (COMPUTE | COMPUTE_ROBUST | DRAW | TRACE, None) = (kind, &*device) {
        match Device::open() {
            Ok(opened) => *device = Some(opened),
            Err(error) => {
                Result::<u8, String>::Err(error).put(&mut bytes);
                return bytes;
            }
        }
    }
    match (kind, device) {
        (COMPUTE, Some(device)) => device.answer_compute(request, Robust::No).put(&mut bytes),
        (COMPUTE_ROBUST, Some(device)) => device.answer_compute(request, Robust::Yes).put(&mut bytes),
        (DRAW, Some(device)) => device.answer_draw(request).put(&mut bytes),
        (TRACE, Some(device)) => device.answer_trace(request).put(&mut bytes),
        #[cfg(feature = "ash")]
        (LAYERED, _) => layered.answer(request).put(&mut bytes),
        (OPTIMIZE, _) => optimize::answer(request).put(&mut bytes),
        (VALIDATE, _) => validate::answer(request).put(&mut bytes),
        (ABORT, _) => {
            eprintln!("a crash on purpose");
            std::process::abort()
        }
        _ => panic!("no request {kind}"),
    }
    bytes
}
