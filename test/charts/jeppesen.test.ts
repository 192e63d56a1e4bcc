/** Jeppesen's pages, in the forms in which they are printed: each chart of a page, and what stays unknown. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../main/charts/chart-counts.ts';
import { type ChartPage, shareAirports } from '../../main/charts/rules/chart.ts';
import { chartsOnPage } from '../../main/charts/rules/chart-dates.ts';
import type { PageText } from '../../main/charts/rules/page-text.ts';
import { chartReader } from '../../main/charts/rules/read-charts.ts';
import { documentStamp } from '../../main/charts/rules/stamped-cycle.ts';
import { type DrawnChart, onePage, sheet, turnedBody } from './jeppesen-pages.ts';
import { turned, values } from './page.ts';

const readPage = (page: PageText, number = 1): ChartPage => chartReader({ outline: [] })(number, page);
const chartsOf = (page: PageText) => chartsOnPage(readPage(page)).map(values);

const star: DrawnChart = {
  place: 'EZAA/AAA',
  number: '10-2A',
  date: '14 SEP 07',
  effective: '.Eff.27.Sep.',
  title: '.STAR.',
  names: ['BIXEL ONE MIKE (BIXEL 1M)'],
};
const starFacts = {
  airport: 'EZAA',
  kind: 'star',
  title: 'BIXEL ONE MIKE (BIXEL 1M)',
  number: '10-2A',
  revised: '2007-09-14',
  effective_from: '2007-09-27',
  effective_to: null,
};
const approach: DrawnChart = {
  place: 'EZAA/AAA',
  number: '11-1A',
  date: '3 NOV 06',
  title: 'CAT II ILS Rwy 08L',
};
const approachFacts = {
  airport: 'EZAA',
  kind: 'approach',
  title: 'CAT II ILS Rwy 08L',
  number: '11-1A',
  revised: '2006-11-03',
  effective_from: null,
  effective_to: null,
};

const threeTimes = (page: PageText) => turned(turned(turned(page)));

describe('a page with one chart', () => {
  it.each<[string, (chart: DrawnChart) => PageText]>([
    ['upright', onePage],
    ['cropped', (chart) => onePage(chart, [446, 761])],
    ['on half a letter', (chart) => onePage(chart, [396, 612])],
    ['turned to be read from above', (chart) => turned(onePage(chart))],
    ['turned to be read from below', (chart) => threeTimes(onePage(chart))],
    ['with its chart turned below an upright heading', turnedBody],
    ['alone on the sheet of two', (chart) => ({ ...onePage(chart, [400, 595]), width: 842 })],
  ])('is read: %s', (_form, draw) => {
    expect(chartsOf(draw(star))).toEqual([starFacts]);
    expect(chartsOf(draw(approach))).toEqual([approachFacts]);
  });

  it.each<[string, Partial<DrawnChart>, string | null]>([
    ['with the day above the number', { variant: 'narrow' }, 'EZAA'],
    ['with the indicator alone', { place: 'EZAA' }, 'EZAA'],
    ['in one line at the left, with the city alone', { variant: 'old', place: '' }, null],
    ['without an indicator, but with a word like one', { place: 'TAXI' }, null],
  ])('is read, its heading %s', (_form, change, airport) => {
    expect(chartsOf(onePage({ ...star, ...change }))).toEqual([{ ...starFacts, airport }]);
  });

  it.each([
    ['10-1P10', '.AIRPORT.BRIEFING.', 'text', 'AIRPORT BRIEFING'],
    ['10-ABP-1', 'AIRPORT.BRIEFING', 'text', 'AIRPORT BRIEFING'],
    ['10-1R', '.RADAR.MINIMUM.ALTITUDES.', 'other', 'RADAR MINIMUM ALTITUDES'],
    ['20-1B', '.TMA.', 'other', 'TMA'],
    ['10-3X7', '.RNAV.SID.(OVERLAY).', 'sid', 'RNAV SID (OVERLAY)'],
    ['50-2', '.ARRIVAL.', 'star', 'ARRIVAL'],
    ['10-2D', '.RNAV.TRANSITION.', 'star', 'RNAV TRANSITION'],
    ['10-4', '.NOISE.', 'other', 'NOISE'],
    ['10-9B', undefined, 'airport', null],
    ['20-9C-3', undefined, 'airport', null],
    ['20-9E-10', undefined, 'airport', null],
    ['13-4', 'VOR DME-1 Rwy 31L/R', 'approach', 'VOR DME-1 Rwy 31L/R'],
    ['21-2A', 'ILS Rwy 16R CAT II & III', 'approach', 'ILS Rwy 16R CAT II & III'],
    ['16-1', 'Lctr Rwy 22', 'approach', 'Lctr Rwy 22'],
    ['19-10', undefined, 'approach', null],
  ])('with the number %s and %s', (number, title, kind, expected) => {
    const drawn: DrawnChart = { ...approach, number, ...(title === undefined ? { title: '' } : { title }) };
    expect(chartsOf(onePage(drawn))).toEqual([{ ...approachFacts, number, kind, title: expected }]);
  });

  it.each([
    ['split at the comma', ['ALAXI 3F', ', ALAXI 3G'], 'ALAXI 3F, ALAXI 3G'],
    ['in one line', ['KHARK 3A, KHARK 3B'], 'KHARK 3A, KHARK 3B'],
    ['in words', ['PURRL TWO ARRIVAL (PURRL.PURRL2)'], 'PURRL TWO ARRIVAL (PURRL.PURRL2)'],
  ])('has the names of its procedures, %s', (_form, names, title) => {
    expect(readPage(onePage({ ...star, names })).title?.value).toBe(title);
  });

  it('has no other index number than its own', () => {
    const more = [
      [0.3, 0.13, '10-4'],
      [0.1, 0.15, '37-35', 9],
      [0.5, 0.16, '10-3B', 9],
      [0.6, 0.16, '12 JAN 07', 8],
      [0.2, 0.5, 'REFER TO CHART 10-3B'],
    ] as const;
    expect(chartsOf(onePage({ ...approach, more }))).toEqual([approachFacts]);
  });

  it('has none where its heading names two', () => {
    const page = onePage({ ...approach, more: [[0.5, 0.062, '11-2', 10]] });
    expect(readPage(page)).toMatchObject({ number: null, revised: null });
  });

  it('has texts that are drawn twice only once', () => {
    const page = onePage(approach);
    const runs = page.runs.flatMap((run) => [run, { ...run, x: run.x + 0.8 }]);
    const [title] = page.runs.filter(({ text }) => text === approach.title);
    const piece = {
      ...title,
      text: 'CAT II ILS R',
      width: (title?.width ?? 0) * 0.7,
    } as (typeof runs)[number];
    expect(chartsOf({ ...page, runs })).toEqual([approachFacts]);
    expect(chartsOf({ ...page, runs: [...page.runs, piece] })).toEqual([approachFacts]);
    expect(chartsOf({ ...page, runs: [piece, ...page.runs] })).toEqual([approachFacts]);
  });
});

describe('a sheet with two charts', () => {
  const both = sheet(star, approach);

  it.each<[string, PageText]>([
    ['across', both],
    ['read from above', turned(both)],
    ['upside down', turned(turned(both))],
    ['read from below', threeTimes(both)],
    ['with a wider gap', sheet(star, approach, 444)],
    ['from the last run to the first', { ...both, runs: both.runs.toReversed() }],
  ])('has each with its facts: %s', (_form, page) => {
    expect(chartsOf(page)).toEqual([starFacts, approachFacts]);
  });

  it('says where each is', () => {
    const [left, right] = chartsOnPage(readPage(both)).map(({ region }) => region);
    const [, , width = 0] = left ?? [];
    expect(width).toBeGreaterThan(398 / 842);
    expect(width).toBeLessThan(448 / 842);
    expect(left).toEqual([0, 0, width, 1]);
    expect(right).toEqual([width, 0, 1 - width, 1]);
    const [above] = chartsOnPage(readPage(turned(both))).map(({ region }) => region);
    expect(above).toEqual([0, 0, 1, width]);
    const [below] = chartsOnPage(readPage(threeTimes(both))).map(({ region }) => region);
    expect(below).toEqual([0, 1 - width, 1, width]);
  });

  it('never gives the facts of one for both', () => {
    const unread = sheet(star, { ...approach, date: '', place: '' });
    expect(chartsOf(unread)[0]).toEqual(starFacts);
    expect(chartsOf(unread)[1]).toMatchObject({ airport: null, number: null, revised: null });
    const unnamed = sheet({ ...star, number: '', date: '' }, approach);
    expect(chartsOf(unnamed)[0]).toMatchObject({ number: null, revised: null });
    expect(chartsOf(unnamed)[1]).toEqual(approachFacts);
  });

  it('has its region where it is alone on a sheet, and none of its facts for a half that has no heading', () => {
    const none = { number: '', date: '', city: '' };
    const [left, right] = [sheet(star, none), sheet(none, approach)].map((page) => ({
      ...page,
      // Of the other half's heading only its picture is there.
      runs: page.runs.filter(({ text }) => text !== 'JEPPESEN'),
    }));
    expect(left && chartsOf(left)[0]).toEqual(starFacts);
    expect(right && chartsOf(right)[1]).toEqual(approachFacts);
    const only = { ...both, runs: both.runs.filter(({ x }) => x < 421) };
    expect(chartsOf(only)).toEqual([starFacts]);
    expect(readPage(only).region?.[2]).toBeLessThan(0.6);
  });

  it('is none where one chart is as wide as the sheet, with its heading at the right', () => {
    const half = sheet({ number: '', date: '', city: '' }, approach);
    const wide = { ...half, runs: half.runs.filter(({ x, y }) => x > 421 || (y > 80 && y < 540)) };
    expect(chartsOf(wide)).toEqual([approachFacts]);
    expect(readPage(wide).region).toBeNull();
  });

  it('counts as two', () => {
    const counted = summaryOf([readPage(both)]).same.reduce((sum, { charts }) => sum + charts, 0);
    expect(counted).toBe(2);
  });
});

describe('the airport of a chart that only names a city', () => {
  const page = (change: Partial<DrawnChart>, number: number) =>
    readPage(onePage({ ...approach, city: 'NEUSTADT, NEVERLAND', ...change }), number);
  const airports = (pages: ChartPage[]) => shareAirports(pages).map(({ airport }) => airport?.value ?? null);

  it('is that of the other charts of the city', () => {
    const without = page({ place: '' }, 1);
    expect(without).toMatchObject({ airport: null, city: { value: 'NEUSTADT, NEVERLAND' } });
    expect(airports([without, page({ place: 'EZAA' }, 2)])).toEqual(['EZAA', 'EZAA']);
    const second = readPage(sheet({ ...star, place: '' }, { ...approach, place: '' }));
    const shared = shareAirports([second, page({}, 2)])[0];
    expect(shared && chartsOnPage(shared).map(({ airport }) => airport?.value)).toEqual(['EZAA', 'EZAA']);
  });

  it('is not found where only another airport, or another city, is known, or two are', () => {
    const without = page({ place: '' }, 1);
    expect(airports([without])).toEqual([null]);
    expect(airports([without, page({ number: '21-1' }, 2)])[0]).toBeNull();
    expect(airports([without, page({ city: 'ALTSTADT, NEVERLAND' }, 2)])[0]).toBeNull();
    expect(airports([without, page({}, 2), page({ place: 'EZBB' }, 3)])[0]).toBeNull();
  });
});

describe('a notice of the print', () => {
  const printed = (notice: string) => readPage(onePage({ ...approach, notice }));

  it('is no date of the chart', () => {
    const page = printed('Notice: After 11 Feb 2008 0901Z, this chart may no longer be valid. Disc 23-2007');
    expect(values(page)).toEqual(approachFacts);
    expect(page.print_valid_to?.value).toBe('2008-02-11');
    expect(documentStamp([page])).toEqual({ cycle: null, valid_to: '2008-02-10', expired: false });
  });

  it('says nothing where day and month may be either', () => {
    expect(printed('Notice: After 7.12.2006 0901Z').print_valid_to).toBeNull();
    expect(printed('Notice: After 1/24/2002').print_valid_to?.value).toBe('2002-01-24');
  });

  it.each([
    'NOTICE: PRINTED FROM AN EXPIRED REVISION. Disc 10-2008',
    'Terminal chart data cycle 01-2021 (Expired); Notice: After 21 Jan 2021, 0000Z',
  ])('may say that the data had expired: %s', (notice) => {
    const page = printed(notice);
    expect(values(page)).toEqual(approachFacts);
    expect(documentStamp([page]).expired).toBe(true);
  });
});

it('a page about the airport has no number, whatever runways it names', () => {
  const page = onePage({ number: '', date: '' });
  const runs = page.runs.filter(({ y }) => y > 0.2 * page.height);
  const heading = ([x, y, text, size]: [number, number, string, number]) => ({
    ...{ x: x * 595, y: y * 842, text, size, width: text.length * size * 0.6, angle: 0 },
  });
  const info = {
    ...page,
    runs: [
      ...[0, 0.4, 0.8].map((x) => ({ ...heading([0.8, 0.04, 'JEPPESEN', 9]), x: 476 + x })),
      heading([0.05, 0.04, 'Airport Information', 14]),
      heading([0.05, 0.065, 'EZAA (Neustadt)', 14]),
      heading([0.05, 0.12, '18-36', 8]),
      ...runs,
    ],
  };
  expect(chartsOf(info)).toEqual([
    expect.objectContaining({ airport: 'EZAA', kind: 'text', title: 'Airport Information', number: null }),
  ]);
});

describe('whatever else a page says, and whatever is missing', () => {
  const anyNumber = fc.constantFrom(
    '10-4',
    '37-35',
    '51-20',
    '10-3B',
    '18-36',
    '12 JAN 06',
    '3 MAY 07',
    'ATIS',
  );
  const anyText = fc.tuple(
    fc.double({ min: 0.05, max: 0.9, noNaN: true }),
    fc.double({ min: 0.125, max: 0.9, noNaN: true }),
    anyNumber,
    fc.double({ min: 6, max: 10, noNaN: true }),
  );
  const kept = fc.record({ place: fc.boolean(), number: fc.boolean(), date: fc.boolean() });
  const anyHalf = fc.record({ kept, more: fc.array(anyText, { maxLength: 6 }) });
  type Half = {
    kept: { place: boolean; number: boolean; date: boolean };
    more: [number, number, string, number][];
  };
  const without = (chart: DrawnChart, { kept: { place, number, date }, more }: Half): DrawnChart => ({
    ...chart,
    more,
    ...(place ? {} : { place: '' }),
    ...(number ? {} : { number: '' }),
    ...(date ? {} : { date: '' }),
  });

  it('a chart has its own facts, or none', () => {
    fc.assert(
      fc.property(anyHalf, anyHalf, fc.nat(3), (one, other, turns) => {
        let page = sheet(without(star, one), without({ ...approach, place: 'EZBB/BBB' }, other));
        for (let count = 0; count < turns; count += 1) page = turned(page);
        const charts = chartsOf(page);
        for (const fact of ['airport', 'number', 'kind', 'revised', 'effective_from'] as const) {
          const [left, right] = [starFacts, { ...approachFacts, airport: 'EZBB' }];
          if (charts.length === 2) {
            expect([left[fact], null]).toContain(charts[0]?.[fact]);
            expect([right[fact], null]).toContain(charts[1]?.[fact]);
          } else if (fact !== 'airport') expect(charts[0]?.[fact]).toBeNull();
        }
        if (one.kept.number && one.kept.date && other.kept.number && other.kept.date)
          expect(charts.map(({ number }) => number)).toEqual(['10-2A', '11-1A']);
      }),
      { numRuns: 300 },
    );
  });
});
