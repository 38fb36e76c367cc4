// The program in workers of this page. It stands in the place of the file of this name that asks a server.

import { Trouble } from './trouble.js';

/** What stands at the foot of the page. */
export const PLACE = 'It runs in this browser alone: nothing leaves it.';

const NOT_HERE = { message: 'The program could not be loaded', cure: 'See whether the network is there, then try again' };
const BROKEN = { message: 'The program broke off', cure: 'Try again; if memory is short, with a smaller position' };

/** @type {Promise<WebAssembly.Module>|null} compiled once for all workers */
let program = null;
/** @type {Worker|null} one that waits, and knows what it has proved */
let idle = null;

async function compile() {
  const response = await fetch(new URL('../peasant.wasm', import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  // Not every server names the type that streaming asks for.
  const streams = response.headers.get('Content-Type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** @returns {Promise<Worker>} */
async function worker() {
  program ??= compile();
  let module;
  try {
    module = await program;
  } catch {
    program = null;
    throw new Trouble(NOT_HERE, true);
  }
  const waiting = idle;
  idle = null;
  if (waiting) return waiting;
  const made = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  made.postMessage({ module });
  return made;
}

/**
 * Asks, and tells what comes, as the file that asks a server does.
 * @param {string} path as of the API: `/api/watch`
 * @param {Record<string, any>} params lists give a name several times
 * @param {{signal?: AbortSignal, body?: string}} [how] `body`: games
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* ask(path, params, { signal, body = '' } = {}) {
  const asked = await worker();
  const inbox = new Inbox(asked, signal);
  try {
    signal?.throwIfAborted();
    asked.postMessage({ request: { path, query: pairs(params), body } });
    for (;;) {
      const { event, data } = await inbox.next();
      if (event === 'done') break;
      yield { event, data: event === 'picture' ? await picture(data, params) : data };
    }
  } finally {
    inbox.close();
    // A worker in the middle of something hears nothing: it ends, and with it what it knows.
    if (inbox.isDone && !idle) idle = asked;
    else asked.terminate();
  }
}

/** What a worker has sent and nobody has taken. */
class Inbox {
  constructor(worker, signal) {
    this.worker = worker;
    this.signal = signal;
    this.letters = [];
    this.isDone = false;
    this.wake = () => {};
    worker.onmessage = ({ data }) => {
      this.letters.push(data);
      this.isDone ||= data.event === 'done';
      this.wake();
    };
    worker.onerror = () => {
      this.broken = true;
      this.wake();
    };
    this.aborted = () => this.wake();
    signal?.addEventListener('abort', this.aborted);
  }

  async next() {
    while (!this.letters.length) {
      this.signal?.throwIfAborted();
      if (this.broken) throw new Trouble(BROKEN);
      await new Promise((resolve) => (this.wake = resolve));
    }
    this.signal?.throwIfAborted();
    const letter = this.letters.shift();
    if (letter.event === 'broken') throw new Trouble(BROKEN);
    return letter;
  }

  close() {
    this.signal?.removeEventListener('abort', this.aborted);
    this.worker.onmessage = this.worker.onerror = null;
  }
}

/** Names and values; what is absent is left out. @param {Record<string, any>} params @returns {[string, string][]} */
function pairs(params) {
  const all = Object.entries(params).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]));
  return all.filter(([, value]) => value !== undefined && value !== null && value !== false).map(([name, value]) => [name, String(value)]);
}

/** The program draws SVG; a bitmap is made of it here. @param {Uint8Array} bytes @param {Record<string, any>} params @returns {Promise<Blob>} */
async function picture(bytes, { format, size = 480 }) {
  const svg = new Blob([bytes], { type: 'image/svg+xml' });
  if (format !== 'png') return svg;
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = Math.round((size * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// After the first visit the page works without the network.
if ('serviceWorker' in navigator) navigator.serviceWorker.register(new URL('../offline.js', import.meta.url)).catch(() => {});
