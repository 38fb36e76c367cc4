// A game is pasted, and its blunder found.

import { trial } from './browser.js';
import { GAME } from './positions.js';

trial('a game is pasted, and the blunder found', async (reader) => {
  await reader.open();
  await reader.tab('games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  await reader.says('#games-status', /1 game; 1 result thrown away/);
  await reader.says('#game-moves .error[aria-current]', /^e3\+?/);
  await reader.says('#game-moves .comment', /\w/);
  await reader.press('#game-analyse');
  await reader.isAt('8/8/8/8/3k4/4P3/5K2/8 b - -');
  await reader.says('#verdict', /Black to move draws/);
});

trial('a judged game is saved', async (reader) => {
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  const waits = reader.page.waitForEvent('download');
  await reader.press('#games-save');
  const { createReadStream } = await import('node:fs');
  let pgn = '';
  for await (const part of createReadStream(await (await waits).path(), 'utf8')) pgn += part;
  if (!/\$4|\?\?/.test(pgn)) throw new Error(`no mistake is marked in\n${pgn}`);
});

trial('what is no game is refused in words', async (reader) => {
  await reader.open('/?tab=games');
  await reader.press('#judge');
  await reader.says('#games-error', /no game/);
});
