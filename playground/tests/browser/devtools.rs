//! Chromium without a window, driven through the DevTools protocol: a JSON message and a zero byte at a time, through two
//! pipes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use data_encoding::BASE64;
use serde_json::{Value, json};

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: String,
    last: u64,
    /// What the page asked the network for.
    pub requested: Vec<String>,
    /// Messages of the page's console, and exceptions.
    pub complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// A browser with an empty page; `None` if there is none on this machine.
    pub fn start() -> Option<Self> {
        let program = ["chromium", "chromium-browser", "google-chrome"];
        let known = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let program = program.into_iter().find(|name| known(name))?;
        let profile = tempfile::tempdir().unwrap();
        // The browser reads from file 3 and writes to file 4.
        let shell = format!(
            "exec {program} --headless=new --no-sandbox --disable-gpu --no-first-run --hide-scrollbars \
             --user-data-dir={} --remote-debugging-pipe about:blank 3<&0 4>&1 </dev/null >/dev/null 2>&1",
            profile.path().display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &shell])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        let mut browser = Self {
            child,
            to,
            from,
            session: String::new(),
            last: 0,
            requested: Vec::new(),
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Network", "Log", "DOM"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Calls a method and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.to.write_all(message.to_string().as_bytes()).unwrap();
        self.to.write_all(&[0]).unwrap();
        loop {
            let message = self.read();
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
        }
    }

    /// Reads a message, and keeps what the tests ask of events.
    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        let length = self.from.read_until(0, &mut bytes).unwrap();
        assert!(length > 0, "the browser ended");
        bytes.pop();
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                self.requested.push(url.to_owned());
            }
            Some("Runtime.exceptionThrown") => self.complaints.push(parameters["exceptionDetails"].to_string()),
            Some("Log.entryAdded") => self.complaints.push(parameters["entry"].to_string()),
            _ => {}
        }
        message
    }

    /// Opens a file, with a fragment, and waits until its first answer is shown.
    pub fn open(&mut self, url: &str) {
        // A page that differs in its fragment alone would not be loaded.
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.call("Page.navigate", json!({"url": url}));
        self.evaluate(
            "new Promise(async (done) => { while (typeof ready === 'undefined') await new Promise((next) => setTimeout(next, 20)); \
             await ready; done(true); })",
        );
    }

    /// The value of an expression, or of the promise that it is.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {}",
            result["exceptionDetails"]
        );
        result["result"]["value"].clone()
    }

    /// The same as text.
    pub fn text(&mut self, expression: &str) -> String {
        self.evaluate(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Does something, and waits until the next answer is shown.
    pub fn and_answer(&mut self, act: impl FnOnce(&mut Self)) {
        let before = self.evaluate("figures.shown");
        act(self);
        self.evaluate(&format!(
            "new Promise(async (done) => {{ while (figures.shown === {before} || busy) \
             await new Promise((next) => setTimeout(next, 2)); done(true); }})"
        ));
    }

    /// Types into the element that has the focus.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let parameters = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", parameters);
        }
    }

    /// Drops a file on the page.
    pub fn drop_file(&mut self, file: &Path) {
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({"items": [], "files": [file], "dragOperationsMask": 1});
            self.call(
                "Input.dispatchDragEvent",
                json!({"type": kind, "x": 200, "y": 300, "data": data}),
            );
        }
    }

    /// Sets the size of the window, and whether the system is dark.
    pub fn resize(&mut self, width: u32, height: u32, is_dark: bool) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", features);
    }

    /// A picture of the window, as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let result = self.call("Page.captureScreenshot", json!({"format": "png"}));
        BASE64.decode(result["data"].as_str().unwrap().as_bytes()).unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
