// Positions as FEN, and what chess says of them: moves, faults, ends.

import { Chess } from 'chessops/chess.js';
import { chessgroundDests } from 'chessops/compat.js';
import { EMPTY_FEN, makeFen, parseFen } from 'chessops/fen.js';
import { makeSanAndPlay, parseSan } from 'chessops/san.js';
import { makeSquare, makeUci, parseUci } from 'chessops/util.js';

/** The start of the editor: nothing but the kings. */
export const KINGS_ONLY = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';

/** What is wrong with a set-up, by the name chessops gives it. */
const FAULTS = {
  ERR_EMPTY: 'The board is empty: place both kings.',
  ERR_KINGS: 'Each side needs one king.',
  ERR_OPPOSITE_CHECK: 'The side that is not to move stands in check: change who is to move, or a king’s square.',
  ERR_PAWNS_ON_BACKRANK: 'Pawns cannot stand on the first or last rank.',
};

/** @param {string} fen @returns {any} the raw set-up, an empty one if it cannot be read */
export const setupOf = (fen) => parseFen(fen).unwrap((setup) => setup, () => parseFen(EMPTY_FEN).unwrap());

/** @param {string} fen @returns {any} the position, or null */
export const positionOf = (fen) =>
  parseFen(fen).chain((setup) => Chess.fromSetup(setup)).unwrap((position) => position, () => null);

/** @param {any} setup @returns {string|null} in words what makes it illegal */
export function faultOf(setup) {
  const kings = setup.board.king;
  for (const side of ['white', 'black']) {
    const count = kings.intersect(setup.board[side]).size();
    const name = side === 'white' ? 'White' : 'Black';
    if (count === 0) return `${name} has no king: place it.`;
    if (count > 1) return `${name} has ${count} kings: take away all but one.`;
  }
  return Chess.fromSetup(setup).unwrap(
    () => null,
    (error) => FAULTS[error.message] ?? 'This is no legal position.',
  );
}

/** The position without its move counters, which no result depends on. */
export const bare = (fen) => fen.split(' ').slice(0, 4).join(' ');

export const turnOf = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'white');
export const other = (side) => (side === 'white' ? 'black' : 'white');
export const sideName = (side) => (side === 'white' ? 'White' : 'Black');

/** The pieces that are neither kings nor pawns. */
export const pieceCount = (fen) => (bare(fen).split(' ')[0].match(/[qrbn]/gi) ?? []).length;

/** @param {string} fen @returns {Map<string, string[]>} the legal moves, by square */
export function destsOf(fen) {
  const position = positionOf(fen);
  return position ? chessgroundDests(position) : new Map();
}

/** @param {string} fen @param {string} uci @returns {{fen: string, san: string, uci: string}|null} the move played */
export function play(fen, uci) {
  const position = positionOf(fen);
  const move = parseUci(uci);
  if (!position || !move || !position.isLegal(move)) return null;
  const san = makeSanAndPlay(position, move);
  return { fen: makeFen(position.toSetup()), san, uci };
}

/** @param {string} fen @param {string} san @returns {{fen: string, san: string, uci: string}|null} */
export function playSan(fen, san) {
  const position = positionOf(fen);
  const move = position && parseSan(position, san);
  return move ? play(fen, makeUci(move)) : null;
}

/** @param {string} fen @returns {string[]} all legal moves, promotions to each piece */
export function movesOf(fen) {
  const position = positionOf(fen);
  const moves = [];
  for (const [from, tos] of destsOf(fen)) {
    for (const to of tos) {
      const pawn = position.board.getRole(squareIndex(from)) === 'pawn';
      const last = to[1] === '1' || to[1] === '8';
      for (const piece of pawn && last ? ['q', 'r', 'b', 'n'] : ['']) moves.push(from + to + piece);
    }
  }
  return moves;
}

/** @param {string} key such as `e4` @returns {number} */
export const squareIndex = (key) => key.charCodeAt(0) - 97 + 8 * (key.charCodeAt(1) - 49);

/** @param {string} fen @returns {string|null} the square of the king in check */
export function checkedKing(fen) {
  const position = positionOf(fen);
  if (!position || !position.isCheck()) return null;
  return makeSquare(position.board.kingOf(position.turn));
}

/** @param {string} fen @param {string[]} earlier all positions up to this one, bare @returns {string|null} why the game is over */
export function endOf(fen, earlier = []) {
  const position = positionOf(fen);
  if (!position) return null;
  if (position.isCheckmate()) return `Checkmate: ${sideName(other(position.turn))} wins.`;
  if (position.isStalemate()) return 'Stalemate: a draw.';
  if (position.isInsufficientMaterial()) return 'A dead draw: nobody can give mate.';
  const here = bare(fen);
  if (earlier.filter((one) => one === here).length >= 3) return 'A draw: the position has come about three times.';
  return null;
}
