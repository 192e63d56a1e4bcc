/** What a window loads before its first sight, by the shipping configurations: no schema, no CSV reader, no PDF engine. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { preloadConfig } from '../../../build/preload.config.ts';
import { rendererConfig } from '../../../build/renderer.config.ts';
import { calls, events } from '../../../preload/contract.ts';

vi.setConfig({ testTimeout: 120_000 });
const root = fileURLToPath(new URL('../../..', import.meta.url));

async function chunksOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
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
  return outputs.flatMap((one) => one.output).filter((part) => part.type === 'chunk');
}

test('the page begins with what the library needs: at most 150 kB gzip, and none of the heavy packages', async () => {
  const chunks = await chunksOf(rendererConfig(root));
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of first) for (const name of chunk.imports) first.add(byName.get(name) ?? chunk);
  const packages = new Set(
    [...first]
      .flatMap(({ modules }) => Object.keys(modules))
      .flatMap((id) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
  );
  expect([...packages].sort()).toEqual(['react', 'react-dom', 'scheduler', 'zustand']);
  const bytes = [...first].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  expect(bytes / 1000).toBeLessThan(150);
});

test('the preload script knows every name of the contract, and no schema', async () => {
  const [preload, ...more] = await chunksOf(preloadConfig(root));
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
});
