import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOf, problemWords, recordColumns } from '../../main/record/audit-record.ts';
import { hashOf } from '../../main/store/event-chain.ts';
import type { EventDraft } from '../../main/store/event-entry.ts';
import { recordPage } from '../../preload/contract.ts';
import { type AuditLaptop, openLaptop } from '../campaign/audit-laptop.ts';
import { freshFolder } from '../fresh-folder.ts';
import { KIT_ID } from '../kits.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const T = Date.parse('2026-11-21T10:45:00Z');
const everything = { from: null, to: null, who: null, text: null, kit_id: null };
let laptop: AuditLaptop;

beforeEach(() => {
  laptop = openLaptop(freshFolder(), { now: () => T, log: memoryLog() });
});
afterEach(() => laptop.abandon());

const sha256 = 'ab'.repeat(32);
function draft(n: number, more: Partial<EventDraft> = {}): EventDraft {
  const kit = { flight: `KLM${n}`, origin: 'EHAM', destination: 'KJFK', departure: '2026-11-22T10:45:00Z' };
  const body = { what: `Line ${n}.`, kit, document_sha256: sha256 };
  return { at: T + n * 1000, kind: 'opened', kit_id: KIT_ID, who: 'pilot', body, ...more };
}
/** The text of each page, as pdf.js reads it. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: true });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return pages;
}

test('a page of the record is what the contract says, the latest first, with kits that are gone', () => {
  laptop.events.append(draft(1), draft(2));
  const page = recordPage.parse(laptop.record.page(everything, 0));
  expect([page.total, page.people]).toEqual([3, ['pilot']]);
  expect(page.entries.map(({ seq }) => seq)).toEqual([3, 2, 1]);
  expect(page.entries[0]).toMatchObject({ at: '2026-11-21T10:45:02.000Z', flight: 'KLM2', here: false });
  expect(recordPage.parse(laptop.record.page(everything, 2)).entries.map(({ seq }) => seq)).toEqual([1]);
});

test('what was altered in the file never takes the screen or an export down', async () => {
  laptop.events.append(draft(1));
  laptop.connection.db.exec(
    `UPDATE entries SET body = '{"what":1}', at = -1e17, kind = 'danced', kit_id = 'x' WHERE seq = 2`,
  );
  laptop.events.append(draft(3));
  laptop.connection.db.exec(
    `UPDATE entries SET body = '{"what":"x","kit":{"flight":5},"state":"odd"}' WHERE seq = 3`,
  );
  const page = recordPage.parse(laptop.record.page(everything, 0));
  expect(page.entries.map(({ what }) => what).sort()).toEqual([
    'The activity record begins.',
    'What this entry said can’t be read.',
    'What this entry said can’t be read.',
  ]);
  for (const format of ['csv', 'json', 'pdf'] as const) {
    expect((await laptop.record.file(everything, format)).length).toBeGreaterThan(100);
  }
  expect((await laptop.record.verify()).problems).toHaveLength(2);
});

test('the CSV has a row an entry, and no cell that a spreadsheet would run', async () => {
  laptop.events.append(draft(1, { who: '=cmd()', body: { what: '@SUM(1)' } }));
  const text = (await laptop.record.file(everything, 'csv')).toString();
  const [head, ...rows] = text.slice(1).trimEnd().split('\r\n');
  expect(head).toBe(recordColumns.join(','));
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("'=cmd()");
  expect(rows[1]).toContain("'@SUM(1)");
});

test('the JSON can be verified by anybody: each entry with what its hash is of', async () => {
  laptop.events.append(draft(1), draft(2));
  type Row = { seq: number; canonical: string; hash: string; previous_hash: string };
  const file = JSON.parse(
    (await laptop.record.file({ ...everything, from: T + 1000 }, 'json')).toString(),
  ) as {
    entries: Row[];
    exported_by: string;
    period: string;
    verification: { ok: boolean };
  };
  expect(file).toMatchObject({
    exported_by: 'pilot',
    period: 'from 21 Nov 2026 10:45Z',
    verification: { ok: true },
  });
  const { createHash } = await import('node:crypto');
  for (const { canonical, hash, previous_hash } of file.entries) {
    expect(createHash('sha256').update(canonical).digest('hex')).toBe(hash);
    expect(canonical.startsWith(JSON.stringify([previous_hash]).slice(0, -1))).toBe(true);
  }
  expect(file.entries[1]?.previous_hash).toBe(file.entries[0]?.hash);
  expect(hashOf).toBeTypeOf('function');
});

test('the PDF report opens, with title, profile, period, who exported it, what the check found, and every line', async () => {
  const long = 'A sentence that goes on. '.repeat(40).trim();
  const drafts = Array.from({ length: 120 }, (_, n) => draft(n + 1));
  laptop.events.append(...drafts, draft(121, { body: { what: long }, who: 'Žofie Müller (Ж)' }));
  const pages = await pagesOf(await laptop.record.file({ ...everything, to: T + 500_000 }, 'pdf'));
  const first = pages[0] ?? '';
  for (const words of [
    'Activity record of trip kits',
    'Demo Air',
    'until 21 Nov 2026 10:53Z',
    '21 Nov 2026 10:45Z by pilot, Trip Kit Desktop 0.1.0',
    'The record is whole: 122 entries from 21 Nov 2026 10:45Z',
    'KLM1 EHAM-KJFK',
    sha256,
  ]) {
    expect(first).toContain(words);
  }
  const all = pages.join(' ').replaceAll(/\s+/g, ' ');
  for (let n = 1; n <= 120; n += 1) expect(all).toContain(`Line ${n}.`);
  expect(all.match(/A sentence that goes on\./g)).toHaveLength(40);
  expect(all).toContain('Žofie');
  expect(all).toContain('Müller');
  expect(all).toContain('(<U+0416>)');
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  expect(pages.length).toBeGreaterThan(3);
});

test('a row that is longer than a page goes on on the next ones', async () => {
  const long = Array.from({ length: 3_000 }, (_, n) => `word${n}`).join(' ');
  laptop.events.append(draft(1, { body: { what: long } }));
  const all = (await pagesOf(await laptop.record.file(everything, 'pdf'))).join(' ');
  for (const n of [0, 1_499, 2_999]) expect(all).toContain(`word${n}`);
});

test('an export is itself on record; what the check finds is told in words', async () => {
  laptop.record.exported({ ...everything, from: T }, 'pdf');
  expect(laptop.events.find(everything, null).at(-1)).toMatchObject({
    kind: 'exported',
    who: 'pilot',
    body: { what: 'The activity record was exported as PDF: from 21 Nov 2026 10:45Z.' },
  });
  const problem = { seq: 57, to: 57, at: T, kit_id: null, subject: 'KLM511 EHAM-KJFK' };
  expect(problemWords({ ...problem, kind: 'altered' })).toBe(
    'Entry 57 of 21 Nov 2026 10:45Z (KLM511 EHAM-KJFK) is not as it was written.',
  );
  expect(problemWords({ ...problem, kind: 'missing', to: 60 })).toBe(
    'Entries 57 to 60 are missing after the one of 21 Nov 2026 10:45Z (KLM511 EHAM-KJFK).',
  );
  expect(checkOf({ entries: 1234, from: T, to: T, problems: [], problem_count: 0 }, T).what).toBe(
    'The record is whole: 1,234 entries from 21 Nov 2026 10:45Z to 21 Nov 2026 10:45Z.',
  );
});
