// The result of each move, and the line to click through.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { POSITIONS } from './positions.js';

trial('each move has its result, and moves are made', async (reader) => {
  await reader.analyse(POSITIONS.fine);
  await reader.says('#verdict', /White to move wins: only Kb1/);
  const rows = await reader.at('#moves tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((row) => row.trim().split(/\s+/).slice(0, 2).join(' ')), ['Kb1 win', 'Kb2 draw', 'Ka2 draw']);
  await reader.press(reader.at('#moves').getByRole('button', { name: 'Kb1' }));
  await reader.isAt('8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - -');
  await reader.proved();
  await reader.says('#verdict', /Black to move loses/);
  await reader.move('a7b7');
  await reader.isAt('8/1k6/3p4/p2P1p2/P2P1P2/8/8/1K6 w - -');
  await reader.says('#played', /Kb1\s*Kb7/);
});

trial('the line is clicked through, there and back', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  const moves = reader.at('#line button');
  assert.ok(await moves.count() > 10);
  await reader.press(moves.nth(2));
  await reader.isAt('8/8/8/8/3k4/5K2/4P3/8 b - -');
  await reader.press('#go-back');
  await reader.isAt('8/8/8/8/3k4/8/4PK2/8 w - -');
  await reader.press('#go-first');
  await reader.isAt(POSITIONS.opposition);
  await reader.press('#go-last');
  await reader.isAt('8/8/8/8/3k4/5K2/4P3/8 b - -');
});

trial('the arrow keys walk through the line', async (reader) => {
  const { page } = reader;
  await reader.analyse(POSITIONS.opposition);
  await reader.press(reader.at('#line button').nth(1));
  await page.keyboard.press('ArrowLeft');
  await reader.isAt('8/8/8/8/8/2k5/4PK2/8 b - -');
  await page.keyboard.press('Home');
  await reader.isAt(POSITIONS.opposition);
  await page.keyboard.press('End');
  await reader.isAt('8/8/8/8/3k4/8/4PK2/8 w - -');
}, { sizes: ['desktop'] });

trial('a long proof is stopped, and what it has stands', async (reader) => {
  await reader.open('/?fen=4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w_-_-');
  await reader.says('#progress', /Proving/);
  await reader.press('#stop');
  await reader.says('#progress, #verdict', /[Ss]topped/);
  const alike = reader.at('#moves .alike button');
  while (await alike.count()) await reader.press(alike.first());
  assert.equal(await reader.at('#moves tbody tr').count(), 18);
});

trial('moves of which the same is said are one row until they are asked for', async (reader) => {
  await reader.analyse('8/8/1k6/8/8/8/4P3/K7 b - -');
  const rows = reader.at('#moves tbody tr');
  const before = await rows.count();
  const alike = reader.at('#moves .alike button');
  await reader.says('#moves .alike', /^\S+, \S+ and [2-7] more/);
  await reader.press(alike.first());
  assert.ok(await rows.count() > before);
  // The board does not move for it, and the rows stay open.
  await reader.isAt('8/8/1k6/8/8/8/4P3/K7 b - -');
});

trial('while it is open what is proved comes first, then what to play', async (reader) => {
  await reader.open('/?fen=4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w_-_-');
  await reader.says('#verdict', /^Proved: [^]+\nMove: 1.+ by peasant's own search\)\.$/);
  assert.ok(await reader.at('#likelihood').isVisible());
  assert.equal(await reader.at('#bounds .bound.out').count(), 0);
  await reader.press('#stop');
  // The proof goes on where it was.
  await reader.press(reader.button('Go on'));
  await reader.says('#progress', /Proving … [1-9]/);
  await reader.press('#stop');
});

trial('Newborn’s rules are another game', async (reader) => {
  await reader.analyse('8/8/8/8/8/2k5/4P3/4K3 w - -');
  await reader.press('#options summary');
  await reader.press(reader.at('.switch label').filter({ hasText: 'Newborn' }));
  await reader.page.waitForURL(/rules=newborn/);
  await reader.proved();
  await reader.says('#rules-now', /By Newborn’s rules/);
  await reader.press('#rules-back');
  await reader.page.waitForURL((url) => !url.search.includes('rules'));
  await reader.proved();
  assert.ok(await reader.at('#rules-now').isHidden());
  // Whoever opens a link sees by which rules.
  await reader.open('/?fen=8/8/8/8/8/2k5/4P3/4K3_w_-_-&rules=newborn');
  await reader.proved();
  assert.ok(await reader.at('#rules-now').isVisible());
  assert.ok(await reader.at('#rules-newborn').isChecked());
});
