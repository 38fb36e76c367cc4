// Beside the board: what is proved, the game so far, playing, editing.

import { button, el, setText } from './dom.js';
import { write } from './pawngame-position.js';
import { patience } from './pawngame-rules.js';
import { effort, numbered, verdict } from './pawngame-words.js';
import { sideName } from './position.js';
import { resultClass, resultWord } from './words.js';

/** @typedef {import('./pawngame-words.js').Answer} Answer */

/** The parts of the panel. What they do is the game's to say. */
export class Panel {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    this.timer = 0;
    this.makeResult();
    this.makePlay();
    this.makeTools();
    this.makeText();
  }

  /** @param {import('./pawngame-rules.js').RulesControls} rules @param {HTMLElement} board */
  layout(rules, board) {
    const aim = el('p', { text: 'There are no kings. Who brings a pawn to the last rank wins, and so does who takes all of the other side’s.' });
    const told = card('Rules', aim, rules.about, this.patience, rules.more);
    const left = el('div', { class: 'pg-left' }, rules.board, board, this.tools, this.editor, this.record);
    const right = el('div', { class: 'pg-right' }, this.result, this.playing, told, this.setup);
    return el('div', { class: 'pg-columns' }, left, right);
  }

  makeResult() {
    this.verdict = el('p', { class: 'verdict', id: 'pawngame-verdict', role: 'status' });
    this.reproof = el('p', { class: 'pg-reproof', id: 'pawngame-reproof', role: 'status' });
    this.said = el('p', { class: 'pg-said', role: 'status' });
    this.fault = el('p', { class: 'fault pg-fault', id: 'pawngame-fault', role: 'alert' });
    this.effort = el('span', { class: 'small muted', id: 'pawngame-effort' });
    this.stop = button('Stop', () => this.game.stop(), { class: 'quiet small', id: 'pawngame-stop' });
    this.again = button('Prove on', () => this.proveOn(), { class: 'quiet small', id: 'pawngame-again' });
    this.time = el('select', { id: 'pawngame-seconds', 'aria-label': 'Seconds for a proof' },
      ...['2', '5', '20', '60'].map((value) => el('option', { value, text: `${value} s` })));
    this.time.value = '5';
    this.moves = el('ul', { class: 'pg-moves', id: 'pawngame-moves', 'aria-label': 'Moves and their results' });
    this.line = el('p', { class: 'line', id: 'pawngame-line' });
    this.lineCard = el('div', {}, el('h2', { text: 'Best play' }), this.line);
    this.patience = el('p', { class: 'small pg-patience', id: 'pawngame-patience' });
    this.findings = el('div', { class: 'pg-findings' }, el('h2', { text: 'Moves' }), this.moves, this.lineCard);
    this.result = el('section', { class: 'card pg-card', 'aria-label': 'Result' },
      this.verdict, this.reproof, this.said, this.fault,
      el('div', { class: 'pg-status' }, this.effort, this.stop, this.again,
        el('label', { class: 'pg-beside' }, 'Time for a proof', this.time)),
      this.findings);
  }

  makePlay() {
    const { game } = this;
    this.white = button('Play White', () => game.play('white'), { class: 'main', id: 'pawngame-play-white' });
    this.black = button('Play Black', () => game.play('black'), { class: 'main', id: 'pawngame-play-black' });
    this.quit = button('Stop playing', () => game.play(null), { id: 'pawngame-quit' });
    this.fresh = button('New game', () => game.newGame(), { id: 'pawngame-new' });
    this.undo = button('Take back', () => game.takeBack(), { id: 'pawngame-undo' });
    this.hints = el('input', { type: 'checkbox', onchange: () => game.render() });
    this.hintsLabel = el('label', { class: 'pg-beside' }, this.hints, 'Show the results');
    this.status = el('p', { class: 'small muted' });
    this.playing = card('Play against it', this.status,
      el('div', { class: 'row' }, this.white, this.black, this.undo, this.fresh, this.quit, this.hintsLabel));
  }

  makeTools() {
    const { game } = this;
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ act) =>
      button(sign, act, { 'aria-label': name, title: name });
    this.editing = button('Edit', () => game.edit(!game.editing), { id: 'pawngame-edit', 'aria-pressed': 'false' });
    this.tools = el('div', { class: 'row pg-tools', role: 'group', 'aria-label': 'Moves and board' },
      step('«', 'To the start of the game', () => game.go(0)),
      step('‹', 'One move back', () => game.go(game.at - 1)),
      step('›', 'One move on', () => game.go(game.at + 1)),
      step('»', 'To the end of the game', () => game.go(game.steps.length - 1)),
      button('Flip', () => game.flip(), { id: 'pawngame-flip' }), this.editing,
      button('Start', () => game.start(), { id: 'pawngame-start', title: 'The start of the game' }),
      button('Copy link', () => this.copy(), { id: 'pawngame-copy' }));
    this.copied = el('span', { class: 'small muted', role: 'status' });
    this.tools.append(this.copied);
    this.turns = ['white', 'black'].map((side) =>
      el('input', { type: 'radio', name: 'pawngame-turn', value: side, onchange: () => game.turn(side) }));
    this.editor = el('section', { class: 'card pg-card', 'aria-label': 'Edit the board' },
      el('p', { class: 'small', text: 'Press a square to put White’s pawn on it, again for Black’s, again to clear it. Keys: w, b, Delete.' }),
      el('div', { class: 'row' },
        ...this.turns.map((radio) => el('label', { class: 'pg-beside' }, radio, `${sideName(radio.value)} to move`)),
        button('Clear', () => game.clear(), { id: 'pawngame-clear' }),
        button('Done', () => game.edit(false), { id: 'pawngame-done', class: 'main' })));
    this.played = el('p', { class: 'line', id: 'pawngame-played' });
    this.record = card('Game so far', this.played);
  }

  makeText() {
    this.text = el('input', { type: 'text', id: 'pawngame-position', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'pawngame-position-help pawngame-fault' });
    const form = el('form', { class: 'pg-text', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.game.enter(this.text.value);
    } },
    el('label', { class: 'unseen', for: 'pawngame-position', text: 'Position as text' }), this.text, el('button', { type: 'submit', text: 'Set up' }),
    el('p', { class: 'small muted', id: 'pawngame-position-help', text: 'FEN of pawns, or squares, White’s first: a2 b2/a6 b5 w' }));
    this.setup = card('Position', form);
  }

  /** @param {import('./pawngame-position.js').Position} position @param {Answer | null} answer @param {string | null} over */
  show(position, answer, over) {
    const { game } = this;
    const hidden = this.hidden() && !over;
    const told = answer ? (hidden ? `${sideName(answer.side_to_move)} to move.` : verdict(answer)) : '';
    const editing = 'The board is being edited.';
    setText(this.verdict, game.editing ? editing : over ?? told);
    this.verdict.className = `verdict ${answer && !over && !hidden ? resultClass(answer.result) : ''}`;
    if (this.stop.hidden) setText(this.effort, answer && !over && !hidden ? effort(answer) : '');
    this.findings.hidden = hidden || !answer?.moves.length || over !== null;
    if (!this.findings.hidden && answer) this.showMoves(answer);
    this.again.hidden = !this.stop.hidden || !answer?.stopped || hidden || over !== null;
    setText(this.patience, (!game.first && patience(game.rules.rules)) || '');
    if (document.activeElement !== this.text && this.fault.textContent === '') {
      const text = write(position);
      this.text.value = position.pawns.size || game.editing ? text : game.first;
    }
    this.editing.setAttribute('aria-pressed', String(game.editing));
    this.editor.hidden = !game.editing;
    for (const radio of this.turns) radio.checked = radio.value === position.turn;
    this.showPlay(over);
    this.showRecord();
  }

  /** @param {Answer} answer */
  showMoves(answer) {
    if (answer === this.shown) return;
    this.shown = answer;
    const chips = answer.moves.map((move) => {
      const result = el('span', { class: `result ${resultClass(move.result)}`, text: resultWord(move.result) });
      const press = () => this.game.byHand(move);
      return el('li', {}, el('button', { type: 'button', class: 'pg-move', onclick: press }, `${move.move} `, result));
    });
    this.moves.replaceChildren(...chips);
    const press = (/** @type {number} */ index) => this.game.walk(answer.line_moves.slice(0, index + 1));
    this.line.replaceChildren(...lineOf(answer.line, answer.side_to_move, press));
    this.lineCard.hidden = answer.line.length === 0;
  }

  /** @param {string | null} over */
  showPlay(over) {
    const { me } = this.game;
    for (const one of [this.undo, this.fresh, this.quit, this.hintsLabel]) one.hidden = !me;
    this.white.hidden = this.black.hidden = Boolean(me);
    const thinking = this.game.waiting ? ' It is thinking.' : ' It is your move.';
    setText(this.status, me
      ? `You play ${sideName(me)}.${over ? '' : thinking}`
      : 'From the position on the board. It plays the best that is proved in the time, or what looks best after looking ahead, and says so when you throw a result away.');
  }

  showRecord() {
    const { steps, at, editing } = this.game;
    const moves = steps.slice(1).map((/** @type {any} */ step) => step.move.move);
    this.record.hidden = moves.length === 0 || editing;
    const text = steps[0].text;
    const first = text.split(' ')[1] === 'b' || steps[0].answer?.side_to_move === 'black' ? 'black' : 'white';
    this.played.replaceChildren(...lineOf(moves, first, (index) => this.game.go(index + 1), at - 1));
  }

  /** Are results kept from the player? */
  hidden() {
    return this.game.me !== null && !this.hints.checked;
  }

  seconds() {
    return Number(this.time.value);
  }

  /** More of the same, for longer. */
  proveOn() {
    this.time.selectedIndex = Math.min(this.time.selectedIndex + 1, this.time.options.length - 1);
    this.game.step.answer = null;
    this.game.solve();
  }

  /** @param {boolean} on */
  running(on) {
    clearInterval(this.timer);
    this.stop.hidden = !on;
    setText(this.stop, this.game.me && this.game.me !== this.game.position().turn ? 'Move now' : 'Stop');
    if (!on) return this.game.step && this.game.render();
    this.again.hidden = true;
    const since = performance.now();
    const tell = () => {
      const seconds = Math.floor((performance.now() - since) / 1000);
      setText(this.effort, seconds > 0 ? `Proving, ${seconds} s of ${this.seconds()} …` : 'Proving …');
    };
    tell();
    this.timer = setInterval(tell, 250);
  }

  /** @param {string} text */
  say(text) {
    setText(this.said, text);
  }

  /** @param {string} text what the player has just given away, or '' */
  reproach(text) {
    setText(this.reproof, text);
  }

  /** @param {string | null} words what is wrong with what was asked */
  trouble(words) {
    setText(this.fault, words ?? '');
    if (words) this.text.setAttribute('aria-invalid', 'true');
    else this.text.removeAttribute('aria-invalid');
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      setText(this.copied, 'Copied.');
    } catch {
      setText(this.copied, 'Copy the address from the address bar.');
    }
    setTimeout(() => setText(this.copied, ''), 3000);
  }
}

/** @param {string} title @param {...Node} parts */
const card = (title, ...parts) =>
  el('section', { class: 'card pg-card', 'aria-label': title }, el('h2', { text: title }), ...parts);

/** Moves with their numbers, each to be pressed.
 * @param {string[]} moves @param {import('./pawngame-position.js').Side} first
 * @param {(index: number) => void} press @param {number} [current] */
function lineOf(moves, first, press, current) {
  return numbered(moves, first).flatMap(({ number, move }, index) => [
    el('span', { class: 'pg-ply' }, ...(number ? [el('span', { class: 'number', text: number })] : []),
      el('button', { type: 'button', class: 'move', text: move, 'aria-current': index === current ? 'step' : null, onclick: () => press(index) })),
    ' ']);
}
