/** Users and passwords of shelves: sealed, told to nobody, and gone when they are removed. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { redactText } from '../../main/common/redact.ts';
import { ShelfLogins } from '../../main/shelf/shelf-logins.ts';
import { testFolder } from './a-shelf.ts';
import { keychain } from './keychain.ts';

const login = { user: 'laptop', password: 'kerosene-and-runways' };

it('keeps a password sealed for its profile, and opens it in the next run', async () => {
  const folder = join(testFolder(), 'shelves');
  const sealer = keychain({ can: true, locked: false });
  const logins = new ShelfLogins(folder, sealer);
  expect(await logins.known('p')).toBeNull();
  await logins.keep('p', login);
  expect(logins.of('p')).toEqual(login);
  expect(await logins.known('p')).toEqual({ user: 'laptop', stored: true });
  const files = readdirSync(folder).map((name) => join(folder, name));
  expect(files).toHaveLength(1);
  for (const file of files) {
    expect(readFileSync(file, 'utf8')).not.toContain(login.password);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  expect(redactText(`with ${login.password}`)).not.toContain(login.password);

  const later = new ShelfLogins(folder, sealer);
  expect([later.of('p'), await later.known('p')]).toEqual([null, { user: 'laptop', stored: true }]);
  await later.open('other');
  await later.open('p');
  expect([later.of('other'), later.of('p')]).toEqual([null, login]);
  await later.forget('p');
  expect([later.of('p'), await later.known('p')]).toEqual([null, null]);
  expect(readdirSync(folder)).toEqual([]);
});

it('without a keychain keeps it until the app ends, and no older one on disk', async () => {
  const folder = join(testFolder(), 'shelves');
  const state = { can: true, locked: false };
  const logins = new ShelfLogins(folder, keychain(state));
  await logins.keep('p', { user: 'old', password: 'old-password' });
  state.can = false;
  await logins.keep('p', login);
  expect(await logins.known('p')).toEqual({ user: 'laptop', stored: false });
  expect(logins.of('p')).toEqual(login);
  const later = new ShelfLogins(folder, keychain(state));
  await later.open('p');
  expect([later.of('p'), await later.known('p')]).toEqual([null, null]);
});

it('says when the keychain is locked, or the file is damaged, and loses nothing', async () => {
  const folder = join(testFolder(), 'shelves');
  const state = { can: true, locked: false };
  await new ShelfLogins(folder, keychain(state)).keep('p', login);
  state.locked = true;
  const logins = new ShelfLogins(folder, keychain(state));
  await expect(logins.open('p')).rejects.toMatchObject({ kind: 'identity' });
  state.locked = false;
  await logins.open('p');
  expect(logins.of('p')).toEqual(login);
  const [file = ''] = readdirSync(folder).map((name) => join(folder, name));
  writeFileSync(file, '{"format": 1,');
  await expect(new ShelfLogins(folder, keychain(state)).open('p')).rejects.toMatchObject({
    condition: 'shelf_login_damaged',
  });
  expect(existsSync(file)).toBe(true);
});
