import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type InlineConfig, normalizePath, type Plugin } from 'vite';
import { collectLicenses } from './licenses.ts';
import { namesOnly } from './main.config.ts';

/** The preload scripts: of the library's window, and of set-up's. */
export const preloads = ['preload', 'setup'] as const;
type PreloadName = (typeof preloads)[number];

/**
 * A preload script: one CommonJS file, because a sandboxed preload can load nothing but `electron`
 * (Electron docs, "Process Sandboxing", "Preload scripts").
 */
export function preloadConfig(root: string, name: PreloadName): InlineConfig {
  return {
    root: join(root, 'preload'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [contractNames(root), collectLicenses('preload')],
    build: {
      target: 'chrome150',
      outDir: join(root, 'out/preload'),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      lib: { entry: join(root, `preload/${name}.ts`), formats: ['cjs'], fileName: () => `${name}.cjs` },
      rolldownOptions: { external: ['electron'], output: { codeSplitting: false, minify: namesOnly } },
    },
  };
}

type Names = Record<string, Record<string, unknown>>;

/** The contracts by their files: what each exports of calls, events and constants. */
const contracts: Readonly<Record<string, { maps: readonly string[]; constants: readonly string[] }>> = {
  'contract.ts': { maps: ['calls', 'events'], constants: [] },
  'setup-contract.ts': { maps: ['setupCalls', 'setupEvents'], constants: ['SETUP_PREFIX'] },
};

/**
 * Gives the preload scripts the names of their contract's calls and events without their schemas: it exposes names and checks
 * nothing, main/electron/handle.ts does. With zod and every schema it would be 150 kB that each page waits for before it begins.
 *
 * @param root the checkout
 */
function contractNames(root: string): Plugin {
  let loads = 0;
  return {
    name: 'tripkit:contract-names',
    enforce: 'pre',
    async load(id) {
      const name = Object.keys(contracts).find((one) => id === normalizePath(join(root, 'preload', one)));
      const contract = name === undefined ? undefined : contracts[name];
      if (!contract) return null;
      // Node keeps what it has imported: a later build in the same process (npm run dev) names another module.
      const url = `${pathToFileURL(id).href}${loads === 0 ? '' : `?${loads}`}`;
      loads += 1;
      const exported = (await import(url)) as Record<string, Names>;
      const names = (map: Names) =>
        Object.fromEntries(
          Object.entries(map).map(([domain, entries]) => [
            domain,
            Object.fromEntries(Object.keys(entries).map((name) => [name, true])),
          ]),
        );
      const values = [
        ...contract.maps.map((one) => [one, names(exported[one] ?? {})] as const),
        ...contract.constants.map((one) => [one, exported[one]] as const),
      ];
      return values.map(([one, value]) => `export const ${one} = ${JSON.stringify(value)};\n`).join('');
    },
  };
}
