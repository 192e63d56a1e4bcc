/** Flights and the panel of "Ready to fly" for its window tests. */
import type { Page } from 'playwright-core';
import type { Kit, Trip } from '../../preload/contract.ts';
import { aKit } from '../kits.ts';
import { push } from '../window/harness/steps.ts';
import type { Windows } from '../window/harness/windows.ts';

export const HOUR = 3_600_000;

/** When a window opens. */
export const NOW = Date.parse('2026-11-21T09:00:00Z');

export const iso = (ms: number) => new Date(ms).toISOString();

export let made = 0;

export function flightIn(hours: number | null, more: Partial<Kit> = {}): Kit {
  made += 1;
  const trip: Trip = { origin: 'EHAM', destination: 'KJFK', flight: `KLM${600 + made}` };
  if (hours !== null) trip.departure = iso(NOW + hours * HOUR);
  const gone = more.state !== undefined && more.state !== 'ready';
  return aKit({
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    trip,
    tripkit_id: `TK-${made}`,
    state: 'ready',
    created_at: iso(NOW - HOUR),
    document: gone ? null : { bytes: 1_000, pages: 9, sha256: 'a'.repeat(64) },
    ...more,
  });
}

export const broken = {
  kind: 'service' as const,
  message: 'The service could not make this kit. Try again.',
};

export async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  await page.locator('[data-ready-to-fly]').waitFor();
}

export const verdict = (page: Page) => page.locator('[data-ready-to-fly]');

export const isNow = (page: Page, state: string) => page.locator(`[data-ready-to-fly="${state}"]`).waitFor();

export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? document.activeElement?.tagName);

/** The steps that open a window. */
export function stepsIn(windows: Windows) {
  async function panelOf(kits: readonly Kit[], size?: { width: number; height: number }): Promise<Page> {
    const page = await windows.open('scenario=empty', size);
    await push(page, kits);
    await openPanel(page);
    return page;
  }

  return { panelOf };
}
