// A position of pawns and its text, `4/pppp/4/4/4/4/PPPP/4 w - -`. Which moves are legal is the
// server's to say; here its moves are read and carried out, so that a line can be walked without
// asking.

import { other } from './position.js';

/**
 * @typedef {'white' | 'black'} Side
 * @typedef {object} Position
 * @property {number} files
 * @property {number} ranks
 * @property {Map<string, Side>} pawns by square
 * @property {Side} turn
 * @property {string | null} passing the square a pawn has just gone over
 */

/** The name of a square, both numbers from 0. @param {number} file @param {number} rank */
export const square = (file, rank) => 'abcdefgh'[file] + (rank + 1);

/** @param {number} files @param {number} ranks @returns {Position} */
export function empty(files, ranks) {
  return { files, ranks, pawns: new Map(), turn: 'white', passing: null };
}

/** Reads what the server writes. @param {string} text @returns {Position} */
export function read(text) {
  const [board, turn, , passing] = text.split(' ');
  const rows = board.split('/').reverse();
  const pawns = new Map();
  let files = 0;
  rows.forEach((row, rank) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) file += Number(sign);
      else pawns.set(square(file++, rank), sign === 'P' ? 'white' : 'black');
    }
    files = file;
  });
  const over = passing && passing !== '-' ? passing : null;
  return { files, ranks: rows.length, pawns, turn: turn === 'b' ? 'black' : 'white', passing: over };
}

/** @param {Position} position */
export function write(position) {
  const rows = [];
  for (let rank = position.ranks - 1; rank >= 0; rank--) {
    let row = '';
    for (let file = 0; file < position.files; file++) {
      const pawn = position.pawns.get(square(file, rank));
      row += pawn ? (pawn === 'white' ? 'P' : 'p') : '1';
    }
    rows.push(row.replace(/1+/g, (gap) => String(gap.length)));
  }
  return `${rows.join('/')} ${position.turn[0]} - ${position.passing ?? '-'}`;
}

/** Where a move as players write it, `b4` or `axb5`, comes from and goes to.
 * @param {Position} position @param {string} move */
export function squares(position, move) {
  const [, from, to] = /** @type {RegExpExecArray} */ (/^(?:([a-h])x)?([a-h]\d)/.exec(move));
  const step = position.turn === 'white' ? 1 : -1;
  const behind = (/** @type {number} */ steps) => Number(to[1]) - steps * step;
  if (from) return { from: from + behind(1), to };
  const near = to[0] + behind(1);
  const single = position.pawns.get(near) === position.turn;
  return { from: single ? near : to[0] + behind(2), to };
}

/** The position after a legal move. @param {Position} position @param {string} move @returns {Position} */
export function after(position, move) {
  const { from, to } = squares(position, move);
  const middle = (Number(from[1]) + Number(to[1])) / 2;
  const pawns = new Map(position.pawns);
  if (from[0] !== to[0] && !pawns.has(to)) pawns.delete(to[0] + from[1]);
  pawns.delete(from);
  pawns.set(to, position.turn);
  const passing = Number.isInteger(middle) ? to[0] + middle : null;
  return { ...position, pawns, turn: other(position.turn), passing };
}

/** Who has won on the board and how, or null. A side without a move is the server's to judge.
 * @param {Position} position @returns {{ side: Side, how: 'arrived' | 'taken', at?: string } | null} */
export function won(position) {
  const count = { white: 0, black: 0 };
  for (const [at, side] of position.pawns) {
    count[side]++;
    if (at[1] === String(side === 'white' ? position.ranks : 1)) return { side, how: 'arrived', at };
  }
  for (const side of /** @type {Side[]} */ (['white', 'black'])) {
    if (count[side] > 0 && count[other(side)] === 0) return { side, how: 'taken' };
  }
  return null;
}
