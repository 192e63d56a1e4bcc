/** The library that the app is measured on: its kits prepared as some time after a download, with all their pictures. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from './program.ts';
import { type BenchKit, type KitName, kitNames } from './run.ts';

/** For each kit, ms. */
const TEXT_MS = 120_000;
const PICTURES_MS = 600_000;
/** Between two looks, ms: seldom, since each is a call of the app, which makes the pictures when it has nothing to do. */
const EVERY_MS = 2_000;

interface Prepared {
  state: string;
  /** Pages that have a small picture, or can't have one. */
  pictures: number;
}

/** Resolves when all is there, or after a long time; with what is lacking, in words. */
export async function prepareKits(
  program: Program,
  kits: Readonly<Record<KitName, BenchKit>>,
  say: (text: string) => void,
): Promise<string[]> {
  const lacking = [];
  for (const name of kitNames) {
    const { kit_id, plan } = kits[name];
    const begun = performance.now();
    let prepared = await program.run(preparedOf, kit_id);
    const isDone = () => prepared?.state === 'ready' && prepared.pictures >= plan.pages;
    const most = () => (prepared?.state === 'ready' ? PICTURES_MS : TEXT_MS);
    while (!isDone() && performance.now() - begun < most()) {
      await pause(EVERY_MS);
      prepared = await program.run(preparedOf, kit_id);
    }
    const words = `${name}: ${JSON.stringify(prepared)} after ${((performance.now() - begun) / 1000).toFixed(0)} s`;
    say(`Preparing ${words}`);
    if (!isDone()) lacking.push(`${words}, of ${plan.pages} pages`);
  }
  await program.settle();
  return lacking;
}

async function preparedOf(kit_id: string): Promise<Prepared | null> {
  const answer = await window.tripkit?.reading?.prepared(kit_id).catch(() => null);
  if (!answer?.ok) return null;
  const { state, thumbnails } = answer.value;
  const runs = [...thumbnails.pages, ...thumbnails.unpaintable];
  const pictures = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return { state, pictures };
}
