import { existsSync } from 'node:fs';
import { provideBundles } from '../runtime/bundles.ts';
import { findRuntime } from '../runtime/runtime.ts';
import { packApp } from './pack-app.ts';

/** The program of an installed or packed app that is tested; set by whoever has one. */
export const PACKAGED_VARIABLE = 'TRIPKIT_PACKAGED';

/** Builds the bundles, and packs the app where none is given. */
export default async function globalSetup(): Promise<void> {
  const runtime = findRuntime();
  if (!runtime || process.env[PACKAGED_VARIABLE]) return;
  await provideBundles(runtime);
  const program = packApp(runtime);
  if (program === null || !existsSync(program))
    throw new Error('electron-builder failed: there is no packed app.');
  process.env[PACKAGED_VARIABLE] = program;
}
