// Why: the idea, the play by phases, the tries that fail, in the program's words.

import { byId, el } from './dom.js';
import { Walker, proseWithMoves } from './movetext.js';

/** Tries that fail for the same reason share a line. */
const SEVERAL = /^1\.(\.\.)?\S+?(,| and) 1?.* (lose|draw)\b/;

/** @param {any} explanation @param {string|null} said the idea that stands above already @param {(ucis: string[]) => void} follow */
export function showExplanation(explanation, said, follow) {
  byId('why-card').hidden = !explanation;
  if (!explanation) return byId('why').replaceChildren();
  const walker = new Walker(explanation.fen);
  const tries = new Set(explanation.tries.map(({ text }) => text));
  const made = [];
  let failing = null;
  for (const line of afterVerdict(explanation).split('\n').slice(1)) {
    if (!line.trim() || line === said) continue;
    const parts = proseWithMoves(line, walker, follow);
    if (line === explanation.idea) made.push(el('p', { class: 'idea' }, ...parts));
    else if (tries.has(line) || SEVERAL.test(line)) {
      if (!failing) made.push(el('h3', { text: 'Tries that fail' }), (failing = el('ul', { class: 'tries' })));
      failing.append(el('li', {}, ...parts));
    } else made.push(el('p', {}, ...parts));
  }
  return byId('why').replaceChildren(...made);
}

/** The first line is the verdict, which stands above already; where nothing is proved it has several, and is the idea too. */
const afterVerdict = ({ text, idea, exact }) => (!exact && idea && text.startsWith(idea) ? text.slice(idea.length) : text);
