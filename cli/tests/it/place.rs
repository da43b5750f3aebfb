//! A temporary folder in which the binary is run, and the results of a run.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The bytes of the magic number in a file (SPIR-V §2.3, "Physical Layout of a SPIR-V Module and Instruction").
pub const MAGIC: [u8; 4] = [0x03, 0x02, 0x23, 0x07];

/// The name of the record of a folder of outputs.
const RECORD: &str = ".spirula.json";

/// A temporary folder.
pub struct Place {
    folder: TempDir,
}

/// The results of a run.
pub struct Run {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A folder with these files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let place = Self::new();
        for (name, text) in files {
            place.write(name, text.as_bytes());
        }
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_with_input(arguments, "")
    }

    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_spirula"))
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A run that ends before it reads its input closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let status = output.status.code().expect("the run was ended by a signal");
        Run {
            status,
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Every file below the folder but records, sorted by path, so that unexpected files are detected.
    pub fn files(&self) -> Vec<String> {
        let mut files = self.all_files();
        files.retain(|name| !name.ends_with(RECORD));
        files
    }

    /// The number of records below the folder.
    pub fn records(&self) -> usize {
        self.all_files().iter().filter(|name| name.ends_with(RECORD)).count()
    }

    fn all_files(&self) -> Vec<String> {
        fn walk(folder: &Path, root: &Path, files: &mut Vec<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    walk(&path, root, files);
                } else {
                    files.push(path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"));
                }
            }
        }
        let mut files = Vec::new();
        walk(self.folder.path(), self.folder.path(), &mut files);
        files.sort();
        files
    }

    pub fn is_module(&self, name: &str) -> bool {
        fs::read(self.path(name)).unwrap().starts_with(&MAGIC)
    }
}

impl Run {
    #[track_caller]
    pub fn expect(self, status: i32, messages: &[&str]) -> Self {
        assert_eq!(self.status, status, "{}", self.stderr);
        for message in messages {
            assert!(self.stderr.contains(message), "no `{message}` in:\n{}", self.stderr);
        }
        self
    }

    /// Expects exactly one message.
    #[track_caller]
    pub fn expect_one(self, status: i32, message: &str) -> Self {
        let run = self.expect(status, &[message]);
        assert_eq!(run.stderr.matches("error: ").count(), 1, "{}", run.stderr);
        run
    }

    #[track_caller]
    pub fn good(self) -> Self {
        let run = self.expect(0, &[]);
        assert_eq!(run.stderr, "");
        run
    }

    pub fn lines(&self) -> Vec<Value> {
        String::from_utf8(self.stdout.clone())
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}
