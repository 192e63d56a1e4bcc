/** Whether a run executed a proof is read from its reports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../parts.ts';
import { notExecuted, proofsInSentences, type Run, readRun } from './proofs.ts';

let folder: string;
let run: Run;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-proofs-'));
  const unit = (name: string, tests: readonly (readonly [title: string, status: string])[]) => ({
    name: join(root, name),
    status: 'passed',
    assertionResults: tests.map(([title, status]) => ({
      ...{ ancestorTitles: ['a block'], title, fullName: title, status },
    })),
  });
  const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0 };
  const testResults = [
    unit('test/design/tokens.test.ts', [['calm on paper meets AA', 'passed']]),
    unit('test/common/core-dumps.test.ts', [['is skipped', 'pending']]),
  ];
  await writeFile(join(folder, 'unit.json'), JSON.stringify({ ...counts, testResults }));
  const spec = (file: string, title: string, status: string) => ({
    ...{ ok: true, file, line: 1, title, tests: [{ status, results: [{}] }] },
  });
  const packaged = [
    spec('packaged.electron.ts', 'an asar that was changed is not started', 'skipped'),
    spec(
      'packaged.electron.ts',
      'starts in real Electron, and ends in order; a second start ends at once, and the first one’s window stays, and is handed its link',
      'expected',
    ),
  ];
  const electron = {
    config: { rootDir: '/copy/test/electron', metadata: { place: 'Electron 33 on Linux' } },
    suites: [{ title: 'packaged.electron.ts', specs: packaged, suites: [] }],
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 1 },
  };
  await writeFile(join(folder, 'electron.json'), JSON.stringify(electron));
  run = readRun(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a test that ran counts, by its file, by its title and by one with a place for values', () => {
  expect(notExecuted('`unit design/tokens` "%s meets AA"', run)).toEqual([]);
  expect(notExecuted('`electron packaged` "a second start ends at once", `unit design/tokens`', run)).toEqual(
    [],
  );
  expect(run.places).toEqual(new Set(['Electron 33 on Linux']));
});

test('a test that was skipped, or that is in no report, is named', () => {
  const skipped = '`electron packaged` "an asar that was changed is not started"';
  expect(notExecuted(`${skipped}; \`unit common/core-dumps\`; \`e2e soundness\``, run)).toEqual([
    'electron packaged "an asar that was changed is not started"',
    'unit common/core-dumps',
    'e2e soundness',
  ]);
});

test('the proofs in the sentences of SECURITY.md are written as the papers write theirs', () => {
  const text =
    'Proof: unit desk/watch, common/redact;\ne2e shell "no Node"; electron updater. `unit` is not one.';
  expect(proofsInSentences(text)).toBe(
    '`unit desk/watch`; `unit common/redact`; `e2e shell` "no Node"; `electron updater`',
  );
});
