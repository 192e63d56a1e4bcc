import { expect, test } from 'vitest';
import { systemClock } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { parseServiceProfile, type ServiceProfile } from '../../main/profile/profile.ts';
import { type PoolIdentity, ServicePool } from '../../main/service/open.ts';
import type { TripKitService } from '../../main/service/trip-kit-service.ts';
import { aProfile } from '../profile/a-profile.ts';
import { fakeComputer, noComputer } from './fake-computer.ts';

function setUp() {
  const made: { sha256: string; closed: boolean }[] = [];
  let identity: PoolIdentity | null = { kind: 'file', key: 'k', cert: 'c', facts: { sha256: 'one' } };
  const pool = new ServicePool({
    identityOf: async () => {
      if (!identity) throw new TripKitError('identity', 'There is none.');
      return identity;
    },
    profileOf: () => ({}) as ServiceProfile,
    clock: systemClock,
    computer: noComputer,
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
  const use = (sha256: string | null, kind: 'file' | 'computer' = 'file') => {
    if (sha256 === null) identity = null;
    else if (kind === 'file') identity = { kind, key: 'k', cert: 'c', facts: { sha256 } };
    else identity = { kind, facts: { sha256, subject: 'CN=A. Pilot' }, cards: null };
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
  await pool.stop();
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

test('the same certificate from a file and of this computer are two', async () => {
  const { pool, made, use } = setUp();
  await pool.serviceOf('p');
  use('one', 'computer');
  await pool.serviceOf('p');
  expect(made).toHaveLength(2);
});

test('a certificate of this computer calls through the computer, and its client ends with the service', async () => {
  const computer = fakeComputer(async () => ({
    failure: { error: 'ERR_ABORTED', chain: null, proxy: null, certificate: 'missing' },
  }));
  const profile = parseServiceProfile(JSON.stringify(aProfile));
  const pool = new ServicePool({
    identityOf: async () => ({
      kind: 'computer',
      facts: { sha256: 'AA:BB', subject: 'CN=A. Pilot, O=Demo Air' },
      cards: ['Card A'],
    }),
    profileOf: () => profile,
    clock: systemClock,
    computer: computer.open,
  });
  const service = await pool.serviceOf('p');
  await expect(service.prepareRequest()).rejects.toMatchObject({
    kind: 'identity',
    message: expect.stringMatching(/“A\. Pilot” isn’t among those of this computer/),
  });
  expect(computer.opened).toEqual([{ origin: new URL(aProfile.auth_url).origin, judge: 'system' }]);
  // Eighty kits don't ask eighty times.
  await service.prepareRequest().catch(() => {});
  expect(computer.calls).toHaveLength(1);
  await pool.stop();
  expect(computer.state.closed).toBe(1);
});
