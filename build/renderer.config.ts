import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type InlineConfig, normalizePath, type Rolldown } from 'vite';
import { packedGuides } from './guides.ts';
import { collectLicenses } from './licenses.ts';

/**
 * The renderer: out/renderer/index.html, the pages of documents and of set-up beside it, and their files, clean under the app's Content-Security-Policy: no inline
 * script or style, nothing as data: URL that is not an image or font.
 */
export function rendererConfig(root: string): InlineConfig {
  return {
    root: join(root, 'renderer'),
    base: '/',
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [packedGuides(root), react(), collectLicenses('renderer')],
    worker: { format: 'es', plugins: () => [collectLicenses('renderer')] },
    build: {
      target: 'chrome150',
      outDir: join(root, 'out/renderer'),
      emptyOutDir: false,
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 100_000,
      rolldownOptions: {
        input: ['index.html', 'documents/index.html', 'documents/jobs.html', 'setup/index.html'].map((page) =>
          join(root, 'renderer', page),
        ),
        output: { codeSplitting: { groups: firstChunks(join(root, 'renderer')) } },
      },
    },
  };
}

// Fewer files for what a page of the window begins with: each costs its way through the main process, which is busy at a start.

type ModuleInfoOf = (id: string) => Rolldown.ModuleInfo | null;

/** All modules that a module takes along. @param isLazy whether also those that come later, by `import()` */
function reachedFrom(start: string, infoOf: ModuleInfoOf, isLazy: boolean): Set<string> {
  const reached = new Set([start]);
  for (const id of reached) {
    const info = infoOf(id);
    for (const next of info?.importedIds ?? []) reached.add(next);
    if (isLazy) for (const next of info?.dynamicallyImportedIds ?? []) reached.add(next);
  }
  return reached;
}

/** What both pages of the window begin with, and what its own page begins with beside that. */
type Part = 'shared' | 'library';

/**
 * Groups of output.codeSplitting: what the window's own page begins with is one file, and what set-up begins with, too, another. What
 * the pages of documents reach, or set-up takes later, stays in files of its own: no page may load another one's code.
 *
 * @param renderer absolute
 */
function firstChunks(renderer: string): Rolldown.CodeSplittingGroup[] {
  const at = (path: string) => normalizePath(join(renderer, path));
  let parts: Map<string, Part> | null = null;
  const read = (infoOf: ModuleInfoOf): Map<string, Part> => {
    const own = reachedFrom(at('main.tsx'), infoOf, false);
    const setup = reachedFrom(at('setup/main.tsx'), infoOf, false);
    const others = [
      ...reachedFrom(at('documents/main.ts'), infoOf, true),
      ...reachedFrom(at('documents/jobs.ts'), infoOf, true),
    ];
    const apart = new Set([at('main.tsx'), ...others]);
    const later = reachedFrom(at('setup/main.tsx'), infoOf, true);
    const found = new Map<string, Part>();
    for (const id of own) {
      if (apart.has(id)) continue;
      if (setup.has(id)) found.set(id, 'shared');
      else if (!later.has(id)) found.set(id, 'library');
    }
    return found;
  };
  const group = (part: Part, priority: number): Rolldown.CodeSplittingGroup => ({
    debugName: part,
    priority,
    name: (id, context) => {
      parts ??= read((one) => context.getModuleInfo(one));
      return parts.get(id) === part ? part : null;
    },
  });
  // A group takes along what its modules import: what both begin with is taken first.
  return [group('shared', 2), group('library', 1)];
}
