/** The lines of kits, and how the window tests change a kit. */
import type { Page } from 'playwright-core';
import type { Kit } from '../../preload/contract.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { details } from '../window/harness/steps.ts';

export const row = (page: Page, name: RegExp) => page.getByRole('option', { name });

export const button = (page: Page, name: string) => details(page).getByRole('button', { name, exact: true });

/** Changes the kit of this origin as an event would. Times of its wait are ms from now. */
export async function change(
  page: Page,
  origin: string,
  patch: Partial<Kit>,
  wait?: { reason: NonNullable<Kit['wait']>['reason']; since?: number; until?: number; may_try?: boolean },
): Promise<void> {
  await page.evaluate(
    async ({ origin, patch, wait }) => {
      const answer = await window.fake.bridge.kits.list();
      const kit = answer.ok ? answer.value.find(({ trip }) => trip?.origin === origin) : undefined;
      if (!kit) throw new Error(`No kit from ${origin}`);
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      window.fake.push({
        ...kit,
        ...patch,
        wait: wait
          ? {
              reason: wait.reason,
              since: at(wait.since ?? 0),
              until: wait.until === undefined ? null : at(wait.until),
              may_try: wait.may_try ?? false,
            }
          : null,
      });
    },
    { origin, patch, wait },
  );
  // The list may begin further down now, below a line about the service: who clicks waits for it.
  await settledBox(page.getByRole('listbox'));
}
