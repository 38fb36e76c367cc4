// The program behind the page, over HTTP. Where the page has it in a worker of its own another file stands in the place of this one:
// crates/peasant-web/page/transport.js.

import { Trouble } from './trouble.js';

const AWAY = { message: 'The program does not answer', cure: 'See whether `peasant serve` still runs, then try again' };

/** What stands at the foot of the page. */
export const PLACE = 'Nothing leaves this machine.';

/**
 * Asks, and tells what comes: `answer` (an object), `line` (an object), `picture` (a blob), or the events of a stream.
 * @param {string} path as of the API: `/api/watch`
 * @param {Record<string, any>} params lists give a name several times
 * @param {{signal?: AbortSignal, body?: string}} [how] `body`: games
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* ask(path, params, { signal, body } = {}) {
  const sent = body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': 'application/x-chess-pgn' } };
  const response = await patient(`${path.slice(1)}?${query(params)}`, { ...sent, signal });
  const kind = response.headers.get('Content-Type') ?? '';
  if (kind.startsWith('text/event-stream')) yield* events(response);
  else if (kind.startsWith('application/x-ndjson')) for await (const line of lines(response)) yield { event: 'line', data: JSON.parse(line) };
  else if (kind.startsWith('image/')) yield { event: 'picture', data: await response.blob() };
  else yield { event: 'answer', data: await response.json() };
}

/** @param {Record<string, any>} params */
function query(params) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== false) search.append(name, String(one));
    }
  }
  return search.toString();
}

/** @param {Response} response @returns {Promise<Trouble>} */
async function troubleOf(response) {
  try {
    return new Trouble((await response.json()).error);
  } catch {
    return new Trouble({ message: `The program answered with status ${response.status}`, cure: 'Try again' });
  }
}

/** Any answer, whatever its status. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
async function reach(path, init) {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Trouble(AWAY, true);
  }
}

/** Waits while the program is busy, as long as it asks for. */
async function patient(path, init) {
  for (let tries = 0; ; tries++) {
    const response = await reach(path, init);
    if (response.ok) return response;
    if (response.status !== 503 || tries === 5) throw await troubleOf(response);
    const seconds = Math.min(10, Number(response.headers.get('Retry-After')) || 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    init.signal?.throwIfAborted();
  }
}

/** Server-sent events of a response, read by hand: a failure keeps its status and its words. The last one must come. */
async function* events(response) {
  for await (const block of cut(response, '\n\n')) {
    let event = 'message';
    const data = [];
    for (const line of block.split('\n')) {
      if (line.startsWith('event:')) event = line.slice(6).trim();
      else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
    }
    if (!data.length) continue;
    if (event === 'done') return;
    yield { event, data: JSON.parse(data.join('\n')) };
  }
  throw new Trouble(AWAY, true);
}

const lines = (response) => cut(response, '\n');

/** The text of a response, cut where `end` stands. */
async function* cut(response, end) {
  let rest = '';
  for await (const text of chunks(response)) {
    rest += text.replace(/\r/g, '');
    const parts = rest.split(end);
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

/** The text of a response as it comes. */
async function* chunks(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    let piece;
    try {
      piece = await reader.read();
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      throw new Trouble(AWAY, true);
    }
    if (piece.done) return;
    yield piece.value;
  }
}
