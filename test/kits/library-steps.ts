/** The list, and kits to fill it. */
import type { Page } from 'playwright-core';

export const list = (page: Page) => page.getByRole('listbox', { name: 'Trip kits' });

export const marked = (page: Page) => page.getByRole('option', { selected: true });

/** Puts so many ready kits in, an hour's departure apart, from now on. */
export async function fill(page: Page, count: number): Promise<void> {
  await page.evaluate((wanted) => {
    const hour = 3_600_000;
    const airports = ['EGLL', 'KJFK', 'EHAM', 'LFPG', 'RJTT', 'OMDB', 'YSSY', 'FAOR'];
    for (let index = 0; index < wanted; index += 1) {
      window.fake.push({
        id: `${String(index).padStart(8, '0')}-2f4e-4d61-9f4e-1d5a4a8f0c11`,
        profile_id: 'demo',
        tripkit_id: `TK-${index}`,
        trip: {
          origin: airports[index % 8] ?? 'EGLL',
          destination: airports[(index + 3) % 8] ?? 'KJFK',
          flight: `ABC${index}`,
          departure: new Date(Date.now() + (index + 1) * hour).toISOString(),
        },
        state: 'ready',
        due_at: null,
        created_at: new Date(Date.now() - hour).toISOString(),
        state_since: new Date(Date.now() - hour).toISOString(),
        activity: null,
        wait: null,
        progress: null,
        expected_ms: null,
        messages: [],
        failure: null,
        document: { bytes: 1000, sha256: 'ab', pages: 3 },
        soundness: { state: 'verified', at: new Date().toISOString(), seal: 'intact', what: 'Sound.' },
        dates: [{ evidence: 'request', at: new Date(Date.now() - hour).toISOString() }],
        pinned: false,
        superseded_by: null,
        acknowledged: true,
        opened_at: null,
        charts: null,
        changes: null,
      });
    }
  }, count);
}
