// The board: a grid of buttons, one of which can be reached with Tab, the others with arrows.

import { el } from './dom.js';
import { square } from './pawngame-position.js';

/**
 * @typedef {import('./pawngame-position.js').Position} Position
 * @typedef {object} View what is shown beside the pawns
 * @property {boolean} flipped Black's side below?
 * @property {string | null} selected
 * @property {Map<string, { tint: string, word: string }>} targets squares the selected pawn may go to
 * @property {string[]} last the squares of the last move
 * @property {boolean} editing
 */

const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /** @param {(square: string) => void} press @param {(square: string, key: string) => boolean} type */
  constructor(press, type) {
    this.press = press;
    this.type = type;
    this.focus = 'a1';
    this.shape = '';
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.element = el('div', { class: 'pg-board cg-wrap', id: 'pawngame-board', role: 'group' });
    this.element.addEventListener('keydown', (event) => this.onKey(event));
  }

  /** @param {Position} position @param {View} view */
  show(position, view) {
    const shape = `${position.files}x${position.ranks}${view.flipped}`;
    if (shape !== this.shape) this.build(position, view.flipped);
    this.shape = shape;
    const what = view.editing ? 'Board being edited' : 'Board';
    this.element.setAttribute('aria-label', `${what}, ${position.files} files and ${position.ranks} ranks`);
    for (const [at, button] of this.buttons) dress(at, button, position, view);
  }

  /** @param {Position} position @param {boolean} flipped */
  build({ files, ranks }, flipped) {
    this.flipped = flipped;
    this.files = files;
    this.ranks = ranks;
    this.buttons.clear();
    this.element.replaceChildren();
    this.element.style.setProperty('--files', String(files));
    this.element.style.setProperty('--ranks', String(ranks));
    for (let row = 0; row < ranks; row++) {
      const rank = flipped ? row : ranks - 1 - row;
      this.element.append(coordinate(rank + 1));
      for (let column = 0; column < files; column++) {
        this.add(flipped ? files - 1 - column : column, rank);
      }
    }
    this.element.append(el('span'));
    for (let column = 0; column < files; column++) {
      const file = 'abcdefgh'[flipped ? files - 1 - column : column];
      this.element.append(coordinate(file));
    }
    this.reach(this.buttons.has(this.focus) ? this.focus : 'a1');
  }

  /** @param {number} file @param {number} rank */
  add(file, rank) {
    const at = square(file, rank);
    const shade = (file + rank) % 2 === 0 ? 'dark' : 'light';
    const button = el('button', { type: 'button', class: `pg-square pg-${shade}`, 'data-square': at, tabindex: -1 });
    button.addEventListener('click', () => {
      this.reach(at);
      this.press(at);
    });
    this.buttons.set(at, button);
    this.element.append(button);
  }

  /** Makes a square the one that Tab comes to. @param {string} at */
  reach(at) {
    this.buttons.get(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = at;
    this.buttons.get(at)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (!way) {
      if (this.type(this.focus, event.key)) event.preventDefault();
      return;
    }
    event.preventDefault();
    const sign = this.flipped ? -1 : 1;
    const file = 'abcdefgh'.indexOf(this.focus[0]) + sign * way[0];
    const rank = Number(this.focus[1]) - 1 + sign * way[1];
    const button = this.buttons.get(square(file, rank));
    if (!button) return;
    this.reach(square(file, rank));
    button.focus();
  }
}

/** @param {string | number} text */
const coordinate = (text) => el('span', { class: 'pg-coordinate', 'aria-hidden': 'true', text });

/** @param {string} at @param {HTMLButtonElement} button @param {Position} position @param {View} view */
function dress(at, button, position, view) {
  const pawn = position.pawns.get(at);
  const target = view.targets.get(at);
  const shown = button.querySelector('piece')?.className ?? '';
  const wanted = pawn ? `pawn ${pawn}` : '';
  if (shown !== wanted) button.replaceChildren(...(pawn ? [piece(wanted)] : []));
  const words = [at, pawn ? `${pawn} pawn` : 'empty'];
  if (at === view.selected) words.push('selected');
  if (target) words.push(target.word ? `a move here: ${target.word}` : 'a move here');
  button.setAttribute('aria-label', words.join(', '));
  button.classList.toggle('pg-selected', at === view.selected);
  button.classList.toggle('pg-last', view.last.includes(at));
  if (target) button.dataset.target = target.tint;
  else delete button.dataset.target;
}

/** @param {string} kind */
function piece(kind) {
  const element = document.createElement('piece');
  element.className = kind;
  return element;
}
