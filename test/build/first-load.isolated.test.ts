/** What a window loads before its first sight, by the shipping configurations: no schema, no CSV reader, no PDF engine. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { preloadConfig } from '../../build/preload.config.ts';
import { rendererConfig } from '../../build/renderer.config.ts';
import { calls, events } from '../../preload/contract.ts';
import { setupCalls, setupEvents } from '../../preload/setup-contract.ts';

vi.setConfig({ testTimeout: 120_000 });
const root = fileURLToPath(new URL('../..', import.meta.url));

type Part = Rolldown.RolldownOutput['output'][number];

/** Chunks, and the bundles of workers, which are assets. */
async function partsOf(config: InlineConfig): Promise<Part[]> {
  // Without the plugin that writes licenses beside the output: nothing is written here.
  const plugins = (config.plugins ?? [])
    .flat()
    .filter(
      (plugin) =>
        !(plugin && typeof plugin === 'object' && 'name' in plugin && plugin.name === 'tripkit:licenses'),
    );
  // As build/bundle.ts does.
  process.env.NODE_ENV = 'production';
  const output = await build({ ...config, plugins, build: { ...config.build, write: false } });
  const outputs = (Array.isArray(output) ? output : [output]) as Rolldown.RolldownOutput[];
  return outputs.flatMap((one) => one.output);
}

function chunksIn(parts: readonly Part[]): Rolldown.OutputChunk[] {
  return parts.filter((part) => part.type === 'chunk');
}

/** The chunks that come with the page of this file; with `later`, those that may come after it as well. */
function chunksOfPage(parts: readonly Part[], page: string, later: boolean): Set<Rolldown.OutputChunk> {
  const byName = new Map(chunksIn(parts).map((chunk) => [chunk.fileName, chunk]));
  const found = new Set([...byName.values()].filter((chunk) => chunk.facadeModuleId === join(root, page)));
  for (const chunk of found)
    for (const name of [...chunk.imports, ...(later ? chunk.dynamicImports : [])])
      found.add(byName.get(name) ?? chunk);
  return found;
}

function packagesOf(chunks: Iterable<Rolldown.OutputChunk>): string[] {
  const names = [...chunks]
    .flatMap(({ modules }) => Object.keys(modules))
    .flatMap((id) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  return [...new Set(names)].sort();
}

let rendererParts: Promise<Part[]> | undefined;
const renderer = () => {
  rendererParts ??= partsOf(rendererConfig(root));
  return rendererParts;
};

test('the page begins with what the library needs: at most 150 kB gzip, and none of the heavy packages', async () => {
  const first = chunksOfPage(await renderer(), 'renderer/index.html', false);
  expect(packagesOf(first)).toEqual(['react', 'react-dom', 'scheduler', 'zustand']);
  const bytes = [...first].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  expect(bytes / 1000).toBeLessThan(150);
});

test('the page begins with few files, and no page has another one’s code', async () => {
  const parts = await renderer();
  const names = (page: string, later: boolean) =>
    [...chunksOfPage(parts, `renderer/${page}`, later)].map(({ name }) => name);
  expect(names('index.html', false).length).toBeLessThanOrEqual(5);
  expect(names('index.html', false)).toEqual(expect.arrayContaining(['library', 'shared']));
  expect(names('setup/index.html', false).length).toBeLessThanOrEqual(8);
  expect(names('setup/index.html', true)).toContain('shared');
  expect(names('setup/index.html', true)).not.toContain('library');
  for (const page of ['documents/index.html', 'documents/jobs.html'])
    for (const part of ['library', 'shared']) expect(names(page, true)).not.toContain(part);
});

test('PDF.js comes with the page of a document and never with the library', async () => {
  const parts = await renderer();
  const library = chunksOfPage(parts, 'renderer/index.html', true);
  expect(library.size).toBeGreaterThan(10);
  expect(packagesOf(library)).not.toContain('pdfjs-dist');
  for (const page of ['index.html', 'jobs.html'])
    expect(packagesOf(chunksOfPage(parts, `renderer/documents/${page}`, true))).toEqual(['pdfjs-dist']);
  const scripts = parts.filter(({ fileName }) => /\.m?js$/.test(fileName));
  const workers = scripts.filter((part) => part.type === 'asset');
  expect(workers.map(({ fileName }) => fileName).sort()).toEqual([
    expect.stringContaining('flights-worker'),
    expect.stringContaining('gate-worker'),
  ]);
  for (const { source } of workers) expect(String(source)).not.toContain('pdfjs');
});

test.each([
  ['preload', calls, events],
  ['setup', setupCalls, setupEvents],
] as const)(
  'the preload script “%s” knows every name of its contract, and no schema',
  async (name, calls, events) => {
    const [preload, ...more] = chunksIn(await partsOf(preloadConfig(root, name)));
    expect(more).toEqual([]);
    const code = preload?.code ?? '';
    expect(code.length).toBeLessThan(6_000);
    const exposed: Record<string, object> = {};
    const electron = {
      contextBridge: {
        exposeInMainWorld: (_name: string, api: Record<string, object>) => Object.assign(exposed, api),
      },
      ipcRenderer: {},
    };
    new Function('require', 'module', 'exports', code)(() => electron, { exports: {} }, {});
    const wanted = Object.entries(calls).map(([domain, names]) => [
      domain,
      [...Object.keys(names), ...(domain in events ? ['on'] : [])].sort(),
    ]);
    expect(Object.entries(exposed).map(([domain, api]) => [domain, Object.keys(api).sort()])).toEqual(wanted);
  },
);
