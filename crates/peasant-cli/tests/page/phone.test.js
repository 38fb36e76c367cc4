// What a phone shows without scrolling past the board.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { POSITIONS } from './positions.js';

const phone = { sizes: ['phone'] };

trial('the verdict stays in sight', async (reader) => {
  await reader.analyse(POSITIONS.fine);
  await reader.says('#why', /\w/);
  await reader.at('#share').scrollIntoViewIfNeeded();
  assert.match(await reader.at('#strip').innerText(), /White to move wins: only Kb1/);
  const { y, height } = await reader.at('#strip').boundingBox();
  assert.ok(y >= 0 && y + height <= 844, `the strip is at ${y}`);
}, phone);

trial('a position is set up from the first screen', async (reader) => {
  await reader.open();
  const seen = async (selector) => {
    const { y, height } = await reader.at(selector).boundingBox();
    assert.ok(y + height <= 844, `${selector} ends at ${y + height}`);
  };
  await seen('#edit');
  await reader.press('#edit');
  await seen('#palette');
  await seen('#fen');
  await reader.at('#fen').fill(POSITIONS.reti);
  await reader.page.keyboard.press('Enter');
  await reader.isAt(POSITIONS.reti);
  await reader.says('#strip', /White to move draws: only Kg7/);
}, phone);

trial('one press plays', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press('#play');
  await reader.says('#strip', /Your move: White/);
}, phone);
