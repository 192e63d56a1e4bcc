import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentDate, Kit } from '../../preload/contract.ts';
import {
  cautionWords,
  chipWords,
  cycleAt,
  dateWords,
  evidenceOf,
  factWords,
  kitAirac,
  leadWords,
  madeBetween,
  searchWords,
} from '../../renderer/kits/airac.ts';
import { aKit } from '../kits.ts';

const document = { bytes: 1, sha256: 'ab', pages: 1 };
const at = (text: string) => Date.parse(text);
const date = (evidence: DocumentDate['evidence'], to: string, from?: string): DocumentDate => ({
  evidence,
  at: to,
  ...(from === undefined ? {} : { from }),
});
const requested = (when: string) => date('request', when);
const trip = { origin: 'EGLL', destination: 'KJFK' };

/** A kit that came here on `arrived`; for a flight, or tracked. */
function kit(dates: DocumentDate[], arrived: string, departure?: string | null): Kit {
  return aKit({
    state: 'ready',
    document,
    dates,
    created_at: arrived,
    state_since: arrived,
    trip: departure === undefined ? null : { ...trip, ...(departure === null ? {} : { departure }) },
  });
}

const airacOf = (one: Kit, now: string) => {
  const airac = kitAirac(one, at(now));
  if (!airac) throw new Error('no document');
  return airac;
};
const said = (one: Kit, now: string) => {
  const airac = airacOf(one, now);
  const caution = cautionWords(one, airac);
  return [leadWords(airac), caution && chipWords(airac), factWords(airac), caution];
};

describe('a kit that is tracked', () => {
  // Generated in 2611, tracked on 26 November.
  const arrived = '2026-11-26T09:00:00.000Z';
  const now = '2026-11-26T10:00:00Z';

  test('is of no cycle because tracking began in it', () => {
    const tracked = kit([], arrived);
    expect(airacOf(tracked, now)).toMatchObject({ state: 'unknown', cycle: null, lead: null });
    expect(said(tracked, now)).toEqual([
      'Cycle not known',
      'Cycle not known',
      'Cycle not known',
      'It is not known in which AIRAC cycle this kit was made. Look at the dates printed on its charts.',
    ]);
    expect(searchWords(tracked)).toBe('Cycle not known');
  });

  test('is of the cycle that the PDF is dated in', () => {
    const dated = kit([date('document', '2026-11-03T08:00:00.000Z')], arrived);
    expect(airacOf(dated, now)).toMatchObject({
      state: 'outdated',
      cycle: { id: '2611' },
      lead: { by: 'document' },
    });
    expect(dateWords(dated)).toEqual(['PDF dated 3 Nov 2026 08:00Z (cycle 2611)']);
    expect(said(dated, now)).toEqual([
      'PDF dated in cycle 2611',
      'Made before AIRAC 2612',
      'PDF dated in cycle 2611',
      'PDF dated in cycle 2611. Cycle 2612 has been in effect since 26 Nov 2026: ask whoever requested this kit for a new one.',
    ]);
  });

  test('was made no later than it was stored; since when is not known', () => {
    const stored = kit([date('storage', '2026-11-03T08:00:00.000Z')], arrived);
    expect(airacOf(stored, now)).toMatchObject({ state: 'outdated', cycle: null, lead: null });
    expect(said(stored, now)[0]).toBe('Cycle not known');
    // It may be older than the cycle in which it was stored.
    expect(airacOf(stored, '2026-11-20T10:00:00Z').state).toBe('unknown');
    expect(dateWords(stored)).toEqual(['Stored 3 Nov 2026 08:00Z']);
  });
});

