// Playing against the program.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { POSITIONS } from './positions.js';

trial('it plays on, and says when a result is thrown away', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press('#play');
  await reader.press('#play-white');
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
  await reader.press('#play-black');
  await reader.says('#play-status', /White played Kf2/);
});
