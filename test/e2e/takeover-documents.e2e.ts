/**
 * The page of a document, taken over: JavaScript of an attacker in app://documents-N, as after a hole in PDF.js. It gets its one
 * document, and nothing of the app, of other documents, of the machine or of the network.
 */
import type { Frame, Page } from '@playwright/test';
import { layBait } from '../attack/bait.ts';
import {
  floodPort,
  goElsewhere,
  leaveBehind,
  moveTheWindow,
  reachForOthers,
  reachForPower,
} from '../attack/document-page.ts';
import { leaksBelow } from './find-secrets.ts';
import { expect, JOURNEY, shareApp, test } from './fixtures.ts';
import { fetched, kitList, openKit, painted, setUpByBridge, TWO_TRIPS } from './steps.ts';

/** The pages of documents that this window holds. */
const documentFrames = (page: Page): Frame[] =>
  page.frames().filter((frame) => /^(app:\/\/|http:\/\/)documents-\d+/.test(frame.url()));

const shared = shareApp(async (app, demo) => {
  const it = await demo();
  await setUpByBridge(app, it);
  return { it, ids: await fetched(app.page, TWO_TRIPS) };
});

/** Opens a kit as a person does; the page of its document, once it has painted. */
async function openDocument(page: Page): Promise<Frame> {
  // The list is there, or the document of the test before.
  const list = kitList(page);
  const back = page.getByRole('button', { name: 'Back to trip kits' });
  await expect(list.or(back).filter({ visible: true }).first()).toBeVisible();
  if (!(await list.isVisible())) await back.click();
  await openKit(page, /EHAM to EGLL/);
  // At the page where it was left.
  await page.locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
  // Another process holds it: Playwright may hear of it after the window does.
  await expect.poll(() => documentFrames(page).length).toBeGreaterThan(0);
  const [frame] = documentFrames(page);
  if (!frame) throw new Error('No document has a page of its own.');
  return frame;
}

test('it has no bridge, no parent, no sibling, no permission, no window and no word to a person', {
  tag: JOURNEY,
}, async () => {
  const { app } = shared();
  const frame = await openDocument(app.page);
  expect(await frame.evaluate(reachForPower)).toEqual([]);
  // What is there it finds.
  await frame.evaluate(() => Reflect.set(window, 'tripkit', {}));
  expect(await frame.evaluate(reachForPower)).toEqual(['tripkit']);
  await expect.poll(() => app.page.context().pages().length).toBe(1);
  expect(documentFrames(app.page).map((one) => new URL(one.url()).host)).toEqual([
    ...new Set(documentFrames(app.page).map((one) => new URL(one.url()).host)),
  ]);
});

test('it reads no other document, no picture, no list, no set-up and no pass of another', async () => {
  const { app, given } = shared();
  const { ids } = given;
  const frame = await openDocument(app.page);
  const passes = await app.page.evaluate(async (ids) => {
    const answers = await Promise.all(ids.map((id, index) => window.tripkit?.documents.pass(id, 7 + index)));
    return answers.map((answer) => (answer?.ok ? answer.value : ''));
  }, ids);
  const own = new URL(frame.url());
  const origins = ['tripkit', 'setup', 'documents-7', 'documents-8', 'documents-1'].map(
    (host) => `${own.protocol}//${own.host.replace(/^documents-\d+/, host)}`,
  );
  const kept = ids.flatMap((id) => [`/documents/${id}`, `/thumbnails/${id}/1`, `/document/${id}`]);
  const guessed = [...passes, 'A'.repeat(43), ''].map((pass) => `/document/${pass}`);
  const addresses = [
    ...[...kept, ...guessed],
    ...origins.flatMap((origin) =>
      [...kept, ...guessed, '/', '/index.html'].map((path) => `${origin}${path}`),
    ),
  ];
  expect(passes.every((pass) => pass.length === 43)).toBe(true);
  expect(await frame.evaluate(reachForOthers, addresses)).toEqual([]);
  // Its own page it does get, so that the script is one.
  expect(await frame.evaluate(reachForOthers, ['/index.html'])).toContain('fetch cors /index.html: 200');
  // The library reads no document either: it has pictures and words of it.
  expect(
    await app.page.evaluate(
      async (paths) =>
        Promise.all(
          paths.map((path) =>
            fetch(path).then(
              ({ ok }) => ok,
              () => false,
            ),
          ),
        ),
      [...ids.map((id) => `/documents/${id}`), ...guessed],
    ),
  ).not.toContain(true);
});

