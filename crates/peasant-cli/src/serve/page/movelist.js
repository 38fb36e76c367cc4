// The moves of a tree as a list: the main line, variations indented, comments between.

import { button, el } from './dom.js';
import { turnOf } from './position.js';

const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** Variations within variations are indented so often; deeper ones begin on a line of their own. */
const DEEPEST = 12;

/** @typedef {{name: string, sign: string, words: string}} Fault what is wrong with a move: how it is shown, with which sign behind those that it has, and in words @type {Fault} */
export const ERROR = { name: 'error', sign: '', words: 'a mistake' };

/**
 * @param {HTMLElement} place @param {import('./tree.js').Study} study
 * @param {(node: import('./tree.js').Node) => void} go
 * @param {(node: import('./tree.js').Node) => Fault|null} faultOf which moves are shown as mistakes
 */
export function showMoveList(place, study, go, faultOf = faultBySign) {
  const { root, node } = study;
  place.replaceChildren(...(root.comment ? [el('span', { class: 'comment', text: root.comment }), ' '] : []));
  writeMoves(place, root, (to, move, numbered) => writeMove(to, move, { numbered, current: node, go, fault: faultOf(move) }));
  const current = place.querySelector('[aria-current]');
  if (current) keepInView(place, current);
}

/** All moves behind the root: the main line, and each variation where it branches off. */
function writeMoves(place, root, write) {
  // What is still to be written, the next one last: a line may have any length, and variations any depth.
  const open = root.children.slice(0, 1).map((move) => ({ to: place, move, numbered: true, depth: 0 }));
  while (open.length) {
    const { to, move, numbered, depth } = open.pop();
    if (move.isVariation && depth > DEEPEST) to.append(el('br'));
    write(to, move, numbered);
    const variations = move.isVariation ? [] : move.parent.children.slice(1);
    const inner = variations.map(() => (depth < DEEPEST ? el('div', { class: 'variation' }) : to));
    to.append(...inner.filter((one) => one !== to));
    for (const next of move.children.slice(0, 1)) open.push({ to, move: next, numbered: Boolean(move.comment) || variations.length > 0, depth });
    for (const [index, variation] of [...variations.entries()].reverse()) open.push({ to: inner[index], move: variation, numbered: true, depth: depth + 1 });
  }
}

function writeMove(place, node, { numbered, current, go, fault }) {
  if (node.before) place.append(el('span', { class: 'comment', text: node.before }), ' ');
  const white = turnOf(node.parent.fen) === 'white';
  const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? '').join('');
  const made = button(node.san + glyphs + (fault?.sign ?? ''), () => go(node), { class: `move ${fault?.name ?? ''}`.trim(), 'aria-current': node === current ? 'step' : null });
  if (fault) made.append(el('span', { class: 'unseen', text: ` (${fault.words})` }));
  const number = el('span', { class: 'number', text: white || numbered || node.before ? node.number : '' });
  place.append(el('span', { class: 'together' }, number, made), ' ');
  if (node.comment) place.append(el('span', { class: 'comment', text: node.comment }), ' ');
}

/** Has somebody put `??` behind it? That proves nothing. */
const faultBySign = ({ nags }) => (nags.includes(4) ? ERROR : null);

/** Scrolls the list, not the page. */
function keepInView(place, move) {
  const frame = place.getBoundingClientRect();
  const at = move.getBoundingClientRect();
  if (at.top < frame.top) place.scrollTop -= frame.top - at.top + 8;
  else if (at.bottom > frame.bottom) place.scrollTop += at.bottom - frame.bottom + 8;
}
