// Playing on against the program, the results hidden; it says when one is thrown away.

import { Trouble, watch } from './api.js';
import { byId, setText, strip } from './dom.js';
import { endOf, movesOf, other, play, sideName, turnOf } from './position.js';
import { resultWord, worse } from './words.js';

/** Seconds that a reply may take; what is proved by then decides. */
const PATIENCE = 10;

export class Game {
  /**
   * @param {import('./tree.js').Study} study
   * @param {{rules: () => string, changed: () => void, sit: (side: string) => void}} on `sit`: which side is at the bottom
   */
  constructor(study, on) {
    this.study = study;
    this.on = on;
    this.side = null;
    /** @type {Map<any, Promise<any>>} what is proved of a node's position */
    this.asked = new Map();
    byId('play').addEventListener('click', () => (this.playing ? this.stop() : this.start()));
    byId('play-swap').addEventListener('click', () => this.start(other(this.side)));
    byId('play-stop').addEventListener('click', () => this.stop());
    byId('play-undo').addEventListener('click', () => this.takeBack());
    byId('play-why').addEventListener('click', () => this.showWhy());
  }

  get playing() {
    return this.side !== null;
  }

  /** From here on: as the side that is to move, or as another. */
  start(side = turnOf(this.study.node.fen)) {
    this.side = side;
    this.on.sit(side);
    this.begun = this.study.node;
    this.#spoke = '';
    this.#show();
    this.#blame(null);
    this.on.changed();
    this.#next();
  }

  #show() {
    byId('play-panel').hidden = !this.playing;
    byId('play').textContent = this.playing ? 'Stop' : 'Play';
    byId('play').setAttribute('aria-pressed', String(this.playing));
    document.body.classList.toggle('playing', this.playing);
  }

  stop() {
    if (!this.playing) return;
    this.side = null;
    this.#cancel();
    this.#show();
    this.on.changed();
  }

  #cancel() {
    this.abort?.abort();
    this.abort = null;
    this.asked.clear();
  }

  /** What is proved of a node's position; null where nothing is, the trouble where the program does not answer. */
  #answer(node) {
    if (!this.asked.has(node)) {
      this.abort?.abort();
      this.abort = new AbortController();
      this.asked.set(node, this.#ask(node, this.abort.signal));
    }
    return this.asked.get(node);
  }

  /** Resolves as soon as all is exact and the line is known; the explanation may still come. */
  #ask(node, signal) {
    return new Promise((resolve) => {
      let latest = null;
      const take = (answer) => {
        latest = answer;
        if (answer.exact && answer.line.length && answer.moves.every(({ exact }) => exact)) resolve(answer);
      };
      watch(node.fen, this.on.rules(), { answer: take }, signal, PATIENCE).then(
        () => resolve(latest),
        (error) => {
          const away = error instanceof Trouble && error.away;
          if (signal.aborted || away) this.asked.delete(node);
          resolve(latest ?? (away ? error : null));
        },
      );
    });
  }

  /** A move of the reader: judged by what was known before it. @param {any} before the node it was made in */
  async moved(before) {
    const made = this.study.node;
    const answer = await this.#answer(before);
    if (!this.playing || this.study.node !== made) return;
    this.#blame(faultOf(answer, made), before, made);
    this.#next();
  }

  /** Whose turn is it? Waits for the reader, or replies. */
  async #next() {
    const { node } = this.study;
    const end = endOf(node.fen, this.study.history);
    byId('play-undo').disabled = !this.#undoable();
    if (end) return this.#say(end);
    if (turnOf(node.fen) === this.side) {
      this.#say(`Your move: ${sideName(this.side)}.`);
      return void this.#answer(node);
    }
    this.#say('It is thinking …');
    const answer = await this.#answer(node);
    if (!this.playing || this.study.node !== node) return undefined;
    // No move is made up where the program is gone.
    if (answer instanceof Trouble) return this.#say(`${answer.words} Your move can be taken back.`);
    this.study.play(reply(answer, node.fen));
    this.#spoke = `${this.study.node.san}${answer?.exact ? '' : ', which is not proved'}`;
    return this.#next();
  }

  #spoke = '';

  #say(text) {
    const last = this.#spoke ? `${sideName(other(this.side ?? 'white'))} played ${this.#spoke}. ` : '';
    setText(byId('play-status'), last + text);
    strip(text);
  }

  /** Says what was thrown away, or nothing. */
  #blame(fault, before = null, made = null) {
    this.blamed = fault ? { before, san: made.san } : null;
    byId('play-fault').textContent = fault ?? '';
    byId('play-why').hidden = !fault;
    byId('play-reason').textContent = '';
  }

  #undoable() {
    return this.study.node.path().some((node) => node !== this.study.root && turnOf(node.parent.fen) === this.side && this.#below(node));
  }

  /** Was it played in this game? */
  #below(node) {
    return node.path().includes(this.begun) && node !== this.begun;
  }

  /** Back to the reader's last turn. */
  takeBack() {
    if (!this.#undoable()) return;
    do this.study.takeBack();
    while (turnOf(this.study.node.fen) !== this.side);
    this.#spoke = '';
    this.#blame(null);
    this.#next();
  }

  /** Asks for the explanation of the position before the mistake. */
  async showWhy() {
    const { before, san } = this.blamed;
    const reason = byId('play-reason');
    reason.textContent = 'Looking for the reason …';
    try {
      this.abort?.abort();
      this.abort = new AbortController();
      const found = await watch(before.fen, this.on.rules(), {}, this.abort.signal);
      const tried = found.explanation?.tries.find(({ move }) => move === san);
      const idea = found.explanation?.exact ? found.explanation.idea : null;
      reason.textContent = [tried?.text, idea && `Before it: ${idea}`].filter(Boolean).join(' ') || 'No reason in words is known: play it out, or look at the line in the analysis.';
    } catch (trouble) {
      if (trouble instanceof Trouble) reason.textContent = trouble.words;
      else if (trouble.name !== 'AbortError') throw trouble;
    }
  }
}

/** What a move threw away, in words. @param {any} answer of the position before it @returns {string|null} */
function faultOf(answer, made) {
  const move = answer?.moves?.find(({ uci }) => uci === made.uci);
  if (!move || !worse(move.result.upper, answer.result.lower)) return null;
  const thrown = `${made.san} throws the ${answer.result.lower === 'win' ? 'win' : 'draw'} away: now it is a ${resultWord(move.result)}.`;
  const right = answer.best.map((uci) => answer.moves.find((one) => one.uci === uci)?.san).filter(Boolean);
  if (!right.length) return thrown;
  const named = right.slice(0, 3).join(', ');
  return `${thrown} ${right.length === 1 ? `Only ${named} was right.` : `Right was ${named}${right.length > 3 ? ' or another' : ''}.`}`;
}

/** The program's move: what somebody thinks best where it is open, the line's, the best, any. */
function reply(answer, fen) {
  const candidates = [answer?.opinion?.uci, answer?.line?.[0], answer?.best?.[0], ...movesOf(fen)];
  return candidates.find((uci) => uci && play(fen, uci));
}
