// Games of a file: judged by the program, listed with their errors, read on the board.

import { parsePgn } from 'chessops/pgn.js';
import { Trouble, annotate } from './api.js';
import { byId, button, el } from './dom.js';
import { bindFile } from './files.js';
import { ERROR, showMoveList } from './movelist.js';
import { bare } from './position.js';
import { Study, treeOfGame } from './tree.js';
import { plural } from './words.js';

const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

export class Games {
  /**
   * @param {{changed: () => void, analyse: (fen: string) => void, play: (fen: string) => void, keep: (root: any, name: string, tags: Record<string, string>) => void,
   *   train: (exercises: {fen: string, name: string}[]) => void}} on `keep`: makes a chapter of a study
   */
  constructor(on) {
    this.on = on;
    this.study = new Study(EMPTY);
    this.games = [];
    this.chosen = -1;
    this.study.addEventListener('change', () => {
      this.#showGame();
      on.changed();
    });
    byId('judge').addEventListener('click', () => this.judge());
    byId('games-stop').addEventListener('click', () => this.abort?.abort());
    byId('next-error').addEventListener('click', () => this.nextError());
    byId('game-analyse').addEventListener('click', () => on.analyse(this.study.node.fen));
    byId('game-play').addEventListener('click', () => on.play(this.study.node.fen));
    byId('game-study').addEventListener('click', () => on.keep(this.study.root, byId('game-heading').textContent, Object.fromEntries(this.games[this.chosen].game.headers)));
    byId('games-train').addEventListener('click', () => on.train(this.games.flatMap(exercisesOf)));
    bindFile('games-file', 'panel-games', (text, name) => {
      byId('games-text').value = text;
      byId('games-status').textContent = `${name} is read. Judge it now.`;
    });
  }

  /** Is a game open? */
  get open() {
    return this.chosen >= 0;
  }

  async judge() {
    const pgn = byId('games-text').value.trim();
    byId('games-error').textContent = '';
    if (!pgn) {
      byId('games-error').textContent = 'There is no game to judge: paste one, or choose a file.';
      return;
    }
    const total = count(pgn);
    this.#working(true, total);
    this.abort = new AbortController();
    try {
      this.#take(await annotate(`${pgn}\n`, Number(byId('games-time').value), (done) => this.#working(true, total, done), this.abort.signal));
    } catch (error) {
      byId('games-status').textContent = '';
      if (error.name === 'AbortError') byId('games-status').textContent = 'Stopped.';
      else if (error instanceof Trouble) byId('games-error').textContent = error.words;
      else throw error;
    } finally {
      this.#working(false);
    }
  }

  #working(working, total = 0, done = 0) {
    byId('judge').disabled = working;
    byId('games-stop').hidden = !working;
    if (working) byId('games-status').textContent = total > 1 ? `Judging ${total} games … ${done ? `${done} done` : ''}` : 'Judging …';
  }

  /** @param {import('./api.js').Judged[]} rows */
  #take(rows) {
    this.games = rows.flatMap(({ pgn, endings, positions, moments, error }) =>
      parsePgn(pgn).map((game, index) => ({ game, errors: index ? [] : ofKind('error', moments), mistakes: index ? [] : ofKind('opinion', moments), judged: endings > 0, positions, wrong: error?.message })));
    byId('games-status').textContent = summary(this.games);
    const save = byId('games-save');
    if (save.href) URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob(rows.map(({ pgn }) => pgn), { type: 'application/x-chess-pgn' }));
    save.hidden = false;
    byId('games-train').hidden = !this.games.some(({ errors }) => errors.length);
    byId('games-text').rows = 3;
    this.chosen = -1;
    const first = this.games.findIndex((one) => one.errors.length);
    if (this.games.length) this.#choose(first < 0 ? 0 : first);
  }

  #showList() {
    const items = this.games.map(({ game, errors, mistakes, judged, positions, wrong }, index) => {
      const found = errors.length ? plural(errors.length, 'error') : `no error proved${openOf([positions])}`;
      const label = wrong ? 'cannot be read' : judged ? `${found}${mistakes.length ? `; ${mistakes.length} likely` : ''}` : 'nothing judged';
      const choose = button('', () => this.#choose(index), { class: 'game', 'aria-current': index === this.chosen ? 'true' : null });
      choose.append(el('span', { text: title(game) }), el('span', { class: errors.length ? 'errors' : 'muted', text: label }));
      return el('li', {}, choose);
    });
    byId('games-list').replaceChildren(el('ol', { class: 'games' }, ...items));
  }

  #choose(index) {
    const refocus = byId('games-list').contains(document.activeElement);
    this.chosen = index;
    this.#showList();
    if (refocus) byId('games-list').querySelector('[aria-current]')?.focus();
    const one = this.games[index];
    const root = treeOfGame(one.game);
    if (root) mark(root, one);
    byId('games-error').textContent = one.wrong ?? '';
    byId('game').hidden = false;
    document.body.classList.add('reading');
    byId('game-heading').textContent = title(one.game);
    byId('next-error').disabled = !one.errors.length;
    this.study.reset(root ?? EMPTY);
    this.nextError();
  }

  #showGame() {
    showMoveList(byId('game-moves'), this.study, (node) => this.study.go(node), faultOf);
  }

  /** The next mistake of the main line, from the start again after the last. */
  nextError() {
    const line = this.study.root.rest();
    const errors = line.filter(({ thrown }) => thrown);
    const at = line.indexOf(this.study.node);
    this.study.go(errors.find((node) => line.indexOf(node) > at) ?? errors[0]);
  }
}

