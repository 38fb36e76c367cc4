// The tab of games with pawns alone: a board, what is proved of it, a game against the program.

import { pawngame as ask } from './api.js';
import { Board } from './pawngame-board.js';
import { Panel } from './pawngame-panel.js';
import { empty, read, write } from './pawngame-position.js';
import { fromAddress, parameters, RulesControls } from './pawngame-rules.js';
import { choice, thrown } from './pawngame-words.js';
import { other, sideName } from './position.js';
import { resultClass, resultWord } from './words.js';

/**
 * @typedef {import('./pawngame-position.js').Side} Side
 * @typedef {import('./pawngame-words.js').Answer} Answer
 * @typedef {import('./pawngame-words.js').Move} Move
 * @typedef {import('./pawngame-words.js').Next} Next
 * @typedef {object} Step a position of the game so far
 * @property {string} text as the program reads it; '' is the start, which it has yet to name
 * @property {Next | null} move what led here
 * @property {Answer | null} answer what is proved of it so far
 */

/** Seconds of the first question, which brings the legal moves; each further one has GROWTH times as many. */
const GLANCE = 0.2;
const GROWTH = 5;
/** Milliseconds before the program's reply, so that it is seen to move. */
const PAUSE = 350;

/** Fills the tab. @param {HTMLElement} section */
export function mount(section) {
  new PawnGame(section);
}

class PawnGame {
  /** @param {HTMLElement} section */
  constructor(section) {
    const search = new URLSearchParams(location.search);
    this.section = section;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.selected = /** @type {string | null} */ (null);
    this.flipped = false;
    this.editing = false;
    this.edited = /** @type {import('./pawngame-position.js').Position | null} */ (null);
    this.first = '';
    this.me = /** @type {Side | null} */ (null);
    this.work = new AbortController();
    this.rules = new RulesControls(fromAddress(search), (fresh) => this.rulesChanged(fresh));
    this.board = new Board((square) => this.press(square), (square, key) => this.type(square, key));
    this.panel = new Panel(this);
    section.classList.add('pg');
    section.append(this.panel.layout(this.rules, this.board.element));
    new MutationObserver(() => this.address()).observe(section.closest('[hidden]') ?? section.parentElement ?? section, { attributeFilter: ['hidden'] });
    this.setUp((search.get('position') ?? '').replaceAll('_', ' '));
  }

  get step() {
    return this.steps[this.at];
  }

  /** Is the program to move? */
  get waiting() {
    return this.me !== null && this.step.answer?.side_to_move === other(this.me);
  }

  // Positions

  /** Begins with a position as people write it; '' is the start of the game. @param {string} text */
  setUp(text) {
    this.steps = [{ text, move: null, answer: null }];
    this.at = 0;
    this.first = text;
    this.former = null;
    this.panel.reproach('');
    this.solve();
  }

  start() {
    this.edit(false);
    this.me = null;
    this.flipped = false;
    this.setUp('');
  }

  /** @param {boolean} fresh */
  rulesChanged(fresh) {
    this.me = null;
    if (fresh) return this.start();
    // How a move ends the game hangs on the rules: it is to be made again.
    this.steps = this.steps.filter(({ move }) => !move?.ending);
    for (const step of this.steps) step.answer = null;
    this.go(Math.min(this.at, this.steps.length - 1));
  }

  /** @param {number} at */
  go(at) {
    if (at < 0 || at >= this.steps.length) return;
    this.at = at;
    this.selected = null;
    this.solve();
  }

  /** Carries out moves from here, the last of which is shown. @param {Next[]} moves */
  walk(moves) {
    this.steps.length = this.at + 1;
    for (const move of moves) this.steps.push({ text: move.position, move, answer: null });
    this.at += moves.length;
    this.selected = null;
    this.solve();
  }

  textHere() {
    return this.step.answer?.position ?? this.step.text;
  }

