/** Updates in the window of set-up: as they ship, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { openWindows } from '../window/harness/windows.ts';

const { openSetup } = openWindows();

/** The card of updates, brought into view. */
async function toUpdates(page: Page) {
  const card = page.getByRole('region', { name: 'Updates', exact: true });
  await card.getByText('This is version 1.2.0.').waitFor();
  await card.scrollIntoViewIfNeeded();
  return card;
}

test('looked for, read about, held back with the reason, chosen for quitting, and installed', async () => {
  const page = await openSetup('scenario=demo');
  const card = await toUpdates(page);
  await card.getByText('It replaced version 1.1.0').waitFor();
  await card.getByText('Going back', { exact: true }).click();
  await card.getByText('Get the installer of version 1.1.0').waitFor();
  await card.getByRole('button', { name: 'Check for updates' }).click();
  await card.getByText('Version 1.3.0 is ready to install.').waitFor();
  await card.getByText('What’s new in 1.3.0').click();
  await card.getByText('Faster search across all kits').waitFor();
  await card.getByRole('checkbox', { name: 'Install when I quit' }).check();
  expect(await axeFindings(page)).toEqual([]);
  if (process.env.TRIPKIT_PICTURES)
    await card.screenshot({ path: `${process.env.TRIPKIT_PICTURES}/updates.png` });
  await page.evaluate(() =>
    window.fake.failNext('updates.install', 'A kit is open. Close it, then install.'),
  );
  await card.getByRole('button', { name: 'Quit and install' }).click();
  await card.getByRole('alert').getByText('A kit is open. Close it, then install.').waitFor();
  expect(await page.evaluate(() => window.fake.calls)).toContain('updates.installOnQuit');
});

test('managed by administrators: said, and nothing to press', async () => {
  const page = await openSetup('scenario=managed');
  const card = await toUpdates(page);
  await card.getByText('Updates are managed by your administrators.').waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});
