/** `tripkit charts` with real documents, sound and hostile. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { sheet } from '../charts/jeppesen-pages.ts';
import { turned } from '../charts/page.ts';
import { tripkit } from '../conformance/command.ts';
import { type KitSpec, writeKit } from '../demo-service/pdf/kit-document.ts';
import { freshFolder } from '../fresh-folder.ts';
import { runCommand } from './run-command.ts';

const run = (args: string[], signal?: AbortSignal) => runCommand(['charts', ...args], signal);

function saved(bytes: Buffer | string): string {
  const file = join(freshFolder(), 'charts.pdf');
  writeFileSync(file, bytes);
  return file;
}

/** A plate in the manner of the FAA, whose page may be turned as a whole; and a page without text. */
async function plate(options: PDFKit.PDFDocumentOptions = {}, rotate = 0): Promise<string> {
  const doc = new PDFDocument({ size: [387, 594], margin: 0, ...options });
  const put = (text: string, x: number, y: number, size = 7) =>
    doc.fontSize(size).text(text, x, y, { lineBreak: false });
  put('SPRINGFIELD, OHIO', 18, 32);
  put('AL-999 (FAA)', 175, 32);
  put('ILS or LOC RWY 24R', 250, 40, 10);
  put('SPRINGFIELD INTL (SGF)', 250, 55);
  put('Amdt 3 13JUN14', 18, 570);
  doc.rotate(-90, { origin: [12, 400] });
  put('EC-2, 24 JUL 2014 to 21 AUG 2014', 12, 400);
  doc
    .addPage({ size: [387, 594] })
    .rect(10, 10, 50, 50)
    .fill();
  if (rotate !== 0) for (const index of [0, 1]) Object.assign(pageData(doc, index), { Rotate: rotate });
  doc.end();
  return saved(Buffer.concat(await doc.toArray()));
}

/** A sheet of Jeppesen's with two charts. @param quarter of its text, clockwise @param rotate of the page */
async function sheetFile(quarter: number, rotate: number): Promise<string> {
  const left = {
    ...{ place: 'EZAA/AAA', number: '10-2A', date: '14 SEP 07', effective: '.Eff.27.Sep.' },
    ...{ title: '.STAR.', names: ['BIXEL ONE MIKE (BIXEL 1M)'] },
  };
  const right = { place: 'EZAA/AAA', number: '11-1', date: '3 NOV 06', title: 'ILS Rwy 08L' };
  let page = sheet(left, right);
  for (let turns = 0; turns < quarter / 90; turns += 1) page = turned(page);
  const doc = new PDFDocument({ size: [page.width, page.height], margin: 0 });
  for (const { text, x, y, size, angle } of page.runs) {
    doc
      .save()
      .rotate(angle, { origin: [x, y] })
      .font('Helvetica')
      .fontSize(size);
    doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' }).restore();
  }
  if (rotate !== 0) Object.assign(pageData(doc, 0), { Rotate: rotate });
  doc.end();
  return saved(Buffer.concat(await doc.toArray()));
}

function pageData(doc: PDFKit.PDFDocument, index: number): object {
  const kids = Reflect.get(Reflect.get(Reflect.get(doc, '_root').data, 'Pages').data, 'Kids') as {
    data: object;
  }[];
  return kids[index]?.data ?? {};
}

