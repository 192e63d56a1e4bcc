import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { documentThreads } from '../../../main/documents/document-reader.ts';
import {
  documentPeriod,
  periodOf,
  readWrittenDates,
  textOf,
} from '../../../main/documents/pdf/document-dates.ts';
import { DocumentVerifier } from '../../../main/documents/verify-document.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { aPdf } from '../samples.ts';

const verifier = new DocumentVerifier(documentThreads());
afterAll(() => verifier.close());

const utc = (text: string) => Date.parse(text);
const written = (created: string | null, modified: string | null = null) => ({ created, modified });

/** A moment and a zone as a PDF writes them, and the moment itself in ms. */
const moments = fc
  .record({
    at: fc.integer({ min: Date.UTC(1990, 0, 2) / 1000, max: Date.UTC(2090, 0, 1) / 1000 }),
    zone: fc.integer({ min: -12 * 60, max: 14 * 60 }),
    form: fc.constantFrom('full', 'zulu', 'short', 'bare'),
  })
  .map(({ at, zone, form }) => {
    const ahead = form === 'zulu' ? 0 : form === 'bare' ? Math.trunc(zone / 60) * 60 : zone;
    const local = new Date(at * 1000 + ahead * 60_000).toISOString().replace(/\D/g, '').slice(0, 14);
    const two = (value: number) => String(value).padStart(2, '0');
    const [hours, minutes] = [two(Math.trunc(Math.abs(ahead) / 60)), two(Math.abs(ahead) % 60)];
    const sign = ahead < 0 ? '-' : '+';
    const zones = {
      full: `${sign}${hours}'${minutes}'`,
      zulu: 'Z',
      short: `${sign}${hours}${minutes}`,
      bare: `${sign}${hours}`,
    };
    return { ms: at * 1000, text: `D:${local}${zones[form as keyof typeof zones]}`, exact: form !== 'bare' };
  });

describe('a date of a PDF', () => {
  test('written in full, it is that second', () => {
    fc.assert(
      fc.property(moments, ({ ms, text, exact }) => {
        const period = periodOf(text);
        if (exact) expect(period).toEqual({ from: ms, to: ms });
        expect(period && period.from <= ms && ms <= period.to).toBe(true);
      }),
    );
  });

  test('cut off anywhere, it still holds the moment, and never in less time than before', () => {
    fc.assert(
      fc.property(moments, fc.nat(30), ({ ms, text }, cut) => {
        const period = periodOf(text.slice(0, Math.max(6, text.length - cut)));
        expect(period && period.from <= ms && ms <= period.to).toBe(true);
      }),
    );
  });

  test.each([
    ['D:20261103104500Z', '2026-11-03T10:45:00Z', '2026-11-03T10:45:00Z'],
    ["D:20261103104500+01'00'", '2026-11-03T09:45:00Z', '2026-11-03T09:45:00Z'],
    ["D:20261103104500-05'30", '2026-11-03T16:15:00Z', '2026-11-03T16:15:00Z'],
    ["D:20261103104500Z00'00'", '2026-11-03T10:45:00Z', '2026-11-03T10:45:00Z'],
    ['20261103104500+0000', '2026-11-03T10:45:00Z', '2026-11-03T10:45:00Z'],
    ['D:20261103104500', '2026-11-02T20:45:00Z', '2026-11-03T22:45:00Z'],
    ['D:202611', '2026-10-31T10:00:00Z', '2026-12-01T11:59:59Z'],
    ['D:2026', '2025-12-31T10:00:00Z', '2027-01-01T11:59:59Z'],
    ['2026-11-03T10:45:00+01:00', '2026-11-03T09:45:00Z', '2026-11-03T09:45:00Z'],
    ['2026-11-03T10:45:00.123Z', '2026-11-03T10:45:00Z', '2026-11-03T10:45:00Z'],
    ['2026-11-03', '2026-11-02T10:00:00Z', '2026-11-04T11:59:59Z'],
  ])('%s', (text, from, to) => {
    expect(periodOf(text)).toEqual({ from: utc(from), to: utc(to) });
  });

  test.each([
    '',
    'D:',
    'yesterday',
    'D:20261345',
    'D:20260230',
    'D:20261103256000',
    'D:20261103104500+99',
    '202',
    '3 Nov 2026',
  ])('“%s” is none', (text) => {
    expect(periodOf(text)).toBeNull();
  });

  test('no text makes it throw or take long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 64 }), (text) => {
        const period = periodOf(text);
        if (period) expect(period.from).toBeLessThanOrEqual(period.to);
      }),
    );
  });
});

