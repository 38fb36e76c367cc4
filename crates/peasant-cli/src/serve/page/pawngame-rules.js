// The rules of a game with pawns: their controls, and the parameters that the program takes.

import { el } from './dom.js';

/**
 * @typedef {object} Rules
 * @property {string} preset
 * @property {number} files
 * @property {number} ranks
 * @property {number} rows
 * @property {boolean} doubleStep
 * @property {boolean} enPassant
 * @property {string} noMove
 */

const CHESS = { files: 8, ranks: 8, rows: 1, doubleStep: true, enPassant: true, noMove: 'draw' };

/** @type {Record<string, Rules & { title: string, about: string }>} */
const PRESETS = {
  peasants: { ...CHESS, preset: 'peasants', rows: 2, title: 'Peasants', about: 'Two rows of pawns. Who has no move has drawn.' },
  'pawn-game': { ...CHESS, preset: 'pawn-game', title: 'Pawn game', about: 'One row of pawns. Who has no move has drawn.' },
  alburt: { ...CHESS, preset: 'alburt', noMove: 'alburt', title: 'Alburt’s game', about: 'One row of pawns. Who has no move loses, unless the opponent has none either.' },
  hexapawn: { ...CHESS, preset: 'hexapawn', files: 3, ranks: 3, doubleStep: false, enPassant: false, noMove: 'loss', title: 'Hexapawn', about: 'Pawns start on the first rank and go one square. Who has no move loses.' },
};

/** What the tab shows first: a game that is proved in a blink. @type {Rules} */
export const FIRST = { ...PRESETS['pawn-game'], files: 6 };

/** The parameters of the program, those of the preset left out.
 * @param {Rules} rules @param {boolean} board name the board too, where no position brings its own */
export function parameters(rules, board) {
  const usual = PRESETS[rules.preset];
  /** @type {Record<string, string | number>} */
  const params = { preset: rules.preset };
  if (board) Object.assign(params, { files: rules.files, ranks: rules.ranks });
  if (rules.rows !== usual.rows) params.rows = rules.rows;
  if (usual.doubleStep && !rules.doubleStep) params['no-double-step'] = 'true';
  if (usual.enPassant && !rules.enPassant) params['no-en-passant'] = 'true';
  if (rules.noMove !== usual.noMove) params['no-move'] = rules.noMove;
  return params;
}

/** Reads an address; what it does not say is the preset's, and without a preset the first game.
 * @param {URLSearchParams} search @returns {Rules} */
export function fromAddress(search) {
  const named = PRESETS[search.get('preset') ?? ''];
  const usual = named ?? (search.has('position') ? PRESETS['pawn-game'] : FIRST);
  const number = (/** @type {string} */ key, /** @type {number} */ otherwise) => Number(search.get(key)) || otherwise;
  return {
    ...usual,
    files: number('files', usual.files),
    ranks: number('ranks', usual.ranks),
    rows: number('rows', usual.rows),
    doubleStep: usual.doubleStep && !search.has('no-double-step'),
    enPassant: usual.enPassant && !search.has('no-en-passant'),
    noMove: search.get('no-move') ?? usual.noMove,
  };
}

/** Will a proof from the start take longer than people wait? Null if not. @param {Rules} rules */
export function patience({ files, ranks, rows }) {
  if (ranks < 7 || files + 3 * (rows - 1) < 8) return null;
  const small = rows === 2 ? 'four files' : 'seven files';
  return `A proof from the start takes minutes or longer on a board this wide. What is proved in the time is shown; up to ${small} it is a matter of seconds.`;
}

