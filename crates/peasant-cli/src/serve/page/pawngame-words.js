// What is proved of a game with pawns, in words.

import { sideName } from './position.js';
import { thousands, worse } from './words.js';

/**
 * @typedef {import('./pawngame-position.js').Side} Side
 * @typedef {'win' | 'draw' | 'loss'} Result
 * @typedef {{ lower: Result, upper: Result }} Bounds
 * @typedef {{ move: string, from: string, to: string, position: string, ending: string | null }} Next a move and what it leads to
 * @typedef {Next & { result: Bounds, exact: boolean }} Move
 * @typedef {object} Answer what `peasant pawngame solve --json` prints
 * @property {{ files: number, ranks: number, no_move: string }} rules
 * @property {string} position
 * @property {Side} side_to_move
 * @property {string | null} ending how the game has ended
 * @property {Bounds} result
 * @property {boolean} exact
 * @property {Move[]} moves
 * @property {string[]} line
 * @property {Next[]} line_moves
 * @property {string | null} [promising]
 * @property {{ nodes: number, seconds: number }} stats
 * @property {string | null} stopped
 */

const RANK = { loss: 0, draw: 1, win: 2 };

/** @param {Answer} answer */
export function verdict(answer) {
  const side = sideName(answer.side_to_move);
  const { lower, upper } = answer.result;
  if (lower === upper) return `${side} to move ${{ win: 'wins', draw: 'draws', loss: 'loses' }[lower]}.`;
  const looks = answer.promising ? ` ${answer.promising} looks best, without proof.` : '';
  if (lower === 'draw') return `${side} to move draws at least; a win is not ruled out.${looks}`;
  if (upper === 'draw') return `${side} to move draws at best; a loss is not ruled out.${looks}`;
  return `Not proved yet: ${side} to move may win, draw or lose.${looks}`;
}

/** What was looked into. @param {Answer} answer */
export function effort({ stats, stopped }) {
  const nodes = `${thousands(stats.nodes)} ${stats.nodes === 1 ? 'node' : 'nodes'}`;
  const seconds = `${stats.seconds < 10 ? stats.seconds.toFixed(2) : stats.seconds.toFixed(0)} s`;
  return stopped ? `${nodes}, stopped after ${seconds}` : `${nodes}, ${seconds}`;
}

/** What a player gave away with a move, or null. @param {Answer} before @param {Move} move */
export function thrown(before, move) {
  const had = before.result.lower;
  if (!worse(move.result.upper, had)) return null;
  const better = before.moves.filter((one) => !worse(one.result.lower, had)).map((one) => one.move);
  const held = had === 'win' ? 'won' : 'drew';
  const what = had === 'win' ? 'throws the win away' : 'throws the draw away';
  return `${move.move} ${what}: ${list(better)} ${held}.`;
}

/** @param {string[]} words */
function list(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A game or a line with its numbers: `['1.', 'b4', 'a5', …]` as pairs of number and move.
 * @param {string[]} moves @param {Side} first who moves first */
export function numbered(moves, first) {
  const lead = first === 'white' ? 0 : 1;
  return moves.map((move, index) => {
    const ply = index + lead;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? '1…' : '';
    return { number, move };
  });
}

/** The move the program plays: the best that is proved, or what seems best after looking ahead; where
 * nothing tells two moves apart, one that takes, else the pawn that has come furthest.
 * @param {Answer} answer @returns {Move} */
export function choice(answer) {
  const far = (/** @type {Move} */ { to }) => {
    const rank = Number(to[1]);
    return answer.side_to_move === 'white' ? rank : answer.rules.ranks + 1 - rank;
  };
  const promise = (/** @type {Move} */ move) => {
    const { lower, upper } = move.result;
    const guess = move.exact ? 0 : (move.from[0] !== move.to[0] ? 10 : 0) + far(move);
    return RANK[lower] * 1000 + RANK[upper] * 100 + guess;
  };
  const seems = answer.moves.find(({ move }) => move === answer.promising);
  return seems ?? answer.moves.reduce((best, move) => (promise(move) > promise(best) ? move : best));
}
