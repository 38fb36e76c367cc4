// The address of what the page shows: `/?fen=…`, with the rules and the tab where they are not the usual ones.

import { bare } from './position.js';

/** @returns {{fen: string|null, rules: 'chess'|'newborn', tab: string}} */
export function readAddress() {
  const params = new URLSearchParams(location.search);
  const fen = params.get('fen');
  return {
    fen: fen ? fen.replaceAll('_', ' ').trim() : null,
    rules: params.get('rules') === 'newborn' ? 'newborn' : 'chess',
    tab: ['games', 'pawngame'].includes(params.get('tab') ?? '') ? params.get('tab') : 'analyse',
  };
}

/** @param {string} fen @param {string} rules @returns {string} the address of a position, whole */
export function addressOf(fen, rules) {
  const suffix = rules === 'newborn' ? '&rules=newborn' : '';
  return `${location.origin}/?fen=${bare(fen).replaceAll(' ', '_')}${suffix}`;
}

/**
 * Keeps the address bar true. A new start is a step of its own for the back button; a move is not.
 * @param {string} address @param {any} state what the back button needs to restore it @param {boolean} step
 */
export function writeAddress(address, state, step) {
  if (step) history.pushState(state, '', address);
  else history.replaceState(state, '', address);
}
