// Why: the idea, what it hangs on, the line, the tries that fail, the kings, in the program's words; what goes further is folded.

import { byId, el } from './dom.js';
import { Walker, proseWithMoves } from './movetext.js';

/** @param {any} explanation @param {string|null} said the idea that stands above already @param {(ucis: string[]) => void} follow */
export function showExplanation(explanation, said, follow) {
  byId('why-card').hidden = !explanation;
  byId('why').replaceChildren(...(explanation ? told(explanation, said, follow) : []));
}

/** The paragraphs of an explanation, their moves made into buttons. @returns {Node[]} */
export function told(explanation, said, follow) {
  const walker = new Walker(explanation.fen);
  const made = [];
  let failing = null;
  let detail = null;
  for (const { kind, text } of explanation.paragraphs) {
    if (text === said) continue;
    const parts = proseWithMoves(text, walker, follow);
    if (kind === 'idea') made.push(el('p', { class: 'idea' }, ...parts));
    else if (kind === 'try') {
      if (!failing) made.push(el('h3', { text: 'Tries that fail' }), (failing = el('ul', { class: 'tries' })));
      failing.append(el('li', {}, ...parts));
    } else if (kind === 'detail' || kind === 'open') {
      if (!detail) made.push((detail = el('details', {}, el('summary', { text: 'In detail' }))));
      detail.append(el('p', {}, ...parts));
    } else made.push(el('p', {}, ...parts));
  }
  return made;
}
