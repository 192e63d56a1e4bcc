/** PDF documents: our own reader of their structure and dates, the copy with marks, and the report that we write. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { ByteSource } from '../../../main/documents/pdf/bytes.ts';
import {
  documentPeriod,
  periodOf,
  readWrittenDatesOf,
  textOf,
} from '../../../main/documents/pdf/document-dates.ts';
import { readStructureOf } from '../../../main/documents/pdf/structure.ts';
import type { MarkRecord } from '../../../main/marks/mark-store.ts';
import { marksUpdate } from '../../../main/marks/marked-copy.ts';
import { REPORT_WIDTH, type Report, writeReport } from '../../../main/record/report.ts';
import {
  classic,
  hybrid,
  linearized,
  nestedObjects,
  type Objects,
  pagesObjects,
  sizeOf,
  streamed,
  update,
} from '../../documents/pdf-writer.ts';
import { defineTarget, inputFolder } from '../define-target.ts';
import { bytes } from '../mutators/bytes.ts';
import { text } from '../mutators/text.ts';
import { values } from '../mutators/values.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const mark = { kit_id: 'k', document_sha256: '', by: 'pilot', created_at: 0, changed_at: 0 };
const MARKS: MarkRecord[] = [
  { ...mark, id: 'a', draft: { kind: 'note', page: 1, x: 0.5, y: 0.5, text: 'späť' } },
  {
    ...{ ...mark, id: 'b' },
    draft: {
      ...{ kind: 'highlight', page: 2, colour: 'green', text: '', note: '(' },
      areas: [{ x: 0, y: 0, width: 1, height: 1 }],
    },
  },
];

function source(document: Buffer): ByteSource {
  return { size: document.length, read: async (into, at) => document.copy(into, 0, at, at + into.length) };
}

/** All that is read of a document without PDF.js. */
async function readDocument(document: Buffer): Promise<void> {
  await readStructureOf(source(document));
  const dates = await readWrittenDatesOf(source(document));
  if (dates) documentPeriod(dates, NOW);
  using folder = inputFolder();
  const file = join(folder.path, 'kit.pdf');
  writeFileSync(file, document);
  await marksUpdate(file, MARKS);
}

async function realPdf(pages: number): Promise<Buffer> {
  const info = { Title: 'Kit', CreationDate: new Date(0) };
  const document = new PDFDocument({ autoFirstPage: false, compress: false, info });
  for (let page = 1; page <= pages; page += 1) document.addPage().text(`Page ${page}`);
  document.end();
  return Buffer.concat(await document.toArray());
}

/** Objects with all that the readers look at: dates, metadata, annotations, turned pages. */
function richObjects(): Objects {
  const objects = pagesObjects(3);
  const next = sizeOf(objects);
  objects[next] =
    "<< /CreationDate (D:20261121104500+01'00') /ModDate <FEFF0044003A0032003000320036> /Title (a\\(b\\)c) >>";
  objects[next + 1] = '[ << /Type /Annot /Rect [0 0 1 1] /Contents (x) >> ]';
  return objects;
}

const SEPARATOR = '\n%%%%\n';
const written = (objects: Objects) =>
  Object.values(objects)
    .map((one) => one.toString('latin1'))
    .join(SEPARATOR);

/** A document of these objects, its cross-references sound whatever they are: so a reader comes to what was changed. */
function documentsOf(input: string): Buffer[] {
  const objects: Objects = Object.fromEntries(
    input
      .split(SEPARATOR)
      .slice(0, 300)
      .map((object, index) => [index + 1, Buffer.from(object, 'latin1')]),
  );
  const inside = Object.keys(objects).map(Number);
  const size = sizeOf(objects);
  const trailer = `/Size ${size} /Root 1 0 R /Info ${Math.max(1, size - 2)} 0 R`;
  return [classic(objects, trailer), streamed(objects, { inside, predictor: 5 })];
}

const REPORT: Report = {
  title: 'Activity record',
  facts: [
    ['From', '2026-11-22'],
    ['Zażółć', '日本 😀'],
  ],
  columns: [
    { title: 'When', width: 100 },
    { title: 'What', width: REPORT_WIDTH - 100 },
  ],
  rows: Array.from({ length: 60 }, (_, row) => [`${row}`, 'EHAM to KJFK (KLM641) was requested.']),
  foot: 'Trip Kit Desktop',
  created: 0,
};

export const targets = [
  defineTarget({
    name: 'pdf-bytes',
    domain: bytes(),
    seeds: async () => {
      const objects = richObjects();
      const nested = nestedObjects();
      return [
        await realPdf(2),
        ...[classic(objects), classic(nested), linearized(pagesObjects(2)), hybrid(objects, [2, 3])],
        ...[streamed(objects, { inside: [1, 2, 3], predictor: 5 }), streamed(nested, { flate: false })],
        update(classic(objects), { 3: '<< /Type /Page /Parent 2 0 R /Rotate 90 >>' }, sizeOf(objects)),
      ];
    },
    run: readDocument,
    cost: 5,
  }),
  defineTarget({
    name: 'pdf-objects',
    domain: text(),
    seeds: () => [written(richObjects()), written(nestedObjects())],
    run: async (input) => {
      for (const document of documentsOf(input)) await readDocument(document);
    },
    limits: { cpu_ms: 200 },
    cost: 10,
  }),
  defineTarget({
    name: 'pdf-dates',
    domain: text(),
    seeds: () => [
      "D:20261121104500+01'00'",
      'D:202611',
      '2026-11-21T10:45:00.123+01:00',
      '(D:2026\\060)',
      '<FEFF0044>',
    ],
    run: (input) => {
      periodOf(input);
      textOf(input);
      documentPeriod({ created: input, modified: input }, NOW);
    },
  }),
  defineTarget({
    name: 'pdf-report',
    domain: values,
    seeds: () => [REPORT.rows],
    // The columns are ours; what stands in the cells comes from the service and from people.
    run: (input) => {
      const rows: unknown[] = Array.isArray(input) ? Array.from(input.slice(0, 200)) : [input];
      const cells = rows.map((row) => [0, 1].map((column) => textIn(Array.isArray(row) ? row[column] : row)));
      return writeReport({ ...REPORT, rows: cells });
    },
    limits: { cpu_ms: 2_000 },
    cost: 40,
  }),
];

/** A cell holds at most what a route or a message may be long. */
function textIn(cell: unknown): string {
  return typeof cell === 'string' ? cell.slice(0, 12_000) : '';
}
