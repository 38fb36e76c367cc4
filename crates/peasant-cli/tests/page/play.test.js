// Playing against the program.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { POSITIONS } from './positions.js';

trial('it plays on, and says when a result is thrown away', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press('#play');
  assert.equal(await reader.at('#moves').isVisible(), false, 'the results are hidden');
  await reader.move('e2e4');
  await reader.says('#play-fault', /throws the win away.*Kf2/);
  await reader.says('#play-status', /Black played .*Your move/s);
  await reader.press('#play-why');
  await reader.says('#play-reason', /\w{4}.*\w{4}/);
  await reader.press('#play-undo');
  await reader.move('e1f2');
  await reader.says('#play-status', /Black played .*Your move/s);
  assert.equal((await reader.at('#play-fault').innerText()).trim(), '');
  await reader.press('#play-stop');
  await reader.proved();
  await reader.says('#verdict', /White to move wins/);
});

trial('it begins if the reader takes the other side', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press('#play');
  await reader.press('#play-swap');
  await reader.says('#play-status', /White played Kf2/);
});

trial('it is played by keyboard alone', async (reader) => {
  const { page } = reader;
  await reader.analyse(POSITIONS.opposition);
  await reader.at('#play').focus();
  await page.keyboard.press('Enter');
  await reader.says('#play-status', /Your move/);
  await reader.at('#board').focus();
  // From e4 to e1, and from there to f2.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await reader.says('#play-status', /Black played .*Your move/s);
  await reader.at('#play-stop').focus();
  await page.keyboard.press('Enter');
  await reader.proved();
  await reader.says('#verdict', /White to move wins/);
}, { sizes: ['desktop'] });
