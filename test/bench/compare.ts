/**
 * `npm run bench:compare -- [FOLDER] [--pages N] [--only WORDS]`: what the comparison of two documents finds and what it takes, on a
 * synthetic kit of 300 pages, or on one of 300 pages that the PDF documents of a folder are put together to (again, each page with a
 * mark of its own, where they have fewer): each harmless rewrite must leave every page the same, and each planted change must be
 * found. Prints both, time, and memory beyond what it takes to take the text of both documents, as the app does with every kit.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ComparedPage } from '../../main/comparison/rules/compared-page.ts';
import { writeKit } from '../demo-service/pdf/kit-document.ts';
import { seeded } from '../demo-service/random.ts';
import type { Measured } from './compare/measured.ts';
import { filled } from './compare/merge.ts';
import { type PdfFile, pagesOf, readPdf, setPages, writePdf } from './compare/pdf-objects.ts';
import { plants, restamp } from './compare/plants.ts';
import { reprints } from './compare/reprints.ts';
import { rewrites } from './compare/rewrites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string' }, only: { type: 'string' } },
});
const most = Number(values.pages ?? 300);
const folder = mkdtempSync(join(tmpdir(), 'compare-'));
/** Resident memory of a process that takes the text of both documents, bytes. */
let reading = 0;
let failures = 0;

try {
  const [charts] = positionals;
  if (charts === undefined) await bench('synthetic kit', await syntheticKit());
  else await bench(`documents of ${charts}`, folderKit(charts));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function isWanted(name: string): boolean {
  return values.only === undefined || name.includes(values.only);
}

async function syntheticKit(): Promise<Buffer> {
  const file = join(folder, 'kit.pdf');
  const trip = {
    flight: 'DM123',
    origin: 'EGLL',
    destination: 'KJFK',
    route: '',
    alternates: ['KBOS', 'CYYZ'],
    departure: '',
  };
  await writeKit({ trip, company_name: 'Demo Air', day: Date.UTC(2026, 10, 22), pages_max: most }, file);
  return readFileSync(file);
}

function folderKit(name: string): Buffer {
  const files = readdirSync(name, { recursive: true, encoding: 'utf8' })
    .filter((one) => one.toLowerCase().endsWith('.pdf'))
    .sort();
  return writePdf(filled(() => files.flatMap((one) => readPdf(readFileSync(join(name, one))) ?? []), most));
}

async function bench(name: string, original: Buffer): Promise<void> {
  const file = readPdf(original);
  if (file === null) throw new Error(`${name} can’t be read here.`);
  const pages = pagesOf(file).length;
  say(`\n## ${name}: ${pages} pages, ${(original.length / 1e6).toFixed(1)} MB\n`);
  const old = save('old.pdf', original);
  const read = await measured('read', old, old);
  reading = read.resident;
  say(`text of both documents: ${seconds(read.ms)} s, ${mib(reading)} MiB resident at most`);
  if (isWanted('cycle')) await benchCycle(original, old);
  for (const [kind, rewrite] of Object.entries(rewrites)) {
    if (!isWanted(kind)) continue;
    const copy = readPdf(original) as PdfFile;
    rewrite(copy, randomOf(7));
    const { compared, text } = await timed(old, save('new.pdf', writePdf(copy)));
    const wrong = compared.filter(({ state }) => state !== 'same');
    failures += wrong.length;
    say(`${kind}: ${wrong.length} of ${pages} pages not called the same; ${text}`);
    for (const page of wrong.slice(0, 4)) say(`    ${describe(page)}`);
  }
  for (const [kind, reprint] of Object.entries(reprints)) {
    if (!isWanted(kind)) continue;
    const copy = readPdf(original) as PdfFile;
    reprint(copy);
    const { compared, text } = await timed(old, save('new.pdf', writePdf(copy)));
    // One sentence says how the page was drawn anew.
    const wrong = compared.filter(({ what }) => what.length !== 1);
    failures += wrong.length;
    say(`${kind}: ${wrong.length} of ${pages} pages told as more than that; ${text}`);
    for (const page of wrong.slice(0, 4)) say(`    ${describe(page)}`);
  }
  if (isWanted('restamped')) await benchRestamps(original, old);
  if (isWanted('planted')) await benchPlants(original, old, pages);
}

/** A kit as the next cycle brings it: every tenth page changed, some dropped, the others as they were. */
async function benchCycle(original: Buffer, old: string): Promise<void> {
  const copy = readPdf(original) as PdfFile;
  const pages = pagesOf(copy);
  const planted = plantEach(copy, (index) => index % 10 === 4);
  const order = pages.map(({ number }) => number);
  setPages(
    copy,
    order.filter((_, index) => index % 100 !== 50),
  );
  const { compared, text } = await timed(old, save('new.pdf', writePdf(copy)));
  let wrong = 0;
  for (const [index, number] of order.entries()) {
    const expected = index % 100 === 50 ? 'gone' : planted.has(number) ? 'changed' : 'same';
    const state = compared.find((one) => one.old === index + 1)?.state;
    if (state === expected || (state === 'restamped' && expected === 'changed')) continue;
    wrong += 1;
    say(`    page ${index + 1}: ${state}, not ${expected}`);
  }
  failures += wrong;
  say(`cycle, ${planted.size} pages changed: ${wrong} of ${pages.length} pages wrong; ${text}`);
}

/** Plants a change into each wanted page. @returns the kind of change, by the page's object */
function plantEach(file: PdfFile, isWantedPage: (index: number) => boolean): Map<number, string> {
  const random = randomOf(11);
  const kinds = Object.keys(plants);
  const planted = new Map<number, string>();
  for (const [index, page] of pagesOf(file).entries()) {
    if (!isWantedPage(index)) continue;
    const first = Math.floor(random() * kinds.length);
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const kind = kinds[(first + turn) % kinds.length] ?? '';
      if (!plants[kind]?.(file, page, random)) continue;
      planted.set(page.number, kind);
      break;
    }
  }
  return planted;
}

