// Why, in words and as a map on the board.

import { trial } from './browser.js';
import { POSITIONS } from './positions.js';

trial('the reason is told, and its moves are clicked', async (reader) => {
  await reader.analyse(POSITIONS.fine);
  await reader.says('#why', /corresponding squares/);
  const move = reader.at('#why button.move').first();
  const fen = await reader.fen();
  await reader.press(move);
  await reader.page.waitForFunction((before) => document.querySelector('#fen').value !== before, fen);
});

trial('key squares and corresponding squares are marked', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.says('#why', /\w/);
  const signs = (any) => reader.page.waitForFunction((wanted) =>
    (document.querySelectorAll('#board .cg-custom-svgs > g > g').length > 0) === wanted, any);
  await signs(true);
  await reader.says('#map', /with its king there/);
  await reader.press(reader.page.getByLabel('Key squares'));
  await signs(false);
  await reader.press(reader.page.getByLabel('Corresponding squares'));
  await signs(true);
  await reader.says('#map', /the same number/);
});
