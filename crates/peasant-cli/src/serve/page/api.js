// What the page asks of the program, and what is known for good.

import { bare } from './position.js';
import { ask } from './transport.js';
import { Trouble } from './trouble.js';

export { Trouble };

/** The first thing that is told. @returns {Promise<any>} */
async function first(path, params, how) {
  for await (const { event, data } of ask(path, params, how)) {
    if (event === 'trouble') throw new Trouble(data.error);
    return data;
  }
  return null;
}

/** @param {string} text what somebody pasted @returns {Promise<any>} */
export const readPosition = (text) => first('/api/position', { text });

export const about = () => first('/api/about', {});

/** @param {Record<string, any>} params as `/api/diagram` takes them @returns {Promise<Blob>} */
export const diagram = (params) => first('/api/diagram', params);

/** Proves a position of a game with pawns alone. @param {Record<string, any>} params @param {AbortSignal} signal */
export const pawngame = (params, signal) => first('/api/pawngame/solve', params, { signal });

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
  const found = { answer: null, explanation: null };
  for await (const { event, data } of ask('/api/watch', { fen: bare(fen), rules, time }, { signal })) {
    if (event === 'trouble') throw new Trouble(data.error);
    if (event === 'answer' || event === 'explanation') found[event] = data;
    on[event]?.(data);
  }
  if (found.answer && (found.answer.exact || !time)) keep(keyOf(fen, rules), found);
  return found;
}

/**
 * @typedef {object} Moment of a game, as `peasant annotate --json` has it
 * @property {string} kind
 * @property {number} move_number
 * @property {'white'|'black'} side who is to move
 * @property {string} fen before the move
 * @property {{uci: string, san: string}|null} move
 * @property {number} [mistake] how likely it is that the move gave something away, where that is not proved
 * @typedef {object} Judged what became of a game: without `endings` it was only copied
 * @property {string} pgn with comments
 * @property {number} [endings] how often kings and pawns alone were left
 * @property {{exact: number, open: number}} [positions] how many positions were judged
 * @property {Moment[]} [moments]
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
  const judged = [];
  for await (const { event, data } of ask('/api/annotate', { time, pgn: true, likely: true }, { body: pgn, signal })) {
    if (event === 'trouble') throw new Trouble(data.error);
    if ('pgn' in data) judged.push(data);
    grows(judged.length);
  }
  return judged;
}
