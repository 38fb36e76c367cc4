// The address of what the page shows: `/?fen=…&line=…&at=…`, with the rules and the tab where they are not the usual ones.

import { bare } from './position.js';

const TABS = ['games', 'train', 'pawngame'];

/** @returns {{fen: string|null, line: string[], at: number, rules: 'chess'|'newborn', tab: string}} `line`: moves from `fen` on; the reader is after `at` of them */
export function readAddress() {
  const params = new URLSearchParams(location.search);
  const fen = params.get('fen');
  const line = (params.get('line') ?? '').split(/[_,\s]+/).filter(Boolean);
  const at = params.has('at') ? Number.parseInt(params.get('at'), 10) : line.length;
  return {
    fen: fen ? fen.replaceAll('_', ' ').trim() : null,
    line,
    at: Math.max(0, Math.min(line.length, at || 0)),
    rules: params.get('rules') === 'newborn' ? 'newborn' : 'chess',
    tab: TABS.includes(params.get('tab') ?? '') ? params.get('tab') : 'analyse',
  };
}

/** @param {import('./tree.js').Node} node @param {string} rules @returns {string} whole: the start, the moves to here and on to the end of the line, the place in it */
export function addressOf(node, rules) {
  const path = node.path();
  const line = [...path, ...node.rest()].slice(1).map(({ uci }) => uci);
  const at = path.length - 1;
  const moves = line.length ? `&line=${line.join('_')}${at < line.length ? `&at=${at}` : ''}` : '';
  const suffix = rules === 'newborn' ? '&rules=newborn' : '';
  return `${location.origin}${location.pathname}?fen=${bare(path[0].fen).replaceAll(' ', '_')}${moves}${suffix}`;
}

/**
 * Keeps the address bar true. A new start is a step of its own for the back button; a move is not.
 * @param {string} address @param {any} state what the back button needs beside the address @param {boolean} step
 */
export function writeAddress(address, state, step) {
  if (step) history.pushState(state, '', address);
  else history.replaceState(state, '', address);
}
