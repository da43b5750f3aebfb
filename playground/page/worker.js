// Runs the module off the page's thread. The first message is the compiled module, the others are calls.
"use strict";
let exported = null;
let started = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const bytes = (length) => new Uint8Array(exported.memory.buffer, exported.output(), length);

// Calls an exported function with bytes as its input, and returns a copy of its answer.
const call = (name, input) => {
  const place = exported.input(input.length);
  new Uint8Array(exported.memory.buffer, place, input.length).set(input);
  return bytes(exported[name]()).slice();
};

onmessage = async ({ data }) => {
  const { id, name, input } = data;
  try {
    if (name === "start") {
      started = WebAssembly.instantiate(input, {});
      exported = (await started).exports;
      postMessage({ id, tables: JSON.parse(decoder.decode(bytes(exported.tables()))) });
      return;
    }
    // A call may come while the module is made.
    await started;
    const answer = call(name, typeof input === "string" ? encoder.encode(input) : input);
    const length = name === "request" ? new DataView(answer.buffer).getUint32(0, true) : answer.length;
    const start = name === "request" ? 4 : 0;
    postMessage({
      id,
      answer: JSON.parse(decoder.decode(answer.subarray(start, start + length))),
      words: answer.slice(start + length),
      memory: exported.memory.buffer.byteLength,
    });
  } catch (error) {
    // After a panic the output has its message. When the stack or the memory is used up there is none.
    let why = String(error);
    if (error instanceof WebAssembly.RuntimeError && error.message.includes("unreachable")) {
      why = decoder.decode(bytes(exported.panic_message()).slice()) || "it needs more memory than there is";
    } else if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) {
      why = "it is nested too deeply for the stack of a browser";
    }
    postMessage({ id, trap: why });
  }
};
