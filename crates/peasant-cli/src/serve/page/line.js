// The line of best play, to click through.

import { byId, button, el } from './dom.js';
import { turnOf } from './position.js';
import { lineEndWords } from './words.js';

/** @param {any} answer @param {(ucis: string[]) => void} follow goes to the position after these moves */
export function showLine(answer, follow) {
  const lines = answer?.lines?.length ? answer.lines : answer ? [answer] : [];
  const shown = lines.filter(({ line }) => line.length);
  byId('line-card').hidden = shown.length === 0;
  byId('line').replaceChildren(...shown.map((line) => lineOf(line, answer, follow)));
}

function lineOf({ line, line_san, line_end }, answer, follow) {
  const made = el('p', {});
  const first = turnOf(answer.fen) === 'black' ? 1 : 0;
  line_san.forEach((san, index) => {
    const ply = index + first;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? '1…' : '';
    const move = button(san, () => follow(line.slice(0, index + 1)), { class: 'move' });
    made.append(el('span', { class: 'together' }, el('span', { class: 'number', text: number }), move), ' ');
  });
  made.append(el('span', { class: 'muted', text: lineEndWords(line_end, answer) }));
  return made;
}
