import { expect, test } from 'vitest';
import { type PoolIdentity, ServicePool } from '../../../main/app/service-pool.ts';
import { systemClock } from '../../../main/common/clock.ts';
import { TripKitError } from '../../../main/common/errors.ts';
import type { ServiceProfile } from '../../../main/profile/profile.ts';
import type { TripKitService } from '../../../main/service/trip-kit-service.ts';

function setUp() {
  const made: { sha256: string; closed: boolean }[] = [];
  let identity: PoolIdentity | null = { key: 'k', cert: 'c', facts: { sha256: 'one' } };
  const pool = new ServicePool({
    identityOf: async () => {
      if (!identity) throw new TripKitError('identity', 'There is none.');
      return identity;
    },
    profileOf: () => ({}) as ServiceProfile,
    clock: systemClock,
    create: (_profile, { facts }) => {
      const client = { sha256: facts.sha256, closed: false };
      made.push(client);
      return {
        close: async () => {
          client.closed = true;
        },
      } as TripKitService;
    },
  });
  const use = (sha256: string | null) => {
    identity = sha256 === null ? null : { key: 'k', cert: 'c', facts: { sha256 } };
  };
  return { pool, made, use };
}

test('one client a profile as long as its certificate stays', async () => {
  const { pool, made } = setUp();
  expect(await pool.serviceOf('p')).toBe(await pool.serviceOf('p'));
  expect(await pool.serviceOf('q')).not.toBe(await pool.serviceOf('p'));
  expect(made).toHaveLength(2);
});

test('another certificate gets a client of its own; calls with the one before may end', async () => {
  const { pool, made, use } = setUp();
  const before = await pool.serviceOf('p');
  use('two');
  expect(await pool.serviceOf('p')).not.toBe(before);
  expect(made.map(({ closed }) => closed)).toEqual([false, false]);
  await pool.close();
  expect(made.map(({ closed }) => closed)).toEqual([true, true]);
});

test('a removed identity stops further use at once', async () => {
  const { pool, made, use } = setUp();
  await pool.serviceOf('p');
  use(null);
  await expect(pool.serviceOf('p')).rejects.toMatchObject({ kind: 'identity' });
  await pool.forget('p');
  expect(made[0]?.closed).toBe(true);
  await pool.forget('unknown');
});