async function benchRestamps(original: Buffer, old: string): Promise<void> {
  const copy = readPdf(original) as PdfFile;
  const stamped = pagesOf(copy).map((page) => restamp(copy, page, randomOf(5)));
  const { compared, text } = await timed(old, save('new.pdf', writePdf(copy)));
  const wrong = compared.filter(
    ({ old: page, state }) => state !== (stamped[(page ?? 0) - 1] === true ? 'restamped' : 'same'),
  );
  failures += wrong.length;
  say(`restamped: ${wrong.length} of ${stamped.filter(Boolean).length} pages not called so; ${text}`);
  for (const page of wrong.slice(0, 4)) say(`    ${describe(page)}`);
}

async function benchPlants(original: Buffer, old: string, count: number): Promise<void> {
  const copy = readPdf(original) as PdfFile;
  const pages = pagesOf(copy);
  // Every third page stays as it is.
  const planted = plantEach(copy, (index) => index % 3 !== 0);
  const order = pages.map(({ number }) => number);
  const old_numbers = new Map(order.map((number, index) => [number, index + 1]));
  // Dropped, and swapped, among those that stay as they are.
  const dropped = order.filter((_, index) => index % 30 === 9);
  const kept = order.filter((number) => !dropped.includes(number));
  [kept[3], kept[12]] = [kept[12] ?? 0, kept[3] ?? 0];
  setPages(copy, kept);
  const { compared, text } = await timed(old, save('new.pdf', writePdf(copy)));
  const tally = new Map<string, [number, number]>();
  const missed: string[] = [];
  const check = (kind: string, isRight: boolean, what: string) => {
    const [right, all] = tally.get(kind) ?? [0, 0];
    tally.set(kind, [right + (isRight ? 1 : 0), all + 1]);
    if (!isRight) missed.push(`    ${kind}: ${what}`);
  };
  for (const number of order) {
    const page = compared.find((one) => one.old === old_numbers.get(number));
    const kind = planted.get(number);
    const isDropped = dropped.includes(number);
    const expected = isDropped ? 'gone' : kind === undefined ? 'same' : 'changed';
    const place = isDropped ? null : kept.indexOf(number) + 1;
    check(
      isDropped ? 'a page dropped' : (kind ?? 'nothing'),
      page?.state === expected && page.new === place,
      `page ${old_numbers.get(number)}: ${page ? describe(page) : 'no line'}`,
    );
  }
  failures += missed.length;
  say(`planted: ${text}, ${count} pages`);
  for (const [kind, [right, all]] of tally) say(`    ${kind}: ${right} of ${all} right`);
  for (const line of missed.slice(0, 12)) say(line);
}

function describe({ old, new: newer, state, what }: ComparedPage): string {
  return `${old} → ${newer} ${state}: ${what.slice(0, 3).join('; ')}`;
}

function save(name: string, bytes: Buffer): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

async function timed(old: string, newer: string): Promise<{ compared: ComparedPage[]; text: string }> {
  const { compared, ms, cpu_ms, resident } = await measured('compare', old, newer);
  const bytes = statSync(old).size + statSync(newer).size;
  return {
    compared,
    text: `${seconds(ms)} s (${seconds(cpu_ms)} s of processors), ${mib(resident)} MiB resident at most, ${mib(resident - reading)} over reading, files ${mib(bytes)} MiB`,
  };
}

/** Does it in a process of its own, whose memory is its alone. */
async function measured(what: 'read' | 'compare', old: string, newer: string): Promise<Measured> {
  const script = fileURLToPath(new URL('./compare/measured.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, what, old, newer], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const [json, [code]] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The measured process ended with ${code}.`);
  return JSON.parse(json) as Measured;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function mib(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

function randomOf(seed: number): () => number {
  const random = seeded(seed);
  return () => random.next();
}
