/** Properties of the update policy: what may be done, whatever the facts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CHECK_EVERY_MS,
  circumstancesOf,
  decideUpdate,
  FIRST_CHECK_MS,
  MANAGED,
  nextCheckIn,
  PLANNED_AHEAD_MS,
  RETRY_MS,
  type UpdateFacts,
} from '../../main/updates/update-policy.ts';

const facts: fc.Arbitrary<UpdateFacts> = fc.record({
  status: fc.constantFrom('off', 'unavailable', 'idle', 'checking', 'downloading', 'ready', 'failed'),
  managed: fc.constantFrom('on', 'off'),
  reason: fc.option(fc.constantFrom('It was refused.', 'There is no place of updates.')),
  open_documents: fc.nat(3),
  unfinished_kits: fc.nat(3),
  planned_soon: fc.nat(3),
  cockpit: fc.boolean(),
  hours_open: fc.boolean(),
});

test('nothing is installed while a kit is open, fetched or due, and only what is ready', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { may_install } = decideUpdate(given);
      const free = given.open_documents + given.unfinished_kits + given.planned_soon === 0;
      expect(may_install).toBe(given.managed === 'on' && given.status === 'ready' && free && !given.cockpit);
    }),
  );
});

test('there is a sentence exactly where nothing may be installed', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { may_install, why_not } = decideUpdate(given);
      expect(why_not === null).toBe(may_install);
      if (why_not !== null) expect(why_not).toMatch(/^[\p{Lu}\d].*\.$/u);
    }),
  );
});

test('administrators’ off is the end of it: no check, no download, no installation', () => {
  fc.assert(
    fc.property(facts, (given) => {
      expect(decideUpdate({ ...given, managed: 'off' })).toEqual({
        may_check: false,
        may_download: false,
        may_install: false,
        why_not: MANAGED,
      });
    }),
  );
});

test('a kit has the network for itself, and no check runs twice', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { may_check, may_download } = decideUpdate(given);
      if (given.unfinished_kits > 0) expect(may_download).toBe(false);
      if (['checking', 'downloading', 'unavailable', 'off'].includes(given.status))
        expect(may_check).toBe(false);
    }),
  );
});

test('what counts as busy: kits on their way, not those that wait for a person; planned ones due soon', () => {
  const now = Date.UTC(2026, 10, 21);
  const kits = [
    { state: 'planned', due_at: now + PLANNED_AHEAD_MS },
    { state: 'planned', due_at: now + PLANNED_AHEAD_MS + 1 },
    { state: 'planned', due_at: null },
    { state: 'ready', due_at: now },
  ];
  expect(circumstancesOf(new Set(['a']), 3, kits, now, false)).toEqual({
    cockpit: false,
    open_documents: 1,
    unfinished_kits: 3,
    planned_soon: 2,
  });
});

test('checks are spread: some minutes after a start, then hours, sooner after a failure', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
      const within = (ms: number, from: number, to: number) => ms >= from && ms <= to;
      expect(within(nextCheckIn('start', random), FIRST_CHECK_MS, 8 * 60_000)).toBe(true);
      expect(within(nextCheckIn('success', random), CHECK_EVERY_MS, 6 * 3_600_000)).toBe(true);
      expect(within(nextCheckIn('failure', random), RETRY_MS, 3_600_000)).toBe(true);
    }),
  );
});
