// The rules and the searches of tavlab in WebAssembly (serve/wasm): takes {number, path, body}, answers
// {number, event, json}.

let memory, exports, opened, asked;

const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
const text = (at, size) => new TextDecoder().decode(bytes(at, size));

/** Files are asked for in the middle of a search, which cannot wait otherwise. */
function readFile(name) {
  const request = new XMLHttpRequest();
  request.open('GET', name, false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

const page = {
  open(name, size) {
    opened = readFile(text(name, size));
    return opened?.length ?? -1;
  },
  read: (to) => bytes(to, opened.length).set(opened),
  tell: (event, eventSize, json, size) => postMessage({ number: asked, event: text(event, eventSize), json: text(json, size) })
};

/** The few calls of its C library that are made (WASI, preview 1); all others fail. */
const system = {
  clock_time_get(clock, precision, to) {
    const time = clock === 0 ? Date.now() : performance.now();
    new DataView(memory.buffer).setBigUint64(to, BigInt(Math.round(time * 1e6)), true);
    return 0;
  },
  random_get(to, size) {
    crypto.getRandomValues(bytes(to, size));
    return 0;
  },
  proc_exit(code) { throw new Error(`the rules ended with ${code}`); }
};
const missing = 52;  // ENOSYS

async function start(module) {
  const imports = { page, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'wasi_snapshot_preview1') imports[from][name] = system[name] ?? (() => missing);
  }
  ({ exports } = await WebAssembly.instantiate(module, imports));
  memory = exports.memory;
  exports._initialize();
}

function give(content) {
  const at = exports.allocate(content.length);
  bytes(at, content.length).set(content);
  return at;
}

function answer(path, body) {
  const [where, what] = [path, JSON.stringify(body)].map((each) => new TextEncoder().encode(each));
  const size = exports.answer(give(where), where.length, give(what), what.length);
  return text(exports.answer_text(), size);
}

let started;
addEventListener('message', async ({ data: { module, number, path, body } }) => {
  if (module) {
    started = start(module);
    return;
  }
  await started;
  asked = number;
  try {
    postMessage({ number, event: 'done', json: answer(path, body) });
  } catch (error) {
    // The instance is in an unknown state: the page starts another.
    postMessage({ number, event: 'broken', message: error.message });
  }
});
