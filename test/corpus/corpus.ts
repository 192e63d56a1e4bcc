/**
 * `npm run corpus`: real documents that nobody of this project made, opened one after the other in the app's viewer. It
 * tells crashes, pages that stay blank where another viewer (pdftoppm) draws them, and whether memory stays flat.
 *
 * The documents come from Debian's packages and sources and from npm into a cache outside the repository, and stay there.
 * Options: --folder CACHE, --max-mb N (1500), --opens N (at least so many openings, 200), --only TEXT (documents whose name
 * holds it), --source FOLDER (another checkout's sources), --app FOLDER (bundles that are built already), --json FILE.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp, checkout } from '../bench/viewer/build-app.ts';
import { writeReadyKits } from '../bench/viewer/library-folder.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { fetchCorpus } from './fetch-corpus.ts';
import { openAll } from './open-all.ts';
import { hasOtherViewer } from './other-viewer.ts';
import { judge } from './refusals.ts';
import { sources } from './sources.ts';

const { values: options } = parseArgs({
  options: {
    folder: {
      type: 'string',
      default: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'trip-kit-corpus'),
    },
    'max-mb': { type: 'string', default: '1500' },
    opens: { type: 'string', default: '200' },
    only: { type: 'string' },
    source: { type: 'string' },
    app: { type: 'string' },
    json: { type: 'string' },
  },
});
if (!(await provideRuntime(['chromium']))) process.exit(1);

const started = performance.now();
const say = (text: string) => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
};
const print = (line: string) => void process.stdout.write(`${line}\n`);

const { documents, missing } = await fetchCorpus(
  options.folder,
  sources,
  Number(options['max-mb']) * 1e6,
  say,
);
const { only } = options;
const chosen = documents.filter(({ name }) => only === undefined || name.includes(only));
say(`${chosen.length} documents; the verifier judges them`);
const { accepted, refused, findings } = await judge(chosen);
say(`${accepted.length} accepted, ${refused.length} refused`);

const folder = mkdtempSync(join(tmpdir(), 'tripkit-corpus-'));
try {
  const bundles = options.app ?? join(folder, 'app');
  if (options.app === undefined) await buildApp(bundles, options.source ?? checkout);
  const userData = join(folder, 'user-data');
  const kits = accepted.map((one, index) => ({
    ...one,
    kit_id: randomUUID(),
    flight: `CRP${String(index + 1).padStart(4, '0')}`,
  }));
  await writeReadyKits(userData, kits);
  const openings = Math.max(Number(options.opens), kits.length);
  const opened = await openAll(bundles, userData, kits, openings, say);
  const all = [...findings, ...opened.findings];
  report(opened, all);
  if (options.json) {
    const value = {
      documents: chosen.length,
      refused: refused.map(({ name, reason }) => ({ name, reason })),
      missing,
      ...opened,
      findings: all,
    };
    writeFileSync(options.json, `${JSON.stringify(value, null, 2)}\n`);
  }
  process.exitCode = all.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function report(opened: Awaited<ReturnType<typeof openAll>>, all: readonly string[]): void {
  print('| corpus | |');
  print('|---|---|');
  print(`| documents, every content once | ${chosen.length} |`);
  print(`| refused at download, with a reason | ${refused.length} |`);
  print(`| openings in the app | ${opened.openings} |`);
  print(`| pages compared with pdftoppm | ${hasOtherViewer ? opened.pages : 'pdftoppm is not here'} |`);
  print(`| findings | ${all.length} |`);
  print(
    `| memory of the renderers, MiB after openings | ${opened.memory.map(({ openings, pss }) => `${pss} (${openings})`).join(', ')} |`,
  );
  print('');
  print('Refused, by reason:');
  for (const [reason, names] of byReason())
    print(`- ${names.length} × ${reason} (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`);
  print('');
  print('Findings:');
  for (const finding of all) print(`- ${finding}`);
  print('');
  print('Unlike the other viewer, for a look:');
  for (const { what, difference } of [...opened.unlike].sort((a, b) => b.difference - a.difference))
    print(`- ${difference.toFixed(2)} ${what}`);
  print('');
  print('Not to be had:');
  for (const one of missing) print(`- ${one}`);
}

function byReason(): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { name, reason } of refused) groups.set(reason, [...(groups.get(reason) ?? []), name]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}
