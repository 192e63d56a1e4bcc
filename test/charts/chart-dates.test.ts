import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartName, datesAt } from '../../main/charts/rules/chart-dates.ts';

const fact = (value: string | null) => (value === null ? null : { value, words: [value] });
const at = (
  dates: { revised?: string; from?: string; to?: string },
  publisher: string | null,
  departure: string | null,
) =>
  datesAt(
    {
      revised: fact(dates.revised ?? null),
      effective_from: fact(dates.from ?? null),
      effective_to: fact(dates.to ?? null),
    },
    publisher,
    departure === null ? null : Date.parse(departure),
  );

describe('the dates of a chart at a departure', () => {
  const cycle = { from: '2014-04-03', to: '2014-05-01', revised: '2011-12-15' };

  it.each([
    ['faa', '2014-04-03T09:00:59Z', 'later'],
    ['faa', '2014-04-03T09:01:00Z', 'in_effect'],
    ['faa', '2014-05-01T09:00:59Z', 'in_effect'],
    ['faa', '2014-05-01T09:01:00Z', 'expired'],
    ['jeppesen', '2014-04-02T23:59:59Z', 'later'],
    ['jeppesen', '2014-04-03T00:00:00Z', 'in_effect'],
    ['aip', '2014-04-02T23:59:59Z', 'later'],
    ['aip', '2014-05-01T23:59:59Z', 'in_effect'],
    ['aip', '2014-05-02T00:00:00Z', 'expired'],
    [null, '2014-05-01T23:59:59Z', 'in_effect'],
    [null, '2014-05-02T00:00:00Z', 'expired'],
  ])('change over at the publisher’s time: %s at %s is %s', (publisher, departure, state) => {
    expect(at(cycle, publisher, departure)).toBe(state);
  });

  it('compare with nothing where there is no departure', () => {
    expect(at({ to: '2014-05-01' }, 'faa', null)).toBe('in_effect');
    expect(at({}, 'faa', null)).toBe('undated');
    expect(at({}, 'faa', '2026-11-23T10:00:00Z')).toBe('undated');
  });

  const MINUTE = 60_000;
  const moments = fc.integer({
    min: Date.parse('1990-01-01') / MINUTE,
    max: Date.parse('2040-01-01') / MINUTE,
  });
  const iso = (minutes: number) => new Date(minutes * MINUTE).toISOString();
  const days = fc.option(moments.map((minutes) => iso(minutes).slice(0, 10)));

  it('agree with the order of the times as text', () => {
    // ISO times sort as text does: the oracle never computes with ms.
    const times: Record<string, { from: string; to: string }> = {
      faa: { from: 'T09:01:00.000Z', to: 'T09:01:00.000Z' },
      jeppesen: { from: 'T00:00:00.000Z', to: 'T24' },
      aip: { from: 'T00:00:00.000Z', to: 'T24' },
      '': { from: 'T00:00:00.000Z', to: 'T24' },
    };
    fc.assert(
      fc.property(
        days,
        days,
        days,
        moments,
        fc.constantFrom(...Object.keys(times)),
        (revised, from, to, minutes, id) => {
          const departure = iso(minutes);
          const state = datesAt(
            { revised: fact(revised), effective_from: fact(from), effective_to: fact(to) },
            id === '' ? null : id,
            minutes * MINUTE,
          );
          const first = from ?? revised;
          const isEarly = first !== null && departure < first + times[id]?.from;
          const isLate = to !== null && departure >= to + times[id]?.to;
          const expected =
            first === null && to === null ? 'undated' : isEarly ? 'later' : isLate ? 'expired' : 'in_effect';
          expect(state).toBe(expected);
        },
      ),
    );
  });
});

describe('the name of a chart', () => {
  it('is what is known of airport and title', () => {
    const name = (airport: string | null, title: string | null) =>
      chartName({ airport: fact(airport), title: fact(title) });
    expect(name('KDEN', 'ILS OR LOC RWY 16R')).toBe('KDEN › ILS OR LOC RWY 16R');
    expect(name('KDEN', null)).toBe('KDEN');
    expect(name(null, 'HOT SPOTS')).toBe('HOT SPOTS');
    expect(name(null, null)).toBeNull();
  });
});
