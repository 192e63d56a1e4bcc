import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeSeal, sealKey, sealOf } from '../../main/documents/document-seal.ts';
import { aKit } from './samples.ts';

const key = sealKey(randomBytes(32));
const kit = aKit({
  state: 'ready',
  trip: { origin: 'EHAM', destination: 'KJFK', flight: 'KLM511', departure: '2026-11-21T10:00:00Z' },
  document: { bytes: 9, sha256: 'ab'.repeat(32), pages: 4 },
});
const document = kit.document ?? { bytes: 0, sha256: '', pages: 0 };

test('a seal holds for exactly what was sealed, in whatever order the trip was read', () => {
  const seal = sealOf(key, kit);
  const { departure = '', flight = '', ...route } = kit.trip ?? { origin: '', destination: '' };
  expect(judgeSeal(key, kit, seal)).toBe('intact');
  expect(judgeSeal(key, { ...kit, trip: { departure, flight, ...route } }, seal)).toBe('intact');
  // The state and times of a kit are no part of it: it stays what it is.
  const later = { ...kit, state: 'downloading' as const, state_since: 99 };
  expect(judgeSeal(key, later, seal)).toBe('intact');
});

test.each([
  ['the hash', { document: { ...document, sha256: 'cd'.repeat(32) } }, 'other_document'],
  ['the length', { document: { ...document, bytes: 10 } }, 'other_document'],
  ['the pages', { document: { ...document, pages: 5 } }, 'other_document'],
  ['the service’s id', { tripkit_id: 'TK-other' }, 'other_kit'],
  ['the destination', { trip: { ...kit.trip, origin: 'EHAM', destination: 'EGLL' } }, 'other_kit'],
  ['the trip itself', { trip: null }, 'other_kit'],
  ['the kit', { id: crypto.randomUUID() }, 'other_kit'],
] as const)('another value of %s breaks it', (_what, change, verdict) => {
  expect(judgeSeal(key, { ...kit, ...change }, sealOf(key, kit))).toBe(verdict);
});

test('a departure that a person enters later leaves the seal of the request whole', () => {
  const { departure = '', ...requested } = kit.trip ?? { origin: '', destination: '' };
  const seal = sealOf(key, { ...kit, trip: requested });
  expect(judgeSeal(key, { ...kit, entered: 'departure' }, seal)).toBe('intact');
  expect(judgeSeal(key, kit, seal)).toBe('other_kit');
  const other = { ...requested, destination: 'EGLL', departure };
  expect(judgeSeal(key, { ...kit, trip: other, entered: 'departure' }, seal)).toBe('other_kit');
  const tracked = sealOf(key, { ...kit, trip: null });
  expect(judgeSeal(key, { ...kit, entered: 'trip' }, tracked)).toBe('intact');
  // Saying that it was entered does not free what was requested.
  expect(judgeSeal(key, { ...kit, entered: 'departure' }, sealOf(key, kit))).toBe('other_kit');
});

test('without the key nobody makes one, and the seal tells nothing of it', () => {
  const forged = { ...sealOf(sealKey(randomBytes(32)), kit), key: key.id };
  expect(judgeSeal(key, kit, forged)).toBe('other_kit');
  expect(judgeSeal(sealKey(randomBytes(32)), kit, sealOf(key, kit))).toBe('other_key');
  expect(JSON.stringify(sealOf(key, kit))).not.toContain(key.secret.toString('hex'));
});

test('two kits have one seal only where they are the same in all that is sealed', () => {
  const some = fc.record({
    tripkit_id: fc.constantFrom(null, 'A', 'B'),
    trip: fc.constantFrom(
      null,
      { origin: 'EHAM', destination: 'KJFK' },
      { origin: 'EHAM', destination: 'EGLL' },
    ),
    document: fc.record({
      bytes: fc.constantFrom(1, 11),
      sha256: fc.constantFrom('aa', 'bb'),
      pages: fc.constantFrom(1, 11),
    }),
  });
  fc.assert(
    fc.property(some, some, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      const verdict = judgeSeal(key, { ...kit, ...other }, sealOf(key, { ...kit, ...one }));
      expect(verdict === 'intact').toBe(same);
    }),
  );
});
