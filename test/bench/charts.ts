/**
 * `npm run bench:charts -- FOLDER`: what is known of the charts in a folder beside what its tables say: per field right, wrong
 * and not found, and the time it takes beyond the extraction of text. The folder has INDEX.tsv with a line a file and PAGES.tsv
 * with a line a page of those with several: the columns path, page, kind, effective_from, effective_to, revision_date, sha256_16.
 * charts-errata.tsv corrects cells of the tables by what is printed on the page: the tables take the chart's date where the
 * procedure's own follows its code without a space, and the procedure's where there is one.
 */
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type ChartPage, shareAirports } from '../../main/charts/rules/chart.ts';
import { chartReader } from '../../main/charts/rules/read-charts.ts';
import { readPage } from '../../main/documents/jobs/job.ts';
import { boundedChart, readInfo, readOutline, readSizes } from '../../main/documents/jobs/shape.ts';
import { withDocument } from '../../main/documents/pdfjs-document.ts';
import { pdfjsFolder } from '../../main/documents/pdfjs-folder.ts';
import { EXTRACT_PIECE_BYTES } from '../../main/documents/rules/limits.ts';

type Row = Readonly<Record<string, string>>;

const FIELDS = ['airport', 'kind', 'revised', 'effective_from', 'effective_to'] as const;
type Field = (typeof FIELDS)[number];
/** The tables' columns. */
const COLUMN: Partial<Record<Field, string>> = {
  revised: 'revision_date',
  effective_from: 'effective_from',
  effective_to: 'effective_to',
};
/** The tables' kinds, and ours that mean the same. Binders have pages of several. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'airport diagram': ['airport'],
  'SID/DP': ['sid', 'departure'],
  STAR: ['star', 'arrival'],
  IAP: ['approach'],
  'IAP visual': ['approach'],
  'PRM AAUP': ['text', 'approach'],
  'hot spot list': ['hotspot'],
  'LAHSO list': ['text'],
};

interface Count {
  right: number;
  wrong: number;
  missing: number;
}

const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, 'INDEX.tsv'))) {
  process.stderr.write(
    'npm run bench:charts -- FOLDER   (a folder with INDEX.tsv and the charts that it names)\n',
  );
  process.exit(2);
}
const index = readTable(join(folder, 'INDEX.tsv'));
const byPage = new Map(
  readTable(join(folder, 'PAGES.tsv')).map((row): [string, Row] => [`${row.path} ${row.page}`, row]),
);
const errata = new Map(
  readTable(join(import.meta.dirname, 'charts-errata.tsv')).map((row): [string, string] => [
    `${row.sha256_16} ${row.page} ${row.field}`,
    row.value ?? '',
  ]),
);
const cMapUrl = `${pdfjsFolder()}${sep}cmaps${sep}`;
const counts = new Map<Field, Count>(FIELDS.map((field) => [field, { right: 0, wrong: 0, missing: 0 }]));
const differences: string[] = [];
let pages = 0;
let unread = 0;
let corrected = 0;
let reading_ms = 0;
let extraction_ms = 0;

for (const row of index) {
  for (const page of await read(join(folder, row.path ?? ''))) {
    pages += 1;
    // What is drawn as outlines can't be read: those pages say so and are not counted.
    if (page.text === 'none') unread += 1;
    else for (const field of FIELDS) count(field, row, page);
  }
}
print();
process.exitCode = [...counts.values()].some(({ wrong }) => wrong > 0) ? 1 : 0;

/** As the job does it (main/documents/jobs/job.ts), page by page, to measure each part. */
async function read(file: string): Promise<ChartPage[]> {
  const found: ChartPage[] = [];
  const fd = openSync(file, 'r');
  try {
    await withDocument(
      fd,
      EXTRACT_PIECE_BYTES,
      async (document) => {
        const { pageOf } = await readSizes(document);
        const readChart = chartReader({
          outline: await readOutline(document, pageOf),
          info: await readInfo(document),
        });
        for (let number = 1; number <= document.numPages; number += 1) {
          const began = performance.now();
          const { runs } = await readPage(await document.getPage(number));
          const started = performance.now();
          found.push(boundedChart(readChart(number, runs)));
          extraction_ms += started - began;
          reading_ms += performance.now() - started;
        }
      },
      { cMapUrl },
    );
  } finally {
    closeSync(fd);
  }
  const started = performance.now();
  const shared = shareAirports(found);
  reading_ms += performance.now() - started;
  return shared;
}

function count(field: Field, row: Row, page: ChartPage): void {
  const expected = expectedOf(field, row, page);
  if (expected === null) return;
  const value = page[field]?.value ?? '';
  const one = counts.get(field);
  if (!one || (value === '' && expected.includes(''))) return;
  if (expected.includes(value)) one.right += 1;
  else if (value === '') one.missing += 1;
  else one.wrong += 1;
  if (expected.includes(value)) return;
  const words = page[field]?.words.join(' | ') ?? 'nothing';
  differences.push(
    `${value === '' ? 'not found' : 'WRONG'}: ${row.path} page ${page.page}: ${field} ${value} (${words}), expected ${expected.join(' or ')}`,
  );
}

/** What the tables say, `''` for nothing; null where they can't tell. */
function expectedOf(field: Field, row: Row, page: ChartPage): readonly string[] | null {
  const isBinder = row.pages !== '1';
  if (field === 'kind')
    return isBinder && row.kind !== 'hot spot list' ? null : (KINDS[row.kind ?? ''] ?? null);
  if (field === 'airport') return airportOf(row);
  if (isBinder && !byPage.has(`${row.path} ${page.page}`)) return null;
  const column = COLUMN[field] ?? '';
  const written = (isBinder ? byPage.get(`${row.path} ${page.page}`) : row)?.[column] ?? '';
  const erratum = errata.get(`${row.sha256_16} ${page.page} ${field}`);
  if (erratum !== undefined) corrected += 1;
  return [erratum ?? written];
}

/** Files of one airport's charts are named by it: `KASE_arr`, `MA-BOS-…`. */
function airportOf({ path = '', kind = '', pages: count }: Row): readonly string[] | null {
  if (/list$|Form/.test(kind) || count !== '1') return null;
  const [, icao, local] = /^(?:marked-)?(?:(K[A-Z]{3})[_-]|[A-Z]{2}-([A-Z]{3})-)/.exec(basename(path)) ?? [];
  return icao ? [icao] : local ? [`K${local}`] : null;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function print(): void {
  for (const line of differences) say(line);
  say('');
  say('| field | right | wrong | not found | right of all |');
  say('|---|---|---|---|---|');
  for (const [field, { right, wrong, missing }] of counts) {
    const share = ((100 * right) / Math.max(1, right + wrong + missing)).toFixed(1);
    say(`| ${field} | ${right} | ${wrong} | ${missing} | ${share} % |`);
  }
  say('');
  say(`${pages} pages, ${unread} without text; ${corrected} cells of the tables corrected by errata`);
  const of100 = (ms: number) => ((100 * ms) / pages).toFixed(0);
  say(
    `${of100(reading_ms)} ms for 100 pages beyond the extraction of text (target: 1000), which takes ${of100(extraction_ms)} ms`,
  );
}

function readTable(file: string): Row[] {
  if (!existsSync(file)) return [];
  const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}
