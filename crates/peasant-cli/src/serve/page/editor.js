// Setting a position up: by hand on the board, and as text that goes both ways.

import { Trouble, readPosition } from './api.js';
import { byId, button, debounce, el } from './dom.js';
import { menText, placeMen, plainFen, readMen } from './men.js';
import { bare, faultOf, KINGS_ONLY, other, positionOf, setupOf, sideName, turnOf } from './position.js';

const EXAMPLES = [
  ['Key squares', '8/8/8/8/8/2k5/4P3/4K3 w - -', 'One pawn, and the squares that win'],
  ['Réti 1921', '7K/8/k1P5/7p/8/8/8/8 w - -', 'The king walks two ways at once'],
  ['Fine no. 70', '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -', 'Lasker and Reichhelm: corresponding squares'],
  ['Breakthrough', '8/ppp5/8/PPP5/8/8/8/k1K5 w - -', 'Three against three'],
  ['Locock', '6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -', '1892: corresponding squares'],
];

const ROLES = ['king', 'pawn', 'queen', 'rook', 'bishop', 'knight'];

export class Editor {
  /** @param {import('./board.js').Board} board @param {(fen: string) => void} set called with each legal position */
  constructor(board, set) {
    this.board = board;
    this.set = set;
    this.fen = KINGS_ONLY;
    /** @type {{role: string, color: string}|'erase'|null} what a click places */
    this.brush = null;
    this.#makePalette();
    this.#makeExamples();
    this.#bindFields();
    byId('edit').addEventListener('click', () => this.toggle());
    board.element.addEventListener('pointerdown', (event) => this.#pressed(event), true);
  }

  get editing() {
    return this.board.editing;
  }

  toggle(editing = !this.editing) {
    if (!editing && faultOf(setupOf(this.fen))) this.fen = this.legal ?? KINGS_ONLY;
    this.board.setEditing(editing);
    byId('edit').setAttribute('aria-pressed', String(editing));
    byId('edit').textContent = editing ? 'Done' : 'Set up';
    byId('palette').hidden = byId('edit-tools').hidden = !editing;
    byId('steps').hidden = byId('play').hidden = editing;
    document.body.classList.toggle('editing', editing);
    this.#choose(null);
    this.#faults(null);
    this.set(this.fen);
  }

  /** Shows the position that the rest of the page is at. */
  follow(fen) {
    this.fen = fen;
    this.legal = fen;
    this.#fill();
    this.#faults(null);
    for (const id of ['men-error', 'fen-error', 'fen-notes']) byId(id).textContent = '';
  }

  /** Puts a man on a square, or takes it away. */
  place(key, role, color) {
    this.board.ground.setPieces(new Map([[key, role ? { role, color } : undefined]]));
    this.edited();
  }

  /** The board was changed by hand. */
  edited() {
    const setup = setupOf(`${this.board.placement} ${turnOf(this.fen)[0]} - - 0 1`);
    this.#take(setup);
  }

  /** Takes a set-up: shows what is wrong with it, or hands it on. @returns {string|null} the fault */
  #take(setup) {
    const fault = faultOf(setup);
    this.fen = plainFen(setup);
    this.#fill();
    this.#faults(fault);
    if (!fault) {
      this.legal = this.fen;
      this.set(this.fen);
    } else if (this.editing) this.board.show(this.fen);
    return fault;
  }

  #faults(fault) {
    byId('edit-faults').textContent = fault ?? '';
    if (this.editing) byId('edit').textContent = fault ? 'Cancel' : 'Done';
    const turned = other(turnOf(this.fen));
    if (fault && !faultOf(setupOf(this.fen.replace(/ [wb] /, ` ${turned[0]} `)))) {
      byId('edit-faults').append(' ', button(`${sideName(turned)} to move`, () => this.#turned(turned), { class: 'small' }));
    }
    document.body.classList.toggle('faulty', Boolean(fault));
  }

  #fill() {
    const setup = setupOf(this.fen);
    const texts = { 'white-men': menText(setup, 'white'), 'black-men': menText(setup, 'black'), fen: bare(this.fen) };
    for (const [id, text] of Object.entries(texts)) {
      if (document.activeElement !== byId(id)) byId(id).value = text;
    }
    byId(`turn-${turnOf(this.fen)}`).checked = true;
  }

