/** Page 1, cold and warm, in turns with pdf.js's viewer. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppDriver } from '../app-driver.ts';
import { dropFromPageCache } from '../page-cache.ts';
import { PdfjsPeer } from '../peers/pdfjs.ts';
import type { Seen } from '../probe.ts';
import { type Bench, type KitName, kitNames } from '../run.ts';

/** Between two openings, ms. */
const REST_MS = 700;

export async function measureOpening(bench: Bench): Promise<void> {
  for (let round = 0; round < bench.effort.cold; round += 1) {
    for (const name of kitNames) {
      const warm = Math.ceil(bench.effort.warm / bench.effort.cold);
      await bench.results.attempt(`opening ${name} in this app`, () => ours(bench, name, warm));
      await bench.results.attempt(`opening ${name} in pdf.js's viewer`, () => pdfjs(bench, name, warm));
      bench.say(`opening ${name}, round ${round + 1} of ${bench.effort.cold}`);
    }
  }
}

function add(
  { results }: Bench,
  who: 'app' | 'pdfjs',
  name: KitName,
  temperature: 'cold' | 'warm',
  seen: Seen,
): void {
  results.add(`seen-${temperature}-${name}`, who, seen.something);
  results.add(`crisp-${temperature}-${name}`, who, seen.crisp);
  results.add(`gap-open-${name}`, who, seen.longest_gap);
  if (who === 'app')
    results.note(`First thing of page 1 seen in this app, ${name}, ${temperature}: ${seen.what}.`);
}

async function ours(bench: Bench, name: KitName, warm: number): Promise<void> {
  const { bundles, kits, results } = bench;
  const app = await AppDriver.start(bundles, bench.freshUserData());
  try {
    // The check of all documents at the start reads the file; only after it can the file be made cold.
    await app.settle();
    const how = dropFromPageCache(kits[name].file);
    results.note(
      `Cold: first opening after the app's start, the file dropped from the page cache by ${how ?? 'nothing here (still warm)'}.`,
    );
    add(bench, 'app', name, 'cold', await app.open(kits[name].kit_id));
    for (let i = 0; i < warm; i += 1) {
      await pause(REST_MS);
      await app.toLibrary();
      await pause(REST_MS);
      add(bench, 'app', name, 'warm', await app.open(kits[name].kit_id));
    }
  } finally {
    await app.close();
  }
}

async function pdfjs(bench: Bench, name: KitName, warm: number): Promise<void> {
  const peer = await PdfjsPeer.start(bench.origin);
  try {
    await pause(REST_MS);
    dropFromPageCache(bench.kits[name].file);
    add(bench, 'pdfjs', name, 'cold', await peer.open(`${name}.pdf`));
    for (let i = 0; i < warm; i += 1) {
      await pause(REST_MS);
      await peer.closeDocument();
      await pause(REST_MS);
      add(bench, 'pdfjs', name, 'warm', await peer.open(`${name}.pdf`));
    }
  } finally {
    await peer.close();
  }
}
