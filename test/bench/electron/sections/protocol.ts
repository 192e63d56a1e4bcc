/**
 * What the page pays for bytes: ranges and whole documents over the app's scheme, and over handlers that do next to
 * nothing, so that Electron's own share is known. Both programs run at once and are asked in turns.
 */
import { BUFFER_SCHEME, FILE_SCHEME } from '../inside/bare-options.ts';
import type { Program } from '../program.ts';
import type { Bench, Who } from '../run.ts';

const KIB = 1024;

interface Source {
  who: Who;
  /** Ends the measures' names; none: those that have a target. */
  name: string;
  url(kit: 'M' | 'L'): string;
}

const bareSources: readonly Source[] = [
  { who: 'bare', name: '', url: (kit) => `app://bench/kits/${kit}.pdf` },
  { who: 'bare', name: '-memory', url: () => 'app://bench/memory/x' },
  { who: 'bare', name: '-stream', url: (kit) => `app://bench/streams/${kit}.pdf` },
  { who: 'bare', name: '-fetch', url: (kit) => `app://bench/fetched/${kit}.pdf` },
  { who: 'bare', name: '-buffer', url: () => `${BUFFER_SCHEME}://x/y` },
  { who: 'bare', name: '-file', url: (kit) => `${FILE_SCHEME}://x/${kit}.pdf` },
];

export async function measureProtocol(bench: Bench): Promise<void> {
  const { effort, figures, kits, say } = bench;
  const app = await bench.startApp();
  try {
    const bare = await bench.startBare();
    try {
      await app.program.settle();
      const ours: Source = {
        who: 'app',
        name: '',
        url: (kit) => `app://tripkit/documents/${kits[kit].kit_id}`,
      };
      for (let round = 0; round < effort.protocol_rounds; round += 1) {
        for (const source of [ours, ...bareSources]) {
          const program = source.who === 'app' ? app.program : bare;
          await figures.attempt(`bytes by ${source.who}${source.name}`, () =>
            measureSource(bench, program, source, round),
          );
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
  { who, name, url }: Source,
  round: number,
): Promise<void> {
  const bytes = kits.M.plan.bytes;
  const sizes = [
    { id: 'range64', length: 64 * KIB, count: effort.ranges },
    { id: 'range256', length: 256 * KIB, count: Math.ceil(effort.ranges / 3) },
    { id: 'range1024', length: 1024 * KIB, count: Math.ceil(effort.ranges / 5) },
  ];
  for (const { id, length, count } of sizes)
    figures.add(
      `${id}${name}`,
      who,
      ...(await program.run(timeRanges, url('M'), length, count, bytes, round)),
    );
  const four = await program.run(timeFour, url('M'), 64 * KIB, Math.ceil(effort.ranges / 4), bytes);
  figures.add(`four64${name}`, who, ...four);
  const bulk = await program.run(timeWhole, url('L'));
  figures.add(`bulk${name}`, who, bulk.bytes / KIB / KIB / (bulk.ms / 1000));
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
