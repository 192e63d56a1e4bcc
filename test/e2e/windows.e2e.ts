/** Kits in windows of their own: torn off, both live, closed; electron crash crashes one. */
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../runtime/launch.ts';
import { type Demo, expect, JOURNEY, KIT_PAGES, test } from './fixtures.ts';
import { allKits, fetched, kitList, marksOf, openKit, painted, TWO_TRIPS, withService } from './steps.ts';

const [FIRST, SECOND] = [/EHAM to EGLL/, /KDEN to KLAX/];
const PICTURES = process.env.TRIPKIT_PICTURES;

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open trip kits' });

/** The app with two kits on this laptop; the page of its library, and their ids. */
async function withKits(launch: () => Promise<LaunchedApp>, demo: () => Promise<Demo>) {
  const { app } = await withService(launch, demo);
  const [first = '', second = ''] = await fetched(app.page, TWO_TRIPS);
  return { app, page: app.page, first, second };
}

/** The pages of further windows, the first opened first. */
const further = ({ page }: LaunchedApp): Page[] =>
  page
    .context()
    .pages()
    .filter((one) => one !== page && /\/index\.html\?window=[\w-]{36}$/.test(one.url()));

/** The page of the only further window, once it is ready. */
async function onlyFurther(app: LaunchedApp): Promise<Page> {
  await expect.poll(() => further(app).length).toBe(1);
  const [page] = further(app);
  if (!page) throw new Error('There is no further window.');
  await page.waitForSelector('html[data-ready="true"]');
  return page;
}

/** Closes the further windows as a person does. */
async function closeFurther(app: LaunchedApp): Promise<void> {
  await app.inMain(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().includes('?window=')) window.close();
  });
  await expect.poll(() => further(app).length).toBe(0);
}

const sample = (page: Page, name: string) =>
  PICTURES ? page.screenshot({ path: `${PICTURES}/${name}.png` }) : undefined;

test('a kit moves to a window of its own by key, both windows agree, and closing it loses nothing', {
  tag: JOURNEY,
}, async ({ launch, demo }) => {
  test.slow();
  const { app, page, first } = await withKits(launch, demo);
  await openKit(page, FIRST);
  await painted(page, 1).waitFor();
  await page.keyboard.press('End');
  await painted(page, KIT_PAGES).waitFor();
  await page.keyboard.press('Control+Shift+O');
  const other = await onlyFurther(app);

  await test.step('it opens where the person was, alone; here the list is back', async () => {
    await painted(other, KIT_PAGES).waitFor();
    await expect(kitList(page)).toBeVisible();
    await expect(kitList(other)).toHaveCount(0);
    await expect(other).toHaveTitle(/DMO118/);
    await sample(other, 'further-window');
  });

  await test.step('opened again from the list it is shown there, not twice', async () => {
    await other.keyboard.press('Home');
    await painted(other, 1).waitFor();
    await openKit(page, FIRST);
    await expect(kitList(page)).toBeVisible();
    await expect.poll(() => further(app).length).toBe(1);
    expect(await page.locator('.viewer').filter({ visible: true }).count()).toBe(0);
  });

  await test.step('a mark that one window sets is in the other; a kept kit is kept in both', async () => {
    await page.evaluate((id) => window.tripkit?.marks.add(id, { kind: 'pin', page: 3 }), first);
    const pins = other.getByRole('navigation', { name: /Pinned charts/ });
    await expect(pins.getByRole('button')).toHaveCount(1);
    const kept = await other.evaluate((id) => window.tripkit?.kits.setPinned(id, true), first);
    expect(kept).toMatchObject({ ok: true, value: { id: first, pinned: true } });
    expect((await allKits(page)).find(({ id }) => id === first)?.pinned).toBe(true);
    await expect(kitList(page).getByRole('option', { name: FIRST }).first()).toHaveAccessibleName(/Kept/);
    await kitList(page).getByRole('option', { name: FIRST }).first().click();
  });

  await test.step('the library comes to the front from there, and keeps its screens to itself', async () => {
    await other.getByRole('button', { name: 'Back to trip kits' }).click();
    await painted(other, 1).waitFor();
    await other.evaluate(() => window.tripkit?.windows.library('activity_record'));
    await expect(page.getByRole('heading', { name: 'Activity record' })).toBeVisible();
    await page.evaluate(() => window.tripkit?.windows.library('library'));
    await expect(kitList(page)).toBeVisible();
  });

  await test.step('a note that is being written when the window closes is kept, and so is the place', async () => {
    await other.locator('.scroller').first().focus();
    await other.keyboard.press('End');
    await painted(other, KIT_PAGES).waitFor();
    await other.keyboard.press('a');
    await other.getByRole('dialog', { name: 'New note' }).getByRole('textbox').fill('Runway 27R closed');
    // Longer than Chromium gives a page at its end.
    await other.evaluate(() => {
      setTimeout(() => {
        const end = performance.now() + 1_500;
        while (performance.now() < end);
      });
    });
    await closeFurther(app);
    await expect
      .poll(async () => (await marksOf(page, first)).map(({ draft }) => draft.kind).sort())
      .toEqual(['note', 'pin']);
  });

  await test.step('its tab is back, behind what is on the screen', async () => {
    await openKit(page, SECOND);
    await painted(page, 1).waitFor();
    await expect(tabs(page).getByRole('listitem')).toHaveCount(2);
    await tabs(page).getByRole('button', { name: /^EHAM/ }).click();
    await painted(page, KIT_PAGES).waitFor();
    await sample(page, 'returned-tab');
  });

  await test.step('one that is being written when the app quits is kept, too', async () => {
    await page.locator('.scroller').filter({ visible: true }).first().focus();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'New note' }).getByRole('textbox').fill('Taxiway B closed');
    await app.close();
    const again = await launch();
    expect((await marksOf(again.page, first)).map(({ draft }) => draft.kind).sort()).toEqual([
      'note',
      'note',
      'pin',
    ]);
  });
});

