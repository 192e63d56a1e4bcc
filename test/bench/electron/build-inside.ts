import { mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';

export interface Inside {
  /** To be preloaded into what is measured. */
  agent: string;
  /** Folder of the bare app. */
  bare: string;
}

/** Bundles what runs inside Electron as CommonJS: an older one's Node strips no types and preloads no ES module. */
export async function buildInside(folder: string): Promise<Inside> {
  const bare = join(folder, 'bare-app');
  mkdirSync(bare, { recursive: true });
  await bundle('agent', folder);
  await bundle('bare-app', bare);
  writeFileSync(
    join(bare, 'package.json'),
    JSON.stringify({ name: 'bare', version: '0.0.0', main: 'bare-app.cjs' }),
  );
  return { agent: join(folder, 'agent.cjs'), bare };
}

async function bundle(name: string, outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    build: {
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      lib: {
        entry: join(import.meta.dirname, `inside/${name}.ts`),
        formats: ['cjs'],
        fileName: () => `${name}.cjs`,
      },
      rolldownOptions: {
        external: ['electron', ...builtinModules, ...builtinModules.map((one) => `node:${one}`)],
        output: { codeSplitting: false },
      },
    },
  });
}
