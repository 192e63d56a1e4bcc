/** A page of a document that was taken over, in real Chromium: it does what it likes, and the library goes on. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindows } from '../../../window/harness/windows.ts';

const { open, expectProblems } = openWindows();

/** Runs in the place of the document's own page. */
function takeOver(): void {
  addEventListener('message', ({ ports: [port] }) => {
    if (!port) return;
    port.postMessage('tripkit-document-1');
    const junk = (id: number): unknown[] => [
      { id, value: { pageCount: 3, file: null, __proto__: { polluted: true } } },
      { id, value: [{ title: '<img src=x onerror="parent.hacked = true">', target: null, items: [] }] },
      { id, failure: 'nothing' },
      { changed: 'x' },
      null,
      'x'.repeat(10_000),
      new Map([[id, id]]),
      [[[[]]]],
    ];
    port.onmessage = ({ data }: MessageEvent<{ id?: number; call?: { name: string } }>) => {
      const { id = -1, call } = data;
      if (call?.name === 'open') port.postMessage({ id, value: { pageCount: 3, file: null } });
      if (call?.name === 'pageSize') port.postMessage({ id, value: { width: 600, height: 800 } });
      if (call?.name === 'paint')
        port.postMessage({ id, value: new OffscreenCanvas(4_000, 4_000).transferToImageBitmap() });
      for (let round = 0; round < 500; round += 1)
        for (const message of junk(id + (round % 7) - 3)) port.postMessage(message);
    };
    for (const target of [parent, top])
      for (let round = 0; round < 1_000; round += 1)
        target?.postMessage({ id: round, value: {}, type: 'tripkit' }, '*');
    for (const attempt of [
      () => Object.assign(parent, { hacked: true }),
      () => Object.assign(parent.document, { title: 'hacked' }),
      () => parent.location.replace('about:blank'),
      () => top?.location.assign('about:blank'),
      () => open('about:blank'),
      () => alert('hacked'),
      () => parent.focus(),
    ])
      try {
        attempt();
      } catch {
        // Refused.
      }
  });
}

test('a page of a document that was taken over shows no picture, says nothing, and stops nobody', async () => {
  const prepare = (page: Page) =>
    page.route(/^http:\/\/documents-\d+\.localhost(:\d+)?\/$/, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>(${takeOver})()</script>` }),
    );
  const page = await open('scenario=demo', undefined, 1, { prepare });
  const before = page.url();
  await page.getByRole('option', { name: /EGLL to KJFK/ }).click();
  await page.keyboard.press('Enter');
  // It claims to have opened the document; no picture of it is one that was asked for.
  await page.getByText('can’t be drawn').first().waitFor();
  expect(await page.locator('[data-page-rendered]').count()).toBe(0);
  await page.keyboard.press('o');
  await page.getByRole('navigation', { name: 'Outline' }).waitFor();
  expect(await page.evaluate(() => [Reflect.get(window, 'hacked'), Reflect.get({}, 'polluted')])).toEqual([
    undefined,
    undefined,
  ]);
  // The library is as it was, and answers.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await page.getByRole('listbox').waitFor();
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.title()).not.toBe('hacked');
  expectProblems();
});
