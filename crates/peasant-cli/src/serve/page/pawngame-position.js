// A position of pawns and its text, `4/pppp/4/4/4/4/PPPP/4 w - -`. The rules are the server's: which
// moves are legal, what they lead to and how they end the game.

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
