import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChartKind } from '../../main/charts/rules/chart.ts';
import { chartKinds } from '../../main/charts/rules/chart-kinds.ts';
import type { OutlineEntry, PinName } from '../../preload/contract.ts';
import { findPages, findRows, groupsIn, isFiltering, noFilter } from '../../renderer/charts/chart-filter.ts';
import { chartOutline } from '../../renderer/charts/chart-outline.ts';
import { headerWords } from '../../renderer/charts/chart-words.tsx';
import { inFlightOrder, inOwnOrder, movedTo } from '../../renderer/charts/pin-order.ts';
import { byPage, shownCharts } from '../../renderer/charts/shown-chart.ts';
import { aPage, sampleCharts } from './sample-charts.ts';

const DEPARTS = Date.parse('2026-11-21T10:45:00Z');
const charts = shownCharts(sampleCharts, DEPARTS);
const pages = byPage(charts);
const words = (page: number) => headerWords(pages.get(page) ?? null, page, 24);

/** A pin of a page, or of a chart of a sheet. */
const aPin = (max: number): fc.Arbitrary<PinName> =>
  fc.oneof(fc.integer({ min: 1, max }), fc.tuple(fc.integer({ min: 1, max }), fc.nat(2)));

describe('what the header says', () => {
  test('the chart, the page, and its dates, the ones that matter most first', () => {
    expect(words(4)).toEqual({
      name: 'EGLL › ILS/DME RWY 27L',
      at: '4/24',
      flag: null,
      dates: ['effective 29 Oct – 26 Nov 2026', 'revised 4 Sep 2026'],
      whole: 'EGLL › ILS/DME RWY 27L, page 4 of 24 · effective 29 Oct – 26 Nov 2026 · revised 4 Sep 2026',
    });
    expect(words(12).name).toBe('Weather');
    expect(words(13).whole).toBe('Page 13 of 24');
    expect(headerWords(null, 2, 9)).toMatchObject({ name: 'Page 2 of 9', at: null, flag: null, dates: [] });
  });

  test('a year that changes is said twice; one end alone by what it is', () => {
    const dates = (facts: Parameters<typeof aPage>[1]) => {
      const one = byPage(shownCharts([aPage(1, facts)], null)).get(1) ?? null;
      return headerWords(one, 1, 1).dates;
    };
    expect(dates({ from: '2026-12-24', to: '2027-01-21' })).toEqual(['effective 24 Dec 2026 – 21 Jan 2027']);
    expect(dates({ from: '2026-12-24' })).toEqual(['effective 24 Dec 2026']);
    expect(dates({ to: '2027-01-21' })).toEqual(['effective until 21 Jan 2027']);
  });

  test('what is not in effect at the departure is flagged; without a departure only what has no date', () => {
    expect([3, 5, 7, 8].map((page) => pages.get(page)?.chart.flag)).toEqual([
      null,
      'later',
      'expired',
      'undated',
    ]);
    const unknown = byPage(shownCharts(sampleCharts, null));
    expect([3, 5, 7, 8].map((page) => unknown.get(page)?.chart.flag)).toEqual([null, null, null, 'undated']);
    // Pages that are no charts need no date.
    expect([1, 2, 10, 12, 13].map((page) => pages.get(page)?.chart.flag)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('a chart of two pages: one of them with dates is enough, and they stand for the other', () => {
    const sid = { airport: 'EGLL', kind: 'sid', title: 'BEDEK 2J' } as const;
    const two = shownCharts([aPage(1, sid), aPage(2, { ...sid, from: '2026-10-29' })], DEPARTS);
    expect(two).toHaveLength(1);
    expect(two[0]?.flag).toBeNull();
    expect(headerWords(byPage(two).get(1) ?? null, 1, 2).dates).toEqual(['effective 29 Oct 2026']);
  });
});

const outline: readonly OutlineEntry[] = [
  { title: 'EGLL', level: 0, page: 3, down: 0 },
  { title: 'Final approach Heathrow', level: 1, page: 4, down: 0 },
  { title: 'Company briefing', level: 0, page: 14, down: 0.4 },
  { title: 'Web', level: 0, page: null, down: 0 },
];

describe('the filter', () => {
  const found = (query: string, choice: (typeof noFilter)['choice'] = null) =>
    findRows(charts, outline, { query, choice }).map(({ title, page }) => `${page} ${title}`);

  test('words in any order and case, in name, kind, number or heading; spaces do not matter', () => {
    expect(found('27l ILS')).toEqual(['4 EGLL › ILS/DME RWY 27L']);
    expect(found('rwy27l')).toEqual(['4 EGLL › ILS/DME RWY 27L']);
    expect(found('21-3')).toEqual(['4 EGLL › ILS/DME RWY 27L']);
    expect(found('heathrow')).toEqual(['4 EGLL › ILS/DME RWY 27L']);
    expect(found('kjfk approach')).toEqual(['5 KJFK › ILS OR LOC RWY 22L']);
    expect(found('nothing of this')).toEqual([]);
  });

  test('a heading that is no chart is found by its words, not by a kind', () => {
    expect(found('briefing')).toEqual(['14 Company briefing']);
    expect(found('', 'approach').map((row) => row.split(' ')[0])).toEqual(['4', '5', '9']);
    expect(found('', 'flagged').map((row) => row.split(' ')[0])).toEqual(['5', '7', '8']);
  });

  test('pages: of a chart all of them; a number is a page; nothing typed is all', () => {
    expect(findPages(24, charts, outline, noFilter)).toHaveLength(24);
    expect(findPages(24, charts, outline, { query: 'notam', choice: null })).toEqual([10, 11]);
    expect(findPages(24, charts, outline, { query: '17', choice: null })).toContain(17);
    expect(findPages(24, charts, outline, { query: '25', choice: null })).toEqual([]);
  });

  test('every row and page that is found is one of the document, in its order', () => {
    const query = fc.oneof(fc.string(), fc.constantFrom('ils', 'egll rwy', 'k', '2', '  '));
    const choice = fc.constantFrom(null, 'flagged', 'approach', 'other', 'notam');
    fc.assert(
      fc.property(query, choice, (query, choice) => {
        const filter = { query, choice } as typeof noFilter;
        const rows = isFiltering(filter) ? findRows(charts, outline, filter).map(({ page }) => page) : [];
        const all = findPages(24, charts, outline, filter);
        for (const list of [rows, all]) {
          expect(list.every((page) => page >= 1 && page <= 24)).toBe(true);
          expect([...list].sort((one, other) => one - other)).toEqual(list);
        }
        for (const page of rows) expect(all).toContain(page);
      }),
    );
  });

  test('only the kinds that are there are offered, and none where there is one alone', () => {
    expect(groupsIn(charts)).toEqual([
      'airport',
      'sid',
      'star',
      'approach',
      'text',
      'flight_plan',
      'notam',
      'weather',
      'other',
    ]);
    expect(groupsIn(shownCharts([aPage(1), aPage(2)], null))).toEqual([]);
  });
});

test('an outline of charts: airport, kind, chart; pages of which nothing is known are not in it', () => {
  const made = chartOutline(charts).map(({ title, level, page }) => `${'  '.repeat(level)}${title} ${page}`);
  expect(made.slice(9)).toEqual([
    'EGLL 3',
    '  Airport 3',
    '    Aerodrome chart 3',
    '  APP 4',
    '    ILS/DME RWY 27L 4',
    '  SID 6',
    '    BEDEK 2J 6',
    'KJFK 5',
    '  APP 5',
    '    ILS OR LOC RWY 22L 5',
    '  STAR 7',
    '    PARCH THREE 7',
    '  Airport 8',
    '    Airport diagram 8',
    'KBOS 9',
    '  APP 9',
    '    RNAV (GPS) RWY 33L 9',
  ]);
  expect(made.join('\n')).not.toContain('13');
  expect(chartOutline(shownCharts([aPage(1), aPage(2)], null))).toEqual([]);
});

describe('the order of the flight', () => {
  const trip = { origin: 'EGLL', destination: 'KJFK', alternates: ['KBOS', 'KEWR'] };

  test('departure, en route, destination, alternates; of the same rank by page', () => {
    const kinds: [string | undefined, ChartKind | undefined][] = [
      ['KEWR', 'approach'],
      ['KBOS', 'airport'],
      ['KBOS', 'approach'],
      ['KJFK', 'parking'],
      ['KJFK', 'airport'],
      ['KJFK', 'approach'],
      ['KJFK', 'star'],
      [undefined, 'flight_plan'],
      ['EINN', 'approach'],
      ['EGLL', 'sid'],
      ['EGLL', 'sid'],
      ['EGLL', 'airport'],
      ['EGLL', 'parking'],
    ];
    const given = kinds.map(([airport, kind], index) =>
      aPage(index + 1, { ...(airport && { airport }), ...(kind && { kind }), title: `Chart ${index}` }),
    );
    const order = inFlightOrder(
      given.map(({ page }) => page),
      byPage(shownCharts(given, null)),
      trip,
    );
    expect(order).toEqual([13, 12, 10, 11, 8, 9, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('a flight that comes back to its airport leaves first and arrives last', () => {
    const given = (['approach', 'star', 'sid', 'airport'] as const).map((kind, index) =>
      aPage(index + 1, { airport: 'EGLL', kind, title: `Chart ${index}` }),
    );
    const round = { origin: 'EGLL', destination: 'EGLL' };
    expect(inFlightOrder([1, 2, 3, 4], byPage(shownCharts(given, null)), round)).toEqual([4, 3, 2, 1]);
  });

  test('as a person has put them: those that were pinned since stand where the flight has them, and none is lost', () => {
    expect(inOwnOrder([1, 2, 3], null)).toEqual([1, 2, 3]);
    expect(inOwnOrder([1, 2, 3, 4], [4, 1, 3])).toEqual([4, 1, 2, 3]);
    expect(inOwnOrder([1, 2, 3], [3, 2])).toEqual([1, 3, 2]);
    // A page that is pinned no more is left out.
    expect(inOwnOrder([2, 3], [3, 9, 2, 3])).toEqual([3, 2]);
    const pages = fc.uniqueArray(aPin(30), { selector: String });
    fc.assert(
      fc.property(pages, fc.array(aPin(30)), (flight, own) => {
        const order = inOwnOrder(flight, own);
        const names = order.map(String);
        expect(names.toSorted()).toEqual(flight.map(String).sort());
        const wanted = new Set(own.map(String));
        expect(names.filter((name) => wanted.has(name))).toEqual(
          [...wanted].filter((name) => names.includes(name)),
        );
      }),
    );
    fc.assert(
      fc.property(pages, fc.nat(40), fc.integer({ min: -3, max: 40 }), (order, pick, place) => {
        fc.pre(order.length > 0);
        const pin = order[pick % order.length] ?? 0;
        const moved = movedTo(order, pin, place);
        expect(moved.indexOf(pin)).toBe(Math.min(order.length - 1, Math.max(0, place)));
        expect(moved.filter((one) => one !== pin)).toEqual(order.filter((one) => one !== pin));
      }),
    );
  });

  test('each pin once, whatever is known of its page; without a trip by page, on a sheet in its order', () => {
    const page = fc.record({
      airport: fc.constantFrom('EGLL', 'KJFK', 'KBOS', 'LFPG'),
      kind: fc.constantFrom(...chartKinds),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 20 }), fc.array(aPin(25)), (all, pinned) => {
        const known = byPage(
          shownCharts(
            all.map((one, index) => aPage(index + 1, one)),
            null,
          ),
        );
        const order = inFlightOrder(pinned, known, trip);
        const once = new Map(pinned.map((pin) => [String(pin), pin]));
        expect(order.map(String).sort()).toEqual([...once.keys()].sort());
        const place = (pin: PinName) => (typeof pin === 'number' ? 10 * pin : 10 * pin[0] + 1 + pin[1]);
        expect(inFlightOrder(pinned, known, null)).toEqual(
          [...once.values()].sort((one, other) => place(one) - place(other)),
        );
      }),
    );
  });
});
