// The verdict, or what is proved and what to play where it is open, and how the proof goes.

import { byId, el, setText, strip } from './dom.js';
import { boundsSentence, endWords, percent, possible, resultClass, thousands } from './words.js';

/** @param {import('./proof.js').Proof} proof */
export function showAnswer(proof) {
  const { answer, phase, trouble } = proof;
  const verdict = byId('verdict');
  verdict.className = `verdict ${answer ? resultClass(answer.result) : ''}`;
  if (trouble && !answer) showVerdict(verdict, trouble.plain);
  else if (answer) showVerdict(verdict, ...(answer.headlines ?? [boundsSentence(answer.result, answer.side_to_move)]));
  else showVerdict(verdict, phase === 'stopped' ? 'Stopped before anything was proved.' : '');
  const likely = answer?.exact ? undefined : answer?.headlines?.find((line) => line.startsWith('Likely: '));
  strip([verdict.firstChild?.textContent, likely].filter(Boolean).join('\n') || (phase === 'working' ? 'Proving …' : ''), verdict.className);
  showIdea(answer, reason(proof));
  showBounds(answer);
  showLikelihood(answer);
  showStatus(proof);
}

/** The first line large, what stands under it smaller. */
function showVerdict(verdict, first, ...rest) {
  const whole = [first ?? '', ...rest].join('\n');
  if (verdict.textContent === whole) return;
  verdict.replaceChildren(first ?? '', ...(rest.length ? [el('span', { class: 'rest', text: `\n${rest.join('\n')}` })] : []));
}

/** Why, in a sentence: what the line shows, until the explanation is there. */
export function reason({ answer, explanation }) {
  const told = explanation?.paragraphs.find(({ kind }) => kind === 'idea');
  return told?.text ?? answer?.idea ?? null;
}

function showIdea(answer, why) {
  const idea = byId('idea');
  const text = [why, answer?.exact ? distance(answer) : ''].filter(Boolean).join(' ');
  // It may be a line of the verdict.
  const said = answer?.headlines?.includes(why);
  idea.hidden = !text || (said && !distance(answer));
  setText(idea, said ? distance(answer) : text);
}

/** How far the end is, as a sentence. */
function distance(answer) {
  const words = endWords(answer);
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : '';
}

/** A bar of three fields, of which those remain that are possible; only while the result is open. */
function showBounds(answer) {
  const bar = byId('bounds');
  bar.hidden = !answer || answer.exact;
  if (bar.hidden) return;
  const left = possible(answer.result);
  const fields = ['loss', 'draw', 'win'].map((result) =>
    el('span', { class: `bound ${result} ${left.has(result) ? '' : 'out'}` }, result, el('span', { class: 'unseen', text: left.has(result) ? ' possible' : ' excluded' })));
  bar.replaceChildren(el('div', { class: 'bar' }, ...fields));
}

/** How likely each result is where it is open: hatched fields as wide as they are likely, nothing like the bar of what is proved. */
function showLikelihood(answer) {
  const place = byId('likelihood');
  const likelihood = answer && !answer.exact ? answer.likelihood : null;
  place.hidden = !likelihood;
  if (place.hidden) return;
  const fields = ['loss', 'draw', 'win'].filter((result) => likelihood[result] >= 0.005).map((result) => {
    const field = el('span', { class: `share ${result}`, text: percent(likelihood[result]), title: `${result}: likely by ${percent(likelihood[result])}, not proved` });
    field.style.flexGrow = String(likelihood[result]);
    return field;
  });
  place.replaceChildren(...fields);
}

function showStatus({ phase, progress, answer, trouble, explanation }) {
  byId('stop').hidden = phase !== 'working';
  byId('retry').hidden = !(phase === 'trouble' ? trouble.away || answer : phase === 'stopped' || (phase === 'done' && answer?.stopped));
  byId('retry').textContent = phase === 'trouble' ? 'Try again' : 'Go on';
  byId('progress').textContent = statusWords({ phase, progress, answer, trouble, explanation });
  document.body.dataset.proof = phase;
}

function statusWords({ phase, progress, answer, trouble, explanation }) {
  if (phase === 'trouble') return answer ? trouble.plain : '';
  if (phase === 'working') {
    const what = answer?.exact ? (explanation ? '' : 'Looking for the reasons …') : 'Proving …';
    return progress?.structures ? `${what} ${amount(progress)}` : what;
  }
  if (!answer) return '';
  const { stats, stopped } = answer;
  const why = phase === 'stopped' || stopped === 'cancelled' ? 'Stopped' : stopped === 'time' ? 'Out of time' : stopped === 'memory' ? 'Out of memory' : stopped ? 'Stopped' : '';
  // What was done since the last answer counts too.
  const done = why && progress?.structures > stats.structures ? progress : stats;
  return `${why || 'Proved'}: ${amount(done)}`;
}

/** What the proof took, of how much time; without structures, all was known before. */
function amount({ structures, seconds, limit, slices }) {
  const work = structures ? `${thousands(structures)} structure${structures === 1 ? '' : 's'}` : 'from memory';
  const of = limit ? ` of ${limit.toFixed(0)}` : '';
  const open = slices ? `, ${thousands(slices)} queen ending${slices === 1 ? '' : 's'} to go` : '';
  return `${work}, ${seconds.toFixed(seconds < 10 && !limit ? 2 : 0)}${of} s${open}`;
}