  /** The position on the board, or an empty board before the program has named the start. */
  position() {
    const text = this.textHere();
    const { files, ranks } = this.rules.rules;
    return this.edited ?? (/^[1-8Pp]+\//.test(text) ? read(text) : empty(files, ranks));
  }

  // Proofs

  async solve() {
    this.work.abort();
    const work = (this.work = new AbortController());
    const { step } = this;
    this.panel.say('');
    this.panel.trouble(null);
    this.render();
    if (this.edited || this.finished() || isDone(step.answer)) return this.proved();
    this.panel.running(true);
    try {
      for (const seconds of stages(this.panel.seconds())) {
        const params = parameters(this.rules.rules, !/^[1-8PpoX]+\//.test(step.text));
        if (step.text) params.position = step.text;
        const answer = await ask({ ...params, time: seconds }, work.signal);
        this.accept(step, answer);
        if (answer.stopped === null || (this.waiting && answer.exact)) break;
      }
    } catch (fault) {
      if (!work.signal.aborted) this.refused(fault);
      return;
    } finally {
      if (work === this.work) this.panel.running(false);
    }
    this.proved();
  }

  /** @param {Step} step @param {Answer} answer */
  accept(step, answer) {
    step.answer = answer;
    if (step === this.steps[0]) {
      this.rules.fit(answer.rules);
      if (!this.first) step.text = answer.position;
    }
    this.render();
  }

  /** Says what is wrong. A text that was refused leaves the board as it was. @param {any} fault */
  refused(fault) {
    if (this.former && !this.step.answer) Object.assign(this, this.former);
    this.former = null;
    this.panel.trouble(fault.words ?? String(fault));
    this.render();
  }

  /** Nothing more is coming: the program replies if it is its turn. */
  async proved() {
    this.render();
    if (this.finished() || !this.waiting || this.edited) return;
    const { work, step } = this;
    await new Promise((resume) => setTimeout(resume, PAUSE));
    if (work !== this.work || work.signal.aborted || step !== this.step) return;
    const reply = choice(/** @type {Answer} */ (step.answer));
    const side = sideName(other(/** @type {Side} */ (this.me)));
    this.walk([reply]);
    this.panel.say(`${side} plays ${reply.move}.`);
  }

  stop() {
    this.work.abort();
    this.panel.running(false);
    if (this.waiting) this.resumePlay();
  }

  /** Stopping the program's thinking makes it play what it has. */
  resumePlay() {
    this.work = new AbortController();
    this.proved();
  }

  /** How the game has ended, in a sentence; null while it goes on. */
  finished() {
    return this.step.move?.ending ?? this.step.answer?.ending ?? null;
  }

  // Moves by hand

  /** The legal moves from a square, by where they go. @param {string} from */
  from(from) {
    const moves = (this.step.answer?.moves ?? []).filter((move) => move.from === from);
    return new Map(moves.map((move) => [move.to, move]));
  }

  /** @param {string} square */
  press(square) {
    if (this.editing) return this.put(square, NEXT[this.position().pawns.get(square) ?? 'none']);
    if (this.waiting || this.finished()) return;
    const move = this.selected ? this.from(this.selected).get(square) : null;
    if (move) return this.byHand(move);
    const again = square === this.selected;
    this.selected = !again && this.from(square).size > 0 ? square : null;
    this.render();
  }

  /** @param {Move} move */
  byHand(move) {
    if (this.waiting) return;
    const before = /** @type {Answer} */ (this.step.answer);
    this.panel.reproach((this.me && thrown(before, move)) ?? '');
    this.walk([move]);
  }

  /** @param {string} square @param {string} key @returns {boolean} is the key one of the board's? */
  type(square, key) {
    if (key === 'Escape' && this.selected) {
      this.selected = null;
      this.render();
      return true;
    }
    if (!this.editing || !(key in KEYS)) return false;
    this.put(square, KEYS[key]);
    return true;
  }

  // Editing

  /** @param {boolean} on */
  edit(on) {
    if (on === this.editing) return;
    const text = this.edited && write(this.edited);
    this.edited = on ? this.position() : null;
    this.editing = on;
    this.selected = null;
    this.me = null;
    if (text) this.setUp(text);
    else this.solve();
  }

  /** @param {string} square @param {Side | null} pawn */
  put(square, pawn) {
    const position = this.position();
    const pawns = new Map(position.pawns);
    pawns.delete(square);
    if (pawn) pawns.set(square, pawn);
    this.edited = { ...position, pawns, passing: null };
    this.render();
  }

  clear() {
    const { files, ranks } = this.position();
    this.edited = empty(files, ranks);
    this.render();
  }

  /** @param {Side} turn */
  turn(turn) {
    this.edited = { ...this.position(), turn, passing: null };
    this.render();
  }

  /** A position in text, which stays in its field if it is a bad one. @param {string} text */
  enter(text) {
    this.editing = false;
    this.edited = null;
    this.me = null;
    const { steps, at, first } = this;
    this.setUp(text.trim());
    this.former = { steps, at, first };
  }

  // Playing

  /** @param {Side | null} side whom the person plays; null ends the game */
  play(side) {
    this.edit(false);
    this.me = side;
    this.panel.reproach('');
    if (side) this.flipped = side === 'black';
    if (side && this.finished()) return this.newGame();
    this.solve();
  }

  newGame() {
    this.panel.reproach('');
    this.steps.length = 1;
    this.go(0);
  }

  takeBack() {
    let at = this.at - 1;
    while (this.me && at > 0 && this.steps[at].answer?.side_to_move !== this.me) at--;
    if (at < 0) return;
    this.panel.reproach('');
    this.steps.length = at + 1;
    this.go(at);
  }

  flip() {
    this.flipped = !this.flipped;
    this.render();
  }

  // What is shown

  render() {
    const position = this.position();
    const targets = this.selected ? this.targets(this.selected) : new Map();
    this.board.show(position, {
      flipped: this.flipped, selected: this.selected, targets, last: this.lastMove(), editing: this.editing,
    });
    this.panel.show(position, this.edited ? null : this.step.answer, this.edited ? null : this.finished());
    this.address();
  }

  /** @param {string} from */
  targets(from) {
    const hidden = this.panel.hidden();
    return new Map([...this.from(from)].map(([to, { result }]) =>
      [to, hidden ? { tint: 'plain', word: '' } : { tint: resultClass(result).split(' ')[0], word: resultWord(result) }]));
  }

  lastMove() {
    const { move } = this.step;
    return this.edited || !move ? [] : [move.from, move.to];
  }

  /** Keeps the address of the tab true while it is the one that is shown. */
  address() {
    if (!this.steps.length || this.section.closest('[hidden]')) return;
    const start = this.at === 0 && !this.first && !this.edited;
    const search = new URLSearchParams({ tab: 'pawngame' });
    for (const [key, value] of Object.entries(parameters(this.rules.rules, start))) search.set(key, String(value));
    const text = this.edited ? write(this.edited) : this.textHere();
    if (!start) search.set('position', text.replaceAll(' ', '_'));
    const address = `/?${search.toString().replaceAll('%2F', '/')}`;
    if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
  }
}

/** Times for questions, ever longer, so that what is proved is seen to grow. @param {number} limit */
function stages(limit) {
  const times = [];
  for (let time = GLANCE; time * 2 < limit; time *= GROWTH) times.push(time);
  return [...times, limit];
}

/** What a press makes of a square while the board is edited. @type {Record<string, Side | null>} */
const NEXT = { none: 'white', white: 'black', black: null };

/** Keys of the board while it is edited. @type {Record<string, Side | null>} */
const KEYS = { w: 'white', P: 'white', b: 'black', p: 'black', Delete: null, Backspace: null };

/** Is nothing left to prove? @param {Answer | null} answer */
const isDone = (answer) => answer !== null && answer.stopped === null;
