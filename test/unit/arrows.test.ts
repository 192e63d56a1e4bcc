/**
 * The arrows of ARCHITECTURE.md, proved: one run of the real linter with the real rules refuses each forbidden import and
 * allows each that the house needs.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { arrows } from '../../build/arrows.ts';

const root = new URL('../..', import.meta.url).pathname;
const biome = join(root, 'node_modules/.bin/biome');
const run = promisify(execFile);

/** A file of the house, what it imports, and whether the arrows allow that. */
const probes: [file: string, statement: string, verdict: 'refused' | 'allowed'][] = [
  ['renderer/probe.ts', `import { x } from '../main/kits/kit-engine.ts';`, 'refused'],
  ['renderer/viewer/probe.ts', `import type { x } from '../../main/common/trip.ts';`, 'refused'],
  ['renderer/probe.ts', `import { x } from 'node:fs';`, 'refused'],
  ['renderer/probe.ts', `import { x } from 'fs';`, 'refused'],
  ['renderer/probe.ts', `import { x } from 'electron';`, 'refused'],
  ['renderer/probe.ts', `import { x } from 'undici';`, 'refused'],
  ['renderer/probe.ts', `import { x } from '../preload/preload.ts';`, 'refused'],
  ['renderer/probe.ts', `const x = await import('../main/main.ts');`, 'refused'],
  ['renderer/probe.ts', `import { x } from '../preload/contract.ts';`, 'allowed'],
  ['renderer/probe.ts', `import { x } from 'react';`, 'allowed'],
  ['renderer/probe.ts', `import { x } from 'react-dom/client';`, 'allowed'],
  ['renderer/probe.ts', `import { x } from 'zustand/vanilla';`, 'allowed'],
  ['renderer/library/probe.ts', `import { x } from '../app/app.tsx';`, 'refused'],
  ['renderer/library/probe.ts', `import { x } from '../kits/kits-store.ts';`, 'allowed'],
  ['renderer/library/probe.ts', `import { x } from '../request/request-store.ts';`, 'allowed'],
  ['renderer/library/details/probe.ts', `import { x } from '../../viewer/viewer-store.ts';`, 'refused'],
  ['renderer/request/probe.ts', `import { x } from '../library/kit-list.tsx';`, 'refused'],
  ['renderer/request/probe.ts', `import type { x } from '../batch/trip-rows.ts';`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from '../session/session-store.ts';`, 'allowed'],
  ['renderer/kits/list/probe.ts', `import { x } from '../../library/kit-row.tsx';`, 'refused'],
  ['renderer/session/probe.ts', `import { x } from '../kits/kits-store.ts';`, 'refused'],
  ['renderer/state/probe.ts', `import { x } from '../session/session-store.ts';`, 'refused'],
  ['renderer/state/probe.ts', `import { x } from '../ipc/bridge.ts';`, 'allowed'],
  ['renderer/ipc/probe.ts', `import { x } from '../strings/strings.ts';`, 'allowed'],
  ['renderer/ipc/probe.ts', `import { x } from '../state/registry.tsx';`, 'refused'],
  ['renderer/strings/probe.ts', `import type { x } from '../ready/ready-checks.ts';`, 'refused'],
  ['renderer/design/probe.ts', `import { x } from '../ipc/bridge.ts';`, 'refused'],
  ['renderer/viewer/marks/probe.ts', `import { x } from '../../app/app.tsx';`, 'refused'],
  ['renderer/viewer/marks/probe.ts', `import { x } from '../../kits/kit-words.ts';`, 'allowed'],
  ['renderer/app/probe.ts', `import { x } from '../viewer/viewer-screen.tsx';`, 'allowed'],
  ['renderer/app/probe.ts', `import { x } from '../../main/main.ts';`, 'refused'],
  ['renderer/documents/probe.ts', `import x from 'pdfjs-dist/build/pdf.worker.min.mjs?url';`, 'allowed'],
  ['renderer/viewer/engine/probe.ts', `import { x } from 'pdfjs-dist';`, 'refused'],
  ['renderer/documents/probe.ts', `import { x } from 'react';`, 'refused'],
  ['renderer/documents/probe.ts', `import { x } from '../viewer/engine/gate.ts';`, 'refused'],
  ['renderer/document-messages/probe.ts', `import { x } from 'pdfjs-dist';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'electron';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'node:path';`, 'refused'],
  ['preload/contract.ts', `import { x } from '../main/common/trip.ts';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'zod';`, 'allowed'],
  ['build/policies/probe.ts', `import { x } from '../../main/profile/policies.ts';`, 'allowed'],
  ['build/policies/probe.ts', `import { x } from '../../preload/schemas/settings.ts';`, 'allowed'],
  ['build/policies/probe.ts', `import { x } from '../../main/profile/profile.ts';`, 'refused'],
  ['build/probe.ts', `import { x } from '../main/profile/policies.ts';`, 'refused'],
  ['build/probe.ts', `import { x } from '../main/updates/signed-update.ts';`, 'refused'],
  ['build/sign-update.ts', `import { x } from '../main/updates/signed-update.ts';`, 'allowed'],
  ['build/sign-update.ts', `import { x } from '../main/updates/updates.ts';`, 'refused'],
  ['preload/document-jobs/probe.ts', `import type { x } from 'pdfjs-dist';`, 'allowed'],
  ['preload/document-jobs/probe.ts', `import { x } from 'node:fs';`, 'refused'],
  ['preload/document-jobs/probe.ts', `import { x } from '../../main/common/utc.ts';`, 'refused'],
  ['renderer/documents/probe.ts', `import { x } from '../../preload/document-jobs/job.ts';`, 'allowed'],
  ['renderer/viewer/probe.ts', `import { x } from '../../preload/document-jobs/job.ts';`, 'refused'],
  ['main/library/probe.ts', `import { x } from '../../preload/document-jobs/job.ts';`, 'allowed'],
  ['main/app/probe.ts', `import { x } from '../../preload/document-jobs/job.ts';`, 'refused'],
  ['preload/trip-files/probe.ts', `import { x } from 'csv-parse/browser/esm/sync';`, 'allowed'],
  ['preload/trip-files/probe.ts', `import { x } from 'node:zlib';`, 'refused'],
  ['preload/trip-files/probe.ts', `import { x } from '../../main/common/utc.ts';`, 'refused'],
  ['main/headless/probe.ts', `import { x } from '../../preload/trip-files/trip-file.ts';`, 'allowed'],
  ['main/headless/probe.ts', `import { x } from '../../preload/schemas/settings.ts';`, 'allowed'],
  ['main/headless/probe.ts', `import { x } from '../../preload/schemas/kit.ts';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../../preload/trip-files/trip-file.ts';`, 'refused'],
  ['renderer/batch/probe.ts', `import { x } from '../../preload/trip-files/trip-table.ts';`, 'allowed'],
  ['preload/expose.ts', `import { ipcRenderer } from 'electron';`, 'allowed'],
  ['preload/expose.ts', `import { shell } from 'electron';`, 'refused'],
  ['preload/expose.ts', `import { x } from 'node:fs';`, 'refused'],
  ['preload/preload.ts', `import { ipcRenderer } from 'electron';`, 'refused'],
  ['preload/setup.ts', `import { ipcRenderer } from 'electron';`, 'refused'],
  ['preload/setup.ts', `import { x } from './expose.ts';`, 'allowed'],
  ['renderer/setup/probe.ts', `import { x } from '../../preload/setup-contract.ts';`, 'allowed'],
  ['renderer/setup/probe.ts', `import { x } from '../state/calls.ts';`, 'allowed'],
  ['renderer/setup/probe.ts', `import { x } from '../session/session-store.ts';`, 'refused'],
  ['renderer/setup/probe.ts', `import { x } from '../viewer/viewer-store.ts';`, 'refused'],
  ['renderer/app/probe.ts', `import { x } from '../setup/setup-store.ts';`, 'refused'],
  ['main/main.ts', `import { app } from 'electron';`, 'allowed'],
  ['main/main.ts', `import { ipcMain } from 'electron';`, 'refused'],
  ['main/main.ts', `import { x } from '../test/service/demo-service.ts';`, 'refused'],
  ['main/start/probe.ts', `import { app } from 'electron';`, 'allowed'],
  ['main/start/probe.ts', `import { ipcMain } from 'electron';`, 'refused'],
  ['main/start/probe.ts', `import { x } from '../../preload/preload.ts';`, 'refused'],
  ['main/headless.ts', `import { app } from 'electron';`, 'refused'],
  ['main/headless.ts', `import { x } from './ipc/handle.ts';`, 'refused'],
  ['main/headless.ts', `import { x } from './electron/window.ts';`, 'refused'],
  ['main/headless.ts', `import { x } from './kits/kit-engine.ts';`, 'allowed'],
  ['main/headless/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/headless/probe.ts', `import { x } from '../app/app-log.ts';`, 'refused'],
  ['main/headless/probe.ts', `import { x } from '../service/token.ts';`, 'allowed'],
  ['main/app/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/app/probe.ts', `import { x } from '../ipc/handle.ts';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../app/service-pool.ts';`, 'refused'],
  ['main/electron/probe.ts', `import { ipcMain } from 'electron';`, 'allowed'],
  ['main/electron/probe.ts', `import { ipcRenderer } from 'electron';`, 'refused'],
  ['main/electron/probe.ts', `import { x } from '../service/token.ts';`, 'refused'],
  ['main/electron/probe.ts', `import { x } from '../identity/sealer.ts';`, 'allowed'],
  ['main/ipc/probe.ts', `import { ipcMain } from 'electron';`, 'refused'],
  ['main/ipc/probe.ts', `import { x } from '../service/token.ts';`, 'refused'],
  ['main/ipc/probe.ts', `import { x } from '../electron/window.ts';`, 'refused'],
  ['main/ipc/probe.ts', `import { x } from '../kits/kit-engine.ts';`, 'allowed'],
  ['main/ipc/probe.ts', `import { x } from '../app/notices.ts';`, 'allowed'],
  ['main/ipc/probe.ts', `import { x } from '../../preload/contract.ts';`, 'allowed'],
  ['main/kits/probe.ts', `import { x } from '../ipc/handle.ts';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../../preload/contract.ts';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../../preload/schemas/values.ts';`, 'allowed'],
  ['main/kits/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../service/token.ts';`, 'allowed'],
  ['main/kits/lifecycle.ts', `import { x } from '../common/trip.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import { type x } from '../common/trip.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import '../common/trip.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import type { x } from '../ipc/handle.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import type { x } from '../library/kit-record.ts';`, 'allowed'],
  ['main/service/probe.ts', `import { x } from '../library/kit-store.ts';`, 'refused'],
  ['main/service/probe.ts', `import { x } from '../identity/pkcs12.ts';`, 'refused'],
  ['main/service/probe.ts', `import { x } from '../kits/kit-engine.ts';`, 'refused'],
  ['main/service/probe.ts', `import type { x } from '../profile/profile.ts';`, 'allowed'],
  ['main/library/probe.ts', `import { x } from '../service/token.ts';`, 'refused'],
  ['main/library/probe.ts', `import { x } from '../kits/lifecycle.ts';`, 'refused'],
  ['main/identity/probe.ts', `import { x } from '../profile/profile.ts';`, 'refused'],
  ['main/identity/probe.ts', `import { safeStorage } from 'electron';`, 'refused'],
  ['main/profile/probe.ts', `import { x } from '../service/token.ts';`, 'refused'],
  ['main/updates/probe.ts', `import { x } from '../kits/kit-engine.ts';`, 'refused'],
  ['main/updates/probe.ts', `import { x } from '../profile/profile.ts';`, 'refused'],
  ['main/updates/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/updates/probe.ts', `import { AppUpdater } from 'electron-updater';`, 'refused'],
  ['main/updates/probe.ts', `import { x } from '../common/errors.ts';`, 'allowed'],
  ['main/kits/probe.ts', `import { x } from '../updates/updates.ts';`, 'refused'],
  ['main/library/probe.ts', `import { x } from '../updates/updates.ts';`, 'refused'],
  ['main/electron/probe.ts', `import { AppUpdater } from 'electron-updater';`, 'refused'],
  ['main/main.ts', `import { AppUpdater } from 'electron-updater';`, 'refused'],
  ['main/app/probe.ts', `import { AppUpdater } from 'electron-updater';`, 'refused'],
  ['main/electron/updater.ts', `import { AppUpdater } from 'electron-updater';`, 'allowed'],
  ['main/electron/updater.ts', `import { x } from '../kits/kit-engine.ts';`, 'refused'],
  ['main/electron/updater.ts', `import { ipcRenderer } from 'electron';`, 'refused'],
  ['main/common/probe.ts', `import { x } from '../library/kit-store.ts';`, 'refused'],
  ['main/common/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/library/probe.ts', `import { x } from '../common/errors.ts';`, 'allowed'],
  ['main/library/probe.ts', `import { x } from 'pdfjs-dist/legacy/build/pdf.mjs';`, 'allowed'],
  ['main/library/probe.ts', `import { x } from '../../build/bundle.ts';`, 'refused'],
  ['build/probe.ts', `import { x } from '../main/common/trip.ts';`, 'refused'],
  ['build/probe.ts', `import { build } from 'vite';`, 'allowed'],
  ['test/probe.ts', `import { x } from '../main/common/trip.ts';`, 'allowed'],
  ['main/start/probe.ts', `import { app } from 'electron';`, 'allowed'],
  ['main/start/probe.ts', `import { ipcMain } from 'electron';`, 'refused'],
  ['main/app/probe.ts', `import { x } from '../start/start-app.ts';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../../preload/schemas/values.ts';`, 'allowed'],
  ['main/kits/probe.ts', `import { x } from '../../preload/schemas/same-flight.ts';`, 'allowed'],
];

/** Where the rules come from, as the linter has them. */
const LINT = ['biome.json', 'package.json', 'build/lint'];

test('the rules of the linter are those of the table', async () => {
  const written: unknown = JSON.parse(await readFile(join(root, 'build/lint/arrows.json'), 'utf8'));
  expect(written, 'run: node build/arrows.ts').toEqual({ overrides: arrows() });
});

test('each import is refused or allowed as the arrows say', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tripkit-arrows-')));
  try {
    for (const part of LINT) await cp(join(root, part), join(folder, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    // A probe a line, so that a verdict's line names its probe.
    const files = Map.groupBy(probes, ([file]) => file);
    for (const [file, its] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), its.map(([, statement]) => `${statement}\n`).join(''));
    }
    const refused = new Set<string>();
    for (const { category, location } of await lint(folder)) {
      if (category !== 'lint/style/noRestrictedImports' && category !== 'plugin') continue;
      refused.add(`${location.path}:${location.start.line}`);
    }
    const verdicts = [...files].flatMap(([file, its]) =>
      its.map(([, statement], index) => [
        file,
        statement,
        refused.has(`${file}:${index + 1}`) ? 'refused' : 'allowed',
      ]),
    );
    expect(verdicts).toEqual([...files.values()].flat());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Diagnostic {
  category: string;
  location: { path: string; start: { line: number } };
}

/** The linter's verdicts on a folder, by category, e.g. lint/style/noRestrictedImports. */
async function lint(folder: string): Promise<Diagnostic[]> {
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = await run(biome, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => {
      if (error instanceof Error && 'stdout' in error && error.stdout)
        return { stdout: String(error.stdout) };
      throw error;
    },
  );
  const report: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
  return report.diagnostics;
}
