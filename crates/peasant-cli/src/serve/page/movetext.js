// Prose with moves in it, the moves made into buttons that lead to their positions.

import { button } from './dom.js';
import { playSan, turnOf } from './position.js';

const SAN = '[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#]?';
// A number, a move, and perhaps the answer: squares that prose names have no number before them.
const MOVES = new RegExp(`(\\d+)(\\.{1,3})\\s?(${SAN})([!?]*)(?:(\\s)(${SAN})(?=$|[\\s.,;:)!?])([!?]*))?`, 'g');

/** Follows moves by their numbers from one position, through as many lines as there are. */
export class Walker {
  /** @param {string} fen the position before move 1 */
  constructor(fen) {
    this.first = turnOf(fen) === 'black' ? 1 : 0;
    /** @type {{fen: string, ucis: string[]}[]} by ply */
    this.places = [];
    this.places[this.first] = { fen, ucis: [] };
    /** Where the line was when a variation in brackets began. */
    this.before = [];
  }

  /** Brackets part a variation from the line, which goes on behind it. @param {string} prose */
  brackets(prose) {
    for (const c of prose) {
      if (c === '(') this.before.push([...this.places]);
      else if (c === ')') this.places = this.before.pop() ?? this.places;
    }
  }

  /** @returns {string[]|null} the moves from the start to after this one, if it fits there */
  step(ply, san) {
    const place = this.places[ply];
    const played = place && playSan(place.fen, san);
    this.places.length = Math.min(this.places.length, ply + 1);
    if (!played) return null;
    this.places[ply + 1] = { fen: played.fen, ucis: [...place.ucis, played.uci] };
    return this.places[ply + 1].ucis;
  }
}

/**
 * @param {string} text @param {Walker} walker @param {(ucis: string[]) => void} follow
 * @returns {(Node|string)[]}
 */
export function proseWithMoves(text, walker, follow) {
  const parts = [];
  let done = 0;
  const move = (ply, san, glyphs, before = '') => {
    const ucis = walker.step(ply, san);
    parts.push(before);
    parts.push(ucis ? button(san + glyphs, () => follow(ucis), { class: 'move' }) : san + glyphs);
  };
  for (const match of text.matchAll(MOVES)) {
    const [whole, number, dots, first, firstGlyphs, space, second, secondGlyphs] = match;
    const ply = 2 * (Number(number) - 1) + (dots.length > 1 ? 1 : 0);
    const prose = text.slice(done, match.index);
    walker.brackets(prose);
    parts.push(prose, number + dots);
    move(ply, first, firstGlyphs);
    if (second) move(ply + 1, second, secondGlyphs, space);
    done = match.index + whole.length;
  }
  walker.brackets(text.slice(done));
  parts.push(text.slice(done));
  return parts.filter((part) => part !== '');
}