describe('tripkit charts', () => {
  it('writes one JSON object a page, with these keys', async () => {
    const { code, out } = await run([await plate(), '--json']);
    expect(code).toBe(0);
    const others = { stamped_cycle: null, city: null, print_valid_to: null, print_expired: null };
    const evidence = [
      'SPRINGFIELD INTL (SGF)',
      'SPRINGFIELD, OHIO',
      'ILS or LOC RWY 24R',
      'AL-999 (FAA)',
      'Amdt 3 13JUN14',
      'EC-2, 24 JUL 2014 to 21 AUG 2014',
    ];
    expect(out.map((line) => JSON.parse(line))).toEqual([
      {
        event: 'page',
        page: 1,
        airport: 'KSGF',
        kind: 'approach',
        title: 'ILS or LOC RWY 24R',
        number: 'AL-999',
        revised: '2014-06-13',
        effective_from: '2014-07-24',
        effective_to: '2014-08-21',
        ...others,
        evidence,
        charts: [expect.objectContaining({ region: null, airport: 'KSGF', number: 'AL-999', evidence })],
      },
      {
        event: 'page',
        page: 2,
        airport: null,
        kind: null,
        title: null,
        number: null,
        revised: null,
        effective_from: null,
        effective_to: null,
        ...others,
        evidence: [],
        charts: [expect.objectContaining({ region: null, airport: null })],
      },
    ]);
    expect(Object.keys(JSON.parse(out[0] ?? ''))).toEqual([
      ...['event', 'page', 'airport', 'kind', 'title', 'number'],
      ...['revised', 'effective_from', 'effective_to', 'stamped_cycle'],
      ...['city', 'print_valid_to', 'print_expired', 'evidence', 'charts'],
    ]);
  });

  it('writes a line a page for people, which says where there is no text', async () => {
    const { code, out } = await run([await plate()]);
    expect(code).toBe(0);
    expect(out).toEqual([
      '1: KSGF · approach · ILS or LOC RWY 24R · AL-999; revised 2014-06-13, effective 2014-07-24, to 2014-08-21',
      '2: no text',
    ]);
  });

  it.each([90, 180, 270])('reads a page that is turned by %i°', async (rotate) => {
    const { out } = await run([await plate({}, rotate), '--json']);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      airport: 'KSGF',
      kind: 'approach',
      revised: '2014-06-13',
      effective_from: '2014-07-24',
    });
  });

  it.each<[string, number, number]>([
    ['as it is shown', 0, 0],
    ['turned by the page', 270, 90],
    ['turned as it is read from above', 90, 0],
  ])('gives both charts of a sheet, %s', async (_how, quarter, rotate) => {
    const { code, out } = await run([await sheetFile(quarter, rotate), '--json']);
    expect(code).toBe(0);
    const event = JSON.parse(out[0] ?? '');
    expect(event).toMatchObject({ number: '10-2A', revised: '2007-09-14', effective_from: '2007-09-27' });
    expect(event.charts).toMatchObject([
      { airport: 'EZAA', number: '10-2A', title: 'BIXEL ONE MIKE (BIXEL 1M)', kind: 'star' },
      { airport: 'EZAA', number: '11-1', title: 'ILS Rwy 08L', kind: 'approach', revised: '2006-11-03' },
    ]);
    const [left, right] = event.charts.map((chart: { region: Record<string, number> }) => chart.region);
    const along = quarter + rotate === 90 ? (['y', 'height'] as const) : (['x', 'width'] as const);
    expect(left[along[0]]).toBe(0);
    expect(left[along[1]] + right[along[1]]).toBeCloseTo(842, 1);
    expect(right[along[0]]).toBeCloseTo(left[along[1]], 1);
  });

  it.each([
    ['there is no such file', join(tmpdir(), 'tripkit-there-is-none.pdf'), 'disk', /there is no such file/],
    ['it is a folder', tmpdir(), 'disk', /it is a folder/],
  ])('ends with 1 where %s', async (_why, file, kind, message) => {
    const { code, out } = await run([file, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ event: 'failed', error: { kind } });
    expect(JSON.parse(out[0] ?? '').error.message).toMatch(message);
  });

  it('ends with 1 where the document is none, or locked', async () => {
    const notPdf = await run([saved('no PDF'), '--json']);
    expect(notPdf.code).toBe(1);
    expect(JSON.parse(notPdf.out[0] ?? '').error).toMatchObject({ kind: 'document' });
    const locked = await run([await plate({ userPassword: 'secret' })]);
    expect(locked.code).toBe(1);
    expect(locked.err).toEqual([expect.stringContaining('password')]);
  });

  it.each([[[]], [['a.pdf', 'b.pdf']], [['a.pdf', '--kind']], [['']]])('ends with 2 for %j', async (args) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err[0]).toContain('tripkit help');
  });

  it('ends with 130 when a person ends it', async () => {
    const { code, err } = await run([await plate()], AbortSignal.abort());
    expect(code).toBe(130);
    expect(err).toEqual(['Ended.']);
  });

  it('knows every page of a kit of the demo service', async () => {
    const file = join(freshFolder(), 'kit.pdf');
    const trip = {
      origin: 'EGLL',
      destination: 'KJFK',
      alternates: ['KBOS'],
      route: 'DCT',
      flight: 'BAW117',
    };
    const day = Date.parse('2026-11-26T00:00:00Z');
    const total = await writeKit(
      {
        trip: { ...trip, departure: '2026-11-26T10:00Z' },
        company_name: 'Demo Air',
        day,
        pages_max: 30,
      } as KitSpec,
      file,
    );
    const { code, out } = await run([file, '--json']);
    const pages = out.map((line): Record<string, string | null> => JSON.parse(line));
    expect(code).toBe(0);
    expect(pages).toHaveLength(total);
    expect(pages.filter(({ kind }) => kind === null)).toEqual([]);
    expect(pages.slice(0, 3).map(({ kind }) => kind)).toEqual(['cover', 'contents', 'flight_plan']);
    const charts = pages.filter(({ kind }) => ['airport', 'sid', 'star', 'approach'].includes(kind ?? ''));
    expect(charts.length).toBeGreaterThan(10);
    for (const chart of charts) {
      expect(chart.airport).toMatch(/^(?:EGLL|KJFK|KBOS)$/);
      expect(chart.number).toMatch(/^\d\d-/);
      expect(chart.effective_from).toBe('2026-11-26');
    }
    // Their pages are full of dates.
    for (const notices of pages.filter(({ kind }) => kind === 'notam'))
      expect(notices).toMatchObject({ revised: null, effective_from: null, effective_to: null });
  });

  it('ends as a process, too, whose threads are left', async () => {
    const { code, stdout, stderr } = await tripkit(['charts', await plate(), '--json'], {
      ...{ cwd: freshFolder(), env: {} },
    });
    expect([code, stderr, stdout.trimEnd().split('\n').length]).toEqual([0, '', 2]);
  });
});
