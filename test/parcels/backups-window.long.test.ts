/** Restoring a backup copy: from the notice of damage and by hand, in real Chromium on the fake bridge. */
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

const FAILED = 'This backup copy can’t be restored. Choose another one.';

test('the notice of a restore that failed leads to the copies; the newest is chosen, another one restored', async () => {
  const page = await open('scenario=demo', { width: 720, height: 900 });
  await page.evaluate(
    (message) => window.fake.tell([{ id: 'restore-failed', severity: 'error', message, restore: true }]),
    FAILED,
  );
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText(FAILED).waitFor();
  await notices.getByRole('button', { name: 'Restore…' }).click();
  const card = page.getByRole('region', { name: 'Backup copies' });
  await card.getByLabel('20 Nov 2026 09:10Z: 1 kit, 3 acknowledgements, 1 mark, settings').waitFor();
  expect(await card.getByRole('radio', { name: /^21 Nov 2026 09:14Z/ }).isChecked()).toBe(true);
  await card
    .getByLabel('20 Nov 2026 18:45Z (before an update): 12 kits, 3 acknowledgements, settings')
    .waitFor();
  // The keys go on in the card.
  await expect.poll(() => card.locator('input:checked:focus').count()).toBe(1);
  expect(await tooWide(page)).toEqual([]);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `backups-${theme}`))).toEqual([]);

  await card.getByRole('radio', { name: /^20 Nov 2026 09:10Z/ }).check();
  // The main process asks, in a dialog of the system's.
  await page.evaluate(() => window.fake.failNext('backups.restore', 'There is no place. Try again.'));
  await card.getByRole('button', { name: 'Restore…' }).click();
  await card.getByText('There is no place. Try again.').waitFor();
  await card.getByRole('button', { name: 'Restore…' }).click();
  await expect
    .poll(() => page.evaluate(() => window.fake.calls.filter((name) => name === 'backups.restore')))
    .toHaveLength(2);
});

test('the copies are there where damage left neither kit nor profile', async () => {
  const page = await open('scenario=first');
  const card = page.getByRole('region', { name: 'Backup copies' });
  expect(await card.count()).toBe(0);
  await page.evaluate(
    (message) => window.fake.tell([{ id: 'library', severity: 'error', message, restore: true }]),
    'The library on this laptop was missing.',
  );
  await page.getByRole('button', { name: 'Restore…' }).click();
  await card.getByRole('radio').first().waitFor();
});

test('a list that can’t be read says so', async () => {
  const page = await open('scenario=demo&fail=backups.list');
  await page.evaluate(() => window.fake.ask('command', 'settings'));
  await page.getByRole('region', { name: 'Backup copies' }).getByRole('alert').waitFor();
});
