// The board: chessground, with layers of shapes and of coloured squares that do not know of each other.

import { Chessground } from 'chessground';
import { byId, el } from './dom.js';
import { checkedKing, destsOf, positionOf, squareIndex, turnOf } from './position.js';

/** Brushes beside the four that readers draw with. */
const BRUSHES = {
  win: { key: 'w', color: '#15803d', opacity: 0.85, lineWidth: 11 },
  draw: { key: 'd', color: '#5f6368', opacity: 0.85, lineWidth: 11 },
  loss: { key: 'l', color: '#b3261e', opacity: 0.85, lineWidth: 11 },
  open: { key: 'o', color: '#7c6a46', opacity: 0.85, lineWidth: 11 },
};

const PROMOTIONS = [['queen', 'q'], ['rook', 'r'], ['bishop', 'b'], ['knight', 'n']];

export class Board {
  /**
   * @param {HTMLElement} element
   * @param {{move: (uci: string) => void, select: (key: string|null) => void, draw: (shapes: any[]) => void, edit: () => void}} on
   */
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.fen = '';
    this.editing = false;
    /** @type {Map<string, any[]>} */
    this.shapes = new Map();
    /** @type {Map<string, Map<string, string>>} */
    this.squares = new Map();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.ground = Chessground(element, {
      coordinates: true,
      addPieceZIndex: false,
      animation: { enabled: !calm, duration: 160 },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.#moved(from, to) } },
      premovable: { enabled: false },
      draggable: { showGhost: true, deleteOnDropOff: false },
      drawable: { enabled: true, brushes: BRUSHES, onChange: (shapes) => on.draw(shapes) },
      highlight: { lastMove: true, check: true },
      events: { select: () => this.#selected(), change: () => this.editing && on.edit() },
    });
    document.addEventListener('pointerup', () => setTimeout(() => this.#selected()));
    /** @type {string|null} the brush that the pointer draws with */
    this.brush = null;
    element.addEventListener('pointerdown', (event) => this.#draws(event), true);
  }

  get pen() {
    return this.brush;
  }

  /** Draws with this brush instead of moving men, or moves them again. */
  set pen(brush) {
    this.brush = brush;
    this.penAt = null;
    this.letGo();
    this.ground.set({ viewOnly: Boolean(brush) });
    this.element.classList.toggle('drawing', Boolean(brush));
  }

  /** From where the pointer goes down to where it comes up. */
  #draws(down) {
    if (!this.pen || down.button !== 0) return;
    const from = this.ground.getKeyAtDomPos([down.clientX, down.clientY]);
    const drawn = (up) => {
      const to = this.ground.getKeyAtDomPos([up.clientX, up.clientY]);
      if (from && to && up.type === 'pointerup') this.mark(from, to);
      for (const end of ['pointerup', 'pointercancel']) document.removeEventListener(end, drawn);
    };
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, drawn);
  }

  /** Draws a circle or an arrow; the same again takes it away. @param {string} orig @param {string} dest */
  mark(orig, dest) {
    const shape = { orig, dest: orig === dest ? undefined : dest, brush: this.pen };
    const others = this.ground.state.drawable.shapes.filter((one) => one.orig !== shape.orig || one.dest !== shape.dest);
    const there = this.ground.state.drawable.shapes.find((one) => one.orig === shape.orig && one.dest === shape.dest);
    const shapes = there?.brush === shape.brush ? others : [...others, shape];
    this.ground.setShapes(shapes);
    this.on.draw(shapes);
  }

  /** Shows a position. @param {string} fen @param {{lastMove?: string|null, drawn?: any[], movable?: string|null}} [how] `movable`: which side may be moved; both if absent */
  show(fen, { lastMove = null, drawn = [], movable } = {}) {
    this.fen = fen;
    const turn = turnOf(fen);
    const mine = movable === undefined || movable === turn;
    const king = checkedKing(fen);
    this.closePromotion();
    this.ground.set({
      fen: fen.split(' ')[0],
      turnColor: turn,
      check: king ? turn : false,
      lastMove: lastMove ? [lastMove.slice(0, 2), lastMove.slice(2, 4)] : [],
      movable: this.editing ? {} : { color: mine ? turn : undefined, dests: mine ? destsOf(fen) : new Map() },
    });
    this.ground.setShapes(drawn);
    this.#selected();
  }

  /** Lets men be put anywhere, or plays by the rules again. @param {boolean} editing */
  setEditing(editing) {
    this.editing = editing;
    this.ground.set({
      movable: { free: editing, color: editing ? 'both' : turnOf(this.fen), showDests: !editing },
      draggable: { enabled: true, deleteOnDropOff: editing },
      selectable: { enabled: true },
      highlight: { lastMove: !editing, check: !editing },
      animation: { enabled: !editing && !matchMedia('(prefers-reduced-motion: reduce)').matches },
    });
  }

  /** May the pointer move men? Not while it places them. @param {boolean} free */
  setHands(free) {
    this.ground.set({ draggable: { enabled: free }, selectable: { enabled: free }, movable: { color: free ? 'both' : undefined } });
  }

  flip() {
    this.ground.toggleOrientation();
    this.#paint();
  }

  get orientation() {
    return this.ground.state.orientation;
  }

  set orientation(side) {
    this.ground.set({ orientation: side });
  }

  /** What stands on the board while it is edited. */
  get placement() {
    return this.ground.getFen();
  }

  /** Draws a layer of shapes over the men. @param {string} layer @param {any[]} shapes */
  setShapes(layer, shapes) {
    this.shapes.set(layer, shapes);
    this.ground.setAutoShapes([...this.shapes.values()].flat());
  }

  /** Forgets all that is drawn, before the board is hidden: a board without a size cannot place it. */
  clear() {
    this.shapes.clear();
    this.ground.setAutoShapes([]);
    this.ground.setShapes([]);
    this.ground.state.dom.redrawNow();
  }

  /** Measures the board anew after it was hidden. */
  measure() {
    this.ground.state.dom.bounds.clear();
  }

  /** Colours squares by class. @param {string} layer @param {Map<string, string>} classes */
  setSquares(layer, classes) {
    this.squares.set(layer, classes);
    this.#paint();
  }

  #paint() {
    const all = new Map();
    for (const classes of this.squares.values()) {
      for (const [key, name] of classes) all.set(key, all.has(key) ? `${all.get(key)} ${name}` : name);
    }
    this.ground.set({ highlight: { custom: all } });
  }

