// The map of an explanation on the board, with switches and a legend in words.

import { byId, button, el } from './dom.js';
import { other, sideName } from './position.js';

/** Which layers are on; kept while the page is open. */
const on = { keys: true, corresponding: false, zugzwangs: false, heat: false, zone: true };
let swapped = false;
/** The explanation that is shown. */
let shown = null;

const DOT = '<circle cx="50" cy="50" r="15" fill="#2563a8" stroke="#fff" stroke-width="4"/>';
const STAR = '<path d="M50 26l7 16 17 2-13 12 4 17-15-9-15 9 4-17-13-12 17-2z" fill="#2563a8" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>';
const SIGNS = { win: '+', draw: '=', loss: '−' };
const HEAT_WORDS = { win: 'wins', draw: 'draws', loss: 'loses' };

/** A disc with a number: White's at the top left, Black's at the bottom right. */
function disc(side, number) {
  const [x, y] = side === 'white' ? [25, 25] : [75, 75];
  const [paper, ink] = side === 'white' ? ['#fff', '#111'] : ['#111', '#fff'];
  return `<circle cx="${x}" cy="${y}" r="20" fill="${paper}" stroke="${ink}" stroke-width="3"/><text x="${x}" y="${y + 9}" font-size="26" font-weight="700" font-family="sans-serif" text-anchor="middle" fill="${ink}">${number}</text>`;
}

const shape = (orig, html) => ({ orig, customSvg: { html } });
/** Below the number of the rank, above the disc of Black. */
const sign = (result) => `<text x="86" y="50" font-size="28" font-weight="700" font-family="sans-serif" text-anchor="middle" fill="#1c1917">${SIGNS[result]}</text>`;

/** Pairs of squares that correspond, numbered: one answer in time, and whoever is to move then gives way. The diagrams show the same. */
function pairsOf({ corresponding, mutual_zugzwangs }) {
  const numbers = new Map();
  const zugzwangs = new Set(mutual_zugzwangs.map((pair) => `${pair.attacker} ${pair.defender}`));
  const single = corresponding.filter(({ attacker, defenders }) => defenders.length === 1 && zugzwangs.has(`${attacker} ${defenders[0]}`));
  for (const one of single) if (!numbers.has(one.class)) numbers.set(one.class, numbers.size + 1);
  return single.map((one) => ({ attacker: one.attacker, defender: one.defenders[0], number: numbers.get(one.class) }));
}

/** @param {import('./board.js').Board} board @param {any} explanation null clears the map */
export function showMap(board, explanation) {
  if (explanation !== shown) swapped = false;
  shown = explanation;
  const view = viewOf(explanation);
  draw(board, view);
  const map = byId('map');
  if (!view || isBare(view) || !/p/i.test(explanation.fen.split(' ')[0])) return map.replaceChildren();
  const redraw = () => showMap(board, explanation);
  return map.replaceChildren(el('h3', { id: 'map-heading', text: 'On the board' }), sideSwitch(explanation, redraw), ...layersOf(view, board, redraw));
}

/** What the diagram should show as well: the parameters of the layers that are on. */
export function mapParams(explanation) {
  if (!explanation || swapped) return {};
  return { 'key-squares': on.keys, corresponding: on.corresponding, heat: on.heat };
}

function viewOf(explanation) {
  if (!explanation) return null;
  return swapped && explanation.other_attacker ? explanation.other_attacker : explanation;
}

/** Where the king of the queen's side wins against a pawn that is on the board. */
const zoneOf = (view) => (view.queen_against_pawn?.plies === 0 && view.queen_against_pawn.zone) || [];

const isBare = (view) => !zoneOf(view).length && !view.key_squares.length && !view.corresponding.length && !view.heat.length && !view.mutual_zugzwangs.length;

function draw(board, explained) {
  const view = board.editing ? null : explained;
  const shapes = [];
  const squares = new Map();
  if (view && on.keys) {
    const strong = new Set(view.strong_key_squares);
    for (const key of view.key_squares) shapes.push(shape(key, strong.has(key) ? STAR : DOT));
  }
  if (view && on.heat) {
    for (const { square, result } of view.heat) {
      squares.set(square, `heat-${result}`);
      shapes.push(shape(square, sign(result)));
    }
  }
  if (view && on.zone) for (const square of zoneOf(view)) squares.set(square, 'heat-win');
  if (view && on.corresponding) shapes.push(...numbered(view));
  board.setShapes('map', shapes);
  board.setSquares('map', squares);
}

