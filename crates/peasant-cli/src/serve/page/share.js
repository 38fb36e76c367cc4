// Keeping and sharing: the link, FEN, PGN, and diagrams of what is shown.

import { Trouble, diagram } from './api.js';
import { byId, el } from './dom.js';
import { save } from './files.js';
import { bare } from './position.js';
import { isDark } from './theme.js';

/**
 * @param {() => {fen: string, link: string, pgn: string, drawn: any[], flip: boolean, rules: string, map: Record<string, boolean>}} shown
 */
export function bindShare(shown) {
  const say = (text) => {
    byId('share-status').textContent = text;
  };
  const copy = (id, text, done) => byId(id).addEventListener('click', async () => say((await copied(text())) ? done : 'The browser does not allow copying here.'));
  copy('copy-link', () => shown().link, 'The link is copied.');
  copy('copy-fen', () => bare(shown().fen), 'The FEN is copied.');
  copy('copy-pgn', () => shown().pgn, 'The moves are copied as PGN.');
  for (const format of ['svg', 'png']) {
    byId(`save-${format}`).addEventListener('click', async () => {
      say('Drawing …');
      say(await saved(format, shown()));
    });
  }
}

/** @param {string} text @returns {Promise<boolean>} */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

/** Where the page has no clipboard, as over plain HTTP from another machine. */
function copiedByHand(text) {
  const field = el('textarea', { class: 'unseen', 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

/** As the parameters take lists; nothing for an empty one. @param {string[]} marks */
const listed = (marks) => (marks.length ? marks.join(',') : null);

/** @returns {Promise<string>} what to tell the reader */
async function saved(format, { fen, rules, flip, drawn, map }) {
  const mark = (text, { brush }) => (brush === 'red' ? `${text}?` : text);
  const arrows = drawn.filter(({ dest }) => dest).map((one) => mark(one.orig + one.dest, one));
  const circles = drawn.filter(({ dest }) => !dest).map((one) => mark(one.orig, one));
  const size = format === 'png' ? 960 : 480;
  const params = { fen: bare(fen), format, size, rules, flip, dark: format === 'png' && isDark(), arrows: listed(arrows), circles: listed(circles), ...map };
  try {
    const picture = await diagram(params);
    save(`position.${format}`, picture);
    return `The diagram is saved as position.${format}.`;
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    return trouble.words;
  }
}
