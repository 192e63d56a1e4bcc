import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

type Names = Record<string, Record<string, unknown>>;

/**
 * Gives the preload script the names of the contract's calls and events without their schemas: it exposes names and checks
 * nothing, main/ipc does. With zod and every schema it would be 150 kB that each page waits for before it begins.
 *
 * @param root the checkout
 */
export function contractNames(root: string): Plugin {
  const file = join(root, 'preload/contract.ts');
  let loads = 0;
  return {
    name: 'tripkit:contract-names',
    enforce: 'pre',
    async load(id) {
      if (id !== normalizePath(file)) return null;
      // Node keeps what it has imported: a later build in the same process (npm run dev) names another module.
      const url = `${pathToFileURL(file).href}${loads === 0 ? '' : `?${loads}`}`;
      loads += 1;
      const { calls, events } = (await import(url)) as { calls: Names; events: Names };
      const names = (map: Names) =>
        Object.fromEntries(
          Object.entries(map).map(([domain, entries]) => [
            domain,
            Object.fromEntries(Object.keys(entries).map((name) => [name, true])),
          ]),
        );
      return `export const calls = ${JSON.stringify(names(calls))};\nexport const events = ${JSON.stringify(names(events))};\n`;
    },
  };
}
