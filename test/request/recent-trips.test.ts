import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextTrip, recentTrips } from '../../renderer/request/request-form.tsx';

const kit = (created_at: string, flight: string | null, departure?: string) => ({
  created_at,
  trip: flight ? { origin: 'EHAM', destination: 'KJFK', flight, ...(departure ? { departure } : {}) } : null,
});

describe('recent trips', () => {
  it('come once each, the newest first, and without tracked kits', () => {
    const kits = [
      kit('2026-11-18T09:00:00Z', 'KLM1'),
      kit('2026-11-20T09:00:00Z', 'KLM2', '2026-11-20T10:45:00Z'),
      kit('2026-11-19T09:00:00Z', 'KLM2', '2026-11-19T10:45:00Z'),
      kit('2026-11-21T09:00:00Z', null),
    ];
    expect(recentTrips(kits, 4).map(({ flight, departure }) => [flight, departure])).toEqual([
      ['KLM2', '2026-11-20T10:45:00Z'],
      ['KLM1', undefined],
    ]);
    expect(recentTrips(kits, 1)).toHaveLength(1);
  });
});

describe('the next such flight', () => {
  it('leaves at the same time of day, today if that is still to come', () => {
    const trip = { origin: 'EHAM', destination: 'KJFK', departure: '2026-11-18T10:45:00Z' };
    expect(nextTrip(trip, Date.parse('2026-11-21T09:00:00Z')).departure).toBe('2026-11-21T10:45:00Z');
    expect(nextTrip(trip, Date.parse('2026-11-21T11:00:00Z')).departure).toBe('2026-11-22T10:45:00Z');
    // Its aircraft and crew are those of that day.
    const marked = { ...trip, remarks: 'Reg PH-BXA' };
    expect(nextTrip(marked, Date.parse('2026-11-18T09:00:00Z'))).toEqual(marked);
    expect(nextTrip(marked, Date.parse('2026-11-18T11:00:00Z'))).not.toHaveProperty('remarks');
  });

  it('stays as it is where it has no departure, or one that is still to come', () => {
    const now = Date.parse('2026-11-21T09:00:00Z');
    expect(nextTrip({ origin: 'EHAM', destination: 'KJFK' }, now).departure).toBeUndefined();
    const later = { origin: 'EHAM', destination: 'KJFK', departure: '2026-12-24T10:45:00Z' };
    expect(nextTrip(later, now)).toEqual(later);
  });

  it('is never in the past and within a day of now', () => {
    const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(time, time, (departure, now) => {
        const text = new Date(Math.floor(departure / 1000) * 1000).toISOString().replace('.000Z', 'Z');
        const next = Date.parse(
          nextTrip({ origin: 'A', destination: 'B', departure: text }, now).departure ?? '',
        );
        expect(next).toBeGreaterThanOrEqual(Math.min(now, Date.parse(text)));
        if (Date.parse(text) < now) expect(next - now).toBeLessThan(86_400_000);
      }),
    );
  });
});
