import { expect, test } from 'vitest';
import { WatchKeeper, type WatchKeeperNeeds } from '../../main/desk/watch-keeper.ts';
import type { Host } from '../../main/host/host.ts';
import { defaultSettings } from '../../preload/contract.ts';

/** What a keeper says of folders that it does not watch. */
async function refusalOf(agreed: 'no' | 'locked', mayExport: boolean) {
  const told: string[] = [];
  const watch = { in: '/srv/in', out: '/srv/out', profile: 'demo-air' };
  const host = {
    settings: { state: () => ({ values: { ...defaultSettings, watch }, managed: [] }) },
    agreements: { onKey: () => () => {}, holds: async () => agreed },
    notices: { withdraw: () => {}, add: ({ message }: { message: string }) => told.push(message) },
    paths: { user_data: '/data' },
    log: { error: (words: string) => told.push(words) },
    sendSetup: () => {},
  } as unknown as Host;
  const keeper = new WatchKeeper(host, { export: mayExport } as WatchKeeperNeeds);
  keeper.apply();
  await expect.poll(() => keeper.status().problems).toHaveLength(1);
  const [problem] = keeper.status().problems;
  await keeper.stop();
  return { problem, told };
}

test('where no copy may leave, own folders are not watched, and nobody is asked about an agreement', async () => {
  const { problem, told } = await refusalOf('no', false);
  expect(problem).toContain('Your administrators have switched off copies outside this app');
  expect(told).toEqual([]);
});

test.each([
  ['no', 'the settings are not those that you agreed to'],
  ['locked', 'the keychain of this computer is locked'],
] as const)(
  'folders without an agreement that can be shown (%s) are not watched, and that is told',
  async (agreed, why) => {
    const { problem, told } = await refusalOf(agreed, true);
    expect(problem).toContain(why);
    expect(told).toEqual([problem]);
  },
);
