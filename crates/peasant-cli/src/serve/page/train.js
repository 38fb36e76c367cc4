// The tab of exercises: a position, a question, and what comes of a wrong answer.

import { Trouble, watch } from './api.js';
import { byId, setText, strip } from './dom.js';
import { Exercises } from './exercises.js';
import { told } from './explanation.js';
import { bindFile, saveText } from './files.js';
import { sideName, turnOf } from './position.js';
import { Study } from './tree.js';
import { WALK } from './walk.js';
import { plural, resultWord, worse } from './words.js';

/** Seconds that the proof of an exercise may take. */
const PATIENCE = 10;
/** So many new ones in one sitting. */
const SITTING = 10;
const PARTS = ['train-results', 'train-ask', 'train-hint', 'train-show', 'train-again', 'train-next', 'train-analyse'];

export class Train {
  /** @param {{changed: () => void, analyse: (fen: string) => void, sit: (side: string) => void}} on `sit`: which side is at the bottom */
  constructor(on) {
    this.on = on;
    this.exercises = new Exercises();
    this.study = new Study('8/8/8/8/8/8/8/8 w - - 0 1');
    this.study.addEventListener('change', () => on.changed());
    /** @type {import('./exercises.js').Exercise|null} */
    this.exercise = null;
    byId('train-start').addEventListener('click', () => this.begin());
    byId('train-source').addEventListener('change', () => this.#count());
    byId('train-hint').addEventListener('click', () => this.#hint());
    byId('train-show').addEventListener('click', () => this.#giveUp());
    byId('train-ask').addEventListener('click', () => this.#prove());
    byId('train-again').addEventListener('click', () => this.#ask());
    byId('train-next').addEventListener('click', () => this.next());
    byId('train-analyse').addEventListener('click', () => on.analyse(`${this.exercise.fen} 0 1`));
    byId('train-end').addEventListener('click', () => this.end());
    for (const result of ['win', 'draw', 'loss']) byId(`train-${result}`).addEventListener('click', () => this.#claim(result));
    bindFile('train-file', 'panel-train', (text, name) => this.#read(text, name));
    for (const form of ['epd', 'pgn']) byId(`train-${form}`).addEventListener('click', () => saveText(`exercises.${form}`, this.exercises.write(form), 'text/plain'));
  }

  /** The tab is shown. */
  async mount() {
    try {
      await this.exercises.fetchBooks();
    } catch {
      setText(byId('train-error'), 'The exercises from books could not be loaded. Choose the tab again to try once more.');
    }
    this.#count();
  }

  /** May the reader move? */
  get asking() {
    return this.phase === 'asking' && this.asksMove;
  }

  /** Is there a position to show? */
  get open() {
    return this.exercise !== null;
  }

  #count() {
    const source = byId('train-source').value;
    if (source === 'walk') {
      setText(byId('train-known'), 'Ten lessons: a position, why it ends so, and an exercise like it.');
      return void (byId('train-start').disabled = false);
    }
    const { again, fresh } = this.exercises.due(source);
    const all = this.exercises.of(source);
    const waiting = all.length - again.length - fresh.length;
    setText(byId('train-known'), `${plural(all.length, 'exercise')}: ${again.length} to come again now, ${fresh.length} new${waiting ? `, ${waiting} for later days` : ''}.`);
    byId('train-start').disabled = !again.length && !fresh.length;
  }

  #read(text, name) {
    const read = this.exercises.read(text);
    setText(byId('train-error'), read ? '' : `${name} has no pawn ending in it: choose a file with positions (EPD) or games that begin from one (PGN).`);
    setText(byId('train-status'), read ? `${name}: ${plural(read.fresh, 'new exercise')}${read.known ? `, what is known of ${read.known}` : ''}.` : '');
    if (read?.fresh) byId('train-source').value = 'own';
    this.#count();
  }

  /** Exercises from judged games. @param {import('./exercises.js').Exercise[]} exercises */
  add(exercises) {
    const fresh = this.exercises.add(exercises);
    setText(byId('train-status'), fresh ? `${plural(fresh, 'new exercise')} from your games.` : 'They are exercises already.');
    byId('train-source').value = 'own';
    this.#count();
  }

  begin() {
    const source = byId('train-source').value;
    const { again, fresh } = source === 'walk' ? { again: WALK, fresh: [] } : this.exercises.due(source);
    this.queue = [...again, ...fresh].slice(0, Math.max(SITTING, again.length));
    this.asked = this.right = 0;
    this.total = this.queue.length;
    this.#sit(true);
    this.next();
  }

  /** Back to the choice of exercises. */
  end() {
    this.abort?.abort();
    this.exercise = null;
    this.phase = 'idle';
    byId('train-lesson').replaceChildren();
    if (this.asked) setText(byId('train-status'), `${this.right} of ${this.asked} right.`);
    this.#sit(false);
    this.#count();
    this.on.changed();
    byId('train-start').focus();
  }

  #sit(sitting) {
    byId('train-begin').hidden = byId('train-files').hidden = sitting;
    byId('train-exercise').hidden = !sitting;
    document.body.classList.toggle('training', sitting);
  }

  /** The next exercise, with its lesson first if it has one. */
  async next() {
    this.exercise = this.queue.shift() ?? null;
    if (!this.exercise) return this.end();
    setText(byId('train-name'), `${this.total - this.queue.length} of ${this.total}: ${this.exercise.name}${this.#history()}`);
    return this.exercise.lesson ? this.#teach() : this.#prove();
  }

  /** A lesson: a position and why it ends so, with moves that lead through it. */
  async #teach() {
    if (!(await this.#asked(this.exercise.lesson))) return undefined;
    const follow = (ucis) => this.study.follow(this.study.root, ucis);
    this.#task((this.answer.headlines ?? [])[0] ?? '');
    byId('train-lesson').replaceChildren(...told(this.explanation, null, follow));
    return this.#phase('taught');
  }

  /** Shows a position, and asks for its proof. @param {string} fen @returns {Promise<boolean>} is it proved in time? */
  async #asked(fen) {
    this.abort?.abort();
    const { signal } = (this.abort = new AbortController());
    this.#phase('working');
    this.hinted = false;
    byId('train-lesson').replaceChildren();
    this.on.sit(turnOf(fen));
    this.study.reset(`${fen} 0 1`);
    this.#say('');
    this.#task('Proving it …');
    try {
      const { answer, explanation } = await watch(fen, 'chess', {}, signal, PATIENCE);
      Object.assign(this, { answer, explanation });
    } catch (trouble) {
      if (trouble.name === 'AbortError') return false;
      if (!(trouble instanceof Trouble)) throw trouble;
      this.#task(trouble.words);
      this.#phase('stuck');
      return false;
    }
    if (!this.answer?.exact) {
      this.#task('This one is not proved in time, and left out.');
      this.#phase('stuck');
    }
    return Boolean(this.answer?.exact);
  }

  /** The exercise itself, if its result is proved in time. */
  async #prove() {
    if (!(await this.#asked(this.exercise.fen))) return undefined;
    const { lower } = this.answer.result;
    this.asksMove = this.answer.moves.some(({ result }) => worse(result.upper, lower));
    this.counts = null;
    return this.#ask();
  }

  #history() {
    const known = this.exercises.known.get(this.exercise.fen);
    if (!known) return '';
    const far = known.difficulty ? `, refuted in ${plural(Math.ceil(known.difficulty / 2), 'move')}` : '';
    return ` (asked ${plural(known.asked, 'time')}, missed ${known.missed}${far})`;
  }

  #ask() {
    this.#phase('asking');
    this.study.first();
    this.on.changed();
    const side = sideName(turnOf(this.exercise.fen));
    const asked = this.asksMove ? `${side} to move ${this.answer.result.lower === 'win' ? 'wins' : 'draws'}. How?` : `${side} to move: win, draw or loss?`;
    this.#task(asked);
    this.#say('');
    if (!this.asksMove) byId('train-win').focus();
  }

  /** Which buttons there are. */
  #phase(phase) {
    this.phase = phase;
    const shown = {
      working: [],
      taught: ['train-ask'],
      asking: this.asksMove ? ['train-hint', 'train-show'] : ['train-results', 'train-show'],
      refuted: ['train-again', 'train-show'],
      answered: ['train-next', 'train-analyse'],
      stuck: ['train-next'],
    }[phase];
    for (const id of PARTS) byId(id).hidden = !shown.includes(id);
    const first = { taught: 'train-ask', refuted: 'train-again', answered: 'train-next', stuck: 'train-next' }[phase];
    if (first) byId(first).focus({ preventScroll: true });
  }

  #task(text) {
    setText(byId('train-task'), text);
    strip(text);
  }

  #say(...texts) {
    setText(byId('train-said'), texts.filter(Boolean).join(' '));
  }

