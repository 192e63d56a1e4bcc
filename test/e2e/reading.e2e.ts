/** Reading as a pilot does without a network, without the service, and with a keychain that is locked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { LaunchedApp, LaunchOptions } from '../runtime/launch.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { chartOf, fetched, kitList, marksOf, openKit, painted, setUp, TWO_TRIPS } from './steps.ts';

const FIRST = /EHAM to EGLL/;

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open trip kits' });
const view = (page: Page, side: 'left view' | 'right view' | 'document') =>
  page.getByRole('region', { name: new RegExp(`, ${side}$`) });
/** The keys are the pages' own again, whatever panel or field had them. */
const toPages = (page: Page) => page.locator('.scroller').first().focus();

/** A laptop on which both kits arrived, started anew without network and with its keychain locked. */
async function onBoard(
  launch: (options?: Pick<LaunchOptions, 'keychain'>) => Promise<LaunchedApp>,
  demo: () => Promise<import('./fixtures.ts').Demo>,
) {
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  const ids = await fetched(app.page, TWO_TRIPS);
  const charts = [await chartOf(app.page, ids[0] ?? ''), await chartOf(app.page, ids[1] ?? '')] as const;
  await app.close();
  await it.service.close();
  app = await restart(launch);
  return { app, ids: [ids[0] ?? '', ids[1] ?? ''] as const, charts };
}

async function restart(launch: (options?: Pick<LaunchOptions, 'keychain'>) => Promise<LaunchedApp>) {
  const app = await launch({ keychain: 'locked' });
  await app.setOffline(true);
  await expect(kitList(app.page).getByRole('option', { name: FIRST })).toBeVisible();
  expect(await app.page.evaluate(() => navigator.onLine)).toBe(false);
  return app;
}