describe('the dates of a document', () => {
  const now = utc('2026-11-22T12:00:00Z');

  test('are the time from its creation to its last change', () => {
    expect(documentPeriod(written('D:20261103104500Z', 'D:20261104104500Z'), now)).toEqual({
      from: utc('2026-11-03T10:45:00Z'),
      to: utc('2026-11-04T10:45:00Z'),
    });
  });

  test('before 1990 or in the future they are none', () => {
    for (const text of ['D:19700101000000Z', 'D:19891231235959Z', 'D:20261122120600Z', 'D:2099'])
      expect(documentPeriod(written(text), now)).toBeNull();
    expect(documentPeriod(written('D:19700101000000Z', 'D:20261103104500Z'), now)?.from).toBe(
      utc('2026-11-03T10:45:00Z'),
    );
    expect(documentPeriod(written(null), now)).toBeNull();
  });

  test('never reach into the future', () => {
    expect(documentPeriod(written('D:2026'), now)?.to).toBe(now + 5 * 60_000);
  });
});

describe('reading the dates of a file', () => {
  test('takes them from its information, however the text is written', async () => {
    const file = join(freshFolder(), 'kit.pdf');
    const day = new Date('2026-11-03T10:45:00Z');
    writeFileSync(file, await aPdf(2, { info: { CreationDate: day, ModDate: day } }));
    const both = { created: 'D:20261103104500Z', modified: 'D:20261103104500Z' };
    expect(await readWrittenDates(file)).toEqual(both);
    expect(await verifier.dates(file)).toEqual(both);
    const short = { created: 'D:2026', modified: null };
    for (const text of ['(D:2026)', '<443a32303236>', '(D\\0722026)', '( \\\nD:2026)'.replace(' ', '')]) {
      writeFileSync(file, handmade({ info: `/CreationDate ${text}` }));
      expect(await readWrittenDates(file)).toEqual(short);
    }
    expect(textOf('(\xfe\xff\0D\0:\x002\x000)')).toBe('D:20');
    expect(textOf('<FEFF0044003A>')).toBe('D:');
    expect(textOf('12 0 R')).toBeNull();
  });

  test('takes them from its XMP metadata where the information has none', async () => {
    const file = join(freshFolder(), 'kit.pdf');
    writeFileSync(file, handmade({ xmp: '<xmp:CreateDate>2026-11-03T10:45:00Z</xmp:CreateDate>' }));
    expect(await readWrittenDates(file)).toEqual({ created: '2026-11-03T10:45:00Z', modified: null });
    writeFileSync(file, handmade({ xmp: '<a xmp:ModifyDate="2026-11"/>' }));
    expect(await readWrittenDates(file)).toEqual({ created: null, modified: '2026-11' });
    writeFileSync(file, handmade({ xmp: 'nothing' }));
    expect(await readWrittenDates(file)).toEqual({ created: null, modified: null });
  });

  test('an irregular document is pdf.js’ to read, and a broken one is told', async () => {
    const day = new Date('2026-11-03T10:45:00Z');
    const regular = await aPdf(1, { info: { CreationDate: day } });
    const file = join(freshFolder(), 'kit.pdf');
    // Garbage before the header moves every offset.
    writeFileSync(file, Buffer.concat([Buffer.from('garbage\n'), regular]));
    expect(await readWrittenDates(file)).toBeNull();
    expect(await verifier.dates(file)).toEqual({ created: 'D:20261103104500Z', modified: null });
    writeFileSync(file, '%PDF-1.7\nnothing\n%%EOF');
    await expect(verifier.dates(file)).rejects.toMatchObject({ kind: 'document' });
    await expect(verifier.dates(join(freshFolder(), 'none.pdf'))).rejects.toMatchObject({ kind: 'disk' });
    await expect(verifier.dates(file, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

/** A document of one page with what is given of its information and its XMP metadata. */
function handmade({ info = '', xmp = '' }: { info?: string; xmp?: string }): Buffer {
  const parts = [
    '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n',
    `4 0 obj\n<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream\nendobj\n`,
    `5 0 obj\n<< ${info} >>\nendobj\n`,
  ];
  let at = 0;
  const offsets = parts.map((part) => {
    at += part.length;
    return at - part.length;
  });
  const lines = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 6\n0000000000 65535 f \n${lines.join('')}`;
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R /Info 5 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(parts.join('') + table + trailer, 'latin1');
}
