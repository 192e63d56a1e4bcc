/** Where secrets in memory could be found: in what a crash leaves on the disk, and in the environment of a command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import { chromiumKind, processesBelow } from './processes.ts';
import { type Program, unpackagedApp } from './programs.ts';

test.skip(process.platform !== 'linux', '/proc is Linux’s.');

/** Soft and hard limit of the size of a core dump, and which memory goes into one (core(5)). */
async function coreDumpsOf(pid: number): Promise<string> {
  const [limits, filter] = await Promise.all(
    ['limits', 'coredump_filter'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  );
  const [, soft, hard] = /^Max core file size\s+(\S+)\s+(\S+)/m.exec(limits ?? '') ?? [];
  return `${soft} ${hard} ${filter?.trim()}`;
}

test('no process of the app leaves its memory in a core dump', async ({ launch }) => {
  const NOTHING = '0 0 00000000';
  // What the app inherits is another.
  expect(await coreDumpsOf(process.pid)).not.toBe(NOTHING);
  const { electron, page } = await launch();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const main = electron?.process().pid ?? 0;
  const found = new Map<string, string>();
  for (const pid of [main, ...processesBelow(main)]) {
    const kind = pid === main ? 'main' : chromiumKind(pid);
    if (kind) found.set(`${kind} ${pid}`, await coreDumpsOf(pid));
  }
  const kinds = new Set([...found.keys()].map((name) => name.split(' ')[0]));
  expect([...kinds]).toEqual(expect.arrayContaining(['main', 'renderer', 'utility']));
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries([...found.keys()].map((name) => [name, NOTHING])),
  );
});

const programs: readonly (readonly [string, () => Program])[] = [
  ['Electron', () => ({ ...unpackagedApp(), args: [...unpackagedApp().args, '--headless'] })],
  ['Node', () => ({ file: process.execPath, args: [join(import.meta.dirname, '../../main/headless.ts')] })],
];

for (const [name, programOf] of programs) {
  test(`the passphrase of a command is gone from the environment of its processes (${name})`, async ({
    demo,
    folder,
  }) => {
    const { service, profile, identity, passphrase } = await demo({
      generation_ms: { from: 60_000, to: 60_000 },
    });
    const trips = join(folder, 'trips.json');
    await writeFile(trips, JSON.stringify([{ origin: 'KDEN', destination: 'KLAX' }]));
    const files = ['--profile', profile, '--identity', identity, '--out', join(folder, 'out')];
    const { file, args } = programOf();
    const child = spawn(file, [...args, 'fetch', ...files, '--request', trips], {
      env: { ...process.env, TRIPKIT_PASSPHRASE: passphrase },
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    try {
      await service.until(
        (entry) => entry.kind === 'request' && entry.operation === 'request' && entry.complete,
      );
      const main = child.pid ?? 0;
      const shown = new Map<string, boolean>();
      for (const pid of [main, ...processesBelow(main)]) {
        // Nobody but root reads that of a process that keeps others out, as Chromium's sandboxed ones do.
        const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
        shown.set(`${chromiumKind(pid) ?? 'main'} ${pid}`, text.includes(passphrase));
      }
      expect(shown.get(`main ${main}`)).toBe(false);
      expect([...shown].filter(([, found]) => found)).toEqual([]);
    } finally {
      child.kill('SIGINT');
      await ended;
    }
  });
}
