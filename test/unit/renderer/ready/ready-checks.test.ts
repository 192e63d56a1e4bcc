import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdentityState, Kit } from '../../../../preload/contract.ts';
import {
  type Check,
  checkKit,
  checkLaptop,
  nextFlights,
  verdict,
} from '../../../../renderer/ready/ready-checks.ts';
import { strings } from '../../../../renderer/strings/strings.ts';
import { baseKit } from '../fake-data.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-21T08:00:00Z');
const sha256 = 'a'.repeat(64);
const iso = (ms: number) => new Date(ms).toISOString();

function kit(hoursToDeparture: number, more: Partial<Kit> = {}): Kit {
  return {
    ...baseKit(now - HOUR, {
      origin: 'EHAM',
      destination: 'KJFK',
      departure: iso(now + hoursToDeparture * HOUR),
    }),
    state: 'ready',
    acknowledged: true,
    document: { bytes: 1, pages: 1, sha256 },
    ...more,
  };
}
const sound = { state: 'sound' as const, at: iso(now) };
const states = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, says }) => [name, says]));

describe('the next flights', () => {
  it('are those of the next day and a half, the first first, and of a flight the newest kit', () => {
    const kits = [kit(30), kit(2), kit(-0.5), kit(-3), kit(40), kit(3, { superseded_by: kit(1).id })];
    const found = nextFlights(kits, now).map((one) => (Date.parse(one.trip?.departure ?? '') - now) / HOUR);
    expect(found).toEqual([-0.5, 2, 30]);
  });

  it('are none where no departure is known', () => {
    expect(nextFlights([baseKit(now, { origin: 'EHAM', destination: 'KJFK' })], now)).toEqual([]);
  });
});

describe('a flight’s kit', () => {
  it('is ready where everything is right', () => {
    const checks = checkKit(kit(2), sound, now);
    expect(verdict(checks)).toBe('ok');
    expect(checks.map(({ name }) => name)).toEqual(['document', 'verified', 'warnings', 'cycle']);
  });

  it('is not while any single thing is not', () => {
    expect(verdict(checkKit(kit(2, { state: 'failed' }), null, now))).toBe('bad');
    expect(verdict(checkKit(kit(2, { state: 'downloading' }), null, now))).toBe('wait');
    expect(verdict(checkKit(kit(2), null, now))).toBe('wait');
    expect(verdict(checkKit(kit(2), { state: 'altered', at: iso(now), what: '' }, now))).toBe('bad');
    expect(verdict(checkKit(kit(2, { acknowledged: false }), sound, now))).toBe('bad');
  });

  it('says whether the cycle changes before departure or has changed already', () => {
    const change = Date.parse('2026-11-26T00:00:00Z');
    const departs = { origin: 'EHAM', destination: 'KJFK', departure: iso(change + HOUR) };
    const early = kit(0, { trip: departs, created_at: iso(change - 24 * HOUR) });
    expect(states(checkKit(early, sound, change - HOUR)).cycle).toBe('changes');
    expect(states(checkKit(early, sound, change + 1)).cycle).toBe('outdated');
    expect(states(checkKit({ ...early, created_at: iso(change + 1) }, sound, change + 2)).cycle).toBe(
      'current',
    );
  });
});

describe('the laptop', () => {
  const usable = (valid_to: number, level: 'none' | 'soon' = 'none') =>
    ({
      state: 'usable',
      stored: true,
      identity: { valid_to: iso(valid_to), expiry: { level, days: 1, message: null } },
    }) as unknown as IdentityState;
  const machine = { free_bytes: 50e9, battery: { level: 0.8, charging: false } };

  it('is ready with a valid certificate, room and charge', () => {
    const checks = checkLaptop(usable(now + 1000 * HOUR), machine, now + HOUR);
    expect(verdict(checks)).toBe('ok');
  });

  it('says what may run out', () => {
    const of = (identity: IdentityState | null, more: Partial<typeof machine> | null) =>
      states(checkLaptop(identity, more === null ? null : { ...machine, ...more }, now + 2 * HOUR));
    expect(of(usable(now + HOUR), {}).identity).toBe('ends');
    expect(of(usable(now + 99 * HOUR, 'soon'), {}).identity).toBe('soon');
    expect(of({ state: 'none' }, {}).identity).toBe('none');
    expect(of(null, null)).toEqual({ identity: 'checking', disk: 'checking' });
    expect(of(null, { free_bytes: 5e8 }).disk).toBe('low');
    expect(of(null, { battery: { level: 0.05, charging: false } }).battery).toBe('empty');
    expect(of(null, { battery: { level: 0.05, charging: true } }).battery).toBe('charging');
    expect(states(checkLaptop(null, { ...machine, battery: null }, now)).battery).toBeUndefined();
  });
});

it('every check has a sentence, and green is said only where every single check is', () => {
  const anyState = fc.constantFrom('ready', 'failed', 'unconfirmed', 'generating', 'requesting' as const);
  const soundness = fc.constantFrom(
    null,
    sound,
    { state: 'checking' as const },
    { state: 'unchecked' as const, what: '' },
    { state: 'altered' as const, at: iso(now), what: '' },
  );
  fc.assert(
    fc.property(
      anyState,
      soundness,
      fc.boolean(),
      fc.integer({ min: -1, max: 900 }),
      (state, found, read, hours) => {
        const checks = checkKit(kit(hours, { state: state as Kit['state'], acknowledged: read }), found, now);
        for (const { name, says } of checks) expect(strings.ready.checks[`${name}.${says}`]).toBeTruthy();
        if (verdict(checks) === 'ok') expect(checks.every((check) => check.state === 'ok')).toBe(true);
      },
    ),
  );
});
