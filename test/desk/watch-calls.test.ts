import { expect, test } from 'vitest';
import { watchCalls } from '../../main/desk/watch-calls.ts';
import type { WatchedFolders, WatchInput } from '../../preload/contract/desk.ts';
import { defaultSettings } from '../../preload/contract.ts';
import { setupCalls } from '../../preload/setup-contract.ts';

const input: WatchInput = {
  profile: 'demo-air',
  name: '{flight}.pdf',
  webhook: null,
  secret: null,
  shelf: false,
};

function setUp({ yes = true, managed = false, in: arrivals = '/srv/in', out = '/srv/out' } = {}) {
  let watch: WatchedFolders | null = null;
  const asked: string[] = [];
  const secrets: string[] = [];
  const agreed: (WatchedFolders | null)[] = [];
  const calls = watchCalls({
    settings: {
      state: () => ({
        values: { ...defaultSettings, watch },
        managed: managed ? ['watch'] : [],
        allow_other_profiles: true,
        forbidden: [],
      }),
      change: (patch: { watch?: WatchedFolders | null }) => {
        watch = patch.watch ?? null;
      },
    },
    watch: {
      apply: () => {},
      status: () => ({ problems: [], under_way: 0, delivered: 0 }),
      hasSecret: () => secrets.length > 0,
      keepSecret: async (secret: string) => void secrets.push(secret),
      agreed: async (folders: WatchedFolders) => void agreed.push(folders),
      ended: async () => void agreed.push(null),
      makeShelfKey: async () => void secrets.push('key of the shelf'),
    },
    dialogs: {
      openFolder: async (title: string) => (title.includes('arrive') ? arrivals : out),
      openProgram: async () => '/usr/bin/tell',
    },
    confirm: async ({ detail }: { detail: string }) => {
      asked.push(detail);
      return yes;
    },
    profiles: {
      profile: (id: string) => ({
        name: 'Demo Air',
        shelf: id === 'shelf' ? { name: 'Ops', place: { webdav: 'https://files.example/kits/' } } : null,
      }),
    },
  } as unknown as Parameters<typeof watchCalls>[0]);
  return { calls, asked, secrets, agreed, inForce: () => watch };
}

test('folders come from dialogs, and are in force after a question that names all of it', async () => {
  const { calls, asked, inForce, secrets, agreed } = setUp();
  await expect(calls.begin(input)).rejects.toThrow('Choose both folders first');
  await calls.chooseFolder('in');
  await calls.chooseFolder('out');
  await calls.chooseCommand();
  expect(inForce()).toBeNull();
  const webhook = 'https://events.example/kits';
  await expect(calls.begin({ ...input, webhook })).rejects.toThrow('needs a secret');
  const state = await calls.begin({ ...input, webhook, secret: 'sixteen letters!' });
  for (const named of ['/srv/in', '/srv/out', 'Demo Air', '/usr/bin/tell', webhook])
    expect(asked.join()).toContain(named);
  expect(asked.join()).not.toContain('sixteen');
  expect(inForce()).toMatchObject({ in: '/srv/in', out: '/srv/out', command: ['/usr/bin/tell'], webhook });
  expect(agreed).toEqual([inForce()]);
  expect(secrets).toEqual(['sixteen letters!']);
  // Whoever has the secret of one server can sign for no other.
  await calls.begin({ ...input, webhook: `${webhook}/more` });
  await expect(calls.begin({ ...input, webhook: 'https://other.example/kits' })).rejects.toThrow('a new one');
  expect(inForce()?.webhook).toBe(`${webhook}/more`);
  expect(JSON.stringify(state)).not.toContain('sixteen');
  await calls.forgetCommand();
  await calls.begin(input);
  expect(inForce()).toMatchObject({ command: null, webhook: null });
  await calls.end();
  expect(inForce()).toBeNull();
  expect(agreed.at(-1)).toBeNull();
});

test('kits go on the shelf of the profile, which is named in the question', async () => {
  const { calls, asked, secrets, inForce } = setUp();
  await calls.chooseFolder('in');
  await calls.chooseFolder('out');
  await expect(calls.begin({ ...input, shelf: true })).rejects.toMatchObject({ condition: 'no_shelf' });
  expect([asked, secrets, inForce()]).toEqual([[], [], null]);
  await calls.begin({ ...input, profile: 'shelf', shelf: true });
  expect(asked.join()).toContain('Each kit is put on the shelf “Ops”, too: files.example');
  expect([secrets, inForce()]).toMatchObject([['key of the shelf'], { shelf: true }]);
});

test('after a no nothing has changed', async () => {
  const { calls, inForce, secrets, agreed } = setUp({ yes: false });
  await calls.chooseFolder('in');
  await calls.chooseFolder('out');
  await calls.begin({ ...input, secret: 'sixteen letters!' });
  expect([inForce(), secrets, agreed]).toEqual([null, [], []]);
});

test.each(['/srv/in', '/srv/in/done', '/srv/in/failed/kits'])(
  'kits are not delivered into %s',
  async (out) => {
    const { calls, asked } = setUp({ out });
    await calls.chooseFolder('in');
    await calls.chooseFolder('out');
    await expect(calls.begin(input)).rejects.toMatchObject({ kind: 'config' });
    expect(asked).toEqual([]);
  },
);

test('what administrators decide can’t be changed', async () => {
  const { calls } = setUp({ managed: true });
  for (const call of [
    () => calls.chooseFolder('in'),
    () => calls.chooseCommand(),
    () => calls.begin(input),
    () => calls.end(),
  ])
    await expect((async () => call())()).rejects.toMatchObject({ condition: 'managed' });
});

test('the page names no path: its contract has none, and the settings take no folders of it', () => {
  const folders = { ...{ in: '/a', out: '/b', command: ['/bin/sh'] }, ...input };
  expect(setupCalls.watch.begin.args.safeParse([folders]).success).toBe(false);
  const { secret: _secret, ...watch } = folders;
  expect(setupCalls.settings.set.args.safeParse([{ watch }]).success).toBe(false);
  for (const webhook of ['http://a.example', 'https://u:p@a.example', 'file:///etc/passwd', 'https://'])
    expect(setupCalls.watch.begin.args.safeParse([{ ...input, webhook }]).success).toBe(false);
});
