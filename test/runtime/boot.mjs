/**
 * Starts an app from its folder: `electron [-r MODULE] [switches] APP_FOLDER [arguments]`, as much of Electron's own
 * default_app (default_app/main.ts of its repository) as that needs. The older runtime comes without one.
 */
import { existsSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const modules = [];
let folder = null;
const given = process.argv.slice(1);
for (let at = 0; at < given.length && folder === null; at += 1) {
  if (given[at] === '-r' || given[at] === '--require') {
    at += 1;
    modules.push(given[at]);
  } else if (!given[at].startsWith('-')) folder = given[at];
}
if (modules.length > 0) Module._preloadModules(modules);
if (folder === null) {
  process.stderr.write('Name the folder of an app.\n');
  app.exit(2);
} else {
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  const path = resolve(folder);
  const file = join(path, 'package.json');
  if (existsSync(file)) {
    const { name, productName, version, desktopName } = JSON.parse(readFileSync(file, 'utf8'));
    if (version) app.setVersion(version);
    app.name = productName ?? name ?? app.name;
    app.setDesktopName(desktopName ?? `${app.name}.desktop`);
  }
  const entry = Module._resolveFilename(path, null, true);
  app.setAppPath(existsSync(file) ? path : dirname(entry));
  await import(pathToFileURL(entry).href);
}
