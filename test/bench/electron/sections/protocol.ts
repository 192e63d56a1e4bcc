/**
 * What the page pays for bytes: ranges and whole documents over the app's scheme, and over a handler that does next to nothing,
 * so that Electron's own share is known. Both programs run at once and are asked in turns.
 */
import type { Program } from '../program.ts';
import type { Bench, Who } from '../run.ts';

const KIB = 1024;

interface Source {
  who: Who;
  url(kit: 'M' | 'L'): string;
  /** Origin of the frame that reads this kit; absent where the page does. */
  frame?(kit: 'M' | 'L'): string;
}

const bareSource: Source = { who: 'bare', url: (kit) => `app://bench/kits/${kit}.pdf` };

export async function measureProtocol(bench: Bench): Promise<void> {
  const { effort, figures, kits, say } = bench;
  const app = await bench.startApp();
  try {
    const bare = await bench.startBare();
    try {
      await app.program.settle();
      const opened = {
        M: await app.program.run(openFrame, kits.M.kit_id, 1),
        L: await app.program.run(openFrame, kits.L.kit_id, 2),
      };
      const ours: Source = {
        who: 'app',
        url: (kit) => opened[kit].url,
        frame: (kit) => opened[kit].origin,
      };
      for (let round = 0; round < effort.protocol_rounds; round += 1) {
        for (const source of [ours, bareSource]) {
          const program = source.who === 'app' ? app.program : bare;
          await figures.attempt(`bytes by ${source.who}`, () => measureSource(bench, program, source, round));
        }
        say(`bytes, round ${round + 1} of ${effort.protocol_rounds}`);
      }
    } finally {
      await bare.quit();
    }
  } finally {
    await app.program.quit();
  }
}

async function measureSource(
  { effort, figures, kits }: Bench,
  program: Program,
  { who, url, frame }: Source,
  round: number,
): Promise<void> {
  const bytes = kits.M.plan.bytes;
  const inM = frame?.('M') ?? null;
  const sizes = [
    { id: 'range64', length: 64 * KIB, count: effort.ranges },
    { id: 'range256', length: 256 * KIB, count: Math.ceil(effort.ranges / 3) },
    { id: 'range1024', length: 1024 * KIB, count: Math.ceil(effort.ranges / 5) },
  ];
  for (const { id, length, count } of sizes)
    figures.add(id, who, ...(await program.runIn(inM, timeRanges, url('M'), length, count, bytes, round)));
  const four = await program.runIn(inM, timeFour, url('M'), 64 * KIB, Math.ceil(effort.ranges / 4), bytes);
  figures.add('four64', who, ...four);
  const bulk = await program.runIn(frame?.('L') ?? null, timeWhole, url('L'));
  figures.add('bulk', who, bulk.bytes / KIB / KIB / (bulk.ms / 1000));
}

/** Runs in the library's page: opens the page of a document that reads this kit, as the viewer does. */
async function openFrame(kitId: string, number: number): Promise<{ origin: string; url: string }> {
  const pass = await window.tripkit?.documents.pass(kitId, number);
  if (!pass?.ok) throw new Error(`There is no pass for ${kitId}.`);
  const origin = `app://documents-${number}`;
  const frame = document.createElement('iframe');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  frame.src = `${origin}/`;
  document.body.append(frame);
  await loaded;
  return { origin, url: `${origin}/document/${pass.value}` };
}

/** ms for each of some ranges that follow each other at steps through the document. */
async function timeRanges(
  url: string,
  length: number,
  count: number,
  total: number,
  round: number,
): Promise<number[]> {
  const times = [];
  for (let i = 0; i < count; i += 1) {
    const first = Math.floor((((i * 7 + round) % count) / count) * (total - length));
    const begun = performance.now();
    const answer = await fetch(url, { headers: { range: `bytes=${first}-${first + length - 1}` } });
    const bytes = await answer.arrayBuffer();
    times.push(performance.now() - begun);
    if (bytes.byteLength !== length)
      throw new Error(`${answer.status}: ${bytes.byteLength} bytes of ${length}`);
  }
  return times;
}

/** ms until four ranges that were asked for together are there. */
async function timeFour(url: string, length: number, count: number, total: number): Promise<number[]> {
  const times = [];
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now();
    const firsts = [0, 1, 2, 3].map((k) => Math.floor(((i + k / 4) / count) * (total - length)));
    await Promise.all(
      firsts.map(async (first) => {
        const answer = await fetch(url, { headers: { range: `bytes=${first}-${first + length - 1}` } });
        await answer.arrayBuffer();
      }),
    );
    times.push(performance.now() - begun);
  }
  return times;
}

async function timeWhole(url: string): Promise<{ bytes: number; ms: number }> {
  const begun = performance.now();
  const answer = await fetch(url);
  const reader = answer.body?.getReader();
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read())
    bytes += part.value.byteLength;
  return { bytes, ms: performance.now() - begun };
}
