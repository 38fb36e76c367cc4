// The program behind the page: each path of its API, once.

import { bare } from './position.js';

/** What the program said was wrong. `cure` is what to do about it, `kind` which fault it is; `away` if it did not answer at all. */
export class Trouble extends Error {
  constructor({ message, text = null, cure = null, kind = null }, away = false) {
    super(message);
    this.text = text;
    this.cure = cure;
    this.kind = kind;
    this.away = away;
  }

  /** All of it in one sentence or two. */
  get words() {
    const quoted = this.text && !this.message.includes(this.text);
    return sentences(quoted ? `${this.message} (“${this.text}”)` : this.message, this.cure);
  }

  /** The same without the text at fault, where the reader has it before them. */
  get plain() {
    return sentences(this.message, this.cure);
  }
}

/** Parts that may be absent, each with a capital and a full stop. @param {...(string|null)} parts */
const sentences = (...parts) =>
  parts.filter(Boolean).map((part) => part.charAt(0).toUpperCase() + part.slice(1) + (/[.!?]$/.test(part) ? '' : '.')).join(' ');

const AWAY = { message: 'The program does not answer', cure: 'See whether `peasant serve` still runs, then try again' };

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

/** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export async function request(path, init) {
  const response = await reach(path, init);
  if (!response.ok) throw await troubleOf(response);
  return response;
}

/** @param {Record<string, any>} params lists give a name several times */
function query(params) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== false) search.append(name, String(one));
    }
  }
  return search.toString();
}

/** @param {string} text what somebody pasted @returns {Promise<any>} */
export const readPosition = async (text) => (await request(`/api/position?${query({ text })}`)).json();

export const about = async () => (await request('/api/about')).json();

/** @param {Record<string, any>} params as `/api/diagram` takes them @returns {Promise<Blob>} */
export const diagram = async (params) => (await request(`/api/diagram?${query(params)}`)).blob();

/** Proves a position of a game with pawns alone. @param {Record<string, any>} params @param {AbortSignal} signal */
export const pawngame = async (params, signal) => (await patient(`/api/pawngame/solve?${query(params)}`, { signal })).json();

/** Finished answers, by position and rules: `{answer, explanation}`. */
const finished = new Map();
const keyOf = (fen, rules) => `${rules} ${bare(fen)}`;

/** @returns {{answer: any, explanation: any}|undefined} what is known for good */
export const known = (fen, rules) => finished.get(keyOf(fen, rules));

/** Keeps an answer, and forgets the oldest where there are many. */
function keep(key, found) {
  finished.set(key, found);
  if (finished.size > 300) finished.delete(finished.keys().next().value);
}

/** Asks anew the next time: a proof that a limit stopped may come further. */
export const forget = (fen, rules) => finished.delete(keyOf(fen, rules));

/**
 * Watches a proof tighten; resolves when it is over, with the last answer and the explanation.
 * @param {string} fen @param {string} rules
 * @param {{progress?: Function, answer?: Function, explanation?: Function}} on
 * @param {AbortSignal} signal
 * @param {number} [time] seconds; what is found in less than the usual time is not kept
 */
export async function watch(fen, rules, on, signal, time) {
  const kept = known(fen, rules);
  if (kept) {
    on.answer?.(kept.answer);
    if (kept.explanation) on.explanation?.(kept.explanation);
    return kept;
  }
  const response = await patient(`/api/watch?${query({ fen: bare(fen), rules, time })}`, { signal });
  const found = { answer: null, explanation: null };
  for await (const { event, data } of events(response)) {
    if (event === 'trouble') throw new Trouble(data.error);
    if (event === 'done') {
      if (found.answer && (found.answer.exact || !time)) keep(keyOf(fen, rules), found);
      return found;
    }
    if (event === 'answer' || event === 'explanation') found[event] = data;
    on[event]?.(data);
  }
  throw new Trouble(AWAY, true);
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

/** Server-sent events of a response, read by hand: a failure keeps its status and its words. */
async function* events(response) {
  for await (const block of blocks(response)) {
    let event = 'message';
    const data = [];
    for (const line of block.split('\n')) {
      if (line.startsWith('event:')) event = line.slice(6).trim();
      else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
    }
    if (data.length) yield { event, data: JSON.parse(data.join('\n')) };
  }
}

/** The text of a response, cut at empty lines. */
async function* blocks(response) {
  let rest = '';
  for await (const text of chunks(response)) {
    rest += text.replace(/\r/g, '');
    const parts = rest.split('\n\n');
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

/**
 * @typedef {object} Judged what became of a game: without `endings` it was only copied
 * @property {string} pgn with comments
 * @property {number} [endings] how often kings and pawns alone were left
 * @property {{exact: number, conditional: number, open: number}} [positions] how many positions were judged
 * @property {{message: string}} [error] why it cannot be read
 */

/**
 * Judges games.
 * @param {string} pgn @param {number} time seconds for a position
 * @param {(done: number) => void} grows called with the number of games that have come
 * @param {AbortSignal} signal
 * @returns {Promise<Judged[]>}
 */
export async function annotate(pgn, time, grows, signal) {
  const response = await request(`/api/annotate?${query({ time, pgn: true })}`, {
    method: 'POST',
    body: pgn,
    headers: { 'Content-Type': 'application/x-chess-pgn' },
    signal,
  });
  const judged = [];
  let rest = '';
  for await (const text of chunks(response)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    judged.push(...lines.map((line) => JSON.parse(line)).filter((row) => 'pgn' in row));
    grows(judged.length);
  }
  return judged;
}