test('it reaches no network, and moves neither itself nor the window', async () => {
  const { app, given } = shared();
  const { it } = given;
  const frame = await openDocument(app.page);
  const bait = await layBait();
  const entries = it.service.journal().length;
  const before = app.page.url();
  const own = new URL(frame.url());
  try {
    // One that loses itself on the way, by an address that the window's policy forbids, ends its document's page alone.
    const lost = (error: unknown) => {
      if (!/detached|destroyed|navigat/i.test(String(error))) throw error;
    };
    await frame.evaluate(bait.everyWay).catch(lost);
    await frame.evaluate(moveTheWindow, `http://127.0.0.1:${bait.tcp}`).catch(lost);
    const library = `${own.protocol}//${own.host.replace(/^documents-\d+/, 'tripkit')}/`;
    for (const address of [
      `http://127.0.0.1:${bait.tcp}/`,
      library,
      'file:///etc/passwd',
      'data:text/html,mine',
    ]) {
      // What the policy of the window forbids leaves Chromium's error page in the place of the document.
      const [one] = documentFrames(app.page);
      await one?.evaluate(goElsewhere, address).catch(() => {});
    }
    expect(app.page.url()).toBe(before);
    const shown = app.page
      .frames()
      .slice(1)
      .map((one) => one.url());
    expect(
      shown.filter((url) => !/^((app|http):\/\/documents-\d+|chrome-error:|about:|$)/.test(url)),
    ).toEqual([]);
    expect(await app.page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
    await expect.poll(() => app.page.context().pages().length).toBe(1);
    expect(bait.came).toEqual([]);
    expect(it.service.journal().length).toBe(entries);
  } finally {
    bait.close();
  }
});

test('it floods its port, and the library works on', async () => {
  const { app } = shared();
  await openDocument(app.page);
  // The port is nobody's but the page's own code; whoever has the page's realm gets it with the next answer.
  for (const frame of documentFrames(app.page)) await frame.evaluate(floodPort);
  await app.page.locator('.scroller').first().focus();
  await app.page.keyboard.press('End');
  const flooded = async () => {
    const counts = documentFrames(app.page).map((frame) =>
      frame.evaluate(() => Number(Reflect.get(window, 'flooded') ?? 0)).catch(() => 0),
    );
    return Math.max(0, ...(await Promise.all(counts)));
  };
  await expect.poll(flooded).toBeGreaterThan(10_000);
  await app.page.getByRole('button', { name: 'Back to trip kits' }).click();
  await expect(kitList(app.page)).toBeVisible();
  expect(await app.page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
  await openKit(app.page, /KDEN to KLAX/);
  await expect(painted(app.page)).toBeVisible();
});

test('it leaves nothing behind, and tells nobody', async ({ launch }) => {
  const { app, userData } = shared();
  const frame = await openDocument(app.page);
  const words = 'left-behind-by-a-document';
  const heard = await app.page.evaluateHandle(() => {
    const heard: string[] = [];
    new BroadcastChannel('mine').addEventListener('message', ({ data }) => heard.push(String(data)));
    return heard;
  });
  await frame.evaluate(leaveBehind, words);
  expect(await heard.evaluate((all) => all)).toEqual([]);
  // The page of the next document finds nothing of it.
  const next = await openDocument(app.page);
  expect(new URL(next.url()).host).not.toBe(new URL(frame.url()).host);
  const found = () => localStorage.getItem('mine') ?? sessionStorage.getItem('mine');
  expect(await next.evaluate(found).catch(() => null)).toBeNull();
  await app.close();
  // Chromium keeps files of it to its end, and the next start removes them.
  await (await launch({ userData })).close();
  const { leaks, files } = leaksBelow(userData, [{ name: 'its words', value: Buffer.from(words) }]);
  expect(files.length).toBeGreaterThan(0);
  expect(leaks).toEqual([]);
});
