// A cursor on the board for the keyboard, which says where it is and what stands there.

import { byId, setText } from './dom.js';
import { manOn, ROLE_OF_LETTER } from './men.js';
import { setupOf } from './position.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Cursor {
  /** @param {import('./board.js').Board} board @param {{place: (key: string, role: string|null, side: string) => void, flip: () => void}} on */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.key = 'e4';
    this.shown = false;
    board.element.addEventListener('keydown', (event) => this.#keyed(event));
    board.element.addEventListener('focus', () => this.#show(board.element.matches(':focus-visible')));
    board.element.addEventListener('blur', () => this.#show(false));
  }

  #show(shown) {
    this.shown = shown;
    this.board.setSquares('cursor', new Map(shown ? [[this.key, 'cursor']] : []));
    if (shown) this.#say();
  }

  #say(more = '') {
    const fen = this.board.editing ? `${this.board.placement} w - - 0 1` : this.board.fen;
    setText(byId('announce'), `${this.key}, ${manOn(setupOf(fen), this.key)}${more}`);
  }

  #keyed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (STEPS[event.key]) this.#walk(STEPS[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') this.#take();
    else if (event.key === 'Escape') this.board.letGo();
    else if (!this.#placed(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #walk([right, up]) {
    const sign = this.board.orientation === 'white' ? 1 : -1;
    const within = (value) => Math.max(0, Math.min(7, value));
    const file = within(this.key.charCodeAt(0) - 97 + sign * right);
    const rank = within(this.key.charCodeAt(1) - 49 + sign * up);
    this.key = 'abcdefgh'[file] + (rank + 1);
    this.#show(true);
  }

  #take() {
    const held = this.board.held;
    this.board.click(this.key);
    const now = this.board.held;
    if (this.board.pen) this.#say(this.board.penAt ? ', drawing from here' : ', drawn');
    else if (now) this.#say(', picked up');
    else this.#say(held ? ', put down' : '');
    this.board.setSquares('cursor', new Map([[this.key, 'cursor']]));
  }

  /** @returns {boolean} did the key mean something? */
  #placed(key) {
    if (!this.board.editing) return false;
    if (key === 'Delete' || key === 'Backspace') this.on.place(this.key, null, 'white');
    else if (key.length === 1 && ROLE_OF_LETTER[key.toLowerCase()]) {
      this.on.place(this.key, ROLE_OF_LETTER[key.toLowerCase()], key === key.toLowerCase() ? 'black' : 'white');
    } else return false;
    this.#say();
    return true;
  }
}