test('as many as may be; one more is refused with a sentence, and a further window has no power beyond the library’s', async ({
  launch,
  demo,
}) => {
  test.slow();
  const { app, page, first } = await withKits(launch, demo);
  await openKit(page, FIRST);
  await painted(page, 1).waitFor();
  const ask = (from: Page) =>
    from.evaluate(
      (kit_id) =>
        window.tripkit?.windows.open({
          kit_id,
          page: 2,
          at: 'remembered',
          torn_off: false,
          beside: true,
        }),
      first,
    );
  for (let count = 1; count <= 4; count += 1) {
    expect(await ask(page)).toEqual({ ok: true, value: 'opened' });
    await expect.poll(() => further(app).length).toBe(count);
  }
  expect(await ask(page)).toMatchObject({ ok: false, error: { kind: 'config', message: /^4 windows/ } });
  await page.keyboard.press('Control+Shift+O');
  // Open elsewhere already: that window comes to the front, and the tab stays.
  await painted(page, 1).waitFor();

  const [other] = further(app);
  if (!other) throw new Error('There is no further window.');
  await painted(other, 2).waitFor();
  const surface = () =>
    Object.entries(window.tripkit ?? {}).map(([domain, calls]) => [domain, Object.keys(calls).sort()]);
  expect(await other.evaluate(surface)).toEqual(await page.evaluate(surface));
  expect(await ask(other)).toMatchObject({ ok: false, error: { kind: 'config' } });
  expect(
    await other.evaluate(() => ({
      setup: 'tripkitSetup' in window,
      opened: window.open('app://tripkit/index.html') === null,
    })),
  ).toEqual({ setup: false, opened: true });
  // The library's window is not closed by a page's call, its own included.
  expect(await page.evaluate(() => window.tripkit?.windows.close())).toEqual({ ok: true, value: null });
  await painted(page, 1).waitFor();
  // What it says to have open is its own: it takes no other window's kits away.
  await other.evaluate(() => window.tripkit?.windows.holds([]));
  expect(await other.evaluate((id) => window.tripkit?.windows.show(id, null), first)).toEqual({
    ok: true,
    value: true,
  });
  await closeFurther(app);
  expect(await page.evaluate((id) => window.tripkit?.windows.show(id, null), first)).toEqual({
    ok: true,
    value: false,
  });
});
