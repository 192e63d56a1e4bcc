/** Every setting by itself: locked by administrators, typed, dragged; in real Chromium on the fake bridge. */
import { expect, test } from 'vitest';
import { type SettingRow, settingsTable } from '../../main/settings/rules/settings-table.ts';
import { defaultSettings, libraryPatch, type SettingName } from '../../preload/contract.ts';
import { watchWords } from '../../renderer/desk/words.ts';
import { settingsWords } from '../../renderer/settings/words.ts';
import { setupWords } from '../../renderer/setup/words.ts';
import { profileMenuWords } from '../../renderer/shell/words.ts';
import { axeFindings } from '../window/harness/axe.ts';
import { calls, command } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, openSetup } = openWindows();

const { app: appWords, managed: MANAGED } = settingsWords;

const rows: Readonly<Record<SettingName, SettingRow>> = settingsTable;

/** A setting that is a whole number; all of them have the same control. */
const aNumber = { ...settingsTable.ready_hours, name: 'ready_hours' } as const;

test('a drag of a kit goes to the system, with the other selected ones; a failure is told with the kit', async () => {
  const page = await open('scenario=demo');
  const dragged = await page.evaluate(() => {
    const row = document.querySelector<HTMLElement>('.kit-row[draggable="true"]');
    row?.click();
    const event = new DragEvent('dragstart', { bubbles: true, cancelable: true });
    window.fake.failNext('documents.drag', 'There is no place for a copy.');
    row?.dispatchEvent(event);
    return {
      prevented: event.defaultPrevented,
      waiting: document.querySelectorAll('[draggable="false"]').length,
    };
  });
  expect(dragged.prevented).toBe(true);
  expect(dragged.waiting).toBeGreaterThan(0);
  await page.getByText('There is no place for a copy.').waitFor();
  expect(await calls(page)).toContain('documents.drag');
});

test('every setting can be locked: its control is off, and the words beside it say who set it', async () => {
  const setup = await openSetup('scenario=fleet', { width: 760, height: 1600 });
  const page = await open('scenario=fleet', { width: 1280, height: 1600 });
  const names = Object.keys(settingsTable) as SettingName[];
  for (const one of [page, setup]) {
    await one.evaluate(async (all) => {
      const answer = await window.fake.bridge.settings.get();
      if (!answer.ok) return;
      answer.value.managed = all as never;
      window.fake.ask('settings', structuredClone(answer.value));
    }, names);
  }
  await command(page, 'settings');
  const card = page.getByRole('region', { name: 'This app' });
  const powers = setup.getByRole('region', { name: setupWords.powers });
  for (const one of [card, powers]) await one.getByText(MANAGED).first().waitFor();
  const locked: SettingName[] = [];
  for (const name of names) {
    const { kind, title, label = title } = rows[name];
    if (kind === 'own') continue;
    const inLibrary = libraryPatch.safeParse({ [name]: defaultSettings[name] }).success;
    const control = (inLibrary ? card : powers).getByLabel(label, { exact: true });
    expect(await control.isDisabled(), name).toBe(true);
    const described = await control.getAttribute('aria-describedby');
    expect(await control.page().locator(`[id="${described}"]`).innerText(), name).toBe(MANAGED);
    locked.push(name);
  }
  const kept = page.getByRole('region', { name: settingsWords.retention.title });
  await kept.getByText(MANAGED).waitFor();
  for (const control of await kept.locator('input').all()) expect(await control.isDisabled()).toBe(true);
  expect(await kept.getByRole('button').count()).toBe(0);
  locked.push('keep_days_after_departure');
  const watched = setup.getByRole('region', { name: watchWords.title });
  await watched.getByText(MANAGED).waitFor();
  expect(await watched.getByRole('button').count()).toBe(0);
  locked.push('watch');
  await page
    .getByRole('button', { name: /Demo Air/ })
    .first()
    .click();
  const menu = page.getByRole('dialog', { name: profileMenuWords.title });
  expect(await menu.getByRole('button', { name: /^Theme:/ }).isDisabled()).toBe(true);
  await menu.getByText(MANAGED).waitFor();
  expect(locked.sort()).toEqual([...names].sort());
  expect(await axeFindings(page)).toEqual([]);
  const pictures = process.env.TRIPKIT_PICTURES;
  if (pictures) await page.screenshot({ path: `${pictures}/settings-locked.png` });
});

test('a number is typed: kept with Enter or when it is left, refused out of its bounds', async () => {
  const { name, title, label = title, bounds, unit } = aNumber;
  const page = await open('scenario=demo', { width: 720, height: 1000 });
  await command(page, 'settings');
  const [least, most] = bounds;
  const bad = settingsWords.badNumber(unit, bounds);
  const field = page.getByRole('region', { name: appWords.title }).getByLabel(label, { exact: true });
  const value = () =>
    page.evaluate(async (key) => {
      const answer = await window.fake.bridge.settings.get();
      return answer.ok ? Reflect.get(answer.value.values, key) : null;
    }, name);
  await field.focus();
  expect(await field.inputValue()).toBe(String(defaultSettings[name]));
  for (const text of ['', String(least - 1), String(most + 1), '-3', '12.5', 'ten', '1e2']) {
    await field.fill(text);
    await field.press('Enter');
    await page.getByText(bad).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(await value()).toBe(defaultSettings[name]);
  // Typing goes on without a word until it is left.
  await field.fill('');
  await page.keyboard.type(` ${most}`);
  expect(await page.getByText(bad).count()).toBe(0);
  await page.keyboard.press('Tab');
  await expect.poll(value).toBe(most);
  expect(await field.inputValue()).toBe(String(most));
  await field.fill(String(least));
  await field.press('Enter');
  await expect.poll(value).toBe(least);
  // Its place stays with the keys.
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
});
