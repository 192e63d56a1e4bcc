/** The list, and kits to fill it. */
import type { Page } from 'playwright-core';
import { aKit } from '../kits.ts';
import { push } from '../window/harness/steps.ts';

const HOUR = 3_600_000;
/** When a window opens (windows.ts). */
const NOW = Date.parse('2026-11-21T09:00:00Z');
const AIRPORTS = ['EGLL', 'KJFK', 'EHAM', 'LFPG', 'RJTT', 'OMDB', 'YSSY', 'FAOR'];

export const list = (page: Page) => page.getByRole('listbox', { name: 'Trip kits' });

export const marked = (page: Page) => page.getByRole('option', { selected: true });

/** Puts so many ready kits in, an hour's departure apart, from now on. */
export async function fill(page: Page, count: number): Promise<void> {
  const kits = Array.from({ length: count }, (_, index) =>
    aKit({
      id: `${String(index).padStart(8, '0')}-2f4e-4d61-9f4e-1d5a4a8f0c11`,
      tripkit_id: `TK-${index}`,
      trip: {
        origin: AIRPORTS[index % 8] ?? 'EGLL',
        destination: AIRPORTS[(index + 3) % 8] ?? 'KJFK',
        flight: `ABC${index}`,
        departure: new Date(NOW + (index + 1) * HOUR).toISOString(),
      },
      state: 'ready',
      document: { bytes: 1000, sha256: 'ab', pages: 3 },
    }),
  );
  await push(page, kits);
}