/** How many games are in this text, roughly: by their first tags. */
const count = (pgn) => (pgn.match(/^\[Event /gm) ?? []).length || 1;

function title({ headers }) {
  const named = (name) => (/^\??$/.test(headers.get(name) ?? '') ? null : headers.get(name));
  const players = [named('White'), named('Black')].filter(Boolean).join(' – ');
  const where = [named('Event'), (named('Date') ?? '').replace(/[.?]+$/, ''), named('Result')?.replace('*', '')].filter((text) => text && !text.startsWith('????')).join(', ');
  return [players || 'A game', where].filter(Boolean).join(' · ');
}

/** Errors are the moves that are proved to throw a result away: signs of the file prove nothing. @param {string} wanted @param {import('./api.js').Moment[]} [moments] */
const ofKind = (wanted, moments = []) => moments.filter(({ kind }) => kind === wanted);

/** Marks what was found on the main line. @param {import('./tree.js').Node} root */
function mark(root, { errors, mistakes }) {
  const keyOf = (fen, uci) => `${fen.split(' ')[0]} ${uci}`;
  const found = new Map([...mistakes, ...errors].map((one) => [keyOf(one.fen, one.move.uci), one]));
  for (const node of root.rest()) {
    const moment = found.get(keyOf(node.parent.fen, node.uci));
    node.thrown = moment?.kind === 'error';
    node.mistake = moment?.mistake ?? 0;
  }
}

/** @param {import('./tree.js').Node} node @returns {import('./movelist.js').Fault|null} */
function faultOf({ thrown, mistake, nags }) {
  if (thrown) return ERROR;
  return mistake ? { name: 'likely', sign: nags.includes(6) ? '' : '?!', words: `probably a mistake, ${Math.round(100 * mistake)} %, not proved` } : null;
}

/** The positions in which a proved result was thrown away. */
const exercisesOf = ({ game, errors }) =>
  errors.map(({ fen, side, move_number: number, move }) => ({ fen: bare(fen), name: `${title(game)}, ${number}${side === 'white' ? '.' : '...'} ${move.san}` }));

/** How many positions stayed open. @param {({exact: number, open: number}|undefined)[]} counts */
function openOf(counts) {
  const open = counts.reduce((sum, one) => sum + (one?.open ?? 0), 0);
  const all = counts.reduce((sum, one) => sum + (one ? one.exact + one.open : 0), 0);
  return open ? `; ${open} of ${plural(all, 'position')} stayed open` : '';
}

/** Says what was found in all of them, and of how many nothing was. */
function summary(games) {
  const number = games.length;
  const [errors, mistakes] = ['errors', 'mistakes'].map((name) => games.reduce((sum, one) => sum + one[name].length, 0));
  const left = games.filter((one) => !one.errors.length && !one.judged).length;
  if (left === number) return `${plural(number, 'game')}; nothing was judged.`;
  const rest = left ? ` In ${left} nothing was judged.` : '';
  return `${plural(number, 'game')}; ${errors ? `${plural(errors, 'result')} thrown away` : 'no error is proved'}${mistakes ? `, ${plural(mistakes, 'move')} probably ${mistakes > 1 ? 'mistakes' : 'a mistake'} (not proved)` : ''}${openOf(games.map((one) => one.positions))}.${rest}`;
}
