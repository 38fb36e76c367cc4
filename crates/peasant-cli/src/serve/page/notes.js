// The reader's own remarks on the position: comment, sign, arrows and circles; and the order of the variations.

import { reason } from './answer.js';
import { byId, button } from './dom.js';
import { play } from './position.js';

export class Notes {
  /**
   * @param {import('./tree.js').Study} study @param {import('./board.js').Board} board
   * @param {{proof: import('./proof.js').Proof, edited: () => void}} on `edited`: something was written or drawn
   */
  constructor(study, board, { proof, edited }) {
    this.study = study;
    this.board = board;
    this.proof = proof;
    this.edited = edited;
    byId('remark').addEventListener('input', () => this.#edit((node) => (node.comment = byId('remark').value)));
    byId('sign').addEventListener('change', () => this.#edit((node) => (node.nags = [...otherSigns(node), ...chosenSign()])));
    byId('remark-verdict').addEventListener('click', () => this.#addVerdict());
    byId('remark-line').addEventListener('click', () => this.#addLine());
    byId('promote').addEventListener('click', () => this.#change(() => this.study.node.promote()));
    byId('cut').addEventListener('click', () => this.#cut());
    byId('draw').addEventListener('click', () => this.draw(!board.pen));
    byId('brush').addEventListener('change', () => this.draw(true));
    byId('rub').addEventListener('click', () => this.#edit((node) => (node.drawn = [])));
  }

  #edit(change) {
    change(this.study.node);
    this.edited();
  }

  #change(change) {
    change();
    this.study.touch();
  }

  /** Draws with the pointer or the keyboard, or moves men again. @param {boolean} drawing */
  draw(drawing) {
    this.board.pen = drawing ? byId('brush').value : null;
    byId('draw').setAttribute('aria-pressed', String(drawing));
    byId('draw-help').hidden = !drawing;
  }

  /** Writes what is proved below what the reader wrote. */
  #addVerdict() {
    const { answer } = this.proof;
    const words = [answer.headlines?.[0], reason(this.proof)].filter((text, index, all) => text && all.indexOf(text) === index);
    this.#edit((node) => (node.comment = [node.comment.trim(), ...words].filter(Boolean).join(' ')));
    this.show();
  }

  /** Keeps the proved line as moves, without going there. */
  #addLine() {
    this.#change(() => {
      let node = this.study.node;
      for (const uci of this.proof.answer.line) node = node?.play(uci);
    });
  }

  #cut() {
    const { san, number } = this.study.node;
    const undo = this.study.takeBack();
    byId('remark-status').replaceChildren(`${number}${san} and what follows it is deleted. `, button('Undo', () => {
      this.#change(undo);
      byId('remark-status').replaceChildren();
    }, { class: 'small' }));
  }

  /** Shows the remarks on the position that the reader has come to. */
  show() {
    const { node } = this.study;
    byId('remark-label').textContent = node.parent ? `Comment on ${node.number} ${node.san}` : 'Comment on the position';
    byId('remark').value = node.comment;
    byId('sign').value = node.nags.find((nag) => nag <= 6) ?? '';
    byId('sign').disabled = byId('cut').disabled = !node.parent;
    byId('promote').disabled = node.isMain;
    if (node !== this.shown) byId('remark-status').replaceChildren();
    this.shown = node;
    this.showProved();
  }

  /** Only what is proved can be taken over. */
  showProved() {
    const { answer, fen } = this.proof;
    const proved = Boolean(answer?.exact && fen === this.study.node.fen);
    byId('remark-verdict').disabled = !proved;
    byId('remark-line').disabled = !proved || !answer.line.length || !play(fen, answer.line[0]);
    byId('rub').disabled = !this.study.node.drawn.length;
  }
}

const otherSigns = (node) => node.nags.filter((nag) => nag > 6);
const chosenSign = () => (byId('sign').value ? [Number(byId('sign').value)] : []);
