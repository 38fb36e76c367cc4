// The page without a server: it works offline, stops at once, and says when memory is short.

import { STATIC, trial } from './browser.js';
import { POSITIONS } from './positions.js';

if (STATIC) {
  trial('after the first visit it works without the network', async (reader) => {
    await reader.analyse(POSITIONS.opposition);
    await reader.page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state));
    await reader.page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 50);
    await reader.page.context().setOffline(true);
    await reader.analyse(POSITIONS.reti);
    await reader.says('#verdict', /White to move draws: only Kg7/);
    await reader.tab('train');
    await reader.says('#train-known', /^[6-9]\d exercises/);
  });

  trial('the first answer comes within a second', async (reader) => {
    const start = performance.now();
    await reader.page.goto('/');
    await reader.says('#verdict', /White to move wins: only Kf2/);
    const milliseconds = performance.now() - start;
    console.log(`the first answer was there after ${milliseconds.toFixed(0)} ms`);
  });

  trial('a stop is a stop', async (reader) => {
    await reader.open('/?fen=4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w_-_-');
    await reader.says('#progress', /Proving … [1-9]/);
    await reader.press('#stop');
    await reader.says('#progress, #verdict', /[Ss]topped/);
    await reader.press(reader.page.getByRole('button', { name: /Key squares/ }));
    await reader.says('#verdict', /White to move wins: only Kf2/);
  });
}
