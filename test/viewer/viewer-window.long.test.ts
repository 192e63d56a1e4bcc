/** The viewer by keys, wheel, fingers and panels, and what was prepared of a kit; in real Chromium. */
import { expect, test } from 'vitest';
import type { PreparedDocument } from '../../preload/contract.ts';
import { keyWords } from '../../renderer/design/key-press.ts';
import { viewCommands } from '../../renderer/viewer/document/keys/view-commands.ts';
import type { FakeControls } from '../window/fake-bridge.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { read } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';
import { box, pageNumber, stepsIn } from './viewer-steps.ts';

const windows = openWindows();
const { open } = windows;
const { opened } = stepsIn(windows);

test('panels by keyboard: small pictures of the pages, only those in sight; the outline as a tree, with the entry of the page in view; back and forward through jumps, by keys and by the mouse; the sheet of keys lists every key, and Esc closes it and nothing else; without a mouse: to a page by its number, the menu, full screen and back; large buttons on demand, and for the next time', async () => {
  const page = await opened();
  await page.keyboard.press('t');
  const list = page.getByRole('listbox', { name: 'Pages' });
  await list.waitFor();
  await page.waitForSelector('canvas[data-thumbnail="2"]');
  expect(await list.getByRole('option').count()).toBeLessThan(16);
  expect(await list.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Page 1 of 24');
  await list.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown');
  // The arrows belong to the list here.
  expect(await pageNumber(page)).toBe('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => pageNumber(page)).toBe('7');
  expect(await list.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Page 7 of 24');
  // Enter gave the keys to the pages; the space bar shows a page and stays in the list.
  await page.keyboard.press('PageDown');
  await expect.poll(() => pageNumber(page)).toBe('8');
  await list.focus();
  await page.keyboard.press('End');
  await page.waitForSelector('canvas[data-thumbnail="24"]');
  await page.keyboard.press('Space');
  await page.waitForSelector('[data-page-rendered="24"]');
  // Esc gives the keys back to the pages.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect.poll(() => pageNumber(page)).toBe('1');

  await page.keyboard.press('o');
  const tree = page.getByRole('tree', { name: 'Outline' });
  const current = tree.locator('[aria-current="location"]');
  await current.getByText('Cover').waitFor();
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect.poll(() => pageNumber(page)).toBe('24');
  await current.getByText('Enroute sheet 24').waitFor();
  // Left goes to the entry above, and closes it; what is inside is shown by it.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await tree.getByRole('treeitem', { name: 'EGLL airport chart', expanded: false }).waitFor();
  await current.getByText('EGLL airport chart').waitFor();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('treeitem', { name: 'EGLL airport chart', expanded: true }).waitFor();
  // From tab to tab with the arrows.
  await page.getByRole('tab', { name: 'Outline' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('listbox', { name: 'Pages' }).waitFor();

  await page.locator('.scroller').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => pageNumber(page)).toBe('1');
  await page.getByRole('textbox', { name: 'Page' }).fill('12');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect.poll(() => pageNumber(page)).toBe('24');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => pageNumber(page)).toBe('12');
  await page.evaluate(() => {
    const place = document.querySelector('.scroller');
    for (const type of ['mousedown', 'mouseup'])
      place?.dispatchEvent(new MouseEvent(type, { button: 3, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => pageNumber(page)).toBe('1');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => pageNumber(page)).toBe('12');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys of the viewer' });
  await sheet.waitFor();
  const lines = await sheet.locator('.keys__line').allInnerTexts();
  for (const { words, keys } of viewCommands.filter((command) => command.keys.length > 0)) {
    const line = lines.find((text) => text.startsWith(words));
    for (const combination of keys) expect(line).toContain(keyWords(combination, false));
  }
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // Without a mouse.
  await page.locator('.scroller').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => pageNumber(page)).toBe('1');
  await page.keyboard.press('g');
  const box = page.getByRole('textbox', { name: 'Page' });
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('17');
  // Esc gives the keys back to the pages, and leaves the kit open where it is.
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('scroller');
  expect(await box.inputValue()).toBe('1');
  await page.keyboard.press('g');
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect.poll(() => pageNumber(page)).toBe('9');
  // Enter gave the keys back to the pages.
  await page.keyboard.press('PageDown');
  await expect.poll(() => pageNumber(page)).toBe('10');

  await page.getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'More commands' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Facing pages' }).focus();
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  await page.waitForSelector('.scroller[data-arrangement="facing"]');

  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement === null);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Large buttons' }).click();
  const small = async () =>
    page
      .locator('.viewer-bar button:visible')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().width < 44 || one.getBoundingClientRect().height < 44)
          .map((one) => one.getAttribute('aria-label')),
      );
  expect(await small()).toEqual([]);
  await page.reload();
  await page.waitForSelector('html[data-ready="true"]');
  await read(page);
  await page.waitForSelector('[data-page-rendered]');
  expect(await small()).toEqual([]);
});

test('what was prepared is shown before the document can be read, and the live page over it', async () => {
  // The screens take the calls when they start: the fake is changed as soon as it is there.
  const know = () => {
    let fake: FakeControls;
    Object.defineProperty(window, 'fake', {
      get: () => fake,
      set(made: FakeControls) {
        fake = made;
        const { reading, documents } = made.bridge;
        const plain = reading.prepared;
        reading.prepared = async (id) => {
          const [answer, source] = [await plain(id), await documents.open(id)];
          if (!answer.ok || !source.ok || source.value.sha256 === null) return answer;
          const value: PreparedDocument = {
            ...answer.value,
            state: 'ready',
            sha256: source.value.sha256,
            sizes: Array.from({ length: 24 }, (_, index) => (index === 2 ? [1123, 794] : [794, 1123])),
            outline: [{ title: 'Prepared', level: 0, page: 1, down: 0 }],
            thumbnails: { pages: [[1, 1]], unpaintable: [] },
          };
          return { ok: true, value };
        };
      },
    });
  };
  // One black pixel, lossless (RFC 9649).
  const pixel = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
  const held = Promise.withResolvers<void>();
  const page = await open('scenario=demo', undefined, 1, {
    async prepare(page) {
      await page.addInitScript(know);
      await page.route('**/thumbnails/**', (route) =>
        route.fulfill({ contentType: 'image/webp', body: Buffer.from(pixel, 'base64') }),
      );
      await page.route('**/document/*', async (route) => {
        await held.promise;
        await route.continue();
      });
    },
  });
  await read(page);
  await page.locator('[data-page-shown="1"] .page__thumbnail').waitFor();
  expect(await page.locator('[data-page-rendered]').count()).toBe(0);
  await page.getByRole('button', { name: 'Page 1 of 24' }).waitFor();
  await page.keyboard.press('o');
  await page.getByRole('treeitem', { name: 'Prepared' }).waitFor();
  const waiting = await box(page, '[data-page="1"]');
  held.resolve();
  await page.waitForSelector('[data-page-rendered="1"]');
  expect(await box(page, '[data-page="1"]')).toEqual(waiting);
});

test('Ctrl + wheel zooms around the pointer; the mouse moves the page where there is no text', async () => {
  const page = await opened();
  const line = page.locator('[data-page="1"]').getByText('line 7', { exact: false }).first();
  const before = await settledBox(line);
  const pointer = { x: before.x, y: before.y };
  await page.mouse.move(pointer.x, pointer.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await line.boundingBox())?.width ?? 0).toBeGreaterThan(before.width * 1.5);
  const after = await settledBox(line);
  expect(Math.abs(after.x - pointer.x)).toBeLessThan(3);
  expect(Math.abs(after.y - pointer.y)).toBeLessThan(3);

  const scroll = () =>
    page.locator('.scroller').evaluate((element) => ({ left: element.scrollLeft, top: element.scrollTop }));
  const start = await scroll();
  // An empty place of the page: the right margin, above the line.
  await page.mouse.move(1200, 200);
  await page.mouse.down();
  await page.mouse.move(1150, 130, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await scroll()).top - start.top).toBeCloseTo(70, 0);
  const dragged = await scroll();
  expect(await page.evaluate(() => window.getSelection()?.toString() ?? '')).toBe('');
  // Over text the space bar makes it a hand; without it the text is selected.
  const word = await settledBox(line);
  await page.locator('.scroller').focus();
  await page.keyboard.down('Space');
  await page.mouse.move(word.x + 20, word.y + word.height / 2);
  await page.mouse.down();
  await page.mouse.move(word.x + 20, word.y + word.height / 2 + 60, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Space');
  await expect.poll(async () => dragged.top - (await scroll()).top).toBeCloseTo(60, 0);
  const again = await settledBox(line);
  await page.mouse.move(again.x + 20, again.y + again.height / 2);
  await page.mouse.down();
  await page.mouse.move(again.x + 200, again.y + again.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => page.evaluate(() => window.getSelection()?.toString().length ?? 0))
    .toBeGreaterThan(3);
});

test('fingers: a swipe turns the single page, two zoom', async () => {
  const page = await opened();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  // The time of the fingers, not of a busy machine: 50 ms from one event to the next.
  let timestamp = Date.now() / 1000;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) => {
    timestamp += 0.05;
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    return cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  };
  await page.keyboard.press('s');
  await page.keyboard.press('0');
  await touch('touchStart', [900, 400]);
  await touch('touchMove', [700, 405]);
  await touch('touchMove', [500, 410]);
  await touch('touchEnd');
  await expect.poll(() => pageNumber(page)).toBe('2');
  await touch('touchStart', [500, 400]);
  await touch('touchMove', [700, 400]);
  await touch('touchMove', [900, 400]);
  await touch('touchEnd');
  await expect.poll(() => pageNumber(page)).toBe('1');

  const before = await box(page, '[data-page="1"]');
  await touch('touchStart', [600, 400], [700, 400]);
  await touch('touchMove', [550, 400], [750, 400]);
  await touch('touchMove', [500, 400], [800, 400]);
  await touch('touchEnd');
  await expect
    .poll(async () => (await box(page, '[data-page="1"]')).width / before.width)
    .toBeGreaterThan(1.5);
  expect(await pageNumber(page)).toBe('1');
});
