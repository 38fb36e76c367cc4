// The men of a side as books write them: `Kf3, e4`.

import { makeFen } from 'chessops/fen.js';
import { makeSquare, parseSquare } from 'chessops/util.js';

const LETTERS = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: '' };
const ROLES = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn', '': 'pawn' };
const FIGURINES = { '♔': 'K', '♕': 'Q', '♖': 'R', '♗': 'B', '♘': 'N', '♙': 'P', '♚': 'K', '♛': 'Q', '♜': 'R', '♝': 'B', '♞': 'N', '♟': 'P' };
const ORDER = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

export const ROLE_OF_LETTER = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** @param {any} setup @param {'white'|'black'} side @returns {string} */
export function menText(setup, side) {
  const men = [];
  for (const role of ORDER) {
    const squares = [...setup.board.pieces(side, role)].map(makeSquare).sort();
    men.push(...squares.map((square) => LETTERS[role] + square));
  }
  return men.join(', ');
}

/**
 * Reads what a player wrote; lenient about commas, figurines and small letters.
 * @param {string} text
 * @returns {{men: {role: string, square: number}[], fault: string|null}}
 */
export function readMen(text) {
  const men = [];
  const words = text.replace(/[♔-♟]/g, (sign) => FIGURINES[sign] ?? sign).split(/[\s,;:.+&]+|\band\b/).filter(Boolean);
  for (const word of words) {
    const match = /^([KQRBNPkqrnp]?)([a-hA-H][1-8])$/.exec(word);
    if (!match) return { men, fault: `“${word}” is not a man and its square. Write a pawn as its square, any other man with its letter: Kf3, e4.` };
    men.push({ role: ROLES[match[1].toUpperCase()], square: parseSquare(match[2].toLowerCase()) });
  }
  return { men, fault: null };
}

/** Puts the men of one side on the board in place of those it has. @returns {string|null} what is wrong */
export function placeMen(setup, side, men) {
  for (const square of [...setup.board[side]]) setup.board.take(square);
  for (const { role, square } of men) {
    if (setup.board.has(square)) return `Two men stand on ${makeSquare(square)}: take one away.`;
    setup.board.set(square, { role, color: side });
  }
  return null;
}

/** A set-up as FEN, with nothing that a set-up by hand cannot know. */
export function plainFen(setup) {
  setup.epSquare = undefined;
  setup.castlingRights = setup.castlingRights.intersect(setup.board.rook);
  return makeFen(setup);
}

/** @returns {string} what stands on a square, in words: `white pawn`, `empty` */
export function manOn(setup, key) {
  const piece = setup.board.get(parseSquare(key));
  return piece ? `${piece.color} ${piece.role}` : 'empty';
}
