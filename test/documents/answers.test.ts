/** What a page of a document may say of charts: within the contract, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import { chartKinds } from '../../main/charts/rules/chart-kinds.ts';
import { MAX_ANSWER_BYTES, parseAnswer } from '../../main/documents/jobs/answers.ts';
import { boundedChart } from '../../main/documents/jobs/shape.ts';
import { chartPage } from '../../preload/contract.ts';
import { anyLetter } from '../any-letter.ts';
import { chartOf, fact } from '../reading/stores.ts';

const piece = (...charts: unknown[]) =>
  parseAnswer('extract', JSON.stringify({ pages: charts.map((chart) => ({ text: '', chart })) }));

const found = <T>(value: fc.Arbitrary<T>) =>
  fc.option(
    fc.record({ value, words: fc.array(fc.string({ unit: anyLetter, maxLength: 1200 }), { maxLength: 24 }) }),
  );
const longText = fc.string({ unit: anyLetter, maxLength: 1200 });
const day = fc.constantFrom('2016-10-13', '2024-02-29');
const share = fc.double({ min: 0.01, max: 1, noNaN: true });
const facts = {
  region: fc.option(fc.tuple(share, share, share, share)),
  city: found(longText),
  print_valid_to: found(day),
  print_expired: found(fc.constant<true>(true)),
  airport: found(fc.string({ maxLength: 12 })),
  kind: found(fc.constantFrom(...chartKinds)),
  title: found(longText),
  number: found(fc.string({ maxLength: 300 })),
  revised: found(day),
  effective_from: found(day),
  effective_to: found(day),
  stamped_cycle: found(fc.constantFrom('2610', '2701')),
};
const anyChart: fc.Arbitrary<ChartPage> = fc.record({
  page: fc.integer({ min: 1, max: 20_000 }),
  text: fc.constantFrom('read', 'none', 'refused'),
  publisher: fc.option(longText),
  ...facts,
  more: fc.array(fc.record(facts), { maxLength: 3 }),
});

test('whatever a document writes, its charts fit into the answer, and into the contract', () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const bounded = boundedChart(chart);
      expect(piece(bounded)).toEqual({ pages: [{ text: '', chart: JSON.parse(JSON.stringify(bounded)) }] });
      expect(chartPage.safeParse(bounded).success).toBe(true);
      // Two pages are read at a time, the longest text and charts of each among them.
      expect(Buffer.byteLength(JSON.stringify(bounded)) * 2).toBeLessThan(MAX_ANSWER_BYTES / 2);
    }),
    { numRuns: 60 },
  );
});

test.each<[string, unknown]>([
  ['no page', { ...chartOf(1), page: 0 }],
  ['another state of its text', { ...chartOf(1), text: 'guessed' }],
  ['a kind that is none', chartOf(1, { kind: fact('secret') as never })],
  ['a day that is none', chartOf(1, { revised: fact('2026-02-30') })],
  ['a day of another form', chartOf(1, { effective_to: fact('13 OCT 2016') })],
  ['words without end', chartOf(1, { title: { value: 'x', words: Array(21).fill('x') } })],
  ['a word without end', chartOf(1, { title: { value: 'x', words: ['x'.repeat(1001)] } })],
  ['a title without end', chartOf(1, { title: fact('x'.repeat(1001)) })],
  ['words that are none', chartOf(1, { title: { value: 'x', words: [7] as never } })],
  ['more than a chart has', { ...chartOf(1), script: 'x' }],
  ['less than a chart has', { page: 1, text: 'read' }],
  ['nothing', null],
])('a chart with %s is refused', (_what, chart) => {
  expect(piece(chart)).toBeNull();
  expect(piece(chartOf(1))).not.toBeNull();
});

test.each(['extract', 'content'] as const)(
  'pieces of a shape end: one that is not full is the last (%s)',
  (kind) => {
    const size = [600, 800];
    const shape = (sizes: number, more: boolean) =>
      parseAnswer(kind, JSON.stringify({ sizes: Array(sizes).fill(size), outline: [], more }));
    expect(shape(1000, true)).not.toBeNull();
    expect(shape(999, false)).not.toBeNull();
    expect(shape(999, true)).toBeNull();
    expect(shape(0, true)).toBeNull();
    expect(shape(1001, false)).toBeNull();
  },
);
