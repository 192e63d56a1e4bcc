import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { testConnection } from '../../main/support/connection-test.ts';
import { diagnosis } from '../../preload/contract.ts';
import { aProfile } from '../profile/a-profile.ts';
import { noComputer } from '../service/fake-computer.ts';

const profile = parseServiceProfile(
  JSON.stringify({ ...aProfile, auth_url: 'https://127.0.0.1:1/as', base_url: 'https://127.0.0.1:1' }),
);
const findProxy = async () => 'DIRECT';
const noIdentity = () => Promise.reject(new TripKitError('identity', 'The keychain is locked. Unlock it.'));

test('what stands in the way is a step, in the contract’s own form', async () => {
  const tested = diagnosis.parse(
    await testConnection(profile, noIdentity, { findProxy, computer: noComputer }),
  );
  expect(tested.verdict.ok).toBe(false);
  expect(tested.steps.find(({ id, server }) => id === 'tcp' && server === 'auth')?.ok).toBe('failed');
  const identity = tested.steps.find(({ id }) => id === 'client_certificate');
  expect(`${identity?.what} ${identity?.advice}`).toContain('The keychain is locked.');
});

test('an error of the app itself is not taken for a locked identity', async () => {
  const broken = () => Promise.reject(new TypeError('A fault.'));
  await expect(testConnection(profile, broken, { findProxy, computer: noComputer })).rejects.toThrow(
    'A fault.',
  );
});

test('a network that says nothing ends in a deadline', async () => {
  const never = { findProxy: () => new Promise<string>(() => {}), limit_ms: 20, computer: noComputer };
  await expect(testConnection(profile, noIdentity, never)).rejects.toMatchObject({ kind: 'deadline' });
});
