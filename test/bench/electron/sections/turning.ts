/** Turns by the arrow keys, jumps by the page box, and the wheel, with the frames meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../demo-service/random.ts';
import type { Bench, KitName } from '../run.ts';
import type { Viewer } from '../viewers.ts';

/** A reader's shortest look at a page, ms. */
const LOOK_MS = 500;
const KITS = ['M', 'L'] as const;

export async function measureTurning(bench: Bench): Promise<void> {
  for (const name of KITS) {
    await bench.figures.attempt(`turning ${name} in this app`, async () =>
      turning(bench, 'app', name, await bench.startApp()),
    );
    await bench.figures.attempt(`turning ${name} in PDF.js's viewer`, async () =>
      turning(bench, 'pdfjs', name, await bench.startPdfjs()),
    );
  }
}

async function turning(bench: Bench, who: 'app' | 'pdfjs', name: KitName, viewer: Viewer): Promise<void> {
  const { effort, figures, kits, say } = bench;
  const { pages } = kits[name].plan;
  try {
    await viewer.program.settle();
    await viewer.select(name);
    await pause(LOOK_MS);
    await viewer.open(name, 'chosen');
    await viewer.focusPages();
    await viewer.onePage();
    await pause(3 * LOOK_MS);
    for (const { to, forward } of pagesInOrder(pages, effort.turns)) {
      const seen = await viewer.turn(to, forward);
      figures.add(`turn-${name}`, who, seen.crisp);
      figures.add(`gap-turn-${name}`, who, seen.longest_gap);
      await pause(LOOK_MS);
    }
    say(`turns in ${name}: ${who}`);
    for (const page of randomPages(pages, effort.jumps)) {
      const seen = await viewer.jump(page);
      figures.add(`jump-seen-${name}`, who, seen.something);
      figures.add(`jump-${name}`, who, seen.crisp);
      figures.add(`gap-jump-${name}`, who, seen.longest_gap);
      await pause(LOOK_MS);
    }
    say(`jumps in ${name}: ${who}`);
    await viewer.scrolling();
    await pause(3 * LOOK_MS);
    for (const page of randomPages(pages - 20, effort.scrolls)) {
      await viewer.jump(page);
      await pause(2 * LOOK_MS);
      const frames = await viewer.wheel();
      figures.add(`gap-scroll-${name}`, who, frames.longest);
      figures.add(`late-scroll-${name}`, who, frames.over34);
    }
    say(`scrolling in ${name}: ${who}`);
  } finally {
    await viewer.program.quit();
  }
}

/** From page 1 on, forward to the end, then back, and so on. */
export function pagesInOrder(pages: number, turns: number): { to: number; forward: boolean }[] {
  const steps = [];
  let at = 1;
  let forward = true;
  for (let i = 0; i < turns; i += 1) {
    if (at === pages) forward = false;
    else if (at === 1) forward = true;
    at += forward ? 1 : -1;
    steps.push({ to: at, forward });
  }
  return steps;
}

function randomPages(pages: number, count: number): number[] {
  const random = seeded(pages);
  return Array.from({ length: count }, () => random.integer(2, pages));
}
