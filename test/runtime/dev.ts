/**
 * `npm run dev`: builds the bundles with source maps, opens the app in the runtime that is here or can be had, and follows
 * every change: the page is loaded again where renderer/ has changed, the app started again where main/ or preload/ has.
 * `npm run dev -- [the app's arguments]`. It ends with the app, or by Ctrl+C.
 *
 * No Vite server: its pages come by HTTP, take a WebSocket and styles in the document, and the app's session has no network and
 * its policy forbids such styles. A page that is loaded again from app:// is the one that ships, under the rules that ship.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig, mergeConfig, type Rolldown } from 'vite';
import { mainConfig } from '../../build/main.config.ts';
import { copyPdfjsAssets } from '../../build/pdfjs-assets.ts';
import { preloadConfig } from '../../build/preload.config.ts';
import { rendererConfig } from '../../build/renderer.config.ts';
import { launchInChromium } from '../host/launch.ts';
import { createDevLoop } from './dev-loop.ts';
import { launchElectron } from './launch-electron.ts';
import { addOlderAssets, olderConfigs, writeAppFacts } from './older-bundles.ts';
import { isRoot } from './packages.ts';
import { provideRuntime } from './provide.ts';
import type { Runtime } from './runtime.ts';
import { needsSession, runInSession } from './session.ts';

const INTERRUPTED = 130;
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist/dev');
const app = join(folder, 'app');
const out = join(app, 'out');
const say = (text: string) => void process.stderr.write(`[dev] ${text}\n`);

// For root Electron runs on a copy of the checkout (session.ts), where no change arrives.
const runtime = await provideRuntime(process.platform === 'linux' && isRoot() ? ['chromium'] : undefined);
if (!runtime) process.exit(1);
if (needsSession(runtime)) {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.exit(await runInSession(again, { onCallersDisplay: true }));
}
process.exit(await develop(runtime));

async function develop(runtime: Runtime): Promise<number> {
  say(`Window host: ${runtime.name}.`);
  const args = process.argv.slice(2);
  const loop = createDevLoop({
    bundles: ['main', 'preload', 'preload-setup', 'renderer'],
    say,
    launch: async () => {
      const options = {
        userData: join(folder, 'user-data'),
        args,
        dialogs: 'system',
        headed: true,
        debug: true,
      } as const;
      const launched = await (runtime.kind === 'chromium'
        ? launchInChromium({ ...options, env: { TRIPKIT_HOST_APP: app } })
        : launchElectron({ ...runtime, app }, options));
      launched.page.on('console', (message) => say(`page, ${message.type()}: ${message.text()}`));
      return {
        ended: launched.ended,
        reload: async () => void (await launched.page.reload()),
        close: () => launched.close(),
      };
    },
  });
  await prepare(runtime);
  const watchers: Rolldown.RolldownWatcher[] = [];
  for (const [name, config] of Object.entries(configs(runtime))) {
    const watcher = (await build(config)) as Rolldown.RolldownWatcher;
    watchers.push(watcher);
    watcher.on('event', (event) => {
      if (event.code === 'BUNDLE_END') loop.built(name);
      else if (event.code === 'ERROR') say(`${name}: ${event.error.message}`);
    });
  }
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted = true;
      void loop.stop();
    });
  }
  await loop.ended;
  await Promise.all(watchers.map((watcher) => watcher.close()));
  return interrupted ? INTERRUPTED : 0;
}

/** The shipping configurations, with source maps, names and React's own checks, and without minifying. */
function configs(runtime: Runtime): Record<string, InlineConfig> {
  const shipping =
    runtime.kind === 'older'
      ? olderConfigs(out)
      : {
          main: mainConfig(root),
          preload: preloadConfig(root, 'preload'),
          'preload-setup': preloadConfig(root, 'setup'),
          renderer: rendererConfig(root),
        };
  return Object.fromEntries(
    Object.entries(shipping).map(([name, config]) => [
      name,
      mergeConfig(config, {
        mode: 'development',
        build: {
          // Both preload scripts are in one folder.
          outDir: join(out, name.replace(/-.*/, '')),
          // In the files themselves: app:// serves what ships, and no maps.
          sourcemap: 'inline',
          minify: false,
          watch: {},
          rolldownOptions: { output: { minify: false } },
        },
      }),
    ]),
  );
}

/** An empty app but for what is built once. The user data of the last time stays. */
async function prepare(runtime: Runtime): Promise<void> {
  process.env.NODE_ENV = 'development';
  await rm(app, { recursive: true, force: true });
  await mkdir(join(out, 'renderer'), { recursive: true });
  if (runtime.kind === 'older') await addOlderAssets(app);
  else {
    await copyPdfjsAssets(app);
    await writeAppFacts(app);
  }
}
