/**
 * Runs the shipping bundles in the Chromium window host: `node test/host/run-app.ts [the app's arguments]`.
 * Needs the bundles (npm run build) and a Chromium (find-chromium.ts).
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appPath } from './electron/host-options.ts';

const standIn = pathToFileURL(join(import.meta.dirname, 'electron/index.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

// As Electron starts an unpackaged app: the executable, the app's folder, the arguments.
process.argv = [process.execPath, appPath, ...process.argv.slice(2)];
await import(pathToFileURL(join(appPath, 'out/main/main.js')).href);
