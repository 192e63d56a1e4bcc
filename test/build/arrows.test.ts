/** The rooms of the house: no import against an arrow, no room beyond its budget, no folder without a name; and the checker sees each kind. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFunctions, overBudget, readSources, strays, wrongArrows } from '../../build/arrows.ts';
import { freshFolder } from '../fresh-folder.ts';

const root = join(import.meta.dirname, '../..');

/** A file of the house, what it imports, and whether the arrows allow that. */
const probes: [file: string, statement: string, verdict: 'refused' | 'allowed'][] = [
  // The page knows its contract and nothing of the machine.
  ['renderer/kits/probe.ts', `import { x } from '../../main/kits/kit-engine.ts';`, 'refused'],
  ['renderer/viewer/probe.ts', `import type { x } from '../../main/common/trip.ts';`, 'refused'],
  ['renderer/kits/probe.ts', `const x = await import('../../main/main.ts');`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from 'node:fs';`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from 'fs';`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from 'electron';`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from 'undici';`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from '../../preload/preload.ts';`, 'refused'],
  ['renderer/kits/probe.ts', `import type { x } from '../../preload/contract.ts';`, 'allowed'],
  ['renderer/kits/probe.ts', `import { type x } from '../../preload/contract.ts';`, 'allowed'],
  ['renderer/kits/probe.ts', `import { x, type y } from '../../preload/contract.ts';`, 'refused'],
  ['renderer/kits/probe.ts', `import { x } from 'react';`, 'allowed'],
  ['renderer/kits/probe.ts', `import { x } from 'zustand/vanilla';`, 'allowed'],
  ['renderer/kits/probe.tsx', `import './kits.css';`, 'allowed'],
  ['renderer/batch/probe.ts', `import { x } from '../../main/trips/rules/trip-table.ts';`, 'allowed'],
  // Its floors.
  ['renderer/kits/library/probe.ts', `import { x } from '../../shell/app.tsx';`, 'refused'],
  ['renderer/kits/library/probe.ts', `import { x } from '../kits-store.ts';`, 'allowed'],
  ['renderer/kits/probe.ts', `import { x } from './library/kit-row.tsx';`, 'refused'],
  ['renderer/request/probe.ts', `import type { x } from '../batch/batch-rows.ts';`, 'refused'],
  ['renderer/request/probe.ts', `export { x } from '../batch/batch-rows.ts';`, 'refused'],
  ['renderer/shell/state/probe.ts', `import { x } from '../../kits/kits-store.ts';`, 'refused'],
  ['renderer/design/probe.ts', `import { x } from '../shell/state/bridge.ts';`, 'refused'],
  ['renderer/marks/probe.ts', `import { x } from '../viewer/workspace/workspace.tsx';`, 'refused'],
  ['renderer/marks/probe.ts', `import { x } from '../viewer/document/viewer-context.tsx';`, 'allowed'],
  ['renderer/setup/probe.ts', `import { x } from '../viewer/workspace/workspace.tsx';`, 'refused'],
  ['renderer/shell/probe.ts', `import { x } from '../viewer/workspace/workspace.tsx';`, 'allowed'],
  // Only the page of a document has PDF.js, and it has little else.
  ['renderer/documents/probe.ts', `import x from 'pdfjs-dist/build/pdf.worker.min.mjs?url';`, 'allowed'],
  ['renderer/documents/probe.ts', `import { x } from '../../main/documents/jobs/job.ts';`, 'allowed'],
  ['renderer/documents/probe.ts', `import { x } from 'react';`, 'refused'],
  ['renderer/documents/probe.ts', `import { x } from '../viewer/document/engine/gate.ts';`, 'refused'],
  ['renderer/documents/messages/probe.ts', `import { x } from 'pdfjs-dist';`, 'refused'],
  ['renderer/viewer/document/engine/probe.ts', `import { x } from 'pdfjs-dist';`, 'refused'],
  ['renderer/viewer/probe.ts', `import { x } from '../../main/documents/jobs/job.ts';`, 'refused'],
  // The contract is zod's, the preload scripts are Electron's.
  ['preload/contract.ts', `import { x } from 'electron';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'node:path';`, 'refused'],
  ['preload/contract.ts', `import { x } from '../main/common/trip.ts';`, 'refused'],
  ['preload/contract.ts', `import { x } from 'zod';`, 'allowed'],
  ['preload/expose.ts', `import { ipcRenderer } from 'electron';`, 'allowed'],
  ['preload/expose.ts', `import { shell } from 'electron';`, 'refused'],
  ['preload/expose.ts', `import { x } from 'node:fs';`, 'refused'],
  ['preload/preload.ts', `import { ipcRenderer } from 'electron';`, 'refused'],
  // Pure code that page and main share.
  ['main/trips/rules/probe.ts', `import { x } from 'csv-parse/browser/esm/sync';`, 'allowed'],
  ['main/trips/rules/probe.ts', `import { x } from 'node:zlib';`, 'refused'],
  ['main/trips/rules/probe.ts', `import { x } from '../trip-rules.ts';`, 'refused'],
  ['main/documents/jobs/probe.ts', `import type { x } from 'pdfjs-dist';`, 'allowed'],
  ['main/documents/jobs/probe.ts', `import { x } from 'node:fs';`, 'refused'],
  // The main process.
  ['main/main.ts', `import { app } from 'electron';`, 'allowed'],
  ['main/main.ts', `import { ipcMain } from 'electron';`, 'refused'],
  ['main/main.ts', `import { x } from '../test/demo-service/demo-service.ts';`, 'refused'],
  ['main/start/probe.ts', `import { app } from 'electron';`, 'allowed'],
  ['main/start/probe.ts', `import { ipcMain } from 'electron';`, 'refused'],
  ['main/headless.ts', `import { app } from 'electron';`, 'refused'],
  ['main/headless.ts', `import { x } from './electron/window.ts';`, 'refused'],
  ['main/command/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/command/probe.ts', `import type { app } from 'electron';`, 'refused'],
  ['main/command/probe.ts', `import { x } from '../service/token-source.ts';`, 'allowed'],
  ['main/electron/probe.ts', `import { ipcMain } from 'electron';`, 'allowed'],
  ['main/electron/probe.ts', `import { ipcRenderer } from 'electron';`, 'refused'],
  ['main/electron/probe.ts', `import { AppUpdater } from 'electron-updater';`, 'refused'],
  ['main/electron/updater.ts', `import { AppUpdater } from 'electron-updater';`, 'allowed'],
  ['main/kits/probe.ts', `import { x } from '../electron/window.ts';`, 'refused'],
  ['main/kits/probe.ts', `import { app } from 'electron';`, 'refused'],
  ['main/kits/probe.ts', `import { x } from '../service/token-source.ts';`, 'allowed'],
  ['main/kits/probe.ts', `import { x } from '../updates/updates.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import { x } from '../common/trip.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import '../common/trip.ts';`, 'refused'],
  ['main/kits/lifecycle.ts', `import type { x } from '../store/kit-record.ts';`, 'allowed'],
  ['main/service/probe.ts', `import { x } from '../store/kit-store.ts';`, 'refused'],
  ['main/service/probe.ts', `import { x } from '../kits/kit-engine.ts';`, 'refused'],
  ['main/service/probe.ts', `import type { x } from '../profile/profile.ts';`, 'allowed'],
  ['main/identity/probe.ts', `import { x } from '../service/token-source.ts';`, 'refused'],
  ['main/identity/probe.ts', `import { safeStorage } from 'electron';`, 'refused'],
  ['main/updates/probe.ts', `import { x } from '../kits/kit-engine.ts';`, 'refused'],
  ['main/common/probe.ts', `import { x } from '../store/kit-store.ts';`, 'refused'],
  ['main/kits/probe.ts', `const worker = new URL('../electron/window.ts', import.meta.url);`, 'refused'],
  ['main/kits/probe.ts', `let x: import('../electron/window.ts').X;`, 'refused'],
  ['main/nowhere/probe.ts', '', 'refused'],
  ['renderer/probe.ts', '', 'refused'],
  // What builds the app.
  ['build/probe.ts', `import { x } from '../main/policies/policies.ts';`, 'allowed'],
  ['build/probe.ts', `import { x } from '../main/profile/profile.ts';`, 'refused'],
];

test('each import is refused or allowed as the arrows say', () => {
  const wrong = probes.filter(([path, text, verdict]) => {
    const refused = wrongArrows([{ path, text }]).length > 0;
    return refused !== (verdict === 'refused');
  });
  expect(wrong).toEqual([]);
});

test('the house keeps its arrows and budgets; each feature lives in three folders at most; no function is too long', () => {
  const sources = readSources(root);
  expect(sources.length).toBeGreaterThan(500);
  expect(wrongArrows(sources)).toEqual([]);
  expect(overBudget(sources)).toEqual([]);
  expect(longFunctions(sources)).toEqual([]);
  expect(strays(root)).toEqual([]);
});

test('a room beyond its budget is told with its lines', () => {
  const table = { 'main/kits': { lines: 2, imports: '' } };
  const files = [{ path: 'main/kits/a.ts', text: '1\n2\n3\n' }];
  expect(overBudget(files, table)).toEqual([
    'main/kits has 3 lines, its budget is 2: take some away, or raise it in build/rooms.ts and say why.',
  ]);
});

test('a function of more than 100 lines is told with its place', () => {
  const lines = (count: number) => 'x();\n'.repeat(count);
  const long = `const a = 1;\nfunction long() {\n${lines(99)}}\nconst short = () => {\n${lines(98)}};\n`;
  expect(longFunctions([{ path: 'main/kits/a.ts', text: long }])).toEqual([
    'main/kits/a.ts:2 is a function of 101 lines; 100 are allowed.',
  ]);
});

test('a file outside the folders of its feature is told', async () => {
  const folder = freshFolder();
  for (const path of [
    'main/kits/backup-now.ts',
    'main/parcels/backup-now.ts',
    'renderer/kits/comparison-list.tsx',
    'main/electron/crash-hooks.ts',
    'test/nothing/a.ts',
    'preload/contract/nothing.ts',
  ]) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), '');
  }
  expect(strays(folder).sort()).toEqual([
    'main/kits/backup-now.ts is called as a file of parcels, and stands elsewhere.',
    'preload/contract/nothing.ts is called as no room.',
    'renderer/kits/comparison-list.tsx is called as a file of comparison, and stands elsewhere.',
    'test/nothing is called as no room; build/rooms.ts names the suites.',
  ]);
});
