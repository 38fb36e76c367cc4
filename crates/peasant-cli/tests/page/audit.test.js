// An audit for accessibility: nothing serious on any tab, on either screen, light or dark.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { trial } from './browser.js';
import { GAME, POSITIONS } from './positions.js';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What each audit looks at. @type {Record<string, (reader: import('./reader.js').Reader) => Promise<void>>} */
const VIEWS = {
  'the analysis': async (reader) => {
    await reader.analyse(POSITIONS.opposition);
    await reader.says('#why', /\w/);
    for (const layer of await reader.at('#map input').all()) await layer.check();
  },
  'the editor': async (reader) => {
    await reader.open();
    await reader.press('#edit');
    await reader.press(reader.button('Clear'));
  },
  'a game against it': async (reader) => {
    await reader.analyse(POSITIONS.opposition);
    await reader.press('#play');
    await reader.move('e2e4');
    await reader.says('#play-fault', /throws/);
  },
  'a study': async (reader) => {
    await reader.analyse(POSITIONS.opposition);
    await reader.move('e1f2');
    await reader.at('#remark').fill('The only one.');
    await reader.press('#draw');
    await reader.press('#chapter-add');
  },
  'exercises': async (reader) => {
    await reader.open('/?tab=train');
    await reader.press('#train-start');
    await reader.says('#train-task', /How\?/);
    await reader.press('#train-hint');
  },
  'judged games': async (reader) => {
    await reader.open('/?tab=games');
    await reader.at('#games-text').fill(GAME);
    await reader.press('#judge');
    await reader.says('#games-status', /thrown away/);
  },
  'pawn games': async (reader) => {
    await reader.open('/?tab=pawngame&preset=pawn-game&files=4');
    await reader.says('#pawngame-effort', /nodes?,/);
    await reader.press('#pawngame-board [data-square=b2]');
    await reader.press(reader.at('#pawngame summary'));
  },
};

/** Colours do not hang on the screen: one for each, and every pair of them where it may take long. */
const SCREENS = process.env.PEASANT_THOROUGH ? { light: ['desktop', 'phone'], dark: ['desktop', 'phone'] } : { light: ['phone'], dark: ['desktop'] };

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [name, prepare] of Object.entries(VIEWS)) {
    trial(`nothing serious in ${name}`, async (reader) => {
      await prepare(reader);
      // By the debugger, which the policy of the page does not bind.
      await reader.page.evaluate(axe);
      const { violations } = await reader.page.evaluate(() => globalThis.axe.run(document));
      const grave = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
      const told = grave.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
      for (const { id, impact, nodes } of violations) if (!grave.some((one) => one.id === id)) console.log(`${impact}: ${id} (${nodes.length})`);
      assert.deepEqual(told, []);
    }, { scheme, sizes: SCREENS[scheme] });
  }
}
