/** Targets with a fault each, on a text of theirs that a change makes sooner or later. */
import { slowness } from '../cpu-time.ts';
import { defineTarget } from './define-target.ts';
import { text } from './mutators/text.ts';
import type { Target } from './target.ts';

const kept: Buffer[] = [];
const bad = (name: string, run: (input: string) => unknown, more: Partial<Target<string>> = {}) =>
  defineTarget({ name, domain: text(), seeds: () => ['sound', 'also sound'], run, ...more });

export const targets = [
  bad('sound', () => {}),
  bad('crashes', (input) => {
    if (input.includes('"')) JSON.parse(input);
  }),
  bad('rejects', async (input) => {
    if (input.includes('"')) throw new RangeError('later');
  }),
  bad('forgets', (input) => {
    if (input.includes('"')) void Promise.reject(new RangeError('nobody waits for it'));
    return new Promise((resolve) => setImmediate(resolve));
  }),
  bad(
    'stalls',
    (input) => {
      // Work, not time: a slow machine takes longer for it, as it does for what it is measured by; 20 times what is allowed.
      if (input.includes('"')) for (let times = 0; times < 4; times += 1) slowness();
    },
    // Each stall takes seconds: it is not made smaller, as a crash is.
    { limits: { cpu_ms: 10 }, domain: { ...text(), smaller: () => [] } },
  ),
  bad('hangs', (input) => {
    const nobody = new Int32Array(new SharedArrayBuffer(4));
    while (input.includes('"')) Atomics.wait(nobody, 0, 0, 1_000);
  }),
  bad('grows', (input) => {
    if (input.includes('"')) kept.push(Buffer.alloc(200 * 1024 ** 2, 1));
    if (kept.length > 1) kept.length = 0;
  }),
  bad('ends', (input) => {
    if (input.includes('"')) process.abort();
  }),
];