/** The controls. `changed` is told whether the board itself has to begin anew. */
export class RulesControls {
  /** @param {Rules} rules @param {(fresh: boolean) => void} changed */
  constructor(rules, changed) {
    this.rules = rules;
    this.changed = changed;
    this.about = el('p', { id: 'pawngame-about' });
    this.preset = this.choose('preset', Object.values(PRESETS).map((one) => [one.preset, one.title]), 'pawngame-preset');
    this.files = this.choose('files', [1, 2, 3, 4, 5, 6, 7, 8].map(plain), 'pawngame-files');
    this.ranks = this.choose('ranks', [], 'pawngame-ranks');
    this.rows = this.choose('rows', [1, 2].map(plain), 'pawngame-rows');
    this.noMove = this.choose('noMove', [['draw', 'has drawn'], ['loss', 'loses'], ['alburt', 'loses, unless both have none']], 'pawngame-no-move');
    this.doubleStep = this.tick('doubleStep');
    this.enPassant = this.tick('enPassant');
    this.board = el('div', { class: 'pg-fields', role: 'group', 'aria-label': 'Game and board' },
      field('Game', this.preset), field('Files', this.files), field('Ranks', this.ranks));
    this.more = el('details', {}, el('summary', { text: 'More rules' }),
      el('div', { class: 'pg-fields' },
        field('Rows of pawns', this.rows),
        field('Who has no move', this.noMove),
        beside('Double step', this.doubleStep),
        beside('En passant', this.enPassant)));
    this.fill();
  }

  /** @param {keyof Rules} key @param {[string, string][]} choices @param {string} id @returns {HTMLSelectElement} */
  choose(key, choices, id) {
    return el('select', { id, onchange: (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      this.set(key, /^\d$/.test(value) ? Number(value) : value);
    } }, ...options(choices));
  }

  /** @param {keyof Rules} key @returns {HTMLInputElement} */
  tick(key) {
    return el('input', { type: 'checkbox', onchange: (/** @type {Event} */ event) => {
      this.set(key, /** @type {HTMLInputElement} */ (event.target).checked);
    } });
  }

  /** @param {keyof Rules} key @param {string | number | boolean} value */
  set(key, value) {
    this.rules = key === 'preset' ? { ...PRESETS[String(value)] } : { ...this.rules, [key]: value };
    const { low, high } = range(this.rules);
    this.rules.ranks = Math.min(high, Math.max(low, this.rules.ranks));
    this.fill();
    this.changed(['preset', 'files', 'ranks', 'rows'].includes(key));
  }

  /** Takes the board of a position. @param {{ files: number, ranks: number, rows: number }} board */
  fit({ files, ranks, rows }) {
    this.rules = { ...this.rules, files, ranks, rows };
    this.fill();
  }

  fill() {
    const { rules } = this;
    const hexapawn = rules.preset === 'hexapawn';
    const { low, high } = range(rules);
    const choices = Array.from({ length: high + 1 - low }, (_, step) => plain(low + step));
    this.ranks.replaceChildren(...options(choices));
    for (const key of /** @type {const} */ (['preset', 'files', 'ranks', 'rows', 'noMove'])) this[key].value = String(rules[key]);
    this.doubleStep.checked = rules.doubleStep;
    this.enPassant.checked = rules.enPassant;
    this.doubleStep.disabled = this.enPassant.disabled = hexapawn;
    this.about.textContent = PRESETS[rules.preset].about;
  }
}

/** How many ranks the board may have. @param {Rules} rules */
function range({ preset, rows }) {
  if (preset === 'hexapawn') return { low: rows === 2 ? 4 : 3, high: 6 };
  return { low: rows === 2 ? 6 : 4, high: 8 };
}

/** @param {number} number @returns {[string, string]} */
const plain = (number) => [String(number), String(number)];

/** @param {[string, string][]} choices */
const options = (choices) => choices.map(([value, text]) => el('option', { value, text }));

/** @param {string} text @param {HTMLElement} control */
const field = (text, control) => el('label', { class: 'pg-field' }, el('span', { text }), control);

/** @param {string} text @param {HTMLElement} control */
const beside = (text, control) => el('label', { class: 'pg-beside' }, control, text);
