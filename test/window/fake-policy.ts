/** The fake's policies: nothing is managed, or what administrators decided in two places. */
import type { PolicyState } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, ok } from './fake-setup.ts';

const FILE = '/etc/trip-kit-desktop/managed-profile.json';
const FOLDER = '/etc/trip-kit-desktop/policies.d';

export const managedPolicy: PolicyState = {
  sources: [
    { kind: 'file', place: FILE, state: 'in_force', problem: null },
    {
      kind: 'file',
      place: FOLDER,
      state: 'refused',
      problem: `${FOLDER} may be changed by other users than its owner. Take their right to write away.`,
    },
  ],
  decisions: [
    { name: 'theme', value: '"night"', of: 'setting', place: FILE },
    { name: 'keep_days_after_departure', value: '14', of: 'setting', place: FILE },
    { name: 'update_hours', value: '"22:00-05:30"', of: 'policy', place: FILE },
    { name: 'export', value: 'false', of: 'policy', place: null },
    { name: 'allow_other_profiles', value: 'false', of: 'policy', place: null },
  ],
  profiles: [{ id: 'managed', name: 'Demo Air (production)', place: FILE }],
  refused: [
    {
      name: 'update_channel',
      place: FILE,
      reason: 'settings.update_channel has to be "stable" or "beta". Correct it and restart the app.',
    },
  ],
};
const NOTHING: PolicyState = {
  sources: [{ kind: 'file', place: FILE, state: 'absent', problem: null }],
  decisions: [],
  profiles: [],
  refused: [],
};

export function createFakePolicy(named: Named, managed: boolean): FakeBridge['policy'] {
  return { state: named('policy.state', () => ok(managed ? managedPolicy : NOTHING)) };
}
