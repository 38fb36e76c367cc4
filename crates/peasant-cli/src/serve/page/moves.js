// The table of legal moves with their results.

import { byId, el } from './dom.js';
import { movesOf, play } from './position.js';
import { endWords, likeliest, resultClass, resultWord, shortEnd } from './words.js';

/** So many moves of which the same is said are one row until they are asked for. */
const MANY_ALIKE = 4;

/** What the reader has unfolded, in one position. */
let unfolded = { fen: '', words: new Set() };

/**
 * @param {string} fen @param {any} answer null while nothing is known
 * @param {{hover: (uci: string|null, result: string) => void, play: (uci: string) => void}} on
 */
export function showMoves(fen, answer, on) {
  const place = byId('moves');
  const focused = place.contains(document.activeElement) && document.activeElement;
  const byKey = focused && (focused === place || focused.matches(':focus-visible'));
  const moves = answer ? answer.moves : movesOf(fen).map((uci) => ({ uci, san: play(fen, uci)?.san, pending: true }));
  byId('moves-card').hidden = moves.length === 0;
  // The move to play comes first where nothing decides.
  const toPlay = answer?.exact ? null : answer?.opinion?.uci;
  const ordered = [...moves.filter((move) => move.uci === toPlay), ...moves.filter((move) => move.uci !== toPlay)];
  const rows = runs(ordered, answer).flatMap((run) => {
    const made = run.map((move) => row(move, answer, on));
    return run.length < MANY_ALIKE || isOpened(fen, run[0]) ? made : [folded(fen, run, made)];
  });
  const head = el('thead', {}, el('tr', {}, ...['Move', 'Result', 'The end'].map((text) => el('th', { scope: 'col', text }))));
  place.replaceChildren(el('table', { class: 'moves' }, head, el('tbody', {}, ...rows)));
  if (!focused) return;
  const same = place.querySelector(`[data-uci="${focused.dataset.uci}"]`);
  // Who plays a move with the keyboard goes on in the table of the next position.
  if (same) same.focus();
  else if (byKey && answer) place.querySelector('[data-uci]')?.focus();
  else if (byKey) place.focus();
}

/** What is said of a move, in its columns. */
const said = (move) => (move.likelihood ? likeliest(move.likelihood) : shortEnd(move));

/** Moves that follow one another and of which the same is said; the one to play stands alone. */
function runs(moves, answer) {
  const alone = (move) => move.pending || (!answer?.exact && answer?.opinion?.uci === move.uci);
  const all = [];
  for (const move of moves) {
    const last = all.at(-1);
    if (last && !alone(move) && !alone(last[0]) && words(move) === words(last[0])) last.push(move);
    else all.push([move]);
  }
  return all;
}

const words = (move) => `${resultWord(move.result)} ${said(move)}`;
const isOpened = (fen, move) => !move.pending && unfolded.fen === fen && unfolded.words.has(words(move));

/** A row for all of them, which unfolds. */
function folded(fen, run, rows) {
  const [first] = run;
  const unfold = () => {
    if (unfolded.fen !== fen) unfolded = { fen, words: new Set() };
    unfolded.words.add(words(first));
    made.replaceWith(...rows);
    rows[0].querySelector('button')?.focus();
  };
  const names = run.map((move) => move.san).join(', ');
  const text = `${run[0].san}, ${run[1].san} and ${run.length - 2} more`;
  const choose = el('button', { type: 'button', text, title: names, 'aria-label': `${text}: ${names}`, 'aria-expanded': 'false' });
  const made = el('tr', { class: 'alike' }, el('td', {}, choose), el('td', {}, resultChip(first.result)), el('td', { class: 'muted', text: said(first) }));
  made.addEventListener('click', unfold);
  return made;
}

function row(move, answer, on) {
  const kind = move.pending ? 'open' : resultClass(move.result);
  const best = answer?.exact && answer.best.includes(move.uci);
  const choose = el('button', { type: 'button', text: move.san, 'data-uci': move.uci, class: best ? 'best' : '' });
  const result = el('td', {}, move.pending ? el('span', { class: 'muted', text: '…' }) : resultChip(move.result));
  if (answer?.opinion?.uci === move.uci) result.append(' ', el('em', { text: 'to play' }));
  const made = el('tr', { 'data-result': move.pending ? 'open' : resultWord(move.result) }, el('td', {}, choose), result, el('td', { class: 'muted', title: move.pending || move.likelihood ? null : endWords(move), text: move.pending ? '' : said(move) }));
  const show = () => on.hover(move.uci, kind.split(' ')[0]);
  const hide = () => on.hover(null, '');
  made.addEventListener('mouseenter', show);
  made.addEventListener('mouseleave', hide);
  made.addEventListener('click', () => on.play(move.uci));
  choose.addEventListener('focus', show);
  choose.addEventListener('blur', hide);
  return made;
}

/** A result as a coloured word. @param {{lower: string, upper: string}} bounds */
export const resultChip = (bounds) => el('span', { class: `result ${resultClass(bounds)}`, text: resultWord(bounds) });

const SIGNS = { win: '+', draw: '=', loss: '−', open: '?' };

/** The same squares with a sign each, so that colour does not say it alone. */
export function resultSigns(answer, from) {
  const sign = (text) => `<circle cx="84" cy="16" r="14" fill="#fffdfa"/><text x="84" y="25" font-size="26" font-weight="700" font-family="sans-serif" text-anchor="middle" fill="#1c1917">${text}</text>`;
  return [...resultSquares(answer, from)].map(([orig, name]) => ({ orig, customSvg: { html: sign(SIGNS[name.slice(5)]) } }));
}

/** The squares that the man on `from` reaches, coloured by what the moves lead to. */
export function resultSquares(answer, from) {
  const squares = new Map();
  for (const { uci, result } of answer?.moves ?? []) {
    const to = uci.slice(2, 4);
    if (uci.startsWith(from) && !squares.has(to)) squares.set(to, `goes-${resultClass(result).split(' ')[0]}`);
  }
  return squares;
}
