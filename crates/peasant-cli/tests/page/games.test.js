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
  const pgn = (await reader.saved('#games-save')).bytes.toString();
  if (!/\$4|\?\?/.test(pgn)) throw new Error(`no mistake is marked in\n${pgn}`);
});

trial('what is no game is refused in words', async (reader) => {
  await reader.open('/?tab=games');
  await reader.press('#judge');
  await reader.says('#games-error', /no game/);
});

trial('a judged game becomes a chapter, with its comments and arrows', async (reader) => {
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  await reader.says('#games-status', /thrown away/);
  await reader.press('#game-study');
  await reader.says('#study-chapters [aria-current]', /One – Two/);
  await reader.says('#played', /e3\+\?\?.*thrown away/s);
  const pgn = (await reader.saved('#study-save')).bytes.toString();
  for (const part of [/\[White "One"\]/, /e3\+ \$4/, /\[%cal/, /thrown away/]) if (!part.test(pgn)) throw new Error(`no ${part} in\n${pgn}`);
});

trial('games are judged by keyboard alone', async (reader) => {
  const { page } = reader;
  await reader.open();
  await reader.at('#tab-analyse').focus();
  await page.keyboard.press('ArrowRight');
  await reader.at('#games-text').fill(GAME);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await reader.says('#games-status', /1 result thrown away/);
  await reader.at('#next-error').focus();
  await page.keyboard.press('Enter');
  await reader.says('#game-moves .error[aria-current]', /^e3/);
  await page.keyboard.press('ArrowLeft');
  await reader.says('#game-moves [aria-current]', /^Kd4/);
}, { sizes: ['desktop'] });
