/** Which single keys the screens react to: those of the table and no other; and none where they are switched off. In real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSingle } from '../../renderer/design/key-press.ts';
import { type KeyTableScope, keyTable } from '../../renderer/design/keys.ts';
import { command } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const candidates = [
  ...letters,
  ...letters.map((letter) => `Shift+${letter.toUpperCase()}`),
  ...'0123456789+-=/?.,;:!"#%&()*<>[]\\_@',
];

/** The single keys of scopes, but for commands that the screen does not have now. */
function singles(scopes: readonly KeyTableScope[], absent: readonly string[] = []): string[] {
  return scopes
    .flatMap((scope) => Object.entries<readonly string[]>(keyTable[scope]))
    .flatMap(([command, keys]) => (absent.includes(command) ? [] : keys))
    .filter(isSingle)
    .sort();
}

/** Presses each candidate on an element; those that the page took. Closes each dialog that one opens. */
async function taken(page: Page, on: string, unpressed?: string): Promise<string[]> {
  const found = await page.evaluate(
    async ({ on, candidates }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const taken: string[] = [];
      for (const one of candidates) {
        const shiftKey = one.startsWith('Shift+');
        const key = one.replace('Shift+', '');
        const place = document.querySelector(on);
        if (!place) throw new Error(`${on} is gone after ${taken.at(-1)}`);
        const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
        if (!place.dispatchEvent(event)) taken.push(one);
        await frame();
        await frame();
        for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close();
        await frame();
      }
      return taken;
    },
    { on, candidates: candidates.filter((one) => one !== unpressed) },
  );
  return found.sort();
}

/** Opens the first kit that is ready. */
async function toPages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.locator('[data-page-rendered="1"]').first().waitFor();
}

test('each screen takes the single keys of the table and no other', async () => {
  const page = await open('scenario=changes');
  await toPages(page);
  // It leaves for what changed.
  expect(await taken(page, '.scroller', 'Shift+C')).toEqual(singles(['everywhere', 'viewer'], ['changes']));
  await command(page, 'library');
  await page.getByRole('complementary').getByRole('button', { name: 'What changed' }).click();
  await page.locator('.changes__row').first().waitFor();
  expect(await taken(page, '.changes__row [data-row-handle]')).toEqual(
    singles(['everywhere', 'changes'], ['accept', 'decline']),
  );
  await page.getByRole('button', { name: /^Show old and new: EGLL › BPK 7G SID/ }).click();
  await page.locator('main.pair').waitFor();
  expect(await taken(page, 'main.pair')).toEqual(singles(['everywhere', 'pair']));
  await command(page, 'guides');
  await page.locator('main.guides').waitFor();
  expect(await taken(page, 'main.guides')).toEqual(singles(['everywhere', 'guides']));
  await command(page, 'many_flights');
  await page.locator('.batch__body').waitFor();
  expect(await taken(page, '.batch__body')).toEqual(singles(['everywhere', 'batch']));
  await command(page, 'library');
  await page.locator('.kit-list').waitFor();
  expect(await taken(page, '.kit-list')).toEqual(singles(['everywhere', 'library']));
});

test('switched off, single keys do nothing; arrows, Page keys, Ctrl and fields stay', async () => {
  const page = await open('scenario=changes');
  await command(page, 'settings');
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  await command(page, 'library');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener('keydown', ({ key }) => heard.push(key), { capture: true });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
  await page.locator('.kit-list').focus();
  for (const one of singles(['everywhere', 'library'])) await page.keyboard.press(one);
  expect(await heard()).toEqual([]);
  expect(await page.locator('.kit-list').evaluate((list) => list === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('egll?');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('egll?');
  await page.keyboard.press('Escape');
  // The sheet says so, and lists what works.
  await command(page, 'shortcuts');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Single-key shortcuts are off in Settings').waitFor();
  await sheet.getByText('Search the list').waitFor();
  expect(await sheet.getByText('Cards or table').count()).toBe(0);
  expect(await sheet.getByRole('heading', { name: 'What changed' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await toPages(page);
  await page.locator('.scroller').focus();
  await heard();
  for (const one of singles(['everywhere', 'viewer'])) await page.keyboard.press(one);
  expect((await heard()).filter((key) => key !== 'Shift')).toEqual([]);
  await page.keyboard.press('PageDown');
  await page.locator('[data-page-rendered="2"]').first().waitFor();
  // The menu's command opens the viewer's sheet all the same.
  await command(page, 'shortcuts');
  await page.getByRole('dialog', { name: 'Keys of the viewer' }).waitFor();
});
