/** A shelf in the window, on the fake bridge. */
import type { Page } from 'playwright-core';
import type { Shelf } from '../../preload/contract.ts';

const facts: Omit<Shelf, 'profile_id' | 'valid_until'> = {
  ...{ name: 'Demo Air operations', where: 'files.example', takes_login: true, is_desk: false },
  ...{ heard_at: '2026-11-21T20:31:00.000Z', heard_within_hours: 24, wants: [], trouble: null },
  ...{ receipts: 'none', receipt: { written_at: null, trouble: null } },
};

/** Gives the active profile a shelf, which was heard of and is looked after. */
export async function putShelf(page: Page, change: Partial<Shelf> = {}): Promise<void> {
  const valid_until = new Date(Date.now() + 3_600_000).toISOString();
  await page.evaluate(
    async (shelf) => {
      const profiles = await window.fake.bridge.profiles.list();
      window.fake.putShelf({ profile_id: profiles.ok ? (profiles.value[0]?.id ?? '') : '', ...shelf });
    },
    { ...facts, valid_until, ...change },
  );
}