function numbered(view) {
  const seen = new Map();
  for (const { attacker, defender, number } of pairsOf(view)) {
    seen.set(`${attacker} ${view.attacker}`, shape(attacker, disc(view.attacker, number)));
    seen.set(`${defender} ${other(view.attacker)}`, shape(defender, disc(other(view.attacker), number)));
  }
  return [...seen.values()];
}

/** In a draw either side may be the one that tries. */
function sideSwitch(explanation, redraw) {
  if (!explanation.other_attacker) return '';
  const now = viewOf(explanation).attacker;
  const turn = () => {
    swapped = !swapped;
    redraw();
    byId('other-attacker')?.focus();
  };
  return el('p', { class: 'small' }, `${sideName(now)} tries to win. `, button(`Show ${sideName(other(now))}’s tries`, turn, { class: 'quiet small', id: 'other-attacker' }));
}

function layersOf(view, board, redraw) {
  const attacker = sideName(view.attacker);
  const defender = sideName(other(view.attacker));
  const layers = [];
  const add = (name, label, legend, ...more) => {
    const box = el('input', { type: 'checkbox', id: `map-${name}` });
    box.checked = on[name];
    box.addEventListener('change', () => {
      on[name] = box.checked;
      redraw();
      byId(`map-${name}`).focus();
    });
    layers.push(el('div', { class: 'layer' }, el('label', {}, box, el('span', { text: label })), ...(on[name] ? [el('p', { class: 'small legend', text: legend }), ...more] : [])));
  };
  if (zoneOf(view).length) {
    const queens = sideName(other(view.queen_against_pawn.defender));
    add('zone', `Winning zone of ${queens}’s king`, `${queens} wins with its king on a coloured square, everything else as it is.`);
  }
  if (view.key_squares.length) add('keys', 'Key squares', keyWords(view, attacker, defender));
  if (pairsOf(view).length) add('corresponding', 'Corresponding squares', pairWords(view, attacker, defender));
  if (view.mutual_zugzwangs.length) add('zugzwangs', `Mutual zugzwangs (${view.mutual_zugzwang_count})`, `Whoever is to move must give way. ${attacker}’s king is named first.`, zugzwangList(view, board));
  if (view.heat.length) add('heat', `Where may ${defender}’s king stand?`, heatWords(view, attacker));
  return layers;
}

function keyWords({ key_squares, strong_key_squares }, attacker, defender) {
  const strong = new Set(strong_key_squares);
  const plain = key_squares.filter((key) => !strong.has(key));
  const words = [];
  if (plain.length) words.push(`● ${plain.join(', ')}: with its king there ${attacker} wins, ${defender} to move.`);
  if (strong.size) words.push(`★ ${strong_key_squares.join(', ')}: ${attacker} wins with its king there, whoever is to move.`);
  return `${words.join(' ')} Except where a pawn can be taken at once.`;
}

function pairWords(view, attacker, defender) {
  const pairs = pairsOf(view).map((pair) => `${pair.attacker}–${pair.defender}`);
  return `When ${attacker}’s king comes to a number in a ${attacker.toLowerCase()} disc, ${defender}’s must be able to go to the same number in a ${defender.toLowerCase()} one: ${pairs.join(', ')}. Whoever is to move then must give way.`;
}

function heatWords({ heat }, attacker) {
  const groups = ['win', 'draw', 'loss'].map((result) => [result, heat.filter((one) => one.result === result).map(({ square }) => square)]);
  const words = groups.filter(([, squares]) => squares.length).map(([result, squares]) => `${SIGNS[result]} ${attacker} ${HEAT_WORDS[result]}: ${squares.join(', ')}.`);
  return words.join(' ');
}

function zugzwangList(view, board) {
  const king = (orig, color) => [{ orig, brush: 'blue' }, { orig, piece: { role: 'king', color } }];
  const hover = (pair) => board.setShapes('pair', pair ? [...king(pair.attacker, view.attacker), ...king(pair.defender, other(view.attacker))] : []);
  const items = view.mutual_zugzwangs.map((pair) => {
    const show = () => hover(pair);
    const hide = () => hover(null);
    const more = [pair.opposition && `${pair.opposition} opposition`, pair.full_point && 'a full point'].filter(Boolean).join(', ');
    const made = button(`${pair.attacker}–${pair.defender}`, show, { class: 'pair', title: more || null });
    if (more) made.append(el('span', { class: 'unseen', text: `, ${more}` }));
    for (const [event, act] of [['mouseenter', show], ['mouseleave', hide], ['focus', show], ['blur', hide]]) made.addEventListener(event, act);
    return el('li', {}, made);
  });
  return el('ul', { class: 'pairs' }, ...items);
}
