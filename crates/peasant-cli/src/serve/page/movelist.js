// The moves of a tree as a list: the main line, variations indented, comments between.

import { button, el } from './dom.js';
import { turnOf } from './position.js';

const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/**
 * @param {HTMLElement} place @param {import('./tree.js').Study} study
 * @param {(node: import('./tree.js').Node) => void} go
 */
export function showMoveList(place, study, go) {
  const { root, node } = study;
  place.replaceChildren(...(root.comment ? [el('span', { class: 'comment', text: root.comment }), ' '] : []));
  writeLine(place, root, node, go, true);
  const current = place.querySelector('[aria-current]');
  if (current) keepInView(place, current);
}

/** All that follows a node: its main line, and each variation where it branches off. */
function writeLine(place, from, current, go, numbered) {
  for (let node = from; node.children.length; node = node.children[0]) {
    const [main, ...variations] = node.children;
    writeMove(place, main, numbered, current, go);
    numbered = Boolean(main.comment) || variations.length > 0;
    for (const variation of variations) {
      const inner = el('div', { class: 'variation' });
      writeMove(inner, variation, true, current, go);
      writeLine(inner, variation, current, go, Boolean(variation.comment));
      place.append(inner);
    }
  }
}

function writeMove(place, node, numbered, current, go) {
  if (node.before) place.append(el('span', { class: 'comment', text: node.before }), ' ');
  const white = turnOf(node.parent.fen) === 'white';
  const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? '').join('');
  const wrong = isError(node);
  const made = button(node.san + glyphs, () => go(node), { class: wrong ? 'move error' : 'move', 'aria-current': node === current ? 'step' : null });
  if (wrong) made.append(el('span', { class: 'unseen', text: ' (a mistake)' }));
  const number = el('span', { class: 'number', text: white || numbered || node.before ? node.number : '' });
  place.append(el('span', { class: 'together' }, number, made), ' ');
  if (node.comment) place.append(el('span', { class: 'comment', text: node.comment }), ' ');
}

/** Did it throw a proved result away? */
export const isError = ({ nags }) => nags.includes(4);

/** Scrolls the list, not the page. */
function keepInView(place, move) {
  const frame = place.getBoundingClientRect();
  const at = move.getBoundingClientRect();
  if (at.top < frame.top) place.scrollTop -= frame.top - at.top + 8;
  else if (at.bottom > frame.bottom) place.scrollTop += at.bottom - frame.bottom + 8;
}