  /** A move was made on the board. @param {string} uci */
  moved(uci) {
    const move = this.answer.moves.find((one) => one.uci === uci);
    if (!move) return;
    if (worse(move.result.upper, this.answer.result.lower)) this.#refute(move);
    else if (worse(move.result.lower, this.answer.result.lower)) {
      this.#ask();
      this.#say(`Whether ${move.san} keeps it is not proved. Try another move.`);
    } else this.#answered(this.hinted ? 'hinted' : 'right', 'Right.');
  }

  /** A wrong move is played out: the answer to it, and what follows. */
  async #refute(move) {
    this.counts = 'wrong';
    this.#phase('refuted');
    const wrong = this.study.node;
    const tried = this.explanation?.tries.find(({ move: san }) => san === move.san);
    const thrown = `${move.san} throws the ${this.answer.result.lower === 'win' ? 'win' : 'draw'} away: now it is a ${resultWord(move.result)}.`;
    this.#say(thrown, tried?.text);
    for (const uci of await this.#punishment(tried, wrong)) wrong.end().play(uci);
    if (this.phase === 'refuted' && this.study.node === wrong && wrong.children.length) this.study.forward();
  }

  /** @returns {Promise<string[]>} */
  async #punishment(tried, wrong) {
    if (tried) {
      let node = wrong;
      for (const san of tried.refutation) node = node?.playSan(san);
      return [];
    }
    const found = await watch(wrong.fen, 'chess', {}, this.abort.signal, PATIENCE).catch(() => null);
    return found?.answer?.line ?? [];
  }

  #claim(result) {
    const right = this.answer.result.lower === result;
    this.#answered(right ? 'right' : 'wrong', right ? 'Right.' : 'No.');
  }

  #giveUp() {
    this.study.first();
    this.counts = 'wrong';
    this.#answered('wrong', '');
  }

  #hint() {
    this.hinted = true;
    const king = this.answer.best.map((uci) => this.answer.moves.find((one) => one.uci === uci)?.san).map((san) => san?.startsWith('K'));
    this.#say(king.every(Boolean) ? 'It is a move of the king.' : king.some(Boolean) ? 'There are several ways.' : 'The king stays where it is.');
  }

  /** The first answer counts. */
  #answered(answer, word) {
    const counts = this.counts ?? answer;
    this.asked += 1;
    this.right += counts === 'wrong' ? 0 : 1;
    const due = this.exercises.note(this.exercise, counts, this.explanation?.tries[0]?.told ?? null);
    const { line } = this.answer;
    if (this.study.node === this.study.root) this.study.follow(this.study.root, line.slice(0, 1));
    if (this.study.node.uci === line[0]) for (const uci of line.slice(1)) this.study.node.end().play(uci);
    this.#task((this.answer.headlines ?? [])[0] ?? '');
    this.#say(word, this.explanation?.idea, `It comes again ${inWords(due)}.`);
    this.#phase('answered');
    this.on.changed();
  }
}

/** @param {Date} due */
function inWords(due) {
  const minutes = (due.getTime() - Date.now()) / 60000;
  if (minutes < 60) return `in ${plural(Math.max(1, Math.round(minutes)), 'minute')}`;
  return minutes < 36 * 60 ? 'tomorrow' : `in ${Math.round(minutes / 1440)} days`;
}
