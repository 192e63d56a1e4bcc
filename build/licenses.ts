/**
 * The licenses of what is bundled. Each bundler configuration carries `collectLicenses`, which notes the packages whose
 * code is really in its output; `writeLicenses` puts their texts together in out/THIRD-PARTY-LICENSES.txt.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** What is bundled of one package. */
interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression, as its package.json says. */
  license: string;
  /** Its license and notice files, whole. */
  texts: string[];
}

/** The bundler's folder; it is not a package of the app, but a few of its lines get into each bundle. */
const installed = dirname(dirname(createRequire(import.meta.url).resolve('vite/package.json')));
/** Texts that come with no package: of packages without one (by their names), and of data in our sources (`data-…`). */
const ownTexts = join(import.meta.dirname, 'license-texts');
const LICENSE_FILE = /^(licen[sc]e|copying|notice|copyright)([.-].*)?$/i;
/** The folder of the notes, below `out`. */
const NOTES = 'licenses';

/** Notes the packages of a bundle as `out/licenses/<target>/<entry>.json`. Also for the bundles of web workers. */
export function collectLicenses(target: string): Plugin {
  let out = '';
  return {
    name: 'tripkit:licenses',
    configResolved(config) {
      out = config.build.outDir;
    },
    // Not writeBundle: Vite does not call it for the bundle of a worker.
    async generateBundle(_options, bundle) {
      const folders = new Set<string>();
      const entries: string[] = [];
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        if (part.isEntry) entries.push(part.name);
        for (const [id, module] of Object.entries(part.modules)) {
          const folder = module.renderedLength > 0 ? packageFolder(id) : null;
          if (folder !== null) folders.add(folder);
        }
      }
      const packages = await Promise.all([...folders].map(readPackage));
      const notes = join(out, '..', NOTES, target);
      await mkdir(notes, { recursive: true });
      await writeFile(join(notes, `${entries.sort().join('-')}.json`), JSON.stringify(packages));
    },
  };
}

/** The folder of the package that a module belongs to; null for our own code. Helpers of the bundler are its own. */
function packageFolder(id: string): string | null {
  const path = (id.startsWith('\0') ? id.slice(1) : id).split('?')[0]?.replaceAll('/', sep) ?? '';
  const helper = /^(vite|rolldown)\b/.exec(path)?.[1];
  if (helper !== undefined) return join(installed, helper);
  const mark = `${sep}node_modules${sep}`;
  const at = path.lastIndexOf(mark);
  if (at < 0) return null;
  const [scope = '', name = ''] = path.slice(at + mark.length).split(sep);
  return path.slice(0, at + mark.length) + (scope.startsWith('@') ? join(scope, name) : scope);
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => LICENSE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readText(join(folder, file))));
  // Some packages name their license without its text: the text is here, with their author's name.
  const own = join(ownTexts, `${String(name).replace('/', '__')}.txt`);
  if (texts.length === 0 && existsSync(own)) texts.push(await readText(own));
  if (typeof license !== 'string' || texts.length === 0) {
    throw new Error(
      `The bundled package ${name}@${version} has no license ${typeof license === 'string' ? 'text' : 'name'}. Look at it before it is shipped.`,
    );
  }
  return { name, version, license, texts };
}

async function readText(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  // Vite's and rolldown's files go on with the licenses of the tools in them, none of which gets into a bundle.
  return (text.split(/^#+ Licenses of bundled dependencies$/m)[0] ?? '').trim();
}

/** Licenses of data files that are copied beside the bundles: files named LICENSE… below a folder of the output. */
async function licensesOfFiles(folder: string): Promise<{ file: string; text: string }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = found
    .filter((entry) => entry.isFile() && /^licen[sc]e/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({
      file: path.slice(folder.length + 1).replaceAll(sep, '/'),
      text: await readText(path),
    })),
  );
}

/**
 * Writes `<out>/THIRD-PARTY-LICENSES.txt` from what the bundles noted, in an order that depends on nothing else.
 *
 * @param out folder of the bundles, absolute
 */
export async function writeLicenses(out: string): Promise<void> {
  const notes = await readdir(join(out, NOTES), { recursive: true });
  const all = new Map<string, string>();
  for (const note of notes.filter((name) => name.endsWith('.json'))) {
    const packages: BundledPackage[] = JSON.parse(await readFile(join(out, NOTES, note), 'utf8'));
    for (const { name, version, license, texts } of packages) {
      const lines = [`${name} ${version}`, `License: ${license}`, '', ...texts];
      all.set(`${name}@${version}`, lines.join('\n'));
    }
  }
  const parts = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  for (const file of (await readdir(ownTexts)).filter((name) => name.startsWith('data-')).sort())
    parts.push(await readText(join(ownTexts, file)));
  for (const { file, text } of await licensesOfFiles(join(out, 'renderer', 'pdfjs'))) {
    parts.push([`Data and decoders of PDF.js: ${file}`, '', text].join('\n'));
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  const head =
    'Trip Kit Desktop holds the software below. Electron’s and Chromium’s own licenses stand beside the app,\nas LICENSE.electron.txt and LICENSES.chromium.html.';
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), `${[head, ...parts].join(rule)}\n`);
}
