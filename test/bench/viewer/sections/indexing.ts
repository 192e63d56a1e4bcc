/** Late frames while one document is read and another one is taken in, and how long the main process stood still meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppDriver, type FrameStatistics } from '../app-driver.ts';
import { writeReadyKits } from '../library-folder.ts';
import type { Bench } from '../run.ts';

/** The kit that has just come: L's document under another name. */
const OTHER = '33333333-3333-4333-8333-333333333333';
/** So long of it is looked at, ms: a busy machine takes some minutes for all of it. */
const LOOKED_AT_MS = 60_000;
/** A reader's shortest look at a page, ms; then the wheel, so many notches. */
const LOOK_MS = 400;
const NOTCHES = 20;
const NOTCH_MS = 33;

export async function measureIndexing(bench: Bench): Promise<void> {
  const { results, kits, say } = bench;
  const userData = bench.freshUserData();
  const { file, plan } = kits.L;
  await writeReadyKits(userData, [{ kit_id: OTHER, file, pages: plan.pages, flight: 'other' }]);
  let state = '';
  const busy = await read(bench, userData, async (app) => {
    state = await app.preparation(OTHER, LOOKED_AT_MS);
  });
  if (state !== 'ready' && state !== 'waiting') {
    results.note(`L was not taken in while M was read (state: ${state}).`);
    return;
  }
  const quiet = await read(bench, bench.freshUserData(), () => pause(busy.frames.seconds * 1000));
  results.add('late-reading', 'app', busy.frames.over34);
  results.add('late-reading-quiet', 'app', quiet.frames.over34);
  results.add('gap-reading', 'app', busy.frames.longest);
  results.add('stall-main', 'app', busy.stall);
  results.add('stall-main-quiet', 'app', quiet.stall);
  say(`indexing: ${state} after ${busy.frames.seconds.toFixed(0)} s, ${busy.frames.count} frames`);
}

/** Opens M and reads in it until `until` resolves. */
async function read(
  { bundles, kits }: Bench,
  userData: string,
  until: (app: AppDriver) => Promise<void>,
): Promise<{ frames: FrameStatistics; stall: number }> {
  const app = await AppDriver.start(bundles, userData);
  try {
    await app.open(kits.M.kit_id);
    await app.page.mouse.move(640, 500);
    await app.watchMain();
    let over = false;
    const end = until(app).finally(() => {
      over = true;
    });
    const { frames } = await app.frames(async () => {
      while (!over) {
        await app.key('ArrowRight');
        await pause(LOOK_MS);
        for (let notch = 0; notch < NOTCHES && !over; notch += 1) {
          await app.page.mouse.wheel(0, 120);
          await pause(NOTCH_MS);
        }
      }
      await end;
    });
    return { frames, stall: await app.stallOfMain() };
  } finally {
    await app.close();
  }
}
