/** The bundles themselves: whole, clean under the policy, and the command line within them. */
import { execFile } from 'node:child_process';
import { cp, glob, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildOlderBundles } from '../runtime/older-bundles.ts';
import { findRuntime, olderApp } from '../runtime/runtime.ts';
import { expect, test } from './fixtures.ts';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'out');
const run = promisify(execFile);

async function files(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(pattern, { cwd: out })) found.push(file);
  return found.sort();
}

test('main and preload need nothing but Electron and Node’s own modules', async () => {
  const external = new Set(['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
  const all = new Set<string>();
  for (const file of await files('main/*.js')) {
    const text = await readFile(join(out, file), 'utf8');
    const imports = [...text.matchAll(/(?:^|[;}])\s*(?:import|export)\b(?:[^'"`;()]*?from)?\s*"([^"]+)"/gm)];
    const names = imports.map((match) => match[1] ?? '');
    for (const name of names) all.add(name);
    const foreign = names.filter((name) => !external.has(name) && !name.startsWith('./'));
    expect([file, foreign]).toEqual([file, []]);
    // It awaits a command to its end: what that loads would wait for main.js, which waits for it.
    expect([file, text.includes('"./main.js"')]).toEqual([file, false]);
  }
  // It finds what there is to find.
  expect([...all]).toEqual(expect.arrayContaining(['electron', 'node:sqlite']));
  expect(await files('main/*.js')).toContain('main/document-worker.js');
  const preloads = await files('preload/*');
  expect(preloads).toEqual(['preload/preload.cjs', 'preload/setup.cjs']);
  for (const file of preloads) {
    const preload = await readFile(join(out, file), 'utf8');
    expect(new Set([...preload.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1]))).toEqual(
      new Set(['electron']),
    );
  }
});

test('no source maps, nothing inline in the page, and all that PDF.js loads', async () => {
  expect(await files('**/*.map')).toEqual([]);
  for (const file of await files('{main,preload,renderer/assets}/**/*.{js,cjs,css}')) {
    expect(await readFile(join(out, file), 'utf8'), file).not.toMatch(/^\/\/# sourceMappingURL=/m);
  }
  const html = await readFile(join(out, 'renderer/index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  for (const asset of ['pdf.worker.min.mjs', 'cmaps', 'standard_fonts', 'wasm', 'iccs']) {
    expect(await files(`renderer/pdfjs/${asset}`), asset).toHaveLength(1);
  }
});

/** What marks a shim for the older Electron in a bundle (test/runtime/shims/marker.ts). */
const shimsIn = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => [...text.matchAll(/tripkit-shim:([\w-]+)/g)].map((match) => match[1])));

test('no bundle that ships holds a shim for an older Electron; the older one has them all', async ({
  folder,
}) => {
  const scripts = '{main,preload,renderer}/**/*.{js,mjs,cjs}';
  const shipping = await Promise.all((await files(scripts)).map((file) => readFile(join(out, file), 'utf8')));
  expect(shimsIn(shipping)).toEqual(new Set());
  expect(shipping.join('\n')).not.toContain('better-sqlite3');
  // Where other tests start them they are there, else in a folder of this test's own.
  const isThere = findRuntime()?.kind === 'older';
  if (!isThere) await buildOlderBundles(folder);
  const older = join(isThere ? olderApp : folder, 'out');
  const found: string[] = [];
  for await (const file of glob(scripts, { cwd: older }))
    found.push(await readFile(join(older, file), 'utf8'));
  const shims = await readdir(join(root, 'test/runtime/shims'));
  const names = shims.map((file) => basename(file, extname(file))).filter((name) => name !== 'marker');
  expect(shimsIn(found)).toEqual(new Set(names));
});

test('the app runs a headless command without a window and without node_modules', async ({
  demo,
  folder,
}) => {
  const { profile, identity, passphrase } = await demo();
  // The bundles alone, with the host's own needs beside them.
  const copy = await mkdtemp(join(tmpdir(), 'tripkit-bundles-'));
  try {
    await cp(out, join(copy, 'out'), { recursive: true });
    await cp(join(root, 'package.json'), join(copy, 'package.json'));
    const env = {
      ...process.env,
      TRIPKIT_PASSPHRASE: passphrase,
      TRIPKIT_HOST_APP: copy,
      CHROMIUM_PATH: process.execPath,
    };
    const app = (...args: string[]) =>
      run(process.execPath, [join(root, 'test/host/run-app.ts'), '--headless', ...args], { cwd: copy, env });
    expect((await app('profile', 'check', profile)).stdout).toContain('is sound');
    const trips = join(folder, 'trips.csv');
    await writeFile(trips, 'origin,destination\nKDEN,KLAX\n');
    const { stdout } = await app(
      ...[
        'fetch',
        '--profile',
        profile,
        '--identity',
        identity,
        '--out',
        folder,
        '--json',
        '--request',
        trips,
      ],
    );
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ event: 'state', state: 'ready', bytes: expect.any(Number) });
    await expect(app('fetch', '--nonsense')).rejects.toMatchObject({ code: 2 });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});
