import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seeded } from '../demo-service/random.ts';
import { type Done, judge, type Told } from './audit-judge.ts';

/** A taste; AUDIT_RUNS plays more. */
const RUNS = Number(process.env.AUDIT_RUNS ?? 2);
const FIRST = Number(process.env.AUDIT_SEED ?? 3);
const LIVES = 5;
const program = join(import.meta.dirname, './audit-process.ts');

/** Lives of one laptop, each killed at a step of its own, but the last. */
function play(seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-campaign-'));
  const random = seeded(seed).next;
  try {
    for (let life = 0; life < LIVES; life += 1) {
      const killAt = life === LIVES - 1 ? 0 : 1 + Math.floor(random() ** 2 * 500);
      const args = ['--disable-warning=ExperimentalWarning', program, folder, seed, life, killAt].map(String);
      const { status, signal, stderr } = spawnSync(process.execPath, args, {
        timeout: 60_000,
        encoding: 'utf8',
      });
      if (killAt === 0 ? status !== 0 : status !== 0 && signal !== 'SIGKILL') throw new Error(stderr);
    }
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const file = JSON.parse(read('export.json')) as { entries: Told[]; verification: { ok: boolean } };
    const journal = read('journal.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Done);
    return {
      ...{ journal, entries: file.entries, verified: file.verification.ok },
      here: JSON.parse(read('here.json')) as { kits: string[]; pins: string[] },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test(`random acts, kills, full disks and retention runs lose no event (${RUNS} runs)`, {
  timeout: RUNS * 60_000,
}, () => {
  for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
    const evidence = play(seed);
    expect([seed, judge(evidence)]).toEqual([seed, []]);
    expect(evidence.entries.length).toBeGreaterThan(50);
    const told = evidence.entries.findLast(({ kind }) => kind === 'opened' || kind === 'state');
    // The judge itself sees what is missing, and what is there twice.
    const without = evidence.entries.filter((entry) => entry !== told);
    expect(judge({ ...evidence, entries: without })).toHaveLength(1);
    expect(judge({ ...evidence, entries: [...evidence.entries, ...(told ? [told] : [])] })).toHaveLength(1);
  }
});
