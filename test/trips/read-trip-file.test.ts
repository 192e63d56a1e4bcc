/** Formats that are known by their content, and encodings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytes, refusedOf, tripsOf } from './fixtures.ts';

const ICS = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'SUMMARY:KLM1007 ZRH-LHR Zürich',
  'DTSTART:20270328T023000Z',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'SUMMARY:Frei (Zürich)',
  'DTSTART:20270328T023000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

describe('the text of a file', () => {
  const utf16 = Buffer.from(`\uFEFF${ICS}`, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(ICS)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${ICS}`)],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['Windows-1252', Buffer.from(ICS, 'latin1')],
    ['old Mac line ends', Buffer.from(ICS.replaceAll('\r\n', '\r'))],
    [
      'folds within a letter',
      Buffer.from(Buffer.from(ICS).toString('latin1').replaceAll('Ã', 'Ã\r\n '), 'latin1'),
    ],
  ])('is read in %s', async (_name, bytes) => {
    const events = await readBytes(bytes);
    expect(tripsOf(events)).toMatchObject([{ line: 2, trip: { origin: 'LSZH', destination: 'EGLL' } }]);
    expect(refusedOf(events)).toMatchObject([{ text: 'Frei (Zürich)' }]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['spaces', Buffer.from(' \r\n\r\n ')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')],
    ['too many lines', Buffer.alloc(300_001, 10)],
    ['too many bytes', Buffer.alloc(32 * 1024 * 1024 + 1, 65)],
  ])('is told where it is %s', async (_name, bytes) => {
    const events = await readBytes(bytes);
    expect(tripsOf(events)).toEqual([]);
    expect(refusedOf(events).length).toBeGreaterThan(0);
  });

  it.each([
    [
      'a flat OpenDocument file',
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
      'This is an OpenDocument file as plain XML',
    ],
    ['a web page', '<html><table><tr><td>KL1</td></tr></table></html>', 'This is a web page'],
    [
      'Excel 2003',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>',
      'This is an XML spreadsheet',
    ],
    ['SimBrief', '{"fetch":{"userid":"1"},"params":{}}', 'This is a plan of SimBrief as JSON'],
    ['a list of trips', '[{"origin":"EHAM"}]', 'This is JSON.'],
    [
      'SSM',
      'QU AMSXXKL\n.LONXXBA 121212\nSSM\nUTC\nNEW\nKL1007\n28MAR27 27OCT27 1234567\n',
      'This is an SSM',
    ],
    [
      'SSM of Type B',
      '=PRIORITY\nQU\n=DESTINATION TYPE B\nSTX,HDQRMKL\n=ORIGIN\nAMSSPKL\n=MSGID\n121200\n=SMI\nSSM\n=TEXT\nUTC\nNEW\nKL1007\n',
      'This is an SSM',
    ],
    ['an e-mail', 'From: Ops\nTo: Crew\nSubject: Plan\n\nKL1 AMS-LHR\n', 'This is an e-mail'],
    ['other XML', '<roster><leg/></roster>', 'This XML holds no flight plan'],
  ])('gives one reason where it is %s', async (_name, text, why) => {
    expect(await readBytes(Buffer.from(text))).toMatchObject([
      { event: 'not_taken', line: 1, why: expect.stringContaining(why) },
    ]);
  });

  it('is a table that begins like a message of another kind', async () => {
    expect(tripsOf(await readBytes(Buffer.from('From;To;Flight\nAMS;LHR;KL1\n')))).toHaveLength(1);
    expect(tripsOf(await readBytes(Buffer.from('[From];[To]\nAMS;LHR\n')))).toHaveLength(1);
  });

  it('is never too hostile to be answered', async () => {
    const parts = fc.constantFrom(
      ...['BEGIN:VCALENDAR\n', 'BEGIN:VEVENT\n', 'END:VEVENT\n', 'SUMMARY:', 'KLM1 AMS-LHR', 'DTSTART;TZID='],
      ...['(CNL-KLM1-EHAM1000-EGLL-0)', '3 KL 1007', '1AIRLINE STANDARD SCHEDULE DATA SET\n', '2LKL\n'],
      ...['KLM1007 28MAR2027 EHAM-EGLL\n', '\n', ' ', '\0'],
      ...'" : (FPL- ( ) - <OFP> </OFP> < > &#x0; , €'.split(' '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 60 }), async (pieces) => {
        const events = await readBytes(Buffer.from(pieces.join('')));
        expect(events.length).toBeGreaterThan(0);
        for (const { line } of events) expect(line).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
