/** Builds what the window host of this machine starts, once for all tests of a run: `node test/runtime/bundles.ts`. */
import { buildBundles } from '../../build/bundle.ts';
import { buildOlderBundles } from './older-bundles.ts';
import { BUILT_VARIABLE, findRuntime, type Runtime } from './runtime.ts';

/** Builds the bundles that ship, and those for the older Electron where it is the host; nothing where BUILT_VARIABLE is 1. */
export async function provideBundles(runtime: Runtime | null): Promise<void> {
  if (process.env[BUILT_VARIABLE] === '1') return;
  await buildBundles();
  if (runtime?.kind === 'older') await buildOlderBundles();
}

if (import.meta.main) await provideBundles(findRuntime());
