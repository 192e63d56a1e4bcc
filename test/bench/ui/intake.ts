/** A workbook of many flights, from the file that is chosen to rows that the rules have judged, in the app with its library. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { aProfile } from '../../profile/a-profile.ts';
import { workbookOf } from '../../trips/fixtures.ts';

/** Rules are those of a profile: one is written into the library of `userData`. Its servers are never asked. */
export function seedProfile(userData: string): void {
  const text = JSON.stringify(aProfile);
  const db = new DatabaseSync(join(userData, 'user.sqlite'));
  const id = 'a3b8f0c2-5d1e-4f6a-9b7c-0d2e4f6a8b1c';
  db.prepare('INSERT INTO profiles (id, text, added_at) VALUES (?, ?, ?)').run(id, text, 0);
  db.close();
}

/** Ms from the file to the rows with the rules' answers, and the longest frame meanwhile. */
export async function intakeTimes(
  page: Page,
  rows: number,
  runs: number,
): Promise<{ checked: number[]; stall: number[] }> {
  const flights = Array.from({ length: rows }, (_, at) => [
    `KLM${at + 1}`,
    '2036-11-24',
    at % 2 === 0 ? 'AMS' : 'EHAM',
    'KJFK',
    '1045',
    'KBOS KPHL',
  ]);
  const head = ['Flight', 'Date', 'From', 'To', 'STD', 'Altn'];
  const buffer = workbookOf({ Flights: [head, ...flights] });
  const checked: number[] = [];
  const stall: number[] = [];
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  for (let run = 0; run < runs; run += 1) {
    await page.locator('input[type="file"]').waitFor({ state: 'attached' });
    await page.evaluate((count) => {
      const input = document.querySelector('input[type="file"]');
      const times = { began: 0, ended: 0, longest: 0 };
      Reflect.set(window, 'intakeTimes', times);
      input?.addEventListener(
        'change',
        () => {
          times.began = performance.now();
          let last = times.began;
          const frame = (now: number) => {
            times.longest = Math.max(times.longest, now - last);
            last = now;
            // Half of the rows have a code to convert.
            if (document.querySelector('.batch__summary')?.textContent?.includes(`of ${count} flights ready`))
              times.ended = performance.now();
            else requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
        },
        { once: true, capture: true },
      );
    }, rows);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'flights.xlsx', mimeType: 'application/octet-stream', buffer });
    const found = await page.waitForFunction(
      () => {
        const times = Reflect.get(window, 'intakeTimes') as { began: number; ended: number; longest: number };
        return times.ended > 0 ? { ms: times.ended - times.began, longest: times.longest } : null;
      },
      null,
      { timeout: 60_000 },
    );
    const times = await found.jsonValue();
    if (!times) throw new Error('The flights were not read.');
    checked.push(times.ms);
    stall.push(times.longest);
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click();
  }
  return { checked, stall };
}
