/** Two kits of one flight for the window tests. */
import type { Page } from 'playwright-core';
import { painted } from '../window/harness/steps.ts';

/** The ids of the two kits of one flight in the scenario `changes`. */
export async function ids(page: Page): Promise<{ newer: string; older: string }> {
  return page.evaluate(async () => {
    const list = await window.fake.bridge.kits.list();
    const kits = list.ok ? list.value : [];
    const older = kits.find(({ superseded_by }) => superseded_by !== null);
    return { newer: older?.superseded_by ?? '', older: older?.id ?? '' };
  });
}

/** Opens a kit, as a notification asks for it; an older one by "Open this one". */
export async function show(page: Page, kit_id: string, older = false): Promise<void> {
  await page.evaluate((kit_id) => window.fake.ask('openKit', { kit_id, page: null }), kit_id);
  if (older) await page.getByRole('button', { name: 'Open this one' }).click();
  await painted(page).waitFor();
}

export const band = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'a newer one of', visible: true });
