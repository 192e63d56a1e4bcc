/**
 * The arrows of ARCHITECTURE.md, proved: the real linter with the real biome.json refuses each forbidden import and
 * allows each that the house needs.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
  ['renderer/library/probe.ts', `import { x } from '../app/store.ts';`, 'allowed'],
  ['renderer/probe.ts', `import x from 'pdfjs-dist/build/pdf.worker.min.mjs?url';`, 'allowed'],
  ['preload/contract.ts', `import { x } from 'electron';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'node:path';`, 'refused'],
  ['preload/contract.ts', `import { x } from '../main/common/trip.ts';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'zod';`, 'allowed'],
  ['preload/preload.ts', `import { ipcRenderer } from 'electron';`, 'allowed'],
  ['preload/preload.ts', `import { shell } from 'electron';`, 'refused'],
  ['preload/preload.ts', `import { x } from 'node:fs';`, 'refused'],
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
];

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tripkit-arrows-')));
  await cp(join(root, 'biome.json'), join(folder, 'biome.json'));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'build/lint'), { recursive: true });
  await cp(join(root, 'build/lint'), join(folder, 'build/lint'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Diagnostic {
  category: string;
}

/** The linter's verdicts on one file, by category, e.g. lint/style/noRestrictedImports. */
async function lint(file: string, text: string): Promise<string[]> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  try {
    const args = ['lint', '--reporter=json', file];
    const { stdout } = await run(biome, args, { cwd: folder }).catch((error: unknown) => {
      if (error instanceof Error && 'stdout' in error && error.stdout)
        return { stdout: String(error.stdout) };
      throw error;
    });
    const report: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
    return report.diagnostics.map((diagnostic) => diagnostic.category);
  } finally {
    await rm(path);
  }
}

test.each(probes)('%s: %s is %s', async (file, statement, verdict) => {
  const exported = statement.startsWith('import {') ? '' : 'export {};\n';
  const categories = await lint(file, `${statement}\n${exported}`);
  const refused = categories.some((c) => c === 'lint/style/noRestrictedImports' || c === 'plugin');
  expect(refused ? 'refused' : 'allowed', categories.join(', ')).toBe(verdict);
});