describe('a kit that was requested here', () => {
  const arrived = '2026-11-21T08:00:40.000Z';
  const seen = date('service', '2026-11-21T08:00:30.000Z', '2026-11-21T08:00:28.000Z');
  const request = requested('2026-11-21T08:00:00.000Z');

  test('is of the cycle of its flight where it was requested in it', () => {
    const one = kit([request], arrived, '2026-11-25T23:59:00Z');
    expect(airacOf(one, '2026-11-21T09:00:00Z')).toMatchObject({ state: 'current', departure: true });
    expect(said(one, '2026-11-21T09:00:00Z')).toEqual([
      'Requested in cycle 2611',
      null,
      'Requested in cycle 2611, the cycle of the flight’s date',
      null,
    ]);
  });

  test('was generated in a cycle only where that was seen', () => {
    const one = kit([request, seen], arrived, '2026-11-25T23:59:00Z');
    expect(leadWords(airacOf(one, '2026-11-21T09:00:00Z'))).toBe('Generated in cycle 2611');
    const midnight = date('service', '2026-11-26T00:00:05.000Z', '2026-11-25T23:59:55.000Z');
    const late = kit(
      [requested('2026-11-25T23:59:30.000Z'), midnight],
      '2026-11-26T00:00:10.000Z',
      '2026-11-26T12:00:00Z',
    );
    expect(airacOf(late, '2026-11-26T01:00:00Z')).toMatchObject({ state: 'unknown', cycle: null });
    expect(cautionWords(late, airacOf(late, '2026-11-26T01:00:00Z'))).toBe(
      'Requested in cycle 2611. It is not known whether this kit was made before cycle 2612 took effect. Look at the dates printed on its charts.',
    );
  });

  test('a cycle that takes effect before departure is told, with what to do, in effect or not yet', () => {
    const one = kit([request, seen], arrived, '2026-11-26T00:00:00Z');
    const before = airacOf(one, '2026-11-21T09:00:00Z');
    expect(before).toMatchObject({ state: 'outdated', wanted: { id: '2612' }, inEffect: false });
    expect(cautionWords(one, before)).toBe(
      'Generated in cycle 2611. Cycle 2612 takes effect on 26 Nov 2026, before departure: request the kit again from then on. Charts may have been shipped ahead: the dates printed on them count.',
    );
    expect(chipWords(before)).toBe('AIRAC 2612 takes effect before departure');
    const after = airacOf(one, '2026-11-26T00:00:00Z');
    expect(after).toMatchObject({ state: 'outdated', inEffect: true });
    expect(cautionWords(one, after)).toContain('since 26 Nov 2026: request the kit again before departure.');
    expect(chipWords(after)).toBe('Made before AIRAC 2612');
    expect(cautionWords({ ...one, superseded_by: 'x' }, after)).toBeNull();
  });

  test('requested in one cycle and dated in the next: the PDF’s own date says when it was made', () => {
    const dated = date('document', '2026-11-26T06:00:00.000Z');
    const one = kit([request, dated], '2026-11-26T08:00:00.000Z', '2026-11-26T12:00:00Z');
    expect(airacOf(one, '2026-11-26T09:00:00Z')).toMatchObject({
      state: 'current',
      lead: { by: 'document' },
    });
  });

  test('once the flight is over nothing is to be done about it', () => {
    const one = kit(
      [requested('2026-10-20T08:00:00.000Z')],
      '2026-10-20T08:01:00.000Z',
      '2026-11-20T08:00:00Z',
    );
    expect(airacOf(one, '2026-11-20T20:00:00Z').state).toBe('outdated');
    const over = airacOf(one, '2026-11-21T09:00:00Z');
    expect([over.state, factWords(over), cautionWords(one, over)]).toEqual([
      'flown',
      'Requested in cycle 2610; the flight is over',
      null,
    ]);
  });

  test('without a departure today counts', () => {
    const one = kit([request], arrived, null);
    expect(airacOf(one, '2026-11-25T00:00:00Z')).toMatchObject({ state: 'current', departure: false });
    expect(airacOf(one, '2026-11-27T00:00:00Z')).toMatchObject({ state: 'outdated', inEffect: true });
    expect(factWords(airacOf(one, '2026-11-25T00:00:00Z'))).toBe('Requested in cycle 2611');
  });

  test('dates that contradict each other are shown as that', () => {
    const old = date('document', '2026-10-03T08:00:00.000Z');
    const one = kit([request, old], arrived, '2026-11-25T12:00:00Z');
    const airac = airacOf(one, '2026-11-21T09:00:00Z');
    expect(airac).toMatchObject({ state: 'conflict', conflict: true, cycle: null, lead: null });
    expect(chipWords(airac)).toBe('Dates contradict each other');
    expect(cautionWords(one, airac)).toBe(
      'The dates of this kit contradict each other: Requested 21 Nov 2026 08:00Z, PDF dated 3 Oct 2026 08:00Z (cycle 2610). It is not known in which AIRAC cycle it was made. Look at the dates printed on its charts.',
    );
    // Whichever of them is right, it was made in 2611.
    const same = kit(
      [request, date('document', '2026-11-03T08:00:00.000Z')],
      arrived,
      '2026-11-25T12:00:00Z',
    );
    expect(airacOf(same, '2026-11-21T09:00:00Z')).toMatchObject({ state: 'current', conflict: true });
    // Stored before it was requested: who knows when it was made.
    const stored = kit(
      [request, date('storage', '2026-11-03T08:00:00.000Z')],
      arrived,
      '2026-11-25T12:00:00Z',
    );
    expect(airacOf(stored, '2026-11-21T09:00:00Z')).toMatchObject({ state: 'conflict', cycle: null });
  });

  test('clocks that are some minutes apart contradict nothing', () => {
    const stored = date('storage', '2026-11-21T07:58:00.000Z');
    expect(madeBetween(kit([request, seen, stored], arrived, null))?.conflict).toBe(false);
  });

  test('a laptop whose clock is behind the service’s does not contradict it', () => {
    const one = kit([request, seen], '2026-11-01T00:00:00.000Z', '2026-11-25T12:00:00Z');
    expect(airacOf(one, '2026-11-01T00:00:00Z')).toMatchObject({ conflict: false, cycle: { id: '2611' } });
  });
});