test('without service, network and keychain: found, turned, marked, copied, and all of it there again', {
  tag: JOURNEY,
}, async ({ launch, demo, folder }) => {
  test.slow();
  const { app: first, ids, charts } = await onBoard(launch, demo);
  let app = first;
  const { page } = app;
  const [kit, other] = ids;
  const [chart, otherChart] = charts;

  await test.step('the certificate is locked, and the document opens and is verified', async () => {
    await expect(page.getByText('The certificate is locked').first()).toBeVisible();
    await openKit(page, FIRST);
    await painted(page, 1).waitFor();
    await expect(page.getByText('On this laptop, verified')).toBeVisible();
  });

  await test.step('outline, back and forth, small pictures', async () => {
    await page.keyboard.press('o');
    const entry = page.getByRole('treeitem', { name: chart.title });
    await entry.first().click();
    await painted(page, chart.page).waitFor();
    await expect(page.locator('[aria-current="location"]')).toContainText(chart.title);
    await toPages(page);
    await page.keyboard.press('Alt+ArrowLeft');
    await painted(page, 1).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await painted(page, chart.page).waitFor();
    await page.keyboard.press('t');
    const pictures = page.getByRole('listbox', { name: 'Pages', exact: true });
    await pictures.locator('[data-thumbnail]').first().waitFor();
    await pictures.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await painted(page, 2).waitFor();
    await toPages(page);
    await page.keyboard.press('t');
    await expect(pictures).toHaveCount(0);
  });

  await test.step('a word is found and marked on its page', async () => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type(chart.title);
    await expect(page.getByRole('search').getByText(/^1 of \d+\+?$/)).toBeVisible();
    await page.waitForFunction(() => [...(CSS.highlights.get('find') ?? [])].length > 0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('search')).toHaveCount(0);
  });

  await test.step('one page, facing pages, turned', async () => {
    await toPages(page);
    for (const [key, arrangement] of [
      ['s', 'single'],
      ['d', 'facing'],
      ['c', 'continuous'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`.scroller[data-arrangement="${arrangement}"]`).waitFor();
      await page.locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
    }
    await page.keyboard.press('Home');
    await painted(page, 1).waitFor();
    await page.keyboard.press('Shift+R');
    await page.locator('[data-turn="90"] [data-page-rendered="1"]').waitFor();
    for (let turns = 0; turns < 3; turns += 1) await page.keyboard.press('Shift+R');
    await page.locator('[data-turn="0"] [data-page-rendered="1"]').waitFor();
  });

  await test.step('highlight, note, bookmark and pin by keyboard', async () => {
    await toPages(page);
    await page.keyboard.press('Home');
    await painted(page, 1).waitFor();
    const words = page.locator('[data-page="1"] .textLayer span', { hasText: /EHAM/ }).first();
    await words.waitFor({ state: 'attached' });
    await words.selectText();
    await page.keyboard.press('h');
    await expect.poll(async () => (await marksOf(page, kit)).length).toBe(1);
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'New note' }).waitFor();
    await page.keyboard.type('Ask for de-icing');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await marksOf(page, kit)).length).toBe(2);
    await toPages(page);
    await page.keyboard.press('b');
    await page.keyboard.press('m');
    await expect
      .poll(async () => (await marksOf(page, kit)).map(({ draft }) => draft.kind).sort())
      .toEqual(['bookmark', 'highlight', 'note', 'pin']);
  });

  await test.step('a copy with the marks in it: any reader shows them, the original is as it was', async () => {
    const copy = join(folder, 'with marks.pdf');
    await page.keyboard.press('l');
    await app.scriptDialog(copy);
    await page.getByRole('button', { name: 'Save a copy with marks…' }).click();
    await expect(page.getByText('A copy with your marks was saved as with marks.pdf.')).toBeVisible();
    const task = getDocument({ data: new Uint8Array(await readFile(copy)), verbosity: 0 });
    const document = await task.promise;
    const annotations: { subtype: string; contentsObj?: { str: string } }[] = await (
      await document.getPage(1)
    ).getAnnotations();
    await task.destroy();
    const kinds = annotations.map(({ subtype }) => subtype);
    expect(kinds).toContain('Highlight');
    const note = annotations.find(({ subtype }) => subtype === 'Text' || subtype === 'FreeText');
    expect(note?.contentsObj?.str).toBe('Ask for de-icing');
    const check = await page.evaluate((id) => window.tripkit?.documents.check(id), kit);
    expect(check).toMatchObject({ ok: true, value: { soundness: { state: 'verified' } } });
    await toPages(page);
    await page.keyboard.press('l');
  });

  await test.step('the search across all kits opens the other kit at its page, then both side by side', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /all kits/ }).fill(`KLAX ${otherChart.title}`);
    const found = page.getByRole('dialog', { name: 'Search all kits' });
    await expect(found.getByRole('option').first()).toContainText(otherChart.title);
    await page.keyboard.press('Enter');
    await painted(page, otherChart.page).waitFor();
    await expect(page.getByRole('heading', { level: 1, name: /KDEN → KLAX/ })).toBeVisible();
    await expect(tabs(page).getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Control+\\');
    await view(page, 'left view').locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
    await view(page, 'right view')
      .locator('[data-page-rendered]')
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.keyboard.press('F6');
    await page.locator('[data-standing="left"][data-active]').waitFor();
    await page.keyboard.press('Control+\\');
    await page.locator('[data-standing="alone"]').waitFor();
  });

  await test.step('after a restart the place, the arrangement and the marks are there', async () => {
    await page.keyboard.press('Escape');
    await openKit(page, FIRST);
    await view(page, 'document').locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
    await toPages(page);
    await page.keyboard.press('s');
    await page.keyboard.press('g');
    await page.keyboard.type(String(chart.page));
    await page.keyboard.press('Enter');
    await painted(page, chart.page).waitFor();
    const place = () =>
      page.evaluate(async (id) => {
        const answer = await window.tripkit?.reading.place(id);
        return answer?.ok ? { page: answer.value?.page, layout: answer.value?.layout } : null;
      }, kit);
    await expect.poll(place).toEqual({ page: chart.page, layout: 'single' });
    // As after a power cut.
    await app.kill();
    app = await restart(launch);
    await openKit(app.page, FIRST);
    await painted(app.page, chart.page).waitFor();
    await app.page.locator('.scroller[data-arrangement="single"]').waitFor();
    await app.page.keyboard.press('l');
    await expect(app.page.getByRole('button', { name: /^Ask for de-icing Cover page 1/ })).toBeVisible();
    expect(await marksOf(app.page, kit)).toHaveLength(4);
    expect(await marksOf(app.page, other)).toHaveLength(0);
    await app.page.keyboard.press('Home');
    await expect(app.page.locator('.marks__area').first()).toBeVisible();
  });
  expect(app.logs()).not.toMatch(/failed unexpectedly/);
});
