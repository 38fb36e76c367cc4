// The program as a module of WebAssembly: a request at a time, answered by events.

let program = null;

const text = (at, length) => new TextDecoder().decode(bytes(at, length));
/** A copy: what the module has may move. */
const bytes = (at, length) => new Uint8Array(program.memory.buffer, at, length).slice();

const IMPORTS = {
  clock: { now: () => performance.now() },
  page: {
    tell(name, length, data, size) {
      const event = text(name, length);
      postMessage({ event, data: event === 'picture' ? bytes(data, size) : JSON.parse(text(data, size)) });
    },
  },
};

onmessage = ({ data: { module, request } }) => {
  if (module) {
    program = new WebAssembly.Instance(module, IMPORTS).exports;
    return;
  }
  const asked = new TextEncoder().encode(JSON.stringify(request));
  const room = program.room(asked.length);
  new Uint8Array(program.memory.buffer, room, asked.length).set(asked);
  try {
    program.ask();
  } catch (error) {
    postMessage({ event: 'broken', data: String(error) });
  }
};
