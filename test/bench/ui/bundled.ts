/** Code of the page for Node, which reads no JSX: bundled first. */
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/**
 * What a module exports, with all that it imports in one bundle.
 *
 * @param file the module, absolute
 * @param out a folder that the bundle is written into
 */
export async function importBundled<T>(file: string, out: string): Promise<T> {
  const name = `${basename(file, '.ts')}.mjs`;
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: file,
      outDir: out,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: name } },
    },
  });
  return import(pathToFileURL(join(out, name)).href);
}
