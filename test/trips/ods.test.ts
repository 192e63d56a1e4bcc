/** OpenDocument spreadsheets, in the structures that LibreOffice writes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlights } from '../../main/trips/rules/read-flights.ts';
import { airports, NOW, readBytes, refusedOf, tripsOf, zipOf } from './fixtures.ts';

const STYLES = [
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>',
  '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
  '<style:style style:name="ro1" style:family="table-row"><style:table-row-properties style:row-height="0.45cm"/></style:style>',
  '<style:style style:name="ro2" style:family="table-row"><style:table-row-properties style:row-height="0cm"/></style:style>',
  '<style:style style:name="ce1" style:family="table-cell"><style:text-properties style:text-line-through-style="none"/></style:style>',
  '<style:style style:name="ce2" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>',
].join('');

function contentOf(tables: string): string {
  return `<?xml version="1.0"?><office:document-content><office:automatic-styles>${STYLES}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
}

function odsOf(content: string, others: Record<string, string> = {}): Buffer {
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    ...others,
  });
}

const table = (rows: string, name = 'Plan', style = 'ta1') =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>`;
const text = (value: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${value}</text:p></table:table-cell>`;
const row = (cells: string, attributes = '') =>
  `<table:table-row table:style-name="ro1" ${attributes}>${cells}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`;
const date = (value: string, shown: string, attributes = '') =>
  `<table:table-cell office:value-type="date" office:date-value="${value}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
const time = (value: string, shown: string) =>
  `<table:table-cell office:value-type="time" office:time-value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
const REST = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>';
const texts = (...values: string[]) => values.map((value) => text(value)).join('');
/** A sheet whose rows are flights, each from Amsterdam to London. */
const flights = (...rows: string[]) =>
  odsOf(contentOf(table(row(texts('Flight', 'From', 'To', 'Date', 'STD UTC')) + rows.join('') + REST)));
const PLACES = texts('AMS', 'LHR');

const shownOf = async (file: Buffer) =>
  (await readBytes(file)).map((event) =>
    event.event === 'trip'
      ? [event.line, event.state, event.trip.flight, event.trip.departure]
      : [event.line, event.why],
  );

