// The pictures of the page in docs/. They are taken only where PEASANT_SCREENSHOTS names a folder.

import { trial } from './browser.js';
import { GAME, POSITIONS } from './positions.js';

const FOLDER = process.env.PEASANT_SCREENSHOTS;

/** @param {string} name @param {(reader: import('./reader.js').Reader) => Promise<void>} prepare @param {object} options */
function picture(name, prepare, options) {
  if (!FOLDER) return;
  trial(`a picture: ${name}`, async (reader) => {
    await prepare(reader);
    await reader.page.mouse.move(1, 1);
    await reader.page.evaluate(() => {
      document.activeElement?.blur();
      scrollTo(0, 0);
    });
    await reader.page.waitForTimeout(300);
    await reader.page.screenshot({ path: `${FOLDER}/${name}.png` });
  }, options);
}

const desktop = { sizes: ['desktop'] };

async function explained(reader) {
  await reader.analyse(POSITIONS.opposition);
  await reader.says('#why', /\w/);
  await reader.page.getByLabel('Corresponding squares').check();
  await reader.page.setViewportSize({ width: 1280, height: 920 });
}

picture('page-analyse', (reader) => reader.analyse(POSITIONS.fine), desktop);

picture('page-explain', explained, desktop);

picture('page-dark', (reader) => reader.analyse(POSITIONS.reti), { ...desktop, scheme: 'dark' });

picture('page-games', async (reader) => {
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  await reader.says('#games-status', /thrown away/);
}, desktop);

picture('page-study', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.move('e1d1');
  await reader.at('#remark').fill('The pawn does not run away: the king has to get in front of it.');
  await reader.press('#chapter-add');
  await reader.at('#chapter-name').fill('The opposition');
  await reader.press('#go-back');
}, desktop);

picture('page-train', async (reader) => {
  await reader.open('/?tab=train');
  await reader.press('#train-start');
  await reader.says('#train-task', /How/);
}, desktop);

picture('page-pawngame', async (reader) => {
  await reader.open('/?tab=pawngame&preset=pawn-game&files=6');
  await reader.says('#pawngame-effort', /nodes?,/);
  await reader.press('#pawngame-board [data-square=c2]');
}, desktop);

picture('page-phone', (reader) => reader.analyse(POSITIONS.fine), { sizes: ['phone'] });
