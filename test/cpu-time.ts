/** Processor time of a thread, with the machine's own speed as its unit: neither a slow machine nor a busy one changes what is measured. */

/** What {@link reference} takes of a thread on the machine that limits were set on, alone, ms; far above the ticks that times are counted in. */
const REFERENCE_MS = 50;
const ROUNDS = 25;

/** Work of the kinds that readers do: text, objects, arrays. */
function reference(round: number): number {
  const text = Array.from({ length: 4_000 }, (_, at) => `${at},EHAM,KJFK,"KLM ${(at + round) * 7919}"`).join(
    '\n',
  );
  const rows = text
    .split('\n')
    .map((line) => ({ cells: line.split(','), digits: line.replaceAll(/\D+/g, '') }));
  rows.sort((a, b) => (a.digits < b.digits ? -1 : 1));
  return JSON.stringify(rows).length;
}

/** Processor time that this thread took since `before`, ms. */
export function threadMs(before: NodeJS.CpuUsage = { user: 0, system: 0 }): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times slower than the machine of the limits this one is now; 1 where it is faster. */
export function slowness(): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) reference(round);
  return Math.max(1, threadMs(before) / REFERENCE_MS);
}

/** Processor time of synchronous work, ms of the machine of the limits: the best of three, since code is compiled meanwhile. */
export function cpuTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    work();
    return threadMs(before) / slowness();
  });
  return Math.min(...times);
}
