import { provideBundles } from '../runtime/bundles.ts';
import { findRuntime } from '../runtime/runtime.ts';

/** Names the window host, and builds the bundles that are tested. */
export default async function globalSetup(): Promise<void> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is nothing to show a window with. Run: node test/runtime/provide.ts');
  process.stdout.write(`Window host: ${runtime.name}\n`);
  await provideBundles(runtime);
}
