import { buildBundles } from '../../build/bundle.ts';
import { buildOlderBundles } from '../runtime/older-bundles.ts';
import { findRuntime } from '../runtime/runtime.ts';

/** Builds the bundles that are tested. TRIPKIT_E2E_BUILT=1: out/ was built just now. */
export default async function globalSetup(): Promise<void> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is nothing to show a window with. Run: node test/runtime/provide.ts');
  process.stdout.write(`Window host: ${runtime.name}\n`);
  if (process.env.TRIPKIT_E2E_BUILT !== '1') await buildBundles();
  if (runtime.kind === 'older') await buildOlderBundles();
}