test('a date that is known as a period is told as one', () => {
  const of = (from: string, to: string) => dateWords({ dates: [date('document', to, from)] })[0];
  expect(of('2026-11-03T00:00:00Z', '2026-11-03T23:59:59Z')).toBe('PDF dated 3 Nov 2026 (cycle 2611)');
  expect(of('2026-11-02T10:00:00Z', '2026-12-01T11:59:59Z')).toBe(
    'PDF dated between 2 Nov 2026 and 1 Dec 2026',
  );
});

test('while there is no document there is nothing to be known of', () => {
  expect(kitAirac(aKit(), at('2026-11-21T09:00:00Z'))).toBeNull();
  expect(searchWords(aKit())).toBe('');
});

const DAY = 86_400_000;
const utc = (ms: number) => new Date(ms).toISOString();
const span = fc.integer({ min: 0, max: 90 * 24 }).map((hours) => hours * 3_600_000);
const moment = fc.integer({ min: at('2026-06-01T00:00Z'), max: at('2027-03-01T00:00Z') });

/** A document that was made at a moment, and evidence that tells the truth about it. */
const truthful = fc
  .record({
    made: moment,
    kinds: fc.uniqueArray(fc.constantFrom('request', 'service', 'storage', 'document')),
    before: span,
    after: span,
    arrived: span,
    departs: fc.option(span, { nil: null }),
    now: span,
  })
  .map(({ made, kinds, before, after, arrived, departs, now }) => {
    const dates = kinds.map((evidence): DocumentDate => {
      if (evidence === 'request') return { evidence, at: utc(made - before) };
      if (evidence === 'storage') return { evidence, at: utc(made + after) };
      return {
        evidence: evidence as 'service' | 'document',
        from: utc(made - before),
        at: utc(made + after),
      };
    });
    const departure = departs === null ? null : utc(made + departs);
    return { made, one: kit(dates, utc(made + arrived), departure), now: made + now };
  });

