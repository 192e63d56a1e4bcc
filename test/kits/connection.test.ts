import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kit } from '../../preload/contract.ts';
import { connectionLine, connectionOf } from '../../renderer/kits/connection-line.tsx';
import { aKit } from '../kits.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
type Reason = NonNullable<Kit['wait']>['reason'];

function waiting(
  activity: string,
  left: number | null,
  reason: Reason = 'trouble',
  { may_try = true, why }: { may_try?: boolean; why?: string } = {},
): Kit {
  const until = left === null ? null : new Date(NOW + left).toISOString();
  return aKit({
    id: crypto.randomUUID(),
    activity,
    wait: {
      reason,
      since: new Date(NOW).toISOString(),
      until,
      may_try,
      ...(why === undefined ? {} : { why }),
    },
  });
}
const AWAY = 'The service can’t be reached.';
const WHY = 'The trip kit service api.example could not be reached in time. Check the network connection.';

test('nothing is said where nothing waits for the connection', () => {
  const others = (['turn', 'identity', 'disk'] as const).map((reason) => waiting('It waits.', 5_000, reason));
  expect(connectionOf([])).toBeNull();
  expect(connectionOf([aKit(), ...others])).toBeNull();
});

test('one line: what is in the way, how many wait, and the earliest next try', () => {
  const kits = [
    waiting(AWAY, 55_000, 'trouble', { why: WHY }),
    waiting(AWAY, 119_500, 'trouble', { why: WHY }),
    waiting('The storage is busy.', 90_000),
  ];
  const connection = connectionOf(kits);
  if (!connection) throw new Error('Nothing waits.');
  expect(connectionLine(connection, NOW)).toBe(
    'The service can’t be reached. Next try 08:00Z. 3 kits waiting.',
  );
  // A time that has passed would be a lie.
  expect(connectionLine(connection, NOW + 55_000)).toContain('Trying again now.');
  expect(connection.reasons.map(({ text, why, kits: some }) => [text, why, some.length])).toEqual([
    [AWAY, WHY, 2],
    ['The storage is busy.', 'The storage is busy.', 1],
  ]);
});

test('a download that brings nothing has no next try, and one that is being tried has no time', () => {
  const silent = connectionOf([waiting('Nothing arrives.', null, 'silence')]);
  const tried = connectionOf([waiting(AWAY, null), waiting(AWAY, 20_000)]);
  if (!silent || !tried) throw new Error('Nothing waits.');
  expect(connectionLine(silent, NOW)).toBe('Nothing arrives. 1 kit waiting.');
  expect(connectionLine(tried, NOW)).toContain('Trying again now.');
});

test('every kit that is held back is counted once, and tried only where a person may', () => {
  const reasons: Reason[] = ['turn', 'asked', 'trouble', 'silence', 'identity', 'disk'];
  const one = fc.record({
    reason: fc.constantFrom(...reasons),
    text: fc.constantFrom('A.', 'B.', 'C.'),
    may: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (all) => {
      const kits = all.map(({ reason, text, may }) => waiting(text, 1_000, reason, { may_try: may }));
      const held = all.filter(({ reason }) => ['asked', 'trouble', 'silence'].includes(reason));
      const connection = connectionOf(kits);
      if (held.length === 0) return connection === null;
      const counted = connection?.reasons.reduce((sum, reason) => sum + reason.kits.length, 0);
      const sizes = connection?.reasons.map((reason) => reason.kits.length) ?? [];
      return (
        connection?.count === held.length &&
        counted === held.length &&
        connection.may_try.length === held.filter(({ may }) => may).length &&
        sizes.every((size, index) => index === 0 || size <= (sizes[index - 1] ?? 0))
      );
    }),
  );
});
