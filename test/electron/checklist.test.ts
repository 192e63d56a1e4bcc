/** What SECURITY.md says is never done, looked for in the sources; and that its table names what there is. */
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

function sources(...folders: string[]): [string, string][] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,html}`),
    { cwd: root },
  );
  return files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')]);
}

const shipped = sources('main', 'preload', 'renderer');

/** The connection test looks at a server's certificate without a key, a byte or a verdict of its own. */
const exceptions: Record<string, string[]> = {
  'rejectUnauthorized: false': ['main/service/diagnose-tls.ts'],
};

test.each([
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'allowpopups',
  'webSecurity: false',
  'sandbox: false',
  'contextIsolation: false',
  'nodeIntegration: true',
  'webviewTag: true',
  'rejectUnauthorized: false',
  "'unsafe-inline'",
  "'unsafe-eval'",
  'dangerouslySetInnerHTML',
  'innerHTML',
  'crashReporter',
  'file://',
])('%s is nowhere but where it is explained', (word) => {
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter(([, text]) => text.includes(word)).map(([file]) => file)).toEqual(
    exceptions[word] ?? [],
  );
});

test('every window is made in one place, which has every safe setting, in so many words', () => {
  const makers = shipped.filter(
    ([file, text]) => file.startsWith('main/') && text.includes('new BrowserWindow('),
  );
  expect(makers.map(([file]) => file)).toEqual(['main/electron/window.ts']);
  const window = makers[0]?.[1];
  for (const setting of [
    'sandbox: true',
    'contextIsolation: true',
    'nodeIntegration: false',
    'nodeIntegrationInWorker: false',
    'nodeIntegrationInSubFrames: false',
    'webSecurity: true',
    'webviewTag: false',
  ]) {
    expect(window).toContain(setting);
  }
});

test('the sandbox is on before anything else, and Electron is pinned', async () => {
  const main = await readFile(join(root, 'main/main.ts'), 'utf8');
  const order = [
    'requestSingleInstanceLock',
    'enableSandbox',
    'registerSchemesAsPrivileged',
    'guardEverything(app)',
    'whenReady',
  ];
  const places = order.map((name) => main.indexOf(name));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect(manifest.devDependencies.electron).toMatch(/^45\.\d+\.\d+$/);
});

test('SECURITY.md has all twenty items, and every file and test that it names is there', async () => {
  const text = await readFile(join(root, 'SECURITY.md'), 'utf8');
  const items = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(items).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const files = [...text.matchAll(/`((?:main|preload|build|test)\/[\w./-]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) await readFile(join(root, file));
  // A list of proofs may go over the end of a line.
  const joined = text.replaceAll(/\s+/g, ' ');
  for (const [, tests = ''] of joined.matchAll(/(?<!`)\bunit ([\w/-]+(?:, \w+\/[\w/-]+)*)/g)) {
    // Of whatever size it is: NAME.long.test.ts, too.
    for (const name of tests.split(', '))
      expect(globSync(`${name}{,.*}.test.ts`, { cwd: join(root, 'test') }), name).not.toEqual([]);
  }
  for (const suite of ['e2e', 'electron']) {
    const all = sources(`test/${suite}`)
      .map(([, source]) => source)
      .join('\n');
    const named = [...joined.matchAll(new RegExp(`\\b${suite} [\\w-]+ "([^"]+)"`, 'g'))];
    expect(named.length).toBeGreaterThan(0);
    for (const [, name = ''] of named) expect(all).toContain(name);
  }
});
