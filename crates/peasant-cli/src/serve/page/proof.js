// The proof of the position on the board: one at a time, asked anew when the position changes.

import { Trouble, forget, known, watch } from './api.js';

/**
 * Fires `change`. `phase` is `working`, `done`, `stopped` or `trouble`; `answer` and `explanation` are
 * what is known so far.
 */
export class Proof extends EventTarget {
  constructor() {
    super();
    this.clear();
  }

  clear() {
    this.abort?.abort();
    clearTimeout(this.timer);
    this.abort = null;
    Object.assign(this, { fen: null, rules: null, phase: 'idle', answer: null, explanation: null, progress: null, trouble: null });
  }

  /** @param {string} fen @param {'chess'|'newborn'} rules */
  ask(fen, rules) {
    this.clear();
    this.fen = fen;
    this.rules = rules;
    this.phase = 'working';
    this.#tell();
    // Who walks through a line quickly asks nothing on the way.
    if (known(fen, rules)) this.#run();
    else this.timer = setTimeout(() => this.#run(), 150);
  }

  /** Leaves it at what is known. */
  stop() {
    if (this.phase !== 'working') return;
    this.abort?.abort();
    clearTimeout(this.timer);
    this.phase = 'stopped';
    this.#tell();
  }

  /** Goes on where it was stopped: the program keeps what it has proved. */
  again() {
    forget(this.fen, this.rules);
    this.ask(this.fen, this.rules);
  }

  async #run() {
    const abort = new AbortController();
    this.abort = abort;
    const take = (name) => (data) => {
      if (abort.signal.aborted) return;
      this[name] = data;
      this.#tell();
    };
    try {
      await watch(this.fen, this.rules, { progress: take('progress'), answer: take('answer'), explanation: take('explanation') }, abort.signal);
      if (abort.signal.aborted) return;
      this.phase = 'done';
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof Trouble)) throw error;
      this.phase = 'trouble';
      this.trouble = error;
    }
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
