// Why: the idea, the play by phases, the tries that fail, in the program's words.

import { byId, el } from './dom.js';
import { Walker, proseWithMoves } from './movetext.js';

/** @param {any} explanation @param {string|null} said the idea that stands above already @param {(ucis: string[]) => void} follow */
export function showExplanation(explanation, said, follow) {
  byId('why-card').hidden = !explanation;
  if (!explanation) return byId('why').replaceChildren();
  const walker = new Walker(explanation.fen);
  const made = [];
  let failing = null;
  for (const { kind, text } of explanation.paragraphs) {
    if (text === said) continue;
    const parts = proseWithMoves(text, walker, follow);
    if (kind === 'idea') made.push(el('p', { class: 'idea' }, ...parts));
    else if (kind === 'try') {
      if (!failing) made.push(el('h3', { text: 'Tries that fail' }), (failing = el('ul', { class: 'tries' })));
      failing.append(el('li', {}, ...parts));
    } else made.push(el('p', {}, ...parts));
  }
  return byId('why').replaceChildren(...made);
}
