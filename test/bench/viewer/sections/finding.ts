/** From the last key to the first hit, in a kit of 300 pages. */
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../demo-service/random.ts';
import { AppDriver } from '../app-driver.ts';
import { pageToken } from '../kits/page-art.ts';
import type { Bench } from '../run.ts';

const REST_MS = 800;
/** Where the first hit or the count is told. */
const HIT = '[data-find-hit], .find__count';
const HIT_WORDS = '^\\s*[1-9]\\d* of [1-9]\\d*';

function pagesToFind(count: number): number[] {
  const random = seeded(7);
  return Array.from({ length: count }, () => random.integer(30, 300));
}

export async function measureFinding(bench: Bench): Promise<void> {
  const { bundles, kits, results, effort, say } = bench;
  const app = await AppDriver.start(bundles, bench.freshUserData());
  try {
    await app.open(kits.M.kit_id);
    await app.settle(5_000);
    await app.key('Control+f');
    const input = app.page.locator('input[name="find"]').first();
    await input.waitFor();
    for (const page of pagesToFind(effort.finds)) {
      // One letter too many: nothing is found until the last key takes it away.
      await input.fill(`${pageToken(page)}~`);
      await pause(REST_MS);
      await input.focus();
      await app.key('End');
      await app.expectText(HIT, HIT_WORDS);
      await app.key('Backspace');
      const { dom, seen } = await app.textResult();
      results.add('find-M', 'app', dom);
      results.add('find-seen-M', 'app', seen);
    }
    say('finding');
  } finally {
    await app.close();
  }
}