describe('an OpenDocument spreadsheet', () => {
  it('reads dates and times by their values, whatever order they are shown in', async () => {
    const file = flights(
      row(text('KL1') + PLACES + date('2027-04-03', '04/03/27') + time('PT02H30M00S', '02:30:00 AM')),
      // The time of a moment counts from the first day of the workbook.
      row(text('KL2') + PLACES + date('2027-04-03', '03.04.27') + time('PT1115534H14M59.999S', '14:15')),
      // A day whose cell has a time that it does not show.
      row(text('KL3') + PLACES + date('2027-04-03T09:45:00', '3 Apr 2027') + text('0710')),
      // 25:30 is no time of the same day.
      row(text('KL4') + PLACES + date('2027-04-03', '03.04.27') + time('PT25H30M00S', '25:30')),
    );
    expect(await shownOf(file)).toEqual([
      [2, 'new', 'KL1', '2027-04-03T02:30Z'],
      [3, 'new', 'KL2', '2027-04-03T14:15Z'],
      [4, 'new', 'KL3', '2027-04-03T07:10Z'],
      [5, 'Not a valid time. Write it as 1045Z in UTC, or 1045L in local time.'],
    ]);
  });

  it('reads a moment in one cell with the time that it shows', async () => {
    const moments = [
      ['2027-04-03T00:30:00', '04/03/27 12:30 AM'],
      ['2027-04-03T14:29:59.999999', '3.4.2027 14.30'],
      ['2027-04-03T21:05:00', '03APR 2105'],
    ] as const;
    const rows = moments.map(([value, shown], at) => row(text(`KL${at}`) + PLACES + date(value, shown)));
    const file = odsOf(contentOf(table(row(texts('Flight', 'From', 'To', 'Departure')) + rows.join(''))));
    expect(tripsOf(await readBytes(file)).map(({ trip }) => trip.departure)).toEqual([
      '2027-04-03T00:30Z',
      '2027-04-03T14:30Z',
      '2027-04-03T21:05Z',
    ]);
  });

  it('repeats repeated rows and cells and merged cells, and takes nothing from comments, drawings or covered cells', async () => {
    const comment =
      '<office:annotation><dc:creator>me</dc:creator><text:p>LHR</text:p></office:annotation><draw:frame><draw:text-box><text:p>EGKK</text:p><table:table><table:table-row><table:table-cell><text:p>X</text:p></table:table-cell></table:table-row></table:table></draw:text-box></draw:frame>';
    const covered = '<table:covered-table-cell><text:p>2027-12-24</text:p></table:covered-table-cell>';
    const file = flights(
      `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="5"/></table:table-row>`,
      row(
        `<table:table-cell office:value-type="float" office:value="1007">${comment}<text:p>1007</text:p></table:table-cell>` +
          PLACES +
          date('2027-04-03', '03.04.27', 'table:number-rows-spanned="2"') +
          text('0<text:span>7</text:span>15Z'),
      ),
      row(text('KL2') + PLACES + covered + text('0915')),
      row(
        text('KL3') + PLACES + date('2027-04-04', '04.04.27') + text('0915'),
        'table:number-rows-repeated="2"',
      ),
      row(
        text('KL4') +
          text('AMS', 'table:number-columns-repeated="2"') +
          date('2027-04-05', '05.04.27') +
          text('0915'),
      ),
    );
    const events = await readBytes(file);
    expect(
      tripsOf(events).map(({ line, trip }) => [line, trip.flight, trip.departure, trip.destination]),
    ).toEqual([
      [4, '1007', '2027-04-03T07:15Z', 'EGLL'],
      [5, 'KL2', '2027-04-03T09:15Z', 'EGLL'],
      [6, 'KL3', '2027-04-04T09:15Z', 'EGLL'],
      [8, 'KL4', '2027-04-05T09:15Z', 'EHAM'],
    ]);
    expect(refusedOf(events)).toMatchObject([{ line: 7, why: 'The same flight as on line 6.' }]);
  });

  it('leaves out what a person does not see, and says so once for each sheet', async () => {
    const flight = (name: string, attributes = '') => row(texts(name, 'AMS', 'LHR', 'old'), attributes);
    const rows = [
      row(texts('Flight', 'From', 'To', 'Old')),
      flight('KL1', 'table:visibility="collapse"'),
      flight('KL2', 'table:visibility="filter"'),
      `<table:table-row-group table:display="false">${flight('KL3')}<table:table-row-group>${flight('KL4')}</table:table-row-group>${flight('KL5')}</table:table-row-group>`,
      flight('KL6').replace('"ro1"', '"ro2"'),
      `<table:table-row-group>${flight('KL7')}</table:table-row-group>`,
    ].join('');
    const columns =
      '<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>';
    const plan = `<table:table table:name="Plan" table:style-name="ta1">${columns}${rows}</table:table>`;
    const copy = table(flight('KL8'), "'file:///home/me/other.ods'#$Sheet1", 'ta2');
    const file = odsOf(contentOf(plan + table(rows, 'Old', 'ta2') + copy));
    const events = await readBytes(file);
    expect(tripsOf(events).map(({ sheet, line, trip }) => [sheet, line, trip.flight])).toEqual([
      ['Plan', 8, 'KL7'],
    ]);
    expect(refusedOf(events).map(({ sheet, why }) => [sheet, why])).toEqual([
      [
        'Plan',
        'Not read: 6 hidden or filtered rows and 1 hidden column. Unhide them in the workbook if they count.',
      ],
      ['Old', 'This sheet is hidden, so it is not read. Unhide it in the workbook if its flights count.'],
    ]);
    const window = await readFlights(odsOf(contentOf(plan)), airports, NOW);
    expect([window.table?.numbers, window.notTaken.length, window.isSheet]).toEqual([[8], 1, true]);
  });

  it('leaves out rows of which every cell is struck through', async () => {
    const styled = (style: string) => (value: string) => text(value, `table:style-name="${style}"`);
    const struck = ['KL1', 'AMS', 'LHR'].map(styled('ce2')).join('');
    const seen = styled('ce2')('KL2') + ['AMS', 'LHR'].map(styled('ce1')).join('');
    const file = odsOf(contentOf(table(row(texts('Flight', 'From', 'To')) + row(struck) + row(seen))));
    expect(await shownOf(file)).toEqual([
      [1, 'Not read: 1 struck-out row. Change that in the workbook if they count.'],
      [3, 'new', 'KL2', null],
    ]);
  });

  it('takes cancelled rows as such, and no row whose formulas have an error or no result', async () => {
    const error =
      '<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>';
    const rows = [
      row(texts('Flight', 'From', 'To', 'Status')),
      row(texts('KL1', 'AMS', 'LHR', 'CNX')),
      row(error + texts('AMS', 'LHR', '')),
      row(`<table:table-cell table:formula="of:=[.A9]"/>${texts('AMS', 'LHR', '')}`),
    ];
    const why =
      'A formula has no saved result, or an error. Open the workbook in Excel, correct it and save it again.';
    expect(await shownOf(odsOf(contentOf(table(rows.join('')))))).toEqual([
      [2, 'cancelled', 'KL1', null],
      [3, why],
      [4, why],
    ]);
  });

  it('says what is encrypted, cut or too large, and takes no part of it', async () => {
    const whole = contentOf(table(row(texts('Flight', 'From', 'To')) + row(texts('KL1', 'AMS', 'LHR'))));
    const encrypted = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    const many = 'table:number-rows-repeated="1000000"';
    const large = 'A sheet is too large. Save only the flights.';
    expect(await shownOf(odsOf(whole))).toHaveLength(1);
    expect(await shownOf(odsOf(whole, { 'META-INF/manifest.xml': encrypted }))).toEqual([
      [1, 'The workbook is encrypted. Save it without a password.'],
    ]);
    expect(await shownOf(odsOf(whole.slice(0, whole.indexOf('</table:table>'))))).toEqual([
      [1, 'The file is damaged. Save the workbook again.'],
    ]);
    expect(await shownOf(flights(row(texts('KL1', 'AMS', 'LHR'), many)))).toEqual([[1, large]]);
    expect(await shownOf(flights(row(text('KL1', 'table:number-columns-repeated="16384"'))))).toEqual([
      [1, large],
    ]);
    expect(await shownOf(odsOf(contentOf(table('').repeat(51))))).toEqual([
      [1, 'The workbook has too many sheets.'],
    ]);
  });

  it('survives any damage to its content', async () => {
    const whole = contentOf(
      table(row(texts('Flight', 'From', 'To')) + row(texts('KL1', 'AMS', 'LHR'))) + table('', 'Old', 'ta2'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.nat(60),
        fc.string({ maxLength: 9 }),
        async (at, length, other) => {
          const damaged = whole.slice(0, at) + other + whole.slice(at + length);
          expect((await readBytes(odsOf(damaged))).length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
