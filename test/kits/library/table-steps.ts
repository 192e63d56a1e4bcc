/** Kits for the table, and its window. */
import type { Page } from 'playwright-core';
import type { Kit } from '../../../preload/contract.ts';
import { aKit } from '../../kits.ts';
import { push } from '../../window/harness/steps.ts';
import type { Windows } from '../../window/harness/windows.ts';

export const HOUR = 3_600_000;

/** When a window opens (windows.ts). */
export const NOW = Date.parse('2026-11-21T09:00:00Z');

export const AIRPORTS = ['EGLL', 'KJFK', 'EHAM', 'LFPG', 'RJTT', 'OMDB', 'YSSY', 'FAOR'];

const STATES = ['ready', 'ready', 'failed', 'generating', 'cancelled'] as const;

export const grid = (page: Page) => page.getByRole('grid', { name: 'Trip kits' });

export const rows = (page: Page) => page.locator('.kit-line');

export const selected = (page: Page) => page.getByRole('row', { selected: true });

export const head = (page: Page, name: string) => page.getByRole('columnheader', { name });

/** Flights an hour apart, the first of them two days ago; each tenth is a tracked kit without a flight. */
export function flights(count: number): Kit[] {
  return Array.from({ length: count }, (_, index) => {
    const state = STATES[index % STATES.length] ?? 'ready';
    const id = `${String(index).padStart(8, '0')}-2f4e-4d61-9f4e-1d5a4a8f0c11`;
    return aKit({
      id,
      profile_id: 'demo',
      tripkit_id: `${String(index).padStart(8, '0')}-9d1c-4e7a-8b2f-aa5500ff${String(index).padStart(4, '0')}`,
      trip:
        index % 10 === 9
          ? null
          : {
              origin: AIRPORTS[index % 8] ?? 'EGLL',
              destination: AIRPORTS[(index * 3 + 1) % 8] ?? 'KJFK',
              flight: `KLM${1000 + ((index * 37) % count)}`,
              departure: new Date(NOW + (index - 48) * HOUR + HOUR / 2).toISOString(),
            },
      state,
      created_at: new Date(NOW - 60 * HOUR + index * 60_000).toISOString(),
      state_since: new Date(NOW - 59 * HOUR).toISOString(),
      activity: state === 'generating' ? 'The service is generating the document.' : null,
      document: state === 'ready' ? { bytes: 14_200_000, sha256: 'ab', pages: 42 } : null,
      soundness:
        state === 'ready'
          ? { state: 'verified', at: new Date(NOW).toISOString(), seal: 'intact', what: 'Sound.' }
          : null,
      dates: [{ evidence: 'request', at: new Date(NOW - 60 * HOUR).toISOString() }],
      failure:
        state === 'failed'
          ? {
              kind: 'network',
              message: 'The service could not be reached. Check the connection, then try again.',
              messages: [],
            }
          : null,
      acknowledged: true,
      opened_at: index % 3 === 0 ? new Date(NOW).toISOString() : null,
      pinned: index % 7 === 0,
    } as Partial<Kit>);
  });
}

/** The steps that open a window. */
export function stepsIn({ open }: Windows) {
  async function openList(count: number, size?: { width: number; height: number }): Promise<Page> {
    const page = await open('scenario=empty', size);
    await push(page, flights(count));
    await page.getByText(`${count} kits`, { exact: true }).waitFor();
    // Without a kit the form for one was open.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('complementary', { name: 'Request a trip kit' }).waitFor({ state: 'detached' });
    return page;
  }

  async function openTable(count = 80, size?: { width: number; height: number }): Promise<Page> {
    const page = await openList(count, size);
    await page.getByRole('button', { name: 'Table' }).click();
    await grid(page).waitFor();
    return page;
  }

  return { openList, openTable };
}
