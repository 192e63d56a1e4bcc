/** Page 1 of three sizes, cold and warm, in this app and in PDF.js's viewer in turns. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Seen } from '../../viewer/probe.ts';
import { dropFromPageCache } from '../page-cache.ts';
import { type Bench, type KitName, kitNames } from '../run.ts';
import type { Viewer } from '../viewers.ts';

/** Between two acts of a person, ms. */
const REST_MS = 800;

export async function measureOpening(bench: Bench): Promise<void> {
  const { effort, figures, say } = bench;
  for (let round = 0; round < effort.opening_rounds; round += 1) {
    for (const name of kitNames) {
      await figures.attempt(`opening ${name} in this app`, async () =>
        openings(bench, 'app', name, await bench.startApp()),
      );
      await figures.attempt(`opening ${name} in PDF.js's viewer`, async () =>
        openings(bench, 'pdfjs', name, await bench.startPdfjs()),
      );
      say(`opening ${name}, round ${round + 1} of ${effort.opening_rounds}`);
    }
  }
}

async function openings(bench: Bench, who: 'app' | 'pdfjs', name: KitName, viewer: Viewer): Promise<void> {
  const { kits, effort, figures } = bench;
  const other = kitNames.find((one) => one !== name) ?? name;
  try {
    // The check of all documents at the start reads the file; only after it can the file be made cold.
    await viewer.program.settle();
    const how = dropFromPageCache(kits[name].file);
    figures.note(
      `Cold: first opening after the start, by a double click, the file dropped from the page cache by ${how ?? 'nothing here (still warm)'}.`,
    );
    keep(bench, who, name, 'cold', await viewer.open(name, 'at_once'));
    for (let i = 0; i < effort.warm; i += 1) {
      await pause(REST_MS);
      await viewer.close();
      await viewer.select(name);
      await pause(REST_MS);
      keep(bench, who, name, 'warm', await viewer.open(name, 'chosen'));
    }
    if (who === 'pdfjs') return;
    for (let i = 0; i < effort.warm; i += 1) {
      await pause(REST_MS);
      await viewer.close();
      await viewer.select(other);
      await pause(REST_MS);
      keep(bench, who, name, 'at-once', await viewer.open(name, 'at_once'));
    }
  } finally {
    await viewer.program.quit();
  }
}

function keep(
  { figures, say }: Bench,
  who: 'app' | 'pdfjs',
  name: KitName,
  how: 'cold' | 'warm' | 'at-once',
  seen: Seen,
): void {
  figures.add(`seen-${how}-${name}`, who, seen.something);
  figures.add(`crisp-${how}-${name}`, who, seen.crisp);
  figures.add(`gap-open-${name}`, who, seen.longest_gap);
  say(`${who} ${name} ${how}: ${seen.what} ${seen.something.toFixed(0)}, crisp ${seen.crisp.toFixed(0)} ms`);
}
