/** The desk of the app: its own key, and the shelf of the profile as it is now. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppDesk } from '../../main/shelf/app-desk.ts';
import { readHead } from '../../main/shelf/shelf-index.ts';
import type { OpenShelf } from '../../main/shelf/shelves.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { MemoryShelf, testFolder } from './a-shelf.ts';
import { keychain } from './keychain.ts';

const { signal } = new AbortController();

function setUp(state = { can: true, locked: false }) {
  const user_data = testFolder();
  const place = new MemoryShelf();
  let keys: string[] = [];
  let agreed = true;
  const shelfOf = (): OpenShelf =>
    ({
      shelf: { name: 'Demo Air', keys },
      place,
      requireAgreed: async () => {
        if (!agreed) throw new Error('not agreed');
      },
    }) as unknown as OpenShelf;
  let shelf = shelfOf();
  const host = { paths: { user_data }, sealer: keychain(state), clock: new VirtualClock(), log: memoryLog() };
  const open = () => new AppDesk(host as never, { find: () => shelf });
  return {
    ...{ open, place, folder: join(user_data, 'shelves') },
    name: (...names: string[]) => {
      keys = names;
      shelf = shelfOf();
    },
    disagree: () => {
      agreed = false;
    },
  };
}

it('makes a key once, sealed, and signs with it as soon as the profile names it', async () => {
  const { open, place, folder, name } = setUp();
  const desk = open();
  const key = await desk.makeKey();
  expect(await desk.makeKey()).toBe(key);
  const files = readdirSync(folder).map((file) => join(folder, file));
  expect(files).toHaveLength(1);
  for (const file of files) {
    expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE KEY');
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  await expect(desk.desk('p')).rejects.toThrow(`add ${key} to shelf.keys`);
  name(key);
  await (await desk.desk('p')).renew(signal);
  expect(readHead(place.files.get('index.json') ?? Buffer.alloc(0), [key])?.name).toBe('Demo Air');
  // The next run has the same key.
  expect(await open().makeKey()).toBe(key);
});

it('makes another key where the keychain has lost the first, but only when the person saves the folders', async () => {
  const state = { can: true, locked: false };
  const { open, name } = setUp(state);
  const key = await open().makeKey();
  name(key);
  state.locked = true;
  await expect(open().desk('p')).rejects.toMatchObject({ kind: 'identity' });
  const other = await open().makeKey();
  expect(other).not.toBe(key);
  state.locked = false;
  await expect(open().desk('p')).rejects.toThrow(`add ${other} to shelf.keys`);
});

it('needs a keychain, and the agreement of the person', async () => {
  const { open, disagree } = setUp({ can: false, locked: false });
  await expect(open().makeKey()).rejects.toMatchObject({ kind: 'identity' });
  disagree();
  await expect(open().desk('p')).rejects.toThrow('not agreed');
});
