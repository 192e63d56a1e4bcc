/** PSS of all processes: a bare window, the app idle, a kit open, and after turns. No probe is in these pages. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../program.ts';
import type { Bench, Who } from '../run.ts';
import type { Viewer } from '../viewers.ts';
import { pagesInOrder } from './turning.ts';

/** Before memory is read, ms, after the program has come to rest: longer than the app keeps a kit ready for who does nothing. */
const REST_MS = 15_000;
/** Between two turns: a look at each page in the first stretch, leafing then. */
const LOOK_MS = 600;
const LEAF_MS = 250;

export async function measureMemory(bench: Bench): Promise<void> {
  const { effort, figures } = bench;
  for (let round = 0; round < effort.memory_rounds; round += 1) {
    await figures.attempt('memory of a bare window', async () => bare(bench));
    await figures.attempt('memory of this app', async () =>
      reading(bench, 'app', await bench.startApp(false)),
    );
    await figures.attempt("memory of PDF.js's viewer", async () =>
      reading(bench, 'pdfjs', await bench.startPdfjs(false)),
    );
  }
}

async function bare(bench: Bench): Promise<void> {
  const program = await bench.startBare();
  try {
    // All are compared with the same bare window.
    const sum = await keep(bench, 'memory-idle', 'bare', program);
    for (const id of ['memory-open', 'memory-60', 'memory-600']) bench.figures.add(id, 'bare', sum);
  } finally {
    await program.quit();
  }
}

async function reading(bench: Bench, who: 'app' | 'pdfjs', viewer: Viewer): Promise<void> {
  const { effort, figures, kits } = bench;
  const { program } = viewer;
  try {
    await keep(bench, 'memory-idle', who, program);
    await viewer.select('M');
    await pause(LOOK_MS);
    await viewer.openUnwatched('M');
    await viewer.focusPages();
    await viewer.onePage();
    await keep(bench, 'memory-open', who, program);
    const [few, many] = effort.memory_turns;
    const steps = pagesInOrder(kits.M.plan.pages, many);
    const turn = async (some: typeof steps, every: number) => {
      for (const { forward } of some) {
        viewer.press(forward);
        await pause(every);
      }
      const page = await viewer.pageInSight();
      if (page !== some.at(-1)?.to) throw new Error(`Page ${page} is in sight, not ${some.at(-1)?.to}.`);
    };
    await turn(steps.slice(0, few), LOOK_MS);
    const early = await keep(bench, 'memory-60', who, program);
    await turn(steps.slice(few), LEAF_MS);
    const late = await keep(bench, 'memory-600', who, program);
    figures.add('memory-growth', who, ((late - early) / early) * 100);
  } finally {
    await program.quit();
  }
}

async function keep({ figures, say }: Bench, id: string, who: Who, program: Program): Promise<number> {
  await program.settle();
  await pause(REST_MS);
  const types = program.memory();
  if (!types) throw new Error('There is no memory to be read here.');
  let sum = 0;
  for (const [type, size] of types) {
    sum += size;
    figures.add(`${id}-${type}`, who, size);
  }
  figures.add(id, who, sum);
  say(
    `${id} ${who}: ${sum.toFixed(0)} MiB: ${[...types].map(([type, size]) => `${type} ${size.toFixed(0)}`).join(', ')}`,
  );
  return sum;
}
