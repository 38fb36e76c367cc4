// Results and ends in words, as the program's own output says them.

import { other, sideName } from './position.js';

const RANK = { loss: 0, draw: 1, win: 2 };

/** @param {{lower: string, upper: string}} bounds @returns {string} one word, or the interval */
export function resultWord({ lower, upper }) {
  if (lower === upper) return lower;
  if (lower === 'loss' && upper === 'win') return 'open';
  return lower === 'draw' ? 'draw or win' : 'draw or loss';
}

/** The class that colours it. @param {{lower: string, upper: string}} bounds */
export function resultClass({ lower, upper }) {
  if (lower === upper) return lower;
  if (lower === 'draw') return 'open open-win';
  if (upper === 'draw') return 'open open-loss';
  return 'open';
}

/** @returns {Set<string>} the results that are still possible */
export function possible({ lower, upper }) {
  return new Set(['loss', 'draw', 'win'].filter((one) => RANK[lower] <= RANK[one] && RANK[one] <= RANK[upper]));
}

/** Is `result` worse than what `before` has proved? */
export const worse = (result, before) => RANK[result] < RANK[before];

/** What is not proved is never certain. */
export const percent = (share) => `${Math.min(99, Math.round(share * 100))}\u00a0%`;

/** Of an open move, how likely its likeliest result is. @param {{win: number, draw: number, loss: number}} likelihood */
export function likeliest(likelihood) {
  const [result, share] = Object.entries(likelihood).reduce((best, one) => (one[1] > best[1] ? one : best));
  return `${share < 0.6 ? 'perhaps' : 'likely'} a ${result} (${percent(share)})`;
}

/** @param {{lower: string, upper: string}} bounds @param {string} side @returns {string} a sentence about the side to move */
export function boundsSentence({ lower, upper }, side) {
  const name = sideName(side);
  if (lower === upper) return { win: `${name} wins.`, draw: 'A draw.', loss: `${name} loses.` }[lower];
  if (lower === 'draw') return `${name} does not lose: a draw or a win.`;
  if (upper === 'draw') return `${name} does not win: a draw or a loss.`;
  return 'Nothing is proved of the result yet.';
}

/** @param {number} count @param {string} noun */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The same in a column that names the end already. */
export const shortEnd = (move) => endWords(move, '');

/** What a move's end says: `mate in 12`, `promotion within 34 moves`. @param {{dtm: number|null, end: any, result?: any}} move */
export function endWords(move, promotion = 'promotion ') {
  if (typeof move.dtm === 'number') return move.dtm === 0 ? 'mate' : `mate in ${Math.ceil(move.dtm / 2)}`;
  if (!move.end) return '';
  const { moves, exact, kind } = move.end;
  if (moves === 0) return kind === 'mate' ? 'mate' : 'promotion';
  const what = kind === 'mate' ? 'mate ' : promotion;
  return `${what}${exact ? 'in' : 'within'} ${plural(moves, 'move')}`;
}

/** Why a line ends. @param {string|null} end @param {any} answer */
export function lineEndWords(end, answer) {
  const winner = answer.result.lower === 'win' ? answer.side_to_move : answer.result.upper === 'loss' ? other(answer.side_to_move) : null;
  const wins = winner ? `${sideName(winner)} wins` : 'The side that is ahead wins';
  return {
    mate: 'Checkmate.',
    stalemate: 'Stalemate: a draw.',
    'plainly won': `${wins}: queen or rook against the bare king.`,
    'pawns stopped': `${wins}: the pawns of the other side cannot get through.`,
    'pawns hold': 'A draw: the pawns hold against the piece.',
    drawn: 'A draw: nothing is left to play for.',
    promotion: 'The pawn has promoted.',
    repetition: 'The position repeats: a draw.',
    unproved: 'From here on nothing is proved.',
    'too long': 'It goes on: the line is cut here.',
  }[end] ?? '';
}

/** A number with its thousands apart. */
export const thousands = (count) => count.toLocaleString('en');
