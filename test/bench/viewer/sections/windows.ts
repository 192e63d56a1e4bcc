/** A kit in a window of its own: from the key to its page, and turning there while the library's window stays open. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppDriver } from '../app-driver.ts';
import { type Bench, kitNames } from '../run.ts';

/** A reader's shortest look at a page, ms. */
const LOOK_MS = 500;
/** Pages turned in each window. */
const TURNS = 20;
/** Windows that are opened one after the other, for each kit. */
const OPENINGS = 3;

export async function measureWindows(bench: Bench): Promise<void> {
  for (const name of kitNames) {
    await bench.results.attempt(`a window for ${name}`, async () => {
      const { results, kits } = bench;
      const app = await AppDriver.start(bench.bundles, bench.freshUserData());
      try {
        await app.settle();
        for (let round = 0; round < OPENINGS; round += 1) {
          const { driver, seen, crisp } = await app.openElsewhere(kits[name].kit_id);
          results.add(`window-seen-${name}`, 'app', seen);
          results.add(`window-crisp-${name}`, 'app', crisp);
          if (round === OPENINGS - 1) {
            await driver.key('0');
            await pause(1_500);
            for (let to = 2; to < 2 + TURNS; to += 1) {
              const turned = await driver.keyToPage('ArrowRight', to);
              results.add(`window-turn-${name}`, 'app', turned.crisp);
              await pause(LOOK_MS);
            }
          }
          await driver.leave();
          await app.settle();
        }
        bench.say(`windows: ${name}`);
      } finally {
        await app.close();
      }
    });
  }
}