  #makePalette() {
    const sides = ['white', 'black'].map((color) => el('span', { class: 'men' }, ...ROLES.map((role) => this.#paletteMan(role, color))));
    const erase = button('Erase', () => this.#choose('erase'), { 'data-brush': 'erase', 'aria-pressed': 'false' });
    const clear = button('Clear', () => this.#restart('8/8/8/8/8/8/8/8'));
    const kings = button('Kings only', () => this.#restart(KINGS_ONLY.split(' ')[0]));
    byId('palette').append(...sides);
    byId('edit-tools').append(erase, clear, kings);
  }

  #paletteMan(role, color) {
    const man = el('button', { type: 'button', class: 'cg-wrap man', 'aria-label': `${color} ${role}`, title: `${color} ${role}`, 'aria-pressed': 'false', 'data-brush': `${color} ${role}` }, el('piece', { class: `${role} ${color}` }));
    man.addEventListener('click', () => this.#choose({ role, color }));
    const drag = (event) => {
      this.#choose(null);
      this.board.ground.dragNewPiece({ role, color }, event);
    };
    // A press that leaves the button drags; one that stays chooses.
    man.addEventListener('pointerdown', (down) => {
      if (down.button !== 0) return;
      man.releasePointerCapture?.(down.pointerId);
      const kind = down.pointerType === 'mouse' ? 'mousemove' : 'touchmove';
      const moved = (move) => {
        const at = move.touches?.[0] ?? move;
        if (Math.hypot(at.clientX - down.clientX, at.clientY - down.clientY) < 6) return;
        end();
        drag(move);
      };
      const end = () => {
        document.removeEventListener(kind, moved);
        document.removeEventListener('pointerup', end);
      };
      document.addEventListener(kind, moved, { passive: false });
      document.addEventListener('pointerup', end);
    });
    return man;
  }

  #restart(placement) {
    this.#take(setupOf(`${placement} ${turnOf(this.fen)[0]} - - 0 1`));
    this.board.show(this.fen);
  }

  /** Chooses what clicks place; the same again lets it go. */
  #choose(brush) {
    const name = brush === 'erase' ? 'erase' : brush ? `${brush.color} ${brush.role}` : '';
    const same = name !== '' && name === this.brushName;
    this.brush = same ? null : brush;
    this.brushName = same ? '' : name;
    for (const one of document.querySelectorAll('[data-brush]')) {
      one.setAttribute('aria-pressed', String(one.dataset.brush === this.brushName));
    }
    if (this.editing) this.board.setHands(!this.brush);
    this.board.element.classList.toggle('placing', Boolean(this.brush));
  }

  #pressed(event) {
    if (!this.editing || !this.brush || event.button !== 0) return;
    const key = this.board.ground.getKeyAtDomPos([event.clientX, event.clientY]);
    if (!key) return;
    const there = this.board.ground.state.pieces.get(key);
    const brush = this.brush;
    if (brush === 'erase') this.place(key, null, 'white');
    else if (there && there.role === brush.role && there.color === brush.color) this.place(key, null, 'white');
    else this.place(key, brush.role, brush.color);
  }

  #bindFields() {
    for (const side of ['white', 'black']) {
      const field = byId(`${side}-men`);
      const soon = debounce(() => this.#menWritten(false), 400);
      field.addEventListener('input', soon);
      field.addEventListener('change', () => this.#menWritten(true));
      byId(`turn-${side}`).addEventListener('change', () => this.#turned(side));
    }
    const fen = byId('fen');
    fen.addEventListener('change', () => this.read(fen.value));
    fen.addEventListener('paste', () => setTimeout(() => this.read(fen.value)));
    fen.addEventListener('focus', () => fen.select());
  }

  /** The text fields were changed; they are read together. While somebody writes, what is unfinished is no fault. */
  #menWritten(whole) {
    const setup = setupOf(this.fen);
    for (const side of ['white', 'black']) placeMen(setup, side, []);
    const fault = this.#readFields(setup) ?? faultOf(setup);
    if (fault && !whole) return;
    byId('men-error').textContent = fault ?? '';
    if (fault || plainFen(setup) === this.legal) return;
    this.#take(setup);
  }

  /** @returns {string|null} what cannot be read */
  #readFields(setup) {
    for (const side of ['white', 'black']) {
      const { men, fault } = readMen(byId(`${side}-men`).value);
      const wrong = fault ?? placeMen(setup, side, men);
      if (wrong) return wrong;
    }
    return null;
  }

  #turned(side) {
    const setup = setupOf(this.fen);
    setup.turn = side;
    byId('men-error').textContent = this.#take(setup) ?? '';
    if (!this.editing) this.#faults(null);
  }

  /** Reads whatever somebody pasted; what is no clean FEN goes to the program. */
  async read(text) {
    const error = byId('fen-error');
    const wanted = text.trim();
    if (!wanted || wanted === bare(this.fen)) return;
    const clean = /^\S+\/\S+ [wb] /.test(wanted) && positionOf(wanted);
    try {
      const { fen, notes } = clean ? { fen: wanted, notes: [] } : await readPosition(wanted);
      byId('fen').blur();
      this.set(fen, true);
      error.textContent = '';
      byId('fen').value = bare(fen);
      byId('fen-notes').textContent = notes.length ? `Read so: ${notes.join('; ')}.` : '';
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      error.textContent = refusal(trouble, wanted);
    }
  }

  #makeExamples() {
    const items = EXAMPLES.map(([name, fen, about]) =>
      el('li', {}, button(name, () => this.set(`${fen} 0 1`, true), { title: about })));
    byId('examples').append(...items);
  }
}

/** Why a pasted text is no position, and where on the page it belongs. @param {Trouble} trouble @param {string} text */
function refusal(trouble, text) {
  // Rank by rank there is nothing to say of what has no ranks.
  if (trouble.kind === 'fen' && !text.includes('/')) return 'This is no FEN. Write the men below, such as Ke1, e2.';
  return trouble.kind === 'game' ? 'This is a game. The tab “Games” reads it.' : trouble.words;
}

export const firstExample = `${EXAMPLES[0][1]} 0 1`;
