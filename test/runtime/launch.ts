import { launchInChromium } from '../host/launch.ts';
import { launchElectron } from './launch-electron.ts';
import type { LaunchedApp, LaunchOptions } from './launched-app.ts';
import { findRuntime } from './runtime.ts';

export type { LaunchedApp, LaunchOptions } from './launched-app.ts';

/**
 * Starts the app for a test or the demo in the first runtime that is here. Resolves when its first page is drawn; rejects with
 * its log where it ends before.
 */
export async function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is nothing to show a window with. Run: node test/runtime/provide.ts');
  return runtime.kind === 'chromium' ? launchInChromium(options) : launchElectron(runtime, options);
}