describe('whatever is known (properties)', () => {
  test('of true evidence only what is true is said', () => {
    fc.assert(
      fc.property(truthful, ({ made, one, now }) => {
        const airac = kitAirac(one, now);
        expect(airac?.conflict).toBe(false);
        if (airac?.cycle) expect(airac.cycle).toEqual(cycleAt(made));
        if (airac?.state === 'current') expect(made).toBeGreaterThanOrEqual(airac.wanted.from);
        if (airac?.state === 'outdated') expect(made).toBeLessThan(airac.wanted.from);
        if (airac?.lead && airac.lead.by !== 'request') expect(airac.lead.cycle).toEqual(cycleAt(made));
        if (airac?.lead) expect(one.dates.some(({ evidence }) => evidence === airac.lead?.by)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('more of it never makes less known', () => {
    fc.assert(
      fc.property(truthful, fc.nat(3), ({ one, now }, left) => {
        const less = { ...one, dates: one.dates.filter((_, n) => n !== left) };
        const [few, all] = [kitAirac(less, now), kitAirac(one, now)];
        if (few?.cycle) expect(all?.cycle).toEqual(few.cycle);
        if (few && ['current', 'outdated'].includes(few.state)) expect(all?.state).toBe(few.state);
      }),
      { numRuns: 500 },
    );
  });

  test('evidence contradicts itself exactly where no day suits all of it, and then no cycle is named that none of it allows', () => {
    const days = fc.integer({ min: -60, max: 60 });
    const any = fc.uniqueArray(
      fc.record({
        evidence: fc.constantFrom('request', 'service', 'storage', 'document'),
        day: days,
        length: fc.nat(20),
      }),
      { selector: ({ evidence }) => evidence },
    );
    fc.assert(
      fc.property(any, (pieces) => {
        const zero = at('2026-11-21T00:00:00Z');
        const dates = pieces.map(({ evidence, day, length }) => ({
          evidence: evidence as DocumentDate['evidence'],
          from: utc(zero + day * DAY),
          at: utc(zero + (day + (evidence === 'service' || evidence === 'document' ? length : 0)) * DAY),
        }));
        const one = kit(dates, utc(zero + 200 * DAY), null);
        const allows = (day: number) => (piece: (typeof pieces)[number]) => {
          if (piece.evidence === 'request') return day >= piece.day;
          if (piece.evidence === 'storage') return day <= piece.day;
          return day >= piece.day && day <= piece.day + piece.length;
        };
        const grid = Array.from({ length: 400 }, (_, n) => n - 200);
        const suits = grid.some((day) => pieces.every(allows(day)));
        expect(madeBetween(one)?.conflict).toBe(!suits);
        const cycle = kitAirac(one, zero)?.cycle;
        if (!cycle) return;
        const within = grid.filter((day) => cycleAt(zero + day * DAY).id === cycle.id);
        expect(within.some((day) => pieces.some(allows(day)))).toBe(true);
        if (!suits)
          for (const piece of pieces)
            expect(
              grid.filter((day) => allows(day)(piece) && day <= 200).every((day) => within.includes(day)),
            ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a date that can’t be read is no evidence', () => {
    expect(
      evidenceOf({ dates: [date('storage', 'yesterday'), date('document', '2026-11-03', '2026-11-04')] }),
    ).toEqual([]);
  });
});

describe('a kit whose document is stamped', () => {
  const stamped = (
    cycle: string | null,
    valid_to: string | null,
    departure?: string | null,
    expired = false,
  ): Kit => ({
    ...kit([requested('2026-11-21T08:00:00.000Z')], '2026-11-21T08:00:40.000Z', departure),
    charts: {
      charts: 9,
      later: 0,
      expired: 0,
      undated: 0,
      without_text: 0,
      stamp: { cycle, valid_to, expired },
    },
  });
  const now = '2026-11-22T10:00:00Z';
  const caution = (one: Kit) => cautionWords(one, airacOf(one, now));

  test('with the cycle before the flight’s is amber, and says what to do', () => {
    const old = stamped('2610', null, '2026-11-23T10:00:00Z');
    expect(airacOf(old, now).state).toBe('stamped_older');
    expect(chipWords(airacOf(old, now))).toBe('This kit is stamped AIRAC 2610, the flight is in 2611');
    expect(caution(old)).toBe(
      'This kit is stamped AIRAC 2610, the flight is in 2611: request the kit again before departure.',
    );
    expect(factWords(airacOf(old, now))).toBe('Stamped AIRAC 2610');
  });

  test('with the flight’s cycle is right, whenever it was requested', () => {
    const ahead = stamped('2612', null, '2026-11-27T10:00:00Z');
    expect(airacOf(ahead, now)).toMatchObject({ state: 'current', wanted: { id: '2612' } });
    expect(caution(ahead)).toBeNull();
    expect(searchWords(ahead)).toBe('Stamped AIRAC 2612');
  });

  test('with a later cycle than the flight’s is amber; without a departure it is not', () => {
    expect(caution(stamped('2612', null, '2026-11-25T10:00:00Z'))).toBe(
      'This kit is stamped AIRAC 2612, the flight is in 2611.',
    );
    expect(caution(stamped('2612', null))).toBeNull();
    expect(caution(stamped('2610', null))).toBe(
      'This kit is stamped AIRAC 2610, today is in 2611: ask whoever requested this kit for a new one.',
    );
  });

  test('that ends before the flight is amber: on the last day unless a cycle ends then', () => {
    const lapsed = (valid_to: string, departure: string) =>
      airacOf(stamped(null, valid_to, departure), now).state;
    expect(lapsed('2026-11-24', '2026-11-24T23:59:00Z')).not.toBe('lapsed');
    expect(lapsed('2026-11-24', '2026-11-25T00:00:00Z')).toBe('lapsed');
    expect(lapsed('2026-11-26', '2026-11-25T23:59:00Z')).not.toBe('lapsed');
    expect(lapsed('2026-11-26', '2026-11-26T00:00:00Z')).toBe('lapsed');
    expect(caution(stamped('2612', '2026-11-24', '2026-11-27T10:00:00Z'))).toContain(
      'This kit is valid until 24 Nov 2026, as its pages say: request the kit again',
    );
  });

  test('as printed from expired data is amber', () => {
    const printed = stamped(null, null, '2026-11-24T10:00:00Z', true);
    expect(airacOf(printed, now).state).toBe('lapsed');
    expect(caution(printed)).toBe(
      'This kit was printed from expired data, as its pages say: request the kit again before departure.',
    );
  });
});
