/** Time until the app has taken text, sizes and outline from a document, in the background, on a library of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppDriver } from '../app-driver.ts';
import { writeReadyKits } from '../library-folder.ts';
import { type Bench, type KitName, kitNames } from '../run.ts';

const LONGEST_MS = 60_000;
/** For the stored thumbnails of each kit, ms. */
const THUMBNAILS_MS = 600_000;
/** Between two looks, ms: each is a call of the app, which costs a frame some of its time. */
const SELDOM_MS = 2_000;

export async function measurePreparing(bench: Bench): Promise<void> {
  for (const name of kitNames) await prepareOne(bench, name);
}

async function prepareOne(bench: Bench, name: KitName): Promise<void> {
  const { results, kits, bundles } = bench;
  const { kit_id, file, plan } = kits[name];
  const userData = mkdtempSync(join(tmpdir(), 'tripkit-bench-'));
  try {
    await writeReadyKits(userData, [{ kit_id, file, pages: plan.pages, flight: name }]);
    const app = await AppDriver.start(bundles, userData);
    try {
      const begun = performance.now();
      const { value: state, frames } = await app.frames(() => app.preparation(kit_id, LONGEST_MS));
      bench.say(`preparing ${name}: ${state} after ${(performance.now() - begun).toFixed(0)} ms`);
      if (state !== 'ready') {
        results.note(`The app had not prepared ${name} after ${LONGEST_MS / 1000} s (state: ${state}).`);
        return;
      }
      results.add(`index-${name}`, 'app', performance.now() - begun);
      if (name === 'M') {
        results.add('index-dropped-M', 'app', frames.over34);
        results.add('start-dropped-M', 'app', await framesOfStart(bench, performance.now() - begun));
      }
      // What is made while nobody does anything (stored thumbnails) rests for a while: this is about the machine.
      await app.page.mouse.move(2, 2);
      await app.settle();
      await app.page.mouse.move(3, 3);
      const idle = await app.frames(() => pause(2_000));
      results.add('idle-gap', 'app', idle.frames.longest);
    } finally {
      await app.close();
    }
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Late frames of a start with nothing to take in, in as much time. */
async function framesOfStart(bench: Bench, ms: number): Promise<number> {
  const app = await AppDriver.start(bench.bundles, bench.freshUserData());
  try {
    return (await app.frames(() => pause(ms))).frames.over34;
  } finally {
    await app.close();
  }
}

/** The library that everything else is measured on: prepared, with stored thumbnails, as some time after a download. */
export async function prepareLibrary(
  { bundles, kits, results, say }: Bench,
  userData: string,
): Promise<void> {
  const app = await AppDriver.start(bundles, userData);
  try {
    for (const name of kitNames) await app.preparation(kits[name].kit_id, LONGEST_MS);
    for (const name of kitNames) {
      const begun = performance.now();
      const { pages } = kits[name].plan;
      let prepared = await app.prepared(kits[name].kit_id);
      while ((prepared?.thumbnails ?? 0) < pages && performance.now() < begun + THUMBNAILS_MS) {
        await pause(SELDOM_MS);
        prepared = await app.prepared(kits[name].kit_id);
      }
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      say(
        `${name} before the first opening: ${JSON.stringify(prepared)}; waited ${seconds} s for thumbnails`,
      );
      if (prepared?.thumbnails !== pages)
        results.note(`${name} had ${prepared?.thumbnails} thumbnails of ${pages}.`);
    }
    await app.settle();
  } finally {
    await app.close();
  }
}
