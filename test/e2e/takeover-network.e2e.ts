/** A script that has taken the library's page over tries every way to the network. */
import { layBait } from '../attack/bait.ts';
import { everyWay } from '../attack/ways-out.ts';
import { expect, test } from './fixtures.ts';
import { something } from './takeover-steps.ts';

test('no way of a page reaches the network', async ({ launch, demo }) => {
  test.slow();
  const it = await demo();
  const app = await launch();
  const { page, host } = app;
  await something(app, it);
  const bait = await layBait();
  const entries = it.service.journal().length;
  try {
    const before = page.url();
    await page.evaluate(bait.everyWay);
    // Other names of this machine, and the servers that the app itself may speak to.
    const { api, control } = it.service.urls;
    for (const target of [
      `localhost:${bait.tcp}`,
      `[::1]:${bait.tcp}`,
      new URL(api).host,
      new URL(control).host,
    ])
      await page.evaluate(everyWay(() => target, { given_up_ms: 100 }));
    await page.evaluate(
      async ({ web, prints }) => {
        const element = (tag: string, attributes: Record<string, string>) => {
          const made = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
          document.head.append(made);
          return made;
        };
        element('base', { href: `${web}/` });
        element('meta', { 'http-equiv': 'refresh', content: `0;url=${web}/refresh` });
        element('a', { href: `${web}/download`, download: 'x' }).click();
        // In Electron the system's dialog opens, and the page waits for a person.
        if (prints) window.print();
        // WebRTC is under no policy of the page: neither connect-src nor the request filter sees it.
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      },
      { web: `http://127.0.0.1:${bait.tcp}`, prints: host === 'chromium' },
    );
    // Navigation last: where it worked, the page above would be gone.
    for (const target of [
      `http://127.0.0.1:${bait.tcp}/navigate`,
      `javascript:fetch('http://127.0.0.1:${bait.tcp}/javascript')`,
      'file:///etc/passwd',
      'data:text/html,<h1>mine',
      'chrome://version',
      'view-source:app://tripkit/index.html',
      '/documents/../index.js',
    ]) {
      await page.evaluate((url) => {
        try {
          location.assign(url);
        } catch {
          // Refused at once.
        }
      }, target);
    }
    expect(await page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
    // A link of its own, to `#`, it may follow.
    expect(page.url().replace(/#$/, '')).toBe(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(bait.came).toEqual([]);
    expect(it.service.journal().length).toBe(entries);
  } finally {
    bait.close();
  }
});
