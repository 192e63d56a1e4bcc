import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ChartKind, ChartPage } from '../../main/charts/rules/chart.ts';
import { documentStamp } from '../../main/charts/rules/stamped-cycle.ts';
import { chartOf, fact } from '../reading/stores.ts';
import { at, margin, read } from './page.ts';

describe('the cycle stamped on a page', () => {
  const body = at(0.3, 0.5, 'Missed approach: climb to 3000');
  const cycleOf = (...texts: string[]) =>
    read([...texts.map((text, index) => at(0.1, 0.95 + index * 0.02, text)), body]).stamped_cycle?.value ??
    null;

  it.each([
    ['AIRAC 2610', '2610'],
    ['AIRAC 2610 · effective 01 OCT 2026', '2610'],
    ['AIRAC CYCLE: 2610', '2610'],
    ['Airac cycle 2610, printed 13 Oct 2026', '2610'],
    ['Cycle 2701', '2701'],
    ['Terminal chart data cycle 01-2021 (Expired)', '2101'],
    // Its own first day contradicts it.
    ['AIRAC 2610 · effective 29 OCT 2026', null],
    // The amendment of a chart, which stays valid for years.
    ['AIRAC AMDT 11/2016', null],
    ['AIRAC AMDT 2610', null],
    ['AIP AMENDMENT CYCLE 2610', null],
    // No cycle has this number.
    ['AIRAC 2615', null],
    ['AIRAC 2600', null],
    ['CYCLE 26101', null],
    ['REFUEL CYCLE 10/2026', null],
    ['Cycle time 2610', null],
  ])('%s: %s', (text, cycle) => {
    expect(cycleOf(text)).toBe(cycle);
  });

  it('is not known where the page names two', () => {
    expect(cycleOf('AIRAC 2610', 'AIRAC 2610')).toBe('2610');
    expect(cycleOf('AIRAC 2610', 'AIRAC 2611')).toBeNull();
  });

  it('is read in the margin, and never in the body of a page', () => {
    expect(read([margin('AIRAC 2610'), body]).stamped_cycle?.value).toBe('2610');
    expect(read([at(0.3, 0.45, 'AIRAC 2610'), body]).stamped_cycle).toBeNull();
  });
});

describe('the validity of a cover', () => {
  const coverOf = (...texts: string[]) =>
    read([
      at(0.2, 0.3, 'TRIP KIT', 30),
      at(0.2, 0.35, 'EHAM EGLL', 14),
      ...texts.map((text, index) => at(0.2, 0.5 + index * 0.04, text, 12)),
    ]);

  it.each([
    ['VALID UNTIL 29 OCT 2026', '2026-10-29'],
    ['Valid to: 29 Oct 2026', '2026-10-29'],
    ['VALID 01 OCT 2026 - 29 OCT 2026', '2026-10-29'],
    ['Expires 2026-10-29', '2026-10-29'],
    ['FIRST EDITION 29 OCT 2026', null],
    ['VALID FROM 01 OCT 2026', null],
  ])('%s: %s', (text, last) => {
    const page = coverOf(text);
    expect(page.kind?.value).toBe('cover');
    expect(page.effective_to?.value ?? null).toBe(last);
    expect([page.revised, page.effective_from]).toEqual([null, null]);
  });

  it('is not known where two days are named', () => {
    expect(coverOf('VALID UNTIL 29 OCT 2026', 'VALID UNTIL 26 NOV 2026').effective_to).toBeNull();
  });
});

function page(number: number, kind: ChartKind | null, cycle: string | null): ChartPage {
  return chartOf(number, { kind: kind && fact(kind), stamped_cycle: cycle === null ? null : fact(cycle) });
}

test('a document has the cycle of its cover, or the one of all its pages', () => {
  const cycles = (...pages: [ChartKind | null, string | null][]) =>
    documentStamp(pages.map(([kind, cycle], index) => page(index + 1, kind, cycle))).cycle;
  expect(cycles(['sid', '2610'], ['approach', '2610'])).toBe('2610');
  expect(cycles(['cover', null], ['sid', '2610'], [null, '2610'])).toBe('2610');
  // One that is not stamped may have come from elsewhere.
  expect(cycles(['sid', '2610'], ['approach', null], [null, '2610'])).toBeNull();
  expect(cycles(['cover', '2610'], ['sid', null])).toBe('2610');
  expect(cycles(['cover', '2610'], ['sid', '2611'])).toBeNull();
  // A single page may name its own amendment.
  expect(cycles(['approach', '2610'])).toBeNull();
  // Flight plans name the cycle of the navigation database.
  expect(cycles(['flight_plan', '2611'], ['sid', '2610'], ['star', '2610'])).toBe('2610');
  expect(cycles()).toBeNull();
});

test('no document has a cycle that one of its charts contradicts', () => {
  const anyPage = fc.tuple(
    fc.constantFrom<ChartKind | null>('cover', 'contents', 'sid', 'approach', 'notam', 'text', null),
    fc.constantFrom('2610', '2611', null),
  );
  fc.assert(
    fc.property(fc.array(anyPage, { maxLength: 8 }), (pages) => {
      const { cycle } = documentStamp(pages.map(([kind, own], index) => page(index + 1, kind, own)));
      if (cycle === null) return;
      const others = pages.filter(([kind, own]) => kind !== 'notam' && own !== null && own !== cycle);
      expect(others).toEqual([]);
    }),
  );
});
