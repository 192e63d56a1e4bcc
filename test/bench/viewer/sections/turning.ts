/** Turning in reading order, leafing, jumping and scrolling, the frames meanwhile, and what is left in memory. */
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../demo-service/random.ts';
import { AppDriver } from '../app-driver.ts';
import { PdfjsPeer } from '../peers/pdfjs.ts';
import type { Memory } from '../processes.ts';
import type { Who } from '../results.ts';
import { type Bench, type KitName, kitNames } from '../run.ts';

/** A reader's shortest look at a page, ms. */
const LOOK_MS = 500;
/** Between pages in the long run, ms. */
const SHORT_MS = 30;
/** Before memory is read, ms. */
const REST_MS = 3_000;

export async function measureTurning(bench: Bench): Promise<void> {
  for (const name of kitNames) {
    await bench.results.attempt(`turning ${name} in this app`, () => ours(bench, name));
    await bench.results.attempt(`turning ${name} in pdf.js's viewer`, () => pdfjs(bench, name));
  }
}

async function ours(bench: Bench, name: KitName): Promise<void> {
  const { results, effort, kits, say } = bench;
  const app = await AppDriver.start(bench.bundles, bench.freshUserData());
  try {
    await app.settle();
    await app.open(kits[name].kit_id);
    await app.key('0');
    await pause(1_500);
    const turn = async (to: number, forward: boolean) =>
      app.keyToPage(forward ? 'ArrowRight' : 'ArrowLeft', to);
    const steps = pagesInOrder(kits[name].plan.pages, effort.turns + effort.more_turns);
    for (const { to, forward } of steps.slice(0, effort.turns)) {
      const seen = await turn(to, forward);
      results.add(`turn-${name}`, 'app', seen.crisp);
      results.add(`gap-turn-${name}`, 'app', seen.longest_gap);
      await pause(LOOK_MS);
    }
    await pause(REST_MS);
    const early = keepMemory(bench, `memory60-${name}`, 'app', app.memory());
    await jumps(bench, name, app);
    await scrolls(bench, name, app);
    // Back to where the turning was.
    await app.key('0');
    await app.jump(steps[effort.turns - 1]?.to ?? 1);
    for (const { to, forward } of steps.slice(effort.turns)) {
      const seen = await turn(to, forward);
      results.add(`leaf-${name}`, 'app', seen.crisp);
      await pause(SHORT_MS);
    }
    await pause(REST_MS);
    const late = keepMemory(bench, `memory600-${name}`, 'app', app.memory());
    if (early && late) results.add(`flat-${name}`, 'app', ((late.pss - early.pss) / early.pss) * 100);
    say(`turning ${name}: this app`);
  } finally {
    await app.close();
  }
}

async function jumps({ results, effort, kits }: Bench, name: KitName, app: AppDriver): Promise<void> {
  for (const page of randomPages(kits[name].plan.pages, effort.jumps)) {
    const seen = await app.jump(page);
    results.add(`jump-${name}`, 'app', seen.crisp);
    results.add(`jump-seen-${name}`, 'app', seen.something);
    results.add(`gap-jump-${name}`, 'app', seen.longest_gap);
    await pause(LOOK_MS);
  }
}

/** Two seconds of the wheel in fit width, from the middle of the document. */
async function scrolls({ results, effort, kits }: Bench, name: KitName, app: AppDriver): Promise<void> {
  await app.key('w');
  await pause(LOOK_MS);
  await app.page.mouse.move(640, 500);
  for (const page of randomPages(kits[name].plan.pages - 20, effort.scrolls)) {
    await app.jump(page);
    await pause(LOOK_MS);
    const { frames } = await app.frames(async () => {
      for (let i = 0; i < 60; i += 1) {
        await app.page.mouse.wheel(0, 120);
        await pause(33);
      }
    });
    results.add(`gap-scroll-${name}`, 'app', frames.longest);
  }
}

async function pdfjs(bench: Bench, name: KitName): Promise<void> {
  const { results, effort, kits, say } = bench;
  const peer = await PdfjsPeer.start(bench.origin);
  try {
    await peer.open(`${name}.pdf`);
    await pause(1_500);
    const steps = pagesInOrder(kits[name].plan.pages, effort.turns + effort.more_turns);
    for (const { to } of steps.slice(0, effort.turns)) {
      const seen = await peer.go(to);
      results.add(`turn-${name}`, 'pdfjs', seen.crisp);
      results.add(`gap-turn-${name}`, 'pdfjs', seen.longest_gap);
      await pause(LOOK_MS);
    }
    await pause(REST_MS);
    const early = keepMemory(bench, `memory60-${name}`, 'pdfjs', peer.memory());
    for (const page of randomPages(kits[name].plan.pages, effort.jumps)) {
      const seen = await peer.go(page);
      results.add(`jump-${name}`, 'pdfjs', seen.crisp);
      results.add(`gap-jump-${name}`, 'pdfjs', seen.longest_gap);
      await pause(LOOK_MS);
    }
    await peer.go(steps[effort.turns - 1]?.to ?? 1);
    for (const { to } of steps.slice(effort.turns)) {
      results.add(`leaf-${name}`, 'pdfjs', (await peer.go(to)).crisp);
      await pause(SHORT_MS);
    }
    await pause(REST_MS);
    const late = keepMemory(bench, `memory600-${name}`, 'pdfjs', peer.memory());
    if (early && late) results.add(`flat-${name}`, 'pdfjs', ((late.pss - early.pss) / early.pss) * 100);
    say(`turning ${name}: pdf.js viewer`);
  } finally {
    await peer.close();
  }
}

function keepMemory(
  { results, say }: Bench,
  measure: string,
  who: Who,
  memory: Memory | null,
): Memory | null {
  if (!memory) return null;
  results.add(measure, who, memory.pss);
  say(
    `${measure} ${who}: PSS ${memory.pss.toFixed(0)}, RSS ${memory.rss.toFixed(0)}, private dirty ${memory.private_dirty.toFixed(0)} MiB in ${memory.processes} processes`,
  );
  return memory;
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