  /** Picks up or puts down, as a click does. @param {string} key */
  click(key) {
    if (this.pen) {
      if (this.penAt) this.mark(this.penAt, key);
      this.penAt = this.penAt ? null : key;
      return;
    }
    this.ground.selectSquare(key);
    this.#selected();
  }

  letGo() {
    this.penAt = null;
    this.ground.cancelMove();
    this.ground.selectSquare(null);
    this.#selected();
  }

  get held() {
    return this.ground.state.selected ?? null;
  }

  #selected() {
    const key = this.editing ? null : this.held;
    if (key !== this.lastHeld) this.on.select(key);
    this.lastHeld = key;
  }

  #moved(from, to) {
    if (this.editing) return;
    const position = positionOf(this.fen);
    const pawn = position?.board.getRole(squareIndex(from)) === 'pawn';
    if (pawn && (to[1] === '1' || to[1] === '8')) this.#askPromotion(from, to);
    else this.on.move(from + to);
  }

  /** A chooser over the file on which the pawn promotes. */
  #askPromotion(from, to) {
    const side = turnOf(this.fen);
    const box = byId('promotion');
    const choose = (letter) => {
      this.closePromotion();
      this.on.move(from + to + letter);
    };
    const choices = PROMOTIONS.map(([role, letter]) =>
      el('button', { type: 'button', class: 'cg-wrap man', 'aria-label': role, title: role, onclick: () => choose(letter) }, el('piece', { class: `${role} ${side}` })));
    const file = to.charCodeAt(0) - 97;
    const white = this.orientation === 'white';
    box.replaceChildren(...choices);
    box.style.left = `${(white ? file : 7 - file) * 12.5}%`;
    box.classList.toggle('low', (side === 'white') !== white);
    box.hidden = false;
    box.onkeydown = (event) => event.key === 'Escape' && this.#cancelPromotion();
    box.onfocusout = (event) => !box.hidden && !box.contains(event.relatedTarget) && this.#cancelPromotion();
    choices[0].focus();
  }

  closePromotion() {
    byId('promotion').hidden = true;
  }

  #cancelPromotion() {
    this.closePromotion();
    this.show(this.fen, { drawn: this.ground.state.drawable.shapes });
    this.element.focus();
  }
}
